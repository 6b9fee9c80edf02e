"""Events as records hold them that were written before their shape changed: read for ever, written no more."""

from typing import Annotated

from domain import events
from domain.events import Event, SeatEvent
from domain.visibility import EVERYONE


class SeatTaken(SeatEvent, tag="seat_taken.1"):
    """Somebody sat down; whether they chose their share of the deal was not written down, so it counts as drawn."""

    pseudonym: Annotated[str, EVERYONE]
    kind: Annotated[str, EVERYONE]
    contribution: Annotated[str | None, EVERYONE] = None


def written_before(event: Event) -> Event | None:
    """The same fact in the shape that it had before; None when it has had no other."""
    if isinstance(event, events.SeatTaken):
        return SeatTaken(seat=event.seat, pseudonym=event.pseudonym, kind=event.kind, contribution=event.contribution)
    return None
