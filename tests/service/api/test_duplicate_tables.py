"""Several tables with one deal: until the last has ended, an ended one tells its seed and hidden cards to nobody."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from projections.summary import Summary
from service.lifecycle.deal_reveal_worker import DealRevealWorker, open_group
from tests.service.api.conftest import ApiClient, Match

WISH = {"edition": "duel", "players": 2, "options": {}, "level": "duplicate", "tables": 2}


def tables(api: ApiClient, **more: Any) -> tuple[Match, Match]:
    """Two tables with one deal."""
    made = api.post("/v1/games", json={**WISH, **more})
    (other,) = made["beside"]
    return api.match_of(made), api.match_of({**other, "version": 1, "status": "running"})


def played(api: ApiClient, match: Match) -> Match:
    """The same, played to its end."""
    luck = Random(1)
    while api.move(match, luck):
        pass
    return match


def hands(api: ApiClient, match: Match) -> list[list[str]]:
    """What was dealt there, as only the service may see it."""
    events = api.get(f"{match.at}/events?as=omniscient&limit=12", api.service)["events"]
    return [one["event"]["cards"] for one in events if one["event"]["type"] == "cards_dealt.1"]


def leaks(api: ApiClient, match: Match) -> Iterator[str]:
    """Every way in which somebody other than the service learns what is hidden at a table that has ended."""
    seed = api.context.store.seed(match.game)
    assert seed is not None
    for who in (None, match.organiser, *match.seats.values()):
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
                own = who in match.seats.values() and view == f"seat:{[*match.seats.values()].index(who)}"
                answer = api.ask("GET", f"{match.at}/{path}as={view}", who)
                if answer.status_code != 403 and not own:
                    yield f"{path} {view}: {answer.status_code}"
        text = api.ask("GET", f"{match.at}/events?limit=1000", who).text
        if "deal_revealed" in text:
            yield f"the seed: {who}"
        if api.ask("POST", f"{match.at}/forks", who, json={"at": 9}).status_code != 403:
            yield f"a fork: {who}"
        if "omniscient" in api.get(match.at, who)["may"]["views"]:
            yield f"the head: {who}"
    if "omniscient" in next(one for one in api.get("/v1/games")["games"] if one["game"] == match.game)["may"]["views"]:
        yield "the list"


def test_tables_of_one_deal_have_the_same_cards_and_list_each_other(shared):
    one, other = tables(shared)
    assert hands(shared, one) == hands(shared, other) != []
    who = shared.service
    grouped = [shared.get(f"{match.at}/events?limit=3", who)["events"][2]["event"] for match in (one, other)]
    assert grouped == [{"type": "game_grouped.1", "tables": [one.game, other.game]}] * 2
    committed = [shared.get(f"{match.at}/events?limit=1")["events"][0]["event"]["commitment"] for match in (one, other)]
    assert committed[0] != committed[1]


@pytest.mark.long
def test_an_ended_table_stays_hidden_until_the_last_table_has_ended(shared):
    one, other = tables(shared)
    played(shared, one)
    duty = DealRevealWorker(shared.context)
    duty.turn()
    head = shared.get(one.at, one.seats[0])
    assert (head["status"], len(head["scores"])) == ("finished", 2)
    for match in (one, other):
        for who in (None, match.organiser, other.seats[0] if match is one else one.seats[0]):
            head = shared.get(match.at, who)
            assert (head["version"], head["status"], head["scores"]) == (1, "open", None)
    assert list(leaks(shared, one)) == []
    audited = shared.get(f"{one.at}/audit", one.seats[0])
    assert "last game that opens with this one" in audited["deal"]["says"]
    assert (audited["verdict"], audited["record"]["verdict"]) == ("legal", "unfinished")
    again = {"json": {"reason": "once more"}}
    shared.problem(409, "game.ended", "POST", f"{one.at}/void", one.organiser, **again)

    shared.post(f"{other.at}/void", other.organiser, json={"reason": "the lights went out"})
    assert "deal_revealed" not in shared.ask("GET", f"{other.at}/events?limit=1000", shared.service).text
    duty.turn()
    for match in (one, other):
        last = shared.get(f"{match.at}/events?limit=1000&as=omniscient")["events"][-2:]
        assert [line["event"]["type"] for line in last] == ["game_opened.1", "deal_revealed.1"]
        audited = shared.get(f"{match.at}/audit?as=omniscient")
        assert (audited["deal"]["verdict"], audited["first"]) == ("proved", None), audited
        assert audited["record"]["verdict"] == "whole"
    duty.turn()  # once


@pytest.mark.long
def test_control_a_leak_of_an_ended_table_is_detected(shared, monkeypatch):
    # The fault: that a game is over says nothing of the others.
    monkeypatch.setattr(Summary, "over", property(lambda self: self.imported or self.result is not None))
    one, _ = tables(shared)
    found = list(leaks(shared, played(shared, one)))
    assert {"the list", "table? omniscient: 200"} <= set(found), found


def test_the_worker_reveals_deals_that_were_left_hidden(shared):
    one, other = tables(shared)
    for match in (one, other):
        shared.post(f"{match.at}/void", match.organiser, json={"reason": "nobody came"})
    DealRevealWorker(shared.context).turn()
    assert shared.get(one.at)["may"]["views"][-1] == shared.get(other.at)["may"]["views"][-1] == "omniscient"
    open_group(shared.context, (one.game, other.game))
    assert shared.ask("GET", f"{one.at}/events?as=omniscient").text.count("deal_revealed") == 1


@pytest.mark.parametrize("wish", [{"level": "simple"}, {"level": "tournament"}, {"tables": 17}, {"tables": 0}])
def test_only_a_duplicate_deal_may_have_several_tables(shared, wish):
    shared.problem(422, "request.shape", "POST", "/v1/games", json={**WISH, **wish})


@pytest.mark.long
def test_one_table_in_duplicate_is_revealed_with_its_end(shared):
    match = played(shared, shared.match(**{**WISH, "tables": 1}))
    assert shared.get(f"{match.at}/events?limit=1000&as=omniscient")["events"][-1]["event"]["type"] == "deal_revealed.1"


def test_a_repeated_request_returns_the_same_tables_with_new_tokens(shared):
    key = {"headers": {"Idempotency-Key": "two-tables-one-deal-0123456789abcdef"}}
    once, again = (shared.post("/v1/games", json=WISH, **key) for _ in range(2))
    assert [once["game"], *(one["game"] for one in once["beside"])] == [
        again["game"],
        *(one["game"] for one in again["beside"]),
    ]
    assert once["beside"][0]["organiser_token"] != again["beside"][0]["organiser_token"]
