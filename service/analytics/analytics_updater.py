"""Keeps statistics and ratings of a store up to date: which games count, their figures, sums of these, rating steps.

Each part is written in one transaction with its position. So a process that is killed leaves each game counted once or
not yet, and of two processes that work at once, one leaves out what the other has done.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Final

import msgspec
from msgspec.structs import replace

from projections.analytics.edition_statistics import VERSION as STATISTICS
from projections.analytics.game_figures import VERSION as FIGURES
from projections.analytics.ratings import VERSION as RATINGS
from projections.analytics.statistics_sums import CountedGame, Sums, add_game
from projections.summary import GameStatus, Summary
from service.analytics.counted_games import NEVER, counts, due_at, is_overruled
from service.analytics.derived_tables import DerivedTables
from service.analytics.figures_store import (
    ComputedFigures,
    computed_figures,
    counted_game,
    seats_of,
    stored_game,
    stored_games,
)
from service.analytics.rating_updater import LATE, RULED, VOIDED, RatingUpdater, go_back, next_revision, revision_of
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

BATCH: Final = 100
"""How many games are counted in one transaction."""
HEADS: Final = 200
"""Of how many games it is looked up in one transaction whether they count."""
FORM: Final = f"{FIGURES}.{STATISTICS}.{RATINGS}"
"""The version of everything that is counted; where it changes, all is made again."""
EVENTS: Final = "events"
RULINGS: Final = "rulings"
_FORM: Final = "form"
Done = Callable[[], None]


class AnalyticsUpdater:
    """Brings the analytics of a store up to date. Use one from one thread."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._tables = DerivedTables(store)
        self._ratings = RatingUpdater(store)
        self._read_to: int | None = None

    def waiting(self, now: int) -> int:
        """Return how many games are to be counted at `now`, after a look at what is new."""
        self._read_news()
        return len(self._due(now, NEVER))

    def update(self, now: int, done: Done = lambda: None, stopped: Callable[[], bool] = lambda: False) -> None:
        """Count every game that all clients may know at `now`, and leave out those that count no longer.

        `done` is called for each game that is counted. It ends early once `stopped`.
        """
        self._read_news()
        while not stopped() and (rows := self._due(now, BATCH)):
            revision = revision_of(self._store)
            games = stored_games(self._tables, [row.game for row in rows])
            computed = {row.game: computed_figures(self._store, row.game) for row in rows if row.game not in games}
            self._store.change_entries(partial(_counted, revision=revision, rows=rows, games=games, computed=computed))
            for _ in rows:
                done()
        self._ratings.update(stopped)

    def clear(self, *, figures: bool = True) -> None:
        """Delete everything that is derived, so that it is made again; players keep their ids."""
        self._read_to = None
        self._store.change_entries(deletions(figures=figures))

    def _read_news(self) -> None:
        """Look which games have ended, were voided, or ruled about since the last time."""
        position = {one.name: one for one in self._store.find_entries(AnalyticsPosition)}
        if (form := position.get(_FORM)) is not None and form.game != FORM:
            self.clear(figures=False)
            position = {}
        upto = self._store.position()
        since = None if EVENTS not in position else max(position[EVENTS].position, self._read_to or 0)
        filed_before = position[RULINGS].position if RULINGS in position else 0
        filed = self._store.dispute_events_since(filed_before)
        heads = self._heads(since, upto, [game for _, game in filed])
        found = False
        while part := list(islice(heads, HEADS)):
            found = True
            due = {game: NEVER if head is None else self._due_at(head) for game, head in part}
            self._store.change_entries(partial(_noticed, part=part, due=due))
        if found or since is None:
            line = max((line for line, _ in filed), default=filed_before)
            self._store.change_entries(partial(_reached, positions={EVENTS: upto, RULINGS: line}))
        self._read_to = upto

    def _heads(self, since: int | None, upto: int, filed: Sequence[str]) -> Iterator[tuple[str, Summary | None]]:
        game_index = self._store.game_index
        if since is None:
            yield from ((head.game, head) for head in game_index.newest(status=GameStatus.FINISHED))
            return
        news = self._store.milestones_since(since, upto) if upto > since else []
        for game in dict.fromkeys([*(game for _, game in news), *filed]):
            yield game, game_index.head(game)

    def _due(self, now: int, limit: int) -> list[CountedGameEntry]:
        names = ", ".join(CountedGameEntry.__struct_fields__)
        query = f"SELECT {names} FROM counted_games WHERE state = '{WAITING}' AND due <= ? ORDER BY ended, game LIMIT ?"
        return [entry_from_row(CountedGameEntry, row) for row in self._tables.rows(query, now, limit)]

    def _due_at(self, head: Summary) -> int:
        """Return from when on a game counts; NEVER if it does not."""
        if not counts(head) or is_overruled(head.game, self._store):
            return NEVER
        return due_at(head, self._store)


def deletions(*, figures: bool) -> list[Change]:
    """Return what deletes everything that is derived, the figures of games only if asked; it is made again."""
    return [Deletion(kind) for kind in DERIVED_KINDS if figures or kind is not FiguresEntry]


def _reached(register: MetadataStore, positions: dict[str, int]) -> Iterator[Change]:
    before = {one.name: one.position for one in register.find_entries(AnalyticsPosition)}
    for name, position in positions.items():
        yield AnalyticsPosition(name=name, position=max(position, before.get(name, 0)))
    yield AnalyticsPosition(name=_FORM, position=0, game=FORM)


def _noticed(
    register: MetadataStore, part: Sequence[tuple[str, Summary | None]], due: dict[str, int]
) -> Iterator[Change]:
    """Yield what changes as these games count from a time on, or no longer."""
    is_other = False
    for game, head in part:
        row = next(iter(register.find_entries(CountedGameEntry, game=game)), None)
        if row is not None and (due[game] == NEVER or head is None):
            is_other = True
            if row.state == COUNTED:
                is_ruled = head is not None and head.status == GameStatus.FINISHED
                yield from _left_out(register, row, RULED if is_ruled else VOIDED)
            yield Deletion(CountedGameEntry, {"game": game})
        elif row is None and due[game] != NEVER and head is not None:
            is_other = True
            yield CountedGameEntry(
                game=game,
                edition=head.edition,
                players=head.players,
                ended=head.times.ended or 0,
                due=due[game],
                state=WAITING,
            )
    if is_other:
        yield next_revision(register)


def _counted(
    register: MetadataStore,
    revision: int,
    rows: Sequence[CountedGameEntry],
    games: Mapping[str, CountedGame],
    computed: Mapping[str, ComputedFigures | None],
) -> Iterator[Change]:
    """Yield what changes as these games are counted; nothing if others are by now, then it is tried again."""
    if revision_of(register) != revision:
        return
    sums, counted = Sums(), list[CountedGameEntry]()
    for row in rows:
        game = games.get(row.game)
        if (found := computed.get(row.game)) is not None:
            yield from found.entries(register)
            game = counted_game(found.figures, seats_of(register, row.game))
        if game is None:
            yield replace(row, state=UNREADABLE)
            continue
        add_game(sums, game)
        yield from _seats(row, game)
        counted.append(replace(row, state=COUNTED, simulated=game.simulated))
    yield from counted
    yield from _added(sums)
    for edition in {row.edition for row in counted}:
        first = next(row for row in counted if row.edition == edition)
        yield from go_back(register, first, LATE)
    yield next_revision(register)


def _left_out(register: MetadataStore, row: CountedGameEntry, reason: str) -> Iterator[Change]:
    """Yield what changes as a counted game counts no longer."""
    game = stored_game(register, row.game)
    assert game is not None, "it was counted"
    sums = Sums()
    add_game(sums, game, -1)
    yield from sum_changes(register, sums)
    for kind in (CountedSeatEntry, RatingStepEntry, FiguresEntry):
        yield Deletion(kind, {"game": row.game})
    yield from go_back(register, row, reason)


def sum_changes(register: MetadataStore, sums: Sums) -> Iterator[Change]:
    """Yield what adds these to the sums of the store, of which those that are nothing then are deleted."""
    yield from _added(sums)
    for key in sums:
        (left,) = register.find_entries(StatisticsSumEntry, **key._asdict())
        if not any(getattr(left, name) for name in left.summed_fields):
            yield Deletion(StatisticsSumEntry, key._asdict())


def _added(sums: Sums) -> Iterator[Change]:
    for key, added in sorted(sums.items()):  # in one order, so that a rebuild writes the same rows
        yield msgspec.convert({**key._asdict(), **added}, StatisticsSumEntry)


def _seats(row: CountedGameEntry, counted: CountedGame) -> Iterable[Change]:
    for seat, player in enumerate(counted.players):
        if player is not None:
            yield CountedSeatEntry(game=row.game, seat=seat, player=player, ended=row.ended)
