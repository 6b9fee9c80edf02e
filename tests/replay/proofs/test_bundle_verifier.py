"""Bundles are verified step by step, and every change is found with its event."""

import base64
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from domain.forks import GameForked
from domain.visibility import SPECTATOR, seat_viewer
from replay.fork import fork_exact
from replay.game import Game
from replay.proofs.bundle import LogSignatures, SignedLogMismatch, make_bundle, root_at_fork
from replay.proofs.bundle_verifier import EXIT_CODES, STEPS, VerificationResult, verify_bundle
from replay.proofs.canonical import canonical
from replay.proofs.checkpoints import Checkpoint, game_log_origin
from replay.proofs.shuffle import Deal, seed_of_text
from replay.record import Record
from replay.rewind import batch_end
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.simulate import play_on, simulate
from tests.replay import tampering
from tests.replay.proofs.bundle_edits import EDITS, Bundled, hash_of, swap
from tests.replay.proofs.bundles import KEY, OTHER, bundle_of, disputed_bundle, key_of, short_game, signed

FORGED = [
    tampering.one_coin_too_many,
    tampering.a_turn_is_left_out,
    tampering.the_seed_is_another,
    tampering.it_is_cut_inside_a_batch,
]
"""Some of the forgeries; `make soak CHECK=bundles` tries all."""


@cache
def record(edition: str = "duel", players: int = 2) -> Record:
    if edition == "duel":
        return short_game()
    return simulate(edition, players, "proofs", 1, {}, ["greedy"])[0].record()


@cache
def traded() -> Record:
    return simulate("classic", 4, "1964", 1, {}, ["trader"])[0].record()


@cache
def bundle() -> bytes:
    return bundle_of(record())


@cache
def fork() -> Record:
    """Return a fork of the game at about event 60, with the root of its origin."""
    parent, deal = record(), Deal("fork-1", seed_of_text("fork-1"))
    begun = fork_exact(parent, 60, "fork-1", deal, at=0)
    *before, own = begun.envelopes
    root = root_at_fork(before, key_of(parent.game), parent.created.rules.options)
    own = replace(own, event=replace(own.event, root=root))
    return replace(begun, envelopes=(*before, own))


def edited(change: Callable[[Bundled], object], data: bytes | None = None) -> VerificationResult:
    """Verify a bundle after a change, written canonically."""
    value = json.loads(data or bundle())
    change(value)
    return verify_bundle(canonical(value) + b"\n")


def outcome(verified: VerificationResult) -> tuple[str, str, int | None]:
    assert verified.decisive_fault is not None
    return verified.verdict, verified.decisive_fault.step, verified.decisive_fault.n


@pytest.mark.parametrize(("edition", "players"), [("bohnaparte", 3), ("duel", 2)])
def test_a_bundle_of_a_finished_game_is_verified(edition: str, players: int) -> None:
    verified = verify_bundle(bundle_of(record(edition, players)), KEY.verifier)
    assert ("good", (), STEPS) == (verified.verdict, verified.faults, verified.passed)


def test_another_key_is_reported_and_the_rest_is_verified() -> None:
    verified = verify_bundle(bundle(), OTHER.verifier)
    assert outcome(verified) == ("other_key", "note", None)
    assert len(verified.faults) == 1
    forged = bundle_of(record(), key=OTHER)
    assert verify_bundle(forged).verdict == "good"  # without a known key every key is accepted
    assert outcome(verify_bundle(forged, KEY.verifier)) == ("other_key", "note", None)


def test_a_bundle_of_a_running_game_is_incomplete() -> None:
    upto = batch_end(record(), 80)
    for viewer in (SPECTATOR, seat_viewer(0)):
        verified = verify_bundle(bundle_of(record(), viewer, upto=upto))
        assert verified.verdict == "incomplete"
        assert {fault.verdict for fault in verified.faults} == {"incomplete"}
        assert {"note", "root", "consistency", "service", "disclosures", "table"} <= {*verified.passed}
    few, more = (json.loads(bundle_of(record(), viewer, upto=upto)) for viewer in (SPECTATOR, seat_viewer(0)))
    assert few["log"]["entries"] == more["log"]["entries"]
    assert 0 < sum(map(len, few["log"]["disclosures"])) < sum(map(len, more["log"]["disclosures"]))


def test_a_deal_without_commitment_or_reveal_is_unproved() -> None:
    unrevealed = replace(record(), envelopes=record().envelopes[:-1])
    assert outcome(verify_bundle(bundle_of(unrevealed))) == ("unproved", "deal", None)
    first = record().envelopes[0]
    bare = (replace(first, event=replace(first.event, commitment=None)), *record().envelopes[1:-1])
    assert verify_bundle(bundle_of(replace(record(), envelopes=bare))).verdict in {"unproved", "tampered"}


def test_the_worst_verdict_of_a_bundle_counts() -> None:
    assert list(EXIT_CODES.values()) == [1, 4, 3, 5, 0]
    running = bundle_of(record(), upto=batch_end(record(), 80))
    assert verify_bundle(running, OTHER.verifier).verdict == "other_key"
    changed = running.replace(b"bean_planted", b"bean_plantes", 1)
    assert verify_bundle(changed, OTHER.verifier).verdict == "tampered"


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_of_a_bundle_is_found(name: str) -> None:
    change, step, n = EDITS[name]
    verified = edited(change)
    assert verified.verdict == "tampered"
    first = verified.decisive_fault
    assert first is not None
    assert step in {fault.step for fault in verified.faults if fault.verdict == "tampered"}
    if n is not None:
        assert n == first.n


@pytest.mark.parametrize("tamper", FORGED, ids=lambda tamper: tamper.__name__)
def test_a_forgery_signed_by_the_server_is_found(tamper: tampering.Tampering) -> None:
    """The holder of the key can sign anything, but rules, commitment and seed reveal the forgery."""
    forged = tamper(record()) or tamper(traded()) or tamper(record("bohnaparte", 3))
    assert forged is not None
    verified = verify_bundle(bundle_of(forged.record))
    cut = tamper in (tampering.it_is_cut_inside_a_batch, tampering.the_seed_is_never_revealed)
    assert verified.verdict == ("tampered" if not cut else verified.verdict) != "good"
    if verified.verdict == "tampered":
        assert verified.decisive_fault is not None
        assert verified.decisive_fault.n is not None


@pytest.mark.parametrize("tamper", tampering.UNSEEN[::2], ids=lambda tamper: tamper.__name__)
def test_the_checkpoint_finds_forgeries_that_an_audit_misses(tamper: Callable[[Record], Record]) -> None:
    whole = record("classic", 3)
    forged = tamper(whole)
    assert forged != whole
    with pytest.raises(SignedLogMismatch):
        make_bundle(forged, {whole.game: key_of(whole.game)}, KEY.verifier, signed(whole))


@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n", b"[]\n", b"null\n", b"1.5\n", b"\xff\n", b"[" * 5000 + b"\n"])
def test_a_file_that_is_no_bundle_is_rejected(data: bytes) -> None:
    assert outcome(verify_bundle(data)) == ("tampered", "canonical", None)


def test_a_bundle_of_a_fork_proves_its_origin() -> None:
    seeds = {record().game: record().envelopes[-1].event.seed}  # type: ignore[attr-defined]  # it ended
    game = Game("fork-1", Deal("fork-1", seed_of_text("fork-1")), fork().envelopes)
    play_on(game, _bots())
    data = bundle_of(game.record(), seeds=seeds)
    verified = verify_bundle(data)
    assert ("good", ()) == (verified.verdict, verified.faults)
    assert verify_bundle(bundle_of(game.record())).verdict == "unproved"  # without the seed of the parent's deal
    n = fork().envelopes[-1].n

    def another_parent(value: Bundled) -> None:
        for name in ("entries", "hashes", "disclosures"):
            value["parents"][0][name].pop()

    assert outcome(edited(another_parent, data))[2] == n - 1
    rootless = [replace(e, event=replace(e.event, root=None)) if e.n == n else e for e in game.envelopes]
    unbound = verify_bundle(bundle_of(replace(game.record(), envelopes=tuple(rootless)), seeds=seeds))
    assert outcome(unbound) == ("unproved", "parents", n)
    wrong = [
        replace(e, event=replace(e.event, root=hash_of(b"x"))) if isinstance(e.event, GameForked) else e
        for e in game.envelopes
    ]
    with pytest.raises(SignedLogMismatch, match="does not hold what was signed"):
        bundle_of(replace(game.record(), envelopes=tuple(wrong)), seeds=seeds)


def _bots() -> Any:
    return {seat: BOTS["greedy"](seat, str(seat)) for seat in range(2)}


def test_proceedings_are_verified_as_a_separate_log() -> None:
    data = disputed_bundle()
    assert verify_bundle(data).verdict == "good"
    swapped = edited(lambda b: swap(b["proceedings"]["entries"], 0, 1), data)
    assert outcome(swapped) == ("tampered", "root", 1)
    moved = edited(lambda b: b.update(proceedings=b["log"]), data)
    assert moved.verdict == "tampered"  # the log of the game is no log of what was said about it


def test_a_bundle_cannot_be_made_without_signatures() -> None:
    whole = record()
    keys = {whole.game: key_of(whole.game)}
    with pytest.raises(SignedLogMismatch):
        make_bundle(whole, {whole.game: bytes(32)}, KEY.verifier, signed(whole))
    bad = Checkpoint(game_log_origin(KEY.name, whole.game), 3, bytes(32)).signed(KEY)
    now = signed(whole)
    with pytest.raises(SignedLogMismatch):
        make_bundle(whole, keys, KEY.verifier, LogSignatures(now.checkpoint, [bad], now.service))
    unlogged = verify_bundle(make_bundle(whole, keys, KEY.verifier, LogSignatures(now.checkpoint)))
    assert outcome(unlogged) == ("incomplete", "service", None)


def test_a_withheld_value_makes_a_bundle_incomplete() -> None:
    verified = edited(lambda b: b["log"]["disclosures"][6].pop())
    assert verified.verdict == "incomplete"
    assert verified.decisive_fault is not None
    assert verified.decisive_fault.n == 7


def test_an_erased_name_leaves_the_proof_valid() -> None:
    def erase(value: Bundled) -> None:
        for n, entry in enumerate(value["log"]["entries"]):
            if json.loads(entry)["type"].startswith("seat_taken."):
                kept = [one for one in value["log"]["disclosures"][n] if "pseudonym" not in decoded(one)]
                value["log"]["disclosures"][n] = kept

    def decoded(one: str) -> str:
        return base64.urlsafe_b64decode(one + "=" * (-len(one) % 4)).decode()

    verified = edited(erase)
    assert ("good", ()) == (verified.verdict, verified.faults)
