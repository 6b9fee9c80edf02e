"""Redeals over HTTP: forks of running games in which hidden cards are dealt again."""

from random import Random

import pytest

from domain.visibility import OMNISCIENT
from replay.record import read_file
from tests.service.api.conftest import ApiClient, Match

AT = 30


@pytest.fixture(scope="module")
def running(shared: ApiClient) -> Match:
    """A running game with a trade."""
    match = shared.match()
    shared.trade(match)
    luck = Random(4)
    for _ in range(12):
        shared.move(match, luck)
    return match


def redeal(api: ApiClient, match: Match, token: str | None = None, at: int = AT, view: str = "") -> Match:
    """Create a redeal of the game."""
    asked = f"{match.at}/forks{view and f'?as={view}'}"
    return api.match_of(api.post(asked, token, json={"at": at, "mode": "redeal"}))


def first_event(api: ApiClient, fork: Match) -> int:
    """Return the number of the event with which a fork begins."""
    n: int = api.get(fork.at)["forked_from"]["at"] + 1
    return n


def test_a_running_game_can_be_redealt_by_each_caller_who_sees_it(shared, running):
    for token, view in ((None, "spectator"), (running.seats[1], "seat:1"), (shared.token("arbiter"), "spectator")):
        fork = redeal(shared, running, token)
        n = first_event(shared, fork)
        answer = shared.get(f"{fork.at}/events/{n}?as=omniscient", shared.service)
        assert (answer["envelope"]["event"]["mode"], answer["envelope"]["event"]["at"]) == ("redeal", n - 1)
        line = shared.request("GET", f"{fork.at}/file?as=omniscient", shared.service).data.splitlines()[n]
        assert b'"cause":{"command":null,"by":"%s"}' % view.encode() in line
        assert fork.status == "running"
        assert shared.move(fork, Random(1))
    shared.problem(403, "view.forbidden", "POST", f"{running.at}/forks", None, json={"at": AT})
    asked = {"json": {"at": AT, "mode": "redeal"}}
    shared.problem(403, "view.forbidden", "POST", f"{running.at}/forks?as=seat:0", running.seats[1], **asked)
    shared.problem(403, "view.forbidden", "POST", f"{running.at}/forks?as=omniscient", None, **asked)


def test_a_redeal_with_the_omniscient_view_is_refused(shared, running):
    asked = {"json": {"at": AT, "mode": "redeal"}}
    says = shared.request("POST", f"{running.at}/forks?as=omniscient", shared.service, **asked)
    assert (says.status_code, "mode exact" in says.json["detail"]) == (422, True)


def test_events_before_a_redeal_are_those_that_its_creator_saw(shared, running):
    fork = redeal(shared, running, running.seats[1])
    at = first_event(shared, fork) - 1
    mine, everything = running.seats[1], shared.service
    for path, name in ((f"events?limit={at}", "events"), ("sentences?", "sentences")):
        seen = shared.get(f"{running.at}/{path}", mine)[name]
        assert shared.get(f"{fork.at}/{path}&as=omniscient", everything)[name][:at] == seen[:at]
    for n in (11, 20, at - 3, at):
        seen = shared.get(f"{running.at}/table?at={n}", mine)
        whole = shared.get(f"{fork.at}/table?at={n}&as=omniscient", everything)
        for name in ("next_slots", "discard_pile"):  # both follow from public events
            del whole[name], seen[name]
        assert whole == seen
        other = shared.get(f"{fork.at}/table?at={n}&as=seat:0", everything)
        assert not other["seats"][0]["hand"] or isinstance(other["seats"][0]["hand"], int)
    file = read_file(shared.request("GET", f"{fork.at}/file?as=omniscient", everything).data)
    own = read_file(shared.request("GET", f"{running.at}/file", mine).data)
    assert file.viewer == OMNISCIENT
    assert file.envelopes[:at] == own.envelopes[:at]
    marks = shared.get(f"{fork.at}/timeline")["markers"]
    assert [mark for mark in marks if mark["n"] <= at] == [
        mark for mark in shared.get(f"{running.at}/timeline")["markers"] if mark["n"] <= at
    ]


def test_a_redeal_keeps_only_the_hands_that_its_creator_saw(shared, running):
    fork = redeal(shared, running, running.seats[1], at=35)
    n = first_event(shared, fork)
    before = shared.get(f"{running.at}/table?at={n - 1}&as=omniscient", shared.service)
    after = shared.get(f"{fork.at}/table?at={n}&as=omniscient", shared.service)
    for name in ("discard_pile", "turned_up", "turn", "proposals"):
        assert after[name] == before[name]
    assert after["seats"][1] == before["seats"][1]
    assert len(after["draw_pile"]) == len(before["draw_pile"])
    assert (after["draw_pile"], after["seats"][0]["hand"]) != (before["draw_pile"], before["seats"][0]["hand"])


@pytest.mark.long
def test_the_file_of_a_redeal_passes_the_audit_and_an_import_elsewhere(shared, running, tmp_path):
    fork = redeal(shared, running, None)
    while shared.move(fork, Random(9)):
        pass
    for view in ("omniscient", "spectator", "seat:0"):
        answer = shared.get(f"{fork.at}/audit?as={view}")
        assert (answer["verdict"], answer["first"]) == ("legal", None), view
    file = shared.request("GET", f"{fork.at}/file?as=omniscient").data
    elsewhere = ApiClient(tmp_path / "elsewhere")
    with elsewhere.context:
        assert elsewhere.post("/v1/games:import", data=file)["status"] == "imported"
        assert elsewhere.request("GET", f"{fork.at}/file?as=omniscient").data == file
        assert [one["game"] for one in elsewhere.get("/v1/games")["games"]] == [fork.game]
    assert fork.game in [one["game"] for one in shared.get(f"{running.at}/forks")["forks"]]


def test_a_redeal_is_as_private_and_as_delayed_as_its_parent(api):
    match = api.match(private=True)
    fork = redeal(api, match, match.seats[0], at=match.version)
    api.problem(404, "not-found", "GET", fork.at)
    late = api.match(spectator_delay={"events": 6})
    api.trade(late)
    version = api.get(late.at, late.seats[0])["version"]
    known = api.get(late.at)["version"]
    assert known < version
    asked = {"json": {"at": version, "mode": "redeal"}}
    says = api.problem(422, "request.shape", "POST", f"{late.at}/forks", late.seats[0], **asked)
    assert f"up to event {known}" in says["detail"]
    fork = redeal(api, late, late.seats[0], at=known)
    assert api.get(fork.at)["version"] == first_event(api, fork)
    api.move(fork, Random(1))
    assert api.get(fork.at)["version"] == first_event(api, fork)


def test_a_redeal_of_a_sealed_fork_is_private(api):
    match = api.match()
    sealed = api.fork(match, match.version)
    fork = redeal(api, sealed, api.service, at=sealed.version)
    api.problem(404, "not-found", "GET", fork.at)


def test_the_knowledge_of_a_view_covers_its_hidden_cards_only(shared, running):
    mine = shared.get(f"{running.at}/knowledge", running.seats[1])
    hands = {zone["seat"]: zone for zone in mine["zones"] if zone["place"].endswith("/hand")}
    assert hands.keys() == {0, 2}
    assert {zone["hidden"] for zone in mine["zones"] if zone["place"] == "/draw_pile"} != set()
    assert all(
        0 <= one["least"] <= one["most"] <= zone["hidden"] for zone in mine["zones"] for one in zone["varieties"]
    )
    assert sum(mine["unseen"].values()) == sum(zone["hidden"] for zone in mine["zones"])
    public = shared.get(f"{running.at}/knowledge?at=20&lang=fr")
    assert (public["n"], public["zones"][0]["says"]) == (20, "dans la pioche")
    assert sum(public["unseen"].values()) > sum(mine["unseen"].values())
    shared.problem(403, "view.forbidden", "GET", f"{running.at}/knowledge?as=seat:0", running.seats[1])
    shared.problem(422, "request.shape", "GET", f"{running.at}/knowledge?at=9999")
    assert shared.get(f"{running.at}/knowledge?as=omniscient", shared.service)["zones"] == []
