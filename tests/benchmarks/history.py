"""The figures of every run, read back from results.md."""

import re
from typing import Final, NamedTuple

_NUMBER: Final = r"\d[\d,]*(?:\.\d+)?"
_LINE: Final = re.compile(
    rf"- (?P<name>.+?): (?P<middle>{_NUMBER}) (?P<unit>[^\s;]+)(?: \((?P<least>{_NUMBER}) to (?P<most>{_NUMBER})\))?"
    rf"(?:; (?P<peer>[^;]+?) (?P<beside>{_NUMBER}); ratio (?P<ratio>{_NUMBER})x \(worst (?P<worst>{_NUMBER})x\))?"
    r"(?:; goal (?P<goal>.+))?"
)
_TITLE: Final = re.compile(r"## (?P<date>\d{4}-\d\d-\d\d), commit (?P<commit>[^,]+)(?:, .+)?")
_GOAL: Final = re.compile(rf"(?:(?P<sense>>=|<=|then) |^)(?P<number>{_NUMBER})(?P<unit>[kM]?)(?P<times>x?)(?=$|[ ,])")
_UNITS: Final = {"": 1.0, "k": 1e3, "M": 1e6}


class Goal(NamedTuple):
    """A number to reach, `times` as often as the peer's; `least` where less is not enough."""

    number: float
    times: bool
    least: bool

    def reached_by(self, value: float) -> bool:
        """Whether this value is enough, be it the figure's own or its ratio to the peer."""
        return value >= self.number if self.least else value <= self.number


class Measured(NamedTuple):
    """A figure as it stands in results.md: median, least and most, the peer's median, the ratio of the worst round."""

    name: str
    unit: str
    middle: float
    least: float
    most: float
    peer: str = ""
    beside: float | None = None
    worst: float | None = None
    goal: str = ""

    @property
    def goals(self) -> list[Goal]:
        """What is to be reached, in the order in which it is written; without a sign it is the most there may be."""
        found, least = [], False
        for match in _GOAL.finditer(self.goal):
            if match["sense"] != "then":
                least = match["sense"] == ">="
            number = _value(match["number"]) * _UNITS[match["unit"]]
            found.append(Goal(number, bool(match["times"]), least))
        return found

    @property
    def reached(self) -> bool | None:
        """Whether every goal is, a ratio in the worst round too; None without a goal that can be judged."""
        held = [
            goal.reached_by(value)
            for goal in self.goals
            if (value := self.worst if goal.times else self.middle) is not None
        ]
        return all(held) if held else None


class Run(NamedTuple):
    """What was measured at once, of one commit."""

    date: str
    commit: str
    figures: list[Measured]


def runs_in(results: str) -> list[Run]:
    """The runs, oldest first."""
    runs: list[Run] = []
    for line in results.splitlines():
        if (title := _TITLE.fullmatch(line)) is not None:
            runs.append(Run(title["date"], title["commit"], []))
        elif runs and (match := _LINE.fullmatch(line)) is not None:
            runs[-1].figures.append(_measured(match))
    return runs


def _measured(match: re.Match[str]) -> Measured:
    middle = _value(match["middle"])
    return Measured(
        name=match["name"],
        unit=match["unit"],
        middle=middle,
        least=middle if match["least"] is None else _value(match["least"]),
        most=middle if match["most"] is None else _value(match["most"]),
        peer=match["peer"] or "",
        beside=None if match["beside"] is None else _value(match["beside"]),
        worst=None if match["worst"] is None else _value(match["worst"]),
        goal=match["goal"] or "",
    )


def _value(written: str) -> float:
    return float(written.replace(",", ""))
