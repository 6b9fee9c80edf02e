"""Phase 5: the active seat draws, one card more for each village, into its hand or through a merchant."""

from collections.abc import Iterable

from domain.commands import DrawCards
from domain.editions.bohnaparte import merchant
from domain.editions.bohnaparte.areas import board_of, holdings, war_turn
from domain.editions.bohnaparte.commands import ArrangeMerchantCards
from domain.pending_events import PendingEvents
from domain.rulebook import Mechanism, Move, Phase, Rulebook
from domain.rules import drawing
from domain.rules.turn import close_phase
from domain.table import Table


def forbids_draw(rulebook: Rulebook, table: Table, move: DrawCards) -> Mechanism | None:
    """Forbid the draw unless the active seat asks for at most one card more for each of its villages.

    Rule: BP-8.1, AMB-BP-15.
    """
    if move.seat != table.turn.seat:
        return "draw.active"
    return None if 0 <= (move.extra or 0) <= board_of(table).counts(move.seat, "village") else "draw.extra"


def draw(rulebook: Rulebook, draft: PendingEvents, move: DrawCards) -> None:
    """Draw to the hand, or to the merchant for its owner to look at; close the phase if nothing is to be taken.

    Rule: BP-8.1, BP-14.10.
    """
    table = draft.table
    villages = board_of(table).counts(move.seat, "village")
    count = rulebook.drawing.draw_count(table) + (villages if move.extra is None else move.extra)
    if holdings(table.seats[move.seat]).merchant is None:
        drawing.draw(rulebook, draft, move.seat, count)
    else:
        merchant.stock(rulebook, draft, move.seat, count)
        if not draft.table.final:
            merchant.show_cards(rulebook, draft, move.seat)
            if war_turn(draft.table).to_take:
                return
    close_phase(rulebook, draft)


def _draw_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[DrawCards]:
    if seat != table.turn.seat:
        return
    yield DrawCards(seat=seat)
    for extra in range(board_of(table).counts(seat, "village")):
        yield DrawCards(seat=seat, extra=extra)


def _draw_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[DrawCards]:
    yield DrawCards(seat=seat)
    yield DrawCards(seat=seat, extra=len(board_of(table).cells))


DRAW = Move(guard=forbids_draw, rule=draw, candidates=_draw_candidates, mistakes=_draw_mistakes)
ARRANGE = Phase(
    name="arrange",
    moves={ArrangeMerchantCards: merchant.ARRANGE},
    refusals={DrawCards: "merchant.arrange"},
)
"""The owner of a merchant takes cards from it after a draw. Rule: BP-14.10."""


def draw_phase() -> Phase:
    """Return phase 5, in which a merchant's owner also arranges the cards drawn. Rule: BP-8.1, BP-9.2."""
    return Phase(
        name="draw",
        moves={DrawCards: DRAW},
        steps=(ARRANGE,),
        current_step=lambda table: ARRANGE if war_turn(table).to_take else None,
        can_end_game=True,
    )
