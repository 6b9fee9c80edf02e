"""Rate limits of visitors: each browser behind an address has its own rate, and dropping cookies gains nothing."""

import hashlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from itsdangerous import TimestampSigner

from service.http.visitors import COOKIE, VALID_SECONDS, Visitors
from service.store.store_secret import shared_secret
from tests.long_tests import mostly_long
from tests.servers.redis_server import redis_url, shared_redis
from tests.service.api.conftest import ApiClient, finished_file, open_api

__all__ = ["redis_url", "shared_redis"]

NewApi = Callable[..., ApiClient]
ADDRESS = {"environ_base": {"REMOTE_ADDR": "192.0.2.1"}}


class Browser:
    """A browser at one address, which keeps its cookies."""

    def __init__(self, api: ApiClient, cookie: str | None = None) -> None:
        self.client = api.app.test_client()
        if cookie is not None:
            self.client.set_cookie(COOKIE, cookie)

    @property
    def visitor(self) -> str | None:
        """The value of its cookie."""
        kept = self.client.get_cookie(COOKIE)
        return None if kept is None else kept.value

    def get(self, path: str, **headers: str) -> Any:
        """Return the answer to a GET."""
        return self.client.get(
            path, headers={name.replace("_", "-"): value for name, value in headers.items()}, **ADDRESS
        )

    def statuses(self, times: int, path: str = "/v1/", **headers: str) -> Counter[int]:
        """Count the statuses of so many GETs."""
        return Counter(self.get(path, **headers).status_code for _ in range(times))


@pytest.fixture(params=mostly_long(["alone", "Redis"]))
def limited(request: pytest.FixtureRequest, new_api: NewApi) -> NewApi:
    """Makes API clients whose rates are counted in this process, or in Redis."""
    url = request.getfixturevalue("redis_url") if request.param == "Redis" else None
    return lambda **settings: new_api(redis_url=url, **settings)


def new_browser(api: ApiClient) -> Browser:
    """Return a browser that has opened a page."""
    browser = Browser(api)
    assert browser.get("/new").status_code == 200
    assert browser.visitor is not None
    return browser


def test_a_page_sets_one_cookie_that_scripts_cannot_read(new_api: NewApi) -> None:
    api = new_api(rate="1000 per minute")
    browser = Browser(api)
    assert "Set-Cookie" not in browser.get("/v1/games").headers
    assert "Set-Cookie" not in browser.get("/nowhere").headers
    assert "Set-Cookie" not in browser.get("/new", Sec_Fetch_Dest="iframe").headers
    page = browser.get("/new", Sec_Fetch_Dest="document")
    (cookie,) = page.headers.getlist("Set-Cookie")
    assert {f"Max-Age={VALID_SECONDS}", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    assert {"private", "no-cache"} <= set(page.headers["Cache-Control"].split(", "))
    assert "Secure" not in cookie
    assert "Set-Cookie" not in browser.get("/").headers
    behind = Browser(new_api(rate="1000 per minute", proxies=1)).get("/new", X_Forwarded_Proto="https")
    assert "Secure" in behind.headers["Set-Cookie"].split("; ")


def test_each_browser_at_an_address_has_its_own_rate(new_api: NewApi, redis_url: str) -> None:
    for url in (None, redis_url):
        api = new_api(rate="6 per minute", address_rate="60 per minute", redis_url=url)
        browsers = [new_browser(api) for _ in range(3)]
        assert [browser.statuses(7) for browser in browsers] == [{200: 6, 429: 1}] * 3
        assert Browser(api).statuses(10) == {200: 10}, "the address is far below its limit"


def test_without_a_cookie_the_rate_of_the_address_counts(limited: NewApi) -> None:
    api = limited(rate="6 per minute", address_rate="30 per minute")
    assert Browser(api).statuses(50) == {200: 30, 429: 20}
    answer = Browser(api).get("/v1/")
    assert "one address" in answer.json["detail"]
    assert int(answer.headers["Retry-After"]) > 0


def browse_without_cookies(api: ApiClient, times: int) -> tuple[Counter[int], int]:
    """Open pages without keeping cookies, and return the statuses and the number of new cookies."""
    answers = [Browser(api).get("/new") for _ in range(times)]
    return Counter(one.status_code for one in answers), sum("Set-Cookie" in one.headers for one in answers)


def test_a_client_that_drops_its_cookies_is_limited_by_address(limited: NewApi) -> None:
    api = limited(rate="6 per minute", address_rate="30 per minute", visitors="5 per minute")
    assert browse_without_cookies(api, 50) == ({200: 30, 429: 20}, 5)


@pytest.mark.long
def test_control_without_limits_of_addresses_each_cookie_has_its_own_rate(new_api: NewApi) -> None:
    api = new_api(rate="6 per minute", address_rate="", visitors="")
    assert browse_without_cookies(api, 50) == ({200: 50}, 50)


def test_cookies_at_one_address_share_its_costs(limited: NewApi) -> None:
    api = limited(rate="1000 per minute", costs="70 per minute", address_costs="100 per minute")
    game = api.post("/v1/games:import", api.service, data=finished_file())["game"]  # costs 30, from another address
    browsers = [new_browser(api) for _ in range(6)]
    verdict = "/v1/games/{}/events/{}/verdict"  # each costs 10
    read = [browsers[n % 6].get(verdict.format(game, n + 2)).status_code for n in range(18)]
    assert Counter(read) == {200: 10, 429: 8}
    forks = [browser.client.post(f"/v1/games/{game}/forks", json={"at": 3}, **ADDRESS) for browser in browsers]
    assert Counter(one.status_code for one in forks) == {201: 3, 429: 3}, "the address pays for what is created"


def signer_with(secret: bytes) -> TimestampSigner:
    """Return a signer of cookies as the service has it, with this secret."""
    return TimestampSigner(secret, b"haricot.visitor", digest_method=hashlib.sha256, key_derivation="hmac")


def test_a_forged_cookie_counts_as_none(new_api: NewApi, monkeypatch: pytest.MonkeyPatch) -> None:
    api = new_api(rate="6 per minute", address_rate="1000 per minute")
    mine = new_browser(api).visitor
    assert mine is not None
    signer = signer_with(shared_secret(api.context.store))
    forged = [
        signer_with(b"another secret").sign("forged").decode(),
        "forged",
        mine[:-3],
        f"x{mine}",
        "a" * 4000,
    ]
    with monkeypatch.context() as then:
        then.setattr(TimestampSigner, "get_timestamp", lambda _: 1_000_000_000)
        forged.append(signer.sign("old").decode())
    for cookie in forged:
        browser = Browser(api, cookie)
        assert browser.statuses(10) == {200: 10}, f"only the address counts with {cookie[:80]}"
        browser.get("/new")
        assert browser.visitor not in (None, cookie), "the cookie is replaced"
    assert Browser(api, signer.sign("good").decode()).statuses(10) == {200: 6, 429: 4}, "control: a valid cookie"


def test_all_processes_of_a_store_recognise_the_same_visitors(new_api: NewApi) -> None:
    api = new_api(rate="6 per minute", address_rate="1000 per minute")
    cookie = new_browser(api).visitor
    folder = api.context.settings.store
    assert isinstance(folder, Path)
    with open_api(folder, rate="6 per minute", address_rate="1000 per minute") as other:
        assert Visitors(other.context.store).visitor_of(f"lang=de; {COOKIE}={cookie}") is not None
        assert Browser(other, cookie).statuses(8) == {200: 6, 429: 2}
    with open_api(folder.parent / "another") as stranger:
        assert Visitors(stranger.context.store).visitor_of(f"{COOKIE}={cookie}") is None


def poll(browser: Browser, path: str, times: int) -> Counter[int]:
    """Count the statuses of repeated conditional GETs."""
    etag = browser.get(path).headers["ETag"]
    return browser.statuses(times, path, If_None_Match=etag)


@pytest.mark.parametrize("path", ["", "/tables", "/stream?follow=false&after={version}"])
def test_a_304_costs_nothing(limited: NewApi, path: str) -> None:
    api = limited(
        rate="6 per minute", address_rate="1000 per minute", costs="5 per minute", address_costs="5 per minute"
    )
    match = api.match()
    path = match.at + path.format(version=match.version)
    browser = new_browser(api)
    assert poll(browser, path, 20) == {304: 20}
    left = 4 if "/tables" in path else 5  # of which each costs 1
    assert browser.statuses(8, path) == {200: left, 429: 8 - left}, "control: whole answers count"


def test_standings_cost_an_address_one_reading_per_event(new_api: NewApi) -> None:
    api = new_api(rate="1000 per minute", address_rate="1000 per minute", address_costs="4 per minute")
    at = api.tournament("hall")
    for browser in [new_browser(api) for _ in range(3)]:
        assert [browser.statuses(5, f"{at}{part}") for part in ("", "/standings")] == [{200: 5}] * 2
    assert browser.statuses(1, f"{at}/standings?at=1") == {429: 1}, "control: those of another event are made again"


def test_unchanged_pages_and_assets_cost_nothing(new_api: NewApi) -> None:
    api = new_api(rate="6 per minute", address_rate="1000 per minute")
    browser = new_browser(api)
    assert poll(browser, "/rules", 20) == {304: 20}
    script = browser.get("/rules").text.partition('src="')[2].partition('"')[0]
    assert script.startswith("/assets/")
    assert browser.statuses(20, script) == {200: 20}


def test_a_304_counts_against_the_rate_of_the_address(new_api: NewApi) -> None:
    api = new_api(rate="6 per minute", address_rate="30 per minute")
    at = api.match().at
    assert poll(new_browser(api), at, 50) == {304: 28, 429: 22}


def open_streams(api: ApiClient, at: str, browsers: list[Browser]) -> Counter[int]:
    """Count the statuses when each browser opens a stream and keeps it open."""
    answers = [browser.client.get(f"{at}/stream", **ADDRESS, buffered=False) for browser in browsers]
    found = Counter(one.status_code for one in answers)
    for one in answers:
        one.close()
    return found


def test_many_browsers_at_one_address_may_stream(new_api: NewApi) -> None:
    api = new_api(rate="6000 per minute", heartbeat=0.05)
    at = api.match().at
    browsers = [Browser(api) for _ in range(70)]
    visitors = Visitors(api.context.store)
    for browser in browsers:
        browser.client.set_cookie(COOKIE, visitors.new_cookie(secure=False).partition("=")[2].partition(";")[0])
    assert open_streams(api, at, browsers) == {200: 70}
    assert open_streams(api, at, [browsers[0]] * 70) == {200: 32, 429: 38}, "one browser has a small share"
    assert api.context.stream_quota.total == 0


def test_streams_of_an_address_are_bounded_whatever_its_cookies(new_api: NewApi) -> None:
    api = new_api(rate="6000 per minute", heartbeat=0.05, streams_max=16, streams_each_max=2)
    at = api.match().at
    assert open_streams(api, at, [Browser(api)] * 10) == {200: 4, 429: 6}
    assert open_streams(api, at, [new_browser(api) for _ in range(10)]) == {200: 4, 429: 6}
