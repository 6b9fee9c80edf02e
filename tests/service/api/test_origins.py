"""Requests from pages of other origins, CORS, and headers against content sniffing."""

from collections.abc import Iterator

import pytest

from service.http.origins import LOOPBACK, allowed_hosts, matches_host
from service.settings import Settings
from tests.service.api.conftest import ApiClient, open_api
from tests.service.api.test_policy import short_file

__all__ = ["short_file"]

NEW = {"edition": "classic", "players": 3}
OWN = "http://localhost"
OTHER = "https://evil.example"
LISTED = "https://beans.example"


@pytest.fixture(scope="module", name="api")
def api_of_module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    """An API client with a listed origin."""
    with open_api(tmp_path_factory.mktemp("origins"), cors=(LISTED,)) as api:
        yield api


@pytest.fixture(scope="module")
def api_of_hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    """An API client with listed hosts."""
    with open_api(tmp_path_factory.mktemp("hosts"), hosts=("beans.example", ".games.example")) as api:
        yield api


@pytest.mark.parametrize(
    ("headers", "made"),
    [
        ({}, True),  # no browser
        ({"Origin": OWN}, True),
        ({"Origin": "https://localhost"}, True),  # behind a proxy that speaks TLS
        ({"Origin": OTHER}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "http://["}, False),
        ({"Origin": "http://[::1"}, False),
        ({"Origin": "http://[", "Host": "["}, False),
        ({"Origin": "http://localhost:3000"}, False),
        ({"Origin": LISTED}, True),
        ({"Origin": OTHER, "Sec-Fetch-Site": "cross-site"}, False),
        ({"Origin": LISTED, "Sec-Fetch-Site": "cross-site"}, True),
        ({"Origin": "http://localhost:3000", "Sec-Fetch-Site": "same-site"}, False),
        ({"Origin": "https://public.example", "Sec-Fetch-Site": "same-origin"}, True),  # the proxy wrote another Host
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "none"}, True),
    ],
)
def test_a_page_of_another_origin_creates_no_games(api, short_file, headers, made):
    for path, body in (("/v1/games", {"json": NEW}), ("/v1/games:import", {"data": short_file})):
        answer = api.request("POST", path, headers=headers, **body)
        assert (answer.status_code in (200, 201)) == made, path
        assert made or (answer.status_code, answer.json["code"]) == (403, "origin.forbidden")
    match = api.match()
    for method, path in (("POST", "/audits"), ("POST", "/forks"), ("PUT", "/seats/0"), ("POST", "/pause")):
        answer = api.request(method, match.at + path, headers=headers, json={"at": 1})
        assert (answer.json.get("code") == "origin.forbidden") != made, path
    assert api.request("GET", match.at, headers=headers).status_code == 200
    token = api.request("POST", f"{match.at}/pause", match.organiser, headers=headers)
    assert token.status_code == 200  # the browser sends no token for a foreign page


def test_control_without_the_origin_check_a_foreign_page_creates_a_game(api, monkeypatch):
    headers = {"Origin": OTHER, "Sec-Fetch-Site": "cross-site"}
    api.problem(403, "origin.forbidden", "POST", "/v1/games", json=NEW, headers=headers)
    monkeypatch.setattr("service.http.origins._is_foreign_page", lambda headers, settings: False)
    assert api.request("POST", "/v1/games", json=NEW, headers=headers).status_code == 201


@pytest.mark.parametrize("body", [{"data": b'{"edition":"classic"}'}, {"data": {"edition": "classic"}}])
def test_creating_a_game_refuses_the_media_types_of_forms(shared, body):
    for kind in (None, "text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"):
        shared.problem(415, "media-type", "POST", "/v1/games", content_type=kind, **body)


@pytest.mark.parametrize("kind", [None, "text/plain", "application/json", "application/x-www-form-urlencoded"])
def test_an_import_refuses_other_media_types(shared, kind):
    answer = shared.request(
        "POST", "/v1/games:import", data=b"{}", headers={"Content-Type": kind or ""}, content_type=""
    )
    assert (answer.status_code, answer.json["code"]) == (415, "media-type")


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("beans.example", True),
        ("BEANS.example:8000", True),
        ("beans.example.", True),
        ("evil.example", False),
        ("a.games.example", True),
        ("games.example", False),
        ("127.0.0.1", False),
        ("[::1]:80", False),
        ("beans.example@evil.example", False),
        ("[", False),
    ],
)
def test_a_browser_creates_games_without_a_token_only_under_a_listed_host(api_of_hosts, host, ours):
    api = api_of_hosts
    own = {
        "Host": host,
        "Origin": f"http://{host}",
        "Sec-Fetch-Site": "same-origin",
    }  # as any host may lead here
    made = api.request("POST", "/v1/games", json=NEW, headers=own)
    assert (made.status_code, made.json.get("code")) == ((201, None) if ours else (403, "origin.forbidden"))
    assert api.request("POST", "/v1/games", api.service, json=NEW, headers={"Host": host}).status_code == 201
    assert api.request("POST", "/v1/games", json=NEW, headers={"Host": host}).status_code == 201  # no browser
    for path in ("/v1/games", "/", "/healthz"):
        assert api.request("GET", path, headers={"Host": host}).status_code == 200


def test_control_without_listed_hosts_any_host_creates_a_game(new_api):
    own = {"Host": "evil.example", "Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"}
    assert new_api().request("POST", "/v1/games", json=NEW, headers=own).status_code == 201


def test_a_listed_host_is_an_own_origin_behind_a_proxy_that_rewrites_host(new_api):
    api = new_api(hosts=("beans.example", "localhost"))
    assert api.request("POST", "/v1/games", json=NEW, headers={"Origin": "https://beans.example"}).status_code == 201
    api.problem(403, "origin.forbidden", "POST", "/v1/games", json=NEW, headers={"Origin": OTHER})


def test_a_server_on_loopback_accepts_the_names_of_loopback(tmp_path):
    def hosts(address: str, **more: object) -> tuple[str, ...]:
        return allowed_hosts(address, Settings(store=tmp_path, **more))

    assert hosts("127.0.0.1") == hosts("localhost") == hosts("::1") == LOOPBACK
    assert hosts("127.0.0.2") == (*LOOPBACK, "127.0.0.2")
    assert hosts("0.0.0.0") == hosts("192.0.2.1") == hosts("127.0.0.1", proxies=1) == ()
    assert hosts("127.0.0.1", hosts=("beans.example",)) == ("beans.example",)
    for name in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000", "haricot.localhost"):
        assert matches_host(name, LOOPBACK)
    assert not matches_host("evil.example:8000", LOOPBACK)
    assert matches_host("evil.example", ())
    assert matches_host("evil.example", ("*",))


def test_every_answer_forbids_content_sniffing(shared):
    match = shared.match()
    paths = ("/v1/", "/v1/none", match.at, f"{match.at}/file", "/", "/rules", "/nowhere", "/healthz", "/openapi.json")
    for path in (*paths, "/assets/licences.txt", f"{match.at}/table?at=0"):
        answer = shared.request("GET", path, buffered=True)
        assert answer.headers["X-Content-Type-Options"] == "nosniff", path
    assert shared.request("POST", "/v1/games", data=b"x").headers["X-Content-Type-Options"] == "nosniff"


def test_cors_allows_every_origin_what_is_public_and_only_listed_ones_tokens(shared, api):
    allow = "Access-Control-Allow-Origin"
    for client in (shared, api):
        match, strange = client.match(), {"Origin": OTHER}
        public = ("/openapi.json", "/v1/games?limit=1", "/v1/games/no", match.at, f"{match.at}/stream?follow=false")
        for path in public:
            answer = client.request("GET", path, headers=strange)
            assert answer.headers[allow] == "*", path
            assert "ETag" in answer.headers["Access-Control-Expose-Headers"]
            assert "Access-Control-Allow-Credentials" not in answer.headers
        refused = (
            client.request("GET", match.at, match.seats[0], headers=strange),
            client.request("POST", "/v1/games", json=NEW, headers=strange),
            client.request("GET", "/", headers=strange),
            client.request("OPTIONS", "/v1/games", headers={**strange, "Access-Control-Request-Method": "POST"}),
        )
        assert [allow in answer.headers for answer in refused] == [False] * 4
        asked = {**strange, "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "authorization"}
        answer = client.request("OPTIONS", match.at, headers=asked)
        assert (answer.status_code, answer.headers[allow]) == (200, "*")
        assert answer.headers["Access-Control-Allow-Headers"] == "If-None-Match, Last-Event-ID"
    listed = api.request("GET", match.at, match.seats[0], headers={"Origin": LISTED})
    assert listed.headers[allow] == LISTED
    asked = {
        "Origin": LISTED,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization",
    }
    assert api.request("OPTIONS", f"{match.at}/commands", headers=asked).headers[allow] == LISTED
