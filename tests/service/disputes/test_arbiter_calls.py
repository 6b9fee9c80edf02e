"""An arbiter called by a seat: the link opens nothing hidden until everybody else agrees, and then for one alone."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from domain.disputes.calls import LASTS_MS
from service.disputes import arbiter_calls, proceedings_writer
from tests.service.api.conftest import House, Match, open_house
from tests.service.disputes.test_disputes import RULING, act, claimed, refused, table

WHY = {"reason": "Was this the front card?"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("calls") / "store") as house:
        yield house


def called(house: House, match: Match, seat: int = 1, **more: Any) -> dict[str, Any]:
    """What a seat is answered that calls an arbiter."""
    made: dict[str, Any] = house.post(f"{match.at}/calls", match.seats[seat], json=WHY, **more)
    return made


def come(house: House, match: Match, made: dict[str, Any], person: str = "p-judge") -> dict[str, Any]:
    """What somebody is answered who comes by a call."""
    at = f"{match.at}/calls/{made['call']['call']}/answer"
    answer: dict[str, Any] = house.post(at, made["token"], json={"person": person})
    return answer


def agree(house: House, match: Match, who: str, call: int = 1) -> dict[str, Any]:
    """The call after somebody has agreed to it."""
    found: dict[str, Any] = act(house, match, who, type="AgreeToArbiter", call=call)["call"]
    return found


def views(house: House, token: str) -> list[str]:
    found: list[str] = house.get("/v1/tokens/me", token)["views"]
    return found


def test_whom_a_seat_calls_looks_and_rules_once_all_others_agree(house: House) -> None:
    match = table(house)
    claimed(house, match)
    made = called(house, match)
    assert made["link"] == f"/call/{match.game}#token={made['token']}"
    assert (made["kind"], made["call"]["needed"]) == ("spectator", [0, 2])
    judge = come(house, match, made)["token"]
    for who in (match.seats[0], match.seats[2]):
        assert views(house, judge) == ["spectator"]
        house.problem(403, "view.forbidden", "GET", f"{match.at}/table?as=omniscient", judge)
        house.problem(403, "seat.forbidden", "POST", f"{match.at}/disputes", judge, json=RULING)
        call = agree(house, match, who)
    assert (call["state"], call["agreed"]) == ("admitted", ["seat:0", "seat:2"])
    assert house.get("/v1/tokens/me", judge)["kind"] == "arbiter"
    assert "omniscient" in views(house, judge)
    act(house, match, judge, **RULING)
    said = house.get(f"{match.at}/annotations")["annotations"]
    assert [one["code"] for one in said if (one["code"] or "").startswith("call.")] == [
        "call.opened",
        "call.came",
        "call.agreed",
        "call.admitted",
    ]
    filed = [one["event"]["type"] for one in house.get(f"{match.at}/disputes")["filed"]]
    assert [kind for kind in filed if kind.startswith(("arbiter", "call"))] == [
        "arbiter_called.1",
        "arbiter_came.1",
        "arbiter_agreed.1",
        "arbiter_agreed.1",
        "arbiter_admitted.1",
    ]


def test_agreement_before_the_arbiter_comes_counts_and_the_link_itself_never_opens_a_hand(house: House) -> None:
    match = table(house)
    made = called(house, match)
    agree(house, match, match.seats[0])
    assert agree(house, match, match.seats[2])["state"] == "open"
    assert views(house, made["token"]) == ["spectator"], "whoever called has this link"
    came = come(house, match, made)
    assert (came["kind"], came["call"]["state"]) == ("arbiter", "admitted")
    assert "omniscient" in views(house, came["token"])
    house.problem(401, "auth.invalid", "GET", f"{match.at}/table", made["token"])


def test_a_link_is_for_whoever_opens_it_first(house: House) -> None:
    match = table(house)
    made = called(house, match)
    at = f"{match.at}/calls/1/answer"
    with ThreadPoolExecutor(4) as pool:
        sent = [pool.submit(house.ask, "POST", at, made["token"], json={"person": f"p-{k}"}) for k in range(4)]
    codes = sorted((one.result().status_code, one.result().json.get("code")) for one in sent)
    assert codes[0] == (201, None)
    assert all(code in ((401, "auth.invalid"), (409, "call.taken"), (409, "call.over")) for code in codes[1:]), codes


def test_who_sits_or_sat_there_comes_as_no_arbiter(house: House) -> None:
    match = table(house)
    house.ask("PUT", f"{match.at}/persons", match.seats[1], json={"seats": [{"seat": 1, "person": "p-browser"}]})
    made = called(house, match)
    for person in ("p-Ana", "p-Bo", "p-browser"):
        at = f"{match.at}/calls/1/answer"
        house.problem(409, "arbiter.own_game", "POST", at, made["token"], json={"person": person})
    came = come(house, match, made)
    house.ask("PUT", f"{match.at}/persons", match.seats[2], json={"seats": [{"seat": 2, "person": "p-judge"}]})
    agree_refused = {"type": "AgreeToArbiter", "call": 1}
    refused(house, match, match.seats[0], "arbiter.own_game", **agree_refused)
    assert views(house, came["token"]) == ["spectator"]


def test_nobody_agrees_for_others_nor_twice(house: House) -> None:
    match = table(house)
    called(house, match)
    asked = {"type": "AgreeToArbiter", "call": 1}
    refused(house, match, match.seats[1], "call.not_asked", **asked)
    agree(house, match, match.seats[0])
    refused(house, match, match.seats[0], "call.twice", **asked)
    refused(house, match, match.seats[2], "call.absent", type="AgreeToArbiter", call=2)
    spectator = house.token("spectator", match.game)
    for who in (spectator, house.token("arbiter", match.game)):
        assert house.ask("POST", f"{match.at}/disputes", who, json=asked).status_code in (403, 409)
    house.problem(403, "seat.forbidden", "POST", f"{match.at}/calls/1/answer", spectator, json={"person": "p-x"})
    assert house.get(f"{match.at}/disputes")["call"]["agreed"] == ["seat:0"]


def test_an_organiser_who_sits_nowhere_agrees_for_all_and_no_other_does(house: House) -> None:
    match = table(house)
    made = called(house, match)
    come(house, match, made)
    assert agree(house, match, match.organiser)["state"] == "admitted"
    for host in ({}, {"person": "p-Ana"}):
        seats = [{"kind": "human", "person": f"p-{name}"} for name in ("Ana", "Bo", "Cy")]
        other = house.match(seats=seats, players=3, **host)
        called(house, other)
        asked = {"type": "AgreeToArbiter", "call": 1}
        house.problem(403, "party.no_organiser", "POST", f"{other.at}/disputes", other.organiser, json=asked)


def test_who_is_alone_with_bots_calls_nobody_unless_an_organiser_can_agree(house: House) -> None:
    seats = [{"kind": "human", "person": "p-Ana"}, {"kind": "bot"}, {"kind": "bot"}]
    match = house.match(seats=seats, players=3, person="p-Ana", pace=60)
    house.problem(409, "call.alone", "POST", f"{match.at}/calls", match.seats[0], json=WHY)
    both = [{"kind": "human", "person": "p-Ana"}, {"kind": "human", "person": "p-Ana"}, {"kind": "bot"}]
    match = house.match(seats=both, players=3, person="p-Ana", pace=60)
    house.problem(409, "call.alone", "POST", f"{match.at}/calls", match.seats[0], json=WHY)
    match = house.match(seats=seats, players=3, person="p-host", pace=60)
    came = come(house, match, called(house, match, 0))
    assert came["call"]["state"] == "came", "nobody has agreed"
    assert agree(house, match, match.organiser)["state"] == "admitted"


def test_one_browser_at_two_seats_does_not_agree_with_itself(house: House) -> None:
    seats = [{"kind": "human", "person": f"p-{k}"} for k in range(2)] + [{"kind": "bot"}]
    match = house.match(seats=seats, players=3, pace=60)
    for seat in range(2):
        wish = {"seats": [{"seat": seat, "person": "p-browser"}]}
        house.ask("PUT", f"{match.at}/persons", match.seats[seat], json=wish)
    house.problem(409, "call.alone", "POST", f"{match.at}/calls", match.seats[0], json=WHY)


def test_where_players_are_unknown_nobody_is_called(house: House) -> None:
    match = house.match(players=3)
    house.problem(409, "arbiter.players_unknown", "POST", f"{match.at}/calls", match.seats[0], json=WHY)


def test_a_call_is_replaced_by_its_seat_alone_and_withdrawn_by_it(house: House) -> None:
    match = table(house)
    first = called(house, match)
    house.problem(409, "call.open", "POST", f"{match.at}/calls", match.seats[0], json=WHY)
    second = called(house, match)
    assert second["call"]["call"] == 2
    house.problem(401, "auth.invalid", "GET", f"{match.at}/table", first["token"])
    refused(house, match, match.seats[0], "call.over", type="AgreeToArbiter", call=1)
    judge = come(house, match, second)["token"]
    refused(house, match, match.seats[0], "call.not_asked", type="WithdrawCall", call=2)
    act(house, match, match.seats[1], type="WithdrawCall", call=2)
    house.problem(401, "auth.invalid", "GET", f"{match.at}/table", judge)
    refused(house, match, match.seats[0], "call.over", type="AgreeToArbiter", call=2)
    assert called(house, match, 0)["call"]["call"] == 3


def test_a_call_lasts_an_hour(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = table(house)
    with monkeypatch.context() as patch:
        for part in (proceedings_writer, arbiter_calls):
            now = part.now_ms
            patch.setattr(part, "now_ms", lambda now=now: now() - LASTS_MS - 1)
        made = called(house, match)
    refused(house, match, match.seats[0], "call.expired", type="AgreeToArbiter", call=1)
    house.problem(401, "auth.invalid", "POST", f"{match.at}/calls/1/answer", made["token"], json={"person": "p-x"})
    assert called(house, match, 0)["call"]["call"] == 2, "another may call then"


def test_a_call_sent_again_is_one_call_with_another_link(house: House) -> None:
    match = table(house)
    key = {"headers": {"Idempotency-Key": "once-0123456789"}}
    made = [called(house, match, **key) for _ in range(2)]
    assert made[0]["call"] == made[1]["call"]
    house.problem(401, "auth.invalid", "GET", f"{match.at}/table", made[0]["token"])
    assert come(house, match, made[1])["call"]["state"] == "came"


def test_control_a_link_that_is_admitted_itself_would_be_seen(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arbiter_calls, "_token", _arbiter)
    match = table(house)
    assert "omniscient" in views(house, called(house, match)["token"])


def _arbiter(game: str) -> Any:
    return arbiter_calls.new_token("arbiter", game=game, at=0)
