"""Forks: the event with which a game begins from another game, and how it changes the table."""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from domain.deal_commitments import with_commitments_void
from domain.events import Event
from domain.evolve import applies, blank_annexes_of
from domain.member_types import Count, Text
from domain.table import Annex, Table
from domain.values import Value
from domain.visibility import EVERYONE, WITHIN


class Origin(Value):
    """Where a fork begins: after event `at` of `game`."""

    game: str
    at: int


class GameForked(Event, tag="game_forked.1"):
    """This game continues from event `at` of `parent`; `commitment` binds its own deal from here on.

    `asked` is the event that the creator asked for, which may lie inside the batch that ends with `at`. `table` is
    there only when hidden cards were dealt again.
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
    """Return the same table, or the one dealt again; the deal is the fork's own and its shuffles count from 0.

    Seats must commit again to shares that were not all revealed, because a commitment names its game.
    """
    return replace(with_commitments_void(event.table or table), commitment=event.commitment, shuffles=0)


def are_same_view(before: Table, dealt: Table) -> bool:
    """Return whether viewers of the table `before` the fork see the same on a table dealt again.

    Both tables are given as the viewer sees them.
    """
    return replace(before, commitment=None, shuffles=0) == replace(dealt, commitment=None, shuffles=0)


def without_annexes(written: Any) -> Any:
    """Return a written fork without what its edition adds to the table in it; None for any other event."""
    table = written.get("table") if isinstance(written, dict) and written.get("type") == "game_forked.1" else None
    if not isinstance(table, dict) or not isinstance(table.get("turn", {}), dict):
        return None
    seats = table.get("seats", [])
    if not isinstance(seats, list) or not all(isinstance(seat, dict) for seat in seats):
        return None
    bare = {**table, "seats": [{**seat, "annex": None} for seat in seats]}
    return {**written, "table": {**bare, "turn": {**table.get("turn", {}), "annex": None}, "annex": None}}


def with_annexes(event: Event, written: Callable[[], Any]) -> Event:
    """Return the event with what its edition adds to the table in it; `written` returns the event as it was written.

    ValueError where the edition adds nothing of this kind. Nearly all events hold no table.
    """
    if type(event) is not GameForked or (table := event.table) is None:
        return event
    laid, blanks = written()["table"], blank_annexes_of(table.edition)
    seats = tuple(
        replace(seat, annex=_read_annex(seat_laid, blanks.seat))
        for seat, seat_laid in zip(table.seats, laid.get("seats", ()), strict=True)
    )
    turn = replace(table.turn, annex=_read_annex(laid.get("turn", {}), blanks.turn))
    return replace(event, table=replace(table, seats=seats, turn=turn, annex=_read_annex(laid, blanks.table)))


def _read_annex(laid: Any, blank: Annex | None) -> Annex | None:
    annex = laid.get("annex")
    if (annex is None) != (blank is None):
        raise ValueError("the edition has other annexes")
    if blank is None:
        return None
    if not isinstance(annex, dict) or annex.keys() - set(blank.__struct_encode_fields__):
        raise ValueError("the edition adds something else")
    return msgspec.convert(annex, type(blank))
