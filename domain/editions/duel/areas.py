"""The duel's annexes, which hold the state it adds to the table."""

from typing import Annotated

from msgspec.structs import replace

from domain.commands import declare_card_area
from domain.events import Cards
from domain.evolve import BlankAnnexes, declare_annexes, require_annex
from domain.table import Annex, Table
from domain.visibility import EVERYONE


class Offer(Annex):
    """The cards that one player left face up for the other; they have no owner. Rule: DU-5.4."""

    offer: Annotated[Cards, EVERYONE] = ()

    def zones(self) -> tuple[Cards, ...]:
        """Return the offer as the one zone of cards here."""
        return (self.offer,)


class StepsThisTurn(Annex):
    """Whether the discard of step 2 is made, and whether the active player may still take a matching discard."""

    discarded: Annotated[bool, EVERYONE] = False
    matching: Annotated[bool, EVERYONE] = False


declare_card_area("offer")
declare_annexes("duel", BlankAnnexes(table=Offer(), turn=StepsThisTurn()))


def offer(table: Table) -> Cards:
    """Return the cards that the active player finds offered in step 1."""
    return require_annex(table.annex, Offer).offer


def with_offer(table: Table, cards: Cards) -> Table:
    """Return the table with these cards as the offer."""
    return replace(table, annex=Offer(offer=cards))


def steps_this_turn(table: Table) -> StepsThisTurn:
    """Return the turn's annex: whether step 2's discard is made, whether matching is open."""
    return require_annex(table.turn.annex, StepsThisTurn)


def with_steps_this_turn(table: Table, now: StepsThisTurn) -> Table:
    """Return the table with this annex for its turn."""
    return replace(table, turn=replace(table.turn, annex=now))
