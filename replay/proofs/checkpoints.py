"""Checkpoints (C2SP tlog-checkpoint): the size of a log with its root, ready to be signed."""

import base64
import hashlib
import re
from typing import Final, NamedTuple

from replay.proofs.leaves import log_name
from replay.proofs.signed_notes import BadNote, SigningKey, VerifierKey, decode_base64, signed_note, verified_note

HASH_BYTES: Final = 32
NONCE_BYTES: Final = 16
"""An entry in the log of the service has this many random bytes, so that it does not reveal its game."""
_NUMBER: Final = re.compile("0|[1-9][0-9]{0,17}")


class Checkpoint(NamedTuple):
    """The origin, number of entries and root of a log, not verified."""

    origin: str
    size: int
    root: bytes

    @property
    def body(self) -> str:
        """The text that is signed."""
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"

    def signed(self, *keys: SigningKey) -> str:
        """Return the checkpoint as a signed note; BadNote when the origin has more than a line."""
        if read_checkpoint(self.body) != self:
            raise BadNote(f"no checkpoint: {self}")
        return signed_note(self.body, [key.sign(self.body) for key in keys])


def game_log_origin(key_name: str, game: str, stream: str = "") -> str:
    """Return the origin of the log of a game, or of another stream of it."""
    return f"{key_name}/games/{log_name(game, stream)}"


def service_log_origin(key_name: str) -> str:
    """Return the origin of the log of the service, which contains the checkpoints of all games."""
    return f"{key_name}/log"


def service_log_leaf(checkpoint: str, nonce: bytes) -> bytes:
    """Return the 32 bytes for a signed checkpoint in the log of the service; their `leaf_hash` goes into the tree.

    They reveal nothing without both arguments. ValueError for a nonce of another length than 16 bytes.
    """
    if len(nonce) != NONCE_BYTES:
        raise ValueError(f"a nonce has {NONCE_BYTES} bytes, not {len(nonce)}")
    return hashlib.sha256(checkpoint.encode() + nonce).digest()


def read_checkpoint(text: str) -> Checkpoint:
    """Return the checkpoint in the text of a note; BadNote for any other text, or for one with more in it.

    The standard allows extension lines. Haricot writes none, so they are refused.
    """
    lines = text.split("\n")
    if len(lines) != 4 or lines[3] or not lines[0]:
        raise BadNote("a checkpoint has three lines: origin, size and root")
    return Checkpoint(lines[0], read_number(lines[1]), read_hash(lines[2]))


def read_number(text: str) -> int:
    """Return the number, from 0, in decimal digits without leading zeroes; BadNote for any other text."""
    if not _NUMBER.fullmatch(text):
        raise BadNote(f"no number: {text[:40]!r}")
    return int(text)


def read_hash(text: str) -> bytes:
    """Return the 32 bytes in base64; BadNote for any other text."""
    hashed = decode_base64(text)
    if len(hashed) != HASH_BYTES:
        raise BadNote(f"a hash has {HASH_BYTES} bytes, not {len(hashed)}")
    return hashed


def verified_checkpoint(note: str, *keys: VerifierKey) -> Checkpoint:
    """Return the checkpoint in a note that one of these keys signed.

    BadNote as for `verified_note` and `read_checkpoint`.
    """
    return read_checkpoint(verified_note(note, *keys))
