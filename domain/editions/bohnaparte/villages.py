"""Phase 5: three cards and one more for each village, to the hand or, with a merchant, by way of it."""

from collections.abc import Iterable

from domain.commands import DrawCards
from domain.draft import Draft
from domain.editions.bohnaparte import merchant
from domain.editions.bohnaparte.areas import board, holdings, war_turn
from domain.editions.bohnaparte.commands import ArrangeMerchantCards
from domain.rulebook import Move, Phase, Rulebook, Slot
from domain.rules import drawing
from domain.rules.turn import close_phase
from domain.table import Table


def forbids_draw(rulebook: Rulebook, table: Table, move: DrawCards) -> Slot | None:
    """The active seat, with at most a card more for each of its villages. Rule: BP-8.1, AMB-BP-15."""
    if move.seat != table.turn.seat:
        return "draw.active"
    return None if 0 <= (move.extra or 0) <= board(table).counts(move.seat, "village") else "draw.extra"


def draw(rulebook: Rulebook, draft: Draft, move: DrawCards) -> None:
    """To the hand, and the turn passes; with a merchant the owner looks first. Rule: BP-8.1, BP-14.10."""
    table = draft.table
    villages = board(table).counts(move.seat, "village")
    count = rulebook.draw_count(table) + (villages if move.extra is None else move.extra)
    if holdings(table.seats[move.seat]).merchant is None:
        drawing.draw(rulebook, draft, move.seat, count)
    else:
        merchant.stock(rulebook, draft, move.seat, count)
        if not draft.table.final:
            merchant.look(rulebook, draft, move.seat)
            if war_turn(draft.table).to_take:
                return
    close_phase(rulebook, draft)


def _tries_draw(rulebook: Rulebook, table: Table, seat: int) -> Iterable[DrawCards]:
    if seat != table.turn.seat:
        return
    yield DrawCards(seat=seat)
    for extra in range(board(table).counts(seat, "village")):
        yield DrawCards(seat=seat, extra=extra)


def _mistakes_draw(rulebook: Rulebook, table: Table, seat: int) -> Iterable[DrawCards]:
    yield DrawCards(seat=seat)
    yield DrawCards(seat=seat, extra=len(board(table).cells))


DRAW = Move(forbids=forbids_draw, happens=draw, tries=_tries_draw, mistakes=_mistakes_draw)
ARRANGE = Phase(
    name="arrange",
    moves={ArrangeMerchantCards: merchant.ARRANGE},
    refuses={DrawCards: "merchant.arrange"},
)
"""What the owner of a merchant does with the cards drawn. Rule: BP-14.10."""


def draw_phase() -> Phase:
    """Phase 5. Rule: BP-8.1, BP-9.2."""
    return Phase(
        name="draw",
        moves={DrawCards: DRAW},
        steps=(ARRANGE,),
        step=lambda table: ARRANGE if war_turn(table).to_take else None,
        last=True,
    )
