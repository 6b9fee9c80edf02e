"""The possible acts in proceedings, for each caller, and the possible claims."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.service.api.conftest import ApiClient, Match, open_api
from tests.service.disputes.disputed_games import CLAIM, RULING, act, arbiter, claimed, play_to_end, refused, table

APPEAL = {"type": "AppealRuling", "dispute": 1, "text": "It was the front card."}
STATE = {"type": "MakeStatement", "dispute": 1, "text": "I saw it too."}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    with open_api(tmp_path_factory.mktemp("acts") / "store") as api:
        yield api


def asked(api: ApiClient, match: Match, who: str) -> dict[str, Any]:
    """Return the possible acts of a token."""
    found: dict[str, Any] = api.get(f"{match.at}/acts", who)
    return found


def codes(api: ApiClient, match: Match, who: str) -> dict[str, str | None]:
    """Return the acts on the first dispute, and on none, each with the code of its refusal."""
    acts = asked(api, match, who)["acts"]
    return {one["type"]: one["refused"] and one["refused"]["code"] for one in acts if one["dispute"] in (None, 1)}


def test_possible_claims_are_those_that_are_accepted(api: ApiClient) -> None:
    match = table(api)
    seen = asked(api, match, match.seats[0])
    version = api.get(match.at)["version"]
    assert seen["event"] == version
    since = {one["article"]: one["since"] for one in seen["claims"]}
    assert {one["term"] for one in seen["claims"]} == {"next_turn", "confirmed"}, (
        "after a planting the deal cannot be disputed"
    )
    assert since["TR-5"] == 1 < since["TR-1"]
    refused(api, match, match.seats[0], "dispute.too_late", **{**CLAIM, "event": since["TR-1"] - 1})
    refused(api, match, match.seats[0], "dispute.too_late", **{**CLAIM, "article": "TR-10", "event": version})
    act(api, match, match.seats[0], **{**CLAIM, "event": since["TR-1"]})
    act(api, match, match.seats[0], **{**CLAIM, "article": "TR-5", "event": 1})
    assert asked(api, match, match.seats[1])["disputed"] == [
        {"event": since["TR-1"], "dispute": 1},
        {"event": 1, "dispute": 2},
    ]


def test_a_confirmed_result_leaves_no_possible_claim(api: ApiClient) -> None:
    match = table(api, options={"start_player": "seat_0", "exhaustions_to_end": 1})
    play_to_end(api, match.game)
    untils = {one["until"] for one in asked(api, match, match.seats[0])["claims"]}
    assert len(untils) == 1, "a finished game has a known deadline"
    assert None not in untils
    for seat in (0, 1, 2):
        assert codes(api, match, match.seats[seat])["ConfirmResult"] is None
        act(api, match, match.seats[seat], type="ConfirmResult")
    assert asked(api, match, match.seats[0])["claims"] == []
    assert codes(api, match, match.seats[0])["ConfirmResult"] == "confirm.twice"


def test_each_caller_sees_its_own_acts_with_the_reason_of_a_refusal(api: ApiClient) -> None:
    match = table(api)
    claimed(api, match)
    judge, own = arbiter(api, match), arbiter(api, match, "p-Ana")
    assert codes(api, match, match.seats[1]) == {
        "MakeStatement": None,
        "PinEvidence": None,
        "AppealRuling": "appeal.no_ruling",
        "WithdrawDispute": None,
        "PlayOn": None,
        "CallArbiter": None,
        "ConfirmResult": "confirm.running",
    }
    assert "WithdrawDispute" not in codes(api, match, match.seats[0])
    assert codes(api, match, judge) == {
        "PinEvidence": None,
        "FindFacts": None,
        "RuleDispute": None,
        "ReopenDispute": "dispute.open",
    }
    assert set(codes(api, match, own).values()) == {"arbiter.own_game"}, "an arbiter who plays here gets the reason"
    assert codes(api, match, match.organiser) == {}
    act(api, match, judge, **RULING)
    assert codes(api, match, judge)["RuleDispute"] == "dispute.closed"
    assert codes(api, match, match.seats[0])["AppealRuling"] is None
    act(api, match, match.seats[0], **APPEAL)
    assert codes(api, match, judge)["RuleDispute"] == "ruling.committee", (
        "the arbiter of the ruling does not rule on the appeal"
    )
    others = [arbiter(api, match, f"p-{name}") for name in "xyz"]
    assert "JoinRuling" not in codes(api, match, others[0])
    act(api, match, others[0], **RULING, committee=["p-y", "p-z"])
    assert [codes(api, match, one)["JoinRuling"] for one in (*others[:2], judge)] == [
        "join.twice",
        None,
        "join.not_member",
    ]
    assert codes(api, match, arbiter(api, match, "p-w"))["RuleDispute"] == "join.not_member"


def test_an_appeal_waits_for_three_arbiters(api: ApiClient) -> None:
    match = table(api)
    claimed(api, match)
    first, second = arbiter(api, match), arbiter(api, match, "p-x")
    act(api, match, first, **RULING)
    act(api, match, match.seats[0], **APPEAL)
    assert codes(api, match, second)["RuleDispute"] == "ruling.few"
    for name in "yz":
        arbiter(api, match, f"p-{name}")
    assert codes(api, match, second)["RuleDispute"] is None


def test_a_seat_that_joined_a_claim_can_claim_after_its_withdrawal(api: ApiClient) -> None:
    match, luck = table(api), Random(7)
    claimed(api, match)
    event = api.get(f"{match.at}/disputes")["disputes"][0]["event"]
    claim = {**CLAIM, "event": event}
    says = api.problem(409, "dispute.claimed", "POST", f"{match.at}/disputes", match.seats[0], json=claim)["detail"]
    assert "statement on dispute 1" in says
    refused(api, match, match.seats[1], "dispute.twice", **claim)
    act(api, match, match.seats[0], **STATE)
    turn = api.get(match.at)["turn"]["number"]
    while api.get(match.at)["turn"]["number"] == turn:
        api.move(match, luck)
    act(api, match, match.seats[1], type="WithdrawDispute", dispute=1)
    refused(api, match, match.seats[2], "dispute.too_late", **claim)
    assert len(act(api, match, match.seats[0], **claim)["disputes"]) == 2, "the statement was made in time"


def test_only_a_seat_claims_and_only_an_outside_arbiter_rules(api: ApiClient) -> None:
    match = table(api)
    at, claim = f"{match.at}/disputes", {**CLAIM, "event": api.get(match.at)["version"]}
    for who in (match.organiser, arbiter(api, match)):
        says = api.problem(403, "party.no_seat", "POST", at, who, json=claim)["detail"]
        assert "from their own link" in says
    api.problem(422, "request.shape", "POST", at, match.seats[0], json={**claim, "seat": 2})
    claimed(api, match)
    assert (
        "who does not play here"
        in api.problem(403, "party.no_arbiter", "POST", at, match.seats[0], json=RULING)["detail"]
    )
    sits = arbiter(api, match, "p-Bo")
    assert "who does not play here" in api.problem(409, "arbiter.own_game", "POST", at, sits, json=RULING)["detail"]
    (dispute,) = api.get(at)["disputes"]
    assert (dispute["state"], len(dispute["filed"])) == ("open", 1)
