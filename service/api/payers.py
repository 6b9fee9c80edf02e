"""Who pays for a request: counts by address, by token.

Both count, so that neither many tokens at one address nor one token at many addresses multiplies what somebody may do;
and what was refused counts as well, so that nobody tries out tokens.
"""

from collections.abc import Sequence

from service.api.rate_limits import Rate, Rates
from service.problems import Problem


class Payer:
    """Who asks this, by address and by what was sent as a token; `rate` is what the counts leave them."""

    def __init__(self, names: Sequence[str], asked: Rates, costs: Rates | None) -> None:
        self._names = names
        self._asked = asked
        self._costs = costs
        self.rate: Rate | None = None

    def ask(self, times: int = 1) -> None:
        """Counts what is asked; `rate.limited` when that is too much."""
        self.rate = self._counted(self._asked, times)

    def pay(self, cost: int) -> None:
        """Counts what it costs; `rate.limited` when that is too much."""
        if self._costs is not None and cost:
            self._counted(self._costs, cost)

    def _counted(self, rates: Rates, count: int) -> Rate:
        rate = rates.count(self._names, count)
        if rate.left < 0:
            self.rate = rate
            says = f"`{rates.text}` are enough from one address or token: wait as long as Retry-After says"
            raise Problem("rate.limited", says if rates is self._asked else f"what you ask for is dear, and {says}")
        return rate
