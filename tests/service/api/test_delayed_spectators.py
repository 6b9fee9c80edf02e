"""Delayed spectators read a game as it was; an arbiter's look at hidden cards is public."""

from typing import Any

import pytest

LAG = 6


@pytest.fixture
def delayed(api: Any) -> Any:
    """A game in its second turn with a delay of six events, and a spectator's token."""
    match = api.match(spectator_delay={"events": LAG})
    api.trade(match)
    return match, api.token("spectator", match.game)


def assert_reads_end_at(api: Any, match: Any, token: str | None, late: int) -> None:
    """Check that every read ends at event `late` and returns the state of that time."""
    head = api.get(match.at, token)
    listed = next(one for one in api.get("/v1/games", token)["games"] if one["game"] == match.game)
    assert head == listed
    assert head["version"] == late
    whole = api.get(f"{match.at}/table?as=spectator&at={late}", api.service)
    assert api.get(f"{match.at}/table", token) == whole
    assert [seat["hand"] for seat in head["seats"]] == [seat["hand"] or 0 for seat in whole["seats"]]
    reply = api.get(f"{match.at}/events?limit=1000", token)
    assert (reply["version"], [event["n"] for event in reply["events"]]) == (late, list(range(1, late + 1)))
    assert api.get(f"{match.at}/timeline", token)["version"] == late
    assert all(marker["n"] <= late for marker in api.get(f"{match.at}/timeline", token)["markers"])
    assert len(api.get(f"{match.at}/sentences", token)["sentences"]) == late
    assert len(api.get(f"{match.at}/audit", token)["verdicts"]) <= late
    assert all(remark["n"] <= late for remark in api.get(f"{match.at}/annotations", token)["annotations"])
    assert f".{late}.spectator" in api.ask("GET", match.at, token).headers["ETag"]
    assert api.ask("GET", f"{match.at}/table", token).headers["ETag"] == f'"table.{late}.spectator"'
    tables = api.get(f"{match.at}/tables?limit=200&with=moves", token)
    assert (tables["version"], [table["n"] for table in tables["tables"]]) == (late, list(range(1, late + 1)))
    assert api.get(f"{match.at}/tables?after={late}", token)["tables"] == []
    lines = api.ask("GET", f"{match.at}/file", token).text.splitlines()
    assert len(lines) == late + 2
    assert f'"events":{late}' in lines[0]
    for path in ("table?at={}", "stream?after={}"):
        api.problem(422, "request.shape", "GET", f"{match.at}/{path.format(late + 1)}", token)
    api.problem(404, "not-found", "GET", f"{match.at}/events/{late + 1}", token)
    answer = api.ask("GET", f"{match.at}/stream?after=0", token, headers={"Accept": "application/x-ndjson"})
    frame = next(iter(answer.response)).decode()
    answer.close()
    assert frame.count("\n") == late


def test_a_delay_in_events_limits_every_read(api, delayed):
    match, spectator = delayed
    now = api.get(match.at, match.seats[0])["version"]
    late = api.get(match.at)["version"]
    assert late <= now - LAG
    api.post(f"{match.at}/annotations", match.seats[0], json={"n": now, "text": "What a trade!"})
    api.post(f"{match.at}/annotations", match.seats[0], json={"n": 1, "text": "Hello."})
    for token in (None, spectator, api.match().seats[0]):
        assert_reads_end_at(api, match, token, late)
    assert len(api.get(f"{match.at}/annotations")["annotations"]) == 1
    assert len(api.get(f"{match.at}/annotations", match.seats[1])["annotations"]) == 2
    api.problem(422, "request.shape", "POST", f"{match.at}/annotations", spectator, json={"n": now, "text": "!"})


def test_seats_organiser_and_service_are_not_delayed(api, delayed):
    match, _ = delayed
    versions = {api.get(match.at, token)["version"] for token in (*match.seats.values(), match.organiser)}
    assert versions == {api.get(match.at, api.service)["version"]}


def test_the_head_states_the_delay_to_delayed_clients(api, delayed):
    match, spectator = delayed
    for token in (None, spectator):
        assert any(api.get(match.at, token)["spectator_delay"].values())
    for token in (match.seats[0], match.organiser, api.service):
        assert "spectator_delay" not in api.get(match.at, token)
    assert "spectator_delay" not in api.get(api.match().at)


def test_a_delay_never_splits_a_batch(api, delayed):
    match, _ = delayed
    for _ in range(4):
        api.trade(match)
        late = api.get(match.at)["version"]
        assert api.get(f"{match.at}/table?at={late}", api.service)["settled"] is True


def test_a_delay_of_events_ends_with_the_game(api, delayed):
    match, spectator = delayed
    api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    now = api.get(match.at, match.seats[0])["version"]
    assert api.get(match.at, spectator)["version"] == now
    assert "omniscient" in api.get(match.at, spectator)["may"]["views"]


def test_a_delay_of_seconds_continues_after_the_end(api):
    match = api.match(spectator_delay={"seconds": 3600})
    api.trade(match)
    api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    assert_reads_end_at(api, match, None, 1)
    head = api.get(match.at)
    assert (head["status"], head["may"]["views"]) == ("open", ["spectator"])
    api.problem(403, "view.forbidden", "GET", f"{match.at}/table?as=omniscient")
    api.problem(403, "view.forbidden", "POST", f"{match.at}/forks", json={"at": 1})
    assert api.get(match.at, match.seats[0])["status"] == "voided"
    assert [one["game"] for one in api.get("/v1/games?status=open")["games"]] == [match.game]
    assert api.get("/v1/games?status=voided")["games"] == []


def test_forks_at_events_within_the_delay_are_not_listed(api):
    match = api.match(spectator_delay={"seconds": 3600})
    api.trade(match)
    api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    api.fork(match, 20, match.seats[0])
    assert api.get(f"{match.at}/forks") == {"forks": [], "whole": True}
    assert len(api.get(f"{match.at}/forks", match.seats[0])["forks"]) == 1


@pytest.mark.parametrize(
    "look", ["table?as=seat:1", "events?as=omniscient", "legal-commands?seat=1", "file?as=seat:2", "stream?as=seat:1"]
)
def test_an_arbiters_look_at_hidden_cards_leaves_a_public_annotation(api, look):
    match = api.match()
    made = api.post("/v1/tokens", match.organiser, json={"game": match.game, "kind": "arbiter", "reason": "a dispute"})
    arbiter = made["token"]
    assert [one["kind"] for one in api.get(f"{match.at}/annotations")["annotations"]] == ["arbiter"]
    assert api.ask("GET", f"{match.at}/table", arbiter).status_code == 200
    assert (
        len(api.get(f"{match.at}/annotations")["annotations"]) == 1
    )  # the spectators' view is no look at hidden cards
    for _ in range(2):
        answer = api.ask("GET", f"{match.at}/{look}", arbiter)
        if "stream" in look:
            next(iter(answer.response))
        answer.close()
    reply = api.get(f"{match.at}/annotations", match.seats[2])["annotations"]
    assert [one["kind"] for one in reply] == ["arbiter", "look"]
    assert reply[1]["by"] == "arbiter"
    assert "a dispute" in reply[0]["text"]
    assert arbiter not in str(reply)


def test_an_organiser_sees_no_hand(api):
    match = api.match()
    for view in ("omniscient", "seat:0"):
        api.problem(403, "view.forbidden", "GET", f"{match.at}/table?as={view}", match.organiser)
    assert api.get(match.at, match.organiser)["may"] == {"views": ["spectator"], "seat": None}


def test_a_fork_from_within_the_delay_shows_no_later_events(api: Any) -> None:
    root = api.match(spectator_delay={"events": 26})
    api.trade(root)
    at = api.get(root.at, root.seats[0])["version"]
    api.post(f"{root.at}/void", root.organiser, json={"reason": "enough"})
    fork = api.fork(root, at, root.seats[0])
    api.trade(fork)
    version, late = (api.get(fork.at, token)["version"] for token in (fork.seats[0], None))
    assert late < at < version
    for after in range(late, version + 2):
        assert api.get(f"{fork.at}/events?after={after}")["events"] == [], after
