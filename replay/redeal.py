"""Deals again all cards of a table that one viewer could not know."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple, Protocol

from msgspec.structs import replace

from domain.cards import Card
from domain.editions import rulebook_of
from domain.events import Cards
from domain.field_audiences import Redactable
from domain.inference.knowledge import HiddenPlace, Knowledge, Since
from domain.member_types import Kind, members_of
from domain.refusals import CorruptHistory, HaricotError, ImpossiblePosition, Misuse
from domain.table import Seat, Table
from domain.upcasters import upcast
from domain.values import Value
from domain.view import View
from domain.visibility import Viewer
from replay.codec import Envelope
from replay.positions.open_offers import assign_slots
from replay.record import Record, redacted_envelope
from replay.rewind import batch_end, is_batch_end, require_n, tables


def table_with_cards(table: Table, zones: Mapping[str, Cards]) -> Table:
    """Return the table with these cards, given by the pointer of each zone, and with a slot for every hand card."""
    seats = tuple(_seat_with_cards(seat, f"/seats/{index}", zones) for index, seat in enumerate(table.seats))
    return replace(
        table,
        seats=seats,
        proposals=tuple(assign_slots(seats, table.proposals)),
        draw_pile=zones.get("/draw_pile", table.draw_pile),
        discard_pile=zones.get("/discard_pile", table.discard_pile),
        annex=_annex_with_cards(table.annex, "", zones),
        turn=replace(table.turn, annex=_annex_with_cards(table.turn.annex, "/turn", zones)),
    )


def _seat_with_cards(seat: Seat, base: str, zones: Mapping[str, Cards]) -> Seat:
    first = seat.next_slot - len(seat.hand)
    return replace(
        seat,
        hand=zones.get(f"{base}/hand", seat.hand),
        slots=tuple(range(first, seat.next_slot)) if None in seat.slots else seat.slots,
        coins=zones.get(f"{base}/coins", seat.coins),
        annex=_annex_with_cards(seat.annex, base, zones),
    )


def _annex_with_cards(record: Any, base: str, zones: Mapping[str, Cards]) -> Any:
    """Return the part of an edition's annex with the cards of these zones."""
    if record is None:
        return None
    changes: dict[str, Any] = {}
    kind: type[Redactable] = type(record)
    for member in members_of(kind):
        value, pointer = getattr(record, member.attribute), f"{base}/{member.name}"
        if isinstance(value, Redactable):
            changes[member.attribute] = _annex_with_cards(value, pointer, zones)
        elif pointer in zones and member.kind in (Kind.CARD, Kind.COIN):
            changes[member.attribute] = zones[pointer] if member.many else zones[pointer][0]
    return replace(record, **changes) if changes else record


ROUNDS_WITHOUT_CONTRADICTION: Final = 8
"""How many rounds of swaps follow once nothing is contradicted. Without them the first deals would be likelier."""
ROUNDS_MAX: Final = 200
ROUNDS_WITH_CONTRADICTION_MAX: Final = 1000
"""The maximum while something is contradicted. Of 80 moments of modern games one needed 310 rounds."""


class Dealer(Protocol):
    """The source of a new deal: `Deal` of a fork."""

    @property
    def commitment(self) -> str | None: ...

    def redeal(self, k: int, contributions: tuple[str, ...], items: Sequence[Any]) -> tuple[Any, ...]:
        """Return the items in the order that the k-th shuffle of a redeal brings them into."""


class SeenHistory(Value):
    """The first events of a game as one viewer read them, without anything that this viewer could not see."""

    game: str
    viewer: Viewer
    envelopes: tuple[Envelope, ...]

    @classmethod
    def of(cls, record: Record, viewer: Viewer, asked: int) -> "SeenHistory":
        """Return what the viewer has read by the end of the batch of event `asked`.

        Misuse if there is no such event, and for the omniscient viewer.
        """
        require_n(record, asked)
        if viewer.sees_all:
            raise Misuse("the omniscient view knows every card: fork with mode exact, or as a seat or spectator")
        options, last = record.created.rules.options, batch_end(record, asked)
        seen = tuple([redacted_envelope(envelope, viewer, options) for envelope in record.envelopes[:last]])
        return cls(game=record.game, viewer=viewer, envelopes=seen)

    def knowledge(self, *, strict: bool = True) -> tuple[Table, Knowledge]:
        """Return the table as the viewer sees it after these events, and their knowledge of the hidden cards.

        CorruptFile as for a fold. `strict` is that of HiddenHands.
        """
        record = Record(game=self.game, envelopes=self.envelopes, viewer=self.viewer)
        return knowledge_at(record, len(self.envelopes), strict=strict)


def knowledge_at(record: Record, n: int, *, strict: bool) -> tuple[Table, Knowledge]:
    """Return the table after event n of a record of one viewer, and their knowledge of hidden cards."""
    knowledge, view = None, View.of(Table(), record.viewer)
    for envelope, table in islice(tables(record), n):
        if knowledge is None:
            knowledge = Knowledge(rulebook_of(table).deck_counts, strict=strict)
        elif envelope.cause is not None:
            knowledge.settle(view)
        view = replace(view, table=table)
        knowledge.add(envelope.n, upcast(envelope.event), view)
    if knowledge is None:
        raise CorruptHistory("a game begins with game_created")
    if is_batch_end(record, n):
        knowledge.settle(view)
    return view.table, knowledge


def redeal_table(seen: SeenHistory, dealer: Dealer) -> Table:
    """Return the table after the last of these events, with the hidden cards dealt again.

    The same arguments give the same table. Every deal that the viewer cannot tell from the true one is possible.
    ImpossiblePosition if there is none, because no game by the rules leads to these events.
    """
    try:
        return _redeal_with(dealer, *seen.knowledge())
    except ImpossiblePosition:  # a game that a person wrote down may break the rules
        return _redeal_with(dealer, *seen.knowledge(strict=False))


def _redeal_with(dealer: Dealer, table: Table, knowledge: Knowledge) -> Table:
    places = knowledge.places()
    pool = tuple(card for card in knowledge.deck for _ in range(knowledge.unseen[card]))
    if not table.begun:
        raise Misuse("no card has been dealt yet, so there is nothing to deal again", place="at")
    if len(pool) != len(places):
        raise ImpossiblePosition(f"{len(places)} cards lie face down, and {len(pool)} can be there", place="at")
    deal = _Arrangement(knowledge, places, dealer.redeal(0, table.contributions, pool))
    whole = range(len(places))
    rounds = ROUNDS_WITHOUT_CONTRADICTION if deal.has_constraints else 0
    for k in range(1, ROUNDS_WITH_CONTRADICTION_MAX):
        if not rounds or (k >= ROUNDS_MAX and not deal.contradictions):  # an earlier fork's redeal stays as it was
            break
        deal.swap(dealer.redeal(k, table.contributions, whole))
        rounds -= deal.contradictions == 0
    if deal.contradictions:
        raise ImpossiblePosition("no cards can lie there as the events tell: it is no game by the rules", place="at")
    return table_with_cards(table, deal.zones())


class RedealOutcome(NamedTuple):
    """The table that a fork dealt again, with what its creator had seen, to check it against the revealed deal."""

    seen: SeenHistory
    outcome: Table
    kind: str = "redeal"
    is_hidden: bool = False

    def follows_from(self, deal: Dealer) -> bool:
        """Return whether the deal produces this table."""
        try:
            return redeal_table(self.seen, deal) == self.outcome
        except HaricotError:  # such a table cannot have been seen
            return False


class _Arrangement:
    """Cards laid at the hidden places, with the number of contradictions to what the viewer knows."""

    def __init__(self, knowledge: Knowledge, places: Sequence[HiddenPlace], cards: Sequence[Card]) -> None:
        self._knowledge = knowledge
        self._places = places
        self._cards = list(cards)
        self._count_limits = {Since.OLD: knowledge.old, Since.NEW: knowledge.new}
        self._lying: dict[Since, Counter[Card]] = defaultdict(Counter)
        for place, card in zip(places, cards, strict=True):
            self._lying[place.since][card] += 1
        self._first = {place.zone: at for at, place in reversed(list(enumerate(places)))}
        self._least_by_zone = {zone: knowledge.least(zone) for zone in knowledge.zones}
        is_bound = any(place.attested is not None for place in places)
        self.has_constraints = (
            is_bound or any(self._least_by_zone.values()) or len({place.since for place in places}) > 1
        )
        """Whether the viewer knows anything that a deal could contradict."""
        self.contradictions = (
            sum(map(self._missing_cards, self._first))
            + sum(self._surplus_cards(since, card) for since in self._count_limits for card in knowledge.unseen)
            + sum(map(self._contradicts_report, range(len(places))))
        )
        if is_bound:
            self._place_reported_cards()

    def swap(self, order: Sequence[int]) -> None:
        """Exchange the cards at these places, pair by pair, unless that adds contradictions."""
        for one, other in zip(order[::2], order[1::2], strict=False):
            if self._cards[one] != self._cards[other]:
                self._swap_unless_worse(one, other)

    def _swap_unless_worse(self, one: int, other: int) -> None:
        before = self._contradictions_at(one, other)
        self._exchange(one, other)
        if (more := self._contradictions_at(one, other) - before) > 0:
            self._exchange(one, other)
        else:
            self.contradictions += more

    def _place_reported_cards(self) -> None:
        """Move cards to where players reported them, since random swaps seldom bring a card to a single place."""
        for one in range(len(self._places)):
            for other in range(len(self._places)):
                if self._contradicts_report(one) and self._places[one].can_be(self._cards[other]):
                    self._swap_unless_worse(one, other)

    def _contradicts_report(self, at: int) -> bool:
        """Return whether the card at this place contradicts what a player reported of it."""
        return not self._places[at].can_be(self._cards[at])

    def zones(self) -> Mapping[str, Cards]:
        """Return all cards of each zone that has hidden cards, by the pointer of the zone."""
        zones = {pointer: list(zone.cards) for pointer, zone in self._knowledge.zones.items()}
        for place, card in zip(self._places, self._cards, strict=True):
            zones[place.zone][place.at] = card
        return {pointer: tuple(cards) for pointer, cards in zones.items()}

    def _exchange(self, one: int, other: int) -> None:
        cards = self._cards
        for at, gone, come in ((one, cards[one], cards[other]), (other, cards[other], cards[one])):
            lying = self._lying[self._places[at].since]
            lying[gone] -= 1
            lying[come] += 1
        cards[one], cards[other] = cards[other], cards[one]

    def _contradictions_at(self, one: int, other: int) -> int:
        """Return how many contradictions involve these two places."""
        zones = {self._places[one].zone, self._places[other].zone}
        cards = (self._cards[one], self._cards[other])
        return (
            sum(map(self._missing_cards, zones))
            + sum(self._surplus_cards(since, card) for since in self._count_limits for card in cards)
            + self._contradicts_report(one)
            + self._contradicts_report(other)
        )

    def _surplus_cards(self, since: Since, card: Card) -> int:
        return max(0, self._lying[since][card] - self._count_limits[since][card])

    def _missing_cards(self, zone: str) -> int:
        """Return how many cards a zone lacks of those that the viewer knows to lie there."""
        lacking, first = 0, self._first[zone]
        for size, least in self._least_by_zone[zone]:
            there = self._cards[first : first + size]
            lacking += sum(max(0, count - there.count(card)) for card, count in least.items())
        return lacking
