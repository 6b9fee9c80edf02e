"""Verifies the stored rows of a log against its signed checkpoints."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from domain.refusals import HaricotError
from replay.codec import Envelope, stored_name
from replay.proofs.checkpoints import read_checkpoint
from replay.proofs.signed_notes import BadNote, read_note
from service.signing.merkle_log import LEAF_BYTES, FindLeafHash, MerkleLog, new_log
from service.signing.proceedings_log import (
    game_of_proceedings_log,
    new_proceedings_log,
    proceedings_envelope,
    proceedings_rows,
)
from service.signing.tournament_log import (
    MILESTONES,
    new_tournament_log,
    row_envelope,
    tournament_of_log,
    tournament_rows,
)
from service.store.entries.signing_entries import GameKey, LoggedNote, SigningHead, own_rows
from service.store.errors import DamagedProceedings, DamagedTournament
from service.store.event_store import GameStore
from service.store.queries import INT64_MAX

FIXED: Final = "fixed"
"""The kind of a checkpoint whose size depends on the events alone, and not on the time of signing."""
CHECKPOINT_INTERVAL_EVENTS: Final = 64
"""After how many events a checkpoint is due."""
_MILESTONE: Final = "game_"


class AlteredLog(HaricotError):
    """A log differs from its signed checkpoints: rows were changed, dropped or rolled back.

    The first such row belongs to one of the events `first` to `last`.
    """

    def __init__(self, log: str, says: str, first: int, last: int) -> None:
        super().__init__(says)
        self.log = log
        self.first = first
        self.last = last


class SignedSize(NamedTuple):
    """A signed size of a log with its root. With `is_intent`, it was stored before signing and may be unsigned."""

    size: int
    is_intent: bool
    root: str


_encoded_rows: Final = msgspec.msgpack.encode
"""Encodes rows as bytes. Different rows give different bytes."""


class StoredLog:
    """The log of a game, computed from its stored rows. Unchanged rows are not decoded twice.

    `fixed` are the sizes whose checkpoints depend on the events alone. They come after a batch that creates, starts,
    forks or ends the game, and after each batch that completes another 64 events.
    """

    def __init__(self, store: GameStore, log: MerkleLog, find_hash: FindLeafHash | None = None) -> None:
        self._store = store
        self._find_hash = find_hash
        self.log = log
        self.fixed: list[int] = []
        self._known_rows = 0
        self._digest = hashlib.sha256(_encoded_rows([])).digest()
        self._is_checkpoint_due = False

    @classmethod
    def of(cls, store: GameStore, name: str, find_hash: FindLeafHash | None = None) -> "StoredLog | None":
        """Return the empty log of this name, or None if the game has no key.

        `find_hash` returns cached hashes of the leaves of the same events.
        """
        if (tournament := tournament_of_log(name)) is not None:
            log = new_tournament_log(store, tournament)
            return None if log is None else StoredTournamentLog(store, log)
        game = game_of_proceedings_log(name)
        log = new_log(store, name) if game is None else new_proceedings_log(store, game)
        if log is None:
            return None
        return cls(store, log, find_hash) if game is None else StoredProceedingsLog(store, log)

    def weight(self) -> int:
        """Return the approximate size in bytes."""
        return 500 + LEAF_BYTES * self.log.tree.size

    def read(self, upto: int = INT64_MAX) -> bool:
        """Read all rows, or the rows up to an event.

        Return False if rows that were read before have changed. Then discard this object. Raises AlteredLog if a row is
        missing, and DamagedGame if a row cannot be read.
        """
        if [self.log.key.hex()] != [one.key for one in self._store.find_entries(GameKey, game=self.log.key_name)]:
            return False
        rows, known = self._rows(upto), self._known_rows
        if hashlib.sha256(_encoded_rows(rows[:known])).digest() != self._digest:
            return False
        for n, row in enumerate(rows[known:], self.log.version + 1):
            if row[0] != n:
                raise AlteredLog(self.log.name, f"event {n} is missing", n, n)
        self._add(self._envelopes(rows[known:]))
        self._known_rows, self._digest = len(rows), hashlib.sha256(_encoded_rows(rows)).digest()
        return True

    def add(self, envelopes: Sequence[Envelope]) -> None:
        """Add all events of the log, which the caller has decoded from its rows."""
        self._add(envelopes)

    def require_signed(self, signed: Iterable[SignedSize]) -> None:
        """Raise AlteredLog unless the log has the signed root at each signed size."""
        verified, tree, begin = 0, self.log.tree, self.log.begin
        for size, is_intent, root in sorted(signed, key=lambda one: (one.size, not one.is_intent)):
            if size > tree.size:
                says = f"{size} events were signed, and {tree.size} are there"
                raise AlteredLog(self.log.name, says, begin + verified + 1, begin + tree.size + 1)
            if tree.root(size).hex() != root:
                says = f"one of events {begin + verified + 1} to {begin + size} is not the one that was signed"
                raise AlteredLog(self.log.name, says, begin + verified + 1, begin + size)
            verified = verified if is_intent else size

    def _rows(self, upto: int) -> list[Any]:
        """Return the stored rows up to an event, each with its number first."""
        return self._store.query(own_rows, self.log.game, upto)

    def _envelopes(self, rows: list[Any]) -> Sequence[Envelope]:
        return self._store.envelopes_in_rows(self.log.game, rows)

    def _add(self, envelopes: Sequence[Envelope]) -> None:
        self.log.add(envelopes, self._find_hash)
        for envelope in envelopes:
            if envelope.n <= self.log.begin:
                continue
            if envelope.cause is not None and self._is_checkpoint_due:
                self.fixed.append(envelope.n - 1 - self.log.begin)
                self._is_checkpoint_due = False
            is_milestone = stored_name(envelope.event).startswith(_MILESTONE)
            if is_milestone or envelope.n % CHECKPOINT_INTERVAL_EVENTS == 0:
                self._is_checkpoint_due = True
        if self._is_checkpoint_due:  # whole batches are read, so the last event ends its batch
            self.fixed.append(self.log.tree.size)
            self._is_checkpoint_due = False


class StoredProceedingsLog(StoredLog):
    """The log of a game's proceedings, computed from its stored rows. Every size gets a checkpoint."""

    def _rows(self, upto: int) -> list[Any]:
        return [(row.n, row) for row in proceedings_rows(self._store, self.log.game) if row.n <= upto]

    def _envelopes(self, rows: list[Any]) -> Sequence[Envelope]:
        try:
            return [proceedings_envelope(row) for _, row in rows]
        except DamagedProceedings as error:
            raise AlteredLog(self.log.name, str(error), error.n, error.n) from error

    def _add(self, envelopes: Sequence[Envelope]) -> None:
        for envelope in envelopes:
            self.log.add([envelope])
            self.fixed.append(self.log.tree.size)


class StoredTournamentLog(StoredLog):
    """The log of a tournament, computed from its stored rows.

    `fixed` are the sizes after a milestone, and each multiple of 64.
    """

    def _rows(self, upto: int) -> list[Any]:
        return [(row.n, row) for row in tournament_rows(self._store, self.log.game) if row.n <= upto]

    def _envelopes(self, rows: list[Any]) -> Sequence[Envelope]:
        try:
            return [row_envelope(row) for _, row in rows]
        except DamagedTournament as error:
            raise AlteredLog(self.log.name, str(error), error.n, error.n) from error

    def _add(self, envelopes: Sequence[Envelope]) -> None:
        self.log.add(envelopes)
        for envelope in envelopes:
            if isinstance(envelope.event, MILESTONES) or envelope.n % CHECKPOINT_INTERVAL_EVENTS == 0:
                self.fixed.append(envelope.n)


def signed_sizes(name: str, heads: Iterable[SigningHead], notes: Iterable[LoggedNote]) -> list[SignedSize]:
    """Return the signed sizes of a log, and the sizes that were stored before signing.

    Raises AlteredLog if a checkpoint cannot be read.
    """
    signed = [SignedSize(head.size, True, head.root) for head in heads]
    for one in notes:
        try:
            body = read_checkpoint(read_note(one.note).text)
        except BadNote as error:
            says = f"its checkpoint of {one.size} events cannot be read: {error}"
            raise AlteredLog(name, says, 1, one.size) from error
        signed.append(SignedSize(body.size, False, body.root.hex()))
    return signed
