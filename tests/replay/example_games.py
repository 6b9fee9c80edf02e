"""Example games: one of traders, and a random one with all kinds of offers."""

from functools import lru_cache
from random import Random

from replay.record import Record
from service.lifecycle.bots.simulate import simulate
from tests.random_player import begin, play


@lru_cache
def traders_game(players: int = 4) -> Record:
    """Return a game of trader bots."""
    return simulate("classic", players, "17", 1, {}, ["trader"])[0].record()


@lru_cache
def wild_game(players: int = 3) -> Record:
    """Return a game of random legal commands."""
    return play(begin("classic", players, {"trade_coins": True, "coins_visibility": "hidden"}, 5), Random(5)).record()
