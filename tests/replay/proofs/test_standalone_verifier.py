"""The standalone verifier agrees with `haricot verify` on everything that both check."""

import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from domain.corrections import PileShuffled, TableCorrected
from domain.events import DealRevealed
from domain.visibility import OMNISCIENT, SPECTATOR, seat_viewer
from domain.zones import DISCARDS
from replay.codec import stored_name
from replay.proofs import verify_bundle as alone
from replay.proofs.bundle_verifier import verify_bundle
from replay.proofs.canonical import canonical
from replay.proofs.shuffle import shuffled
from replay.proofs.signed_notes import SigningKey
from replay.record import Record
from replay.rewind import batch_end, tables
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.simulate import play_on, simulate
from tests.deal_shares import commit, game_at_level, reveal, take_seat, vacate
from tests.golden.bundles import GOLDEN, golden_bundle
from tests.random_player import begin, play
from tests.replay import tampering
from tests.replay.corrected_games import corrected_game, replayed_game
from tests.replay.example_games import wild_game
from tests.replay.proofs.bundle_edits import EDITS
from tests.replay.proofs.bundles import KEY, OTHER, bundle_of, disputed_bundle, redealt_fork, short_game

SCRIPT = Path(alone.__file__)
CARRIED = [
    tampering.a_card_is_drawn_that_is_nowhere,
    tampering.a_card_is_dealt_that_is_nowhere,
    tampering.a_card_is_turned_up_that_is_nowhere,
    tampering.the_cards_are_shuffled_otherwise,
    tampering.a_contribution_is_another,
    tampering.the_seed_is_another,
    tampering.the_commitment_is_another,
]
"""Forgeries of a deal that a server cannot hide."""


@cache
def bundle() -> bytes:
    return bundle_of(short_game())


def at_a_tournament() -> Record:
    """Return a game with committed shares in which a player left before all were revealed."""
    table = game_at_level("tournament", "duel", 2)
    for seat in (0, 1):
        take_seat(table, seat, f"first {seat}")
    reveal(table, 0, "first 0")
    vacate(table, 1)
    commit(table, 0, "second 0")
    take_seat(table, 1, "second 1")
    for seat in (0, 1):
        reveal(table, seat, f"second {seat}")
    play_on(table, {seat: BOTS["greedy"](seat, "t") for seat in (0, 1)})
    return table.record()


def verdict_alone(data: bytes, expected: str | None = None) -> str:
    found = {fault[1] for fault in alone.verify(data, expected)[1]}
    return next((verdict for verdict in alone.EXIT_CODES if verdict in found), "good")


def bundles() -> Iterator[tuple[str, bytes]]:
    """Yield good and bad bundles that both verifiers judge alike."""
    yield "good", bundle()
    yield "set right", bundle_of(corrected_game())
    again = replayed_game()
    parent = corrected_game().envelopes[-1].event
    assert isinstance(parent, DealRevealed)
    yield "played again", bundle_of(again, seeds={corrected_game().game: parent.seed})
    yield "played again, seen", bundle_of(again, seat_viewer(1))
    yield "bohnaparte", bundle_of(simulate("bohnaparte", 3, "alone", 1, {}, ["greedy"])[0].record())
    game = short_game()
    running = batch_end(game, 90)
    yield "running", bundle_of(game, upto=running)
    for viewer in (SPECTATOR, seat_viewer(1)):
        yield f"running {viewer.name}", bundle_of(game, viewer, upto=running)
        yield f"ended {viewer.name}", bundle_of(game, viewer)
    yield "unrevealed", bundle_of(replace(game, envelopes=game.envelopes[:-1]))
    for name, (change, _, _) in list(EDITS.items())[::3]:
        value = json.loads(bundle())
        change(value)
        if name != "another table":  # which only the rules can tell
            yield name, canonical(value) + b"\n"
    yield "tournament", bundle_of(at_a_tournament())
    disputed = json.loads(disputed_bundle())
    yield "disputed", disputed_bundle()
    disputed["proceedings"]["entries"].pop()  # the committee has not ruled
    yield "disputed, cut", canonical(disputed) + b"\n"
    for viewer in (OMNISCIENT, SPECTATOR, seat_viewer(1)):
        yield f"dealt anew {viewer.name}", redealt_fork().bundle(viewer)
    for data in (b"", b"\n", b"{}\n", b"null\n", b"1.5\n", b"\xff\n", b"[" * 5000 + b"\n", b'{"a":"\\ud800"}\n'):
        yield repr(data[:20]), data


@pytest.mark.long
def test_both_verifiers_give_the_same_verdict() -> None:
    seen = set()
    for name, data in bundles():
        verdict = verify_bundle(data).verdict
        assert (name, verdict) == (name, verdict_alone(data))
        seen.add(verdict)
    assert seen == {"good", "incomplete", "unproved", "tampered"}
    assert (
        verdict_alone(bundle(), OTHER.verifier.text) == "other_key" == verify_bundle(bundle(), OTHER.verifier).verdict
    )


def test_both_verifiers_name_the_same_event() -> None:
    for name, (change, _, n) in EDITS.items():
        value = json.loads(bundle())
        change(value)
        if n is not None and name in ("a time", "two entries swapped"):
            named = [fault[2] for fault in alone.verify(canonical(value) + b"\n")[1] if fault[2] is not None]
            assert (name, n) == (name, min(named))


@pytest.mark.parametrize("tamper", CARRIED[::6], ids=lambda tamper: tamper.__name__)
def test_the_standalone_verifier_finds_a_forged_deal(tamper: tampering.Tampering) -> None:
    forged = tamper(short_game())
    assert forged is not None
    data = bundle_of(forged.record)
    faults = [fault for fault in alone.verify(data)[1] if fault[1] == "tampered"]
    assert [fault[0] for fault in faults] == ["deal"]
    assert faults[0][2] is not None
    assert verify_bundle(data).verdict == "tampered"
    if tamper is tampering.a_card_is_drawn_that_is_nowhere:
        assert "drawn by seat" in faults[0][3]
        assert "but there lay" in faults[0][3]
        assert faults[0][2] == forged.n


def test_the_standalone_verifier_follows_the_piles_of_every_event() -> None:
    board = play(begin("bohnaparte", 3, {}, 6), Random(6)).record()
    for record in (wild_game(), board):
        piles = None
        for envelope, table in tables(record):
            event = json.loads(canonical(envelope.event))
            if piles is None:
                piles = alone.Piles([])
            piles.deck = list(event.get("order", ()))
            piles.apply_event(envelope.game, stored_name(envelope.event).partition(".")[0], event)
            assert (list(table.draw_pile), list(table.discard_pile)) == (piles.draw, piles.discards), envelope.n


def test_the_standalone_verifier_shuffles_as_the_service_does() -> None:
    for size in (0, 1, 2, 7, 104):
        pile = [f"card {k}" for k in range(size)]
        assert list(shuffled(bytes(48), "g|0", ["a", "b"], pile)) == alone.shuffled(bytes(48), "g|0", ["a", "b"], pile)


def test_the_standalone_verifier_checks_signatures_as_the_library_does() -> None:
    for number in range(3):
        key = SigningKey("k", bytes([number]) * 32)
        text = f"text {number}"
        signature = key.sign(text).signature
        assert alone.verify_ed25519(key.verifier.public, signature, text.encode())
        for flipped in (0, 31, 32, 63):
            bad = bytearray(signature)
            bad[flipped] ^= 1
            assert not alone.verify_ed25519(key.verifier.public, bytes(bad), text.encode())
        assert not alone.verify_ed25519(key.verifier.public, signature, b"another")
        order = int.from_bytes(signature[32:], "little") + alone.L  # the same signature, written otherwise
        with_other_order = signature[:32] + order.to_bytes(32, "little")
        assert not alone.verify_ed25519(key.verifier.public, with_other_order, text.encode())


@pytest.mark.parametrize("edition", GOLDEN)
def test_golden_bundles_stay_valid(edition: str) -> None:
    data = golden_bundle(edition)
    verified = verify_bundle(data, KEY.verifier)
    assert (verified.verdict, verified.faults) == ("good", ())
    assert verdict_alone(data, KEY.verifier.text) == "good"


def test_the_standalone_verifier_runs_without_the_package(tmp_path: Path) -> None:
    file, key = tmp_path / "b.haricot-audit.json", tmp_path / "key"
    file.write_bytes(bundle())
    key.write_text(OTHER.verifier.text + "\n")

    def run(*given: str) -> tuple[int, str]:
        # -I: without the packages of this project
        ended = subprocess.run([sys.executable, "-I", str(SCRIPT), *given], capture_output=True, text=True, check=False)
        return ended.returncode, ended.stdout + ended.stderr

    code, says = run(str(file))
    assert (code, says.splitlines()[0]) == (0, f"{short_game().game}: good")
    assert KEY.verifier.text in says
    assert run(str(file), "--key", str(key))[0] == 4
    file.write_bytes(bundle().replace(b"/games/", b"/gamez/", 1))
    code, says = run(str(file))
    assert (code, [line.split()[0] for line in says.splitlines() if line.endswith("not looked at")]) == (
        1,
        ["root", "consistency", "service"],
    )
    file.write_bytes(bundle().replace(b'\\"turn\\":2', b'\\"turn\\":3', 1))
    code, says = run(str(file), "--json")
    assert (code, json.loads(says)["verdict"]) == (1, "tampered")
    assert run(str(tmp_path / "absent"))[0] == 2


def test_the_standalone_verifier_finds_false_corrections_of_an_arbiter() -> None:
    whole = corrected_game()
    for kind in (PileShuffled, TableCorrected):
        at, moved = next((k, one) for k, one in enumerate(whole.envelopes) if isinstance(one.event, kind))
        order = {"order": moved.event.order[::-1]} if isinstance(moved.event, PileShuffled) else {"target": DISCARDS}
        forged = replace(moved, event=replace(moved.event, **order))
        record = replace(whole, envelopes=(*whole.envelopes[:at], forged, *whole.envelopes[at + 1 :]))
        data = bundle_of(record)
        named = [fault[2] for fault in alone.verify(data)[1] if fault[:2] == ("deal", "tampered")]
        assert named, kind
        assert verify_bundle(data).verdict == "tampered"
        assert kind is TableCorrected or named == [moved.n]
