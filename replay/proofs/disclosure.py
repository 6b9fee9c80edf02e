"""The reader of leaves: it returns the envelope of an entry, with disclosed values in place."""

import base64
import binascii
from collections.abc import Sequence
from typing import Any, Final, TypeVar

import msgspec

from domain.cards import FACE_DOWN
from domain.member_types import Count
from domain.refusals import HaricotError
from domain.values import Value
from replay.codec import Codec, Envelope, UnreadableEvent, event_types
from replay.proofs.canonical import canonical
from replay.proofs.leaves import SALT_BYTES, disclosure_digest

Shape = TypeVar("Shape")
ERASED_NAME: Final = "erased"
"""The name that replaces a player's name whose disclosure was erased."""


class BadEntry(HaricotError):
    """An entry or a disclosure that is not valid."""


class UnknownEvent(HaricotError):
    """An event type that this version does not know, since a later version wrote it."""

    def __init__(self, name: str) -> None:
        super().__init__(f"events {name[:60]!r} are not known here: update haricot")
        self.name = name[:60]


class Leaf(Value):
    """A leaf as it was read; see `leaves.make_leaf`."""

    v: int
    game: str
    n: Count
    type: str
    at: str
    actor: str | None
    public: dict[str, Any]
    command: dict[str, Any] | None
    digests: tuple[str, ...] = msgspec.field(name="_sd")


def _no_fractions(text: str) -> float:
    raise ValueError(f"there are no fractions, such as {text[:20]}")


_read: Final = msgspec.json.Decoder(float_hook=_no_fractions).decode


def read_canonical(data: bytes) -> Any:
    """Return the value in canonical JSON; BadEntry for any other bytes."""
    try:
        value = _read(data)
        again = canonical(value)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadEntry(f"it is not JSON: {error}") from error
    if again != data:
        at = next((at for at, (one, other) in enumerate(zip(data, again, strict=False)) if one != other), len(again))
        raise BadEntry(f"it is not written as canonical JSON is, from byte {at} on")
    return value


def convert_to(value: Any, shape: type[Shape]) -> Shape:
    """Return the value converted to this type; BadEntry if it does not fit."""
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        raise BadEntry(f"it has another shape: {error}") from error


def read_leaf(entry: str) -> Leaf:
    """Return the leaf in an entry of a log; BadEntry for anything else."""
    return convert_to(read_canonical(entry.encode()), Leaf)


def open_leaf(leaf: Leaf, disclosures: Sequence[str]) -> tuple[dict[str, Any], int]:
    """Return the JSON of the envelope with disclosed values in place, and the number of digests left closed.

    BadEntry for a disclosure that opens no digest of this leaf, or whose value is not hidden.
    """
    sections = {"public": _copy(leaf.public), "command": _copy(leaf.command)}
    closed = {*leaf.digests}
    for one in disclosures:
        if disclosure_digest(one) not in closed:
            raise BadEntry(f"a disclosure opens nothing: {_describe_disclosure(one)}")
        closed.discard(disclosure_digest(one))
        place, value = read_disclosure(one)
        if not _insert_hidden_value(sections, place, value):
            raise BadEntry(f"a disclosure tells of {place}, which is not hidden")
    event = {**sections["public"], "type": leaf.type}
    line: dict[str, Any] = {"game": leaf.game, "n": leaf.n, "at": leaf.at, "event": event}
    if leaf.actor is not None:
        line["cause"] = {"command": sections["command"], "by": leaf.actor, "key": sections.get("key")}
    return line, len(closed) - _fill_in_erased_names(event, sections["command"])


def read_envelope(line: dict[str, Any]) -> Envelope:
    """Return the envelope in such a line; BadEntry when it holds none, UnknownEvent for an event of a later Haricot."""
    if line["event"]["type"] not in event_types():
        raise UnknownEvent(str(line["event"]["type"]))
    try:
        return Codec().from_json(msgspec.json.encode(line))
    except UnreadableEvent as error:
        raise BadEntry(f"the event cannot be read: {error}") from error


def read_disclosure(text: str) -> tuple[str, Any]:
    """Return the place and the value in a disclosure; BadEntry for any other text."""
    try:
        raw = base64.b64decode(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4), validate=True)
        salt, place, value = _read(raw)
        known = len(base64.urlsafe_b64decode(salt + "==")) == SALT_BYTES
    except (binascii.Error, msgspec.DecodeError, TypeError, ValueError) as error:
        raise BadEntry(f"no disclosure: {text[:40]!r}") from error
    if not known or not isinstance(place, str):
        raise BadEntry(f"no disclosure: {text[:40]!r}")
    return place, value


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _copy(item) for name, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list) else value


def _describe_disclosure(text: str) -> str:
    try:
        place, value = read_disclosure(text)
    except BadEntry as error:
        return str(error)
    return f"{place} is not {value!r}"


def _insert_hidden_value(sections: dict[str, Any], place: str, value: Any) -> bool:
    """Put a value in a place that is hidden or empty; return False if there is no such place."""
    within: Any = sections
    root, *path = place.split("/")
    for step in path[:-1]:
        within = _child(within, step)
    if (
        root
        or path[:1] not in (["public"], ["command"], ["key"])
        or not isinstance(within, dict | list)
        or _child(within, path[-1]) not in (None, FACE_DOWN)
    ):
        return False
    if isinstance(within, dict):
        within[path[-1]] = value
    elif path[-1].isdecimal() and int(path[-1]) < len(within):
        within[int(path[-1])] = value
    else:
        return False
    return True


def _child(within: Any, step: str) -> Any:
    if isinstance(within, dict):
        return within.get(step)
    there = isinstance(within, list) and step.isdecimal() and int(step) < len(within)
    return within[int(step)] if there else None


def _fill_in_erased_names(event: dict[str, Any], command: dict[str, Any] | None) -> int:
    """Replace each erased name by `ERASED_NAME` and return how many there were."""
    erased = 0
    for record, named in ((event, "seat_taken."), (command, "TakeSeat")):
        if record is not None and str(record.get("type")).startswith(named) and "pseudonym" not in record:
            record["pseudonym"] = ERASED_NAME
            erased += 1
    return erased
