"""Delayed spectators read a game as it was; an arbiter's look at hidden cards is public."""

from typing import Any

import pytest

LAG = 6


@pytest.fixture
def delayed(shared: Any) -> Any:
    """A game in its second turn with a delay of six events, and a spectator's token."""
    match = shared.match(spectator_delay={"events": LAG})
    shared.trade(match)
    return match, shared.token("spectator", match.game)


def assert_reads_end_at(shared: Any, match: Any, token: str | None, late: int) -> None:
    """Check that every read ends at event `late` and returns the state of that time."""
    head = shared.get(match.at, token)
    listed = next(one for one in shared.get("/v1/games", token)["games"] if one["game"] == match.game)
    assert head == listed
    assert head["version"] == late
    whole = shared.get(f"{match.at}/table?as=spectator&at={late}", shared.service)
    assert shared.get(f"{match.at}/table", token) == whole
    assert [seat["hand"] for seat in head["seats"]] == [seat["hand"] or 0 for seat in whole["seats"]]
    reply = shared.get(f"{match.at}/events?limit=1000", token)
    assert (reply["version"], [event["n"] for event in reply["events"]]) == (late, list(range(1, late + 1)))
    assert shared.get(f"{match.at}/timeline", token)["version"] == late
    assert all(marker["n"] <= late for marker in shared.get(f"{match.at}/timeline", token)["markers"])
    assert len(shared.get(f"{match.at}/sentences", token)["sentences"]) == late
    assert len(shared.get(f"{match.at}/audit", token)["verdicts"]) <= late
    assert all(remark["n"] <= late for remark in shared.get(f"{match.at}/annotations", token)["annotations"])
    assert f".{late}.spectator" in shared.request("GET", match.at, token).headers["ETag"]
    assert shared.request("GET", f"{match.at}/table", token).headers["ETag"] == f'"table.{late}.spectator"'
    tables = shared.get(f"{match.at}/tables?limit=200&with=moves", token)
    assert (tables["version"], [table["n"] for table in tables["tables"]]) == (late, list(range(1, late + 1)))
    assert shared.get(f"{match.at}/tables?after={late}", token)["tables"] == []
    lines = shared.request("GET", f"{match.at}/file", token).text.splitlines()
    assert len(lines) == late + 2
    assert f'"events":{late}' in lines[0]
    for path in ("table?at={}", "stream?after={}"):
        shared.problem(422, "request.shape", "GET", f"{match.at}/{path.format(late + 1)}", token)
    shared.problem(404, "not-found", "GET", f"{match.at}/events/{late + 1}", token)
    answer = shared.request("GET", f"{match.at}/stream?after=0", token, headers={"Accept": "application/x-ndjson"})
    frame = next(iter(answer.response)).decode()
    answer.close()
    assert frame.count("\n") == late


def test_a_delay_in_events_limits_every_read(shared, delayed):
    match, spectator = delayed
    now = shared.get(match.at, match.seats[0])["version"]
    late = shared.get(match.at)["version"]
    assert late <= now - LAG
    shared.post(f"{match.at}/annotations", match.seats[0], json={"n": now, "text": "What a trade!"})
    shared.post(f"{match.at}/annotations", match.seats[0], json={"n": 1, "text": "Hello."})
    for token in (None, spectator, shared.match().seats[0]):
        assert_reads_end_at(shared, match, token, late)
    assert len(shared.get(f"{match.at}/annotations")["annotations"]) == 1
    assert len(shared.get(f"{match.at}/annotations", match.seats[1])["annotations"]) == 2
    shared.problem(422, "request.shape", "POST", f"{match.at}/annotations", spectator, json={"n": now, "text": "!"})


def test_seats_organiser_and_service_are_not_delayed(shared, delayed):
    match, _ = delayed
    versions = {shared.get(match.at, token)["version"] for token in (*match.seats.values(), match.organiser)}
    assert versions == {shared.get(match.at, shared.service)["version"]}


def test_the_head_states_the_delay_to_delayed_clients(shared, delayed):
    match, spectator = delayed
    for token in (None, spectator):
        assert any(shared.get(match.at, token)["spectator_delay"].values())
    for token in (match.seats[0], match.organiser, shared.service):
        assert "spectator_delay" not in shared.get(match.at, token)
    assert "spectator_delay" not in shared.get(shared.match().at)


def test_a_delay_never_splits_a_batch(shared, delayed):
    match, _ = delayed
    for _ in range(4):
        shared.trade(match)
        late = shared.get(match.at)["version"]
        assert shared.get(f"{match.at}/table?at={late}", shared.service)["settled"] is True


def test_a_delay_of_events_ends_with_the_game(shared, delayed):
    match, spectator = delayed
    shared.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    now = shared.get(match.at, match.seats[0])["version"]
    assert shared.get(match.at, spectator)["version"] == now
    assert "omniscient" in shared.get(match.at, spectator)["may"]["views"]


def test_a_delay_of_seconds_continues_after_the_end(shared):
    match = shared.match(spectator_delay={"seconds": 3600})
    shared.trade(match)
    shared.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    assert_reads_end_at(shared, match, None, 1)
    head = shared.get(match.at)
    assert (head["status"], head["may"]["views"]) == ("open", ["spectator"])
    shared.problem(403, "view.forbidden", "GET", f"{match.at}/table?as=omniscient")
    shared.problem(403, "view.forbidden", "POST", f"{match.at}/forks", json={"at": 1})
    assert shared.get(match.at, match.seats[0])["status"] == "voided"
    listed = {one: shared.get(f"/v1/games?limit=200&status={one}")["games"] for one in ("open", "voided")}
    assert [match.game in {head["game"] for head in listed[one]} for one in listed] == [True, False]


def test_forks_at_events_within_the_delay_are_not_listed(shared):
    match = shared.match(spectator_delay={"seconds": 3600})
    shared.trade(match)
    shared.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    shared.fork(match, 20, match.seats[0])
    assert shared.get(f"{match.at}/forks") == {"forks": [], "whole": True}
    assert len(shared.get(f"{match.at}/forks", match.seats[0])["forks"]) == 1


@pytest.mark.parametrize(
    "look", ["table?as=seat:1", "events?as=omniscient", "legal-commands?seat=1", "file?as=seat:2", "stream?as=seat:1"]
)
def test_an_arbiters_look_at_hidden_cards_leaves_a_public_annotation(shared, look):
    match = shared.match()
    made = shared.post(
        "/v1/tokens", match.organiser, json={"game": match.game, "kind": "arbiter", "reason": "a dispute"}
    )
    arbiter = made["token"]
    assert [one["kind"] for one in shared.get(f"{match.at}/annotations")["annotations"]] == ["arbiter"]
    assert shared.request("GET", f"{match.at}/table", arbiter).status_code == 200
    assert (
        len(shared.get(f"{match.at}/annotations")["annotations"]) == 1
    )  # the spectators' view is no look at hidden cards
    for _ in range(2):
        answer = shared.request("GET", f"{match.at}/{look}", arbiter)
        if "stream" in look:
            next(iter(answer.response))
        answer.close()
    reply = shared.get(f"{match.at}/annotations", match.seats[2])["annotations"]
    assert [one["kind"] for one in reply] == ["arbiter", "look"]
    assert reply[1]["by"] == "arbiter"
    assert "a dispute" in reply[0]["text"]
    assert arbiter not in str(reply)


def test_an_organiser_sees_no_hand(shared):
    match = shared.match()
    for view in ("omniscient", "seat:0"):
        shared.problem(403, "view.forbidden", "GET", f"{match.at}/table?as={view}", match.organiser)
    assert shared.get(match.at, match.organiser)["may"] == {"views": ["spectator"], "seat": None}


def test_a_fork_from_within_the_delay_shows_no_later_events(shared: Any) -> None:
    root = shared.match(spectator_delay={"events": 26})
    shared.trade(root)
    at = shared.get(root.at, root.seats[0])["version"]
    shared.post(f"{root.at}/void", root.organiser, json={"reason": "enough"})
    fork = shared.fork(root, at, root.seats[0])
    shared.trade(fork)
    version, late = (shared.get(fork.at, token)["version"] for token in (fork.seats[0], None))
    assert late < at < version
    for after in range(late, version + 2):
        assert shared.get(f"{fork.at}/events?after={after}")["events"] == [], after
