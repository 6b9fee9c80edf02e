"""Game files that are imported over the network, without revealing a hidden game of the same id."""

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


def fresh_id(edition: str, *, hidden: bool = False) -> str:
    """Return a random id that cannot be guessed. The id of a hidden game contains `hidden`."""
    return f"{edition}-{'hidden-' if hidden else ''}{_text(os.urandom(_ID_BYTES))}"


def bring_in(context: Context, principal: Principal, record: Record) -> tuple[Record, bool]:
    """Import the game of a file. Return the record as stored, and whether it is new. Raises what the store raises.

    A file with the id of a game that the principal may not know of is stored under an id made from its content. So the
    answer does not reveal whether there is such a game, not even by a conflict.
    """
    hidden = _HIDDEN.fullmatch(record.game) or context.store.exists(record.game)
    if hidden and not principal.opens_games and not context.reader.knows(record.game, principal):
        id_ = f"imported-{_text(hashlib.sha256(write_file(record)).digest()[:_ID_BYTES])}"
        renamed = (replace(one, game=id_) if one.game == record.game else one for one in record.envelopes)
        record = replace(record, game=id_, envelopes=tuple(renamed))
    return record, import_record(context.store, record)


def _text(number: bytes) -> str:
    return base64.b32encode(number).decode().lower()
