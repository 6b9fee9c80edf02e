"""What is told of a log with whatever is answered of its game."""

from typing import Annotated

from domain.member_types import Count
from domain.values import Value


class LogState(Value, omit_defaults=False):
    """What was signed last of the log of a game, and, unsigned, its size and root by now."""

    note: str | None
    size: Annotated[int, Count]
    root: str
