"""A measured figure, and the arithmetic that figures share."""

import statistics
import threading
from collections.abc import Callable
from typing import NamedTuple

TIMES = ("ms", "s", "cores")
"""Units of which less is better; with us/event the ratio is that of the speeds."""


class Figure(NamedTuple):
    """Name, unit, a value a round, the goal; and the values of a peer that was measured in the same rounds."""

    name: str
    unit: str
    values: list[float]
    goal: str
    peers: list[float] = []
    peer: str = "python-chess"

    @property
    def line(self) -> str:
        """The median, the least and the most; the ratio to the peer, and its worst round."""
        answer = f"{self.name}: {number(statistics.median(self.values))} {self.unit}"
        if len(self.values) > 1:
            answer += f" ({number(min(self.values))} to {number(max(self.values))})"
        if self.peers:
            ratios = [value / peer for value, peer in zip(self.values, self.peers, strict=True)]
            if self.unit == "us/event":
                ratios = [1 / ratio for ratio in ratios]
            answer += f"; {self.peer} {number(statistics.median(self.peers))}"
            worst = max(ratios) if self.unit in TIMES else min(ratios)
            answer += f"; ratio {statistics.median(ratios):.2f}x (worst {worst:.2f}x)"
        return f"{answer}; goal {self.goal}" if self.goal else answer


class NotMeasured(NamedTuple):
    """Figures that this machine cannot give, and why."""

    name: str
    reason: str

    @property
    def line(self) -> str:
        """What stands in their place."""
        return f"{self.name}: not measured: {self.reason}"


def number(value: float) -> str:
    """A value with as many digits as say something."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def together(works: list[Callable[[], None]]) -> None:
    """Does all of these at once, each in a thread."""
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def percentile(times: list[float], share: float) -> float:
    """What this share of the times does not exceed."""
    return statistics.quantiles(times, n=1000, method="inclusive")[min(round(share * 1000), 999) - 1]
