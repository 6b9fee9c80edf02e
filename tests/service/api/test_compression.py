"""Public answers are compressed; streams, answers to a token and answers with tokens never are."""

import gzip
from typing import Any

import pytest

from service.http import compression
from service.web.assets import assets_now
from tests.service.api.conftest import Match

GZIP = {"Accept-Encoding": "gzip"}
SCRIPT, STYLE, DRAWING = map(assets_now().url, ("js/replay/page.js", "css/base", "beans.svg"))


def ask_gzip(api: Any, path: str, token: str | None = None, method: str = "GET", **headers: str) -> Any:
    """Return the answer to a client that accepts gzip, unless the headers say otherwise."""
    return api.request(method, path, token, headers={**GZIP, **headers}, buffered=True)


def is_compressed(answer: Any) -> bool:
    """Return whether an answer is compressed."""
    return answer.headers.get("Content-Encoding") == "gzip"


@pytest.fixture(scope="module")
def over(shared: Any) -> Match:
    """A game that has ended."""
    match: Match = shared.match()
    shared.trade(match)
    shared.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    return match


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/rules/classic",
        "/docs",
        "/openapi.json",
        "/v1/rulesets/classic",
        SCRIPT,
        STYLE,
        DRAWING,
        "/games/nothing",
        "{match}",
        "{match}/events",
        "{match}/table?at=9",
        "{match}/file",
        "{match}/timeline",
    ],
)
def test_public_answers_are_compressed_and_otherwise_equal(shared, over, path):
    path = path.format(match=over.at)
    plain, small = shared.request("GET", path, buffered=True), ask_gzip(shared, path)
    assert (is_compressed(plain), is_compressed(small)) == (False, len(plain.data) >= compression.BYTES_MIN)
    assert plain.headers["Content-Length"] == str(len(plain.data))
    assert "Accept-Encoding" in plain.vary
    assert "Accept-Encoding" in small.vary
    if is_compressed(small):
        assert gzip.decompress(small.data) == plain.data
        assert int(small.headers["Content-Length"]) == len(small.data) < len(plain.data)
        head = ask_gzip(shared, path, method="HEAD")
        names = ("Content-Encoding", "Content-Length", "Content-Type", "ETag", "Vary")
        assert [head.headers.get(name) for name in names] == [small.headers.get(name) for name in names]
        assert head.data == b""


@pytest.mark.parametrize("relation", ["seat", "organiser", "arbiter", "spectator", "stranger", "service"])
def test_answers_to_a_token_are_never_compressed(shared, over, relation):
    token = shared.token_of(relation, over, shared.match())
    for part in ("", "/events", "/table", "/table?at=9", "/file", "/timeline", "/sentences", "/audit"):
        assert not is_compressed(ask_gzip(shared, over.at + part, token)), part
    for path in ("/", "/rules/classic", "/openapi.json", "/v1/rulesets/classic", "/v1/games?limit=200"):
        assert not is_compressed(ask_gzip(shared, path, token)), path
    assert is_compressed(ask_gzip(shared, f"{over.at}/events"))


def test_control_compression_that_ignores_tokens_is_detected(shared, over, monkeypatch):
    monkeypatch.setattr(compression, "_may_compress", lambda response: True)
    assert is_compressed(ask_gzip(shared, f"{over.at}/events", over.seats[0]))


def test_an_answer_that_contains_tokens_is_never_compressed(shared):
    wish = {"edition": "classic", "players": 5, "seats": [{"kind": "human", "name": "A" * 40}] * 5}
    answer = shared.request("POST", "/v1/games", json=wish, headers=GZIP)
    assert (answer.status_code, is_compressed(answer)) == (201, False)
    assert "Accept-Encoding" not in answer.vary


@pytest.mark.parametrize("media", ["application/x-ndjson", "text/event-stream"])
def test_a_stream_is_never_compressed(shared, over, media):
    answer = ask_gzip(shared, f"{over.at}/stream?after=1", Accept=media)
    assert (answer.mimetype, is_compressed(answer)) == (media, False)
    assert len(answer.data) > compression.BYTES_MIN


@pytest.mark.parametrize(
    ("taken", "smaller"),
    [
        ("gzip", True),
        ("GZIP;q=0.1", True),
        ("br, gzip;q=0.8, identity;q=0.5", True),
        ("*", True),
        ("identity;q=0, gzip", True),
        ("", False),
        ("identity", False),
        ("br, zstd", False),
        ("gzip;q=0", False),
        ("gzip;q=0, *", False),
        ("gzip;q=0.5, identity", False),
        ("*;q=0", False),
        ("gzip;q=nonsense", False),
        ("\x7f,;=;q", False),
    ],
)
def test_gzip_is_used_when_the_client_prefers_it_to_identity(shared, taken, smaller):
    answer = ask_gzip(shared, SCRIPT, **{"Accept-Encoding": taken})
    assert (answer.status_code, is_compressed(answer)) == (200, smaller)


@pytest.mark.parametrize("path", [SCRIPT, "{match}/events", "{match}"])
def test_if_none_match_accepts_the_etag_of_either_encoding(shared, over, path):
    path = path.format(match=over.at)
    plain, small = (ask_gzip(shared, path, **{"Accept-Encoding": taken}).headers["ETag"] for taken in ("", "gzip"))
    assert small in (f"W/{plain}", plain)
    for name in {plain, small, f'"other", W/{plain}'}:
        for taken in ("", "gzip"):
            again = ask_gzip(shared, path, **{"Accept-Encoding": taken, "If-None-Match": name})
            assert (again.status_code, again.data, is_compressed(again)) == (304, b"", False)
            assert "Accept-Encoding" in again.vary
    assert ask_gzip(shared, path, **{"If-None-Match": '"other"'}).status_code == 200


def test_if_match_accepts_the_etag_of_a_compressed_answer(shared):
    match = shared.match()
    name = shared.request("GET", f"{match.at}/events", headers=GZIP).headers["ETag"]
    assert name == f'W/"events.{match.version}.spectator"'
    plant = {"type": "PlantFromHand", "seat": 0, "field": 0}
    shared.post(f"{match.at}/commands", match.seats[0], json=plant, headers={"If-Match": name})


def test_a_range_request_returns_bytes_of_the_uncompressed_file(shared):
    plain, small = shared.request("GET", SCRIPT, buffered=True), ask_gzip(shared, SCRIPT)
    part = ask_gzip(shared, SCRIPT, Range="bytes=10-19")
    assert (part.status_code, part.data, is_compressed(part)) == (206, plain.data[10:20], False)
    assert "Accept-Ranges" in plain.headers
    assert "Accept-Ranges" not in small.headers
    going_on = {"Range": "bytes=10-19", "If-Range": plain.headers["ETag"]}
    assert ask_gzip(shared, SCRIPT, **going_on).status_code == 206
    going_on["If-Range"] = small.headers["ETag"]
    assert ask_gzip(shared, SCRIPT, **going_on).status_code == 200  # a compressed answer has no such range


def test_the_same_body_is_compressed_once(api, monkeypatch):
    made = []
    real = gzip.compress
    monkeypatch.setattr(compression.gzip, "compress", lambda *given, **more: made.append(1) or real(*given, **more))
    bodies = {ask_gzip(api, path).data for path in (SCRIPT, "/openapi.json") * 3}
    assert (len(made), len(bodies)) == (2, 2)
    ask_gzip(api, "/rules/classic")
    assert len(made) == 3
