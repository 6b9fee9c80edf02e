"""Replays by order of a ruling: same hands, new pile, and no reveal before all games of the group are over."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from replay.proofs import verify_bundle as alone
from replay.proofs.bundle_verifier import verify_bundle
from service.lifecycle.deal_reveal_worker import DealRevealWorker
from tests.service.api.conftest import ApiClient, Match, open_api
from tests.service.disputes.disputed_games import CLAIM, RULING, act, arbiter, play_to_end, refused, table


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    with open_api(tmp_path_factory.mktemp("ordered") / "store") as api:
        yield api


def disputed(api: ApiClient, **wish: Any) -> tuple[Match, str, int]:
    """Create a game with a dispute on its last event; return it, an arbiter, and the event to go back to."""
    match = table(api, **wish)
    event = api.get(match.at, match.seats[1])["version"]
    act(api, match, match.seats[1], **CLAIM, event=event)
    return match, arbiter(api, match), event - 8


def rewound(api: ApiClient, match: Match, judge: str, back_to: int, **more: Any) -> None:
    """Rule that the game is played again."""
    rewind = {"remedy": "rewind", "back_to": back_to, "penalty": "none", "against": None}
    act(api, match, judge, **{**RULING, **rewind, **more})


def again(api: ApiClient, match: Match, judge: str, at: int, mode: str = "redeal", **more: Any) -> Match:
    """Fork the game by order of the ruling."""
    return api.match_of(api.post(f"{match.at}/forks", judge, json={"at": at, "mode": mode, "dispute": 1, **more}))


def hands(api: ApiClient, match: Match, n: int = 0) -> list[list[str]]:
    """Return each hand as its seat sees it, after event n or now."""
    at = f"&at={n}" if n else ""
    tables = [api.get(f"{match.at}/table?as=seat:{k}{at}", match.seats[k]) for k in sorted(match.seats)]
    return [seen["seats"][k]["hand"] for k, seen in enumerate(tables)]


def settled(api: ApiClient, match: Match) -> list[int]:
    """Return the events after which a command followed."""
    events = api.get(f"{match.at}/events", match.seats[0])["events"]
    return [one["n"] - 1 for one in events if "cause" in one][1:]


def pile(api: ApiClient, match: Match, n: int) -> list[str]:
    """Return the draw pile after event n of a revealed game."""
    lying: list[str] = api.get(f"{match.at}/table?as=omniscient&at={n}")["draw_pile"]
    return lying


def played_out(api: ApiClient, match: Match) -> None:
    """Play a game to its end, and reveal what is due."""
    play_to_end(api, match.game)
    DealRevealWorker(api.context).turn()


def assert_hidden(api: ApiClient, match: Match) -> None:
    """Require that hands are hidden and the deal is not revealed."""
    api.problem(403, "view.forbidden", "GET", f"{match.at}/table?as=omniscient")
    api.problem(403, "view.forbidden", "GET", f"{match.at}/table?as=seat:1", match.seats[0])
    assert "deal_revealed" not in api.request("GET", f"{match.at}/file").text


def test_an_ordered_fork_has_the_same_hands_and_another_pile(api: ApiClient) -> None:
    match, judge, back_to = disputed(api, options={"start_player": "seat_0", "exhaustions_to_end": 1})
    rewound(api, match, judge, back_to)
    api.post(f"{match.at}/pause", judge)  # no seat plays on meanwhile
    fork = again(api, match, judge, back_to)
    assert api.get(match.at)["status"] == "voided"
    assert api.get(f"{match.at}/disputes/1")["fork"] == fork.game
    begun = api.get(fork.at)["forked_from"]["at"]
    assert hands(api, fork, begun) == hands(api, match, begun) == hands(api, fork)
    assert [one["name"] for one in api.get(fork.at)["seats"]] == ["Ana", "Bo", "Cy"]
    batch = api.get(f"{fork.at}/events?after={begun}")["events"]
    assert [one["event"]["type"] for one in batch] == ["game_forked.1", "game_grouped.1", "pile_shuffled.1"]
    assert set(batch[-1]["event"]["order"]) == {"face_down"}
    assert_hidden(api, match)
    assert_hidden(api, fork)
    played_out(api, fork)
    before, after = pile(api, match, begun), pile(api, fork, begun + 3)
    assert sorted(before) == sorted(after)
    assert before != after
    for one in (match, fork):
        audit = api.get(f"{one.at}/audit?as=omniscient")
        assert (audit["rules"]["verdict"], audit["deal"]["verdict"]) == ("legal", "proved"), audit["deal"]


@pytest.mark.long
def test_the_bundle_of_an_ordered_fork_proves_the_ruling(api: ApiClient, tmp_path: Path) -> None:
    match, judge, back_to = disputed(api, options={"start_player": "seat_0", "exhaustions_to_end": 1})
    rewound(api, match, judge, back_to)
    fork = again(api, match, judge, back_to)
    played_out(api, fork)
    for one in (match, fork):
        api.sign(one.game)
        data = api.request("GET", f"{one.at}/bundle").data
        verified = verify_bundle(data)
        assert (verified.verdict, verified.faults) == ("good", ()), one.game
        assert alone.verify(data)[1] == []
    ruled = json.loads(api.request("GET", f"{match.at}/bundle").data)["proceedings"]["entries"]
    assert [json.loads(entry)["type"] for entry in ruled][-1] == "official_fork_made.1"
    swapped = api.request("GET", f"{fork.at}/bundle").data
    order = next(one for one in json.loads(swapped)["log"]["disclosures"][2])
    forged = json.loads(swapped)
    forged["log"]["disclosures"][2].remove(order)
    written = json.dumps(forged, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
    assert "disclosures" in {fault.step for fault in verify_bundle(written).faults}
    with open_api(tmp_path / "elsewhere") as elsewhere:
        for one in (match, fork):
            file = api.request("GET", f"{one.at}/file?as=omniscient").data
            assert elsewhere.post("/v1/games:import", data=file)["status"] == "imported"


@pytest.mark.long
def test_an_exact_fork_by_a_ruling_keeps_the_pile(api: ApiClient) -> None:
    match, judge, back_to = disputed(api)
    reason = "Nobody has drawn since."
    rewound(api, match, judge, back_to, exact=True, reason=reason)
    body = {"at": back_to, "mode": "redeal", "dispute": 1}
    api.problem(409, "fork.otherwise", "POST", f"{match.at}/forks", judge, json=body)
    fork = again(api, match, judge, back_to, "exact")
    begun = api.get(fork.at)["forked_from"]["at"]
    assert hands(api, fork) == hands(api, match, begun)
    played_out(api, fork)
    assert pile(api, match, begun) == pile(api, fork, begun)


@pytest.mark.long
def test_games_under_protest_are_revealed_together(api: ApiClient) -> None:
    match, judge, before = disputed(api, options={"start_player": "seat_0", "exhaustions_to_end": 1})
    branch = again(api, match, judge, before)
    act(api, match, match.seats[1], type="PlayOn", dispute=1, branch=branch.game)
    assert api.get(match.at)["status"] == "running"
    played_out(api, match)
    assert_hidden(api, match)
    assert_hidden(api, branch)
    played_out(api, branch)
    for one in (match, branch):
        assert api.get(f"{one.at}/table?as=omniscient")["draw_pile"] is not None
        assert "deal_revealed" in api.request("GET", f"{one.at}/file").text


def test_a_rewind_does_not_split_the_events_of_one_command(api: ApiClient) -> None:
    match = table(api)
    start = next(n + 1 for n, after in pairwise(settled(api, match)) if n > 11 and after - n > 1)
    act(api, match, match.seats[1], **{**CLAIM, "article": "TR-5"}, event=start + 1)
    judge = arbiter(api, match)
    rewind = {**RULING, "remedy": "rewind", "penalty": "none", "against": None, "back_to": start}
    refusal = api.problem(409, "ruling.rewind", "POST", f"{match.at}/disputes", judge, json=rewind)
    assert f"event {start - 1} or earlier" in refusal["detail"]
    api.problem(409, "fork.otherwise", "POST", f"{match.at}/forks", judge, json={"at": start, "dispute": 1})
    rewound(api, match, judge, start - 1)
    assert api.get(again(api, match, judge, start - 1).at)["forked_from"]["at"] == start - 1


@pytest.mark.long
def test_a_fork_shows_delayed_spectators_nothing_early(api: ApiClient) -> None:
    match, luck = table(api, spectator_delay={"events": 5}), Random(5)
    for _ in range(20):  # at several places, since the events of one command appear together
        api.move(match, luck)
        at, event = settled(api, match)[-1], api.get(match.at, match.seats[1])["version"]
        if event - at == 1:
            act(api, match, match.seats[1], **{**CLAIM, "article": "TR-5"}, event=event)
            number = len(api.get(f"{match.at}/disputes", match.seats[1])["disputes"])
            branch = again(api, match, arbiter(api, match), at, dispute=number)
            assert api.get(branch.at)["version"] <= api.get(match.at)["version"]
    luck = Random(3)
    for _ in range(12):
        api.move(branch, luck)
    assert api.get(branch.at)["version"] > api.get(branch.at, branch.seats[0])["forked_from"]["at"]


@pytest.mark.long
def test_a_revealed_game_is_played_again_openly(api: ApiClient) -> None:
    match, judge, back_to = disputed(api, options={"start_player": "seat_0", "exhaustions_to_end": 1})
    played_out(api, match)
    rewound(api, match, judge, back_to)
    fork = again(api, match, judge, back_to)
    types = [one["event"]["type"] for one in api.get(f"{fork.at}/events?after={back_to}")["events"]]
    assert "game_grouped.1" not in types
    assert api.get(match.at)["status"] == "finished"
    assert hands(api, fork) == hands(api, match, api.get(fork.at)["forked_from"]["at"])


def test_only_the_ordered_fork_is_made_and_only_once(api: ApiClient) -> None:
    match, judge, back_to = disputed(api)
    at, body = f"{match.at}/forks", {"at": back_to, "mode": "redeal", "dispute": 1}
    api.problem(409, "fork.otherwise", "POST", at, judge, json={**body, "at": back_to + 8})
    api.problem(409, "dispute.absent", "POST", at, judge, json={**body, "dispute": 2})
    assert "deal" in api.problem(409, "fork.otherwise", "POST", at, judge, json={**body, "at": 2})["detail"]
    for who, status, code in (
        (match.seats[0], 403, "party.no_arbiter"),
        (match.organiser, 403, "party.no_arbiter"),
        (arbiter(api, match, "p-Ana"), 409, "arbiter.own_game"),
    ):
        api.problem(status, code, "POST", at, who, json=body)
    dismissed = {"outcome": "dismissed", "remedy": "stands", "penalty": "none", "against": None}
    act(api, match, judge, **{**RULING, **dismissed})
    api.problem(409, "fork.not_ordered", "POST", at, judge, json=body)
    act(api, match, judge, type="ReopenDispute", dispute=1, text="A film was found.")
    rewound(api, match, judge, back_to)
    for wrong in ({"at": back_to - 4}, {"mode": "exact"}):
        api.problem(409, "fork.otherwise", "POST", at, judge, json={**body, **wrong})
    key = {"Idempotency-Key": "again-0123456789"}
    once, twice = (api.request("POST", at, judge, json=body, headers=key) for _ in range(2))
    assert (once.status_code, twice.json["game"]) == (201, once.json["game"])
    api.problem(409, "fork.twice", "POST", at, judge, json=body)
    refused(api, match, judge, "fork.twice", type="NameOfficialFork", dispute=1, fork=once.json["game"])
