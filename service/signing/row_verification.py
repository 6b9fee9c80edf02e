"""Verifies the stored rows of a log against its signed checkpoints."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from domain.refusals import HaricotError
from replay.codec import Envelope, stored_name
from replay.proofs.checkpoints import read_body
from replay.proofs.signed_notes import BadNote, read_note
from service.signing.merkle_log import LEAF_BYTES, HashMade, MerkleLog, new_log
from service.signing.proceedings_log import envelope_of, filed_in, game_filed_on, new_filed_log
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
"""The kind of a checkpoint whose size follows from the history alone."""
EVERY: Final = 64
"""After how many events a checkpoint is due."""
_MILESTONE: Final = "game_"


class Altered(HaricotError):
    """The log of this name differs from what was signed of it: rows were changed, dropped or rolled back.

    The first such row is one of events `first` to `last`.
    """

    def __init__(self, log: str, says: str, first: int, last: int) -> None:
        super().__init__(says)
        self.log = log
        self.first = first
        self.last = last


class SignedSize(NamedTuple):
    """A signed size of a log with its root. `about` says that it was only about to be signed."""

    size: int
    about: bool
    root: str


_written: Final = msgspec.msgpack.encode
"""Encodes rows as bytes. Different rows give different bytes."""


class Evidence:
    """The log of a game, made from its stored bytes. Unchanged rows are not read twice.

    `fixed` are the sizes whose checkpoints follow from the history alone. They come after a batch that makes, starts,
    forks or ends the game, and after each batch that fills another 64 events.
    """

    def __init__(self, store: GameStore, log: MerkleLog, made: HashMade | None = None) -> None:
        self._store = store
        self._made = made
        self.log = log
        self.fixed: list[int] = []
        self._known = 0
        self._digest = hashlib.sha256(_written([])).digest()
        self._due = False

    @classmethod
    def of(cls, store: GameStore, name: str, made: HashMade | None = None) -> "Evidence | None":
        """Return the empty log of this name, or None if the game has no key.

        `made` returns leaves that were made elsewhere, for rows with the same events.
        """
        if (tournament := tournament_of_log(name)) is not None:
            log = new_tournament_log(store, tournament)
            return None if log is None else TournamentEvidence(store, log)
        game = game_filed_on(name)
        log = new_log(store, name) if game is None else new_filed_log(store, game)
        if log is None:
            return None
        return cls(store, log, made) if game is None else DisputeEvidence(store, log)

    def weight(self) -> int:
        """Return the approximate size in bytes."""
        return 500 + LEAF_BYTES * self.log.tree.size

    def read(self, upto: int = INT64_MAX) -> bool:
        """Read all rows, or those up to an event.

        Return False if rows that were read before have changed: then drop this object. Raises Altered if a row is
        missing, and DamagedGame if one cannot be read.
        """
        if [self.log.key.hex()] != [one.key for one in self._store.find_entries(GameKey, game=self.log.keyed_by)]:
            return False
        rows, known = self._rows(upto), self._known
        if hashlib.sha256(_written(rows[:known])).digest() != self._digest:
            return False
        for n, row in enumerate(rows[known:], self.log.version + 1):
            if row[0] != n:
                raise Altered(self.log.name, f"event {n} is missing", n, n)
        self._take(self._envelopes(rows[known:]))
        self._known, self._digest = len(rows), hashlib.sha256(_written(rows)).digest()
        return True

    def take(self, envelopes: Sequence[Envelope]) -> None:
        """Take all events of the log, decoded from its rows by the caller, so that no row is read twice."""
        self._take(envelopes)

    def require(self, signed: Iterable[SignedSize]) -> None:
        """Raise Altered unless the log continues from everything that was signed of it."""
        held, tree, begin = 0, self.log.tree, self.log.begin
        for size, about, root in sorted(signed, key=lambda one: (one.size, not one.about)):
            if size > tree.size:
                says = f"{size} events were signed, and {tree.size} are there"
                raise Altered(self.log.name, says, begin + held + 1, begin + tree.size + 1)
            if tree.root(size).hex() != root:
                says = f"one of events {begin + held + 1} to {begin + size} is not the one that was signed"
                raise Altered(self.log.name, says, begin + held + 1, begin + size)
            held = held if about else size

    def _rows(self, upto: int) -> list[Any]:
        """Return the stored rows up to an event, each with its number first."""
        return self._store.query(own_rows, self.log.game, upto)

    def _envelopes(self, rows: list[Any]) -> Sequence[Envelope]:
        return self._store.envelopes_in_rows(self.log.game, rows)

    def _take(self, envelopes: Sequence[Envelope]) -> None:
        self.log.add(envelopes, self._made)
        for envelope in envelopes:
            if envelope.n <= self.log.begin:
                continue
            if envelope.cause is not None and self._due:
                self.fixed.append(envelope.n - 1 - self.log.begin)
                self._due = False
            self._due = self._due or envelope.n % EVERY == 0 or stored_name(envelope.event).startswith(_MILESTONE)
        if self._due:  # events that are written together end their batch
            self.fixed.append(self.log.tree.size)
            self._due = False


class DisputeEvidence(Evidence):
    """The log of a game's proceedings, made from its stored bytes. Each of its sizes follows from the history alone."""

    def _rows(self, upto: int) -> list[Any]:
        return [(row.n, row) for row in filed_in(self._store, self.log.game) if row.n <= upto]

    def _envelopes(self, rows: list[Any]) -> Sequence[Envelope]:
        try:
            return [envelope_of(row) for _, row in rows]
        except DamagedProceedings as error:
            raise Altered(self.log.name, str(error), error.n, error.n) from error

    def _take(self, envelopes: Sequence[Envelope]) -> None:
        for envelope in envelopes:
            self.log.add([envelope])
            self.fixed.append(self.log.tree.size)


class TournamentEvidence(Evidence):
    """The log of a tournament, made from its stored rows. `fixed` are the sizes after a milestone, and every 64."""

    def _rows(self, upto: int) -> list[Any]:
        return [(row.n, row) for row in tournament_rows(self._store, self.log.game) if row.n <= upto]

    def _envelopes(self, rows: list[Any]) -> Sequence[Envelope]:
        try:
            return [row_envelope(row) for _, row in rows]
        except DamagedTournament as error:
            raise Altered(self.log.name, str(error), error.n, error.n) from error

    def _take(self, envelopes: Sequence[Envelope]) -> None:
        self.log.add(envelopes)
        self.fixed += [one.n for one in envelopes if isinstance(one.event, MILESTONES) or one.n % EVERY == 0]


def signed_of(name: str, heads: Iterable[SigningHead], notes: Iterable[LoggedNote]) -> list[SignedSize]:
    """Return the signed sizes of a log, with those about to be signed.

    Raises Altered if a checkpoint cannot be read.
    """
    signed = [SignedSize(head.size, True, head.root) for head in heads]
    for one in notes:
        try:
            body = read_body(read_note(one.note).text)
        except BadNote as error:
            raise Altered(name, f"its checkpoint of {one.size} events cannot be read: {error}", 1, one.size) from error
        signed.append(SignedSize(body.size, False, body.root.hex()))
    return signed
