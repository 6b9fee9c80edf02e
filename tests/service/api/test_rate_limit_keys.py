"""Rate limits O2, O4, R1, R2, D1: requests and costs are counted by address and by token, also refused ones."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from service.http.rate_limits import Account, Limit, RateCounter
from tests.service.api.conftest import ApiClient

NewApi = Callable[..., ApiClient]


def statuses(api: ApiClient, asked: list[dict[str, Any]]) -> Counter[int]:
    """Count the statuses of GETs of the service with these tokens and from these addresses."""
    return Counter(
        api.request(
            "GET", "/v1/", one.get("token"), environ_base={"REMOTE_ADDR": one.get("address", "192.0.2.1")}
        ).status_code
        for one in asked
    )


def many_tokens(api: ApiClient) -> list[dict[str, Any]]:
    """Return ten requests of each of thirteen tokens at one address."""
    return [{"token": token} for token in (api.token("service") for _ in range(13)) for _ in range(10)]


def test_many_tokens_at_one_address_share_its_rate(new_api: NewApi) -> None:
    api = new_api(rate="60 per minute")
    assert statuses(api, many_tokens(api)) == {200: 60, 429: 70}
    assert statuses(api, [{"address": "192.0.2.2"}]) == {200: 1}


def test_control_without_a_rate_of_addresses_each_token_has_its_own(new_api: NewApi) -> None:
    api = new_api(rate="60 per minute", address_rate="")
    assert statuses(api, many_tokens(api)) == {200: 130}


def test_one_token_at_many_addresses_has_one_rate(new_api: NewApi) -> None:
    api = new_api(rate="6 per minute")
    token = api.token("service")
    asked = [{"token": token, "address": f"192.0.2.{number}"} for number in range(10)]
    assert statuses(api, asked) == {200: 6, 429: 4}


def test_an_ipv6_network_is_one_caller(new_api: NewApi) -> None:
    api = new_api(rate="6 per minute")
    assert statuses(api, [{"address": f"2001:db8:1:2::{number}"} for number in range(10)]) == {200: 6, 429: 4}
    assert statuses(api, [{"address": "2001:db8:1:3::1"}]) == {200: 1}


@pytest.mark.parametrize("token", ["hrc_seat_" + "x" * 43, "nothing like it", "hrc_svc_" + "y" * 43])
def test_refused_tokens_count_against_the_rate(new_api: NewApi, token: str) -> None:
    api = new_api(rate="6 per minute")
    assert statuses(api, [{"token": token}] * 10) == {401: 6, 429: 4}


def test_a_page_beyond_the_rate_explains_the_limit(new_api: NewApi) -> None:
    api = new_api(rate="2 per minute")
    reply = [api.request("GET", "/") for _ in range(3)]
    assert [answer.status_code for answer in reply] == [200, 200, 429]
    assert "One bean at a time" in reply[-1].text
    assert int(reply[-1].headers["Retry-After"]) > 0


def test_expensive_requests_are_limited_by_address_and_cheap_ones_go_on(new_api: NewApi) -> None:
    api = new_api(rate="6000 per minute", costs="100 per minute")
    match = api.match()
    api.post(f"{match.at}/void", match.organiser, json={"reason": "Rain."})
    forks = [api.request("POST", f"{match.at}/forks", json={"at": 3}) for _ in range(7)]
    assert [answer.status_code for answer in forks] == [201] * 4 + [429] * 3
    assert forks[-1].json["code"] == "rate.limited"
    assert int(forks[-1].headers["Retry-After"]) > 0
    assert api.request("GET", match.at).status_code == 200
    again = api.request("POST", f"{match.at}/forks", json={"at": 3}, environ_base={"REMOTE_ADDR": "192.0.2.2"})
    assert again.status_code == 201


def test_a_batch_counts_once_per_command(new_api: NewApi) -> None:
    api = new_api(rate="100 per minute", costs="")
    match = api.match()
    plant = {"type": "PlantFromHand", "seat": 0, "field": 0}
    answers = [api.request("POST", f"{match.at}/commands:batch", match.seats[0], json=[plant] * 60) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 429]


def test_the_number_of_remembered_callers_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.http.rate_limits.CALLERS_MAX", 100)
    counter, limit = RateCounter(None), Limit("10 per minute", "asked")
    accounts = [Account(f"caller {number}", limit) for number in range(1000)]
    for account in accounts:
        counter.count([account])
        counter.refund([account], 1)
    assert len(counter._local._counts) <= 101
    assert len(counter._local._credits) <= 101
    rate = counter.count(accounts[-1:])
    assert rate is not None
    assert rate.left == 9


def test_a_huge_number_in_a_body_is_a_validation_error(new_api: NewApi) -> None:
    api = new_api()
    for body in (b"9" * 60_000, b'{"edition": "classic", "players": ' + b"9" * 60_000 + b"}"):
        api.problem(422, "request.shape", "POST", "/v1/games", data=body, content_type="application/json")


def streams(api: ApiClient, count: int) -> Counter[int]:
    """Count the statuses when so many spectators of a game open a stream at one address."""
    match = api.match()
    tokens = [api.token("spectator", match.game) for _ in range(count)]
    answers = [api.request("GET", f"{match.at}/stream?after=0", token) for token in tokens]
    reply = Counter(answer.status_code for answer in answers)
    for answer in answers:
        answer.close()
    return reply


def test_many_tokens_at_one_address_share_its_streams(new_api: NewApi) -> None:
    api = new_api(streams_max=8, streams_each_max=1, heartbeat=0.05)
    assert streams(api, 7) == {200: 2, 429: 5}
    assert api.context.stream_quota.total == 0


def test_control_without_a_share_of_addresses_tokens_take_all_streams(new_api: NewApi, monkeypatch: Any) -> None:
    monkeypatch.setattr("service.ops.quota.ADDRESS_SHARE", 1)
    assert streams(new_api(streams_max=8, streams_each_max=1, heartbeat=0.05), 7) == {200: 7}
