"""The state of a game's log, which is sent with every response about the game."""

from typing import Annotated

from domain.member_types import Count
from domain.values import Value


class LogState(Value, omit_defaults=False):
    """The last checkpoint of a game's log, and its present size and root, which are not signed."""

    note: str | None
    size: Annotated[int, Count]
    root: str
