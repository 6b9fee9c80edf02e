"""Reads statistics, players and the games that count from the store, without naming hidden players."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.editions import EDITIONS, edition_named
from projections.analytics.edition_statistics import EditionStatistics, edition_statistics, statistics_of
from projections.analytics.game_figures import GameFigures
from projections.analytics.player_figures import PlayerFigures, player_figures
from projections.analytics.statistics_sums import ALL, CountedGame, Measure, SumKey, places_in
from service.analytics.counted_games import is_bot
from service.analytics.derived_tables import EVERY, DerivedTables, Place, in_parts, marks, shown
from service.analytics.figures_store import decoded
from service.store.entries.analytics_entries import COUNTED, StatisticsSumEntry

PARTNERS_MAX: Final = 100
"""How many partners a player has in an answer: those with the most common games."""
_COUNTS: Final = StatisticsSumEntry.summed_fields
_SUMS: Final = (
    f"SELECT edition, players, simulated, player, measure, item, {', '.join(_COUNTS)} FROM statistics_sums"
    " WHERE edition = ? AND players = ? AND simulated = ?"
)
_FIRST_SEAT: Final = (
    "NOT EXISTS (SELECT 1 FROM counted_seats b"
    " WHERE b.player = s.player AND b.ended = s.ended AND b.game = s.game AND b.seat < s.seat)"
)
# The end is compared as well, since it comes before the game in the index.
_ALSO: Final = "EXISTS (SELECT 1 FROM counted_seats o WHERE o.player = ? AND o.ended = s.ended AND o.game = s.game)"
_GAMES: Final = (
    "SELECT g.game, g.edition, g.ended, g.simulated, f.figures"
    " FROM counted_games g JOIN game_figures f ON f.game = g.game WHERE g.game IN"
)


class GameSelection(NamedTuple):
    """Which games that count: of this edition, number of players, with simulated ones or not, of all these players.

    Of all games, or only of those `among` some.
    """

    edition: str | None = None
    players: int | None = None
    simulated: bool = True
    together: frozenset[str] = frozenset()
    among: frozenset[str] | None = None


def require_players(edition: str, players: int | None) -> None:
    """Raise Refusal for a number of players that the edition is not for; None stands for all. Rule: CL-2.1."""
    if players is not None:
        edition_named(edition).data.setup(players)


class PublicGame(NamedTuple):
    """A game that counts, as all clients may know it: None is a seat of a player who is not known or hidden."""

    game: str
    edition: str
    ended: int
    simulated: bool
    seated: tuple[str | None, ...]
    figures: GameFigures

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat, 1 the best."""
        return places_in(self.figures)


class StatisticsReader(DerivedTables):
    """Statistics as the store has them, for any number of threads and processes."""

    def statistics(
        self,
        edition: str,
        players: int | None,
        *,
        simulated: bool = True,
        pairs: int = EVERY,
        among: frozenset[str] | None = None,
    ) -> EditionStatistics:
        """Return the statistics of an edition, with the pairs that exchanged most, `pairs` at most.

        They are made of sums; those of the games `among` some, of the figures of each.
        """
        if among is not None:
            games = self.games(self.selected(GameSelection(edition, players, simulated, among=among), None, EVERY))
            return edition_statistics(edition, (CountedGame(one.figures, one.seated) for one in games), pairs)
        scope = edition, ALL if players is None else players, simulated
        sums = self._sums("player = ''", *scope)
        order = "ORDER BY (-trades - gifts), player, item LIMIT ?"
        exchanged = f"measure = 'pair' AND {shown('statistics_sums.player, statistics_sums.item')} {order}"
        return statistics_of(edition, sums | self._sums(exchanged, *scope, pairs))

    def player(self, player: str) -> tuple[PlayerFigures, ...]:
        """Return the figures of a player by edition; none of an unknown or hidden one."""
        if self.hidden([player]):
            return ()
        order = f"ORDER BY games DESC, item LIMIT {PARTNERS_MAX}"
        partners = f"player = ? AND measure = 'partner' AND {shown('statistics_sums.item')} {order}"
        found = []
        for edition in sorted(EDITIONS):
            scope = edition, ALL, True, player
            if sums := self._sums("player = ? AND measure NOT IN ('pair', 'partner')", *scope):
                found.append(player_figures(edition, sums | self._sums(partners, *scope)))
        return tuple(found)

    def selected(self, wanted: GameSelection, before: Place | None, limit: int) -> list[Place]:
        """Return the places of these games, the newest end first, before a place."""
        if self.hidden(wanted.together):
            return []
        parts, values = [f"g.state = '{COUNTED}'"], list[object]()
        for column, value in (("edition", wanted.edition), ("players", wanted.players)):
            if value is not None:
                parts.append(f"g.{column} = ?")
                values.append(value)
        if not wanted.simulated:
            parts.append("NOT g.simulated")
        first, *others = sorted(wanted.together, key=is_bot) or [""]  # persons first: they have fewer games
        table = "counted_games g"
        if first:
            table = "counted_seats s CROSS JOIN counted_games g"  # in this order, for the index of seats
            parts += ["g.game = s.game", "s.player = ?", _FIRST_SEAT, *(_ALSO for _ in others)]
            values += [first, *others]
        own = "s" if first else "g"
        if before is not None:
            parts.append(f"({own}.ended, {own}.game) < (?, ?)")
            values += before
        query = f"SELECT {own}.ended, {own}.game FROM {table} WHERE {' AND '.join(parts)}"
        order = f"ORDER BY {own}.ended DESC, {own}.game DESC LIMIT ?"
        if wanted.among is None:
            return [(ended, game) for ended, game in self.rows(f"{query} {order}", *values, limit)]
        found = [
            (ended, game)
            for part in in_parts(wanted.among)
            for ended, game in self.rows(f"{query} AND {own}.game IN {marks(part)} {order}", *values, *part, limit)
        ]
        return sorted(found, reverse=True)[:limit]

    def onward(self, edition: str, after: Place, limit: int) -> list[Place]:
        """Return the places of the games of an edition that count, the oldest end first, after a place."""
        query = f"SELECT ended, game FROM counted_games WHERE edition = ? AND state = '{COUNTED}'"
        order = "ORDER BY ended, game LIMIT ?"
        return [
            (ended, game)
            for ended, game in self.rows(f"{query} AND (ended, game) > (?, ?) {order}", edition, *after, limit)
        ]

    def hides(self, game: str, seat: int) -> bool:
        """Return whether the player of a seat is hidden."""
        query = "SELECT 1 FROM seat_players s JOIN player_ids p USING (player) WHERE s.game = ? AND s.seat = ?"
        return bool(self.rows(f"{query} AND p.hidden", game, seat))

    def place(self, game: str) -> Place | None:
        """Return the place of a game that counts, or None."""
        found = self.rows(f"SELECT ended, game FROM counted_games WHERE game = ? AND state = '{COUNTED}'", game)
        return next(((ended, game) for ended, game in found), None)

    def games(self, places: Sequence[Place]) -> list[PublicGame]:
        """Return the games at these places, in this order; one that counts no longer is left out."""
        games = [game for _, game in places]
        seats = defaultdict[str, dict[int, str]](dict)
        for game, seat, player in self.rows_among("SELECT game, seat, player FROM counted_seats WHERE game IN", games):
            seats[game][seat] = player
        hidden = self.hidden({player for seated in seats.values() for player in seated.values() if not is_bot(player)})
        found = {row[0]: row for row in self.rows_among(_GAMES, games)}
        return [_public(found[game], seats[game], hidden) for game in games if game in found]

    def _sums(self, where: str, *values: object) -> dict[SumKey, dict[str, int]]:
        return {
            SumKey(edition, players, bool(simulated), player, Measure(measure), item): dict(
                zip(_COUNTS, counts, strict=True)
            )
            for edition, players, simulated, player, measure, item, *counts in self.rows(
                f"{_SUMS} AND {where}", *values
            )
        }


def _public(row: tuple[str, str, int, bool, str], seats: dict[int, str], hidden: set[str]) -> PublicGame:
    game, edition, ended, simulated, text = row
    figures = decoded(text)
    players = (seats.get(seat) for seat in range(figures.players))
    seated = tuple(None if player in hidden else player for player in players)
    return PublicGame(game, edition, ended, bool(simulated), seated, figures)
