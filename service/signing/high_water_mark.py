"""How far the log of a store was signed, kept outside of it: a store that is set back is noticed."""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from domain.refusals import Misuse
from domain.values import Value
from replay.proofs.checkpoints import read_body
from replay.proofs.merkle_tree import Tree
from replay.proofs.signed_notes import read_note
from service.signing.transparency_log import leaf_of
from service.store.atomic_files import written_whole
from service.store.entries.signing_entries import LogCheckpoint, LoggedNote
from service.store.event_store import GameStore

FORMAT: Final = "haricot-signed/1"


class RolledBack(Misuse):
    """The store is older than what was signed of it, or not the same."""


class _Marked(Value):
    """What the file says."""

    format: str
    size: int
    root: str


class Mark:
    """The mark of one store, beside the key that signs for it; a store is known by the first note that it logged."""

    def __init__(self, store: GameStore, key_file: Path) -> None:
        self._store = store
        self._key_file = key_file
        self._path: Path | None = None
        self._required = False

    @property
    def path(self) -> Path | None:
        """Where it lies; None as long as nothing was logged."""
        if self._path is None and (first := self._store.onward(LoggedNote, -1, 1)):
            name = hashlib.sha256(leaf_of(first[0])).hexdigest()[:16]
            self._path = self._key_file.with_name(f"{self._key_file.name}.{name}")
        return self._path

    def require(self, follow: Callable[[], Tree]) -> None:
        """SetBack when the log of the service does not go on from the mark; once it does, it is not asked again.

        The log is followed after the mark was read: whoever signs meanwhile moves the mark after the log.
        """
        if self._required or (marked := self._read()) is None:
            return
        tree = follow()
        if marked.size > tree.size or tree.root(marked.size).hex() != marked.root:
            says = (
                f"this store was set back: {marked.size} checkpoints were signed, of which it has other ones or fewer"
            )
            raise RolledBack(
                f"{says}. Bring back a newer state, or go on from this one: `haricot serve --accept-restore`"
            )
        self._required = True

    def is_behind(self) -> bool:
        """Whether this store lacks the checkpoint of its mark: that is asked in a moment, however long its log is."""
        if (marked := self._read()) is None:
            return False
        kept = self._store.noted(LogCheckpoint, size=marked.size)
        return not any(read_body(read_note(one.note).text).root.hex() == marked.root for one in kept)

    def forget(self) -> None:
        """Take the mark away."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)

    def set(self, tree: Tree) -> None:
        """Move the mark; where it cannot be written there is none, and nothing else suffers from that."""
        if self.path is not None:
            marked = _Marked(format=FORMAT, size=tree.size, root=tree.root().hex())
            with suppress(Misuse), written_whole(self.path) as file:
                file.write(msgspec.json.encode(marked) + b"\n")

    def _read(self) -> _Marked | None:
        if self.path is None:
            return None
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=_Marked)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
            raise RolledBack(f"{self.path} does not say how far this store was signed: {error}") from error
