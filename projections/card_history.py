"""The history of one card, followed through its moves from the table at which the viewer points at it.

It follows only moves that the viewer knows, so it reveals nothing else. Where the viewer cannot know which card of a
zone left, or which one came, the card is lost.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card, GivenCard
from domain.edition_data.family import FAMILY
from domain.editions import EDITIONS
from domain.events import BeansDonated, DonationOffered, Event, TradeAccepted, TradeProposed
from domain.forks import GameForked
from domain.inference.zones import Zones, zones_by_pointer
from domain.refusals import Misuse
from domain.values import Value
from domain.view import View
from projections.card_movements import CardMove, Place, card_moves

DISCARDED: Final = "discarded"
LOST: Final = "lost"
MOVED: Final = "moved"
OFFERED: Final = "offered"


class Fate(Value):
    """What became of the card in event n, and where it lay then; `lost` where the viewer cannot follow it any further.

    The place is a pointer into the table after event n, to a zone where the viewer cannot know which of its cards it
    is; None beyond the table. Of several fates that are not `sure`, one is the card's.
    """

    n: int
    did: str
    place: Place | None
    sure: bool = True


class Spot(NamedTuple):
    """The place of the card: its zone, None beyond the table, and its index there, None if unknown."""

    zone: str | None
    nth: int | None = None

    @property
    def place(self) -> Place | None:
        """The pointer to it."""
        return self.zone if self.nth is None else f"{self.zone}/{self.nth}"


@cache
def fate_of(edition: str, event: type[Event]) -> str:
    """Return what such an event does to the cards that move in it, in one word."""
    fates = EDITIONS[edition].data.all_fates if edition in EDITIONS else FAMILY.fates
    name = str(event.__struct_config__.tag)
    return next((did for did, landmark in fates.items() if name in landmark.events), MOVED)


def how_card_came(edition: str, event: Event) -> str:
    """Return how such an event brings a card into a hand: `lost` where a card is dealt again from an unknown place."""
    return LOST if isinstance(event, GameForked) else fate_of(edition, type(event))


class CardTracker:
    """Follows cards through a game as one viewer sees it.

    `view` returns the table after event n, empty for 0; `events` are those of the game, as this viewer may read them.
    """

    def __init__(self, view: Callable[[int], View], events: Sequence[Event]) -> None:
        self._view = cache(view)
        self._events = events
        self._moves = cache(lambda n: card_moves(self._view(n - 1), self._view(n), events[n - 1]))
        self._zones: Callable[[int], Zones] = cache(lambda n: zones_by_pointer(self._view(n)))

    def history(self, at: int, pointer: str) -> tuple[Card, list[Fate]]:
        """Return the variety of the card at this pointer in the table after event `at`, and its fates, in order.

        Misuse when no card lies there, or the viewer cannot tell it from others.
        """
        spot = self._spot(at, pointer)
        zone = self._zones(at)[spot.zone]
        variety = zone.shown[spot.nth or 0] if spot.nth is not None or zone.single else FACE_DOWN
        while True:
            before = [*self._follow(at, spot, variety, back=True)]
            after = [*self._follow(at, spot, variety, back=False)]
            known = next((card for card, _ in (*before, *after) if card != FACE_DOWN), variety)
            if known == variety:
                return variety, [fate for _, fate in (*reversed(before), *after)]
            variety = known  # which makes it easier to follow

    def _spot(self, at: int, pointer: str) -> Spot:
        zones, (head, _, last) = self._zones(at), pointer.rpartition("/")
        if pointer in zones and zones[pointer].single:
            return Spot(pointer)
        zone = zones.get(head)
        index = int(last) if last.isascii() and last.isdigit() and last == str(int(last)) else None
        is_listed = zone is not None and any(card != FACE_DOWN for card in zone.shown)
        if zone is None or index is None or index >= len(zone.cards) or not is_listed:
            raise Misuse(f"no card that this view can tell from others lies at {pointer[:60]!r} after event {at}")
        return Spot(head, index if zone.place(index) == pointer else None)

    def _follow(self, at: int, spot: Spot, variety: Card, *, back: bool) -> Iterator[tuple[Card, Fate]]:
        """Yield what became of the card, with what it turned out to be; going `back`, the latest comes first."""
        deal: int | None = None
        for n in range(at, 0, -1) if back else range(at + 1, len(self._events) + 1):
            event = self._events[n - 1]
            if isinstance(event, GameForked) and event.table is not None:  # dealt again
                yield variety, Fate(n=n, did=LOST, place=spot.place)
                return
            if self._is_offered(n, event, spot, variety, deal):
                yield variety, Fate(n=n, did=OFFERED, place=spot.place)
            moved = self._moves(n)
            if not moved:
                continue
            here, there = (self._zones(n), self._zones(n - 1)) if back else (self._zones(n - 1), self._zones(n))
            moved = tuple([replace(move, origin=move.to, to=move.origin) for move in moved]) if back else moved
            leaving = _moves_of_card(spot, variety, moved, here, there)
            if leaving is None:
                yield variety, Fate(n=n, did=LOST, place=spot.zone)
                return
            if not leaving:
                spot = _shifted_spot(spot, moved, here, there)
                continue
            variety = variety if leaving[0].card == FACE_DOWN else leaving[0].card
            alone = sum(move.count for move in leaving) == 1
            goal = _spot_of(leaving[0].to, there)
            before, spot = spot, goal if alone else Spot(goal.zone)
            origin, to = (spot, before) if back else (before, spot)
            yield variety, Fate(n=n, did=self._what_happened(n, event, origin, to), place=to.place)
            if spot.zone is None:
                return
            deal = _offer_number(event, spot) if back else None

    def _what_happened(self, n: int, event: Event, origin: Spot, to: Spot) -> str:
        """Return what the event did to a card that went this way."""
        if to.zone is not None and self._zones(n)[to.zone].name == "discard_pile":
            was = self._zones(n - 1).get(origin.zone)
            if was is not None and was.name != "coins":
                return DISCARDED
        return fate_of(self._view(n).table.edition, type(event))

    def _is_offered(self, n: int, event: Event, spot: Spot, variety: Card, deal: int | None) -> bool:
        """Return whether the card is among those that this event offers; of `deal` it is known that the card was."""
        if isinstance(event, TradeProposed):
            cards: tuple[GivenCard, ...] = event.give
        elif isinstance(event, DonationOffered):
            cards = event.cards
        else:
            return False
        zone = self._zones(n).get(spot.zone)
        if zone is None or zone.owner != event.seat:
            return False
        if spot.nth is None:
            return event.proposal == deal
        slot = None if zone.slots is None or zone.name != "hand" else zone.slots[spot.nth]
        return any((card.source, card.variety, card.slot) == (zone.name, variety, slot) for card in cards)


def _moves_of_card(
    spot: Spot, variety: Card, moved: Sequence[CardMove], here: Zones, there: Zones
) -> Sequence[CardMove] | None:
    """Return the moves of which one is the card's own; none where it stays, None where that is unknown."""
    starts = [(_spot_of(move.origin, here), move) for move in moved if move.origin is not None]
    starts = [(start, move) for start, move in starts if start.zone == spot.zone]
    own = [move for start, move in starts if spot.nth is not None and start.nth == spot.nth]
    maybe = [
        move
        for start, move in starts
        if None in (start.nth, spot.nth) and (FACE_DOWN in (move.card, variety) or move.card == variety)
    ]
    if own or not maybe:
        return own
    is_emptied = sum(move.count for _, move in starts) == len(here[spot.zone].cards)
    return maybe if is_emptied and len({_spot_of(move.to, there).zone for move in maybe}) == 1 else None


def _spot_of(pointer: Place | None, zones: Zones) -> Spot:
    """Return the zone of a pointer, with the index in it if it has one."""
    if pointer is None or pointer in zones:
        return Spot(pointer)
    head, _, last = pointer.rpartition("/")
    return Spot(head, int(last)) if last.isdigit() else Spot(pointer)


def _shifted_spot(spot: Spot, moved: Sequence[CardMove], here: Zones, there: Zones) -> Spot:
    """Return where a card lies that did not move, after others left its zone or came to it."""
    if spot.nth is None:
        return spot
    gone, come = [_spot_of(move.origin, here) for move in moved], [_spot_of(move.to, there) for move in moved]
    index = spot.nth - sum(one.zone == spot.zone and one.nth is not None and one.nth < spot.nth for one in gone)
    for one in sorted(one.nth for one in come if one.zone == spot.zone and one.nth is not None):
        index += one <= index
    return Spot(spot.zone, index)


def _offer_number(event: Event, spot: Spot) -> int | None:
    """Return the number of the offer by which a card left the hand of its proposer; None for all else."""
    if isinstance(event, TradeAccepted):
        return event.proposal if spot.zone == f"/seats/{event.proposer}/hand" else None
    if isinstance(event, BeansDonated):
        return event.proposal if spot.zone == f"/seats/{event.giver}/hand" else None
    return None
