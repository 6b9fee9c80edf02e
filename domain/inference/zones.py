"""The places on a table where cards lie, as one viewer sees them, each under its JSON Pointer into the position."""

from collections.abc import Iterator, Mapping

from domain.cards import FACE_DOWN, Card
from domain.events import Cards
from domain.field_audiences import Redactable
from domain.member_types import Kind, members_of
from domain.table import Seat
from domain.values import Value
from domain.view import View


class Zone(Value):
    """A place where cards lie: what the viewer knows of them, and how much of that the position of the table shows.

    `pointer` is None for cards that are out of the game, `owner` None for a shared place. A pile has its top card
    first, a `single` place has one card at most. Cards of a hand have slots, None where the viewer may not know them.
    """

    name: str
    pointer: str | None
    cards: Cards
    shown: Cards
    owner: int | None = None
    slots: tuple[int | None, ...] | None = None
    pile: bool = False
    single: bool = False

    def place(self, index: int) -> str | None:
        """Return the pointer to one of the cards; to the whole zone where the viewer cannot know which one it is."""
        if self.pointer is None or self.single or self.cards[index] == FACE_DOWN:
            return self.pointer
        is_counted = all(card == FACE_DOWN for card in self.shown)
        return self.pointer if is_counted else f"{self.pointer}/{index}"


Zones = Mapping[str | None, Zone]
"""The zones of a table by their pointers."""


def zones_by_pointer(view: View) -> Zones:
    """Return every zone of the table by its pointer."""
    return {zone.pointer: zone for zone in zones_of(view)}


def zones_of(view: View) -> Iterator[Zone]:
    """Yield every zone of the table: those in the middle, then seat by seat."""
    table = view.table
    yield Zone(name="draw_pile", pointer="/draw_pile", cards=table.draw_pile, shown=table.draw_pile, pile=True)
    yield Zone(name="discard_pile", pointer="/discard_pile", cards=table.discard_pile, shown=view.discards, pile=True)
    yield _zone("turned_up", "/turned_up", table.turned_up, table.turn.seat)
    yield _zone("removed", None, table.removed, None)
    yield from _zones_of_annex(table.annex, "", None)
    yield from _zones_of_annex(table.turn.annex, "/turn", None)
    for index, seat in enumerate(table.seats):
        yield from _zones_of_seat(seat, f"/seats/{index}", index)


def _zones_of_seat(seat: Seat, base: str, owner: int) -> Iterator[Zone]:
    slots = None if None in seat.slots else seat.slots
    yield Zone(name="hand", pointer=f"{base}/hand", cards=seat.hand, shown=seat.hand, owner=owner, slots=slots)
    for index, field in enumerate(seat.fields):
        yield _zone("fields", f"{base}/fields/{index}", field, owner)
    yield _zone("coins", f"{base}/coins", seat.coins, owner)
    yield _zone("set_aside", f"{base}/set_aside", seat.set_aside, owner)
    yield from _zones_of_annex(seat.annex, base, owner)


def _zones_of_annex(record: Redactable | None, base: str, owner: int | None) -> Iterator[Zone]:
    """Yield the zones that an edition adds: the cards that its records name, also inside one another."""
    if record is None:
        return
    for member in members_of(type(record)):
        value, pointer = getattr(record, member.attribute), f"{base}/{member.name}"
        if isinstance(value, Redactable):
            yield from _zones_of_annex(value, pointer, owner)
        elif value is not None and member.kind in (Kind.CARD, Kind.COIN):
            cards = value if member.many else (value,)
            yield Zone(name=member.name, pointer=pointer, cards=cards, shown=cards, owner=owner, single=not member.many)


def _zone(name: str, pointer: str | None, cards: tuple[Card, ...], owner: int | None) -> Zone:
    return Zone(name=name, pointer=pointer, cards=cards, shown=cards, owner=owner)
