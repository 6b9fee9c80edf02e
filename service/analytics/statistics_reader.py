"""Reads statistics, players and counted games from the store, without hidden players."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.editions import EDITIONS, edition_named
from projections.analytics.edition_statistics import EditionStatistics, edition_statistics, statistics_of
from projections.analytics.game_figures import GameFigures
from projections.analytics.player_figures import PlayerFigures, player_figures
from projections.analytics.statistics_sums import ALL_PLAYER_COUNTS, CountedGame, Measure, SumKey, places_in_game
from service.analytics.counted_games import is_bot
from service.analytics.derived_tables import NO_LIMIT, DerivedTables, GamePlace, in_chunks, not_hidden, placeholders
from service.analytics.figures_store import decode_figures
from service.store.entries.analytics_entries import COUNTED, StatisticsSumEntry

PARTNERS_MAX: Final = 100
"""How many partners of a player an answer lists: those with the most games together."""
_COUNTS: Final = StatisticsSumEntry.summed_fields
_SUMS: Final = (
    f"SELECT edition, players, simulated, player, measure, item, {', '.join(_COUNTS)} FROM statistics_sums"
    " WHERE edition = ? AND players = ? AND simulated = ?"
)
_FIRST_SEAT: Final = (
    "NOT EXISTS (SELECT 1 FROM counted_seats b"
    " WHERE b.player = s.player AND b.ended = s.ended AND b.game = s.game AND b.seat < s.seat)"
)
# The end is compared too, because it comes before the game in the index.
_OTHER_PLAYER_SEATED: Final = (
    "EXISTS (SELECT 1 FROM counted_seats o WHERE o.player = ? AND o.ended = s.ended AND o.game = s.game)"
)
_GAMES: Final = (
    "SELECT g.game, g.edition, g.ended, g.simulated, f.figures"
    " FROM counted_games g JOIN game_figures f ON f.game = g.game WHERE g.game IN"
)


class GameSelection(NamedTuple):
    """A selection of counted games: by edition, number of players, and whether simulated games are included.

    All players `together` must have played in a game. With `among` only these games are selected.
    """

    edition: str | None = None
    players: int | None = None
    simulated: bool = True
    together: frozenset[str] = frozenset()
    among: frozenset[str] | None = None


def require_players(edition: str, players: int | None) -> None:
    """Raise Refusal for a number of players that the edition does not allow. None stands for all. Rule: CL-2.1."""
    if players is not None:
        edition_named(edition).data.setup(players)


class PublicGame(NamedTuple):
    """A counted game as all clients may know it. `seated` has None for an unknown or hidden player."""

    game: str
    edition: str
    ended: int
    simulated: bool
    seated: tuple[str | None, ...]
    figures: GameFigures

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat, 1 the best."""
        return places_in_game(self.figures)


class StatisticsReader(DerivedTables):
    """Statistics as the store has them, for any number of threads and processes."""

    def statistics(
        self,
        edition: str,
        players: int | None,
        *,
        simulated: bool = True,
        pairs: int = NO_LIMIT,
        among: frozenset[str] | None = None,
    ) -> EditionStatistics:
        """Return the statistics of an edition, with at most `pairs` pairs: those that exchanged most.

        They are computed from stored sums, or from the figures of each game `among` the given ones.
        """
        if among is not None:
            games = self.games(
                self.find_places(GameSelection(edition, players, simulated, among=among), None, NO_LIMIT)
            )
            return edition_statistics(edition, (CountedGame(one.figures, one.seated) for one in games), pairs)
        scope = edition, ALL_PLAYER_COUNTS if players is None else players, simulated
        sums = self._sums("player = ''", *scope)
        order = "ORDER BY (-trades - gifts), player, item LIMIT ?"
        exchanged = f"measure = 'pair' AND {not_hidden('statistics_sums.player, statistics_sums.item')} {order}"
        return statistics_of(edition, sums | self._sums(exchanged, *scope, pairs))

    def player(self, player: str) -> tuple[PlayerFigures, ...]:
        """Return the figures of a player by edition, or nothing for an unknown or hidden player."""
        if self.hidden([player]):
            return ()
        order = f"ORDER BY games DESC, item LIMIT {PARTNERS_MAX}"
        partners = f"player = ? AND measure = 'partner' AND {not_hidden('statistics_sums.item')} {order}"
        found = []
        for edition in sorted(EDITIONS):
            scope = edition, ALL_PLAYER_COUNTS, True, player
            if sums := self._sums("player = ? AND measure NOT IN ('pair', 'partner')", *scope):
                found.append(player_figures(edition, sums | self._sums(partners, *scope)))
        return tuple(found)

    def find_places(self, wanted: GameSelection, before: GamePlace | None, limit: int) -> list[GamePlace]:
        """Return the places of the selected games that ended before the place `before`, newest first."""
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
            parts += ["g.game = s.game", "s.player = ?", _FIRST_SEAT, *(_OTHER_PLAYER_SEATED for _ in others)]
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
            for part in in_chunks(wanted.among)
            for ended, game in self.rows(
                f"{query} AND {own}.game IN {placeholders(part)} {order}", *values, *part, limit
            )
        ]
        return sorted(found, reverse=True)[:limit]

    def places_after(self, edition: str, after: GamePlace, limit: int) -> list[GamePlace]:
        """Return the places of the counted games of an edition that ended after a place, oldest first."""
        query = f"SELECT ended, game FROM counted_games WHERE edition = ? AND state = '{COUNTED}'"
        order = "ORDER BY ended, game LIMIT ?"
        return [
            (ended, game)
            for ended, game in self.rows(f"{query} AND (ended, game) > (?, ?) {order}", edition, *after, limit)
        ]

    def is_hidden_seat(self, game: str, seat: int) -> bool:
        """Return whether the player of a seat is hidden."""
        query = "SELECT 1 FROM seat_players s JOIN player_ids p USING (player) WHERE s.game = ? AND s.seat = ?"
        return bool(self.rows(f"{query} AND p.hidden", game, seat))

    def place_of(self, game: str) -> GamePlace | None:
        """Return the place of a counted game, or None."""
        found = self.rows(f"SELECT ended, game FROM counted_games WHERE game = ? AND state = '{COUNTED}'", game)
        return next(((ended, game) for ended, game in found), None)

    def games(self, places: Sequence[GamePlace]) -> list[PublicGame]:
        """Return the games at these places, in this order, without games that count no longer."""
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
    figures = decode_figures(text)
    players = (seats.get(seat) for seat in range(figures.players))
    seated = tuple(None if player in hidden else player for player in players)
    return PublicGame(game, edition, ended, bool(simulated), seated, figures)
