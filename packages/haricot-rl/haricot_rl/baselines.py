"""The strength of the project's bots, as a page in Markdown.

    python -m haricot_rl.baselines --games 40 > docs/baselines.md

In every edition each of four agents plays on one seat against each other agent on all other seats. Then bots play
among themselves, counted by the order of their turns. The same arguments produce the same page.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import permutations
from typing import Final

from domain.editions import EDITIONS
from haricot_rl.agents import AGENT_NAMES
from haricot_rl.environment import BeanEnv
from haricot_rl.evaluation import Interval, Tally, play_against, results_by_turn

STRONGEST: Final = "trader"
HEAD: Final = """\
# Baselines

The results of simple agents in every edition, as a baseline for trained agents.

`python -m haricot_rl.baselines` makes this page; do not edit it.

- `masked` takes any legal action, at random.
- `random`, `greedy` and `trader` are the bots of the service. Here they see and do only what agents can.
- {note}Intervals are at 95 %, for shares by Wilson's method.
"""
AGAINST: Final = """
One agent plays on one seat, another seat each game, against others on the rest: {games} games for each row.
A game counts as won if it is won alone or with others. An equal share would be {fair}, without ties.

| agent | against | won | points | points of the others |
|---|---|---|---|---|
"""
BY_TURN: Final = """
`{name}` plays on every seat: {games} games, by the order of the seats' first turns.

| turn | won | points |
|---|---|---|
"""


def page(editions: tuple[str, ...], games: int, seed: int, note: str) -> Iterator[str]:
    """Yield the page, piece by piece, each as soon as its games are played."""
    yield HEAD.format(note=f"{note} " if note else "")
    for edition in editions:
        game = BeanEnv(edition)
        yield f"\n## {edition}, {game.players} players\n"
        yield AGAINST.format(games=games, fair=_percent(1 / game.players))
        for one, others in permutations(AGENT_NAMES, 2):
            own, theirs = play_against(game, one, others, games, seed)
            yield f"| {one} | {others} | {_tallied(own)} | {_points(theirs)} |\n"
        yield BY_TURN.format(name=STRONGEST, games=games)
        for place, tally in enumerate(results_by_turn(game, STRONGEST, games, seed), 1):
            yield f"| {place} | {_tallied(tally)} |\n"


def _tallied(tally: Tally) -> str:
    won = tally.win_rate
    return f"{_percent(won.value)} ({_percent(won.least)} to {_percent(won.most)}) | {_points(tally.score)}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _points(score: Interval) -> str:
    return f"{score.value:.2f} ({score.least:.2f} to {score.most:.2f})"


def main(arguments: list[str] | None = None) -> None:
    """Play and print the page; progress goes to standard error."""
    parser = argparse.ArgumentParser(prog="python -m haricot_rl.baselines", description=str(__doc__).splitlines()[0])
    parser.add_argument("--games", type=_counted, default=40, help="games a row (40)")
    parser.add_argument("--seed", type=int, default=1, help="the first game's seed; each next game has the next (1)")
    parser.add_argument("--edition", action="append", choices=list(EDITIONS), help="this edition alone; again for more")
    parser.add_argument("--note", default="", help="a sentence for the head of the page, such as commit and machine")
    asked = parser.parse_args(arguments)
    editions = tuple(asked.edition or EDITIONS)
    rows = sum(len(list(permutations(AGENT_NAMES, 2))) + min(EDITIONS[key].data.players) for key in editions)
    done = 0
    for piece in page(editions, asked.games, asked.seed, asked.note):
        sys.stdout.write(piece)
        sys.stdout.flush()
        if piece.startswith("| ") and piece.endswith("|\n"):
            done += 1
            sys.stderr.write(f"\r{done} of {rows} rows")
    sys.stderr.write("\n")


def _counted(text: str) -> int:
    if not text.isdigit() or int(text) < 2:
        raise argparse.ArgumentTypeError("at least 2 games")
    return int(text)


if __name__ == "__main__":
    main()
