"""What a ruling orders is played again: the same hands, an unseen pile; nothing opens before all of it is over."""

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
from tests.service.api.conftest import House, Match, open_house
from tests.service.disputes.test_disputes import CLAIM, RULING, act, arbiter, refused, table


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("ordered") / "store") as house:
        yield house


def disputed(house: House, **wish: Any) -> tuple[Match, str, int]:
    """A game with a dispute on its last event, an arbiter, the event to go back to."""
    match = table(house, **wish)
    event = house.get(match.at, match.seats[1])["version"]
    act(house, match, match.seats[1], **CLAIM, event=event)
    return match, arbiter(house, match), event - 8


def rewound(house: House, match: Match, judge: str, back_to: int, **more: Any) -> None:
    """The ruling that it is played again."""
    rewind = {"remedy": "rewind", "back_to": back_to, "penalty": "none", "against": None}
    act(house, match, judge, **{**RULING, **rewind, **more})


def again(house: House, match: Match, judge: str, at: int, mode: str = "redeal", **more: Any) -> Match:
    """The game that is played by order."""
    return house.made(house.post(f"{match.at}/forks", judge, json={"at": at, "mode": mode, "dispute": 1, **more}))


def hands(house: House, match: Match, n: int = 0) -> list[list[str]]:
    """Each hand as its seat sees it, after event n or now."""
    at = f"&at={n}" if n else ""
    tables = [house.get(f"{match.at}/table?as=seat:{k}{at}", match.seats[k]) for k in sorted(match.seats)]
    return [seen["seats"][k]["hand"] for k, seen in enumerate(tables)]


def settled(house: House, match: Match) -> list[int]:
    """The events after which somebody acted."""
    events = house.get(f"{match.at}/events", match.seats[0])["events"]
    return [one["n"] - 1 for one in events if "cause" in one][1:]


def pile(house: House, match: Match, n: int) -> list[str]:
    """The draw pile after event n, once everybody may see it."""
    lying: list[str] = house.get(f"{match.at}/table?as=omniscient&at={n}")["draw_pile"]
    return lying


def played_out(house: House, match: Match) -> None:
    luck = Random(2)
    while house.move(match, luck):
        pass
    DealRevealWorker(house.desk).turn()


def closed(house: House, match: Match) -> None:
    """Nobody but who sits there sees a hand, and the deal is not told."""
    house.problem(403, "view.forbidden", "GET", f"{match.at}/table?as=omniscient")
    house.problem(403, "view.forbidden", "GET", f"{match.at}/table?as=seat:1", match.seats[0])
    assert "deal_revealed" not in house.ask("GET", f"{match.at}/file").text


def test_what_a_ruling_orders_is_played_with_the_same_hands_and_another_pile(house: House) -> None:
    match, judge, back_to = disputed(house, options={"start_player": "seat_0", "exhaustions_to_end": 1})
    rewound(house, match, judge, back_to)
    house.post(f"{match.at}/pause", judge)  # while it is arranged nobody plays on
    fork = again(house, match, judge, back_to)
    assert house.get(match.at)["status"] == "voided"
    assert house.get(f"{match.at}/disputes/1")["fork"] == fork.game
    begun = house.get(fork.at)["forked_from"]["at"]
    assert hands(house, fork, begun) == hands(house, match, begun) == hands(house, fork)
    assert [one["name"] for one in house.get(fork.at)["seats"]] == ["Ana", "Bo", "Cy"]
    batch = house.get(f"{fork.at}/events?after={begun}")["events"]
    assert [one["event"]["type"] for one in batch] == ["game_forked.1", "game_grouped.1", "pile_shuffled.1"]
    assert set(batch[-1]["event"]["order"]) == {"face_down"}
    closed(house, match)
    closed(house, fork)
    played_out(house, fork)
    before, after = pile(house, match, begun), pile(house, fork, begun + 3)
    assert sorted(before) == sorted(after)
    assert before != after
    for one in (match, fork):
        audit = house.get(f"{one.at}/audit?as=omniscient")
        assert (audit["rules"]["verdict"], audit["deal"]["verdict"]) == ("legal", "proved"), audit["deal"]


@pytest.mark.long
def test_the_bundle_of_what_was_played_again_proves_it_with_the_ruling(house: House, tmp_path: Path) -> None:
    match, judge, back_to = disputed(house, options={"start_player": "seat_0", "exhaustions_to_end": 1})
    rewound(house, match, judge, back_to)
    fork = again(house, match, judge, back_to)
    played_out(house, fork)
    for one in (match, fork):
        house.sign(one.game)
        data = house.ask("GET", f"{one.at}/bundle").data
        verified = verify_bundle(data)
        assert (verified.verdict, verified.faults) == ("good", ()), one.game
        assert alone.verify(data)[1] == []
    ruled = json.loads(house.ask("GET", f"{match.at}/bundle").data)["proceedings"]["entries"]
    assert [json.loads(entry)["type"] for entry in ruled][-1] == "official_fork_made.1"
    swapped = house.ask("GET", f"{fork.at}/bundle").data
    order = next(one for one in json.loads(swapped)["log"]["disclosures"][2])
    forged = json.loads(swapped)
    forged["log"]["disclosures"][2].remove(order)
    written = json.dumps(forged, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
    assert "disclosures" in {fault.step for fault in verify_bundle(written).faults}
    with open_house(tmp_path / "elsewhere") as elsewhere:
        for one in (match, fork):
            file = house.ask("GET", f"{one.at}/file?as=omniscient").data
            assert elsewhere.post("/v1/games:import", data=file)["status"] == "imported"


@pytest.mark.long
def test_exact_keeps_the_pile_where_a_ruling_says_why(house: House) -> None:
    match, judge, back_to = disputed(house)
    reason = "Nobody has drawn since."
    rewound(house, match, judge, back_to, exact=True, reason=reason)
    body = {"at": back_to, "mode": "redeal", "dispute": 1}
    house.problem(409, "fork.otherwise", "POST", f"{match.at}/forks", judge, json=body)
    fork = again(house, match, judge, back_to, "exact")
    begun = house.get(fork.at)["forked_from"]["at"]
    assert hands(house, fork) == hands(house, match, begun)
    played_out(house, fork)
    assert pile(house, match, begun) == pile(house, fork, begun)


@pytest.mark.long
def test_under_protest_both_go_on_and_neither_opens_before_the_other(house: House) -> None:
    match, judge, before = disputed(house, options={"start_player": "seat_0", "exhaustions_to_end": 1})
    branch = again(house, match, judge, before)
    act(house, match, match.seats[1], type="PlayOn", dispute=1, branch=branch.game)
    assert house.get(match.at)["status"] == "running"
    played_out(house, match)
    closed(house, match)
    closed(house, branch)
    played_out(house, branch)
    for one in (match, branch):
        assert house.get(f"{one.at}/table?as=omniscient")["draw_pile"] is not None
        assert "deal_revealed" in house.ask("GET", f"{one.at}/file").text


def test_what_one_command_brought_about_is_not_parted_by_a_rewind(house: House) -> None:
    match = table(house)
    start = next(n + 1 for n, after in pairwise(settled(house, match)) if n > 11 and after - n > 1)
    act(house, match, match.seats[1], **{**CLAIM, "article": "TR-5"}, event=start + 1)
    judge = arbiter(house, match)
    rewind = {**RULING, "remedy": "rewind", "penalty": "none", "against": None, "back_to": start}
    refusal = house.problem(409, "ruling.rewind", "POST", f"{match.at}/disputes", judge, json=rewind)
    assert f"event {start - 1} or earlier" in refusal["detail"]
    house.problem(409, "fork.otherwise", "POST", f"{match.at}/forks", judge, json={"at": start, "dispute": 1})
    rewound(house, match, judge, start - 1)
    assert house.get(again(house, match, judge, start - 1).at)["forked_from"]["at"] == start - 1


def test_who_sees_a_game_late_hears_nothing_sooner_by_what_goes_on_from_it(house: House) -> None:
    match, luck = table(house, spectator_delay={"events": 5}), Random(5)
    for _ in range(20):  # at several places, since what one command brought about comes at once
        house.move(match, luck)
        at, event = settled(house, match)[-1], house.get(match.at, match.seats[1])["version"]
        if event - at == 1:
            act(house, match, match.seats[1], **{**CLAIM, "article": "TR-5"}, event=event)
            number = len(house.get(f"{match.at}/disputes", match.seats[1])["disputes"])
            branch = again(house, match, arbiter(house, match), at, dispute=number)
            assert house.get(branch.at)["version"] <= house.get(match.at)["version"]
    luck = Random(3)
    for _ in range(12):
        house.move(branch, luck)
    assert house.get(branch.at)["version"] > house.get(branch.at, branch.seats[0])["forked_from"]["at"]


def test_a_game_that_is_over_and_open_is_played_again_in_the_open(house: House) -> None:
    match, judge, back_to = disputed(house, options={"start_player": "seat_0", "exhaustions_to_end": 1})
    played_out(house, match)
    rewound(house, match, judge, back_to)
    fork = again(house, match, judge, back_to)
    types = [one["event"]["type"] for one in house.get(f"{fork.at}/events?after={back_to}")["events"]]
    assert "game_grouped.1" not in types
    assert house.get(match.at)["status"] == "finished"
    assert hands(house, fork) == hands(house, match, house.get(fork.at)["forked_from"]["at"])


def test_only_what_was_ordered_is_made_and_once(house: House) -> None:
    match, judge, back_to = disputed(house)
    at, body = f"{match.at}/forks", {"at": back_to, "mode": "redeal", "dispute": 1}
    house.problem(409, "fork.otherwise", "POST", at, judge, json={**body, "at": back_to + 8})
    house.problem(409, "dispute.absent", "POST", at, judge, json={**body, "dispute": 2})
    assert "deal" in house.problem(409, "fork.otherwise", "POST", at, judge, json={**body, "at": 2})["detail"]
    for who, status, code in (
        (match.seats[0], 403, "party.no_arbiter"),
        (match.organiser, 403, "party.no_arbiter"),
        (arbiter(house, match, "p-Ana"), 409, "arbiter.own_game"),
    ):
        house.problem(status, code, "POST", at, who, json=body)
    dismissed = {"outcome": "dismissed", "remedy": "stands", "penalty": "none", "against": None}
    act(house, match, judge, **{**RULING, **dismissed})
    house.problem(409, "fork.not_ordered", "POST", at, judge, json=body)
    act(house, match, judge, type="ReopenDispute", dispute=1, text="A film was found.")
    rewound(house, match, judge, back_to)
    for wrong in ({"at": back_to - 4}, {"mode": "exact"}):
        house.problem(409, "fork.otherwise", "POST", at, judge, json={**body, **wrong})
    key = {"Idempotency-Key": "again-0123456789"}
    once, twice = (house.ask("POST", at, judge, json=body, headers=key) for _ in range(2))
    assert (once.status_code, twice.json["game"]) == (201, once.json["game"])
    house.problem(409, "fork.twice", "POST", at, judge, json=body)
    refused(house, match, judge, "fork.twice", type="NameOfficialFork", dispute=1, fork=once.json["game"])
