"""Bundles for the tests: games of all editions, signed with a key of their own."""

import base64
from functools import cache

from msgspec.structs import replace

from domain.commands import Command
from domain.events import DealRevealed, GameVoided
from domain.forks import GameForked
from domain.visibility import OMNISCIENT, Viewer
from replay.codec import Cause, Envelope
from replay.game import batch_of
from replay.proofs.bundle import Signed, make_bundle
from replay.proofs.checkpoints import Checkpoint, game_origin, service_leaf, service_origin
from replay.proofs.leaves import leaf
from replay.proofs.log_proof import LogProof
from replay.proofs.notes import SigningKey
from replay.proofs.tree import Tree, leaf_hash
from replay.record import Record
from replay.rewind import batch_end
from service.hosting.bots.simulate import simulate

KEY = SigningKey("example.org/beans", bytes(range(32)))
OTHER = SigningKey("example.org/beans", bytes(range(1, 33)))
NONCE = bytes(range(16))
EARLIER = (1, 64)
"""After how many entries the log was signed before, where it is longer."""


def key_of(game: str) -> bytes:
    """The key of a game, for its salts."""
    return game.encode().ljust(32, b"-")[:32]


@cache
def short_game(edition: str = "duel", players: int = 2, upto: int = 130) -> Record:
    """A game that was voided soon, so that it is quickly verified; its deal is revealed."""
    begun, seed = simulate(edition, players, "short", 1, {}, ["greedy"])
    begun.envelopes = begun.envelopes[: batch_end(begun.record(), upto)]
    last = begun.envelopes[-1]
    voided = (GameVoided(reason="organiser"), DealRevealed(seed=base64.b64encode(seed).decode()))
    by = Cause[Command](command=None, by="organiser", key=None)
    return replace(begun.record(), envelopes=(*begun.envelopes, *batch_of(last.game, last.n, voided, by, at=last.at)))


def own_part(record: Record) -> list[Envelope]:
    """The envelopes of a game less those of its parents."""
    start = max((k for k, one in enumerate(record.envelopes) if isinstance(one.event, GameForked)), default=0)
    return list(record.envelopes[start:])


def signed_log(entries: list[bytes], origin: str, key: SigningKey = KEY, upto: int | None = None) -> Signed:
    """What is signed of a log with these entries, and that it stands in the log of the service."""
    tree = Tree(map(leaf_hash, entries[:upto]))
    note = Checkpoint(origin, tree.size, tree.root()).signed(key)
    earlier = [Checkpoint(origin, size, tree.root(size)).signed(key) for size in EARLIER if size < tree.size]
    service = Tree([leaf_hash(b"another game"), leaf_hash(service_leaf(note, NONCE)), leaf_hash(b"and one more")])
    log = Checkpoint(service_origin(key.name), 3, service.root()).signed(key)
    return Signed(note, earlier, LogProof(NONCE, 1, service.inclusion(1, 3), log).text)


def signed(record: Record, key: SigningKey = KEY, upto: int | None = None) -> Signed:
    """What is signed of a game, up to its event `upto` if it is not a fork."""
    options = record.created.rules.options
    entries = [leaf(one, key_of(one.game), options) for one in own_part(record)]
    return signed_log(entries, game_origin(key.name, record.game), key, upto)


def bundle_of(
    record: Record,
    viewer: Viewer = OMNISCIENT,
    *,
    upto: int | None = None,
    key: SigningKey = KEY,
    seeds: dict[str, str] | None = None,
) -> bytes:
    """The bundle of a record."""
    keys = {one.game: key_of(one.game) for one in record.envelopes}
    return make_bundle(record, keys, key.verifier, signed(record, key, upto), viewer=viewer, seeds=seeds)
