"""Leaves: what a public log holds of each event, with all that is hidden as salted digests that can be opened later."""

import hashlib
from binascii import b2a_base64
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import msgspec

from domain.field_audiences import Audited, Place, erasable, is_open, kept_from, redact
from domain.visibility import OMNISCIENT, SPECTATOR, Options, Viewer
from replay.codec import Envelope, stored_name, time_text
from replay.proofs.canonical import canonical

VERSION: Final = 1
KEY_BYTES: Final = 32
"""The length of the key of a game, from which all its salts follow; it has nothing to do with the seed of its deal."""
SALT_BYTES: Final = 16
PROCEEDINGS: Final = "proceedings"
"""The second stream of a game, as it stands in the names of its log and of its leaves."""

_BLOCK_BYTES: Final = 64
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
_URLSAFE: Final = bytes.maketrans(b"+/", b"-_")
_encode: Final = msgspec.json.Encoder(order="sorted").encode
_builtins: Final[Callable[[Audited], dict[str, Any]]] = msgspec.to_builtins


def log_name(game: str, stream: str = "") -> str:
    """Return what a log is called in its leaves: the game, or `game/stream` for another stream than its events."""
    return f"{game}/{stream}" if stream else game


def leaf(envelope: Envelope, key: bytes, options: Options, stream: str = "") -> bytes:
    """Return the canonical bytes of the public face of an event, of the shape in which it was stored.

    `key` is that of the game that the envelope names, `options` are the resolved ones of the game. What a spectator
    may not read, what may have to be erased, and the key of the command stand in it as digests only.
    """
    event, cause = envelope.event, envelope.cause
    public = _public(event, options)
    del public["type"]
    command = None
    if cause is not None and cause.command is not None:
        command = _public(cause.command, options)
    face = {
        "v": VERSION,
        "game": log_name(envelope.game, stream),
        "n": envelope.n,
        "type": stored_name(event),
        "at": time_text(envelope.at),
        "actor": None if cause is None else cause.by,
        "public": public,
        "command": command,
        "_sd": sorted(map(_digest, _disclosures(envelope, key, options, OMNISCIENT, stream))),
    }
    return canonical(face)


def disclosures(
    envelope: Envelope, key: bytes, options: Options, viewer: Viewer = OMNISCIENT, *, stream: str = ""
) -> tuple[str, ...]:
    """What opens the digests of a leaf, as far as `viewer` may see it; each is `base64url(JSON([salt, place, value]))`.

    A place is a JSON pointer into the leaf, such as `/public/cards/0`.
    Source: RFC 9901, section 4.2; RFC 6901.
    """
    return tuple([one.decode() for one in _disclosures(envelope, key, options, viewer, stream)])


def digest(disclosure: str) -> str:
    """Return the digest that stands in a leaf for a disclosure."""
    return _digest(disclosure.encode())


def _digest(disclosure: bytes) -> str:
    return _base64url(hashlib.sha256(disclosure).digest()).decode()


def _disclosures(envelope: Envelope, key: bytes, options: Options, viewer: Viewer, stream: str) -> list[bytes]:
    before = f'["{log_name(envelope.game, stream)}",{envelope.n},"'
    pads = _pads(key)
    return [_disclosure(pads, before, place, value) for place, value in _hidden(envelope, options, viewer)]


def _public(record: Audited, options: Options) -> dict[str, Any]:
    """Return a record as a spectator sees it, less what may have to be erased."""
    if is_open(record):
        return _builtins(record)
    public = _builtins(redact(record, SPECTATOR, options))
    for place, _ in erasable(record):
        within: Any = public
        for step in place[:-1]:
            within = within[step]
        within.pop(place[-1], None)  # one at its default is not written
    return public


def _hidden(envelope: Envelope, options: Options, viewer: Viewer) -> list[tuple[str, Any]]:
    """Return each thing that a leaf holds as a digest and that `viewer` may know, with its place."""
    cause = envelope.cause
    found = _hidden_in("/public", envelope.event, options, viewer)
    if cause is not None:
        if cause.command is not None:
            found += _hidden_in("/command", cause.command, options, viewer)
        if viewer.sees_all:
            found.append(("/key", cause.key))
    return found


def _hidden_in(before: str, record: Audited, options: Options, viewer: Viewer) -> list[tuple[str, Any]]:
    if is_open(record):
        return []
    hidden = [*kept_from(record, SPECTATOR, options), *erasable(record)]
    secret = () if viewer.sees_all else {place for place, _ in kept_from(record, viewer, options)}
    return [(_pointer(before, place), value) for place, value in hidden if place not in secret]


def _pointer(before: str, place: Place) -> str:
    return f"{before}/{place[0]}" if len(place) == 1 else "/".join([before, *map(str, place)])


def _disclosure(pads: tuple[bytes, bytes], before: str, place: str, value: Any) -> bytes:
    # Ids of games and names of members need no escapes, so this is canonical.
    salt = _hmac(pads, f'{before}{place}"]'.encode())[:SALT_BYTES]
    return _base64url(b'["%b","%b",%b]' % (_base64url(salt), place.encode(), _encode(value)))


@lru_cache(maxsize=64)
def _pads(key: bytes) -> tuple[bytes, bytes]:
    """What HMAC puts before the text, and before the digest of that; a key has at most the 64 bytes of a block."""
    block = key.ljust(_BLOCK_BYTES, b"\0")
    return block.translate(_INNER), block.translate(_OUTER)


def _hmac(pads: tuple[bytes, bytes], text: bytes) -> bytes:
    """HMAC-SHA-256.

    `hmac.digest` lets go of the interpreter each time, for a microsecond: then another thread of a server goes on, and
    the event loop waits. Such short texts `hashlib` digests without.
    """
    inner, outer = pads
    return hashlib.sha256(outer + hashlib.sha256(inner + text).digest()).digest()


def _base64url(raw: bytes) -> bytes:
    return b2a_base64(raw, newline=False).translate(_URLSAFE, b"=")
