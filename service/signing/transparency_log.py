"""The transparency log: a leaf for each checkpoint of a game, which reveals nothing without the checkpoint."""

from threading import Lock

from replay.proofs.checkpoints import read_body, service_leaf
from replay.proofs.log_proof import LogProof
from replay.proofs.merkle_tree import Tree, leaf_hash
from replay.proofs.signed_notes import BadNote, read_note
from service.signing.key_announcements import announcements
from service.store.entries.signing_entries import LogCheckpoint, LoggedNote
from service.store.event_store import GameStore


class TransparencyLog:
    """The Merkle tree over everything that was logged, for any number of threads. `follow` updates it."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._guard = Lock()
        self.tree = Tree()

    def follow(self) -> Tree:
        """Read what was logged since. The tree ends at the first empty place."""
        with self._guard:
            while notes := self._store.entries_after(LoggedNote, self.tree.size - 1):
                for note in notes:
                    if note.place != self.tree.size:
                        return self.tree
                    self.tree.append(leaf_hash(leaf_of(note)))
        return self.tree

    def forget(self) -> None:
        """Drop what was read, so that everything is read again."""
        with self._guard:
            self.tree = Tree()

    def checkpoint(self) -> LogCheckpoint | None:
        """Return the log's last checkpoint, or None before the first."""
        return self._store.last_entry(LogCheckpoint)

    def is_whole(self) -> bool:
        """Return whether the log up to its last checkpoint is stored as it was signed."""
        last, tree = self.checkpoint(), self.follow()
        if last is None:
            return True
        try:
            signed = read_body(read_note(last.note).text)
        except BadNote:
            return False
        return last.size <= tree.size and tree.root(last.size) == signed.root

    def checkpoint_over(self, note: LoggedNote) -> LogCheckpoint | None:
        """Return the log's last checkpoint with this note in it and by the note's signer, or None."""
        after = next((one.place for one in self.keys() if one.place > note.place), None)
        if after is None:
            return self.checkpoint()
        return next(iter(self._store.find_entries(LogCheckpoint, size=after)), None)

    def entries(self, after: int, limit: int) -> list[LoggedNote]:
        """Return the logged notes after the first `after`, `limit` at most."""
        return self._store.entries_after(LoggedNote, after - 1, limit)

    def keys(self) -> list[LoggedNote]:
        """Return the notes that announced the keys, in order."""
        return announcements(self._store)

    def proof(self, note: LoggedNote, last: LogCheckpoint | None) -> str | None:
        """Return a note's inclusion proof in the last checkpoint of the log (tlog-proof), or None for a later note."""
        if last is None or last.size <= note.place:
            return None
        path = self.follow().inclusion(note.place, last.size)
        return LogProof(bytes.fromhex(note.nonce), note.place, path, last.note).text


def leaf_of(note: LoggedNote) -> bytes:
    """Return the 32 bytes of a note's leaf in the log."""
    return service_leaf(note.note, bytes.fromhex(note.nonce))
