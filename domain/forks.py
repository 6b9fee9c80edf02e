"""A game that begins from another game: its first own event, with what that does to the table."""

from typing import Annotated

from msgspec.structs import replace

from domain.events import Event
from domain.history import applies
from domain.kinds import Count, Text
from domain.table import Table
from domain.values import Value
from domain.visibility import EVERYONE, WITHIN


class Origin(Value):
    """Where a fork begins: after event `at` of `game`."""

    game: str
    at: int


class GameForked(Event, tag="game_forked.1"):
    """This game goes on from event `at` of `parent`; `commitment` binds its own deal from here on.

    `asked` is the event that was asked for, which may lie inside the batch that ends with `at`. `table` is given only
    when hidden cards were dealt anew.
    """

    parent: Annotated[Text, EVERYONE]
    asked: Annotated[Count, EVERYONE]
    at: Annotated[Count, EVERYONE]
    root: Annotated[Text | None, EVERYONE]
    mode: Annotated[Text, EVERYONE]
    commitment: Annotated[Text | None, EVERYONE] = None
    table: Annotated[Table | None, WITHIN] = None

    @property
    def origin(self) -> Origin:
        """Where the game begins."""
        return Origin(game=self.parent, at=self.at)


@applies(GameForked)
def game_forked(table: Table, event: GameForked) -> Table:
    """The same table, or the one dealt anew; the deal is the fork's own and its shuffles count from 0."""
    return replace(event.table or table, commitment=event.commitment, shuffles=0)
