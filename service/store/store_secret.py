"""The secret that the processes of one store share: it lies in the store, nowhere else."""

import os
import time

from service.store.entries.metadata_store import TokenEntry
from service.store.event_store import GameStore

KIND = "own"
"""Of the token whose digest it is. Nobody can show that token: the digest was drawn at random, and is of no text."""
SECRET_BYTES = 32


def own_secret(store: GameStore) -> bytes:
    """It is drawn by the caller first; where nothing can be written it is one that nobody else knows."""
    if not (row := store.noted(TokenEntry, kind=KIND)):
        drawn = os.urandom(SECRET_BYTES)
        if not store.writable:
            return drawn
        made = time.time_ns() // 1_000_000
        store.note(TokenEntry(digest=drawn.hex(), kind=KIND, game=None, seat=None, made=made))
        row = store.noted(TokenEntry, kind=KIND)  # of two who drew at once the first counts
    return bytes.fromhex(row[0].digest)
