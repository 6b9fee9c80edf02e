"""Signed bundles of games of all editions."""

import base64
from functools import cache
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from domain.commands import Command
from domain.disputes.events import (
    ArbiterAdmitted,
    ArbiterAgreed,
    ArbiterCalled,
    ArbiterCame,
    CommitteeRuled,
    DisputeOpened,
    DisputeRuled,
    Proceeding,
    RulingAppealed,
    RulingJoined,
    RulingProposed,
)
from domain.events import DealRevealed, GameVoided
from domain.forks import GameForked
from domain.visibility import OMNISCIENT, Viewer, seat_viewer
from replay.codec import Cause, Envelope
from replay.fork import fork_redealt
from replay.game import Game, batch_of
from replay.proofs.bundle import LogSignatures, Proceedings, make_bundle, root_at_fork
from replay.proofs.checkpoints import Checkpoint, game_log_origin, service_log_leaf, service_log_origin
from replay.proofs.leaves import PROCEEDINGS, make_leaf
from replay.proofs.log_proof import LogProof
from replay.proofs.merkle_tree import Tree, leaf_hash
from replay.proofs.shuffle import Deal, seed_of_text
from replay.proofs.signed_notes import SigningKey
from replay.record import Record
from replay.redeal import SeenHistory
from replay.rewind import batch_end
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.simulate import play_on, simulate

KEY = SigningKey("example.org/beans", bytes(range(32)))
OTHER = SigningKey("example.org/beans", bytes(range(1, 33)))
NONCE = bytes(range(16))
EARLIER = (1, 64)
"""The sizes of earlier signed checkpoints of a longer log."""
_RULING: Final[dict[str, Any]] = {
    "dispute": 1,
    "outcome": "upheld",
    "clause": "DU-4.4",
    "book": "b" * 64,
    "article": "TR-1",
    "remedy": "repair",
    "text": "c" * 43,
}
FILED: Final[tuple[Proceeding, ...]] = (
    DisputeOpened(dispute=1, seat=1, event=12, article="TR-1", text="a" * 43),
    DisputeRuled(arbiter="0" * 16, **_RULING),
    RulingAppealed(dispute=1, seat=0, text="d" * 43),
    RulingProposed(arbiter="1" * 16, committee=("2" * 16, "3" * 16), **_RULING),
    RulingJoined(dispute=1, arbiter="2" * 16, proposed=4),
    CommitteeRuled(dispute=1, proposed=4),
    ArbiterCalled(call=1, seat=1, needed=(0, 2), text="e" * 43),
    ArbiterCame(call=1, arbiter="4" * 16),
    ArbiterAgreed(call=1, by="seat:0"),
    ArbiterAgreed(call=1, by="seat:2"),
    ArbiterAdmitted(call=1, arbiter="4" * 16),
)
"""A dispute from the claim to the ruling of a committee, and a call for an arbiter."""


def key_of(game: str) -> bytes:
    """Return the key of a game, for its salts."""
    return game.encode().ljust(32, b"-")[:32]


@cache
def short_game(edition: str = "duel", players: int = 2, upto: int = 130) -> Record:
    """Return a game that was voided early with a revealed deal, so that verification is fast."""
    begun, seed = simulate(edition, players, "short", 1, {}, ["greedy"])
    begun.envelopes = begun.envelopes[: batch_end(begun.record(), upto)]
    last = begun.envelopes[-1]
    voided = (GameVoided(reason="organiser"), DealRevealed(seed=base64.b64encode(seed).decode()))
    by = Cause[Command](command=None, by="organiser", key=None)
    return replace(begun.record(), envelopes=(*begun.envelopes, *batch_of(last.game, last.n, voided, by, at=last.at)))


class RedealtFork(NamedTuple):
    """A redealt fork of the short game by the viewer of seat 1, played to its end, and the parent before it."""

    record: Record
    before: tuple[Envelope, ...]

    def bundle(self, viewer: Viewer = OMNISCIENT, **others: Any) -> bytes:
        """Return its bundle, or that of a changed record."""
        record = others.pop("record", self.record)
        keys = {one.game: key_of(one.game) for one in record.envelopes}
        parts = {"signed_parts": {self.before[0].game: self.before}, **others}
        return make_bundle(record, keys, KEY.verifier, signed(record), viewer=viewer, **parts)


@cache
def redealt_fork() -> RedealtFork:
    parent, deal, viewer = short_game(), Deal("anew", seed_of_text("anew")), seat_viewer(1)
    *seen, own = fork_redealt(SeenHistory.of(parent, viewer, 60), 60, "anew", deal, at=0).envelopes
    before = parent.envelopes[: len(seen)]
    root = root_at_fork(before, key_of(parent.game), parent.created.rules.options)
    game = Game("anew", deal, (*seen, replace(own, event=replace(own.event, root=root))))
    play_on(game, {seat: BOTS["greedy"](seat, str(seat)) for seat in (0, 1)})
    return RedealtFork(game.record(), before)


def own_part(record: Record) -> list[Envelope]:
    """Return the envelopes of a game without those of its parents."""
    start = max((k for k, one in enumerate(record.envelopes) if isinstance(one.event, GameForked)), default=0)
    return list(record.envelopes[start:])


def signed_log(entries: list[bytes], origin: str, key: SigningKey = KEY, upto: int | None = None) -> LogSignatures:
    """Return the signed checkpoints of a log with these entries, and its proof in the log of the service."""
    tree = Tree(map(leaf_hash, entries[:upto]))
    note = Checkpoint(origin, tree.size, tree.root()).signed(key)
    earlier = [Checkpoint(origin, size, tree.root(size)).signed(key) for size in EARLIER if size < tree.size]
    service = Tree([leaf_hash(b"another game"), leaf_hash(service_log_leaf(note, NONCE)), leaf_hash(b"and one more")])
    log = Checkpoint(service_log_origin(key.name), 3, service.root()).signed(key)
    return LogSignatures(note, earlier, LogProof(NONCE, 1, service.inclusion(1, 3), log).text)


def signed(record: Record, key: SigningKey = KEY, upto: int | None = None) -> LogSignatures:
    """Return the signed checkpoints of a game, up to event `upto` if it is not a fork."""
    options = record.created.rules.options
    entries = [make_leaf(one, key_of(one.game), options) for one in own_part(record)]
    return signed_log(entries, game_log_origin(key.name, record.game), key, upto)


def bundle_of(
    record: Record,
    viewer: Viewer = OMNISCIENT,
    *,
    upto: int | None = None,
    key: SigningKey = KEY,
    seeds: dict[str, str] | None = None,
) -> bytes:
    """Return the bundle of a record."""
    keys = {one.game: key_of(one.game) for one in record.envelopes}
    return make_bundle(record, keys, key.verifier, signed(record, key, upto), viewer=viewer, seeds=seeds)


@cache
def disputed_bundle() -> bytes:
    """Return the bundle of the short game with its proceedings."""
    game, keys = short_game(), {short_game().game: key_of(short_game().game)}
    filed: list[Any] = [
        Envelope(game=game.game, n=n, at=n, event=event)  # type: ignore[arg-type]  # a family of its own
        for n, event in enumerate(FILED, 1)
    ]
    entries = [make_leaf(one, key_of(game.game), game.created.rules.options, PROCEEDINGS) for one in filed]
    on = signed_log(entries, game_log_origin(KEY.name, game.game, PROCEEDINGS))
    return make_bundle(game, keys, KEY.verifier, signed(game), proceedings=Proceedings(filed, on))
