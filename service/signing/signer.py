"""Signs checkpoints in an order in which nothing can be signed that is not stored."""

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
"""What the log of the service is called among the heads."""


class Wanted(NamedTuple):
    """The sizes at which a log is to be signed, each with its kind."""

    evidence: Evidence
    sizes: Sequence[tuple[int, str]]

    @property
    def game(self) -> str:
        """What the log is called: after its game, or the proceedings on it."""
        return self.evidence.log.name

    @property
    def head(self) -> SigningHead:
        """As far as it is about to be signed."""
        return head_of(self.game, self.sizes[-1][0], self.evidence.log.tree.root(self.sizes[-1][0]))


class SignedNote(NamedTuple):
    """A checkpoint that was signed and not logged yet."""

    game: str
    size: int
    kind: str
    note: str


class Signer:
    """For one thread, of the one process that has the lease.

    The order: read the bytes back; write down what is about to be signed, which must go on from what was before; sign;
    publish in the log of the service; then sign that log in the same way. Whoever is killed in between does the same
    again, with the same result. What was altered is told and never signed.
    """

    def __init__(self, store: GameStore, path: Path, made: HashMade | None = None) -> None:
        """What was `made` already of an event that was read back is not made again."""
        self._store = store
        self._path = path
        self._made = made
        self._log = TransparencyLog(store)
        self._mark = Mark(store, path)
        self._known: RecentlyUsed[str, Evidence] = RecentlyUsed("evidence", BYTES_MAX, Evidence.weight)
        self.altered: dict[str, str] = {}
        """The logs that are not as they were signed, each with what is wrong."""

    def sign(self, position: int, *, fixed: Collection[str] = (), ends: Collection[str] = ()) -> None:
        """Sign some games at the sizes that follow from their history, some as they are; KeyTrouble without a key.

        All events up to `position` have been looked at.
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
        """What is to be signed of a log after reading it back; None when there is nothing, or when it was altered."""
        try:
            heads, notes = self._store.noted(SigningHead, log=game), self._store.noted(LoggedNote, log=game)
            evidence = self._evidence(game)
            if evidence is None:
                return None
            evidence.require(signed_of(game, heads, notes))
        except Altered as error:
            self._tell(game, str(error))
            return None
        except HaricotError as error:  # damaged: the store tells of it
            LOG.warning("signer", game=game, says=str(error))
            return None
        self.altered.pop(game, None)
        done = max((note.size for note in notes), default=0)
        # What was intended and not published is signed now: somebody was killed in between.
        due = {*(head.size for head in heads), *(evidence.fixed if fixed else ())}
        due |= {evidence.log.tree.size} if end else set()
        wanted = [size for size in sorted(due) if size > done]
        if not wanted and notes and read_note(notes[-1].note).signatures[0].name != signer:
            wanted = [done]  # so that one key has signed all that there is to be told of a game
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
        """Write down what is about to be signed; what somebody else has taken further meanwhile is left out."""
        going_on: list[Wanted] = []

        def heads(register: MetadataStore) -> Iterator[Entry]:
            going_on.clear()
            for one in wanted:
                try:
                    one.evidence.require(signed_of(one.game, register.noted(SigningHead, log=one.game), ()))
                except Altered as error:
                    self._tell(one.game, str(error))
                    continue
                going_on.append(one)
                yield one.head

        if wanted:
            self._store.settle(heads)
        return going_on

    def _signed(self, key: SigningKey, wanted: Wanted) -> Iterator[SignedNote]:
        tree, game = wanted.evidence.log.tree, wanted.game
        for size, kind in wanted.sizes:
            note = Checkpoint(game_origin(key.name, game), size, tree.root(size)).signed(key)
            yield SignedNote(game, size, kind, note)

    def _publish(self, key: SigningKey, signed: Sequence[SignedNote]) -> None:
        """Log what was signed, each once; KeyTrouble where another key signs by now."""
        for _ in range(TRIES):
            place = self._log.follow().size

            def logged(register: MetadataStore, place: int = place) -> Iterator[Entry]:
                require_signer(register, key)
                for game, size, kind, note in signed:
                    if all(one.note != note for one in register.noted(LoggedNote, log=game, size=size)):
                        yield logged_note(place, note, log=game, size=size, kind=kind)
                        place += 1

            try:
                if signed:
                    self._store.settle(logged)
            except Conflict:  # another process was faster with a place
                continue
            return

    def _sign_log(self, key: SigningKey, position: int) -> None:
        """Sign the log of the service as it lies there."""
        tree = self._log.follow()
        last = self._store.last(LogCheckpoint)
        if tree.size == (0 if last is None else last.size):
            return
        root = tree.root()

        def head(register: MetadataStore) -> Iterator[Entry]:
            require_signer(register, key)
            for before in register.noted(SigningHead, log=SERVICE):
                if before.size > tree.size or tree.root(before.size).hex() != before.root:
                    says = "the log of the service is not the one that was signed"
                    raise Altered(SERVICE, says, 1, before.size)
            yield head_of(SERVICE, tree.size, root)

        try:
            self._store.settle(head)
        except Altered as error:
            self._log.forget()
            self._tell(SERVICE, str(error))
            return
        note = Checkpoint(service_origin(key.name), tree.size, root).signed(key)
        try:
            self._store.note(LogCheckpoint(size=tree.size, note=note, at=now_ms(), position=position))
        except Conflict:
            return  # somebody else has signed the same
        self._mark.set(tree)


def require_signer(register: MetadataStore, key: SigningKey) -> None:
    """KeyTrouble when another key was made known meanwhile: what this one signs does not count any more."""
    known = register.noted(LoggedNote, log=SERVICE, kind=KEY)
    if known and (name := announced(known[-1].note).name) != key.name:
        raise KeyFileProblem(f"{name} signs now, in the place of {key.name}")


def head_of(log: str, size: int, root: bytes) -> SigningHead:
    """Return the entry that says how far a log is about to be signed."""
    return SigningHead(log=log, size=size, root=root.hex())


def logged_note(place: int, note: str, *, log: str = SERVICE, size: int = 0, kind: str) -> LoggedNote:
    """Return the entry that logs a note at a place, with a nonce that is new."""
    nonce = os.urandom(NONCE_BYTES).hex()
    return LoggedNote(place=place, log=log, size=size, kind=kind, note=note, nonce=nonce, at=now_ms())
