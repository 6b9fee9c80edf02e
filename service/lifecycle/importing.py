"""Imports game files from clients, without revealing whether a hidden game has the same id."""

import base64
import hashlib
import os
import re
from typing import Final

from msgspec.structs import replace

from replay.record import Record, write_file
from service.access.context import Context
from service.access.tokens import Principal
from service.store.record_import import import_record

_ID_BYTES: Final = 10
_HIDDEN: Final = re.compile(r"[a-z0-9_]+-hidden-[a-z2-7]{16}")


def random_id(edition: str, *, hidden: bool = False) -> str:
    """Return an id that begins with `edition` and cannot be guessed. The id of a hidden game contains `hidden`."""
    return f"{edition}-{'hidden-' if hidden else ''}{_base32(os.urandom(_ID_BYTES))}"


def import_game_file(context: Context, principal: Principal, record: Record) -> tuple[Record, bool]:
    """Import the game of a file. Return the record as stored, and whether it is new. Raises what the store raises.

    If the id belongs to a game that the principal may not see, the file gets an id derived from its content. So the
    response does not reveal whether such a game exists, not even by a conflict.
    """
    hidden = _HIDDEN.fullmatch(record.game) or context.store.exists(record.game)
    if hidden and not principal.has_full_access and not context.reader.knows(record.game, principal):
        id_ = f"imported-{_base32(hashlib.sha256(write_file(record)).digest()[:_ID_BYTES])}"
        renamed = (replace(one, game=id_) if one.game == record.game else one for one in record.envelopes)
        record = replace(record, game=id_, envelopes=tuple(renamed))
    return record, import_record(context.store, record)


def _base32(number: bytes) -> str:
    return base64.b32encode(number).decode().lower()
