"""The transparency log of the service: its leaves are salted hashes of all signed notes."""

from threading import Lock

from replay.proofs.checkpoints import read_checkpoint, service_log_leaf
from replay.proofs.log_proof import LogProof
from replay.proofs.merkle_tree import Tree, leaf_hash
from replay.proofs.signed_notes import BadNote, read_note
from service.signing.key_announcements import key_announcements
from service.store.entries.signing_entries import LogCheckpoint, LoggedNote
from service.store.event_store import GameStore


class TransparencyLog:
    """The Merkle tree over all logged notes, for any number of threads. `update` reads new notes."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._guard = Lock()
        self.tree = Tree()

    def update(self) -> Tree:
        """Read the notes that were logged since the last call. The tree ends before the first empty place."""
        with self._guard:
            while notes := self._store.entries_after(LoggedNote, self.tree.size - 1):
                for note in notes:
                    if note.place != self.tree.size:
                        return self.tree
                    self.tree.append(leaf_hash(leaf_of(note)))
        return self.tree

    def forget(self) -> None:
        """Drop the tree, so that all notes are read again."""
        with self._guard:
            self.tree = Tree()

    def checkpoint(self) -> LogCheckpoint | None:
        """Return the log's last checkpoint, or None if there is none."""
        return self._store.last_entry(LogCheckpoint)

    def is_whole(self) -> bool:
        """Return whether the stored log matches its last checkpoint."""
        last, tree = self.checkpoint(), self.update()
        if last is None:
            return True
        try:
            signed = read_checkpoint(read_note(last.note).text)
        except BadNote:
            return False
        return last.size <= tree.size and tree.root(last.size) == signed.root

    def checkpoint_over(self, note: LoggedNote) -> LogCheckpoint | None:
        """Return the log's last checkpoint that covers this note and has the same signer, or None."""
        after = next((one.place for one in self.keys() if one.place > note.place), None)
        if after is None:
            return self.checkpoint()
        return next(iter(self._store.find_entries(LogCheckpoint, size=after)), None)

    def entries(self, after: int, limit: int) -> list[LoggedNote]:
        """Return the logged notes after the first `after`, `limit` at most."""
        return self._store.entries_after(LoggedNote, after - 1, limit)

    def keys(self) -> list[LoggedNote]:
        """Return the notes that announced the keys, in order."""
        return key_announcements(self._store)

    def proof(self, note: LoggedNote, last: LogCheckpoint | None) -> str | None:
        """Return a note's inclusion proof in the checkpoint `last` (tlog-proof), or None for a later note."""
        if last is None or last.size <= note.place:
            return None
        path = self.update().inclusion(note.place, last.size)
        return LogProof(bytes.fromhex(note.nonce), note.place, path, last.note).text


def leaf_of(note: LoggedNote) -> bytes:
    """Return the 32 bytes of a note's leaf in the log."""
    return service_log_leaf(note.note, bytes.fromhex(note.nonce))
