"""Every edition beside classic: folding its events, and random play with the full list at each decision."""

import gc
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from domain.editions import EDITIONS
from domain.evolve import fold
from tests.benchmarks.figure import Figure
from tests.random_player import begin, count_decisions, play

ROUNDS = 5
GAMES = 4
GOAL = ">= 0.5x"


def figures() -> Iterator[Figure]:
    """Two figures an edition, each in the same rounds as classic's."""
    classic = _events("classic")
    for key in EDITIONS:
        if key == "classic":
            continue
        own = _events(key)
        folds = _rates(partial(_folded, own), partial(_folded, classic))
        yield Figure(f"{key}: fold", "events/s", folds[0], GOAL, folds[1], "classic")
        decided = _rates(partial(_decided, key), partial(_decided, "classic"))
        yield Figure(f"{key}: decisions", "1/s", decided[0], GOAL, decided[1], "classic")


def _tables(key: str) -> Iterator[tuple[int, int]]:
    players = EDITIONS[key].data.players
    return ((players[number % len(players)], number) for number in range(GAMES))


def _events(key: str) -> list[list[object]]:
    games = [play(begin(key, players, {}, seed), Random(seed), thrifty=True) for players, seed in _tables(key)]
    return [[envelope.event for envelope in game.envelopes] for game in games]


def _folded(games: list[list[object]]) -> int:
    for events in games:
        fold(events)  # type: ignore[arg-type]  # events
    return sum(map(len, games))


def _decided(key: str) -> int:
    return sum(count_decisions(begin(key, players, {}, seed), Random(seed)) for players, seed in _tables(key))


def _rates(subject: Callable[[], int], peer: Callable[[], int]) -> tuple[list[float], list[float]]:
    """How many in a second of the processor, of subject and peer taking turns, after one round that does not count."""
    rates: tuple[list[float], list[float]] = ([], [])
    for round_ in range(ROUNDS + 1):
        for side, work in zip(rates, (subject, peer), strict=True):
            gc.collect()
            started = time.process_time()
            count = work()
            if round_:
                side.append(count / (time.process_time() - started))
    return rates
