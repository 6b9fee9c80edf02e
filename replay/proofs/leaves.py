"""Leaves: the entries of a public log, with hidden values as salted digests that can be opened later."""

import hashlib
from binascii import b2a_base64
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import msgspec

from domain.field_audiences import Redactable, erasable_values, hidden_values, is_never_hidden, redact
from domain.visibility import OMNISCIENT, SPECTATOR, Options, Viewer
from replay.codec import Envelope, stored_name, time_text
from replay.proofs.canonical import canonical_json
from replay.proofs.hmac_sha256 import HmacKey

VERSION: Final = 1
KEY_BYTES: Final = 32
"""The length of the key of a game, from which all its salts follow; it is independent of the seed of its deal."""
SALT_BYTES: Final = 16
PROCEEDINGS: Final = "proceedings"
"""The second stream of a game, in the names of its log and of its leaves."""
TOURNAMENT: Final = "tournament"
"""The stream of a tournament. No game has a `/` in its id, so the log of a tournament is never that of a game."""

_URLSAFE: Final = bytes.maketrans(b"+/", b"-_")
_encode: Final = msgspec.json.Encoder(order="sorted").encode
_builtins: Final[Callable[[Redactable], dict[str, Any]]] = msgspec.to_builtins
_sha256: Final = hashlib.sha256
_salt_key: Final = lru_cache(maxsize=64)(HmacKey)
HiddenValues = list[tuple[str, Any]]
"""The values that a leaf holds as digests, each with its place, a JSON pointer into the leaf."""
BLINDING_VALUE: Final = ("/key", None)
"""The digest in a leaf of a tournament hides no value, only a secret salt."""


def log_name(game: str, stream: str = "") -> str:
    """Return the name of a log in its leaves: the game, or `game/stream` for another stream than its events."""
    return f"{game}/{stream}" if stream else game


def make_leaf(envelope: Envelope, key: bytes, options: Options, stream: str = "") -> bytes:
    """Return the canonical bytes of the leaf of an event, in the shape in which the event was stored.

    `key` is the key of the game that the envelope names, `options` are the resolved options of the game. Three kinds of
    values are digests only: those that a spectator may not read, those that may have to be erased, and the key of the
    command. A leaf of a tournament has one more digest, which is never opened. Without it, a reader could guess a draw
    that is not released and compare its hash.
    """
    event, cause, name = envelope.event, envelope.cause, log_name(envelope.game, stream)
    public, hidden = _split_record(event, options, "/public")
    del public["type"]
    actor = command = None
    if cause is not None:
        actor = cause.by
        if cause.command is not None:
            command, hidden_there = _split_record(cause.command, options, "/command")
            hidden += hidden_there
        hidden.append(("/key", cause.key))
    if stream == TOURNAMENT:
        hidden.append(BLINDING_VALUE)
    digests = sorted(
        [_base64url(_sha256(one).digest()) for one in _make_each_disclosure(hidden, key, name, envelope.n)]
    )
    return canonical_json(
        b'{"_sd":%b,"actor":%b,"at":"%b","command":%b,"game":%b,"n":%d,"public":%b,"type":"%b","v":%d}'
        % (
            b'["%b"]' % b'","'.join(digests) if digests else b"[]",
            _encode(actor),
            time_text(envelope.at).encode(),
            _encode(command),
            _encode(name),
            envelope.n,
            _encode(public),
            stored_name(event).encode(),
            VERSION,
        )
    )


def make_disclosures(
    envelope: Envelope, key: bytes, options: Options, viewer: Viewer = OMNISCIENT, *, stream: str = ""
) -> tuple[str, ...]:
    """Return the disclosures that open the digests of a leaf, as far as `viewer` may see the values.

    Each disclosure is `base64url(JSON([salt, place, value]))`. A place is a JSON pointer into the leaf, such as
    `/public/cards/0`.
    Source: RFC 9901, section 4.2; RFC 6901.
    """
    cause = envelope.cause
    hidden = _disclosable_values(envelope.event, options, viewer, "/public")
    if cause is not None:
        if cause.command is not None:
            hidden += _disclosable_values(cause.command, options, viewer, "/command")
        if viewer.sees_all:
            hidden.append(("/key", cause.key))
    opened = _make_each_disclosure(hidden, key, log_name(envelope.game, stream), envelope.n)
    return tuple([one.decode() for one in opened])


def disclosure_digest(disclosure: str) -> str:
    """Return the digest in a leaf for a disclosure."""
    return _base64url(_sha256(disclosure.encode()).digest()).decode()


def _split_record(record: Redactable, options: Options, before: str) -> tuple[Any, HiddenValues]:
    """Split a record into what is public of it and the values that are hidden or may have to be erased."""
    if is_never_hidden(record):
        return _builtins(record), []
    hidden = hidden_values(record, SPECTATOR, options, before)
    public = _builtins(redact(record, SPECTATOR, options) if hidden else record)
    if erased := erasable_values(record, before):
        for place, _ in erased:
            *steps, last = place.removeprefix(before).split("/")[1:]
            within: Any = public
            for step in steps:
                within = within[step if isinstance(within, dict) else int(step)]
            within.pop(last, None)  # a value at its default is not written
        hidden += erased
    return public, hidden


def _disclosable_values(record: Redactable, options: Options, viewer: Viewer, before: str) -> HiddenValues:
    """Return the values that a leaf holds as digests and that `viewer` may know."""
    if is_never_hidden(record):
        return []
    hidden = hidden_values(record, SPECTATOR, options, before) + erasable_values(record, before)
    if viewer.sees_all:
        return hidden
    secret = {place for place, _ in hidden_values(record, viewer, options, before)}
    return [(place, value) for place, value in hidden if place not in secret]


def _make_each_disclosure(hidden: HiddenValues, key: bytes, name: str, n: int) -> list[bytes]:
    """Return the disclosure of each value that event `n` of a log hides."""
    salted = _salt_key(key).digest
    opened = []
    for place, value in hidden:
        # Ids of games and names of members need no escapes, so this is canonical.
        salt = _base64url(salted(f'["{name}",{n},"{place}"]'.encode())[:SALT_BYTES])
        opened.append(_base64url(b"".join((b'["', salt, b'","', place.encode(), b'",', _encode(value), b"]"))))
    return opened


def _base64url(raw: bytes) -> bytes:
    return b2a_base64(raw, newline=False).translate(_URLSAFE, b"=")
