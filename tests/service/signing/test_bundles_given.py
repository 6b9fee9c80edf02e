"""Audit bundles over HTTP: what each may take home, as far as it was signed."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from replay.proofs import verify_bundle as alone
from replay.proofs.bundle_verifier import verify_bundle
from replay.record import read_file, write_file
from tests.service.api.conftest import House, Match, open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("bundles") / "store") as house:
        yield house


@pytest.fixture(scope="module")
def running(house: House) -> Match:
    """A game that goes on, as it was signed."""
    return played(house, house.match(), 20)


@pytest.fixture(scope="module")
def ended(house: House) -> Match:
    """A short game that is over."""
    return played(house, house.match(options={"start_player": "seat_0", "exhaustions_to_end": 1}), 9999)


def played(house: House, match: Match, moves: int) -> Match:
    """So many moves of a game, signed in the middle and at the end."""
    luck = Random(11)
    for k in range(moves):
        if k == 9:
            house.sign(match.game)
        if not house.move(match, luck):
            break
    house.sign(match.game)
    return match


def bundle(house: House, match: Match, token: str | None = None, view: str = "") -> bytes:
    """The bytes that are given."""
    answer = house.ask("GET", f"{match.at}/bundle{view and f'?as={view}'}", token)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{match.game}.haricot-audit.json"'
    return answer.data


def opened(data: bytes) -> set[tuple[int, str]]:
    """What a bundle opens: the entry, and the name of what was hidden there."""
    found: dict[str, Any] = json.loads(data)
    lists = enumerate(found["log"]["disclosures"], 1)
    return {(n, one) for n, disclosed in lists for one in disclosed}


@pytest.mark.long
def test_whoever_takes_home_a_game_that_is_over_can_prove_all_of_it(house: House, ended: Match) -> None:
    for data in (bundle(house, ended), bundle(house, ended, ended.seats[1], "omniscient")):
        assert verify_bundle(data, None).verdict == "good"
        assert alone.verify(data)[1] == []
        assert verify_bundle(data.replace(b"bean_planted", b"bean_plantet", 1), None).verdict == "tampered"
    assert opened(bundle(house, ended, None, "spectator")) < opened(bundle(house, ended))


def test_of_a_running_game_everybody_takes_home_what_they_may_see(house: House, running: Match) -> None:
    public, mine = bundle(house, running), bundle(house, running, running.seats[0])
    assert [verify_bundle(data, None).verdict for data in (public, mine)] == ["incomplete", "incomplete"]
    assert opened(public) < opened(mine)
    assert json.loads(public)["log"]["entries"] == json.loads(mine)["log"]["entries"]
    for token, view in ((None, "seat:0"), (running.seats[1], "seat:0"), (running.seats[0], "omniscient")):
        house.problem(403, "view.forbidden", "GET", f"{running.at}/bundle?as={view}", token)


def test_who_sees_a_game_late_takes_home_what_they_know(house: House) -> None:
    late = played(house, house.match(spectator_delay={"events": 30}), 60)
    version = house.get(late.at)["version"]
    entries = [len(json.loads(bundle(house, late, token))["log"]["entries"]) for token in (None, late.seats[0])]
    assert entries[0] <= version < entries[1]


def test_of_what_was_not_signed_yet_there_will_be_one(house: House, running: Match) -> None:
    unsigned = house.match()
    assert "signed" in house.problem(404, "not-found", "GET", f"{unsigned.at}/bundle")["detail"]
    house.sign(unsigned.game)
    assert verify_bundle(bundle(house, unsigned), None).verdict == "incomplete"
    private = house.match(private=True)
    house.problem(404, "not-found", "GET", f"{private.at}/bundle")
    house.problem(404, "not-found", "GET", "/v1/games/nowhere/bundle", running.seats[0])


def test_who_dealt_anew_takes_home_what_they_went_on_from(house: House, running: Match) -> None:
    at, mine = house.get(running.at)["version"], running.seats[1]
    forked = house.made(house.post(f"{running.at}/forks", mine, json={"at": at, "mode": "redeal"}))
    played(house, forked, 12)
    for token, twin in ((forked.seats[0], None), (house.service, mine)):
        view = "omniscient" if token == house.service else "spectator"
        data = bundle(house, forked, token, view)
        verified = verify_bundle(data, None)
        assert (verified.verdict, verified.skipped) == ("incomplete", ())
        assert {fault[1] for fault in alone.verify(data)[1]} <= {"incomplete", "unproved"}
        parent, there = json.loads(data)["parents"][0], json.loads(bundle(house, running, twin))["log"]
        count = min(len(parent["entries"]), len(there["entries"]))
        for name in ("entries", "disclosures"):
            assert parent[name][:count] == there[name][:count]
    assert verify_bundle(bundle(house, forked, forked.seats[0]), None).verdict == "incomplete"


def test_a_fork_that_came_as_a_file_tries_nobodys_cards(house: House, running: Match) -> None:
    """By its bundle somebody could learn whether what they wrote there of another's hand is so."""
    at = house.get(running.at)["version"]
    forked = house.made(house.post(f"{running.at}/forks", running.seats[1], json={"at": at, "mode": "redeal"}))
    record = read_file(house.ask("GET", f"{forked.at}/file?as=omniscient", house.service).data)
    renamed = tuple(replace(one, game="tried") if one.game == forked.game else one for one in record.envelopes)
    house.post("/v1/games:import", data=write_file(replace(record, game="tried", envelopes=renamed)))
    house.sign("tried")
    assert "came as a file" in house.problem(404, "not-found", "GET", "/v1/games/tried/bundle")["detail"]
