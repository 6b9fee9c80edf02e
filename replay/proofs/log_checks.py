"""Checks of the logs in an audit bundle: every entry must be the signed one."""

import base64
from collections.abc import Iterator
from typing import Final

from domain.findings import Finding, found
from domain.values import Value
from replay.codec import Envelope
from replay.proofs.bundle import BundledLog, ParentLog, SignedLog, base64_hashes
from replay.proofs.checkpoints import Checkpoint, read_hash, verified_checkpoint
from replay.proofs.disclosure import BadEntry, Leaf, UnknownEvent, open_leaf, read_envelope, read_leaf
from replay.proofs.leaves import VERSION
from replay.proofs.log_proof import verified_log_proof
from replay.proofs.merkle_tree import Tree, leaf_hash, verify_consistency
from replay.proofs.signed_notes import BadNote, VerifierKey

TAMPERED: Final = "tampered"
OTHER_KEY: Final = "other_key"
INCOMPLETE: Final = "incomplete"
UNPROVED: Final = "unproved"


class BundleFault(Value):
    """A fault of a bundle: its step, its effect on the verdict, and its event if that is known."""

    step: str
    verdict: str
    says: str | Finding
    n: int | None = None


def first_event_number(log: BundledLog) -> int:
    """Return the number of the first event of a log; 1 where it cannot be read."""
    leaf = leaf_at(log, 0)
    return 1 if leaf is None else leaf.n


def leaf_at(log: BundledLog, index: int) -> Leaf | None:
    """Return the leaf at this index; None where it cannot be read, or is absent."""
    try:
        return read_leaf(log.entries[index])
    except (BadEntry, IndexError):
        return None


def is_redealt_fork(log: BundledLog) -> bool:
    """Return whether the log is that of a fork that dealt again. All events before it are as its creator saw them."""
    leaf = leaf_at(log, 0)
    return leaf is not None and "table" in leaf.public


def tree_of_log(log: BundledLog) -> Tree:
    """Return the tree over the entries of the log."""
    return Tree(leaf_hash(entry.encode()) for entry in log.entries)


def entry_faults(log: BundledLog, name: str, first: int) -> Iterator[BundleFault]:
    """Yield the faults of entries that do not belong to this log from event `first` on, or contradict their hashes."""
    for n, (entry, expected) in enumerate(zip(log.entries, log.hashes, strict=True), first):
        if base64.b64encode(leaf_hash(entry.encode())).decode() != expected:
            yield BundleFault(step="root", verdict=TAMPERED, says=found("bundle.changed"), n=n)
            continue
        try:
            leaf = read_leaf(entry)
        except BadEntry as error:
            yield BundleFault(step="root", verdict=TAMPERED, says=found("bundle.no_leaf", why=str(error)), n=n)
            continue
        if (leaf.v, leaf.game, leaf.n) != (VERSION, name, n):
            says = found("bundle.elsewhere", n=leaf.n, game=leaf.game)
            yield BundleFault(step="root", verdict=TAMPERED, says=says, n=n)


def root_fault(log: SignedLog, tree: Tree, checkpoint: Checkpoint, first: int) -> BundleFault | None:
    """Return the fault that another root, or another number of entries, was signed."""
    if tree.size != checkpoint.size:
        n = first + min(tree.size, checkpoint.size)
        says = found("bundle.other_size", signed=checkpoint.size, count=tree.size)
        return BundleFault(step="root", verdict=TAMPERED, says=says, n=n)
    if tree.root() == checkpoint.root:
        return None
    # The last earlier checkpoint that still holds narrows down where the entries begin to differ.
    held = 0
    for _, size, root in (earlier.checkpoint.split("\n")[:3] for earlier in log.earlier):
        if size.isdecimal() and held < int(size) <= tree.size and base64_hashes((tree.root(int(size)),)) == (root,):
            held = int(size)
    says = found("bundle.other_root")
    return BundleFault(step="root", verdict=TAMPERED, says=says, n=first + held)


def consistency_faults(log: SignedLog, tree: Tree, checkpoint: Checkpoint, key: VerifierKey) -> Iterator[BundleFault]:
    """Yield the earlier checkpoints that this log does not continue."""
    for earlier in log.earlier:
        says: Finding | None = None
        try:
            old = verified_checkpoint(earlier.checkpoint, key)
            proof = [read_hash(one) for one in earlier.proof]
        except BadNote as error:
            says = found("bundle.earlier", why=str(error))
        else:
            if old.origin != checkpoint.origin:
                says = found("bundle.earlier_elsewhere", origin=old.origin)
            elif not verify_consistency(old.size, checkpoint.size, proof, old.root, checkpoint.root):
                says = found("bundle.rewritten", count=old.size)
            elif old.size <= tree.size and tree.root(old.size) != old.root:
                says = found("bundle.other_beginning", count=old.size)
        if says is not None:
            yield BundleFault(step="consistency", verdict=TAMPERED, says=says)


def service_fault(log: SignedLog, key: VerifierKey) -> BundleFault | None:
    """Return the fault that no proof shows the checkpoint in the log of the service."""
    if log.service is None:
        return BundleFault(step="service", verdict=INCOMPLETE, says=found("bundle.unlogged"))
    try:
        verified_log_proof(log.service, log.checkpoint, key)
    except BadNote as error:
        says = found("bundle.not_logged", why=str(error))
        return BundleFault(step="service", verdict=TAMPERED, says=says)
    return None


def parent_faults(parent: ParentLog, following: BundledLog) -> Iterator[BundleFault]:
    """Yield the faults of the link from a parent to the log of its fork; a fork that dealt again is incomplete."""
    if is_redealt_fork(following):
        yield BundleFault(step="deal", verdict=INCOMPLETE, says=found("bundle.dealt_anew"))
    leaf, n = leaf_at(following, 0), first_event_number(parent) + len(parent.entries)
    root = None if leaf is None else leaf.public.get("root")
    verdict = TAMPERED
    if leaf is None or leaf.type != "game_forked.1" or leaf.n != n:
        says = found("bundle.no_fork", n=n - 1)
    elif root is None:
        verdict, says = UNPROVED, found("bundle.no_root")
    elif base64_hashes((tree_of_log(parent).root(),)) != (root,):
        says = found("bundle.other_parent")
    else:
        return
    yield BundleFault(step="parents", verdict=verdict, says=says, n=n)


def open_log(log: BundledLog, first: int, faults: list[BundleFault], *, whole: bool, judged: bool) -> list[Envelope]:
    """Return the envelopes of a log with all disclosed values; append the faults of entries to `faults`.

    In a `whole` log nothing may stay hidden. Only events to be `judged` are read, so others may be unknown.
    """
    envelopes: list[Envelope] = []
    for n, (entry, disclosed) in enumerate(zip(log.entries, log.disclosures, strict=True), first):
        verdict, says = TAMPERED, None
        try:
            line, shut = open_leaf(read_leaf(entry), disclosed)
            if shut and whole:
                verdict, says = INCOMPLETE, found("bundle.kept_back", count=shut)
            if judged:
                envelopes.append(read_envelope(line))
        except BadEntry as error:
            verdict, says = TAMPERED, found("bundle.not_opened", why=str(error))
        except UnknownEvent as error:
            verdict, says = INCOMPLETE, found("bundle.unknown_event", type=error.name)
        if says is not None:
            faults.append(BundleFault(step="disclosures", verdict=verdict, says=says, n=n))
    return envelopes
