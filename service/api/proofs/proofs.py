"""Keys, checkpoints and proofs, by which any client can verify that no game was changed."""

import base64
from typing import Annotated, Any, Final

from marshmallow import Schema, validate

from domain.member_types import Count
from domain.refusals import Misuse
from replay.codec import time_text
from replay.proofs.leaves import make_leaf
from replay.proofs.merkle_tree import Tree
from service.api.response_schemas import Answer
from service.api.text_types import Timestamp
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import N_MAX, StrictInteger
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer
from service.problems import Problem
from service.signing.key_announcements import announced_key
from service.signing.log_state import LogState
from service.signing.merkle_log import MerkleLog
from service.signing.transparency_log import leaf_of

ENTRIES_MAX: Final = 1000

proofs: Final = Operations()


class SignerKey(Answer):
    """A key that signs or signed, as `name+id+key`, and the note that announced it."""

    key: str
    announcement: str


class SignerKeys(Answer):
    """The keys of the service, the present one last. There is none before the first signature."""

    keys: list[SignerKey]


class SignedCheckpoint(Answer):
    """A signed checkpoint, with its inclusion proof in the transparency log (tlog-proof)."""

    size: Annotated[int, Count]
    at: Timestamp
    note: str
    service: str | None


class SignedCheckpoints(Answer):
    """What was signed of a game, oldest first, and the present state of its log; null if nothing is signed here."""

    checkpoint: LogState | None
    checkpoints: list[SignedCheckpoint]


class Consistency(Answer):
    """The consistency proof between two sizes of a log (RFC 6962), in base64."""

    old: Annotated[int, Count]
    old_root: str
    size: Annotated[int, Count]
    root: str
    proof: list[str]


class Inclusion(Answer):
    """The inclusion proof of an event in its game's log (RFC 6962). Its `leaf` hides what a spectator may not know."""

    n: Annotated[int, Count]
    leaf: str
    index: Annotated[int, Count]
    size: Annotated[int, Count]
    root: str
    proof: list[str]


class ServiceEntry(Answer):
    """An entry of the transparency log, in base64. It reveals nothing without its checkpoint and nonce."""

    place: Annotated[int, Count]
    leaf: str


class ServiceEntries(Answer):
    """A range of the transparency log, and its last signed checkpoint."""

    checkpoint: str | None
    entries: list[ServiceEntry]


def _size_field(description: str) -> StrictInteger:
    return StrictInteger(validate=validate.Range(0, N_MAX), metadata={"description": description})


class SizesQuery(Schema):
    """Two sizes of a log."""

    old = StrictInteger(load_default=0, validate=validate.Range(0, N_MAX), metadata={"description": "The smaller size"})
    size = _size_field("The greater size; by default the present one")


class SizeQuery(Schema):
    """A size of a log."""

    size = _size_field("In the log of this size; by default the present one")


class EntriesQuery(Schema):
    """Which entries."""

    after = StrictInteger(
        load_default=0, validate=validate.Range(0, N_MAX), metadata={"description": "How many entries to skip"}
    )
    limit = StrictInteger(
        load_default=200,
        validate=validate.Range(1, ENTRIES_MAX),
        metadata={"description": "How many entries at most"},
    )


@proofs.operation("GET", "/keys", "list_keys", ResponseSpec(SignerKeys))
def list_keys(call: Call) -> HttpAnswer:
    """List the keys that verify this service's checkpoints.

    Keep the key that you have: another key is valid only if the last one announced it.
    """
    announced = call.context.service_log.keys()
    return answer(
        SignerKeys(keys=[SignerKey(key=announced_key(one.note).text, announcement=one.note) for one in announced])
    )


@proofs.operation("GET", "/games/<game>/checkpoints", "list_checkpoints", ResponseSpec(SignedCheckpoints), cost=1)
def list_checkpoints(call: Call) -> HttpAnswer:
    """List the signed checkpoints of a game.

    Each is a C2SP tlog-checkpoint. The response also has the current size and root of the log. A game is signed when it
    is made and started, after every 64 events, and at its end. Other events are signed after a minute. Callers with a
    delay get this with the delay.
    """
    context, sight, late = call.context, call.sight, call.sight.until is not None
    context.logs.update()
    state = context.logs.state(sight.game, sight.version, late=late)
    notes = context.logs.signed(sight.game, sight.version, late=late)
    proved = [
        SignedCheckpoint(
            size=note.size,
            at=time_text(note.at),
            note=note.note,
            service=context.service_log.proof(note, context.service_log.checkpoint_over(note)),
        )
        for note in notes
    ]
    return answer(SignedCheckpoints(checkpoint=state, checkpoints=proved), Vary="Authorization")


@proofs.operation(
    "GET",
    "/games/<game>/consistency",
    "get_consistency_proof",
    ResponseSpec(Consistency),
    RequestSpec(query=SizesQuery),
    cost=1,
)
def get_consistency_proof(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get a consistency proof between two sizes of a game's log.

    Verify it with the roots of two checkpoints, by RFC 6962 section 2.1.4.
    """
    log = _log(call)
    size = _require_size(query.get("size"), call.sight.version - log.begin)
    old = _require_size(query["old"], size, "query.old")
    return answer(_consistency(log.tree, old, size), Vary="Authorization")


@proofs.operation(
    "GET",
    "/games/<game>/events/<int:n>/proof",
    "get_inclusion_proof",
    ResponseSpec(Inclusion),
    RequestSpec(query=SizeQuery),
    cost=1,
)
def get_inclusion_proof(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get an inclusion proof for an event.

    A fork's log begins with its own events. Verify the proof with the root of a checkpoint of that size.
    """
    log, n = _log(call), call.args["n"]
    size = _require_size(query.get("size"), call.sight.version - log.begin)
    index = n - log.begin - 1
    if not 0 <= index < size:
        available = f"{log.begin + 1} to {log.begin + size}" if size else "none"
        raise Problem("not-found", f"event {n} is not in this log, which has {available}: a fork's parent has its own")
    (envelope,) = call.reader.envelopes(call.sight, n - 1)[:1]
    inclusion = Inclusion(
        n=n,
        leaf=make_leaf(envelope, log.key, log.options).decode(),
        index=index,
        size=size,
        root=_base64_text(log.tree.root(size)),
        proof=list(map(_base64_text, log.tree.inclusion(index, size))),
    )
    return answer(inclusion, Vary="Authorization")


@proofs.operation(
    "GET", "/log", "list_log_entries", ResponseSpec(ServiceEntries), RequestSpec(query=EntriesQuery), cost=1
)
def list_log_entries(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """List entries of the service's transparency log.

    There is one entry for each checkpoint that was ever signed, of any game. An entry is the SHA-256 of a signed
    checkpoint and 16 random bytes, so it names no game and reveals nothing of its cards. But the log grows whenever any
    game is signed, also a private or delayed one. A client that watches it can count games, and sees when any game is
    played.
    """
    last = call.context.service_log.checkpoint()
    entries = call.context.service_log.entries(query["after"], query["limit"])
    listed = [ServiceEntry(place=one.place, leaf=_base64_text(leaf_of(one))) for one in entries]
    return answer(ServiceEntries(checkpoint=None if last is None else last.note, entries=listed))


@proofs.operation(
    "GET",
    "/log/consistency",
    "get_log_consistency_proof",
    ResponseSpec(Consistency),
    RequestSpec(query=SizesQuery),
    cost=1,
)
def get_log_consistency_proof(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get a consistency proof for the service's log.

    It proves that nothing was removed between two checkpoints that you have.
    """
    tree = call.context.service_log.update()
    size = _require_size(query.get("size"), tree.size)
    old = _require_size(query["old"], size, "query.old")
    return answer(_consistency(tree, old, size))


def _consistency(tree: Tree, old: int, size: int) -> Consistency:
    return Consistency(
        old=old,
        old_root=_base64_text(tree.root(old)),
        size=size,
        root=_base64_text(tree.root(size)),
        proof=list(map(_base64_text, tree.consistency(old, size))),
    )


def _log(call: Call) -> MerkleLog:
    log = call.context.logs.log(call.sight.game, call.sight.version)
    if log is None:
        says = "the log of this game has no key yet, and the store is read-only: retry once it can be written"
        raise Problem("unavailable", says)
    return log


def _require_size(size: int | None, most: int, place: str = "query.size") -> int:
    if size is None:
        return most
    if size > most:
        raise Misuse(f"a log of {most} entries has no size {size}: name one of 0 to {most}", place=place)
    return size


def _base64_text(hashed: bytes) -> str:
    return base64.b64encode(hashed).decode()
