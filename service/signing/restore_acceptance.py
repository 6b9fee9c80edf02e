"""Accepts a store that was rolled back, and records this permanently in the transparency log."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from replay.proofs.signed_notes import signed_note
from service.signing.high_water_mark import HighWaterMark
from service.signing.key_file import load_signing_key
from service.signing.signer import ATTEMPTS_MAX, Signer, note_entry
from service.signing.transparency_log import TransparencyLog
from service.store.entries.metadata_store import Entry, MetadataStore
from service.store.entries.signing_entries import LogCheckpoint
from service.store.errors import Conflict
from service.store.event_store import GameStore

FIRST_LINE: Final = "haricot-restored/1"
RESTORE_NOTE: Final = "restored"
"""The kind of the note in the service's log that records an accepted restore."""


def accept_restored_store(store: GameStore, key_file: Path) -> None:
    """Accept a store as it is, resume writes to it, and record this permanently in the transparency log.

    The record tells a client with a later checkpoint why the log lacks it. Raises KeyFileProblem without the signing
    key.
    """
    key, log = load_signing_key(store, key_file), TransparencyLog(store)
    mark = HighWaterMark(store, key_file)
    store.resume_writes()
    for _ in range(ATTEMPTS_MAX):
        tree = log.update()
        text = f"{FIRST_LINE}\n{tree.size}\n{tree.root().hex()}\n"
        note = signed_note(text, [key.sign(text)])

        def restored(_: MetadataStore, place: int = tree.size, note: str = note) -> Iterator[Entry]:
            yield note_entry(place, note, kind=RESTORE_NOTE)

        try:
            store.change_entries(restored)
        except Conflict:  # another process logged a note at this place first
            continue
        break
    mark.delete()
    last = store.last_entry(LogCheckpoint)
    Signer(store, key_file).sign(0 if last is None else last.position)
