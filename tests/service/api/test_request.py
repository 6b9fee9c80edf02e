"""HttpRequest without a server: conditions, bodies and answers, as a thread or the event loop reads them."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from werkzeug.datastructures import Headers
from werkzeug.sansio.request import Request

from domain.refusals import Misuse
from service.access.tokens import Principal
from service.api.routes import OPERATIONS
from service.commands.run_sync import run_sync
from service.http.dispatch import endpoint_of
from service.http.event_loop_path import EventLoopHead
from service.http.request import HttpRequest
from service.http.request_lifecycle import Head, RequestState
from service.http.response import HttpAnswer
from service.problems import Problem


def thread_head(query: bytes, headers: dict[str, str]) -> Head:
    """Return the head of a request as a thread reads it."""
    return Request("POST", "http", None, "", "/v1/games", query, Headers(headers), "192.0.2.1")


def loop_head(query: bytes, headers: dict[str, str]) -> Head:
    """Return the head of a request as the event loop reads it."""
    named = {name.lower(): value for name, value in headers.items()}
    return EventLoopHead(method="POST", path="/v1/games", query_string=query, headers=named, remote_addr="192.0.2.1")


head_of: Callable[[bytes, dict[str, str]], Head] = thread_head
"""Makes the head of every request here."""


@pytest.fixture(autouse=True, params=[thread_head, loop_head])
def head_reader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read every request of these tests as a thread or as the event loop does."""
    monkeypatch.setattr(f"{__name__}.head_of", request.param)


def request(text: bytes = b"", *, query: str = "", principal: Principal | None = None, **headers: str) -> HttpRequest:
    """Make a request with these headers, underscores for hyphens in their names, and this body."""
    head = head_of(query.encode(), {name.replace("_", "-"): value for name, value in headers.items()})
    rest = bytearray(text)

    def read(most: int) -> bytes:
        part = bytes(rest[:most])
        del rest[:most]
        return part

    visit = RequestState()
    visit.principal = principal or Principal()
    return HttpRequest(head, visit, read)


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ("*", None),
        ('"table.57.seat:1"', 57),
        ('W/"table.57.seat:1"', 57),
        ("table.57.seat:1", 57),
        ('"head-0a1b2c3d.9.spectator"', 9),
        ('"not.ours", "table.8.spectator", W/"head.57.seat:1"', 57),
    ],
)
def test_if_match_names_a_version(sent, expected):
    assert expected == request(If_Match=sent).expected_version


@pytest.mark.parametrize(
    "sent", ["", '""', 'W/""', '"x"', '"a.b.c"', '"table.-1.spectator"', '"table.\u0661.x"', '"t.123456789012.x"']
)
def test_an_if_match_without_our_etag_is_a_mismatch(sent):
    with pytest.raises(Problem) as refused:
        _ = request(If_Match=sent).expected_version
    assert refused.value.code == "version.mismatch"
    assert request().expected_version is None


@pytest.mark.parametrize(
    ("sent", "known"),
    [("*", True), ('"a.1.x"', True), ('W/"a.1.x"', True), ('"b", "a.1.x"', True), ('"a.2.x"', False), ("", False)],
)
def test_if_none_match_recognises_a_known_etag(sent, known):
    assert known == request(If_None_Match=sent).has_etag("a.1.x")
    assert not request().has_etag("a.1.x")


def test_a_body_is_read_whole_or_refused():
    assert request(b"12345", Content_Length="5").body(5) == b"12345"
    assert request(b"12345", Transfer_Encoding="chunked").body(5) == b"12345"
    for most, headers, code in (
        (4, {"Content_Length": "5"}, "request.too-large"),
        (4, {"Transfer_Encoding": "chunked"}, "request.too-large"),
        (9, {"Content_Length": "6"}, "request.malformed"),
    ):
        with pytest.raises(Problem) as refused:
            request(b"12345", **headers).body(most)
        assert refused.value.code == code
    again = request(b"12345", Content_Length="5")
    assert [again.body(9), again.body(9)] == [b"12345"] * 2, "the body is read once"


def test_a_json_body_requires_a_json_media_type():
    assert request(b"{}", Content_Type="application/json", Content_Length="2").json(9) == b"{}"
    assert request(b"{}", Content_Type="application/any+json", Content_Length="2").json(9) == b"{}"
    for headers in ({}, {"Content_Type": "text/plain"}):
        with pytest.raises(Problem) as refused:
            request(b"{}", Content_Length="2", **headers).json(9)
        assert refused.value.code == "media-type"


def answer_of(name: str, *asked: Any) -> HttpAnswer:
    """Return the answer of an operation in a thread that may wait."""
    return run_sync(endpoint_of(OPERATIONS[name])(*asked))


def test_operations_are_called_without_a_server(api: Any) -> None:
    match = api.match()
    head = answer_of("get_game", api.context, request(), {"game": match.game})
    assert (head.status, head.media) == (200, "application/json")
    assert msgspec.json.decode(head.body)["game"] == match.game  # type: ignore[arg-type]  # it is whole
    known = request(If_None_Match=head.headers["ETag"])
    again = answer_of("get_game", api.context, known, {"game": match.game})
    assert (again.status, again.body, again.headers["ETag"]) == (304, b"", head.headers["ETag"])
    with pytest.raises(Problem, match="a token that allows void_game"):
        answer_of("void_game", api.context, request(), {"game": match.game})
    with pytest.raises(Misuse) as wrong:
        answer_of("list_events", api.context, request(query="limit=x&hat=1"), {"game": match.game})
    assert {place for place, _ in wrong.value.errors} == {"query.limit", "query.hat"}
