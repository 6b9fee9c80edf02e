"""Signs checkpoints in an order that never signs what is not stored."""

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from domain.refusals import HaricotError
from replay.proofs.checkpoints import NONCE_BYTES, Checkpoint, game_origin, service_origin
from replay.proofs.signed_notes import SigningKey, read_note
from service.ops.caches import RecentlyUsed
from service.ops.clock import now_ms
from service.ops.telemetry import LOG
from service.signing.high_water_mark import Mark
from service.signing.key_announcements import KEY, announced, announcement, announcements
from service.signing.key_file import KeyFileProblem, key_for
from service.signing.merkle_log import HashMade
from service.signing.row_verification import FIXED, Altered, Evidence, signed_of
from service.signing.transparency_log import TransparencyLog
from service.store.entries.metadata_store import Entry, MetadataStore
from service.store.entries.signing_entries import LogCheckpoint, LoggedNote, SigningHead
from service.store.errors import Conflict
from service.store.event_store import GameStore

BYTES_MAX: Final = 32 * 2**20
TRIES: Final = 5
SERVICE: Final = ""
"""The name of the service's own log among the heads."""


class Wanted(NamedTuple):
    """The sizes at which a log must be signed, each with its kind."""

    evidence: Evidence
    sizes: Sequence[tuple[int, str]]

    @property
    def game(self) -> str:
        """The name of the log: its game, or the game's proceedings."""
        return self.evidence.log.name

    @property
    def head(self) -> SigningHead:
        """The entry for the size that is about to be signed."""
        return head_of(self.game, self.sizes[-1][0], self.evidence.log.tree.root(self.sizes[-1][0]))


class SignedNote(NamedTuple):
    """A checkpoint that was signed and not logged yet."""

    game: str
    size: int
    kind: str
    note: str


class Signer:
    """Signs for one thread of the one process that has the lease.

    The order is: read the bytes back, store what is about to be signed, sign, publish in the transparency log. Then
    that log is signed in the same way. What is about to be signed must continue what was signed before. After a crash,
    the same steps give the same result. Altered logs are reported and never signed.
    """

    def __init__(self, store: GameStore, path: Path, made: HashMade | None = None) -> None:
        """Use the leaves that `made` returns for events that were read back, so that they are not made again."""
        self._store = store
        self._path = path
        self._made = made
        self._log = TransparencyLog(store)
        self._mark = Mark(store, path)
        self._known: RecentlyUsed[str, Evidence] = RecentlyUsed("evidence", BYTES_MAX, Evidence.weight)
        self.altered: dict[str, str] = {}
        """The logs that differ from what was signed, each with what is wrong."""

    def sign(self, position: int, *, fixed: Collection[str] = (), ends: Collection[str] = ()) -> None:
        """Sign `fixed` games at the sizes that follow from their history, and `ends` games as they are.

        All events up to `position` must have been read. Raises KeyFileProblem without a key.
        """
        key = key_for(self._store, self._path)
        self._mark.require(self._log.follow)
        games = sorted({*fixed, *ends})
        found = [self._looked_at(game, key.name, fixed=game in fixed, end=game in ends) for game in games]
        wanted = self._intend([one for one in found if one is not None])
        first = [] if announcements(self._store) else [SignedNote(SERVICE, 0, KEY, announcement(None, key))]
        self._publish(key, [*first, *(one for each in wanted for one in self._signed(key, each))])
        self._sign_log(key, position)

    def _looked_at(self, game: str, signer: str, *, fixed: bool, end: bool) -> Wanted | None:
        """Read a log back and return what must be signed of it, or None if there is nothing or it was altered."""
        try:
            heads, notes = (
                self._store.find_entries(SigningHead, log=game),
                self._store.find_entries(LoggedNote, log=game),
            )
            evidence = self._evidence(game)
            if evidence is None:
                return None
            evidence.require(signed_of(game, heads, notes))
        except Altered as error:
            self._tell(game, str(error))
            return None
        except HaricotError as error:  # damaged: the store reports it
            LOG.warning("signer", game=game, says=str(error))
            return None
        self.altered.pop(game, None)
        done = max((note.size for note in notes), default=0)
        # A crash can leave a size that was stored but not published. It is signed now.
        due = {*(head.size for head in heads), *(evidence.fixed if fixed else ())}
        due |= {evidence.log.tree.size} if end else set()
        wanted = [size for size in sorted(due) if size > done]
        if not wanted and notes and read_note(notes[-1].note).signatures[0].name != signer:
            wanted = [done]  # so that one key has signed everything that responses show of a game
        sizes = [(size, FIXED if size in evidence.fixed else "timed") for size in wanted]
        return Wanted(evidence, sizes) if sizes else None

    def _evidence(self, game: str) -> Evidence | None:
        evidence = self._known.get(game)
        if evidence is None or not evidence.read():
            evidence = Evidence.of(self._store, game, self._made)
            if evidence is None:
                return None
            evidence.read()
        self._known.put(game, evidence)
        return evidence

    def _tell(self, game: str, says: str) -> None:
        if self.altered.get(game) != says:
            LOG.error("altered", game=game, says=says)
        self.altered[game] = says

    def _intend(self, wanted: Sequence[Wanted]) -> list[Wanted]:
        """Store what is about to be signed. Logs that another process has signed further are left out."""
        going_on: list[Wanted] = []

        def heads(register: MetadataStore) -> Iterator[Entry]:
            going_on.clear()
            for one in wanted:
                try:
                    one.evidence.require(signed_of(one.game, register.find_entries(SigningHead, log=one.game), ()))
                except Altered as error:
                    self._tell(one.game, str(error))
                    continue
                going_on.append(one)
                yield one.head

        if wanted:
            self._store.change_entries(heads)
        return going_on

    def _signed(self, key: SigningKey, wanted: Wanted) -> Iterator[SignedNote]:
        tree, game = wanted.evidence.log.tree, wanted.game
        for size, kind in wanted.sizes:
            note = Checkpoint(game_origin(key.name, game), size, tree.root(size)).signed(key)
            yield SignedNote(game, size, kind, note)

    def _publish(self, key: SigningKey, signed: Sequence[SignedNote]) -> None:
        """Log each signed note once. Raises KeyFileProblem if another key signs by now."""
        for _ in range(TRIES):
            place = self._log.follow().size

            def logged(register: MetadataStore, place: int = place) -> Iterator[Entry]:
                require_signer(register, key)
                for game, size, kind, note in signed:
                    if all(one.note != note for one in register.find_entries(LoggedNote, log=game, size=size)):
                        yield logged_note(place, note, log=game, size=size, kind=kind)
                        place += 1

            try:
                if signed:
                    self._store.change_entries(logged)
            except Conflict:  # another process was faster with a place
                continue
            return

    def _sign_log(self, key: SigningKey, position: int) -> None:
        """Sign the service's own log as it is stored."""
        tree = self._log.follow()
        last = self._store.last_entry(LogCheckpoint)
        if tree.size == (0 if last is None else last.size):
            return
        root = tree.root()

        def head(register: MetadataStore) -> Iterator[Entry]:
            require_signer(register, key)
            for before in register.find_entries(SigningHead, log=SERVICE):
                if before.size > tree.size or tree.root(before.size).hex() != before.root:
                    says = "the log of the service is not the one that was signed"
                    raise Altered(SERVICE, says, 1, before.size)
            yield head_of(SERVICE, tree.size, root)

        try:
            self._store.change_entries(head)
        except Altered as error:
            self._log.forget()
            self._tell(SERVICE, str(error))
            return
        note = Checkpoint(service_origin(key.name), tree.size, root).signed(key)
        try:
            self._store.save_entries(LogCheckpoint(size=tree.size, note=note, at=now_ms(), position=position))
        except Conflict:
            return  # another process has signed the same
        self._mark.set(tree)


def require_signer(register: MetadataStore, key: SigningKey) -> None:
    """Raise KeyFileProblem if another key was announced meanwhile: signatures of this one no longer count."""
    known = register.find_entries(LoggedNote, log=SERVICE, kind=KEY)
    if known and (name := announced(known[-1].note).name) != key.name:
        raise KeyFileProblem(f"the key {name} has replaced {key.name}: use the present key file")


def head_of(log: str, size: int, root: bytes) -> SigningHead:
    """Return the entry that says at which size a log is about to be signed."""
    return SigningHead(log=log, size=size, root=root.hex())


def logged_note(place: int, note: str, *, log: str = SERVICE, size: int = 0, kind: str) -> LoggedNote:
    """Return the entry that logs a note at a place, with a new nonce."""
    nonce = os.urandom(NONCE_BYTES).hex()
    return LoggedNote(place=place, log=log, size=size, kind=kind, note=note, nonce=nonce, at=now_ms())
