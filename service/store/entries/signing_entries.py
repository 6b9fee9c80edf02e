"""What is kept of signing: the key of each game, what is about to be signed, what was."""

import os
from collections.abc import Callable
from typing import Any, TypeVar

from replay.proofs.leaves import KEY_BYTES
from service.store.entries.metadata_store import SQLITE, Entry, read

Numbered = TypeVar("Numbered", bound=Entry)
OwnRow = tuple[int, str, bytes]
"""The number of an event, its stable name, its bytes."""


class SigningEntry(Entry):
    """An entry that nobody's view of a game depends on, so that writing one makes nobody forget anything."""

    quiet = True
    came_with = 5


class GameKey(SigningEntry):
    """The 32 secret bytes, in hex, from which the salts of a game follow; unrelated to the seed of its deal."""

    kept_in = "game_keys"
    named_by = ("game",)
    once = True

    game: str
    key: str

    @classmethod
    def drawn(cls, game: str) -> "GameKey":
        """Return a new one, at random."""
        return cls(game=game, key=os.urandom(KEY_BYTES).hex())


class SigningHead(SigningEntry):
    """As far as a log was ever about to be signed: its size, its root in hex. The log of the service has no name."""

    kept_in = "signing_heads"
    named_by = ("log",)

    log: str
    size: int
    root: str


class LoggedNote(SigningEntry):
    """A signed note at its place, from 0, in the log of the service, with the nonce of its leaf in hex.

    `kind` is fixed for the checkpoint of a size that follows from the history, timed for any other, key for a change of
    the key, which is of no `log`.
    """

    kept_in = "service_log"
    named_by = ("place",)
    once = True

    place: int
    log: str
    size: int
    kind: str
    note: str
    nonce: str
    at: int


class LogCheckpoint(SigningEntry):
    """The log of the service as it was signed; all events up to `position` had been looked at by then."""

    kept_in = "log_checkpoints"
    named_by = ("size",)
    once = True

    size: int
    note: str
    at: int
    position: int


SIGNED: tuple[type[SigningEntry], ...] = (GameKey, SigningHead, LoggedNote, LogCheckpoint)


def onward(rows: Callable[..., list[Any]], kind: type[Numbered], after: int, limit: int) -> list[Numbered]:
    """Return the entries of a kind that is named by a number, those after this one, in order."""
    (number,) = kind.named_by
    query = f"SELECT {', '.join(kind.__struct_fields__)} FROM {kind.kept_in} WHERE {number} > {SQLITE.mark}"
    return [read(kind, row) for row in rows(f"{query} ORDER BY {number} LIMIT {SQLITE.mark}", after, limit)]


def last(rows: Callable[..., list[Any]], kind: type[Numbered]) -> Numbered | None:
    """Return the one with the highest number, None when there is none."""
    (number,) = kind.named_by
    query = f"SELECT {', '.join(kind.__struct_fields__)} FROM {kind.kept_in} ORDER BY {number} DESC LIMIT 1"
    return next((read(kind, row) for row in rows(query)), None)


def own_rows(rows: Callable[..., list[Any]], game: str, upto: int) -> list[OwnRow]:
    """The own events of a game as they lie there, by their numbers, up to one; none whose number is no number."""
    query = f"SELECT originator_version, topic, state FROM events WHERE originator_id = {SQLITE.mark}"
    return rows(f"{query} AND originator_version <= {SQLITE.mark} ORDER BY originator_version", game, upto)
