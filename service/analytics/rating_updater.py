"""Keeps rating steps and ratings up to date with the games that are counted, in the order of their ends."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from domain.editions import EDITIONS
from projections.analytics.ratings import RatedGame, RatingState, RatingStep, rate
from projections.analytics.statistics_sums import places_in_game
from service.analytics.derived_tables import DerivedTables
from service.analytics.figures_store import stored_games
from service.ops.clock import now_ms
from service.store.entries.analytics_entries import (
    COUNTED,
    AnalyticsPosition,
    CountedGameEntry,
    RatingCorrection,
    RatingEntry,
    RatingRecount,
    RatingStepEntry,
)
from service.store.entries.metadata_store import Change, Deletion, MetadataStore
from service.store.event_store import GameStore

GAMES_PER_TRANSACTION: Final = 100
"""How many games are rated in one transaction."""
LATE: Final = "late"
VOIDED: Final = "voided"
RULED: Final = "ruled"
COUNTED_AGAIN: Final = "counted_again"
MERGED: Final = "merged"
"""Why ratings are computed again: a game became public late, was voided, was annulled by a ruling, or counts again, or
two players were merged."""
VISIBLE_CHANGE: Final = 0.005
"""The smallest change of a rating that is shown."""
_START: Final = (-1, "")
_END: Final = (2**63 - 1, "")
_POSITION_PREFIX: Final = "rated:"
_REVISION: Final = "revision"
GamePlace = tuple[int, str]
"""A place in the order of games: the end, and the id."""
Rows = Callable[..., list[Any]]


def recompute_from(register: MetadataStore, row: CountedGameEntry, reason: str) -> Iterator[Change]:
    """Yield the entries that make an edition's ratings computed again from a game on, if the game was rated."""
    if _rated_place(register, row.edition) < (row.ended, row.game):
        return
    if reason == LATE and register.find_entries(RatingCorrection, game=row.game):
        reason = COUNTED_AGAIN
    yield AnalyticsPosition(name=f"{_POSITION_PREFIX}{row.edition}", position=row.ended)
    under_way = next(iter(register.find_entries(RatingRecount, edition=row.edition)), None)
    if under_way is None or under_way.reason == LATE:
        yield RatingRecount(edition=row.edition, game=row.game, reason=reason, at=now_ms())


def revision_of(register: MetadataStore) -> int:
    """Return a number that grows whenever the set of counted games changes."""
    return next((one.position for one in register.find_entries(AnalyticsPosition, name=_REVISION)), 0)


def next_revision(register: MetadataStore) -> Change:
    """Return the entry that records a change of the set of counted games."""
    return AnalyticsPosition(name=_REVISION, position=revision_of(register) + 1)


class RatingUpdater:
    """Computes the steps of games that are counted, and publishes the ratings after them."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._tables = DerivedTables(store)

    def update(self, stopped: Callable[[], bool] = lambda: False) -> None:
        """Rate every game that is counted, and publish the ratings of each edition."""
        for edition in EDITIONS:
            while not stopped() and self._rate_batch(edition):
                pass

    def _rate_batch(self, edition: str) -> bool:
        """Rate the next games, or publish ratings that were computed again. Return whether there was work."""
        revision, place = revision_of(self._store), _rated_place(self._store, edition)
        games: list[GamePlace] = self._store.query(_games_after, edition, *place, GAMES_PER_TRANSACTION)
        recount = next(iter(self._store.find_entries(RatingRecount, edition=edition)), None)
        if games:
            changes = self._rate_games(edition, place, games, publishes=recount is None)
        elif recount is not None:
            changes = [*self._publish(recount), Deletion(RatingRecount, {"edition": edition})]
        else:
            return False
        self._store.change_entries(
            partial(_unless_changed, edition=edition, revision=revision, place=place, changes=changes)
        )
        return True

    def _rate_games(
        self, edition: str, place: GamePlace, games: Sequence[GamePlace], *, publishes: bool
    ) -> list[Change]:
        """Return the entries that rate these games. `place` is that of the last game rated before."""
        stored = stored_games(self._tables, [game for _, game in games])
        players = {player for one in stored.values() for player in one.players if player is not None}
        states = self._states(edition, players, place, are_last=publishes)
        changes, touched = list[Change](), set[str]()
        for ended, game in games:
            if (found := stored.get(game)) is None:  # left out at this moment, so the changes are not written
                return []
            for step in rate(RatedGame(game=game, players=found.players, places=places_in_game(found.figures)), states):
                states[step.player] = step.after
                touched.add(step.player)
                changes.append(_step_entry(edition, ended, step))
        if publishes:
            changes += [_rating_entry(edition, player, states[player]) for player in sorted(touched)]
        return [
            *changes,
            AnalyticsPosition(name=f"{_POSITION_PREFIX}{edition}", position=games[-1][0], game=games[-1][1]),
        ]

    def _states(self, edition: str, players: set[str], place: GamePlace, *, are_last: bool) -> dict[str, RatingState]:
        """Return the ratings of these players after the game at a place: the stored ones if `are_last`."""
        if are_last:
            query = "SELECT player, rating, uncertainty, games FROM ratings WHERE edition = ? AND player IN"
            rows = self._tables.rows_among(query, players, edition)
            return {player: RatingState(rating=one, uncertainty=two, games=games) for player, one, two, games in rows}
        found = {player: self._state(edition, player, place) for player in players}
        return {player: state for player, state in found.items() if state is not None}

    def _state(self, edition: str, player: str, place: GamePlace = _END) -> RatingState | None:
        rows = self._store.query(_last_step, player, edition, *place)
        return next((RatingState(rating=one, uncertainty=two, games=games) for one, two, games in rows), None)

    def _publish(self, recount: RatingRecount) -> Iterator[Change]:
        """Yield the ratings after the last steps, and a correction for each rating that changes visibly."""
        edition = recount.edition
        shown = {one.player: one for one in self._store.find_entries(RatingEntry, edition=edition)}
        for player in sorted({*shown, *(player for (player,) in self._store.query(_rated_players, edition))}):
            before, after = shown.get(player), self._state(edition, player)
            if after is None:
                yield Deletion(RatingEntry, {"edition": edition, "player": player})
            else:
                yield _rating_entry(edition, player, after)
            moved = before is not None and (after is None or abs(after.rating - before.rating) >= VISIBLE_CHANGE)
            if before is not None and moved and recount.reason != LATE:
                yield RatingCorrection(
                    edition=edition,
                    player=player,
                    at=recount.at,
                    game=recount.game,
                    reason=recount.reason,
                    before=before.rating,
                    after=None if after is None else after.rating,
                )


def _unless_changed(
    register: MetadataStore, edition: str, revision: int, place: GamePlace, changes: Sequence[Change]
) -> Sequence[Change]:
    """Return these changes, or none if the counted or rated games have changed and the caller must retry."""
    is_same = revision_of(register) == revision and _rated_place(register, edition) == place
    return changes if is_same else ()


def _rated_place(register: MetadataStore, edition: str) -> GamePlace:
    rated = register.find_entries(AnalyticsPosition, name=f"{_POSITION_PREFIX}{edition}")
    return next(((one.position, one.game) for one in rated), _START)


def _games_after(rows: Rows, edition: str, ended: int, game: str, limit: int) -> list[GamePlace]:
    query = (
        f"SELECT ended, game FROM counted_games WHERE edition = ? AND state = '{COUNTED}' AND (ended, game) > (?, ?)"
    )
    return rows(f"{query} ORDER BY ended, game LIMIT ?", edition, ended, game, limit)


def _last_step(rows: Rows, player: str, edition: str, ended: int, game: str) -> list[tuple[float, float, int]]:
    query = "SELECT rating, uncertainty, games FROM rating_steps WHERE player = ? AND edition = ?"
    order = "ORDER BY ended DESC, game DESC LIMIT 1"
    return rows(f"{query} AND (ended, game) <= (?, ?) {order}", player, edition, ended, game)


def _rated_players(rows: Rows, edition: str) -> list[tuple[str]]:
    return rows("SELECT DISTINCT player FROM rating_steps WHERE edition = ?", edition)


def _step_entry(edition: str, ended: int, step: RatingStep) -> RatingStepEntry:
    return RatingStepEntry(
        game=step.game,
        player=step.player,
        edition=edition,
        ended=ended,
        rating_before=step.before.rating,
        uncertainty_before=step.before.uncertainty,
        rating=step.after.rating,
        uncertainty=step.after.uncertainty,
        games=step.after.games,
        opponents=msgspec.json.encode(step.opponents).decode(),
    )


def _rating_entry(edition: str, player: str, state: RatingState) -> RatingEntry:
    return RatingEntry(
        edition=edition, player=player, rating=state.rating, uncertainty=state.uncertainty, games=state.games
    )
