"""The rows of a log as they lie there, held against what was signed of them before."""

import hashlib
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from domain.refusals import HaricotError
from replay.codec import Envelope, stored_name
from service.signing.filed_log import envelope_of, filed_in, filed_name, game_filed_on, new_filed_log
from service.signing.game_log import LEAF_BYTES, GameLog, new_log
from service.store.event_store import GameStore
from service.store.signed import GameKey, SigningHead

FIXED: Final = "fixed"
"""What the checkpoint of a size is called that follows from the history alone."""
EVERY: Final = 64
"""After how many events a checkpoint is due."""
_MILESTONE: Final = "game_"
_DIGEST_BYTES: Final = 32


class Altered(HaricotError):
    """The log of a game is not what was signed of it: rows were changed, dropped or rolled back."""


class _Lying(NamedTuple):
    """A row as it lies there: its number, its bytes, itself."""

    n: int
    written: bytes
    row: Any


class Evidence:
    """The log of a game from its bytes. Of rows that have not changed nothing is made again.

    `fixed` are the sizes whose checkpoints follow from the history alone: after a batch that makes, starts, forks or
    ends the game, and after one with which another 64 events are full.
    """

    def __init__(self, store: GameStore, log: GameLog) -> None:
        self._store = store
        self.log = log
        self.fixed: list[int] = []
        self._digests: list[bytes] = []
        self._due = False

    @classmethod
    def of(cls, store: GameStore, name: str) -> "Evidence | None":
        """That of the log of this name, nothing read yet; None where the game has no key."""
        game = game_filed_on(name)
        log = new_log(store, name) if game is None else new_filed_log(store, game)
        if log is None:
            return None
        return cls(store, log) if game is None else FiledEvidence(store, log)

    def weight(self) -> int:
        """About how many bytes it takes."""
        return 500 + (LEAF_BYTES + 2 * _DIGEST_BYTES) * self.log.tree.size

    def read(self) -> bool:
        """Reads all rows; False where what was read before has changed: then this is of no use any more.

        Altered where one is missing; DamagedGame where one cannot be read.
        """
        if [self.log.key.hex()] != [one.key for one in self._store.noted(GameKey, game=self.log.game)]:
            return False
        rows = self._rows()
        digests = [hashlib.sha256(row.written).digest() for row in rows]
        if digests[: len(self._digests)] != self._digests:
            return False
        new = rows[len(self._digests) :]
        for n, row in enumerate(new, self.log.version + 1):
            if row.n != n:
                raise Altered(f"event {n} is missing")
        self._take(self._envelopes([one.row for one in new]))
        self._digests = digests
        return True

    def require(self, heads: Sequence[SigningHead]) -> None:
        """Altered unless this goes on from what was about to be signed last."""
        for head in heads:
            if head.size > self.log.tree.size:
                raise Altered(f"{head.size} events were signed, and {self.log.tree.size} are there")
            if self.log.tree.root(head.size).hex() != head.root:
                raise Altered(f"one of the first {head.size} events is not the one that was signed")

    def _rows(self) -> list[_Lying]:
        rows = self._store.own_rows(self.log.game)
        return [_Lying(row.originator_version, f"{row.topic} ".encode() + bytes(row.state), row) for row in rows]

    def _envelopes(self, rows: Sequence[Any]) -> Sequence[Envelope]:
        return self._store.read_rows(self.log.game, rows)

    def _take(self, envelopes: Sequence[Envelope]) -> None:
        self.log.add(envelopes)
        for envelope in envelopes:
            if envelope.n <= self.log.begin:
                continue
            if envelope.cause is not None and self._due:
                self.fixed.append(envelope.n - 1 - self.log.begin)
                self._due = False
            self._due = self._due or envelope.n % EVERY == 0 or stored_name(envelope.event).startswith(_MILESTONE)
        if self._due:  # what is written together ends its batch
            self.fixed.append(self.log.tree.size)
            self._due = False


class FiledEvidence(Evidence):
    """The log of the proceedings on a game from its bytes; each of its sizes follows from the history alone."""

    def _rows(self) -> list[_Lying]:
        rows = filed_in(self._store, self.log.game)
        return [_Lying(row.n, f"{row.at} {row.event}".encode(), row) for row in rows]

    def _envelopes(self, rows: Sequence[Any]) -> Sequence[Envelope]:
        return [envelope_of(row) for row in rows]

    def _take(self, envelopes: Sequence[Envelope]) -> None:
        for envelope in envelopes:
            self.log.add([envelope])
            self.fixed.append(self.log.tree.size)


def altered(store: GameStore, game: str) -> str | None:
    """What is wrong with the logs of a game, held against what was signed of them; None when nothing is."""
    return _altered(store, game) or _altered(store, filed_name(game))


def _altered(store: GameStore, name: str) -> str | None:
    heads = store.noted(SigningHead, log=name)
    if not heads:
        return None
    if not store.noted(GameKey, game=game_filed_on(name) or name):
        return "its key is gone"
    evidence = Evidence.of(store, name)
    assert evidence is not None
    try:
        evidence.read()
        evidence.require(heads)
    except Altered as error:
        return str(error)
    return None
