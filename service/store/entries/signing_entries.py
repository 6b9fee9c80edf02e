"""Stored signing data: the key of each game, the heads that are being signed, and the signed notes."""

import os
from collections.abc import Callable
from typing import Any, TypeVar

from replay.proofs.leaves import KEY_BYTES
from service.store.entries.entry_sql import SQLITE, entry_from_row
from service.store.entries.metadata_store import Entry

Numbered = TypeVar("Numbered", bound=Entry)
OwnRow = tuple[int, str, bytes]
"""A row of the log without its game: the event's number, stable name and bytes."""


class SigningEntry(Entry):
    """An entry that no view of a game depends on, so caches stay valid."""

    keeps_caches = True
    since_schema = 5


class GameKey(SigningEntry):
    """The secret key of a game, 32 bytes in hex. The salts of its leaves are derived from it.

    It is independent of the seed of its deal.
    """

    sql_table = "game_keys"
    key_fields = ("game",)
    insert_only = True

    game: str
    key: str

    @classmethod
    def random(cls, game: str) -> "GameKey":
        """Return a new random key."""
        return cls(game=game, key=os.urandom(KEY_BYTES).hex())


class SigningHead(SigningEntry):
    """The largest size at which a log was to be signed, and its root in hex. The transparency log has an empty name."""

    sql_table = "signing_heads"
    key_fields = ("log",)

    log: str
    size: int
    root: str


class LoggedNote(SigningEntry):
    """A signed note at its place, from 0, in the transparency log. `nonce` is that of its leaf, in hex.

    `kind` is `fixed` for a checkpoint whose size follows from the history of the game, and `timed` for any other
    checkpoint. It is `key` for a change of the signing key, which has no `log`.
    """

    sql_table = "service_log"
    key_fields = ("place",)
    insert_only = True

    place: int
    log: str
    size: int
    kind: str
    note: str
    nonce: str
    at: int


class LogCheckpoint(SigningEntry):
    """A checkpoint of the transparency log. It covers all events up to `position`."""

    sql_table = "log_checkpoints"
    key_fields = ("size",)
    insert_only = True

    size: int
    note: str
    at: int
    position: int


SIGNING_KINDS: tuple[type[SigningEntry], ...] = (GameKey, SigningHead, LoggedNote, LogCheckpoint)


def entries_after(rows: Callable[..., list[Any]], kind: type[Numbered], after: int, limit: int) -> list[Numbered]:
    """Return at most `limit` entries of a numbered kind after this number, in order."""
    (number,) = kind.key_fields
    query = f"SELECT {', '.join(kind.__struct_fields__)} FROM {kind.sql_table} WHERE {number} > {SQLITE.placeholder}"
    return [
        entry_from_row(kind, row) for row in rows(f"{query} ORDER BY {number} LIMIT {SQLITE.placeholder}", after, limit)
    ]


def last_entry(rows: Callable[..., list[Any]], kind: type[Numbered]) -> Numbered | None:
    """Return the entry of a numbered kind with the highest number, or None."""
    (number,) = kind.key_fields
    query = f"SELECT {', '.join(kind.__struct_fields__)} FROM {kind.sql_table} ORDER BY {number} DESC LIMIT 1"
    return next((entry_from_row(kind, row) for row in rows(query)), None)


def own_rows(rows: Callable[..., list[Any]], game: str, upto: int) -> list[OwnRow]:
    """Return the events that are stored under this game, up to a number, in order."""
    query = f"SELECT originator_version, topic, state FROM events WHERE originator_id = {SQLITE.placeholder}"
    return rows(f"{query} AND originator_version <= {SQLITE.placeholder} ORDER BY originator_version", game, upto)
