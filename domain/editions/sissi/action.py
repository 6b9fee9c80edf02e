"""Section 8: every seat draws, then doubled fields are sold."""

from functools import partial
from typing import Any

from msgspec.structs import replace

from domain.commands import DrawCards
from domain.editions.sissi.fields import Court
from domain.events import Cards, CardsDrawn
from domain.pending_events import PendingEvents
from domain.rulebook import Phase, Rulebook
from domain.rules import drawing, harvest
from domain.rules.phases import DRAW, then_close_phase


def draw_phase(court: Court, *, everybody: bool) -> Phase:
    """Return phase 4: every seat draws, then the Sissi action sells doubled fields.

    After the final exhaustion the game ends without the action. `everybody` sells the doubled fields of all seats,
    not only of the active one.
    Rule: SI-8.1 to SI-8.5, SI-9.3, AMB-SI-6.
    """

    def apply_rule(rulebook: Rulebook, draft: PendingEvents, command: Any) -> None:
        seats = clockwise_from(draft.table.turn.seat, rulebook.players)
        all_seats_draw(rulebook, draft, seats)
        if not draft.table.final:
            for seat in seats if everybody else seats[:1]:
                sissi_action(rulebook, draft, court, seat)

    return Phase(name="draw", moves={DrawCards: replace(DRAW, rule=then_close_phase(apply_rule))}, can_end_game=True)


def clockwise_from(first: int, players: int) -> tuple[int, ...]:
    """Return all seats in turn order, beginning with the first. Rule: SI-8.1."""
    return tuple((first + step) % players for step in range(players))


def all_seats_draw(rulebook: Rulebook, draft: PendingEvents, seats: tuple[int, ...]) -> None:
    """Let each of these seats draw in turn; the exhaustion rules count the whole phase as one draw step.

    Rule: SI-8.1 to SI-8.3, AMB-GE-3.
    """
    if drawing.count_if_no_cards(rulebook, draft):
        return
    for seat in seats:
        drawing.take_cards(rulebook, draft, rulebook.drawing.draw_count(draft.table), partial(_drawn, seat))


def _drawn(seat: int, cards: Cards) -> CardsDrawn:
    return CardsDrawn(seat=seat, cards=cards)


def sissi_action(rulebook: Rulebook, draft: PendingEvents, court: Court, seat: int) -> None:
    """Sell every doubled field of a seat, in ascending order; the seat has no choice. Rule: SI-8.4."""
    for index, field in enumerate(draft.table.seats[seat].fields):
        if court.is_doubled(field):
            harvest.sell(rulebook, draft, seat, index, "sissi_action")
