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
from domain.rules.turn import close_phase, hand_is_empty
from domain.table import Table


def then_close(rule: Rule) -> Rule:
    """Return the rule, followed by the end of the phase."""

    def happens(rulebook: Rulebook, draft: PendingEvents, command: Any) -> None:
        rule(rulebook, draft, command)
        close_phase(rulebook, draft)

    return happens


def _no_act(rulebook: Rulebook, draft: PendingEvents, command: Any) -> None:
    """Do nothing: the command itself moves no card."""


PLANT_FROM_HAND: Final = Move(
    forbids=planting.forbids_plant_from_hand,
    happens=planting.plant_from_hand,
    tries=planting.tries_from_hand,
    mistakes=planting.mistakes_from_hand,
)
END_PLANTING: Final = Move(
    forbids=planting.forbids_end_planting,
    happens=then_close(_no_act),
    tries=planting.tries_end_planting,
    mistakes=planting.mistakes_end_planting,
)
PLANT_SET_ASIDE: Final = Move(
    forbids=planting.forbids_plant_set_aside,
    happens=planting.plant_set_aside,
    tries=planting.tries_set_aside,
    mistakes=planting.mistakes_set_aside,
)


def plant_phase() -> Phase:
    """Return phase 1: the front card, and perhaps the next. Rule: CL-4.4, CL-4.5, CL-3.3."""
    return Phase(name="plant", moves={PlantFromHand: PLANT_FROM_HAND, EndPlanting: END_PLANTING}, skipped=hand_is_empty)


def trade_phase(*, last: bool) -> Phase:
    """Return phase 2: cards are turned up, then traded and given.

    `last` is as AMB-CL-4 rules. Rule: CL-5.1 to CL-5.13.
    """
    return Phase(
        name="trade",
        moves={
            **trading.MOVES,
            **donations.MOVES,
            EndTrading: Move(
                forbids=offer_expiry.forbids_end_trading,
                happens=then_close(offer_expiry.end_trading),
                tries=offer_expiry.tries_end_trading,
                mistakes=offer_expiry.mistakes_end_trading,
            ),
        },
        opens=drawing.turn_up,
        last=last,
    )


def plant_set_aside_phase() -> Phase:
    """Return phase 3: every seat plants what it received or kept. Rule: CL-4.7, CL-4.8."""
    return Phase(
        name="plant_set_aside",
        moves={PlantSetAside: PLANT_SET_ASIDE},
        refuses={DrawCards: "draw.too_early"},
        over=planting.nothing_set_aside,
        awaited=planting.with_cards_set_aside,
        last=True,
    )


def _forbids_draw(rulebook: Rulebook, table: Table, move: DrawCards) -> Mechanism | None:
    return None if move.seat == table.turn.seat and move.extra is None else "draw.active"


def _draw_cards(rulebook: Rulebook, draft: PendingEvents, move: DrawCards) -> None:
    drawing.draw(rulebook, draft, move.seat, rulebook.drawing.draw_count(draft.table))


def _tries_draw(rulebook: Rulebook, table: Table, seat: int) -> Iterable[DrawCards]:
    return [DrawCards(seat=seat)]


def _mistakes_draw(rulebook: Rulebook, table: Table, seat: int) -> Iterable[DrawCards]:
    return [DrawCards(seat=seat, extra=1)]


DRAW: Final = Move(forbids=_forbids_draw, happens=then_close(_draw_cards), tries=_tries_draw, mistakes=_mistakes_draw)


def draw_phase() -> Phase:
    """Return the last phase: the active seat draws, and the turn passes. Rule: CL-8.1, CL-3.2, CL-9.3."""
    return Phase(name="draw", moves={DrawCards: DRAW}, last=True)


HARVEST: Final = Move(
    forbids=harvest.forbids_harvest,
    happens=harvest.harvest,
    tries=harvest.tries_harvest,
    mistakes=harvest.mistakes_harvest,
    elsewhere="anytime",
)
BUY_THIRD_FIELD: Final = Move(
    forbids=third_field.forbids_buy,
    happens=third_field.buy,
    tries=third_field.tries_buy,
    mistakes=third_field.mistakes_buy,
    elsewhere="anytime",
)
ANYTIME: Moves = {HarvestField: HARVEST, BuyThirdField: BUY_THIRD_FIELD}
"""What every seat may do between any two commands. Rule: CL-3.4."""
