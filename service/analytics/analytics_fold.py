"""Everything that statistics and ratings say of some games: it grows game by game, in the order of their ends."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from projections.analytics.edition_statistics import CountedGame, EditionStatistics, StatisticsFold
from projections.analytics.player_figures import PlayerFigures, PlayerFold
from projections.analytics.ratings import RatingState, RatingStep, rate
from projections.summary import Summary
from service.analytics.figures_store import FiguredGame
from service.analytics.rated_games import UNNAMED, public_step, rated_game


class FoldedGame(NamedTuple):
    """A game that was counted: the players of whom statistics may tell, and the place of each seat."""

    summary: Summary
    players: tuple[str | None, ...]
    places: tuple[int, ...]
    turn_orders: tuple[int, ...]
    wins: tuple[str, ...]
    turns: int
    simulated: bool


class PublicStep(NamedTuple):
    """A step of a rating, and the game that it is of."""

    step: RatingStep
    summary: Summary


class AnalyticsFold:
    """Statistics, players and ratings of all editions, after some games. Hidden players are named nowhere."""

    def __init__(self) -> None:
        self.games: list[FoldedGame] = []
        self._statistics: defaultdict[tuple[str, int, bool], StatisticsFold] = defaultdict(StatisticsFold)
        self._players: defaultdict[str, dict[str, PlayerFold]] = defaultdict(dict)
        self._games_of: defaultdict[str, list[FoldedGame]] = defaultdict(list)
        self._ratings: defaultdict[str, dict[str, RatingState]] = defaultdict(dict)
        self._steps: defaultdict[str, dict[str, list[PublicStep]]] = defaultdict(dict)

    def add(self, game: FiguredGame) -> None:
        """Add a game that ended after all those before."""
        summary, counted = game.summary, CountedGame(game.figures, game.named)
        rated = rated_game(game)
        seats = game.figures.seats
        folded = FoldedGame(
            summary,
            game.named,
            rated.places,
            tuple(seat.turn_order for seat in seats),
            tuple(seat.win for seat in seats),
            game.figures.turns,
            game.simulated,
        )
        self.games.append(folded)
        self._statistics[summary.edition, summary.players, game.simulated].add(counted)
        for player in {*game.named} - {None}:
            assert player is not None, "it was taken out"
            self._games_of[player].append(folded)
            folds = self._players[player]
            if summary.edition not in folds:
                folds[summary.edition] = PlayerFold(player)
            folds[summary.edition].add(counted, rated.places)
        ratings = self._ratings[summary.edition]
        for step in rate(rated, ratings):
            ratings[step.player] = step.after
            if (public := public_step(step)) is not None:
                self._steps[step.player].setdefault(summary.edition, []).append(PublicStep(public, summary))

    def statistics(self, edition: str, players: int | None, *, simulated: bool) -> EditionStatistics:
        """Return the statistics of an edition: of all games or one number of players, with simulated ones or not."""
        merged = StatisticsFold()
        for (one, seats, only_bots), fold in self._statistics.items():
            if one == edition and players in (None, seats) and (simulated or not only_bots):
                merged.merge(fold)
        return merged.statistics(edition)

    def player(self, player: str) -> tuple[PlayerFigures, ...]:
        """Return the figures of a player by edition; none of an unknown or hidden one."""
        folds = self._players.get(player, {})
        return tuple(fold.figures(edition) for edition, fold in sorted(folds.items()))

    def games_of(self, player: str) -> Sequence[FoldedGame]:
        """Return the games of a player, in the order of their ends."""
        return self._games_of.get(player, ())

    def steps(self, player: str, edition: str | None = None) -> list[PublicStep]:
        """Return the steps of a player's ratings, in the order of the ends of their games."""
        by_edition = self._steps.get(player, {})
        if edition is not None:
            return by_edition.get(edition, [])
        return sorted(
            (step for steps in by_edition.values() for step in steps),
            key=lambda one: (one.summary.times.ended or 0, one.summary.game),
        )

    def all_steps(self) -> list[PublicStep]:
        """Return every step, edition by edition, in the order of the ends of their games."""
        return sorted(
            (step for by_edition in self._steps.values() for steps in by_edition.values() for step in steps),
            key=lambda one: (one.summary.edition, one.summary.times.ended or 0, one.summary.game, one.step.player),
        )

    def ratings(self, edition: str) -> list[tuple[str, RatingState]]:
        """Return the players of an edition with their ratings, the best first."""
        found = self._ratings[edition].items() if edition in self._ratings else ()
        public = [(player, rating) for player, rating in found if not player.startswith(UNNAMED)]
        return sorted(public, key=lambda one: (-one[1].rating, one[0]))
