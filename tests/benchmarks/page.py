"""The history of the figures, drawn: a small chart each, with its peer and its goal.

python -m tests.benchmarks.page    draw docs/benchmarks.svg again from results.md
"""

import sys
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import Final, NamedTuple

from tests.benchmarks.figure import number
from tests.benchmarks.history import Measured, Run, runs_in

PAGE: Final = Path(__file__).parents[2] / "docs" / "benchmarks.svg"
COLUMNS: Final = 3
WIDE: Final = 400
HIGH: Final = 190
TOP: Final = 88
LEFT, RIGHT, UPPER, LOWER = 14, 386, 52, 132
"""Where the lines of a chart run, in the chart's own measure."""
_STYLE: Final = """\
svg {
  --paper: #fffdf7; --ink: #1f2a1f; --quiet: #5b6459; --rule: #d9d5c7; --ours: #2c6e36; --peer: #9a5b00;
  --goal: #b0243c;
  background: var(--paper); font: 12px system-ui, sans-serif
}
@media (prefers-color-scheme: dark) {
  svg {
    --paper: #171a16; --ink: #ecebe2; --quiet: #a8ada2; --rule: #3a3f38; --ours: #7fcf8a; --peer: #e3a951;
    --goal: #ff8296
  }
}
text { fill: var(--ink) }
.title { font-size: 24px; font-weight: 700 }
.name { font-weight: 600 }
.quiet { fill: var(--quiet) }
.reached { fill: var(--ours) }
.open { fill: var(--goal) }
.paper { fill: var(--paper) }
path, line { fill: none; stroke-width: 2 }
.rule { stroke: var(--rule); stroke-width: 1 }
.ours { stroke: var(--ours) }
.peer { stroke: var(--peer); stroke-dasharray: 6 4 }
.goal { stroke: var(--goal); stroke-dasharray: 2 3 }
.spread { stroke: var(--ours); stroke-width: 5; opacity: .3 }
circle { fill: var(--ours) }"""


_HEAD: Final = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img" aria-labelledby="title">
<style>
{style}
</style>
<rect class="paper" width="{wide}" height="{high}"/>
<text id="title" class="title" x="24" y="40">Haricot, measured</text>
<text class="quiet" x="24" y="64">{runs} runs, the newest on {last}; from nought, a bar is the least to the most.</text>
<line class="ours" x1="760" y1="36" x2="800" y2="36"/><text x="808" y="40">Haricot</text>
<line class="peer" x1="880" y1="36" x2="920" y2="36"/><text x="928" y="40">its peer in the same run</text>
<line class="goal" x1="1090" y1="36" x2="1130" y2="36"/><text x="1138" y="40">goal</text>"""


class Point(NamedTuple):
    """A figure in the run of this index."""

    run: int
    figure: Measured


def drawn(runs: Sequence[Run]) -> str:
    """The whole page: one chart for each figure that last had a peer or a goal, in the order of the fullest run."""
    fullest = sorted(runs, key=lambda run: len(run.figures), reverse=True)
    histories: dict[str, list[Point]] = {figure.name: [] for run in fullest for figure in run.figures}
    for index, run in reversed(list(enumerate(runs))):
        for figure in run.figures:
            histories[figure.name].append(Point(index, figure))
    shown = [points[::-1] for points in histories.values() if points[0].figure.goal or points[0].figure.peer]
    rows = -(-len(shown) // COLUMNS)
    wide, high = COLUMNS * WIDE + 20, TOP + rows * HIGH + 10
    last = f"{runs[-1].date}, commit {runs[-1].commit}" if runs else "never"
    parts = [_HEAD.format(wide=wide, high=high, style=_STYLE, runs=len(runs), last=escape(last))]
    for place, points in enumerate(shown):
        x, y = 10 + place % COLUMNS * WIDE, TOP + place // COLUMNS * HIGH
        parts += [f'<g transform="translate({x} {y})">', *_chart(points, runs), "</g>"]
    return "\n".join([*parts, "</svg>", ""])


def _chart(points: list[Point], runs: Sequence[Run]) -> Iterator[str]:
    newest = points[-1].figure
    same = [point for point in points if point.figure.unit == newest.unit]
    goals = _goals(newest, same, len(runs))
    tops = [*(point.figure.most for point in same), *(point.figure.beside or 0 for point in same)]
    highest = max([*tops, *(y for line in goals for _, y in line)]) or 1

    def at(run: float, value: float) -> str:
        x = (LEFT + RIGHT) / 2 if len(runs) < 2 else LEFT + (RIGHT - LEFT) * run / (len(runs) - 1)
        return f"{x:.1f} {LOWER - (LOWER - UPPER) * value / highest:.1f}"

    def path(name: str, line: Sequence[tuple[float, float]]) -> str:
        return f'<path class="{name}" d="M{" L".join(at(*place) for place in line)}"/>'

    for row, line in enumerate(wrap(newest.name, 58)[:2]):
        yield f'<text class="name" x="{LEFT}" y="{16 + 16 * row}">{escape(line)}</text>'
    yield f'<line class="rule" x1="{LEFT}" y1="{LOWER}" x2="{RIGHT}" y2="{LOWER}"/>'
    for line in goals:
        yield path("goal", line)
    beside: dict[str, list[tuple[float, float]]] = {}
    for run, figure in same:
        if figure.beside is not None:
            beside.setdefault(figure.peer, []).append((run, figure.beside))
    for line in beside.values():
        yield path("peer", line)
    yield path("ours", list(dict.fromkeys((run, figure.middle) for run, figure in same)))
    for run, figure in same:
        x, y = at(run, figure.middle).split()
        least, most = at(run, figure.least), at(run, figure.most)
        says = f"{runs[run].date}, {runs[run].commit}: {number(figure.middle)} {figure.unit}"
        yield f'<path class="spread" d="M{least} L{most}"/>'
        yield f'<circle cx="{x}" cy="{y}" r="3"><title>{escape(says)}</title></circle>'
    yield from _words(newest)


def _goals(newest: Measured, points: list[Point], runs: int) -> list[list[tuple[float, float]]]:
    """The lines of the goals: one across all, or one that keeps its distance to the peer, over or under it."""
    lines = []
    for goal in newest.goals:
        if not goal.times:
            lines.append([(0.0, goal.number), (float(max(runs - 1, 1)), goal.number)])
            continue
        factor = 1 / goal.number if newest.unit == "us/event" else goal.number  # those are compared by their speed
        peers = [(float(run), figure.beside) for run, figure in points if figure.peer == newest.peer]
        lines.append([(run, factor * beside) for run, beside in peers if beside is not None])
    return [line for line in lines if line]


def _words(newest: Measured) -> Iterator[str]:
    now = f"{number(newest.middle)} {newest.unit}"
    beside = "" if newest.beside is None else f"; {newest.peer} {number(newest.beside)}"
    yield f'<text x="{LEFT}" y="150">{escape(now + beside)}</text>'
    if newest.goal:
        name, says = {True: ("reached", "reached"), False: ("open", "not reached"), None: ("quiet", "not judged")}[
            newest.reached
        ]
        yield f'<text class="{name}" x="{LEFT}" y="167">goal {escape(newest.goal)}: {says}</text>'


def main() -> None:
    """Draws the page again."""
    PAGE.write_text(drawn(runs_in(PAGE.parents[1].joinpath("tests/benchmarks/results.md").read_text("utf-8"))), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
