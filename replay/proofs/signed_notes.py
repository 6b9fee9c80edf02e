"""Signed notes (C2SP signed-note): a text with Ed25519 signatures, each on a line of its own."""

import base64
import binascii
import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from domain.refusals import HaricotError

ED25519: Final = b"\x01"
"""The byte that stands for the signature algorithm of a key."""
KEY_BYTES: Final = 32
ID_BYTES: Final = 4
NOTE_MAX: Final = 64 * 1024
"""How many bytes a note may have: room for hundreds of signatures."""
SIGNATURES_MAX: Final = 100
_PRIVATE: Final = "PRIVATE+KEY+"
_CONTROL: Final = re.compile("[\x00-\x09\x0b-\x1f]")
_NAME: Final = re.compile(r"[^\s+]+")


class BadNote(HaricotError):
    """A text that is no signed note, no key, or not signed by the expected key."""


class Signature(NamedTuple):
    """A line below a note: the name of the signer, the id of their key, the signature."""

    name: str
    id: bytes
    signature: bytes


class Note(NamedTuple):
    """A note as it was read, not verified: the text with its last line end, and all signatures in order."""

    text: str
    signatures: tuple[Signature, ...]


class VerifierKey(NamedTuple):
    """A public key under its name; `public` is the 32 bytes of RFC 8032."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        """The four bytes before its signatures."""
        return hashlib.sha256(self.name.encode() + b"\n" + ED25519 + self.public).digest()[:ID_BYTES]

    @property
    def text(self) -> str:
        """The key in its public form: `name+id+key`."""
        return f"{self.name}+{self.id.hex()}+{base64.b64encode(ED25519 + self.public).decode()}"

    def verifies(self, text: str, signature: bytes) -> bool:
        """Return whether this is the key's signature under this text."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, text.encode())
        except (InvalidSignature, ValueError):
            return False
        return True


class SigningKey(NamedTuple):
    """A secret key under its name; the 32 bytes of `secret` are enough to sign as its owner."""

    name: str
    secret: bytes

    def __repr__(self) -> str:
        # repr must not write a secret into a log.
        return f"SigningKey(name={self.name!r})"

    @property
    def verifier(self) -> VerifierKey:
        """The public key."""
        return VerifierKey(self.name, _private_key(self.secret).public_key().public_bytes_raw())

    @property
    def text(self) -> str:
        """The key as it is kept in a file: `PRIVATE+KEY+name+id+key`, as Go's sumdb/note writes it."""
        return f"{_PRIVATE}{self.name}+{self.verifier.id.hex()}+{base64.b64encode(ED25519 + self.secret).decode()}"

    def sign(self, text: str) -> Signature:
        """Return the signature under this text."""
        return Signature(self.name, self.verifier.id, _private_key(self.secret).sign(text.encode()))


@lru_cache(maxsize=8)
def _private_key(secret: bytes) -> Ed25519PrivateKey:
    """Return the key of these bytes; to make it takes longer than to sign with it."""
    return Ed25519PrivateKey.from_private_bytes(secret)


def require_key_name(name: str) -> None:
    """Raise BadNote for a name that no key can bear: an empty one, or with a space, a plus or a control character."""
    if not _NAME.fullmatch(name) or _CONTROL.search(name):
        raise BadNote(f"a key is not called {name[:40]!r}: a name has no spaces and no plus, as example.org/beans")


def read_verifier_key(text: str) -> VerifierKey:
    """Return the public key in such a text; BadNote for anything else, or when its id is that of another key."""
    key = VerifierKey(*_read_key(text, "a key to verify with"))
    if key.text != text:
        raise BadNote(f"the id of the key of {key.name} is not its own: the text was changed")
    return key


def read_signing_key(text: str) -> SigningKey:
    """Return the secret key in such a text; BadNote, which does not repeat the text, for anything else."""
    what = "a key to sign with"
    if not text.startswith(_PRIVATE):
        raise BadNote(f"{what} begins with {_PRIVATE}")
    key = SigningKey(*_read_key(text.removeprefix(_PRIVATE), what))
    if key.text != text:
        raise BadNote(f"the id of the key of {key.name} is not its own: the text was changed")
    return key


def signed_note(text: str, signatures: Sequence[Signature]) -> str:
    """Return the note of this text, which ends with a line end, and of these signatures; BadNote for invalid parts."""
    lines = [f"— {name} {base64.b64encode(id_ + signature).decode()}\n" for name, id_, signature in signatures]
    note = f"{text}\n{''.join(lines)}"
    if read_note(note).text != text:
        raise BadNote("the text of a note ends with a line end")
    return note


def read_note(note: str) -> Note:
    """Return the parts of a signed note; BadNote for anything that is not written as the standard writes it.

    Source: C2SP signed-note, "Format".
    """
    if len(note.encode(errors="surrogatepass")) > NOTE_MAX:
        raise BadNote(f"a note has at most {NOTE_MAX} bytes")
    if _CONTROL.search(note) or not _is_encodable(note):
        raise BadNote("a note holds no control characters and is valid UTF-8")
    text, blank, below = note.rpartition("\n\n")
    if not blank or not below.endswith("\n"):
        raise BadNote("a note is a text, a blank line and lines of signatures, each with its line end")
    lines = below.split("\n")[:-1]
    if len(lines) > SIGNATURES_MAX:
        raise BadNote(f"a note has at most {SIGNATURES_MAX} signatures")
    return Note(f"{text}\n", tuple(map(_read_signature, lines)))


def verified_note(note: str, *keys: VerifierKey) -> str:
    """Return the text of a note that at least one of these keys signed; signatures of other keys are ignored.

    BadNote when it is none, when none of the keys signed it, or when a signature in the name of one is not its own.
    """
    read = read_note(note)
    known = {(key.name, key.id): key for key in keys}
    found = False
    for name, id_, signature in read.signatures:
        key = known.get((name, id_))
        if key is None:
            continue
        if not key.verifies(read.text, signature):
            raise BadNote(f"the signature of {name} is not the one under this text: one of them was changed")
        found = True
    if not found:
        raise BadNote(f"none of {', '.join(key.name for key in keys) or 'no keys'} signed it")
    return read.text


def decode_base64(text: str) -> bytes:
    """Return the bytes of base64 in its only canonical form; BadNote for any other."""
    # Python's decoder ignores bits beyond the padding, so a flipped bit could change nothing.
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadNote(f"not base64: {text[:80]!r}") from error
    if base64.b64encode(raw).decode() != text:
        raise BadNote(f"not base64 as it is written: {text[:80]!r}")
    return raw


def _read_signature(line: str) -> Signature:
    dash, _, rest = line.partition(" ")
    name, space, encoded = rest.partition(" ")
    if dash != "—" or not space:
        raise BadNote(f"no line of a signature: {line[:80]!r}")
    require_key_name(name)
    raw = decode_base64(encoded)
    if len(raw) <= ID_BYTES:
        raise BadNote(f"a signature of {name} is too short")
    return Signature(name, raw[:ID_BYTES], raw[ID_BYTES:])


def _read_key(text: str, what: str) -> tuple[str, bytes]:
    name, _, rest = text.partition("+")
    _, plus, encoded = rest.partition("+")
    if not plus:
        raise BadNote(f"{what} is written name+id+key")
    require_key_name(name)
    try:
        raw = decode_base64(encoded)
    except BadNote:
        raw = b""
    if len(raw) != 1 + KEY_BYTES or raw[:1] != ED25519:
        raise BadNote(f"{what} is {KEY_BYTES} bytes of Ed25519 in base64, after the byte 1")
    return name, raw[1:]


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
