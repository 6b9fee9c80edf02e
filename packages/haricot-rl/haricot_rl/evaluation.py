"""Evaluation of agents over many games: how often they win, with a confidence interval."""

import statistics
from collections.abc import Iterable
from math import sqrt
from typing import Final, NamedTuple

from haricot_rl.agents import agent_named, play_game
from haricot_rl.environment import BeanEnv

STANDARD_ERRORS: Final = 1.96
"""How many standard deviations to each side hold 95 %."""


class Interval(NamedTuple):
    """A figure, and the least and the most that it may be at 95 %."""

    value: float
    least: float
    most: float


class Tally(NamedTuple):
    """How some seats did: in how many of their games they won, alone or with others, and their points."""

    games: int
    won: int
    scores: tuple[float, ...]

    @property
    def win_rate(self) -> Interval:
        """The share of games won. Source: Wilson, JASA 22 (1927)."""
        share, square = self.won / self.games, STANDARD_ERRORS**2 / self.games
        middle = (share + square / 2) / (1 + square)
        half = sqrt(share * (1 - share) * square + square**2 / 4) / (1 + square)
        return Interval(share, max(0.0, middle - half), min(1.0, middle + half))

    @property
    def score(self) -> Interval:
        """The mean of the points, by the normal approximation; a single game has no interval."""
        mean = statistics.fmean(self.scores)
        half = (
            STANDARD_ERRORS * statistics.stdev(self.scores) / sqrt(len(self.scores))
            if len(self.scores) > 1
            else float("inf")
        )
        return Interval(mean, mean - half, mean + half)


def tally(results: Iterable[tuple[bool, float]]) -> Tally:
    """Return the tally of games, each given as whether it was won and its points."""
    each = list(results)
    return Tally(len(each), sum(won for won, _ in each), tuple(score for _, score in each))


def play_against(game: BeanEnv, one: str, others: str, games: int, seed: int) -> tuple[Tally, Interval]:
    """Return how one agent did on one seat, another seat each game, and the points of the others."""
    own: list[tuple[bool, float]] = []
    theirs: list[tuple[bool, float]] = []  # a mean for each game, since players of one game do not score independently
    for number in range(games):
        seat = number % game.players
        names = [one if index == seat else others for index in range(game.players)]
        agents = [agent_named(name, index, f"{seed}|{number}") for index, name in enumerate(names)]
        result = play_game(game, agents, seed + number)
        score = result.scores[seat]
        own.append((seat in result.winners, score))
        theirs.append((seat not in result.winners, (sum(result.scores) - score) / (game.players - 1)))
    return tally(own), tally(theirs).score


def results_by_turn(game: BeanEnv, name: str, games: int, seed: int) -> list[Tally]:
    """Return how agents of one kind did among themselves, by when each had its first turn."""
    places: list[list[tuple[bool, float]]] = [[] for _ in range(game.players)]
    for number in range(games):
        agents = [agent_named(name, seat, f"{seed}|{number}") for seat in range(game.players)]
        result = play_game(game, agents, seed + number)
        for seat, score in enumerate(result.scores):
            places[(seat - result.first) % game.players].append((seat in result.winners, score))
    return [tally(place) for place in places]
