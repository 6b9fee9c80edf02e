"""A table on which other cards lie at places of which a viewer sees the backs."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from domain.events import Cards
from domain.field_audiences import Audited
from domain.member_types import Kind, members_of
from domain.table import Seat, Table
from replay.positions.open_offers import with_slots


def laid_anew(table: Table, zones: Mapping[str, Cards]) -> Table:
    """Return the table with the cards of these zones, each under its pointer, and every card of a hand under a slot."""
    seats = tuple(_seat(seat, f"/seats/{index}", zones) for index, seat in enumerate(table.seats))
    return replace(
        table,
        seats=seats,
        proposals=tuple(with_slots(seats, table.proposals)),
        draw_pile=zones.get("/draw_pile", table.draw_pile),
        discard_pile=zones.get("/discard_pile", table.discard_pile),
        annex=_annexed(table.annex, "", zones),
        turn=replace(table.turn, annex=_annexed(table.turn.annex, "/turn", zones)),
    )


def _seat(seat: Seat, base: str, zones: Mapping[str, Cards]) -> Seat:
    first = seat.next_slot - len(seat.hand)
    return replace(
        seat,
        hand=zones.get(f"{base}/hand", seat.hand),
        slots=tuple(range(first, seat.next_slot)) if None in seat.slots else seat.slots,
        coins=zones.get(f"{base}/coins", seat.coins),
        annex=_annexed(seat.annex, base, zones),
    )


def _annexed(record: Any, base: str, zones: Mapping[str, Cards]) -> Any:
    """Return what an edition adds there, with the cards of these zones."""
    if record is None:
        return None
    changes: dict[str, Any] = {}
    kind: type[Audited] = type(record)
    for member in members_of(kind):
        value, pointer = getattr(record, member.attribute), f"{base}/{member.name}"
        if isinstance(value, Audited):
            changes[member.attribute] = _annexed(value, pointer, zones)
        elif pointer in zones and member.kind in (Kind.CARD, Kind.COIN):
            changes[member.attribute] = zones[pointer] if member.many else zones[pointer][0]
    return replace(record, **changes) if changes else record
