"""Spectators who lag behind know a game as it was; an arbiter's look at hidden cards is told to everybody."""

from typing import Any

import pytest

LAG = 6


@pytest.fixture
def delayed(house: Any) -> Any:
    """A game in its second turn whose spectators lag behind by six events, and a spectator's token."""
    match = house.match(spectator_delay={"events": LAG})
    house.trade(match)
    return match, house.token("spectator", match.game)


def assert_all_as_of(house: Any, match: Any, token: str | None, late: int) -> None:
    """Every reading ends at this event, and is what it was then."""
    head = house.get(match.at, token)
    listed = next(one for one in house.get("/v1/games", token)["games"] if one["game"] == match.game)
    assert head == listed
    assert head["version"] == late
    whole = house.get(f"{match.at}/table?as=spectator&at={late}", house.service)
    assert house.get(f"{match.at}/table", token) == whole
    assert [seat["hand"] for seat in head["seats"]] == [seat["hand"] or 0 for seat in whole["seats"]]
    reply = house.get(f"{match.at}/events?limit=1000", token)
    assert (reply["version"], [event["n"] for event in reply["events"]]) == (late, list(range(1, late + 1)))
    assert house.get(f"{match.at}/timeline", token)["version"] == late
    assert all(marker["n"] <= late for marker in house.get(f"{match.at}/timeline", token)["markers"])
    assert len(house.get(f"{match.at}/sentences", token)["sentences"]) == late
    assert len(house.get(f"{match.at}/audit", token)["verdicts"]) <= late
    assert all(remark["n"] <= late for remark in house.get(f"{match.at}/annotations", token)["annotations"])
    assert f".{late}.spectator" in house.ask("GET", match.at, token).headers["ETag"]
    assert house.ask("GET", f"{match.at}/table", token).headers["ETag"] == f'"table.{late}.spectator"'
    tables = house.get(f"{match.at}/tables?limit=200&with=moves", token)
    assert (tables["version"], [table["n"] for table in tables["tables"]]) == (late, list(range(1, late + 1)))
    assert house.get(f"{match.at}/tables?after={late}", token)["tables"] == []
    lines = house.ask("GET", f"{match.at}/file", token).text.splitlines()
    assert len(lines) == late + 2
    assert f'"events":{late}' in lines[0]
    for path in ("table?at={}", "stream?after={}"):
        house.problem(422, "request.shape", "GET", f"{match.at}/{path.format(late + 1)}", token)
    house.problem(404, "not-found", "GET", f"{match.at}/events/{late + 1}", token)
    answer = house.ask("GET", f"{match.at}/stream?after=0", token, headers={"Accept": "application/x-ndjson"})
    frame = next(iter(answer.response)).decode()
    answer.close()
    assert frame.count("\n") == late


def test_spectators_lag_behind_by_events(house, delayed):
    match, spectator = delayed
    now = house.get(match.at, match.seats[0])["version"]
    late = house.get(match.at)["version"]
    assert late <= now - LAG
    house.post(f"{match.at}/annotations", match.seats[0], json={"n": now, "text": "What a trade!"})
    house.post(f"{match.at}/annotations", match.seats[0], json={"n": 1, "text": "Hello."})
    for token in (None, spectator, house.match().seats[0]):
        assert_all_as_of(house, match, token, late)
    assert len(house.get(f"{match.at}/annotations")["annotations"]) == 1
    assert len(house.get(f"{match.at}/annotations", match.seats[1])["annotations"]) == 2
    house.problem(422, "request.shape", "POST", f"{match.at}/annotations", spectator, json={"n": now, "text": "!"})


def test_those_who_sit_there_do_not_lag_behind(house, delayed):
    match, _ = delayed
    versions = {house.get(match.at, token)["version"] for token in (*match.seats.values(), match.organiser)}
    assert versions == {house.get(match.at, house.service)["version"]}


def test_the_head_tells_whom_it_concerns_how_far_they_lag_behind(house, delayed):
    match, spectator = delayed
    for token in (None, spectator):
        assert any(house.get(match.at, token)["spectator_delay"].values())
    for token in (match.seats[0], match.organiser, house.service):
        assert "spectator_delay" not in house.get(match.at, token)
    assert "spectator_delay" not in house.get(house.match().at)


def test_no_batch_is_seen_in_half(house, delayed):
    match, _ = delayed
    for _ in range(4):
        house.trade(match)
        late = house.get(match.at)["version"]
        assert house.get(f"{match.at}/table?at={late}", house.service)["settled"] is True


def test_a_delay_of_events_ends_with_the_game(house, delayed):
    match, spectator = delayed
    house.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    now = house.get(match.at, match.seats[0])["version"]
    assert house.get(match.at, spectator)["version"] == now
    assert "omniscient" in house.get(match.at, spectator)["may"]["views"]


def test_a_delay_of_seconds_goes_on_after_the_end(house):
    match = house.match(spectator_delay={"seconds": 3600})
    house.trade(match)
    house.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    assert_all_as_of(house, match, None, 1)
    head = house.get(match.at)
    assert (head["status"], head["may"]["views"]) == ("open", ["spectator"])
    house.problem(403, "view.forbidden", "GET", f"{match.at}/table?as=omniscient")
    house.problem(403, "view.forbidden", "POST", f"{match.at}/forks", json={"at": 1})
    assert house.get(match.at, match.seats[0])["status"] == "voided"
    assert [one["game"] for one in house.get("/v1/games?status=open")["games"]] == [match.game]
    assert house.get("/v1/games?status=voided")["games"] == []


def test_forks_at_events_that_are_not_known_yet_are_not_listed(house):
    match = house.match(spectator_delay={"seconds": 3600})
    house.trade(match)
    house.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    house.fork(match, 20, match.seats[0])
    assert house.get(f"{match.at}/forks") == {"forks": [], "whole": True}
    assert len(house.get(f"{match.at}/forks", match.seats[0])["forks"]) == 1


@pytest.mark.parametrize(
    "look", ["table?as=seat:1", "events?as=omniscient", "legal-commands?seat=1", "file?as=seat:2", "stream?as=seat:1"]
)
def test_an_arbiters_look_leaves_a_trace_for_everybody(house, look):
    match = house.match()
    made = house.post(
        "/v1/tokens", match.organiser, json={"game": match.game, "kind": "arbiter", "reason": "a dispute"}
    )
    arbiter = made["token"]
    assert [one["kind"] for one in house.get(f"{match.at}/annotations")["annotations"]] == ["arbiter"]
    assert house.ask("GET", f"{match.at}/table", arbiter).status_code == 200
    assert len(house.get(f"{match.at}/annotations")["annotations"]) == 1  # as spectators see it, nothing was looked at
    for _ in range(2):
        answer = house.ask("GET", f"{match.at}/{look}", arbiter)
        if "stream" in look:
            next(iter(answer.response))
        answer.close()
    reply = house.get(f"{match.at}/annotations", match.seats[2])["annotations"]
    assert [one["kind"] for one in reply] == ["arbiter", "look"]
    assert reply[1]["by"] == "arbiter"
    assert "a dispute" in reply[0]["text"]
    assert arbiter not in str(reply)


def test_an_organiser_sees_no_hand(house):
    match = house.match()
    for view in ("omniscient", "seat:0"):
        house.problem(403, "view.forbidden", "GET", f"{match.at}/table?as={view}", match.organiser)
    assert house.get(match.at, match.organiser)["may"] == {"views": ["spectator"], "seat": None}


def test_nothing_after_what_they_may_know_is_told_of_a_fork_that_began_later(house: Any) -> None:
    root = house.match(spectator_delay={"events": 26})
    house.trade(root)
    at = house.get(root.at, root.seats[0])["version"]
    house.post(f"{root.at}/void", root.organiser, json={"reason": "enough"})
    fork = house.fork(root, at, root.seats[0])
    house.trade(fork)
    version, late = (house.get(fork.at, token)["version"] for token in (fork.seats[0], None))
    assert late < at < version
    for after in range(late, version + 2):
        assert house.get(f"{fork.at}/events?after={after}")["events"] == [], after
