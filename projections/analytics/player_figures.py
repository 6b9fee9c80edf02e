"""The figures of one player in one edition: results, favourite varieties, and the players they met and traded with."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

from domain.cards import Card
from domain.member_types import Count, EditionId
from domain.values import Value
from projections.analytics.edition_statistics import (
    CountedGame,
    SeatResults,
    VarietyLine,
    share_interval,
    variety_lines,
)
from projections.analytics.game_figures import GameFigures

_AHEAD: Final = "ahead"
_LEVEL: Final = "level"
_BEHIND: Final = "behind"


class PartnerLine(Value, omit_defaults=False):
    """Another player at the same tables: how often this one was ahead, level or behind, and what they exchanged.

    Each seat of the one meets each seat of the other. Values are in hundredths of a coin, `given` by this player.
    """

    player: str
    games: Count
    ahead: Count
    level: Count
    behind: Count
    trades: Count
    gifts: Count
    given: Count
    got: Count


class PlayerFigures(Value, omit_defaults=False):
    """A player in one edition: games, seats in them, wins and coins with their 95 % intervals, varieties, partners."""

    edition: EditionId
    games: Count
    seats: Count
    wins: str
    wins_interval: tuple[float, float]
    coins_mean: float
    coins_interval: tuple[float, float] | None
    by_variety: tuple[VarietyLine, ...]
    partners: tuple[PartnerLine, ...]


class PlayerFold:
    """The figures of a player, which grow game by game."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.games = 0
        self._results = SeatResults()
        self._varieties: defaultdict[Card, Counter[str]] = defaultdict(Counter)
        self._partners: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def add(self, game: CountedGame, places: Sequence[int]) -> None:
        """Add a game in which the player has at least one seat, with the place of each seat."""
        own = [seat for seat, player in enumerate(game.players) if player == self.player]
        self.games += 1
        for seat in own:
            figures = game.figures.seats[seat]
            self._results.add(figures)
            for variety in figures.varieties:
                self._varieties[variety.variety].update(planted=variety.planted, sold=variety.sold, coins=variety.coins)
            for other, name in enumerate(game.players):
                if name not in (None, self.player):
                    self._partners[name or ""][_compared(places[seat], places[other])] += 1
        for name in {*game.players} - {None, self.player}:
            self._partners[name or ""]["games"] += 1
        self._exchanged(game.figures, game.players)

    def _exchanged(self, figures: GameFigures, players: Sequence[str | None]) -> None:
        for pair in figures.pairs:
            one, other = (players[seat] for seat in pair.seats)
            if one is None or other is None or one == other or self.player not in (one, other):
                continue
            given, got = (pair.given, pair.got) if one == self.player else (pair.got, pair.given)
            name = other if one == self.player else one
            self._partners[name].update(trades=pair.trades, gifts=pair.gifts, given=given, got=got)

    def figures(self, edition: str) -> PlayerFigures:
        """Return the figures of the games so far; there is at least one."""
        results = self._results
        return PlayerFigures(
            edition=edition,
            games=self.games,
            seats=results.coins.count,
            wins=str(results.wins),
            wins_interval=share_interval(results.wins, results.coins.count),
            coins_mean=results.coins.mean or 0.0,
            coins_interval=results.coins.interval,
            by_variety=tuple(variety_lines(self._varieties)),
            partners=tuple(
                PartnerLine(player=name, **{member: count[member] for member in _COUNTED})
                for name, count in sorted(self._partners.items(), key=lambda item: (-item[1]["games"], item[0]))
            ),
        )


_COUNTED: Final = ("games", _AHEAD, _LEVEL, _BEHIND, "trades", "gifts", "given", "got")


def _compared(own: int, other: int) -> str:
    return _AHEAD if own < other else _LEVEL if own == other else _BEHIND
