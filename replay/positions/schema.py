"""The shape of a position: its fields with their defaults."""

from typing import Annotated, Final

import msgspec

from domain.cards import FACE_DOWN
from domain.commands import OneOrMore
from domain.events import Cards, DonationOffered, TradeProposed
from domain.member_types import Count, EditionId, HandPlace, PhaseId, Reason, SeatIndex, one_of
from domain.reported_cards import IS, IS_NOT
from domain.values import Value
from domain.visibility import Option

FORMAT: Final = "haricot-position/1"
Zone = Cards | Annotated[int, msgspec.Meta(ge=0, le=1000)]
"""Cards in order, or only how many."""


class WrittenTurn(Value):
    """Whose turn it is, and in which phase."""

    seat: SeatIndex = 0
    number: Count = 1
    phase: PhaseId = "plant"
    planted: Count = 0


class Attestation(Value):
    """A report of the hand cards at these places, from 0 at the front: each `is` one of these, or `is_not` any."""

    places: tuple[HandPlace, ...]
    how: Annotated[Reason, one_of(IS, IS_NOT)]
    cards: Cards


class WrittenSeat(Value):
    """What lies before a seat."""

    hand: Zone = ()
    hand_slots: tuple[Count, ...] | None = None
    fields: tuple[Cards, ...] | None = None
    coins: Zone = ()
    set_aside: Cards = ()
    attested: tuple[Attestation, ...] = ()


class Position(Value):
    """A whole position, less what the annexes of its edition add to it."""

    edition: EditionId
    seats: tuple[WrittenSeat, ...]
    format: Annotated[str, one_of(FORMAT)] = FORMAT
    version: str | None = None
    options: dict[str, Option] = {}
    n: Count | None = None
    settled: bool = True
    turn: WrittenTurn = WrittenTurn()
    turned_up: Cards = ()
    draw_pile: Zone = ()
    discard_pile: Zone = ()
    exhaustions: Count = 0
    final: bool = False
    donations: tuple[DonationOffered, ...] = ()
    lapsed: tuple[OneOrMore, ...] = ()
    proposals: tuple[TradeProposed, ...] = ()
    next_proposal: OneOrMore = 1
    next_slots: tuple[Count | None, ...] | None = None
    ended: bool = False
    winners: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None


def cards_of(zone: Zone) -> Cards:
    """Return the cards of a zone; of those that are only counted, as many face down."""
    return (FACE_DOWN,) * zone if isinstance(zone, int) else zone
