"""Measures what bots' games say about luck: `python -m tests.service.lifecycle.bot_games DEALS`.

It prints what `projections/analytics/bot_games.toml` holds for each edition and size: how often each place in turn
order wins, how many coins it makes, and which share of the variance of coins par explains.

Each deal is played once by unlike players, traders of which every other acts at random more often, and twice by plain
traders. Par is the mean of these two. How much of a difference from par counts is fitted on one half of the deals and
judged on the other.
"""

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from random import Random
from statistics import fmean, quantiles, stdev
from typing import Final, NamedTuple

from domain.commands import Command
from domain.editions import EDITIONS, edition_named
from domain.visibility import Option
from replay.seeded import begin_named_game, bot_seed_of_text
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.bot import Situation
from service.lifecycle.bots.par import events_until_deal, play_par
from service.lifecycle.bots.simulate import play_on
from service.lifecycle.par import PAR_BOT, PAR_RUNS
from service.tournaments.new_tournament import FIRST_SEAT

ERRORS: Final = (0.05, 0.3)
"""How often players of each strength act at random."""
SAMPLES: Final = 400
STANDARD_ERRORS: Final = 1.96
CASES: Final = [(edition.data.key, size) for edition in EDITIONS.values() for size in edition.data.players]


class ErringBot:
    """A trader that acts at random with a given probability, so that players differ in strength as people do."""

    def __init__(self, seat: int, seed: str, errors: float) -> None:
        self._luck = Random(f"errors|{seed}")
        self._errors = errors
        self._trader, self._random = BOTS["trader"](seat, seed), BOTS["random"](seat, seed)

    def choose(self, situation: Situation, n: int) -> Command | None:
        """Return what the bot does after event `n`."""
        return (self._random if self._luck.random() < self._errors else self._trader).choose(situation, n)


class DealScores(NamedTuple):
    """The scores of one deal in turn order: of players with these error rates, and of each run of par."""

    errors: tuple[float, ...]
    scores: tuple[int, ...]
    par: tuple[tuple[int, ...], ...]
    par_winners: tuple[tuple[int, ...], ...]


class DealtSeat(NamedTuple):
    """A seat of a deal: the error rate of its player, its coins, and par."""

    deal: int
    errors: float
    seat: int
    coins: int
    par: float


def deals_of(edition: str, size: int, deals: int) -> list[DealScores]:
    """Return the scores of seeded deals; seat 0 has the first turn."""
    option, value = FIRST_SEAT
    has_option = any(rule.name == option for rule in edition_named(edition).data.all_options)
    options: dict[str, Option] = {option: value} if has_option else {}
    found = []
    for number in range(1, deals + 1):
        name = f"{edition}-{size}-par-{number}"
        errors = tuple(ERRORS[(number + seat) % len(ERRORS)] for seat in range(size))
        game, _ = begin_named_game(name, name, edition, size, options, [PAR_BOT] * size)
        dealt = events_until_deal(game.envelopes)
        play_on(game, {seat: ErringBot(seat, bot_seed_of_text(name, seat), one) for seat, one in enumerate(errors)})
        result = game.table.result
        assert result is not None
        par = [play_par(name, dealt, game.chance, run, PAR_BOT) for run in range(1, PAR_RUNS + 1)]
        found.append(
            DealScores(
                errors,
                tuple(result.scores),
                tuple(tuple(one.scores) for one in par),
                tuple(tuple(one.winners) for one in par),
            )
        )
    return found


def share_explained(deals: Sequence[DealScores]) -> tuple[float, float, float]:
    """Return the share of the variance of coins that par explains out of sample, with its 95 % interval.

    The strength of each kind of player at each seat is known. A share below 0 means that par tells nothing.
    """
    rows = [
        DealtSeat(number, one.errors[seat], seat, score, fmean(run[seat] for run in one.par))
        for number, one in enumerate(deals)
        for seat, score in enumerate(one.scores)
    ]
    rest, whole = [0.0] * len(deals), [0.0] * len(deals)
    for half in (0, 1):  # two deals after each other, so that each kind of player is at each seat in both halves
        fitted = [row for row in rows if row.deal // 2 % 2 != half]
        coins = _means([(row.errors, row.seat, row.coins) for row in fitted])
        pars = _means([(row.errors, row.seat, row.par) for row in fitted])
        moved = [(row.par - pars[row.errors, row.seat], row.coins - coins[row.errors, row.seat]) for row in fitted]
        slope = sum(x * y for x, y in moved) / (sum(x * x for x, _ in moved) or 1)
        for row in (row for row in rows if row.deal // 2 % 2 == half):
            apart = row.coins - coins[row.errors, row.seat]
            whole[row.deal] += apart**2
            rest[row.deal] += (apart - slope * (row.par - pars[row.errors, row.seat])) ** 2
    luck, samples = Random("par"), list[float]()
    for _ in range(SAMPLES):
        drawn = luck.choices(range(len(deals)), k=len(deals))
        samples.append(1 - sum(rest[one] for one in drawn) / sum(whole[one] for one in drawn))
    low, *_, high = quantiles(samples, n=40)
    return 1 - sum(rest) / sum(whole), low, high


def _means(rows: Sequence[tuple[float, int, float]]) -> dict[tuple[float, int], float]:
    keys = {(errors, seat) for errors, seat, _ in rows}
    return {key: fmean(value for errors, seat, value in rows if (errors, seat) == key) for key in keys}


def turn_order_of(deals: Sequence[DealScores]) -> list[tuple[float, float, float, float]]:
    """Return the share of wins and the mean coins of traders by turn order, each with half its 95 % interval."""
    found = []
    for seat in range(len(deals[0].scores)):
        # The runs of one deal are alike, so each deal is one observation.
        wins = [fmean((seat in won) / len(won) for won in one.par_winners) for one in deals]
        coins = [fmean(run[seat] for run in one.par) for one in deals]
        found.append((fmean(wins), _reach(wins), fmean(coins), _reach(coins)))
    return found


def _reach(values: Sequence[float]) -> float:
    return STANDARD_ERRORS * stdev(values) / sqrt(len(values))


def _case(case: tuple[str, int], deals: int) -> str:
    edition, size = case
    found = deals_of(edition, size, deals)
    share, low, high = share_explained(found)
    places = turn_order_of(found)
    lines = [f"[games.{edition}.{size}]", f"deals = {deals}"]
    lines.append(f'par = ["{share:.3f}", "{low:.3f}", "{high:.3f}"]')
    for name, at in (("wins", 0), ("coins", 2)):
        texts = ", ".join(f'["{one[at]:.3f}", "{one[at + 1]:.3f}"]' for one in places)
        lines.append(f"{name} = [{texts}]")
    return "\n".join(lines)


def main() -> None:
    """Print the measured table: of all editions, or of those that are named after the number of deals."""
    deals, editions = int(sys.argv[1]), sys.argv[2:]
    cases = [case for case in CASES if case[0] in editions or not editions]
    with ProcessPoolExecutor() as pool:
        for text in pool.map(_case, cases, [deals] * len(cases)):
            sys.stdout.write(f"{text}\n\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
