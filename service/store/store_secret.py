"""The secret that all processes of one store share, stored in the store itself."""

import os
import time

from service.store.entries.metadata_store import TokenEntry
from service.store.event_store import GameStore

KIND = "own"
"""The kind of the token entry whose digest is the secret. No token has this digest."""
SECRET_BYTES = 32


def shared_secret(store: GameStore) -> bytes:
    """Return the secret of the store. Create it if there is none.

    If the store is read-only and has no secret, return one for this process only.
    """
    if not (entries := store.find_entries(TokenEntry, kind=KIND)):
        secret = os.urandom(SECRET_BYTES)
        if not store.writable:
            return secret
        made = time.time_ns() // 1_000_000
        store.save_entries(TokenEntry(digest=secret.hex(), kind=KIND, game=None, seat=None, made=made))
        entries = store.find_entries(TokenEntry, kind=KIND)  # if two processes create one, the first counts
    return bytes.fromhex(entries[0].digest)
