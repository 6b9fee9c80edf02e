"""Caches the logs of games, and returns their state for responses: last checkpoint, size and root."""

import base64
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock
from typing import Final

from replay.codec import Envelope
from replay.proofs.checkpoints import verified_checkpoint
from replay.proofs.signed_notes import BadNote
from service.ops.caches import LruCache
from service.queries.record_cache import RecordCache
from service.signing.key_announcements import announced_key, key_announcements
from service.signing.log_state import LogState
from service.signing.merkle_log import LEAF_BYTES, MerkleLog, new_log
from service.signing.row_verification import CHECKPOINT_INTERVAL_EVENTS, FIXED
from service.store.concurrency.blocking_guard import GuardedLock, WouldBlock, require_may_block
from service.store.entries.signing_entries import LogCheckpoint, LoggedNote
from service.store.event_store import GameStore

CACHE_BYTES_MAX: Final = 32 * 2**20
"""The approximate size of all cached logs together."""
LOG_OVERHEAD_BYTES: Final = 4_000
"""The approximate size of a cached log without its leaves, mostly of the checkpoints of some hundred events."""
LEAVES_ON_LOOP_MAX: Final = 64
"""How many leaves may be computed on an event loop. That takes about a millisecond."""
RECENT_EVENTS: Final = 2 * CHECKPOINT_INTERVAL_EVENTS
"""How many last events of a log are kept, so that the signer can reuse their leaves."""


class _CachedLog:
    """A log, its signed checkpoints, and its recent events."""

    def __init__(self, log: MerkleLog) -> None:
        self.log = log
        self.notes: list[LoggedNote] = []
        self.recent_events: dict[int, Envelope] = {}
        self.guard = GuardedLock()

    def weight(self) -> int:
        return LOG_OVERHEAD_BYTES + LEAF_BYTES * self.log.tree.size

    def add(self, envelopes: Sequence[Envelope]) -> None:
        self.log.add(envelopes)
        for envelope in envelopes[-RECENT_EVENTS:]:
            self.recent_events[envelope.n] = envelope
            self.recent_events.pop(envelope.n - RECENT_EVENTS, None)

    def add_note(self, note: LoggedNote) -> None:
        if not self.notes or note.place > self.notes[-1].place:
            self.notes.append(note)


def is_signed_as_of(store: GameStore, log: MerkleLog, notes: Sequence[LoggedNote], version: int) -> bool:
    """Return whether the last of these checkpoints signs a log at event `version`, and is in the transparency log.

    Args:
        store: the store whose transparency log must contain the checkpoint.
        log: the log, with at least its events up to `version`.
        notes: the signed checkpoints of the log, oldest first.
        version: the event number.
    """
    last = store.last_entry(LogCheckpoint)
    if not notes or last is None or notes[-1].place >= last.size:
        return False
    by = [announced_key(one.note) for one in key_announcements(store)]
    try:
        checkpoint = verified_checkpoint(notes[-1].note, *by)
    except BadNote:
        return False
    return checkpoint.size == version - log.begin and checkpoint.root == log.tree.root(checkpoint.size)


class LogService:
    """Caches the logs of games for any number of threads. It builds them from cached events."""

    def __init__(self, store: GameStore, records: RecordCache) -> None:
        self._store = store
        self._records = records
        self._logs: LruCache[str, _CachedLog] = LruCache("logs", CACHE_BYTES_MAX, _CachedLog.weight)
        self._read_place: int | None = None
        self._update_lock = Lock()

    def log(self, game: str, version: int) -> MerkleLog | None:
        """Return the log of a game, with at least its events up to `version`, or None if it has no key.

        Raises WouldBlock on an event loop if the log is not cached.
        """
        kept = self._cached_log(game)
        return None if kept is None else self._catch_up(kept, version)

    def state_after(self, game: str, batch: Sequence[Envelope]) -> LogState | None:
        """Return the state of a game's log after this batch, or None if it is not cached.

        On an event loop, the returned state may end before this batch. Its size says where.
        """
        try:
            kept = self._cached_log(game)
        except WouldBlock:
            return None
        if kept is None:
            return None
        with suppress(WouldBlock), kept.guard:  # the next caller updates it
            if kept.log.version == batch[0].n - 1:
                kept.add(batch)
        with suppress(WouldBlock):
            self._catch_up(kept, batch[-1].n)
        return self._log_state(kept, batch[-1].n, late=False)

    def state(self, game: str, version: int, *, late: bool = False) -> LogState | None:
        """Return the state of a game's log at event `version`, or None if it has no key.

        A principal who sees the game `late`, with a delay, gets only checkpoints whose sizes depend on the events
        alone. So no checkpoint reveals later events. Raises WouldBlock on an event loop if the log is not cached.
        """
        kept = self._cached_log(game)
        if kept is None:
            return None
        self._catch_up(kept, version)
        return self._log_state(kept, version, late=late)

    def _log_state(self, kept: _CachedLog, version: int, *, late: bool) -> LogState:
        size = min(version - kept.log.begin, kept.log.tree.size)
        note = self._last_note(kept, size, late=late)
        root = base64.b64encode(kept.log.tree.root(size)).decode()
        return LogState(note=None if note is None else note.note, size=size, root=root)

    def signed(self, game: str, version: int, *, late: bool = False) -> list[LoggedNote]:
        """Return the checkpoints of a game up to event `version` that `state` could show, oldest first."""
        kept = self._cached_log(game)
        if kept is None:
            return []
        size = version - kept.log.begin
        return [note for note in list(kept.notes) if note.size <= size and (note.kind == FIXED or not late)]

    def is_signed(self, game: str, version: int, *, late: bool = False) -> bool:
        """Return whether the last checkpoint of a game is in the transparency log and signs event `version`."""
        if not self._store.find_entries(LoggedNote, log=game):
            return False  # a read must not make a key
        notes, log = self.signed(game, version, late=late), self.log(game, version)
        return log is not None and is_signed_as_of(self._store, log, notes, version)

    def cached_leaf_hash(self, log: MerkleLog, envelope: Envelope) -> bytes | None:
        """Return the cached hash of this event's leaf in the same log, or None.

        Events from before a fork are not in the fork's own log.
        """
        kept = self._logs.peek(log.name)
        if kept is None or (kept.log.key, kept.log.options) != (log.key, log.options):
            return None
        is_kept = envelope.n > kept.log.begin and kept.recent_events.get(envelope.n) == envelope
        return kept.log.hash_of(envelope.n) if is_kept else None

    def update(self) -> None:
        """Read the checkpoints that other processes have signed."""
        with self._update_lock:
            if self._read_place is None:
                newest = self._store.last_entry(LoggedNote)
                self._read_place = -1 if newest is None else newest.place
            while notes := self._store.entries_after(LoggedNote, self._read_place):
                for note in notes:
                    kept = self._logs.peek(note.log)
                    if kept is not None:
                        kept.add_note(note)
                self._read_place = notes[-1].place

    def _last_note(self, kept: _CachedLog, size: int, *, late: bool) -> LoggedNote | None:
        notes = (note for note in reversed(kept.notes) if note.size <= size and (note.kind == FIXED or not late))
        return next(notes, None)

    def _cached_log(self, game: str) -> _CachedLog | None:
        kept = self._logs.get(game)
        if kept is None:
            require_may_block()
            self.update()  # before the log's notes are read below, so that none is missed between the two reads
            log = new_log(self._store, game, self._records.envelopes(game, 1)[0])
            if log is None:
                return None
            kept = self._logs.setdefault(game, _CachedLog(log))
            with kept.guard:
                for note in self._store.find_entries(LoggedNote, log=game):
                    kept.add_note(note)
        return kept

    def _catch_up(self, kept: _CachedLog, version: int) -> MerkleLog:
        log = kept.log
        if log.version < version:
            with kept.guard:
                if version - log.version > LEAVES_ON_LOOP_MAX:
                    require_may_block()
                if log.version < version:
                    kept.add(self._records.envelopes(log.game, version, log.version))
            self._logs.update_size(log.game, kept)
        return log
