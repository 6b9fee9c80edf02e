"""Check audit bundles over HTTP: each viewer gets its own view, as far as it was signed."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from replay.proofs import verify_bundle as standalone
from replay.proofs.bundle_verifier import verify_bundle
from replay.record import read_file, write_file
from tests.service.api.conftest import ApiClient, Match, open_api


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    with open_api(tmp_path_factory.mktemp("bundles") / "store") as api:
        yield api


@pytest.fixture(scope="module")
def running(api: ApiClient) -> Match:
    """A running game, signed."""
    return played(api, api.match(), 20)


@pytest.fixture(scope="module")
def ended(api: ApiClient) -> Match:
    """A short game, ended."""
    return played(api, api.match(options={"start_player": "seat_0", "exhaustions_to_end": 1}), 9999)


def played(api: ApiClient, match: Match, moves: int) -> Match:
    """Play at most `moves` moves. Sign after nine of them and at the end."""
    luck = Random(11)
    for k in range(moves):
        if k == 9:
            api.sign(match.game)
        if not api.move(match, luck):
            break
    api.sign(match.game)
    return match


def bundle(api: ApiClient, match: Match, token: str | None = None, view: str = "") -> bytes:
    """Return the bytes of a bundle."""
    answer = api.request("GET", f"{match.at}/bundle{view and f'?as={view}'}", token)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{match.game}.haricot-audit.json"'
    return answer.data


def disclosed(data: bytes) -> set[tuple[int, str]]:
    """Return the disclosures of a bundle: the entry, and the name of what was hidden there."""
    found: dict[str, Any] = json.loads(data)
    lists = enumerate(found["log"]["disclosures"], 1)
    return {(n, one) for n, disclosures in lists for one in disclosures}


@pytest.mark.long
def test_a_bundle_of_an_ended_game_verifies_and_shows_changes(api: ApiClient, ended: Match) -> None:
    for data in (bundle(api, ended), bundle(api, ended, ended.seats[1], "omniscient")):
        assert verify_bundle(data, None).verdict == "good"
        assert standalone.verify(data)[1] == []
        assert verify_bundle(data.replace(b"bean_planted", b"bean_plantet", 1), None).verdict == "tampered"
    assert disclosed(bundle(api, ended, None, "spectator")) < disclosed(bundle(api, ended))


def test_a_bundle_of_a_running_game_discloses_the_view_of_its_viewer(api: ApiClient, running: Match) -> None:
    public, mine = bundle(api, running), bundle(api, running, running.seats[0])
    assert [verify_bundle(data, None).verdict for data in (public, mine)] == ["incomplete", "incomplete"]
    assert disclosed(public) < disclosed(mine)
    assert json.loads(public)["log"]["entries"] == json.loads(mine)["log"]["entries"]
    for token, view in ((None, "seat:0"), (running.seats[1], "seat:0"), (running.seats[0], "omniscient")):
        api.problem(403, "view.forbidden", "GET", f"{running.at}/bundle?as={view}", token)


def test_a_bundle_for_delayed_spectators_ends_where_their_view_ends(api: ApiClient) -> None:
    late = played(api, api.match(spectator_delay={"events": 30}), 60)
    version = api.get(late.at)["version"]
    entries = [len(json.loads(bundle(api, late, token))["log"]["entries"]) for token in (None, late.seats[0])]
    assert entries[0] <= version < entries[1]


def test_a_bundle_exists_once_the_game_is_signed_and_public(api: ApiClient, running: Match) -> None:
    unsigned = api.match()
    assert "signed" in api.problem(404, "not-found", "GET", f"{unsigned.at}/bundle")["detail"]
    api.sign(unsigned.game)
    assert verify_bundle(bundle(api, unsigned), None).verdict == "incomplete"
    private = api.match(private=True)
    api.problem(404, "not-found", "GET", f"{private.at}/bundle")
    api.problem(404, "not-found", "GET", "/v1/games/nowhere/bundle", running.seats[0])


def test_a_bundle_of_a_redealt_fork_has_the_creators_view_of_its_parent(api: ApiClient, running: Match) -> None:
    at, mine = api.get(running.at)["version"], running.seats[1]
    forked = api.match_of(api.post(f"{running.at}/forks", mine, json={"at": at, "mode": "redeal"}))
    played(api, forked, 12)
    for token, twin in ((forked.seats[0], None), (api.service, mine)):
        view = "omniscient" if token == api.service else "spectator"
        data = bundle(api, forked, token, view)
        verified = verify_bundle(data, None)
        assert (verified.verdict, verified.skipped) == ("incomplete", ())
        assert {fault[1] for fault in standalone.verify(data)[1]} <= {"incomplete", "unproved"}
        parent, there = json.loads(data)["parents"][0], json.loads(bundle(api, running, twin))["log"]
        count = min(len(parent["entries"]), len(there["entries"]))
        for name in ("entries", "disclosures"):
            assert parent[name][:count] == there[name][:count]
    assert verify_bundle(bundle(api, forked, forked.seats[0]), None).verdict == "incomplete"


def test_an_imported_redealt_fork_has_no_bundle(api: ApiClient, running: Match) -> None:
    """Its bundle would tell whether a guess of another hand, written into the file, is right."""
    at = api.get(running.at)["version"]
    forked = api.match_of(api.post(f"{running.at}/forks", running.seats[1], json={"at": at, "mode": "redeal"}))
    record = read_file(api.request("GET", f"{forked.at}/file?as=omniscient", api.service).data)
    renamed = tuple(replace(one, game="guessed") if one.game == forked.game else one for one in record.envelopes)
    api.post("/v1/games:import", data=write_file(replace(record, game="guessed", envelopes=renamed)))
    api.sign("guessed")
    assert "came as a file" in api.problem(404, "not-found", "GET", "/v1/games/guessed/bundle")["detail"]
