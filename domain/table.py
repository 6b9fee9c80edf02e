"""The table: everything that lies on it, frozen; each zone names its audience."""

from typing import Annotated, Final, Self

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card, CoinCards, Slot
from domain.events import Cards, DonationOffered, Rules, TradeProposed
from domain.field_audiences import Audited
from domain.member_types import EditionId, Kind, PhaseId, Reason, Text
from domain.refusals import UnknownCard
from domain.values import Value, changed
from domain.visibility import BY_SEAT, ERASABLE, EVERYONE, OWNER, OWNERS_COINS, SEALED, WITHIN

NOTHING_YET: Final = ""
"""The phase of a table at which no game has been created."""
SEATING: Final = "seating"
"""The phase in which seats are taken."""


def pseudonym_of(seat: int) -> str:
    """Return the name in the log for a player without a name."""
    return f"seat-{seat}"


def nameless(name: str, seat: int) -> bool:
    """Return whether this name is no name that a player at this seat chose."""
    return name == pseudonym_of(seat)


class Annex(Audited):
    """What one edition adds to the table, to each turn, or to each seat; its fields appear among the host's."""

    def renewed(self) -> Self:
        """Return the annex of a new turn."""
        return type(self)()

    def zones(self) -> tuple[Cards, ...]:
        """Return the places in the annex where cards lie."""
        return ()


class Sitter(Value):
    """The player of a seat; `bot` is its kind if it is one, `contribution` the seat's share of the deal."""

    pseudonym: Text
    kind: Text
    contribution: Text | None
    bot: Text | None = None


class Seat(Audited):
    """One place at the table. The front card of the hand comes first; coins in the order earned."""

    hand: Annotated[Cards, OWNER] = ()
    slots: Annotated[tuple[Slot, ...], OWNER] = ()
    next_slot: Annotated[int, Kind.COUNT, EVERYONE] = 0
    fields: Annotated[tuple[Cards, ...], EVERYONE] = ()
    coins: Annotated[CoinCards, OWNERS_COINS] = ()
    set_aside: Annotated[Cards, EVERYONE] = ()
    sitter: Annotated[Sitter | None, ERASABLE] = None
    annex: Annotated[Annex | None, WITHIN] = None

    def joined_by(self, cards: Cards) -> "Seat":
        """Return the seat with these cards at the back of its hand, under new slots. Rule: CL-2.4."""
        first, following = self.next_slot, self.next_slot + len(cards)
        return replace(self, hand=self.hand + cards, slots=(*self.slots, *range(first, following)), next_slot=following)


class Turn(Audited):
    """Whose turn it is, which one, its phase, and the plantings of phase 1 so far."""

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


class Table(Audited):
    """The whole state of a game. Piles are top first, areas in the order laid.

    With `exhausted` the emptiness of the draw pile has been counted; with `final` no more cards are drawn.
    `shuffles` numbers the next shuffle of the deal that `commitment` binds.
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
        """Whether all seats are taken and the cards are dealt."""
        return self.turn.phase not in (NOTHING_YET, SEATING)

    @property
    def active(self) -> Seat:
        """The seat whose turn it is."""
        return self.seats[self.turn.seat]

    @property
    def contributions(self) -> tuple[str, ...]:
        """What each seat added to the deal, by seat."""
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
