"""Notes that announce signing keys, each signed by the key itself and by the former key, if there is one."""

from typing import Final

from replay.proofs.signed_notes import BadNote, SigningKey, VerifierKey, read_note, read_verifier_key, signed_note
from service.store.entries.signing_entries import LoggedNote
from service.store.event_store import GameStore

FIRST_LINE: Final = "haricot-key/1"
KEY: Final = "key"
"""The kind of these notes in the service's log."""
_NONE: Final = "none"


def new_announcement(before: SigningKey | None, after: SigningKey) -> str:
    """Return the note that announces that the key `after` signs from now on, in place of the former key `before`."""
    old = _NONE if before is None else before.verifier.text
    text = f"{FIRST_LINE}\n{old}\n{after.verifier.text}\n"
    return signed_note(text, [key.sign(text) for key in (before, after) if key is not None])


def announced_key(note: str) -> VerifierKey:
    """Return the key that a note announces. Raises BadNote if the note is no announcement."""
    lines = read_note(note).text.split("\n")
    if len(lines) != 4 or lines[0] != FIRST_LINE:
        raise BadNote(f"an announcement begins with {FIRST_LINE}, and names two keys")
    return read_verifier_key(lines[2])


def key_announcements(store: GameStore) -> list[LoggedNote]:
    """Return all announcements of a store, in order. The last one announces the present key."""
    return store.find_entries(LoggedNote, log="", kind=KEY)
