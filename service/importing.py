"""Game files that are brought in over the network: what is not for whoever brings one tells nothing by being there."""

import base64
import hashlib
import os
import re
from typing import Final

from msgspec.structs import replace

from replay.record import Record, write_file
from service.desk import Desk
from service.policy import SERVICE
from service.tokens import Principal

_ID_BYTES: Final = 10
_HIDDEN: Final = re.compile(r"[a-z0-9_]+-hidden-[a-z2-7]{16}")


def fresh_id(edition: str, *, hidden: bool = False) -> str:
    """An id that nobody can guess; one of a game that not everybody may know of says so."""
    return f"{edition}-{'hidden-' if hidden else ''}{_text(os.urandom(_ID_BYTES))}"


def bring_in(desk: Desk, principal: Principal, record: Record) -> tuple[Record, bool]:
    """Keeps the game of a file; as what it is kept, and whether it is new here. Raises as the store does.

    A file with the id of a hidden game is kept, for whoever may not know of that one, under an id that its content
    makes: whether there is such a game changes nothing, not even by a conflict.
    """
    hidden = _HIDDEN.fullmatch(record.game) or desk.store.exists(record.game)
    if hidden and principal.kind != SERVICE and not desk.knows(record.game, principal):
        id_ = f"imported-{_text(hashlib.sha256(write_file(record)).digest()[:_ID_BYTES])}"
        renamed = (replace(one, game=id_) if one.game == record.game else one for one in record.envelopes)
        record = replace(record, game=id_, envelopes=tuple(renamed))
    return record, desk.store.import_record(record)


def _text(number: bytes) -> str:
    return base64.b32encode(number).decode().lower()
