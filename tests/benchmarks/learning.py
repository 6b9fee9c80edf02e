"""The environments for learning: steps of a random agent, with what it sees and what it may do."""

import gc
import time
from collections.abc import Iterator

import numpy as np

import haricot_rl as rl
from domain.editions import EDITIONS
from tests.benchmarks.figure import Figure

ROUNDS = 7
SECONDS = 1.0
GOAL = ">= 10k"


def figures() -> Iterator[Figure]:
    """One figure an edition, for as few players as it takes; all editions take turns."""
    games = {edition: rl.env(edition=edition) for edition in EDITIONS}
    rates: dict[str, list[float]] = {edition: [] for edition in games}
    for round_ in range(ROUNDS + 1):
        for edition, game in games.items():
            gc.collect()
            rate = _steps(game, round_)
            if round_:
                rates[edition].append(rate)
    for edition, game in games.items():
        name = f"{edition}: steps of learning, {game.players} players"
        yield Figure(name, "1/s", rates[edition], GOAL if edition == "classic" else "")


def _steps(game: rl.BeanEnv, seed: int) -> float:
    """Steps in a second of the processor, those of agents that are done included, as PettingZoo's loop makes them."""
    luck, steps, started = np.random.default_rng(seed), 0, time.process_time()
    game.reset(seed=seed)
    while time.process_time() - started < SECONDS:
        for _ in game.agent_iter():
            seen, _, over, cut, _ = game.last()
            allowed = () if over or cut else np.flatnonzero(seen["action_mask"])
            game.step(None if over or cut else int(allowed[int(luck.random() * len(allowed))]))
            steps += 1
        game.reset()
    return steps / (time.process_time() - started)
