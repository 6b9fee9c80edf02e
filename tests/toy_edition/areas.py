"""The toy's annexes: an open raid, a count of raids, a store for each seat."""

from typing import Annotated

from msgspec.structs import replace

from domain.cards import Card
from domain.events import Cards
from domain.evolve import BlankAnnexes, declare_annexes
from domain.field_audiences import Redactable
from domain.member_types import Kind, SeatIndex, Source
from domain.table import Annex, Seat, Table
from domain.visibility import EVERYONE, OWNER, WITHIN, only


class Stake(Redactable):
    """A card face down in a raid; a card that came from the pile is unknown to all."""

    seat: Annotated[SeatIndex, EVERYONE]
    source: Annotated[Source, EVERYONE]
    card: Annotated[Card, only("known_to")]
    known_to: Annotated[SeatIndex | None, EVERYONE] = None


class Raid(Redactable):
    """An open raid: the attacker, the target, and the cards committed so far, the attacker's first."""

    seat: Annotated[SeatIndex, EVERYONE]
    target: Annotated[SeatIndex, EVERYONE]
    commitments: Annotated[tuple[Stake, ...], WITHIN] = ()

    @property
    def to_commit(self) -> int:
        """The seat whose card is awaited. Rule: TY-11.4."""
        return self.target if self.commitments else self.seat

    @property
    def cards(self) -> Cards:
        """The cards committed so far."""
        return tuple(commitment.card for commitment in self.commitments)


class RaidGround(Annex):
    """Beside the piles: the open raid, and the prize of one just decided."""

    raid: Annotated[Raid | None, WITHIN] = None
    prize: Annotated[Cards, EVERYONE] = ()

    def zones(self) -> tuple[Cards, ...]:
        """Return the zones of the raid: the prize, and the committed cards, which lie in no pile."""
        return (self.prize, () if self.raid is None else self.raid.cards)


class RaidsThisTurn(Annex):
    """How many raids the active seat has declared."""

    raids: Annotated[int, Kind.COUNT, EVERYONE] = 0


class Store(Annex):
    """The cards that a seat has won; only their owner sees them. Rule: TY-12.1."""

    store: Annotated[Cards, OWNER] = ()

    def zones(self) -> tuple[Cards, ...]:
        """Return the store as the one zone of cards here."""
        return (self.store,)


declare_annexes("toy", BlankAnnexes(table=RaidGround(), turn=RaidsThisTurn(), seat=Store()))


def ground(table: Table) -> RaidGround:
    """Return the table's annex: the open raid and the prize."""
    assert isinstance(table.annex, RaidGround)
    return table.annex


def raids_this_turn(table: Table) -> int:
    """Return how many raids have been declared this turn."""
    assert isinstance(table.turn.annex, RaidsThisTurn)
    return table.turn.annex.raids


def store(seat: Seat) -> Cards:
    """Return the cards that a seat has won."""
    assert isinstance(seat.annex, Store)
    return seat.annex.store


def with_store(table: Table, index: int, cards: Cards) -> Table:
    """Return the table with these cards in that seat's store."""
    return table.with_seat(index, replace(table.seats[index], annex=Store(store=cards)))
