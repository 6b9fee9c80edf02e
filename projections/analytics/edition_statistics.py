"""Statistics of an edition: what its finished games say about turn order, varieties, and who trades with whom.

Which games count is in docs/analytics.md. Each rate stands beside its count, each mean beside its interval.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import Final, NamedTuple

from domain.cards import Card
from domain.member_types import Count, EditionId
from domain.values import Value
from projections.analytics.game_figures import GameFigures, SeatFigures

VERSION: Final = 1
"""The version of these definitions."""
STANDARD_ERRORS: Final = 1.96
"""A normal interval of 95 % is this many standard errors to each side of the mean."""
PLACES: Final = 4
"""To how many places means are rounded."""


class CountedGame(NamedTuple):
    """A game that counts, and the player of each seat; None is one of whom nothing may be told."""

    figures: GameFigures
    players: tuple[str | None, ...]


class TurnOrderLine(Value, omit_defaults=False):
    """Seats by turn order, from 1: games, wins (a shared win counts its share), mean coins, each with a 95 % interval.

    The interval of the coins is null for a single game.
    """

    turn_order: Count
    games: Count
    wins: str
    wins_interval: tuple[float, float]
    coins_mean: float
    coins_interval: tuple[float, float] | None


class VarietyLine(Value, omit_defaults=False):
    """A variety: cards planted, all cards of the fields that were sold as it, and the coins kept for them."""

    variety: Card
    planted: Count
    sold: Count
    coins: Count


class PairLine(Value, omit_defaults=False):
    """Two players: their trades, the gifts of either to the other, and what the first gave and got.

    Values are in hundredths of a coin, by the best rate of each beanometer. Seats of one player are a pair of it with
    itself, which gave what it got.
    """

    players: tuple[str, str]
    trades: Count
    gifts: Count
    given: Count
    got: Count


class LengthLine(Value, omit_defaults=False):
    """How many games had this number of turns."""

    turns: Count
    games: Count


class EditionStatistics(Value, omit_defaults=False):
    """The statistics of one edition, for one number of players or for all, by this version of the definitions."""

    edition: EditionId
    definitions: Count
    games: Count
    turns_mean: float | None
    turns_interval: tuple[float, float] | None
    by_turn_order: tuple[TurnOrderLine, ...]
    by_variety: tuple[VarietyLine, ...]
    by_pair: tuple[PairLine, ...]
    by_length: tuple[LengthLine, ...]


def edition_statistics(edition: str, games: Iterable[CountedGame]) -> EditionStatistics:
    """Return the statistics of these games, all of this edition."""
    fold = StatisticsFold()
    for game in games:
        fold.add(game)
    return fold.statistics(edition)


class Mean:
    """A mean of whole numbers that grows, with its 95 % interval."""

    def __init__(self) -> None:
        self.count = self.sum = self.squares = 0

    def add(self, value: int) -> None:
        """Add a number."""
        self.count += 1
        self.sum += value
        self.squares += value**2

    def merge(self, other: "Mean") -> None:
        """Add all numbers of another one."""
        self.count += other.count
        self.sum += other.sum
        self.squares += other.squares

    @property
    def mean(self) -> float | None:
        """The mean; None without numbers."""
        return round(self.sum / self.count, PLACES) if self.count else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Its 95 % interval; None for less than two numbers."""
        if self.count < 2:  # a variance needs two
            return None
        # Integers up to the last step, so the order of the games changes no digit.
        variance = Fraction(self.count * self.squares - self.sum**2, self.count * (self.count - 1))
        reach = STANDARD_ERRORS * sqrt(variance / self.count)
        middle = self.sum / self.count
        return round(middle - reach, PLACES), round(middle + reach, PLACES)


def share_interval(wins: Fraction, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of wins: Wilson's score interval, which holds for few games as well."""
    share, square = float(wins) / games, STANDARD_ERRORS**2
    middle = share + square / (2 * games)
    reach = STANDARD_ERRORS * sqrt(max(share * (1 - share), 0) / games + square / (4 * games**2))
    low, high = ((middle + way) / (1 + square / games) for way in (-reach, reach))
    return round(max(low, 0), PLACES), round(min(high, 1), PLACES)


class SeatResults:
    """Results of seats that grow: how many, their wins, their coins."""

    def __init__(self) -> None:
        self.coins = Mean()
        self.wins = Fraction(0)

    def add(self, seat: SeatFigures) -> None:
        """Add the result of a seat."""
        self.coins.add(seat.score)
        if seat.win != "0":
            self.wins += Fraction(seat.win)

    def merge(self, other: "SeatResults") -> None:
        """Add all results of another one."""
        self.coins.merge(other.coins)
        self.wins += other.wins


class StatisticsFold:
    """The statistics of an edition, which grow game by game, and from which others can be merged."""

    def __init__(self) -> None:
        self.games = 0
        self.turns = Mean()
        self.lengths: Counter[int] = Counter()
        self.turn_orders: defaultdict[int, SeatResults] = defaultdict(SeatResults)
        self.varieties: defaultdict[Card, Counter[str]] = defaultdict(Counter)
        self.pairs: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)

    def add(self, game: CountedGame) -> None:
        """Add a game."""
        self.games += 1
        self.turns.add(game.figures.turns)
        self.lengths[game.figures.turns] += 1
        for seat in game.figures.seats:
            self.turn_orders[seat.turn_order].add(seat)
        for variety in game.figures.varieties:
            self.varieties[variety.variety].update(planted=variety.planted, sold=variety.sold, coins=variety.coins)
        for pair in game.figures.pairs:
            one, other = (game.players[seat] for seat in pair.seats)
            if one is None or other is None:
                continue
            given, got = (pair.given, pair.got) if one <= other else (pair.got, pair.given)
            if one == other:
                given = got = given + got
            self.pairs[min(one, other), max(one, other)].update(
                trades=pair.trades, gifts=pair.gifts, given=given, got=got
            )

    def merge(self, other: "StatisticsFold") -> None:
        """Add all games of another one, which are of the same edition."""
        self.games += other.games
        self.turns.merge(other.turns)
        self.lengths.update(other.lengths)
        for turn_order, results in other.turn_orders.items():
            self.turn_orders[turn_order].merge(results)
        for variety, count in other.varieties.items():
            self.varieties[variety].update(count)
        for pair, count in other.pairs.items():
            self.pairs[pair].update(count)

    def statistics(self, edition: str) -> EditionStatistics:
        """Return the statistics of the games so far."""
        return EditionStatistics(
            edition=edition,
            definitions=VERSION,
            games=self.games,
            turns_mean=self.turns.mean,
            turns_interval=self.turns.interval,
            by_turn_order=tuple(_turn_order_lines(self.turn_orders)),
            by_variety=tuple(variety_lines(self.varieties)),
            by_pair=tuple(_pair_lines(self.pairs)),
            by_length=tuple(LengthLine(turns=turns, games=games) for turns, games in sorted(self.lengths.items())),
        )


def _turn_order_lines(turn_orders: Mapping[int, SeatResults]) -> Iterator[TurnOrderLine]:
    for turn_order, results in sorted(turn_orders.items()):
        games = results.coins.count
        yield TurnOrderLine(
            turn_order=turn_order,
            games=games,
            wins=str(results.wins),
            wins_interval=share_interval(results.wins, games),
            coins_mean=results.coins.mean or 0.0,
            coins_interval=results.coins.interval,
        )


def variety_lines(varieties: Mapping[Card, Counter[str]]) -> Iterator[VarietyLine]:
    """Yield a line for each variety, by name."""
    for variety, count in sorted(varieties.items()):
        yield VarietyLine(variety=variety, planted=count["planted"], sold=count["sold"], coins=count["coins"])


def _pair_lines(pairs: Mapping[tuple[str, str], Counter[str]]) -> Iterator[PairLine]:
    for pair, count in sorted(pairs.items()):
        yield PairLine(
            players=pair, trades=count["trades"], gifts=count["gifts"], given=count["given"], got=count["got"]
        )
