"""Proofs that the log of the service contains a game's checkpoint (C2SP tlog-proof)."""

import base64
from typing import Final, NamedTuple

from replay.proofs.checkpoints import (
    NONCE_BYTES,
    Checkpoint,
    read_hash,
    read_number,
    service_log_leaf,
    service_log_origin,
    verified_checkpoint,
)
from replay.proofs.merkle_tree import Proof, leaf_hash, verify_inclusion
from replay.proofs.signed_notes import BadNote, VerifierKey, decode_base64

FIRST_LINE: Final = "c2sp.org/tlog-proof@v1"
PATH_MAX: Final = 63


class LogProof(NamedTuple):
    """The proof that an entry is in the log: the entry's nonce and place, from 0, and the log's signed checkpoint."""

    nonce: bytes
    place: int
    path: Proof
    checkpoint: str

    @property
    def text(self) -> str:
        """The proof as the standard writes it; the nonce is its extra data."""
        path = "".join(f"{base64.b64encode(hashed).decode()}\n" for hashed in self.path)
        nonce = base64.b64encode(self.nonce).decode()
        return f"{FIRST_LINE}\nextra {nonce}\nindex {self.place}\n{path}\n{self.checkpoint}"


def read_log_proof(text: str) -> LogProof:
    """Return the proof in such a text, nothing verified; BadNote for any other."""
    head, _, checkpoint = text.partition("\n\n")
    first, *lines = head.split("\n")
    if first != FIRST_LINE:
        raise BadNote(f"a proof begins with {FIRST_LINE}")
    if len(lines) < 2 or not lines[0].startswith("extra ") or not lines[1].startswith("index "):
        raise BadNote("a proof goes on with extra and index")
    nonce = decode_base64(lines[0].removeprefix("extra "))
    if len(nonce) != NONCE_BYTES or len(lines) > 2 + PATH_MAX:
        raise BadNote(f"a proof holds a nonce of {NONCE_BYTES} bytes and at most {PATH_MAX} hashes")
    place = read_number(lines[1].removeprefix("index "))
    return LogProof(nonce, place, tuple(map(read_hash, lines[2:])), checkpoint)


def verified_log_proof(text: str, checkpoint: str, *keys: VerifierKey) -> Checkpoint:
    """Return the checkpoint of the service log in which this proof shows a game's checkpoint; BadNote otherwise."""
    proof = read_log_proof(text)
    log = verified_checkpoint(proof.checkpoint, *keys)
    if log.origin not in {service_log_origin(key.name) for key in keys}:
        raise BadNote(f"{log.origin} is not the log of the service")
    hashed = leaf_hash(service_log_leaf(checkpoint, proof.nonce))
    if not verify_inclusion(hashed, proof.place, log.size, proof.path, log.root):
        raise BadNote("the checkpoint is not where the proof says that it is in the log of the service")
    return log
