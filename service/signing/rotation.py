"""Rotates the signing key: both keys say so in the transparency log."""

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
    """The name of the former key, the new key, and the file of the former one."""

    before: str
    after: SigningKey
    former: Path


def rotate(store: GameStore, path: Path) -> Rotated:
    """Have a new key sign from now on. After a crash, run it again to finish.

    The new key is written to disk before it is announced. Then it takes the place of the former key, which is kept
    beside it under its name. Before that, everything that the former key signed is logged under its own signature.
    Other stores that share the file keep using the former key.

    Raises Misuse if nothing was signed yet, KeyFileProblem without the present key, and RolledBack for an older store.
    """
    signers = signer_names(store)
    if not signers:
        raise Misuse("nothing was signed in this store yet: the first signature makes a key")
    if not store.writable:
        raise Misuse("this store can only be read: rotate the key as a user who may write to it")
    waiting = path.with_name(f"{path.name}{NEXT}")
    after = read_key(waiting) if is_there(waiting) else None
    if after is None or after.name != signers[-1]:  # it is not announced yet
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
        last = store.last_entry(LogCheckpoint)
        place = 0 if last is None else last.size

        def announced(register: MetadataStore, place: int = place) -> Iterator[Entry]:
            require_signer(register, before)
            yield logged_note(place, note, kind=KEY)

        try:
            store.change_entries(announced)
        except Conflict:  # something was logged meanwhile, which the former key must sign first
            continue
        return
    raise Misuse("other processes sign at the same time: try again")


def _position(store: GameStore) -> int:
    last = store.last_entry(LogCheckpoint)
    return store.position() if last is None else last.position
