"""The layout of an observation: its parts by name, in order, each with its place."""

from functools import cached_property
from itertools import chain
from typing import Final

import numpy as np

from domain.commands import ProposeTrade
from domain.rulebook import Rulebook
from haricot_rl.editions import Extension
from haricot_rl.observation_parts import ObservationPart, Vector

HAND_PLACES: Final = 10
"""How many cards of the seat's own hand are listed in order, from the front."""
CARDS_MAX: Final = 255


class Layout:
    """What a seat sees at one table, under these rules; seats are identified by their distance, clockwise from it."""

    def __init__(self, rulebook: Rulebook, extension: Extension) -> None:
        self.rulebook = rulebook
        self.extension = extension
        self.players = rulebook.players
        self.cards = extension.cards
        self.looks_through_discards = rulebook.options.get("discard_inspection") == "full"
        self.coins_hidden = rulebook.options.get("coins_visibility") == "hidden"
        self.trades = ProposeTrade in rulebook.moves
        self.doubles = rulebook.planting.doubles
        phases = (*rulebook.opening[2:], *rulebook.turn)
        self.phases = [phase.name for one in phases for phase in (one, *one.steps)]

    @cached_property
    def parts(self) -> list[ObservationPart]:
        """Every part, in order."""
        besides = self.extension.table_parts()
        return [*self._table_parts, *besides, *self._hand_parts, *self._each_seat]

    @cached_property
    def slices(self) -> dict[str, slice]:
        """Where each part lies."""
        found, start = {}, 0
        for part in self.parts:
            found[part.name] = slice(start, start := start + part.size)
        return found

    @cached_property
    def high(self) -> Vector:
        """The most that each number can be; the least is 0."""
        return np.repeat([part.most for part in self.parts], [part.size for part in self.parts]).astype(np.float32)

    @cached_property
    def starts(self) -> tuple[int, int]:
        """Where the edition's own parts of the table begin, and where the seats begin."""
        sizes = [
            sum(part.size for part in parts)
            for parts in (self._table_parts, self.extension.table_parts(), self._hand_parts)
        ]
        return sizes[0], sum(sizes)

    @cached_property
    def _table_parts(self) -> list[ObservationPart]:
        cards, players = len(self.cards), self.players
        discards, most = "the top card of the discard pile", 1
        if self.looks_through_discards:
            discards, most = "the discard pile by variety", CARDS_MAX
        return [
            ObservationPart("phase", len(self.phases), 1, f"the phase: {', '.join(self.phases)}"),
            ObservationPart("turn", 1, 10_000, "the number of the turn"),
            ObservationPart("planted", 1, 9, "cards planted from hand in this turn"),
            ObservationPart("draw_pile", 1, CARDS_MAX, "cards of the draw pile"),
            ObservationPart("discard_pile", 1, CARDS_MAX, "cards of the discard pile"),
            ObservationPart("exhaustions_left", 1, 9, "how often the draw pile will still run out before the end"),
            ObservationPart("discards", cards, most, discards),
            ObservationPart("turned_up", cards, CARDS_MAX, "turned-up cards by variety"),
            ObservationPart("active", players, 1, "the active seat"),
            ObservationPart("to_move", players, 1, "the seat to move"),
            *(self._talk_parts if self.trades else ()),
        ]

    @cached_property
    def _talk_parts(self) -> list[ObservationPart]:
        cards, players, both = len(self.cards), self.players, "from the hand by variety, then turned-up cards"
        return [
            ObservationPart("offers_left", players, CARDS_MAX, "offers that each seat may still make in this turn"),
            ObservationPart(
                "offer_from", players, 1, "the seat that made the open proposal; all 0 where there is none"
            ),
            ObservationPart("offer_to", players, 1, "the seat that it is for"),
            ObservationPart("offer_gift", 1, 1, "it is a gift"),
            ObservationPart("offer_gives", 2 * cards, CARDS_MAX, f"what it gives: {both}"),
            ObservationPart("offer_wants", 2 * cards, CARDS_MAX, f"what it asks for: {both}"),
        ]

    @cached_property
    def _hand_parts(self) -> list[ObservationPart]:
        cards = len(self.cards)
        says = f"the first {HAND_PLACES} cards of the hand of this seat, front card first, each by its variety"
        return [
            ObservationPart("hand", HAND_PLACES * cards, 1, says),
            ObservationPart("hand_cards", cards, CARDS_MAX, "the whole hand of this seat by variety"),
        ]

    @cached_property
    def seat_parts(self) -> list[ObservationPart]:
        """What is seen of each seat."""
        cards = len(self.cards)
        whose = "coin cards by variety" + (": only those of this seat" if self.coins_hidden else "")
        fields = list(chain.from_iterable(self.field_parts(field) for field in range(self.extension.fields)))
        return [
            ObservationPart("hand_size", 1, CARDS_MAX, "cards in hand"),
            ObservationPart("coins", 1, CARDS_MAX, "coins"),
            ObservationPart("coin_cards", cards, CARDS_MAX, whose),
            *([ObservationPart("set_aside", cards, CARDS_MAX, "set-aside cards by variety")] if self.trades else []),
            *fields,
            *self.extension.seat_parts(),
        ]

    def field_parts(self, field: int) -> list[ObservationPart]:
        """Return what is seen of each field."""
        cards, name = len(self.cards), f"field_{field}"
        parts = [
            ObservationPart(f"{name}_there", 1, 1, "the field is there"),
            ObservationPart(f"{name}_worth", 1, CARDS_MAX, "coins if sold now"),
            ObservationPart(f"{name}_cards", cards, CARDS_MAX, "its cards by variety"),
        ]
        if self.doubles is not None:
            parts.append(ObservationPart(f"{name}_last", cards, 1, "its last card"))
            parts.append(ObservationPart(f"{name}_doubled", 1, 1, "two neighbours in it are of one kind"))
        return parts

    @cached_property
    def _each_seat(self) -> list[ObservationPart]:
        return [
            part._replace(name=f"seat_{distance}_{part.name}")
            for distance in range(self.players)
            for part in self.seat_parts
        ]
