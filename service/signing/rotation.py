"""A new key takes the place of the one that signed until now: both say so in the log of the service."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from domain.refusals import Misuse
from replay.proofs.signed_notes import SigningKey
from service.signing.key_announcements import KEY, announcement
from service.signing.key_file import NEXT, file_of, is_there, key_for, make_key, new_key, read_key, signer_names
from service.signing.signer import TRIES, Signer, logged_note, require_signer
from service.store.entries.metadata_store import Entry, MetadataStore
from service.store.entries.signing_entries import LogCheckpoint
from service.store.errors import Conflict
from service.store.event_store import GameStore


class Rotated(NamedTuple):
    """The name of the key that signed, the one that signs from now on, and where the former lies."""

    before: str
    after: SigningKey
    former: Path


def rotate(store: GameStore, path: Path) -> Rotated:
    """Have a new key sign from now on. Whoever was killed on the way does the rest by doing it again.

    The new key is on disk before it is made known, and is put in the place of the former one, which is kept, after
    that. All that the former one signed is in the log of the service under its own signature before.
    Other stores that share the file go on with the key that they had, which is kept beside it under its name.

    Misuse where nothing was signed yet; KeyTrouble without the key that signs now; SetBack for an older store.
    """
    signers = signer_names(store)
    if not signers:
        raise Misuse("nothing was signed in this store yet: whoever signs first makes a key")
    if not store.writable:
        raise Misuse("this store can only be read: rotate the key as somebody who may write")
    waiting = path.with_name(f"{path.name}{NEXT}")
    after = read_key(waiting) if is_there(waiting) else None
    if after is None or after.name != signers[-1]:  # it is not known yet
        before = key_for(store, path)
        if after is None:
            make_key(waiting, new_key())
            after = read_key(waiting)
        _announce(store, path, before, after)
        signers = [*signers, after.name]
    if is_there(path):  # which may be the key of another store
        with suppress(FileExistsError):
            os.link(path, path.with_name(f"{path.name}.{read_key(path).name}"))
    waiting.replace(path)
    Signer(store, path).sign(_position(store))
    return Rotated(signers[-2], after, file_of(path, signers[-2]))


def _announce(store: GameStore, path: Path, before: SigningKey, after: SigningKey) -> None:
    signer, note = Signer(store, path), announcement(before, after)
    for _ in range(TRIES):
        signer.sign(_position(store))
        last = store.last(LogCheckpoint)
        place = 0 if last is None else last.size

        def announced(register: MetadataStore, place: int = place) -> Iterator[Entry]:
            require_signer(register, before)
            yield logged_note(place, note, kind=KEY)

        try:
            store.settle(announced)
        except Conflict:  # something was logged meanwhile, which the former key has to sign first
            continue
        return
    raise Misuse("others sign all the while: try it again")


def _position(store: GameStore) -> int:
    last = store.last(LogCheckpoint)
    return store.position() if last is None else last.position
