"""Malformed headers, queries and paths never cause a server error."""

from typing import Any

import pytest

from tests.long_tests import mostly_long

LONG = "9" * 5000
"""More digits than Python converts to an integer."""
TEXTS = (
    "",
    "[",
    "http://[",
    "http://[::1",
    "http://a:99999999",
    "unknown",
    "1.2.3.4:5678",
    "[::1]:80",
    "Basic =",
    "Bearer \xff",
    "bytes=-",
    f"bytes={LONG}-",
    f"text/html;q={LONG}",
    f'"table.{LONG}.x"',
    LONG,
    "\xb2",
    "\xff",
)
HEADERS = (
    "Accept",
    "Accept-Language",
    "Authorization",
    "Cookie",
    "Host",
    "Idempotency-Key",
    "If-Match",
    "If-Modified-Since",
    "If-None-Match",
    "If-Range",
    "Last-Event-ID",
    "Origin",
    "Range",
    "Sec-Fetch-Site",
    "X-Forwarded-For",
    "X-Forwarded-Proto",
)
PAGES = ("/", "/assets/licences.txt", "/readyz", "/metrics", "/nowhere")


@pytest.fixture
def behind(new_api: Any) -> Any:
    """An API client behind a proxy."""
    return new_api(proxies=1)


def failures(api: Any, method: str, path: str, headers: dict[str, str], **more: Any) -> list[Any]:
    """Return the request if it caused a server error."""
    answer = api.request(method, path, headers=headers, buffered=True, **more)
    return [(method, path[:80], headers, answer.status_code)] if answer.status_code >= 500 else []


def server_errors(api: Any, header: str, texts: tuple[str, ...] = TEXTS) -> list[Any]:
    """Return the server errors that malformed values of a header cause."""
    match, found = api.match(), []
    for text in texts:
        for path in (*PAGES, match.at, f"{match.at}/stream?after=999"):
            found += failures(api, "GET", path, {header: text})
        for path in ("/v1/games", "/v1/games:import", f"{match.at}/commands"):
            found += failures(api, "POST", path, {header: text}, json={"edition": "none"})
    return found


@pytest.mark.parametrize("header", mostly_long(HEADERS))
def test_no_header_makes_the_service_fail(behind, header):
    assert server_errors(behind, header) == []


def test_no_argument_and_no_path_makes_the_service_fail(behind):
    at = behind.match().at
    for text in (LONG, "%00", "%ff", "[", "%C2%B2", "-1", "1_0", "..", "%2e%2e", "%ED%A0%80"):
        for path in (
            f"/?cursor={text}&status={text}&edition={text}",
            f"/rules/classic?version={text}",
            f"/rules/{text}",
            f"/games/{text}",
            f"/games/{text}/sheet?n={text}",
            f"{at.removeprefix('/v1')}/sheet?n={text}&as={text}&result={text}&lang={text}",
            f"/problems/{text}",
            f"/assets/{text}",
            f"/v1/games?cursor={text}",
            f"/v1/games?player={text}&limit={text}",
            f"/v1/games/{text}",
            f"{at}/events/{text}",
            f"{at}/events?after={text}",
            f"{at}/table?at={text}",
            f"{at}/stream?after=999&as={text}",
            f"/v1/statistics/best?edition=classic&players={text}",
        ):
            assert failures(behind, "GET", path, {}) == []


def test_control_an_unchecked_address_is_detected(behind, monkeypatch):
    def careless(_: object) -> bool:
        raise ValueError("this is no address")

    monkeypatch.setattr("service.http.health._is_from_operators", careless)
    assert {path for _, path, _, _ in server_errors(behind, "Cookie", ("[",))} == {"/readyz", "/metrics"}
