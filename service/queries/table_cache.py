"""A cache of the current tables of games."""

import secrets
from threading import Lock
from typing import Final

from domain.pending_events import Chance, UnknownChance
from domain.refusals import HaricotError
from domain.table import Table
from projections.summary import Summary
from replay.codec import Envelope
from replay.proofs.shuffle import Deal
from service.ops.caches import LruCache
from service.queries.live_table import LiveTable
from service.queries.record_cache import RecordCache
from service.store.concurrency.blocking_guard import GuardedLock
from service.store.concurrency.single_flight import SingleFlight
from service.store.event_store import GameStore

BYTES_MAX: Final = 128 * 2**20
"""The approximate limit of all cached tables, which is enough for some 8,000 games."""
TABLE_BYTES: Final = 12_000
SEAT_BYTES: Final = 1_500
"""The size of a table and of each seat, measured over whole games of all editions, within a third."""


class TableCache:
    """Caches current tables, and updates them with the events of any process."""

    def __init__(self, store: GameStore, records: RecordCache) -> None:
        self._store = store
        self._records = records
        self._tables: LruCache[str, LiveTable] = LruCache("current", BYTES_MAX, _size_of)
        self._guard = Lock()
        self._reading = GuardedLock()
        self._row_reads = SingleFlight()

    def current(self, game: str, *, at_least: int | None = None) -> LiveTable:
        """Return the current table of a game, or a cached one at event `at_least` or later.

        Raises `not-found` if there is no such game.
        """
        if at_least is None:
            row = self._row_reads.run(game, lambda: self._store.game_row(game))
            at_least = 0 if row is None else row.version
        live = self._tables.get(game)
        if live is not None and live.version >= at_least:
            return live
        with self._reading:  # when a thousand streams are woken together, only one of them reads the new events
            live = self._tables.peek(game)
            if live is None or live.version < at_least:
                live = self._with_new_events(live or self._empty_table(game), max(at_least, 1))
                self._store_table(live)
        return live

    def store_written(self, live: LiveTable, batch: list[Envelope], table: Table) -> LiveTable:
        """Store a batch that was just written, and the `table` after it. Return that as a LiveTable."""
        self._records.store_events(live.game, batch)
        new = live.after(batch, table)
        self._store_table(new)
        return new

    def _empty_table(self, game: str) -> LiveTable:
        row = self._store.game_row(game)
        imported = row is not None and row.origin == "imported"
        return LiveTable(table=Table(), summary=Summary(game=game, imported=imported), at=0, chance=self._chance(game))

    def _with_new_events(self, live: LiveTable, at_least: int) -> LiveTable:
        envelopes = self._records.cached(live.game, live.version, at_least)
        if envelopes is None:
            envelopes = self._store.envelopes(live.game, live.version)
            self._records.store_events(live.game, envelopes)
        try:
            return live.after(envelopes)
        except HaricotError as error:
            raise self._store.errors.report_damage(live.game, f"{error}") from error

    def _chance(self, game: str) -> Chance:
        seed = self._store.seed(game)
        return UnknownChance() if seed is None else Deal(game, seed, entropy=secrets.token_bytes)

    def _store_table(self, live: LiveTable) -> None:
        with self._guard:
            cached = self._tables.peek(live.game)
            if cached is None or cached.version < live.version:
                self._tables.put(live.game, live)


def _size_of(live: LiveTable) -> int:
    return TABLE_BYTES + SEAT_BYTES * len(live.table.seats)
