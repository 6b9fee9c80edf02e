"""Signs checkpoints, in an order that guarantees that only stored events are signed."""

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from domain.refusals import HaricotError
from replay.proofs.checkpoints import NONCE_BYTES, Checkpoint, game_log_origin, service_log_origin
from replay.proofs.signed_notes import SigningKey, read_note
from service.ops.caches import LruCache
from service.ops.clock import now_ms
from service.ops.telemetry import LOG
from service.signing.high_water_mark import HighWaterMark
from service.signing.key_announcements import KEY, announced_key, key_announcements, new_announcement
from service.signing.key_file import KeyFileProblem, load_signing_key
from service.signing.merkle_log import FindLeafHash
from service.signing.row_verification import FIXED, AlteredLog, StoredLog, signed_sizes
from service.signing.transparency_log import TransparencyLog
from service.store.entries.metadata_store import Entry, MetadataStore
from service.store.entries.signing_entries import LogCheckpoint, LoggedNote, SigningHead
from service.store.errors import Conflict
from service.store.event_store import GameStore

CACHE_BYTES_MAX: Final = 32 * 2**20
ATTEMPTS_MAX: Final = 5
SERVICE_LOG: Final = ""
"""The name of the service's transparency log in entries that also hold logs of games."""


class DueCheckpoints(NamedTuple):
    """A log and the sizes at which it must be signed, each with its kind."""

    stored: StoredLog
    sizes: Sequence[tuple[int, str]]

    @property
    def log_name(self) -> str:
        """The name of the log."""
        return self.stored.log.name

    @property
    def head(self) -> SigningHead:
        """The entry that must be stored before the largest size is signed."""
        return signing_head(self.log_name, self.sizes[-1][0], self.stored.log.tree.root(self.sizes[-1][0]))


class SignedNote(NamedTuple):
    """A signed note that is not yet in the transparency log."""

    log_name: str
    size: int
    kind: str
    note: str


class Signer:
    """Signs checkpoints, for one thread of the process that holds the lease.

    The steps are: read the stored rows back, store the sizes to sign, sign, add the notes to the transparency log. Then
    the transparency log is signed in the same way. A log must contain everything that was signed of it before. After a
    crash, the same steps give the same result. Altered logs are reported and never signed.
    """

    def __init__(self, store: GameStore, path: Path, find_hash: FindLeafHash | None = None) -> None:
        """Sign with the key at `path`. `find_hash` may return cached hashes of the leaves of events."""
        self._store = store
        self._path = path
        self._find_hash = find_hash
        self._log = TransparencyLog(store)
        self._mark = HighWaterMark(store, path)
        self._stored_logs: LruCache[str, StoredLog] = LruCache("evidence", CACHE_BYTES_MAX, StoredLog.weight)
        self.altered: dict[str, str] = {}
        """The logs that differ from what was signed, each with a description of the difference."""

    def sign(self, position: int, *, milestones: Collection[str] = (), as_is: Collection[str] = ()) -> None:
        """Sign the logs `milestones` at the sizes that depend on their events alone, and the logs `as_is` as they are.

        The caller must have read all events up to `position`. Raises KeyFileProblem without a key.
        """
        key = load_signing_key(self._store, self._path)
        self._mark.require_reached(self._log.update)
        candidates = [
            self._due_checkpoints(log_name, key.name, fixed=log_name in milestones, as_is=log_name in as_is)
            for log_name in sorted({*milestones, *as_is})
        ]
        wanted = self._store_intent([one for one in candidates if one is not None])
        first = [] if key_announcements(self._store) else [SignedNote(SERVICE_LOG, 0, KEY, new_announcement(None, key))]
        self._publish(key, [*first, *(one for each in wanted for one in self._sign_checkpoints(key, each))])
        self._sign_log(key, position)

    def _due_checkpoints(self, log_name: str, signer: str, *, fixed: bool, as_is: bool) -> DueCheckpoints | None:
        """Read a log back and return the checkpoints to sign, or None if there are none or the log was altered."""
        try:
            heads, notes = (
                self._store.find_entries(SigningHead, log=log_name),
                self._store.find_entries(LoggedNote, log=log_name),
            )
            stored = self._stored_log(log_name)
            if stored is None:
                return None
            stored.require_signed(signed_sizes(log_name, heads, notes))
        except AlteredLog as error:
            self._report_alteration(log_name, str(error))
            return None
        except HaricotError as error:  # the log is damaged, which the store reports
            LOG.warning("signer", game=log_name, says=str(error))
            return None
        self.altered.pop(log_name, None)
        done = max((note.size for note in notes), default=0)
        # A crash can leave a size that was stored but not signed or not published. It is signed now.
        due = {*(head.size for head in heads), *(stored.fixed if fixed else ())}
        due |= {stored.log.tree.size} if as_is else set()
        wanted = [size for size in sorted(due) if size > done]
        if not wanted and notes and read_note(notes[-1].note).signatures[0].name != signer:
            wanted = [done]  # so that the present key signs the checkpoint that responses show
        sizes = [(size, FIXED if size in stored.fixed else "timed") for size in wanted]
        return DueCheckpoints(stored, sizes) if sizes else None

    def _stored_log(self, log_name: str) -> StoredLog | None:
        stored = self._stored_logs.get(log_name)
        if stored is None or not stored.read():
            stored = StoredLog.of(self._store, log_name, self._find_hash)
            if stored is None:
                return None
            stored.read()
        self._stored_logs.put(log_name, stored)
        return stored

    def _report_alteration(self, log_name: str, says: str) -> None:
        if self.altered.get(log_name) != says:
            LOG.error("altered", game=log_name, says=says)
        self.altered[log_name] = says

    def _store_intent(self, wanted: Sequence[DueCheckpoints]) -> list[DueCheckpoints]:
        """Store the sizes that are about to be signed. Leave out logs that no longer match their stored sizes."""
        unaltered: list[DueCheckpoints] = []

        def heads(register: MetadataStore) -> Iterator[Entry]:
            unaltered.clear()
            for one in wanted:
                try:
                    intents = register.find_entries(SigningHead, log=one.log_name)
                    one.stored.require_signed(signed_sizes(one.log_name, intents, ()))
                except AlteredLog as error:
                    self._report_alteration(one.log_name, str(error))
                    continue
                unaltered.append(one)
                yield one.head

        if wanted:
            self._store.change_entries(heads)
        return unaltered

    def _sign_checkpoints(self, key: SigningKey, wanted: DueCheckpoints) -> Iterator[SignedNote]:
        tree, game = wanted.stored.log.tree, wanted.log_name
        for size, kind in wanted.sizes:
            note = Checkpoint(game_log_origin(key.name, game), size, tree.root(size)).signed(key)
            yield SignedNote(game, size, kind, note)

    def _publish(self, key: SigningKey, signed: Sequence[SignedNote]) -> None:
        """Add each signed note to the transparency log once. Raises KeyFileProblem if another key replaced this one."""
        for _ in range(ATTEMPTS_MAX):
            place = self._log.update().size

            def logged(register: MetadataStore, place: int = place) -> Iterator[Entry]:
                require_signer(register, key)
                for game, size, kind, note in signed:
                    if all(one.note != note for one in register.find_entries(LoggedNote, log=game, size=size)):
                        yield note_entry(place, note, log=game, size=size, kind=kind)
                        place += 1

            try:
                if signed:
                    self._store.change_entries(logged)
            except Conflict:  # another process added a note at the same place first
                continue
            return

    def _sign_log(self, key: SigningKey, position: int) -> None:
        """Sign the transparency log as it is stored."""
        tree = self._log.update()
        last = self._store.last_entry(LogCheckpoint)
        if tree.size == (0 if last is None else last.size):
            return
        root = tree.root()

        def head(register: MetadataStore) -> Iterator[Entry]:
            require_signer(register, key)
            for before in register.find_entries(SigningHead, log=SERVICE_LOG):
                if before.size > tree.size or tree.root(before.size).hex() != before.root:
                    says = "the log of the service is not the one that was signed"
                    raise AlteredLog(SERVICE_LOG, says, 1, before.size)
            yield signing_head(SERVICE_LOG, tree.size, root)

        try:
            self._store.change_entries(head)
        except AlteredLog as error:
            self._log.forget()
            self._report_alteration(SERVICE_LOG, str(error))
            return
        note = Checkpoint(service_log_origin(key.name), tree.size, root).signed(key)
        try:
            self._store.save_entries(LogCheckpoint(size=tree.size, note=note, at=now_ms(), position=position))
        except Conflict:
            return  # another process has signed the same size size
        self._mark.set(tree)


def require_signer(register: MetadataStore, key: SigningKey) -> None:
    """Raise KeyFileProblem if another key was announced meanwhile, as signatures of this one are then invalid."""
    known = register.find_entries(LoggedNote, log=SERVICE_LOG, kind=KEY)
    if known and (name := announced_key(known[-1].note).name) != key.name:
        raise KeyFileProblem(f"the key {name} has replaced {key.name}: use the present key file")


def signing_head(log: str, size: int, root: bytes) -> SigningHead:
    """Return the entry that stores at which size and root a log is about to be signed."""
    return SigningHead(log=log, size=size, root=root.hex())


def note_entry(place: int, note: str, *, log: str = SERVICE_LOG, size: int = 0, kind: str) -> LoggedNote:
    """Return the entry that adds a note to the transparency log at a place, with a new nonce."""
    nonce = os.urandom(NONCE_BYTES).hex()
    return LoggedNote(place=place, log=log, size=size, kind=kind, note=note, nonce=nonce, at=now_ms())
