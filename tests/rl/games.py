"""The tables of the learning tests, and games there of bots with some random moves."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np

import haricot_rl as rl
from haricot_rl.agents import BotAgent

TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "classic": ("classic", 3, {}),
    "hidden coins": ("classic", 4, {"coins_visibility": "hidden", "trade_coins": True, "discard_inspection": "full"}),
    "modern": ("modern", 7, {}),
    "duel": ("duel", 2, {"duel_matching": "choice"}),
    "sissi": ("sissi", 3, {"sissi_counting": "each_variety", "sissi_coin_cards": "owner_choice"}),
    "bohnaparte": ("bohnaparte", 3, {}),
    "riders": ("bohnaparte", 3, {"bp_riders": "on", "bp_placement": "random", "coins_visibility": "hidden"}),
}


@cache
def table(name: str) -> rl.BeanEnv:
    """Return the environment of one of these tables; a test resets it."""
    edition, players, options = TABLES[name]
    return rl.env(edition=edition, players=players, options=options)


def allowed(game: rl.BeanEnv) -> list[int]:
    """Return the allowed actions of the current agent."""
    return [int(number) for number in np.flatnonzero(game.choices.mask)]


def moments(name: str, seed: int, *, wild: float = 0.2) -> Iterator[tuple[rl.BeanEnv, Random]]:
    """Yield the environment before each step of a game of bots with some random moves."""
    game, luck = table(name), Random(f"{name}|{seed}")
    game.reset(seed=seed)
    bots = [BotAgent("trader", seat, f"{seed}|{seat}") for seat in range(game.players)]
    while game.table.result is None:
        yield game, luck
        game.step(luck.choice(allowed(game)) if luck.random() < wild else bots[game.seat](game))
