"""Section 3 of every rulebook: the phases of a turn."""

from collections.abc import Iterable
from typing import Any, Final

from domain.commands import (
    BuyThirdField,
    DrawCards,
    EndPlanting,
    EndTrading,
    HarvestField,
    PlantFromHand,
    PlantSetAside,
)
from domain.pending_events import PendingEvents
from domain.rulebook import Mechanism, Move, Moves, Phase, Rule, Rulebook
from domain.rules import donations, drawing, harvest, offer_expiry, planting, third_field, trading
from domain.rules.turn import close_phase, skip_with_empty_hand
from domain.table import Table


def then_close_phase(rule: Rule) -> Rule:
    """Return a rule that applies this one and then closes the phase."""

    def apply_rule(rulebook: Rulebook, draft: PendingEvents, command: Any) -> None:
        rule(rulebook, draft, command)
        close_phase(rulebook, draft)

    return apply_rule


def _do_nothing(rulebook: Rulebook, draft: PendingEvents, command: Any) -> None:
    """Do nothing: the command itself moves no card."""


PLANT_FROM_HAND: Final = Move(
    guard=planting.forbids_plant_from_hand,
    rule=planting.plant_from_hand,
    candidates=planting.plant_from_hand_candidates,
    mistakes=planting.plant_from_hand_mistakes,
)
END_PLANTING: Final = Move(
    guard=planting.forbids_end_planting,
    rule=then_close_phase(_do_nothing),
    candidates=planting.end_planting_candidates,
    mistakes=planting.end_planting_mistakes,
)
PLANT_SET_ASIDE: Final = Move(
    guard=planting.forbids_plant_set_aside,
    rule=planting.plant_set_aside,
    candidates=planting.plant_set_aside_candidates,
    mistakes=planting.plant_set_aside_mistakes,
)


def plant_phase() -> Phase:
    """Return phase 1: the front card, and perhaps the next. Rule: CL-4.4, CL-4.5, CL-3.3."""
    return Phase(
        name="plant",
        moves={PlantFromHand: PLANT_FROM_HAND, EndPlanting: END_PLANTING},
        skip_reason=skip_with_empty_hand,
    )


def trade_phase(*, can_end_game: bool) -> Phase:
    """Return phase 2: cards are turned up, then traded and given.

    AMB-CL-4 rules whether it `can_end_game`. Rule: CL-5.1 to CL-5.13.
    """
    return Phase(
        name="trade",
        moves={
            **trading.MOVES,
            **donations.MOVES,
            EndTrading: Move(
                guard=offer_expiry.forbids_end_trading,
                rule=then_close_phase(offer_expiry.end_trading),
                candidates=offer_expiry.end_trading_candidates,
                mistakes=offer_expiry.end_trading_mistakes,
            ),
        },
        on_open=drawing.turn_up,
        can_end_game=can_end_game,
    )


def plant_set_aside_phase() -> Phase:
    """Return phase 3: every seat plants what it received or kept. Rule: CL-4.7, CL-4.8."""
    return Phase(
        name="plant_set_aside",
        moves={PlantSetAside: PLANT_SET_ASIDE},
        refusals={DrawCards: "draw.too_early"},
        ends_when=planting.is_nothing_set_aside,
        awaited_seats=planting.seats_with_set_aside,
        can_end_game=True,
    )


def _forbids_draw(rulebook: Rulebook, table: Table, move: DrawCards) -> Mechanism | None:
    return None if move.seat == table.turn.seat and move.extra is None else "draw.active"


def _draw_cards(rulebook: Rulebook, draft: PendingEvents, move: DrawCards) -> None:
    drawing.draw(rulebook, draft, move.seat, rulebook.drawing.draw_count(draft.table))


def _draw_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[DrawCards]:
    return [DrawCards(seat=seat)]


def _draw_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[DrawCards]:
    return [DrawCards(seat=seat, extra=1)]


DRAW: Final = Move(
    guard=_forbids_draw, rule=then_close_phase(_draw_cards), candidates=_draw_candidates, mistakes=_draw_mistakes
)


def draw_phase() -> Phase:
    """Return the last phase: the active seat draws, and the turn passes. Rule: CL-8.1, CL-3.2, CL-9.3."""
    return Phase(name="draw", moves={DrawCards: DRAW}, can_end_game=True)


HARVEST: Final = Move(
    guard=harvest.forbids_harvest,
    rule=harvest.harvest,
    candidates=harvest.harvest_candidates,
    mistakes=harvest.harvest_mistakes,
    wrong_phase="anytime",
)
BUY_THIRD_FIELD: Final = Move(
    guard=third_field.forbids_buy,
    rule=third_field.buy,
    candidates=third_field.buy_candidates,
    mistakes=third_field.buy_mistakes,
    wrong_phase="anytime",
)
ANYTIME: Moves = {HarvestField: HARVEST, BuyThirdField: BUY_THIRD_FIELD}
"""What every seat may do between any two commands. Rule: CL-3.4."""
