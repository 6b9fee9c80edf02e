"""The high-water mark: the signed size of a store's log, kept outside the store to detect that it was rolled back."""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from domain.refusals import Misuse
from domain.values import Value
from replay.proofs.checkpoints import read_checkpoint
from replay.proofs.merkle_tree import Tree
from replay.proofs.signed_notes import read_note
from service.signing.transparency_log import leaf_of
from service.store.atomic_files import open_atomically
from service.store.entries.signing_entries import LogCheckpoint, LoggedNote
from service.store.event_store import GameStore

FORMAT: Final = "haricot-signed/1"


class RolledBack(Misuse):
    """The store is older than its high-water mark, or a different store."""


class _MarkFile(Value):
    """The content of the mark's file."""

    format: str
    size: int
    root: str


class HighWaterMark:
    """The mark of one store, in a file beside its signing key. The first note in its log identifies the store."""

    def __init__(self, store: GameStore, key_file: Path) -> None:
        self._store = store
        self._key_file = key_file
        self._path: Path | None = None
        self._verified = False

    @property
    def path(self) -> Path | None:
        """The path of the mark, or None while nothing is logged."""
        if self._path is None and (first := self._store.entries_after(LoggedNote, -1, 1)):
            name = hashlib.sha256(leaf_of(first[0])).hexdigest()[:16]
            self._path = self._key_file.with_name(f"{self._key_file.name}.{name}")
        return self._path

    def require_reached(self, read_tree: Callable[[], Tree]) -> None:
        """Raise RolledBack unless the store's log contains the marked state. A success is remembered.

        `read_tree` reads the log. It is called after the mark is read, because a signing process moves the mark after
        it writes the log.
        """
        if self._verified or (marked := self._read()) is None:
            return
        tree = read_tree()
        if marked.size > tree.size or tree.root(marked.size).hex() != marked.root:
            says = (
                f"this store was set back: {marked.size} checkpoints were signed, of which it has other ones or fewer"
            )
            raise RolledBack(f"{says}. Restore a newer state, or accept this one: `haricot serve --accept-restore`")
        self._verified = True

    def is_behind(self) -> bool:
        """Return whether this store lacks the checkpoint of its mark. The cost does not depend on the log's length."""
        if (marked := self._read()) is None:
            return False
        checkpoints = self._store.find_entries(LogCheckpoint, size=marked.size)
        return not any(read_checkpoint(read_note(one.note).text).root.hex() == marked.root for one in checkpoints)

    def delete(self) -> None:
        """Delete the mark."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)

    def set(self, tree: Tree) -> None:
        """Move the mark to this state of the log. A failure to write it is ignored."""
        if self.path is not None:
            marked = _MarkFile(format=FORMAT, size=tree.size, root=tree.root().hex())
            with suppress(Misuse), open_atomically(self.path) as file:
                file.write(msgspec.json.encode(marked) + b"\n")

    def _read(self) -> _MarkFile | None:
        if self.path is None:
            return None
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=_MarkFile)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
            raise RolledBack(f"{self.path} does not say how far this store was signed: {error}") from error
