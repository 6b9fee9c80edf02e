"""What a seat sees, as numbers: read from the whole table, but only where the seat may look."""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from domain.events import Cards, DonationOffered, GivenCards
from domain.rulebook import Rulebook
from domain.rules.offers import Proposal, addressee
from domain.table import Seat, Table
from haricot_rl.editions import Extension
from haricot_rl.layout import HAND_PLACES, Layout
from haricot_rl.observation_parts import CACHED_MAX, Vector


class SeatNumbers(NamedTuple):
    """A seat as it was when it was last looked at, and its numbers for others and for itself."""

    seat: Seat
    others: Vector
    own: Vector


class Observations:
    """The observations of one table; `layout` describes their places. Unchanged parts are not counted again."""

    def __init__(self, rulebook: Rulebook, extension: Extension) -> None:
        self.rulebook = rulebook
        self.extension = extension
        self.layout = layout = Layout(rulebook, extension)
        self.counts = extension.counts
        self._own_is_more = layout.coins_hidden or bool(extension.seat_parts())
        self._seen: list[SeatNumbers | None] = [None] * layout.players
        self._hands: list[tuple[Cards, Vector] | None] = [None] * layout.players
        self._fields: dict[Cards, Vector] = {}
        self._at: dict[str, int] = {name: place.start for name, place in layout.slices.items()}
        self._beside, self._seats = layout.starts
        self._seat_size = sum(part.size for part in layout.seat_parts)

    def observe(self, table: Table, seat: int, to_move: int, offers_left: list[int]) -> Vector:
        """Return the numbers that this seat sees; the same from the whole table as from the seat's own view of it."""
        layout, at, turn = self.layout, self._at, table.turn
        players, cards = layout.players, len(layout.cards)
        numbers = np.zeros(len(layout.high), np.float32)
        numbers[at["phase"] + self._phase(table)] = 1
        first = at["turn"]
        numbers[first : first + 5] = (
            turn.number,
            turn.planted,
            len(table.draw_pile),
            len(table.discard_pile),
            self.rulebook.drawing.exhaustions_to_end - table.exhaustions,
        )
        discards = table.discard_pile if layout.looks_through_discards else table.discard_pile[:1]
        numbers[at["discards"] : at["discards"] + cards] = self.counts[discards]
        numbers[at["turned_up"] : at["turned_up"] + cards] = self.counts[table.turned_up]
        numbers[at["active"] + (turn.seat - seat) % players] = 1
        numbers[at["to_move"] + (to_move - seat) % players] = 1
        if layout.trades:
            numbers[at["offers_left"] : at["offers_left"] + players] = offers_left[seat:] + offers_left[:seat]
        for offer in table.proposals:
            self._offer(numbers, offer, seat)
        besides = self.extension.table_numbers(table, seat)
        numbers[self._beside : self._beside + len(besides)] = besides
        for distance in range(players):
            index = (seat + distance) % players
            seen = self._look(table.seats[index], index)
            start = self._seats + distance * self._seat_size
            numbers[start : start + self._seat_size] = seen.others if distance else seen.own
        numbers[at["hand"] : self._seats] = self._own_hand(table.seats[seat].hand, seat)
        return numbers

    def _phase(self, table: Table) -> int:
        return self.layout.phases.index(self.rulebook.phase(table).name)

    def _offer(self, numbers: Vector, offer: Proposal, seat: int) -> None:
        at, to = self._at, addressee(offer)
        numbers[at["offer_from"] + (offer.seat - seat) % self.layout.players] = 1
        if to is not None:
            numbers[at["offer_to"] + (to - seat) % self.layout.players] = 1
        if isinstance(offer, DonationOffered):
            numbers[at["offer_gift"]] = 1
            self._given(numbers, at["offer_gives"], offer.cards)
            return
        self._given(numbers, at["offer_gives"], offer.give)
        for card, count in offer.want.items():
            numbers[at["offer_wants"] + self.counts.places[card]] += count
        for card in offer.want_turned_up:
            numbers[at["offer_wants"] + len(self.layout.cards) + self.counts.places[card]] += 1

    def _given(self, numbers: Vector, start: int, cards: GivenCards) -> None:
        for card in cards:
            area = 0 if card.source == "hand" else len(self.layout.cards)
            numbers[start + area + self.counts.places[card.variety]] += 1

    def _look(self, seat: Seat, index: int) -> SeatNumbers:
        seen = self._seen[index]
        if seen is None or seen.seat is not seat:
            others = self._of_seat(seat, own=False)
            own = self._of_seat(seat, own=True) if self._own_is_more else others
            seen = self._seen[index] = SeatNumbers(seat, others, own)
        return seen

    def _of_seat(self, seat: Seat, *, own: bool) -> Vector:
        fields = [self._field(field) for field in seat.fields]
        fields += [self._no_field] * (self.layout.extension.fields - len(fields))
        return np.concatenate(
            (
                np.array((len(seat.hand), len(seat.coins)), np.float32),
                self.counts[() if self.layout.coins_hidden and not own else seat.coins],
                *((self.counts[seat.set_aside],) if self.layout.trades else ()),
                *fields,
                self.extension.seat_numbers(seat, own=own),
            )
        )

    @cached_property
    def _no_field(self) -> Vector:
        return np.zeros(sum(part.size for part in self.layout.field_parts(0)), np.float32)

    def _field(self, field: Cards) -> Vector:
        found = self._fields.get(field)
        if found is None:
            if len(self._fields) >= CACHED_MAX:
                self._fields.clear()
            found = self._fields[field] = self._counted_field(field)
        return found

    def _counted_field(self, field: Cards) -> Vector:
        worth = len(self.rulebook.selling.sold(field).coins) if field else 0
        there = [np.array((1, worth), np.float32), self.counts[field]]
        doubles = self.layout.doubles
        if doubles is not None:
            doubled = any(doubles(field[:place], field[place]) for place in range(1, len(field)))
            there += [self.counts[field[-1:]], np.array((doubled,), np.float32)]
        return np.concatenate(there)

    def _own_hand(self, hand: Cards, index: int) -> Vector:
        last = self._hands[index]
        if last is not None and last[0] is hand:
            return last[1]
        width = len(self.layout.cards)
        numbers = np.zeros(HAND_PLACES * width, np.float32)
        numbers[[place * width + self.counts.places[card] for place, card in enumerate(hand[:HAND_PLACES])]] = 1
        found = np.concatenate((numbers, self.counts.count(hand)))
        self._hands[index] = hand, found
        return found
