"""Keeps the statistics and ratings of a store up to date: counted games, their figures, sums, and rating steps.

Each part is written in one transaction with its position. If a process is killed, each game is counted once or not at
all. Two processes never count the same game twice.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Final

import msgspec
from msgspec.structs import replace

from projections.analytics.edition_statistics import VERSION as STATISTICS_VERSION
from projections.analytics.game_figures import VERSION as FIGURES_VERSION
from projections.analytics.ratings import VERSION as RATINGS_VERSION
from projections.analytics.statistics_sums import CountedGame, Sums, add_game
from projections.summary import GameStatus, Summary
from service.analytics.counted_games import NEVER, due_at, is_eligible, is_overruled
from service.analytics.derived_tables import DerivedTables
from service.analytics.figures_store import (
    ComputedFigures,
    compute_figures,
    counted_game,
    players_of_game,
    stored_game,
    stored_games,
)
from service.analytics.rating_updater import (
    LATE,
    RULED,
    VOIDED,
    RatingUpdater,
    next_revision,
    recompute_from,
    revision_of,
)
from service.store.entries.analytics_entries import (
    COUNTED,
    DERIVED_KINDS,
    UNREADABLE,
    WAITING,
    AnalyticsPosition,
    CountedGameEntry,
    CountedSeatEntry,
    FiguresEntry,
    RatingStepEntry,
    StatisticsSumEntry,
)
from service.store.entries.entry_sql import entry_from_row
from service.store.entries.metadata_store import Change, Deletion, MetadataStore
from service.store.event_store import GameStore

GAMES_PER_TRANSACTION: Final = 100
"""How many games are counted in one transaction."""
HEADS_PER_TRANSACTION: Final = 200
"""How many changed games are checked in one transaction."""
ANALYTICS_VERSION: Final = f"{FIGURES_VERSION}.{STATISTICS_VERSION}.{RATINGS_VERSION}"
"""The version of all definitions. When it changes, everything is computed again."""
EVENTS: Final = "events"
RULINGS: Final = "rulings"
_VERSION_KEY: Final = "form"
OnGame = Callable[[], None]


class AnalyticsUpdater:
    """Brings the analytics of a store up to date. Use an instance in one thread only."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._tables = DerivedTables(store)
        self._ratings = RatingUpdater(store)
        self._read_to: int | None = None

    def waiting(self, now: int) -> int:
        """Find changed games, and return how many are to be counted."""
        self._find_changed_games()
        return len(self._waiting_games(now, NEVER))

    def update(self, now: int, on_game: OnGame = lambda: None, stopped: Callable[[], bool] = lambda: False) -> None:
        """Count every game that is public at `now`, and remove games that count no longer.

        `on_game` is called for each counted game. The update ends early when `stopped` returns true.
        """
        self._find_changed_games()
        while not stopped() and (rows := self._waiting_games(now, GAMES_PER_TRANSACTION)):
            revision = revision_of(self._store)
            games = stored_games(self._tables, [row.game for row in rows])
            computed = {row.game: compute_figures(self._store, row.game) for row in rows if row.game not in games}
            self._store.change_entries(
                partial(_count_changes, revision=revision, rows=rows, games=games, computed=computed)
            )
            for _ in rows:
                on_game()
        self._ratings.update(stopped)

    def clear(self, *, figures: bool = True) -> None:
        """Delete all derived entries, so that they are computed again. Players keep their ids."""
        self._read_to = None
        self._store.change_entries(deletions(figures=figures))

    def _find_changed_games(self) -> None:
        """Find the games that have ended, were voided or got a ruling since the last call."""
        position = {one.name: one for one in self._store.find_entries(AnalyticsPosition)}
        if (form := position.get(_VERSION_KEY)) is not None and form.game != ANALYTICS_VERSION:
            self.clear(figures=False)
            position = {}
        upto = self._store.position()
        since = None if EVENTS not in position else max(position[EVENTS].position, self._read_to or 0)
        filed_before = position[RULINGS].position if RULINGS in position else 0
        filed = self._store.dispute_events_since(filed_before)
        heads = self._changed_heads(since, upto, [game for _, game in filed])
        found = False
        while part := list(islice(heads, HEADS_PER_TRANSACTION)):
            found = True
            due = {game: NEVER if head is None else self._due_at(head) for game, head in part}
            self._store.change_entries(partial(_waiting_changes, part=part, due=due))
        if found or since is None:
            line = max((line for line, _ in filed), default=filed_before)
            self._store.change_entries(partial(_position_changes, positions={EVENTS: upto, RULINGS: line}))
        self._read_to = upto

    def _changed_heads(
        self, since: int | None, upto: int, filed: Sequence[str]
    ) -> Iterator[tuple[str, Summary | None]]:
        game_index = self._store.game_index
        if since is None:
            yield from ((head.game, head) for head in game_index.newest(status=GameStatus.FINISHED))
            return
        news = self._store.milestones_since(since, upto) if upto > since else []
        for game in dict.fromkeys([*(game for _, game in news), *filed]):
            yield game, game_index.head(game)

    def _waiting_games(self, now: int, limit: int) -> list[CountedGameEntry]:
        names = ", ".join(CountedGameEntry.__struct_fields__)
        query = f"SELECT {names} FROM counted_games WHERE state = '{WAITING}' AND due <= ? ORDER BY ended, game LIMIT ?"
        return [entry_from_row(CountedGameEntry, row) for row in self._tables.rows(query, now, limit)]

    def _due_at(self, head: Summary) -> int:
        """Return the time from which a game counts, or NEVER."""
        if not is_eligible(head) or is_overruled(head.game, self._store):
            return NEVER
        return due_at(head, self._store)


def deletions(*, figures: bool) -> list[Change]:
    """Return the deletions of all derived entries. The figures of games are included only if `figures` is true."""
    return [Deletion(kind) for kind in DERIVED_KINDS if figures or kind is not FiguresEntry]


def _position_changes(register: MetadataStore, positions: dict[str, int]) -> Iterator[Change]:
    before = {one.name: one.position for one in register.find_entries(AnalyticsPosition)}
    for name, position in positions.items():
        yield AnalyticsPosition(name=name, position=max(position, before.get(name, 0)))
    yield AnalyticsPosition(name=_VERSION_KEY, position=0, game=ANALYTICS_VERSION)


def _waiting_changes(
    register: MetadataStore, part: Sequence[tuple[str, Summary | None]], due: dict[str, int]
) -> Iterator[Change]:
    """Yield the changes that make these games wait to be counted, or count no longer."""
    is_changed = False
    for game, head in part:
        row = next(iter(register.find_entries(CountedGameEntry, game=game)), None)
        if row is not None and (due[game] == NEVER or head is None):
            is_changed = True
            if row.state == COUNTED:
                is_ruled = head is not None and head.status == GameStatus.FINISHED
                yield from _uncount_changes(register, row, RULED if is_ruled else VOIDED)
            yield Deletion(CountedGameEntry, {"game": game})
        elif row is None and due[game] != NEVER and head is not None:
            is_changed = True
            yield CountedGameEntry(
                game=game,
                edition=head.edition,
                players=head.players,
                ended=head.times.ended or 0,
                due=due[game],
                state=WAITING,
            )
    if is_changed:
        yield next_revision(register)


def _count_changes(
    register: MetadataStore,
    revision: int,
    rows: Sequence[CountedGameEntry],
    games: Mapping[str, CountedGame],
    computed: Mapping[str, ComputedFigures | None],
) -> Iterator[Change]:
    """Yield the changes that count these games, or nothing if the revision is outdated and the caller must retry."""
    if revision_of(register) != revision:
        return
    sums, counted = Sums(), list[CountedGameEntry]()
    for row in rows:
        game = games.get(row.game)
        if (found := computed.get(row.game)) is not None:
            yield from found.entries(register)
            game = counted_game(found.figures, players_of_game(register, row.game))
        if game is None:
            yield replace(row, state=UNREADABLE)
            continue
        add_game(sums, game)
        yield from _seat_entries(row, game)
        counted.append(replace(row, state=COUNTED, simulated=game.simulated))
    yield from counted
    yield from _sum_entries(sums)
    for edition in {row.edition for row in counted}:
        first = next(row for row in counted if row.edition == edition)
        yield from recompute_from(register, first, LATE)
    yield next_revision(register)


def _uncount_changes(register: MetadataStore, row: CountedGameEntry, reason: str) -> Iterator[Change]:
    """Yield the changes that remove a counted game from all sums and ratings."""
    game = stored_game(register, row.game)
    assert game is not None, "it was counted"
    sums = Sums()
    add_game(sums, game, -1)
    yield from sum_changes(register, sums)
    for kind in (CountedSeatEntry, RatingStepEntry, FiguresEntry):
        yield Deletion(kind, {"game": row.game})
    yield from recompute_from(register, row, reason)


def sum_changes(register: MetadataStore, sums: Sums) -> Iterator[Change]:
    """Yield the changes that add these sums to those of the store, and delete sums that become zero."""
    yield from _sum_entries(sums)
    for key in sums:
        (left,) = register.find_entries(StatisticsSumEntry, **key._asdict())
        if not any(getattr(left, name) for name in left.summed_fields):
            yield Deletion(StatisticsSumEntry, key._asdict())


def _sum_entries(sums: Sums) -> Iterator[Change]:
    for key, added in sorted(sums.items()):  # in one order, so that a rebuild writes the same rows
        yield msgspec.convert({**key._asdict(), **added}, StatisticsSumEntry)


def _seat_entries(row: CountedGameEntry, counted: CountedGame) -> Iterable[Change]:
    for seat, player in enumerate(counted.players):
        if player is not None:
            yield CountedSeatEntry(game=row.game, seat=seat, player=player, ended=row.ended)
