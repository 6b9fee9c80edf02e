"""Accepts a store that was rolled back.

The transparency log records this permanently.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from replay.proofs.signed_notes import signed_note
from service.signing.high_water_mark import Mark
from service.signing.key_file import key_for
from service.signing.signer import TRIES, Signer, logged_note
from service.signing.transparency_log import TransparencyLog
from service.store.entries.metadata_store import Entry, MetadataStore
from service.store.entries.signing_entries import LogCheckpoint
from service.store.errors import Conflict
from service.store.event_store import GameStore

FIRST_LINE: Final = "haricot-restored/1"
RESTORED: Final = "restored"
"""The kind of such a note in the service's log."""


def accept(store: GameStore, key_file: Path) -> None:
    """Accept a store as it is, held or not, and record this permanently in the transparency log.

    So a client with a later checkpoint sees why the log lacks it. Raises KeyFileProblem without the signing key.
    """
    key, log = key_for(store, key_file), TransparencyLog(store)
    mark = Mark(store, key_file)
    store.resume_writes()
    for _ in range(TRIES):
        tree = log.follow()
        text = f"{FIRST_LINE}\n{tree.size}\n{tree.root().hex()}\n"
        note = signed_note(text, [key.sign(text)])

        def restored(_: MetadataStore, place: int = tree.size, note: str = note) -> Iterator[Entry]:
            yield logged_note(place, note, kind=RESTORED)

        try:
            store.change_entries(restored)
        except Conflict:  # another process is accepting it
            continue
        break
    mark.forget()
    last = store.last_entry(LogCheckpoint)
    Signer(store, key_file).sign(0 if last is None else last.position)
