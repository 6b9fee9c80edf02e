"""Rotates the signing key, which both keys announce in the transparency log."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from domain.refusals import Misuse
from replay.proofs.signed_notes import SigningKey
from service.signing.key_announcements import KEY, new_announcement
from service.signing.key_file import (
    NEXT_SUFFIX,
    file_exists,
    key_file_of,
    load_signing_key,
    make_key,
    new_key,
    read_key,
    signer_names,
)
from service.signing.signer import ATTEMPTS_MAX, Signer, note_entry, require_signer
from service.store.entries.metadata_store import Entry, MetadataStore
from service.store.entries.signing_entries import LogCheckpoint
from service.store.errors import Conflict
from service.store.event_store import GameStore


class RotatedKeys(NamedTuple):
    """The name of the former key, the new key, and the file of the former key."""

    before: str
    after: SigningKey
    former: Path


def rotate_key(store: GameStore, path: Path) -> RotatedKeys:
    """Replace the signing key by a new one. After a crash, run it again to finish.

    The new key is written to disk before it is announced. Before the announcement, the former key signs the whole
    transparency log. Then the new key replaces the former one in the key file. The former key is kept in a file of its
    own, and other stores that share the key file continue to use it.

    Raises Misuse if nothing was signed yet, KeyFileProblem without the present key, and RolledBack for an older store.
    """
    signers = signer_names(store)
    if not signers:
        raise Misuse("nothing was signed in this store yet: the first signature makes a key")
    if not store.writable:
        raise Misuse("this store can only be read: rotate the key as a user who may write to it")
    next_file = path.with_name(f"{path.name}{NEXT_SUFFIX}")
    after = read_key(next_file) if file_exists(next_file) else None
    if after is None or after.name != signers[-1]:  # the new key is not announced yet
        before = load_signing_key(store, path)
        if after is None:
            make_key(next_file, new_key())
            after = read_key(next_file)
        _announce(store, path, before, after)
        signers = [*signers, after.name]
    if file_exists(path):  # the key file may hold the key of another store
        with suppress(FileExistsError):
            os.link(path, path.with_name(f"{path.name}.{read_key(path).name}"))
    next_file.replace(path)
    Signer(store, path).sign(_last_position(store))
    return RotatedKeys(signers[-2], after, key_file_of(path, signers[-2]))


def _announce(store: GameStore, path: Path, before: SigningKey, after: SigningKey) -> None:
    signer, note = Signer(store, path), new_announcement(before, after)
    for _ in range(ATTEMPTS_MAX):
        signer.sign(_last_position(store))
        last = store.last_entry(LogCheckpoint)
        place = 0 if last is None else last.size

        def announced(register: MetadataStore, place: int = place) -> Iterator[Entry]:
            require_signer(register, before)
            yield note_entry(place, note, kind=KEY)

        try:
            store.change_entries(announced)
        except Conflict:  # another note was logged meanwhile, and the former key must sign it first
            continue
        return
    raise Misuse("other processes sign at the same time: try again")


def _last_position(store: GameStore) -> int:
    last = store.last_entry(LogCheckpoint)
    return store.position() if last is None else last.position
