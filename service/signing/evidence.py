"""The rows of a game's log as they lie there, held against what was signed of them before."""

import hashlib
from collections.abc import Sequence
from typing import Final

from domain.refusals import HaricotError
from replay.codec import Envelope, stored_name
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
    def of(cls, store: GameStore, game: str) -> "Evidence | None":
        """That of a game, nothing read yet; None where it has no key."""
        log = new_log(store, game)
        return None if log is None else cls(store, log)

    def weight(self) -> int:
        """About how many bytes it takes."""
        return 500 + (LEAF_BYTES + 2 * _DIGEST_BYTES) * self.log.tree.size

    def read(self) -> bool:
        """Reads all rows; False where what was read before has changed: then this is of no use any more.

        Altered where one is missing; DamagedGame where one cannot be read.
        """
        if [self.log.key.hex()] != [one.key for one in self._store.noted(GameKey, game=self.log.game)]:
            return False
        rows = self._store.own_rows(self.log.game)
        digests = [hashlib.sha256(f"{row.topic} ".encode() + bytes(row.state)).digest() for row in rows]
        if digests[: len(self._digests)] != self._digests:
            return False
        new = rows[len(self._digests) :]
        for n, row in enumerate(new, self.log.version + 1):
            if row.originator_version != n:
                raise Altered(f"event {n} is missing")
        self._take(self._store.read_rows(self.log.game, new))
        self._digests = digests
        return True

    def require(self, heads: Sequence[SigningHead]) -> None:
        """Altered unless this goes on from what was about to be signed last."""
        for head in heads:
            if head.size > self.log.tree.size:
                raise Altered(f"{head.size} events were signed, and {self.log.tree.size} are there")
            if self.log.tree.root(head.size).hex() != head.root:
                raise Altered(f"one of the first {head.size} events is not the one that was signed")

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


def altered(store: GameStore, game: str) -> str | None:
    """What is wrong with the log of a game, held against what was signed of it; None when nothing is."""
    heads = store.noted(SigningHead, log=game)
    if not heads:
        return None
    if not store.noted(GameKey, game=game):
        return "its key is gone"
    evidence = Evidence.of(store, game)
    assert evidence is not None
    try:
        evidence.read()
        evidence.require(heads)
    except Altered as error:
        return str(error)
    return None
