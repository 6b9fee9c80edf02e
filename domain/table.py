"""The table: the whole state of a game as a frozen value; each field declares its audience."""

from typing import Annotated, Final, Self

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card, CoinCards, Slot
from domain.events import Cards, DonationOffered, Rules, TradeProposed
from domain.field_audiences import Redactable
from domain.member_types import EditionId, Kind, PhaseId, Reason, Text
from domain.refusals import UnknownCard
from domain.values import Value, changed
from domain.visibility import BY_SEAT, ERASABLE, EVERYONE, OWNER, OWNERS_COINS, SEALED, WITHIN

NOTHING_YET: Final = ""
"""The phase before the game is created."""
SEATING: Final = "seating"
"""The phase in which players take their seats."""


def pseudonym_of(seat: int) -> str:
    """Return the default pseudonym of the player at this seat, for a player who chose no name."""
    return f"seat-{seat}"


def is_default_pseudonym(name: str, seat: int) -> bool:
    """Return whether this is the default pseudonym at this seat, so that the player chose no name."""
    return name == pseudonym_of(seat)


class Annex(Redactable):
    """The state that one edition adds to the table, to each turn, or to each seat.

    In JSON its fields stand among those of the table, turn or seat.
    """

    def renewed(self) -> Self:
        """Return the annex for a new turn."""
        return type(self)()

    def zones(self) -> tuple[Cards, ...]:
        """Return the cards of each zone in the annex."""
        return ()


class Sitter(Value):
    """The player at a seat; `bot` names the kind of bot, `contribution` is the seat's share of the deal."""

    pseudonym: Text
    kind: Text
    contribution: Text | None
    bot: Text | None = None


class Seat(Redactable):
    """One seat and what lies before it: the hand, front card first, and the coins, in the order earned."""

    hand: Annotated[Cards, OWNER] = ()
    slots: Annotated[tuple[Slot, ...], OWNER] = ()
    next_slot: Annotated[int, Kind.COUNT, EVERYONE] = 0
    fields: Annotated[tuple[Cards, ...], EVERYONE] = ()
    coins: Annotated[CoinCards, OWNERS_COINS] = ()
    set_aside: Annotated[Cards, EVERYONE] = ()
    sitter: Annotated[Sitter | None, ERASABLE] = None
    annex: Annotated[Annex | None, WITHIN] = None

    def with_cards_in_hand(self, cards: Cards) -> "Seat":
        """Return the seat with these cards at the back of its hand, under new slots. Rule: CL-2.4."""
        first, following = self.next_slot, self.next_slot + len(cards)
        return replace(self, hand=self.hand + cards, slots=(*self.slots, *range(first, following)), next_slot=following)


class Turn(Redactable):
    """The current turn: the active seat, its number, its phase, and the cards planted in phase 1 so far."""

    seat: Annotated[int, Kind.SEAT, EVERYONE] = 0
    number: Annotated[int, Kind.COUNT, EVERYONE] = 0
    phase: Annotated[PhaseId, EVERYONE] = NOTHING_YET
    planted: Annotated[int, Kind.COUNT, EVERYONE] = 0
    annex: Annotated[Annex | None, WITHIN] = None


class Result(Value):
    """How the game ended; a voided game has neither scores nor winners."""

    reason: Reason
    scores: tuple[Annotated[int, Kind.COUNT], ...] | None = None
    winners: tuple[Annotated[int, Kind.SEAT], ...] | None = None


class Table(Redactable):
    """The whole state of a game. Piles have their top card first; in other areas the card laid last is the last one.

    `exhausted` means that the empty draw pile has been counted as an exhaustion; after a `final` one no card is drawn.
    `shuffles` is the number of the next shuffle of the deal that `commitment` commits to.
    """

    edition: Annotated[EditionId, EVERYONE] = ""
    rules: Annotated[Rules, EVERYONE] = Rules(version="", options={}, digest="")
    practice: Annotated[bool, EVERYONE] = False
    commitment: Annotated[Text | None, EVERYONE] = None
    seats: Annotated[tuple[Seat, ...], BY_SEAT] = ()
    turn: Annotated[Turn, WITHIN] = Turn()
    draw_pile: Annotated[Cards, SEALED] = ()
    discard_pile: Annotated[Cards, EVERYONE] = ()
    turned_up: Annotated[Cards, EVERYONE] = ()
    removed: Annotated[Cards, EVERYONE] = ()
    proposals: Annotated[tuple[TradeProposed | DonationOffered, ...], WITHIN] = ()
    lapsed: Annotated[tuple[int, ...], Kind.OFFER, EVERYONE] = ()
    next_proposal: Annotated[int, Kind.OFFER, EVERYONE] = 1
    exhaustions: Annotated[int, Kind.COUNT, EVERYONE] = 0
    exhausted: Annotated[bool, EVERYONE] = False
    final: Annotated[bool, EVERYONE] = False
    shuffles: Annotated[int, Kind.COUNT, EVERYONE] = 0
    result: Annotated[Result | None, EVERYONE] = None
    annex: Annotated[Annex | None, WITHIN] = None

    @property
    def begun(self) -> bool:
        """Whether the game has begun: all seats are taken, and the cards are dealt."""
        return self.turn.phase not in (NOTHING_YET, SEATING)

    @property
    def active(self) -> Seat:
        """The seat whose turn it is."""
        return self.seats[self.turn.seat]

    @property
    def contributions(self) -> tuple[str, ...]:
        """The share of the deal of each seat, by seat."""
        sitters = (seat.sitter for seat in self.seats)
        return tuple(sitter.contribution or "" for sitter in sitters if sitter is not None)

    def with_seat(self, index: int, seat: Seat) -> "Table":
        """Return this table with one seat changed."""
        return replace(self, seats=changed(self.seats, index, seat))

    def next_seat(self, seat: int) -> int:
        """Return the seat to the left. Rule: CL-2.6."""
        return (seat + 1) % len(self.seats)

    def front_card(self, seat: int) -> Card:
        """Return the variety of the front card of a hand that is not empty; UnknownCard when it is face down."""
        card = self.seats[seat].hand[0]
        if card == FACE_DOWN:
            raise UnknownCard(f"seats[{seat}].hand[0]")
        return card
