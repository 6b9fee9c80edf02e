"""Check signatures and proofs in responses, on the command line and in a bundle."""

import base64
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from replay.proofs.bundle_verifier import verify_bundle
from replay.proofs.checkpoints import verified_checkpoint
from replay.proofs.log_proof import verified_log_proof
from replay.proofs.merkle_tree import leaf_hash, verify_consistency, verify_inclusion
from replay.proofs.signed_notes import read_verifier_key
from service.signing.signing_worker import SigningWorker
from tests.service.api.conftest import ApiClient, Match, open_api
from tests.service.command_line import haricot, run_ok
from tests.service.store.folders import meddle


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    with open_api(tmp_path_factory.mktemp("signed") / "store") as api:
        yield api


@pytest.fixture(scope="module")
def worker(api: ApiClient, tmp_path_factory: pytest.TempPathFactory) -> SigningWorker:
    return SigningWorker(api.context.store, api.context.logs, tmp_path_factory.mktemp("key") / "key")


@pytest.fixture(scope="module")
def match(api: ApiClient, worker: SigningWorker) -> Match:
    """A game of some eighty events, signed twice."""
    match, luck = api.match(), Random(3)
    worker.turn()
    for _ in range(40):
        api.move(match, luck)
    worker.turn()
    return match


def raw(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


def test_public_checkpoints_and_proofs_verify_a_game(api: ApiClient, match: Match) -> None:
    key = read_verifier_key(api.get("/v1/keys")["keys"][-1]["key"])
    answer = api.get(f"{match.at}/checkpoints")
    signed = [verified_checkpoint(one["note"], key) for one in answer["checkpoints"]]
    assert len(signed) >= 2
    for one in answer["checkpoints"]:
        verified_log_proof(one["service"], one["note"], key)
    first, now = signed[0], answer["checkpoint"]
    proof = api.get(f"{match.at}/consistency?old={first.size}")
    assert (proof["size"], proof["root"]) == (now["size"], now["root"])
    assert verify_consistency(first.size, now["size"], [*map(raw, proof["proof"])], first.root, raw(now["root"]))
    for n in (1, 12, now["size"]):
        one = api.get(f"{match.at}/events/{n}/proof")
        hashed = leaf_hash(one["leaf"].encode())
        assert verify_inclusion(hashed, one["index"], one["size"], [*map(raw, one["proof"])], raw(one["root"]))
    log = api.get("/v1/log")
    assert [entry["place"] for entry in log["entries"]] == list(range(len(log["entries"])))
    api.problem(422, "request.shape", "GET", f"{match.at}/consistency?old={now['size'] + 1}")
    api.problem(404, "not-found", "GET", f"{match.at}/events/{now['size'] + 1}/proof")


def test_a_command_response_has_the_last_checkpoint_and_the_present_root(api: ApiClient, match: Match) -> None:
    done = api.submit(match, api.choices(match, api.get(match.at)["to_act"][0])[0])
    state = done["checkpoint"]
    assert state == api.get(f"{match.at}/checkpoints")["checkpoint"]
    assert state["size"] == done["version"]
    assert state["note"] == api.get(f"{match.at}/checkpoints")["checkpoints"][-1]["note"]


def test_delayed_spectators_get_checkpoints_of_what_they_may_see(api: ApiClient, worker: SigningWorker) -> None:
    late = api.match(spectator_delay={"events": 70})
    luck = Random(3)
    for _ in range(40):
        api.move(late, luck)
    worker.turn()
    worker.signer.sign(api.context.store.position(), as_is=[late.game])  # as after a minute
    worker.turn()
    known, whole = (api.get(f"{late.at}/checkpoints", who) for who in (None, late.seats[0]))
    version = api.get(late.at)["version"]
    assert known["checkpoint"]["size"] == version < whole["checkpoint"]["size"]
    assert {one["size"] for one in known["checkpoints"]} < {one["size"] for one in whole["checkpoints"]}
    assert all(one["size"] <= version for one in known["checkpoints"])
    api.problem(422, "request.shape", "GET", f"{late.at}/consistency?size={whole['checkpoint']['size']}")


def test_audit_and_bundle_confirm_signatures_until_the_key_is_changed(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    run_ok("simulate", "--players", 3, "--seed", 5, "--data", folder)
    assert "signed, in the log of the service" in run_ok("audit", "--all", "--data", folder).out
    run_ok("export", "classic-3-5-0001", "--bundle", "--data", folder, "--out", tmp_path / "bundle")
    assert verify_bundle((tmp_path / "bundle").read_bytes(), None).verdict == "good"
    meddle(folder, "UPDATE game_keys SET key = substr(key, 33) || substr(key, 1, 32)")
    assert "changed, dropped or set back" in haricot("audit", "--all", "--data", folder).out
