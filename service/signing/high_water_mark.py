"""The size up to which a store's log was signed, kept outside the store, so that a rolled back store is noticed."""

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
    """The store is older than what was signed of it, or a different store."""


class _Marked(Value):
    """The content of the file."""

    format: str
    size: int
    root: str


class Mark:
    """The mark of one store, beside the key that signs for it. A store is known by the first note in its log."""

    def __init__(self, store: GameStore, key_file: Path) -> None:
        self._store = store
        self._key_file = key_file
        self._path: Path | None = None
        self._required = False

    @property
    def path(self) -> Path | None:
        """The path of the mark, or None while nothing is logged."""
        if self._path is None and (first := self._store.entries_after(LoggedNote, -1, 1)):
            name = hashlib.sha256(leaf_of(first[0])).hexdigest()[:16]
            self._path = self._key_file.with_name(f"{self._key_file.name}.{name}")
        return self._path

    def require(self, follow: Callable[[], Tree]) -> None:
        """Raise RolledBack if the service's log does not continue from the mark. A success is remembered.

        The log is read after the mark, because a signing process moves the mark after the log.
        """
        if self._required or (marked := self._read()) is None:
            return
        tree = follow()
        if marked.size > tree.size or tree.root(marked.size).hex() != marked.root:
            says = (
                f"this store was set back: {marked.size} checkpoints were signed, of which it has other ones or fewer"
            )
            raise RolledBack(f"{says}. Restore a newer state, or accept this one: `haricot serve --accept-restore`")
        self._required = True

    def is_behind(self) -> bool:
        """Return whether this store lacks the checkpoint of its mark. This is quick for a log of any length."""
        if (marked := self._read()) is None:
            return False
        kept = self._store.find_entries(LogCheckpoint, size=marked.size)
        return not any(read_body(read_note(one.note).text).root.hex() == marked.root for one in kept)

    def forget(self) -> None:
        """Delete the mark."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)

    def set(self, tree: Tree) -> None:
        """Move the mark. If it cannot be written, there is none, and all else works as before."""
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
