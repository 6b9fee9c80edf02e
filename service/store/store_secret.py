"""The secret that the processes of one store share.

It is stored only there.
"""

import os
import time

from service.store.entries.metadata_store import TokenEntry
from service.store.event_store import GameStore

KIND = "own"
"""The kind of token whose digest it is. There is no such token: the digest was drawn at random."""
SECRET_BYTES = 32


def shared_secret(store: GameStore) -> bytes:
    """Return the store's secret, and draw it if there is none.

    If the store is read-only, it is this process's alone.
    """
    if not (row := store.find_entries(TokenEntry, kind=KIND)):
        drawn = os.urandom(SECRET_BYTES)
        if not store.writable:
            return drawn
        made = time.time_ns() // 1_000_000
        store.save_entries(TokenEntry(digest=drawn.hex(), kind=KIND, game=None, seat=None, made=made))
        row = store.find_entries(TokenEntry, kind=KIND)  # of two concurrent draws, the first counts
    return bytes.fromhex(row[0].digest)
