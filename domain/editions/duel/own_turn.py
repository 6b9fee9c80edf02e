"""Section 3 of the duel's rulebook: what waits for one's own turn, and the trading that there is not."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from domain.commands import Command, EndTrading
from domain.rulebook import Move, Phase, Rulebook, Slot
from domain.rules import donations, trading
from domain.table import Table

NO_TRADING: Final[Mapping[type[Command], Slot]] = dict.fromkeys(
    (*trading.MOVES, *donations.MOVES, EndTrading), "trade.phase"
)
"""The commands of the family's trading phase, which the duel does not have. Rule: DU-3.5."""


def without_trading(phase: Phase) -> Phase:
    """The phase, in which nobody trades or gives. Rule: DU-3.5."""
    return replace(phase, refuses={**NO_TRADING, **phase.refuses})


def in_own_turn(move: Move, slot: Slot) -> Move:
    """The move, which only the active player may make; `slot` refuses the other. Rule: DU-3.3."""

    def forbids(rulebook: Rulebook, table: Table, command: Any) -> Slot | None:
        return move.forbids(rulebook, table, command) if command.seat == table.turn.seat else slot

    return replace(move, forbids=forbids, elsewhere=slot)
