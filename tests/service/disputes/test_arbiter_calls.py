"""An arbiter called by a seat: the link shows nothing hidden until all other seats agree, and admits one person."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from domain.disputes.calls import CALL_MS
from service.disputes import arbiter_calls, proceedings_writer
from tests.service.api.conftest import ApiClient, Match, open_api
from tests.service.disputes.disputed_games import RULING, act, claimed, refused, table

WHY = {"reason": "Was this the front card?"}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    with open_api(tmp_path_factory.mktemp("calls") / "store") as api:
        yield api


def called(api: ApiClient, match: Match, seat: int = 1, **more: Any) -> dict[str, Any]:
    """Call an arbiter as a seat; return the answer."""
    made: dict[str, Any] = api.post(f"{match.at}/calls", match.seats[seat], json=WHY, **more)
    return made


def come(api: ApiClient, match: Match, made: dict[str, Any], person: str = "p-judge") -> dict[str, Any]:
    """Answer a call as a person; return the answer."""
    at = f"{match.at}/calls/{made['call']['call']}/answer"
    answer: dict[str, Any] = api.post(at, made["token"], json={"person": person})
    return answer


def agree(api: ApiClient, match: Match, who: str, call: int = 1) -> dict[str, Any]:
    """Agree to a call; return the call."""
    found: dict[str, Any] = act(api, match, who, type="AgreeToArbiter", call=call)["call"]
    return found


def views(api: ApiClient, token: str) -> list[str]:
    found: list[str] = api.get("/v1/tokens/me", token)["views"]
    return found


def test_a_called_arbiter_sees_hands_and_rules_once_all_other_seats_agree(api: ApiClient) -> None:
    match = table(api)
    claimed(api, match)
    made = called(api, match)
    assert made["link"] == f"/call/{match.game}#token={made['token']}"
    assert (made["kind"], made["call"]["needed"]) == ("spectator", [0, 2])
    judge = come(api, match, made)["token"]
    for who in (match.seats[0], match.seats[2]):
        assert views(api, judge) == ["spectator"]
        api.problem(403, "view.forbidden", "GET", f"{match.at}/table?as=omniscient", judge)
        api.problem(403, "seat.forbidden", "POST", f"{match.at}/disputes", judge, json=RULING)
        call = agree(api, match, who)
    assert (call["state"], call["agreed"]) == ("admitted", ["seat:0", "seat:2"])
    assert api.get("/v1/tokens/me", judge)["kind"] == "arbiter"
    assert "omniscient" in views(api, judge)
    act(api, match, judge, **RULING)
    said = api.get(f"{match.at}/annotations")["annotations"]
    assert [one["code"] for one in said if (one["code"] or "").startswith("call.")] == [
        "call.opened",
        "call.came",
        "call.agreed",
        "call.admitted",
    ]
    filed = [one["event"]["type"] for one in api.get(f"{match.at}/disputes")["filed"]]
    assert [kind for kind in filed if kind.startswith(("arbiter", "call"))] == [
        "arbiter_called.1",
        "arbiter_came.1",
        "arbiter_agreed.1",
        "arbiter_agreed.1",
        "arbiter_admitted.1",
    ]


def test_agreement_may_precede_the_arbiter_and_the_link_itself_shows_no_hand(api: ApiClient) -> None:
    match = table(api)
    made = called(api, match)
    agree(api, match, match.seats[0])
    assert agree(api, match, match.seats[2])["state"] == "open"
    assert views(api, made["token"]) == ["spectator"], "the calling seat has this link"
    came = come(api, match, made)
    assert (came["kind"], came["call"]["state"]) == ("arbiter", "admitted")
    assert "omniscient" in views(api, came["token"])
    api.problem(401, "auth.invalid", "GET", f"{match.at}/table", made["token"])


def test_the_link_of_a_call_admits_the_first_person_only(api: ApiClient) -> None:
    match = table(api)
    made = called(api, match)
    at = f"{match.at}/calls/1/answer"
    with ThreadPoolExecutor(4) as pool:
        sent = [pool.submit(api.request, "POST", at, made["token"], json={"person": f"p-{k}"}) for k in range(4)]
    codes = sorted((one.result().status_code, one.result().json.get("code")) for one in sent)
    assert codes[0] == (201, None)
    assert all(code in ((401, "auth.invalid"), (409, "call.taken"), (409, "call.over")) for code in codes[1:]), codes


def test_a_present_or_former_player_cannot_answer_a_call(api: ApiClient) -> None:
    match = table(api)
    api.request("PUT", f"{match.at}/persons", match.seats[1], json={"seats": [{"seat": 1, "person": "p-browser"}]})
    made = called(api, match)
    for person in ("p-Ana", "p-Bo", "p-browser"):
        at = f"{match.at}/calls/1/answer"
        api.problem(409, "arbiter.own_game", "POST", at, made["token"], json={"person": person})
    came = come(api, match, made)
    api.request("PUT", f"{match.at}/persons", match.seats[2], json={"seats": [{"seat": 2, "person": "p-judge"}]})
    agree_refused = {"type": "AgreeToArbiter", "call": 1}
    refused(api, match, match.seats[0], "arbiter.own_game", **agree_refused)
    assert views(api, came["token"]) == ["spectator"]


def test_each_other_seat_agrees_to_a_call_once(api: ApiClient) -> None:
    match = table(api)
    called(api, match)
    asked = {"type": "AgreeToArbiter", "call": 1}
    refused(api, match, match.seats[1], "call.not_asked", **asked)
    agree(api, match, match.seats[0])
    refused(api, match, match.seats[0], "call.twice", **asked)
    refused(api, match, match.seats[2], "call.absent", type="AgreeToArbiter", call=2)
    spectator = api.token("spectator", match.game)
    for who in (spectator, api.token("arbiter", match.game)):
        assert api.request("POST", f"{match.at}/disputes", who, json=asked).status_code in (403, 409)
    api.problem(403, "seat.forbidden", "POST", f"{match.at}/calls/1/answer", spectator, json={"person": "p-x"})
    assert api.get(f"{match.at}/disputes")["call"]["agreed"] == ["seat:0"]


def test_an_organiser_without_a_seat_agrees_for_all(api: ApiClient) -> None:
    match = table(api)
    made = called(api, match)
    come(api, match, made)
    assert agree(api, match, match.organiser)["state"] == "admitted"
    for host in ({}, {"person": "p-Ana"}):
        seats = [{"kind": "human", "person": f"p-{name}"} for name in ("Ana", "Bo", "Cy")]
        other = api.match(seats=seats, players=3, **host)
        called(api, other)
        asked = {"type": "AgreeToArbiter", "call": 1}
        api.problem(403, "party.no_organiser", "POST", f"{other.at}/disputes", other.organiser, json=asked)


def test_a_player_alone_with_bots_needs_an_organiser_to_call_an_arbiter(api: ApiClient) -> None:
    seats = [{"kind": "human", "person": "p-Ana"}, {"kind": "bot"}, {"kind": "bot"}]
    match = api.match(seats=seats, players=3, person="p-Ana", pace=60)
    api.problem(409, "call.alone", "POST", f"{match.at}/calls", match.seats[0], json=WHY)
    both = [{"kind": "human", "person": "p-Ana"}, {"kind": "human", "person": "p-Ana"}, {"kind": "bot"}]
    match = api.match(seats=both, players=3, person="p-Ana", pace=60)
    api.problem(409, "call.alone", "POST", f"{match.at}/calls", match.seats[0], json=WHY)
    match = api.match(seats=seats, players=3, person="p-host", pace=60)
    came = come(api, match, called(api, match, 0))
    assert came["call"]["state"] == "came", "no organiser has agreed yet"
    assert agree(api, match, match.organiser)["state"] == "admitted"


def test_a_person_at_two_seats_cannot_call_an_arbiter(api: ApiClient) -> None:
    seats = [{"kind": "human", "person": f"p-{k}"} for k in range(2)] + [{"kind": "bot"}]
    match = api.match(seats=seats, players=3, pace=60)
    for seat in range(2):
        wish = {"seats": [{"seat": seat, "person": "p-browser"}]}
        api.request("PUT", f"{match.at}/persons", match.seats[seat], json=wish)
    api.problem(409, "call.alone", "POST", f"{match.at}/calls", match.seats[0], json=WHY)


def test_a_call_needs_known_players(api: ApiClient) -> None:
    match = api.match(players=3)
    api.problem(409, "arbiter.players_unknown", "POST", f"{match.at}/calls", match.seats[0], json=WHY)


def test_only_the_calling_seat_replaces_or_withdraws_a_call(api: ApiClient) -> None:
    match = table(api)
    first = called(api, match)
    api.problem(409, "call.open", "POST", f"{match.at}/calls", match.seats[0], json=WHY)
    second = called(api, match)
    assert second["call"]["call"] == 2
    api.problem(401, "auth.invalid", "GET", f"{match.at}/table", first["token"])
    refused(api, match, match.seats[0], "call.over", type="AgreeToArbiter", call=1)
    judge = come(api, match, second)["token"]
    refused(api, match, match.seats[0], "call.not_asked", type="WithdrawCall", call=2)
    act(api, match, match.seats[1], type="WithdrawCall", call=2)
    api.problem(401, "auth.invalid", "GET", f"{match.at}/table", judge)
    refused(api, match, match.seats[0], "call.over", type="AgreeToArbiter", call=2)
    assert called(api, match, 0)["call"]["call"] == 3


def test_a_call_lasts_an_hour(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    match = table(api)
    with monkeypatch.context() as patch:
        for part in (proceedings_writer, arbiter_calls):
            now = part.now_ms
            patch.setattr(part, "now_ms", lambda now=now: now() - CALL_MS - 1)
        made = called(api, match)
    refused(api, match, match.seats[0], "call.expired", type="AgreeToArbiter", call=1)
    api.problem(401, "auth.invalid", "POST", f"{match.at}/calls/1/answer", made["token"], json={"person": "p-x"})
    assert called(api, match, 0)["call"]["call"] == 2, "another may call then"


def test_a_repeated_call_is_one_call_with_a_new_link(api: ApiClient) -> None:
    match = table(api)
    key = {"headers": {"Idempotency-Key": "once-0123456789"}}
    made = [called(api, match, **key) for _ in range(2)]
    assert made[0]["call"] == made[1]["call"]
    api.problem(401, "auth.invalid", "GET", f"{match.at}/table", made[0]["token"])
    assert come(api, match, made[1])["call"]["state"] == "came"


def test_control_a_link_with_the_powers_of_an_arbiter_is_detected(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arbiter_calls, "_new_call_token", _arbiter)
    match = table(api)
    assert "omniscient" in views(api, called(api, match)["token"])


def _arbiter(game: str) -> Any:
    return arbiter_calls.new_token("arbiter", game=game, at=0)
