"""What the duel lays beside the family's areas: the offer, and how far the steps of this turn have come."""

from typing import Annotated

from msgspec.structs import replace

from domain.events import Cards
from domain.history import Blanks, annex, laid_as
from domain.table import Annex, Table
from domain.visibility import EVERYONE


class Offer(Annex):
    """The cards that one player left face up for the other; they belong to nobody. Rule: DU-5.4."""

    offer: Annotated[Cards, EVERYONE] = ()

    def zones(self) -> tuple[Cards, ...]:
        """The offer."""
        return (self.offer,)


class StepsThisTurn(Annex):
    """Whether the discard of step 2 is made, and whether the active player may still take a matching discard."""

    discarded: Annotated[bool, EVERYONE] = False
    matching: Annotated[bool, EVERYONE] = False


annex("duel", Blanks(table=Offer(), turn=StepsThisTurn()))


def offer(table: Table) -> Cards:
    """The cards offered to whoever is active in step 1."""
    return laid_as(table.annex, Offer).offer


def with_offer(table: Table, cards: Cards) -> Table:
    """The table with these cards as the offer."""
    return replace(table, annex=Offer(offer=cards))


def steps(table: Table) -> StepsThisTurn:
    """How far the steps of this turn have come."""
    return laid_as(table.turn.annex, StepsThisTurn)


def with_steps(table: Table, now: StepsThisTurn) -> Table:
    """The table with the steps of this turn so far."""
    return replace(table, turn=replace(table.turn, annex=now))
