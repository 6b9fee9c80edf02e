"""The logs of games as responses show them: the last checkpoint, and the present size and root."""

import base64
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock
from typing import Final

from replay.codec import Envelope
from replay.proofs.checkpoints import verified_checkpoint
from replay.proofs.signed_notes import BadNote
from service.ops.caches import RecentlyUsed
from service.queries.record_cache import RecordCache
from service.signing.key_announcements import announced, announcements
from service.signing.log_state import LogState
from service.signing.merkle_log import LEAF_BYTES, MerkleLog, new_log
from service.signing.row_verification import EVERY, FIXED
from service.store.concurrency.blocking_guard import GuardedLock, WouldBlock, require_may_block
from service.store.entries.signing_entries import LogCheckpoint, LoggedNote
from service.store.event_store import GameStore

BYTES_MAX: Final = 32 * 2**20
"""The approximate limit of all cached logs."""
LOG_BYTES: Final = 4_000
"""The size of a log beside its leaves: mostly the notes of some hundred events."""
AT_ONCE: Final = 64
"""How many leaves are made at once on an event loop: a millisecond."""
LATELY: Final = 2 * EVERY
"""For how many last events leaves are cached for the signer: those of a game that is signed in time."""


class _KeptLog:
    """A log, and the checkpoints that were signed of it."""

    def __init__(self, log: MerkleLog) -> None:
        self.log = log
        self.notes: list[LoggedNote] = []
        self.lately: dict[int, Envelope] = {}
        self.guard = GuardedLock()

    def weight(self) -> int:
        return LOG_BYTES + LEAF_BYTES * self.log.tree.size

    def add(self, envelopes: Sequence[Envelope]) -> None:
        self.log.add(envelopes)
        for envelope in envelopes[-LATELY:]:
            self.lately[envelope.n] = envelope
            self.lately.pop(envelope.n - LATELY, None)

    def take(self, note: LoggedNote) -> None:
        if not self.notes or note.place > self.notes[-1].place:
            self.notes.append(note)


def is_signed_as_of(store: GameStore, log: MerkleLog, notes: Sequence[LoggedNote], version: int) -> bool:
    """Return whether a log at event `version` is that of the last of these checkpoints, and that one is public.

    Args:
        store: the store whose transparency log must hold the checkpoint.
        log: the log, with its events up to `version` at least.
        notes: the checkpoints that were signed of it, oldest first.
        version: the event.
    """
    last = store.last_entry(LogCheckpoint)
    if not notes or last is None or notes[-1].place >= last.size:
        return False
    by = [announced(one.note) for one in announcements(store)]
    try:
        checkpoint = verified_checkpoint(notes[-1].note, *by)
    except BadNote:
        return False
    return checkpoint.size == version - log.begin and checkpoint.root == log.tree.root(checkpoint.size)


class LogService:
    """Caches the logs of games for any number of threads, made from cached events."""

    def __init__(self, store: GameStore, records: RecordCache) -> None:
        self._store = store
        self._records = records
        self._logs: RecentlyUsed[str, _KeptLog] = RecentlyUsed("logs", BYTES_MAX, _KeptLog.weight)
        self._place: int | None = None
        self._following = Lock()

    def log(self, game: str, version: int) -> MerkleLog | None:
        """Return the log of a game, with its events up to `version` at least, or None if it has no key.

        Raises WouldBlock on an event loop if the log is not cached.
        """
        kept = self._kept(game)
        return None if kept is None else self._brought_on(kept, version)

    def state_after(self, game: str, batch: Sequence[Envelope]) -> LogState | None:
        """Return the state of a game's log after this batch, or None if it is not cached.

        On an event loop the cached state is returned, which says how far it goes.
        """
        try:
            kept = self._kept(game)
        except WouldBlock:
            return None
        if kept is None:
            return None
        with suppress(WouldBlock), kept.guard:  # the next caller updates it
            if kept.log.version == batch[0].n - 1:
                kept.add(batch)
        with suppress(WouldBlock):
            self._brought_on(kept, batch[-1].n)
        return self._as_of(kept, batch[-1].n, late=False)

    def state(self, game: str, version: int, *, late: bool = False) -> LogState | None:
        """Return the state of a game's log at event `version`, or None if it has no key.

        A principal who sees the game `late` gets only checkpoints whose sizes follow from the history. So no checkpoint
        reveals what has happened since. Raises WouldBlock on an event loop if the log is not cached.
        """
        kept = self._kept(game)
        if kept is None:
            return None
        self._brought_on(kept, version)
        return self._as_of(kept, version, late=late)

    def _as_of(self, kept: _KeptLog, version: int, *, late: bool) -> LogState:
        size = min(version - kept.log.begin, kept.log.tree.size)
        note = self._signed(kept, size, late=late)
        root = base64.b64encode(kept.log.tree.root(size)).decode()
        return LogState(note=None if note is None else note.note, size=size, root=root)

    def signed(self, game: str, version: int, *, late: bool = False) -> list[LoggedNote]:
        """Return the checkpoints of a game at event `version`, as `state` would show them, oldest first."""
        kept = self._kept(game)
        if kept is None:
            return []
        size = version - kept.log.begin
        return [note for note in list(kept.notes) if note.size <= size and (note.kind == FIXED or not late)]

    def is_signed(self, game: str, version: int, *, late: bool = False) -> bool:
        """Return whether the log at event `version` is in the transparency log, by the last checkpoint of the game."""
        if not self._store.find_entries(LoggedNote, log=game):
            return False  # a read must not make a key
        notes, log = self.signed(game, version, late=late), self.log(game, version)
        return log is not None and is_signed_as_of(self._store, log, notes, version)

    def hash_made(self, log: MerkleLog, envelope: Envelope) -> bytes | None:
        """Return the hash of this event's leaf, if it was made lately for the same log, else None.

        Events that a file has from before a fork are in no log of its own.
        """
        kept = self._logs.peek(log.name)
        if kept is None or (kept.log.key, kept.log.options) != (log.key, log.options):
            return None
        is_kept = envelope.n > kept.log.begin and kept.lately.get(envelope.n) == envelope
        return kept.log.hash_of(envelope.n) if is_kept else None

    def follow(self) -> None:
        """Read what other processes have signed."""
        with self._following:
            if self._place is None:
                newest = self._store.last_entry(LoggedNote)
                self._place = -1 if newest is None else newest.place
            while notes := self._store.entries_after(LoggedNote, self._place):
                for note in notes:
                    kept = self._logs.peek(note.log)
                    if kept is not None:
                        kept.take(note)
                self._place = notes[-1].place

    def _signed(self, kept: _KeptLog, size: int, *, late: bool) -> LoggedNote | None:
        notes = (note for note in reversed(kept.notes) if note.size <= size and (note.kind == FIXED or not late))
        return next(notes, None)

    def _kept(self, game: str) -> _KeptLog | None:
        kept = self._logs.get(game)
        if kept is None:
            require_may_block()
            self.follow()  # in this order, no event is missed between the two reads
            log = new_log(self._store, game, self._records.envelopes(game, 1)[0])
            if log is None:
                return None
            kept = self._logs.setdefault(game, _KeptLog(log))
            with kept.guard:
                for note in self._store.find_entries(LoggedNote, log=game):
                    kept.take(note)
        return kept

    def _brought_on(self, kept: _KeptLog, version: int) -> MerkleLog:
        log = kept.log
        if log.version < version:
            with kept.guard:
                if version - log.version > AT_ONCE:
                    require_may_block()
                if log.version < version:
                    kept.add(self._records.envelopes(log.game, version, log.version))
            self._logs.weigh(log.game, kept)
        return log
