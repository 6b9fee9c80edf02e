"""Measures how much luck there is in one table of each edition: `python -m tests.domain.tournaments.luck GAMES`.

It prints what `domain/tournaments/luck.toml` holds. All seats are the same bot, so all differences are luck. Then
players of unlike skill are put in the place of the bots: the skill of each, in coins, is added to their scores.
"""

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random
from statistics import fmean, pstdev
from typing import Final, NamedTuple

from domain.editions import EDITIONS, edition_named
from domain.tournaments.table_points import DEFAULT, places_by_scores, table_points
from domain.visibility import Option
from replay.seeded import begin_named_game, bot_seed_of_text
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.simulate import play_on
from service.tournaments.new_tournament import FIRST_SEAT

BOT: Final = "trader"
SPREADS: Final = (1, 2)
"""The standard deviations of skill, in coins."""
TABLES: Final = 800
ROUNDS: Final = 50
"""How many tables of made up players play how many rounds."""
CASES: Final = [(edition.data.key, size) for edition in EDITIONS.values() for size in edition.data.players]


class Luck(NamedTuple):
    """The luck of one table: the standard deviation of coins, and the reliability of one round for each spread."""

    coins: float
    reliability: tuple[float, ...]


def scores_of(edition: str, size: int, games: int) -> list[tuple[int, ...]]:
    """Return the scores of seeded games, in turn order."""
    option, value = FIRST_SEAT
    has_option = any(rule.name == option for rule in edition_named(edition).data.all_options)
    options: dict[str, Option] = {option: value} if has_option else {}
    found = []
    for number in range(1, games + 1):
        name = f"{edition}-{size}-luck-{number}"
        game, _ = begin_named_game(name, name, edition, size, options, [BOT] * size)
        play_on(game, {seat: BOTS[BOT](seat, bot_seed_of_text(name, seat)) for seat in range(size)})
        result = game.table.result
        assert result is not None
        found.append(tuple(result.scores))
    return found


def luck_of(scores: Sequence[tuple[int, ...]]) -> Luck:
    """Return the luck in these scores."""
    coins = fmean(pstdev(column) for column in zip(*scores, strict=True))
    return Luck(coins, tuple(round_reliability(scores, spread) for spread in SPREADS))


def round_reliability(scores: Sequence[tuple[int, ...]], spread: int) -> float:
    """Return the reliability of the table points of one round, by an analysis of variance."""
    luck, size = Random(f"luck|{spread}"), len(scores[0])
    skills = [luck.gauss(0, spread) for _ in range(TABLES * size)]
    points: list[list[float]] = [[] for _ in skills]
    players = list(range(len(skills)))
    for _ in range(ROUNDS):
        luck.shuffle(players)
        for at in range(0, len(players), size):
            table = players[at : at + size]
            coins = [round(own + skills[one]) for one, own in zip(table, luck.choice(scores), strict=True)]
            for one, worth in zip(table, table_points(DEFAULT, places_by_scores(coins)), strict=True):
                points[one].append(float(worth))
    means = [fmean(own) for own in points]
    mean = fmean(means)
    between = ROUNDS * sum((own - mean) ** 2 for own in means) / (len(means) - 1)
    within = sum((one - own) ** 2 for all_, own in zip(points, means, strict=True) for one in all_)
    within /= len(means) * (ROUNDS - 1)
    return (between - within) / (between + (ROUNDS - 1) * within)


def _measured(case: tuple[str, int, int]) -> str:
    edition, size, games = case
    luck = luck_of(scores_of(edition, size, games))
    one, two = luck.reliability
    return f'[luck.{edition}.{size}]\ngames = {games}\ncoins = "{luck.coins:.2f}"\nround = ["{one:.4f}", "{two:.4f}"]\n'


if __name__ == "__main__":
    with ProcessPoolExecutor(3) as pool:
        for text in pool.map(_measured, [(*case, int(sys.argv[1])) for case in CASES]):
            sys.stdout.write(text + "\n")
            sys.stdout.flush()
