"""Audit bundles: one file that proves a game, without its server and without a network."""

import base64
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from domain.events import DealRevealed
from domain.forks import GameForked
from domain.refusals import HaricotError
from domain.values import Value
from domain.visibility import OMNISCIENT, Options, Viewer
from replay.codec import Envelope
from replay.proofs.canonical import canonical
from replay.proofs.checkpoints import verified_checkpoint
from replay.proofs.final_table_hash import deck_of, last_table, table_digest
from replay.proofs.fork_disclosures import redact_for_viewers, shared_disclosures, viewers_of_part
from replay.proofs.leaves import PROCEEDINGS, make_disclosures, make_leaf
from replay.proofs.merkle_tree import Proof, Tree, leaf_hash
from replay.proofs.signed_notes import VerifierKey
from replay.record import Record
from replay.rewind import redactions_in

FORMAT: Final = "haricot-audit/1"
BUNDLE_SUFFIX: Final = ".haricot-audit.json"
"""The suffix of a bundle's file name."""


class SignedLogMismatch(HaricotError):
    """The record, or the key of the game, leads to another log than the signed one."""


class EarlierCheckpoint(Value):
    """An earlier checkpoint, and the proof that the bundle's log continues it."""

    checkpoint: str
    proof: tuple[str, ...]


class BundledLog(Value):
    """The entries of a log as JSON texts, with the leaf hash and the disclosures of each.

    A leaf hash shows which entry was changed.
    """

    entries: tuple[str, ...]
    hashes: tuple[str, ...]
    disclosures: tuple[tuple[str, ...], ...]


class SignedLog(BundledLog):
    """A log with its signed checkpoint. `service` proves that the log of the service contains the checkpoint."""

    checkpoint: str
    earlier: tuple[EarlierCheckpoint, ...]
    service: str | None


class ParentLog(BundledLog):
    """The entries that a fork has from its parent. The root in the fork's first event binds them.

    `seed` is the seed of the parent's deal.
    """

    game: str
    seed: str | None


class BundledRules(Value):
    """The rules of the game; `deck` is the first pile as it was before the shuffle, as (variety, count)."""

    edition: str
    version: str
    digest: str
    deck: tuple[tuple[str, int], ...]


class Bundle(Value):
    """A whole bundle; `view` is the view of its disclosures, `table` the digest of the last table in that view."""

    format: str
    game: str
    view: str
    key: str
    rules: BundledRules
    parents: tuple[ParentLog, ...]
    log: SignedLog
    proceedings: SignedLog | None
    seed: str | None
    table: str


class LogSignatures(NamedTuple):
    """The signed checkpoints of a log: the latest, earlier ones, and the tlog-proof of the service log or None."""

    checkpoint: str
    earlier: Sequence[str] = ()
    service: str | None = None


class Proceedings(NamedTuple):
    """The second stream of a game: its disputes. Their events have a class of their own."""

    envelopes: Sequence[Any]
    signed: LogSignatures


def make_bundle(
    record: Record,
    keys: Mapping[str, bytes],
    verifier: VerifierKey,
    signed: LogSignatures,
    *,
    viewer: Viewer = OMNISCIENT,
    seeds: Mapping[str, str] | None = None,
    proceedings: Proceedings | None = None,
    signed_parts: Mapping[str, Sequence[Envelope]] | None = None,
) -> bytes:
    """Return the bytes of the bundle of an omniscient record, up to the checkpoint in `signed`, for this viewer.

    - `keys` are the keys of the game and of its ancestors, by id, and `seeds` their revealed seeds in base64.
    - `signed_parts` are the signed envelopes of ancestors before a fork that dealt again, by id. The fork itself holds
      them as its creator saw them.

    SignedLogMismatch if the record is not what was signed. BadNote if `verifier` did not sign it. KeyError without a
    key.
    """
    created, parts = record.created, list(_split_by_game(record.envelopes))
    options = created.rules.options
    size = verified_checkpoint(signed.checkpoint, verifier).size
    own = parts.pop()[:size]
    before = [envelope for part in parts for envelope in part]
    shown = replace(record, envelopes=(*before, *own)).seen_by(viewer)
    table = last_table(shown)
    known = seeds or {}
    redactions = redactions_in(record.envelopes)
    parents = tuple(
        _make_parent_log(part, keys, options, viewer, known, viewers_of_part(part, redactions), signed_parts or {})
        for part in parts
    )
    for parent, (first, *_) in zip(parents, [*parts, own][1:], strict=True):
        _require_root(parent, first)
    log = make_signed_log(own, keys[record.game], options, viewer, verifier, signed)
    revealed = (envelope.event.seed for envelope in own if isinstance(envelope.event, DealRevealed))
    second = None
    if proceedings is not None:
        second = make_signed_log(
            proceedings.envelopes, keys[record.game], options, viewer, verifier, proceedings.signed, PROCEEDINGS
        )
    bundle = Bundle(
        format=FORMAT,
        game=record.game,
        view=viewer.name,
        key=verifier.text,
        rules=BundledRules(
            edition=created.edition,
            version=created.rules.version,
            digest=created.rules.digest,
            deck=deck_of(table),
        ),
        parents=parents,
        log=log,
        proceedings=second,
        seed=next(revealed, None),
        table=table_digest(table),
    )
    return canonical(bundle) + b"\n"


def root_at_fork(envelopes: Sequence[Envelope], key: bytes, options: Options) -> str:
    """Return the parent's root, base64, that a fork after the last of these envelopes names.

    It is the root of the log with this last event, so `key` is the one of the game that the last envelope names.
    """
    *_, part = _split_by_game(envelopes)
    _, tree = _make_log(part, key, options, OMNISCIENT)
    return base64_hashes((tree.root(),))[0]


def base64_hashes(proof: Proof) -> tuple[str, ...]:
    """Return hashes in base64, as a bundle holds them."""
    return tuple(base64.b64encode(hashed).decode() for hashed in proof)


def _split_by_game(envelopes: Sequence[Envelope]) -> Iterator[list[Envelope]]:
    """Yield the envelopes of each game, ancestors first. Those of a fork begin with its GameForked."""
    part: list[Envelope] = []
    for envelope in envelopes:
        if isinstance(envelope.event, GameForked) and part:
            yield part
            part = []
        part.append(envelope)
    yield part


def _make_log(
    envelopes: Sequence[Envelope], key: bytes, options: Options, viewer: Viewer, stream: str = ""
) -> tuple[BundledLog, Tree]:
    leaves = [make_leaf(envelope, key, options, stream) for envelope in envelopes]
    hashes = [leaf_hash(one) for one in leaves]
    log = BundledLog(
        entries=tuple(one.decode() for one in leaves),
        hashes=base64_hashes(tuple(hashes)),
        disclosures=tuple(make_disclosures(one, key, options, viewer, stream=stream) for one in envelopes),
    )
    return log, Tree(hashes)


def make_signed_log(
    envelopes: Sequence[Envelope],
    key: bytes,
    options: Options,
    viewer: Viewer,
    verifier: VerifierKey,
    signed: LogSignatures,
    stream: str = "",
) -> SignedLog:
    log, tree = _make_log(envelopes, key, options, viewer, stream)
    checkpoint = verified_checkpoint(signed.checkpoint, verifier)
    if (tree.size, tree.root()) != (checkpoint.size, checkpoint.root):
        raise SignedLogMismatch(f"the events of {checkpoint.origin} are not those that were signed")
    earlier = []
    for note in signed.earlier:
        old = verified_checkpoint(note, verifier)
        if old.size > tree.size or tree.root(old.size) != old.root:
            raise SignedLogMismatch(f"an earlier checkpoint of {old.size} events of {old.origin} binds others")
        earlier.append(EarlierCheckpoint(checkpoint=note, proof=base64_hashes(tree.consistency(old.size, tree.size))))
    return SignedLog(
        **msgspec.structs.asdict(log), checkpoint=signed.checkpoint, earlier=tuple(earlier), service=signed.service
    )


def _make_parent_log(
    part: Sequence[Envelope],
    keys: Mapping[str, bytes],
    options: Options,
    viewer: Viewer,
    seeds: Mapping[str, str],
    viewers: Sequence[Viewer],
    signed_parts: Mapping[str, Sequence[Envelope]],
) -> ParentLog:
    game = part[0].game
    whole = signed_parts.get(game, part) if viewers else part
    if viewers and redact_for_viewers(whole, viewers, options) != list(part):
        raise SignedLogMismatch(f"what is told of {game} is not what was to be seen of it")
    log, _ = _make_log(whole, keys[game], options, viewer)
    opened = tuple(shared_disclosures([viewer, *viewers], envelope, keys[game], options) for envelope in whole)
    return ParentLog(entries=log.entries, hashes=log.hashes, disclosures=opened, game=game, seed=seeds.get(game))


def _require_root(parent: ParentLog, first: Envelope) -> None:
    """Raise SignedLogMismatch if a fork names another root than that of its parent's entries."""
    root = first.event.root if isinstance(first.event, GameForked) else None
    if root not in (None, *base64_hashes((Tree(leaf_hash(entry.encode()) for entry in parent.entries).root(),))):
        raise SignedLogMismatch(f"{first.game} does not hold what was signed of {parent.game}")
