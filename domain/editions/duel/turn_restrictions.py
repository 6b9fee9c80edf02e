"""Section 3 of the duel's rulebook: no trades, no harvests in the other player's turn."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from domain.commands import Command, EndTrading
from domain.rulebook import Mechanism, Move, Phase, Rulebook
from domain.rules import donations, trading
from domain.table import Table

NO_TRADING: Final[Mapping[type[Command], Mechanism]] = dict.fromkeys(
    (*trading.MOVES, *donations.MOVES, EndTrading), "trade.phase"
)
"""The commands of the family's trading phase, which the duel does not have. Rule: DU-3.5."""


def without_trading(phase: Phase) -> Phase:
    """Return the phase with every command of trading refused. Rule: DU-3.5."""
    return replace(phase, refusals={**NO_TRADING, **phase.refusals})


def in_own_turn(move: Move, mechanism: Mechanism) -> Move:
    """Return the move for the active player only; `mechanism` names what refuses it to the other. Rule: DU-3.3."""

    def guard(rulebook: Rulebook, table: Table, command: Any) -> Mechanism | None:
        return move.guard(rulebook, table, command) if command.seat == table.turn.seat else mechanism

    return replace(move, guard=guard, wrong_phase=mechanism)
