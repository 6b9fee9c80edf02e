"""Tables of one duplicate deal: until the last has ended, an ended one reveals neither seed nor hidden cards."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from projections.summary import Summary
from service.lifecycle.deal_reveal_worker import DealRevealWorker, reveal_group
from tests.service.api.conftest import ApiClient, Match

REQUEST = {"edition": "duel", "players": 2, "options": {}, "level": "duplicate", "tables": 2}


def tables(api: ApiClient, **more: Any) -> tuple[Match, Match]:
    """Create two tables with one deal."""
    made = api.post("/v1/games", json={**REQUEST, **more})
    (other,) = made["beside"]
    return api.match_of(made), api.match_of({**other, "version": 1, "status": "running"})


def play_to_end(api: ApiClient, match: Match) -> Match:
    """Play a game to its end, and return it."""
    luck = Random(1)
    while api.move(match, luck):
        pass
    return match


def dealt_hands(api: ApiClient, match: Match) -> list[list[str]]:
    """Return the dealt hands, as only the service may see them."""
    events = api.get(f"{match.at}/events?as=omniscient&limit=12", api.service)["events"]
    return [one["event"]["cards"] for one in events if one["event"]["type"] == "cards_dealt.1"]


def leaks(api: ApiClient, match: Match) -> Iterator[str]:
    """Yield each way in which a client other than the service learns hidden facts of an ended table."""
    seed = api.context.store.seed(match.game)
    assert seed is not None
    for token in (None, match.organiser, *match.seats.values()):
        for path in (
            "events?limit=1000&",
            "table?",
            "file?",
            "audit?",
            "tables?",
            "timeline?",
            "sentences?",
            "bundle?",
        ):
            for view in ("omniscient", "seat:0", "seat:1"):
                own = token in match.seats.values() and view == f"seat:{[*match.seats.values()].index(token)}"
                answer = api.request("GET", f"{match.at}/{path}as={view}", token)
                if answer.status_code != 403 and not own:
                    yield f"{path} {view}: {answer.status_code}"
        text = api.request("GET", f"{match.at}/events?limit=1000", token).text
        if "deal_revealed" in text:
            yield f"the seed: {token}"
        if api.request("POST", f"{match.at}/forks", token, json={"at": 9}).status_code != 403:
            yield f"a fork: {token}"
        if "omniscient" in api.get(match.at, token)["may"]["views"]:
            yield f"the head: {token}"
    if "omniscient" in next(one for one in api.get("/v1/games")["games"] if one["game"] == match.game)["may"]["views"]:
        yield "the list"


def test_tables_of_one_deal_have_the_same_cards_and_list_each_other(shared):
    one, other = tables(shared)
    assert dealt_hands(shared, one) == dealt_hands(shared, other) != []
    token = shared.service
    grouped = [shared.get(f"{match.at}/events?limit=3", token)["events"][2]["event"] for match in (one, other)]
    assert grouped == [{"type": "game_grouped.1", "tables": [one.game, other.game]}] * 2
    committed = [shared.get(f"{match.at}/events?limit=1")["events"][0]["event"]["commitment"] for match in (one, other)]
    assert committed[0] != committed[1]


@pytest.mark.long
def test_an_ended_table_stays_hidden_until_the_last_table_has_ended(shared):
    one, other = tables(shared)
    play_to_end(shared, one)
    duty = DealRevealWorker(shared.context)
    duty.turn()
    head = shared.get(one.at, one.seats[0])
    assert (head["status"], len(head["scores"])) == ("finished", 2)
    for match in (one, other):
        for token in (None, match.organiser, other.seats[0] if match is one else one.seats[0]):
            head = shared.get(match.at, token)
            assert (head["version"], head["status"], head["scores"]) == (1, "open", None)
    assert list(leaks(shared, one)) == []
    audited = shared.get(f"{one.at}/audit", one.seats[0])
    assert "last game that opens with this one" in audited["deal"]["says"]
    assert (audited["verdict"], audited["record"]["verdict"]) == ("legal", "unfinished")
    again = {"json": {"reason": "once more"}}
    shared.problem(409, "game.ended", "POST", f"{one.at}/void", one.organiser, **again)

    shared.post(f"{other.at}/void", other.organiser, json={"reason": "the lights went out"})
    assert "deal_revealed" not in shared.request("GET", f"{other.at}/events?limit=1000", shared.service).text
    duty.turn()
    for match in (one, other):
        last = shared.get(f"{match.at}/events?limit=1000&as=omniscient")["events"][-2:]
        assert [line["event"]["type"] for line in last] == ["game_opened.1", "deal_revealed.1"]
        audited = shared.get(f"{match.at}/audit?as=omniscient")
        assert (audited["deal"]["verdict"], audited["first"]) == ("proved", None), audited
        assert audited["record"]["verdict"] == "whole"
    duty.turn()  # does nothing again


@pytest.mark.long
def test_control_a_leak_of_an_ended_table_is_detected(shared, monkeypatch):
    # Planted: a game counts as over although other tables of its deal still play.
    monkeypatch.setattr(Summary, "over", property(lambda self: self.imported or self.result is not None))
    one, _ = tables(shared)
    found = list(leaks(shared, play_to_end(shared, one)))
    assert {"the list", "table? omniscient: 200"} <= set(found), found


def test_the_worker_reveals_deals_that_were_left_hidden(shared):
    one, other = tables(shared)
    for match in (one, other):
        shared.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    DealRevealWorker(shared.context).turn()
    assert shared.get(one.at)["may"]["views"][-1] == shared.get(other.at)["may"]["views"][-1] == "omniscient"
    reveal_group(shared.context, (one.game, other.game))
    assert shared.request("GET", f"{one.at}/events?as=omniscient").text.count("deal_revealed") == 1


@pytest.mark.parametrize("wish", [{"level": "simple"}, {"level": "tournament"}, {"tables": 17}, {"tables": 0}])
def test_only_a_duplicate_deal_may_have_several_tables(shared, wish):
    shared.problem(422, "request.shape", "POST", "/v1/games", json={**REQUEST, **wish})


@pytest.mark.long
def test_one_table_in_duplicate_is_revealed_with_its_end(shared):
    match = play_to_end(shared, shared.match(**{**REQUEST, "tables": 1}))
    assert shared.get(f"{match.at}/events?limit=1000&as=omniscient")["events"][-1]["event"]["type"] == "deal_revealed.1"


def test_a_repeated_request_returns_the_same_tables_with_new_tokens(shared):
    key = {"headers": {"Idempotency-Key": "two-tables-one-deal-0123456789abcdef"}}
    once, again = (shared.post("/v1/games", json=REQUEST, **key) for _ in range(2))
    assert [once["game"], *(one["game"] for one in once["beside"])] == [
        again["game"],
        *(one["game"] for one in again["beside"]),
    ]
    assert once["beside"][0]["organiser_token"] != again["beside"][0]["organiser_token"]
