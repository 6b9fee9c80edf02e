"""The terms of a clock: its budgets, and what happens when one is used up."""

from typing import Annotated, Final

import msgspec

from domain.member_types import Kind, Text
from domain.refusals import Misuse
from domain.values import Value

TURN: Final = "turn"
TRADING: Final = "trading"
GAME: Final = "game"
BUDGETS: Final = (TURN, TRADING, GAME)
"""The budgets: of each seat for a turn, of all for the trading of a turn, of each seat for the game."""
PASS: Final = "pass"
BOT: Final = "bot"
ARBITER: Final = "arbiter"
AT_ZERO: Final = (PASS, BOT, ARBITER)
"""What happens when a budget is used up: the seat passes, a bot plays its turn, or an arbiter is called."""
SECONDS_MAX: Final = 31_536_000
"""A year: enough for a league at which a turn lasts days."""
BY_THE_CLOCK: Final = "clock"
"""The sender of a forced command, and of a budget that is used up."""
PAUSED: Final = "paused"
"""The reason of a stop that ends with the pause of the game."""
TIME_UP: Final = "time_up"
"""The reason of a stop at zero, where an arbiter is called."""
STREAM_LOST: Final = "stream_lost"
"""The reason of the extension that a seat gets once, when its stream is lost while its time runs."""

Seconds = Annotated[int, msgspec.Meta(ge=1, le=SECONDS_MAX), Kind.COUNT]


class ClockTerms(Value, omit_defaults=False):
    """The budgets in seconds: of a seat for its part in a `turn`, of all for the `trading`, of a seat for the `game`.

    A seat uses the budget of the turn first, then that of the game. `grace` is added once for a seat whose stream is
    lost. `at_zero` is what happens when time is up: pass, bot or arbiter.
    """

    turn: Seconds | None = None
    trading: Seconds | None = None
    game: Seconds | None = None
    grace: Seconds | None = None
    at_zero: Text = PASS

    @property
    def limits_seats(self) -> bool:
        """Whether the time of single seats is limited, not only that of the trading."""
        return self.turn is not None or self.game is not None


NO_CLOCK: Final = ClockTerms()
"""Terms without a budget: rules that change to them let games be played without a clock."""


def require_terms(terms: ClockTerms) -> None:
    """Raise Misuse for a clock without a budget, or with something else at zero."""
    if not (terms.limits_seats or terms.trading is not None):
        raise Misuse(f"a clock has at least one budget: {', '.join(BUDGETS)}", place="clock")
    if terms.at_zero not in AT_ZERO:
        raise Misuse(f"at zero it is {', '.join(AT_ZERO)}, not {terms.at_zero[:40]!r}", place="clock.at_zero")
