"""Section 8: everybody draws a card, then doubled fields are sold."""

from functools import partial
from typing import Any

from msgspec.structs import replace

from domain.commands import DrawCards
from domain.draft import Draft
from domain.editions.sissi.fields import Court
from domain.events import Cards, CardsDrawn
from domain.rulebook import Phase, Rulebook
from domain.rules import drawing, harvest
from domain.rules.phases import DRAW, then_close


def draw_phase(court: Court, *, everybody: bool) -> Phase:
    """Phase 4, and right after it the Sissi action; after the final exhaustion the game ends without it.

    `everybody` sells the doubled fields of all seats, not of the active one alone.
    Rule: SI-8.1 to SI-8.5, SI-9.3, AMB-SI-6.
    """

    def happens(rulebook: Rulebook, draft: Draft, command: Any) -> None:
        seats = clockwise(draft.table.turn.seat, rulebook.players)
        everybody_draws(rulebook, draft, seats)
        if not draft.table.final:
            for seat in seats if everybody else seats[:1]:
                sissi_action(rulebook, draft, court, seat)

    return Phase(name="draw", moves={DrawCards: replace(DRAW, happens=then_close(happens))}, last=True)


def clockwise(first: int, players: int) -> tuple[int, ...]:
    """All seats in turn order from the first. Rule: SI-8.1."""
    return tuple((first + step) % players for step in range(players))


def everybody_draws(rulebook: Rulebook, draft: Draft, seats: tuple[int, ...]) -> None:
    """Each seat in turn draws; the whole phase is one draw step. Rule: SI-8.1 to SI-8.3, AMB-GE-3."""
    if drawing.found_nothing(rulebook, draft):
        return
    for seat in seats:
        drawing.take_some(rulebook, draft, rulebook.draw_count(draft.table), partial(_drawn, seat))


def _drawn(seat: int, cards: Cards) -> CardsDrawn:
    return CardsDrawn(seat=seat, cards=cards)


def sissi_action(rulebook: Rulebook, draft: Draft, court: Court, seat: int) -> None:
    """Every doubled field of a seat is sold, in ascending order; there is no choice. Rule: SI-8.4."""
    for index, field in enumerate(draft.table.seats[seat].fields):
        if court.is_doubled(field):
            harvest.sell(rulebook, draft, seat, index, "sissi_action")
