"""The lines of a person's stream of what waits for them in all their games."""

from typing import Annotated, Final

from domain.member_types import Count, SeatIndex
from domain.values import Value
from projections.summary import GameStatus
from service.api.text_types import Timestamp


class OwnGame(Value, tag_field="kind", tag="game", omit_defaults=False):
    """The state of a game for the person at this seat, after event `version`."""

    game: str
    seat: SeatIndex
    status: GameStatus
    version: Annotated[int, Count]
    to_act: bool
    asked: bool
    asked_until: Timestamp | None
    paused: bool


class OwnGameGone(Value, tag_field="kind", tag="gone"):
    """A game without further lines: the seat is another player's, or the person has several seats."""

    game: str


OWN_GAME_LINES: Final = OwnGame | OwnGameGone
