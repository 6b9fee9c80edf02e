"""Statistics of an edition: what its finished games say about turn order, varieties, and who trades with whom.

Which games count is in docs/analytics.md. Each rate stands beside its count, each mean beside its interval.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
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
    """Seats by turn order, from 1: games, wins (a shared win counts its share), mean coins with its 95 % interval.

    The interval is null for a single game.
    """

    turn_order: Count
    games: Count
    wins: str
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


class EditionStatistics(Value, omit_defaults=False):
    """The statistics of one edition, for one number of players or for all."""

    edition: EditionId
    games: Count
    by_turn_order: tuple[TurnOrderLine, ...]
    by_variety: tuple[VarietyLine, ...]
    by_pair: tuple[PairLine, ...]


def edition_statistics(edition: str, games: Iterable[CountedGame]) -> EditionStatistics:
    """Return the statistics of these games, all of this edition."""
    fold = _EditionFold()
    for game in games:
        fold.add(game)
    return EditionStatistics(
        edition=edition,
        games=fold.games,
        by_turn_order=tuple(fold.turn_orders()),
        by_variety=tuple(fold.varieties()),
        by_pair=tuple(fold.pairs()),
    )


class _TurnOrder:
    def __init__(self) -> None:
        self.games = self.coins = self.squares = 0
        self.wins = Fraction(0)

    def add(self, seat: SeatFigures) -> None:
        self.games += 1
        self.coins += seat.score
        self.squares += seat.score**2
        self.wins += Fraction(seat.win)

    def line(self, turn_order: int) -> TurnOrderLine:
        interval = None
        if self.games > 1:
            # Integers up to the last step, so the order of the games changes no digit.
            variance = Fraction(self.games * self.squares - self.coins**2, self.games * (self.games - 1))
            reach = STANDARD_ERRORS * sqrt(variance / self.games)
            middle = self.coins / self.games
            interval = round(middle - reach, PLACES), round(middle + reach, PLACES)
        return TurnOrderLine(
            turn_order=turn_order,
            games=self.games,
            wins=str(self.wins),
            coins_mean=round(self.coins / self.games, PLACES),
            coins_interval=interval,
        )


class _EditionFold:
    def __init__(self) -> None:
        self.games = 0
        self._turn_orders: defaultdict[int, _TurnOrder] = defaultdict(_TurnOrder)
        self._varieties: defaultdict[Card, Counter[str]] = defaultdict(Counter)
        self._pairs: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)

    def add(self, game: CountedGame) -> None:
        self.games += 1
        for seat in game.figures.seats:
            self._turn_orders[seat.turn_order].add(seat)
        for variety in game.figures.varieties:
            self._varieties[variety.variety].update(planted=variety.planted, sold=variety.sold, coins=variety.coins)
        for pair in game.figures.pairs:
            one, other = (game.players[seat] for seat in pair.seats)
            if one is None or other is None:
                continue
            given, got = (pair.given, pair.got) if one <= other else (pair.got, pair.given)
            if one == other:
                given = got = given + got
            self._pairs[min(one, other), max(one, other)].update(
                trades=pair.trades, gifts=pair.gifts, given=given, got=got
            )

    def turn_orders(self) -> Iterator[TurnOrderLine]:
        for turn_order, seats in sorted(self._turn_orders.items()):
            yield seats.line(turn_order)

    def varieties(self) -> Iterator[VarietyLine]:
        for variety, count in sorted(self._varieties.items()):
            yield VarietyLine(variety=variety, planted=count["planted"], sold=count["sold"], coins=count["coins"])

    def pairs(self) -> Iterator[PairLine]:
        for pair, count in sorted(self._pairs.items()):
            yield PairLine(
                players=pair, trades=count["trades"], gifts=count["gifts"], given=count["given"], got=count["got"]
            )
