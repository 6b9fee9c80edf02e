"""Streams that begin on the event loop from cached data answer as those that begin in a thread."""

from typing import Any

import pytest

from service.http.request_lifecycle import REQUEST_STATE
from service.ops.server import EventLoopAnswer
from service.streaming.stream_steps import GameStream
from tests.service.api.conftest import ApiClient, Match, open_api
from tests.service.api.event_loop import ApiEventLoop, Transport, api_without_cors, event_loop, open_stream
from tests.service.api.test_event_loop_path import VOLATILE
from tests.waiting import wait_until

__all__ = ["api_without_cors", "event_loop"]


REQUESTS: dict[str, dict[str, str]] = {
    "plain": {},
    "from an event on": {"query": "after=3"},
    "from the beginning": {"query": "after=0"},
    "after Last-Event-ID": {"Last_Event_ID": "4"},
    "beyond the last event": {"query": "after=900"},
    "Last-Event-ID beyond the last event": {"Last_Event_ID": "900"},
    "malformed Last-Event-ID": {"Last_Event_ID": "x"},
    "lines": {"Accept": "application/x-ndjson"},
    "with the state": {"query": "with=table,choices,sentence&lang=fr"},
    "unknown expansion": {"query": "with=hats"},
    "own view": {"query": "as=seat:0"},
    "view of another seat": {"query": "as=seat:1"},
    "unknown view": {"query": "as=me"},
    "unknown argument": {"query": "hat=1"},
    "unknown token": {"Authorization": "Bearer hrc_seat_no"},
    "without a token": {"Authorization": ""},
}


def comparable(status: int, headers: Any, body: bytes) -> tuple[int, dict[str, str], bytes]:
    """Return an answer without headers that differ each time."""
    return status, {k.lower(): v for k, v in dict(headers).items() if k.lower() not in VOLATILE}, body


def asked_on_loop(event_loop: ApiEventLoop, match: Match, query: str = "", **headers: str) -> Any:
    """Return the answer of the event loop."""
    return event_loop.request(f"{match.at}/stream", b"", method="GET", query=query, **headers)


def test_the_loop_and_a_thread_begin_a_stream_alike(api: ApiClient, event_loop: ApiEventLoop) -> None:
    for name, request in REQUESTS.items():
        assert_begun_alike(api, event_loop, request, name)


def assert_begun_alike(api: ApiClient, event_loop: ApiEventLoop, request_: dict[str, str], name: str) -> None:
    """Require that the event loop answers this request as a thread does, or leaves it to a thread."""
    match = api.match()
    headers = {"Authorization": f"Bearer {match.seats[0]}", **request_}
    query = headers.pop("query", "")
    sent = {name.replace("_", "-"): text for name, text in headers.items()}
    by_thread: Any = None
    found: Any = None

    def begun_by_both() -> bool:
        nonlocal by_thread, found
        with api.app.test_client().get(f"{match.at}/stream?{query}", headers=sent) as reply:
            body = b"" if reply.status_code == 200 else reply.data
            by_thread = comparable(reply.status_code, reply.headers, body)
        found = asked_on_loop(event_loop, match, query, **headers)
        return isinstance(found, EventLoopAnswer)

    if "900" in request_.values() or query in ("after=900", "as=seat:1"):
        assert not begun_by_both()
        assert set(found) == {REQUEST_STATE}, (
            name
        )  # another process may have written that event, or the end of the game
        return
    wait_until(begun_by_both, f"the loop never begins {name}")  # the notifier may just have dropped what was cached
    if isinstance(found.body, GameStream):
        found.body.release()
        found = found._replace(body=b"")
    assert comparable(*found) == by_thread, name
    assert api.context.stream_quota.total == 0


def test_a_stream_without_cached_data_is_begun_by_a_thread(api: ApiClient, event_loop: ApiEventLoop) -> None:
    match = api.match()
    api.context.register.invalidate()
    found = asked_on_loop(event_loop, match, Authorization=f"Bearer {match.seats[0]}")
    assert set(found) == {REQUEST_STATE}
    assert api.context.stream_quota.total == 0


@pytest.mark.parametrize("followed", [False, True])
def test_a_stream_begins_with_the_table_that_another_process_wrote(api, event_loop, monkeypatch, followed):
    match = api.match()
    token = {"Authorization": f"Bearer {match.seats[0]}"}
    earlier, heard = open_stream(api, f"{match.at}/stream", match.seats[0]), Transport()
    if followed:
        event_loop.begin(earlier, heard)
        wait_until(lambda: heard.sent)
    else:
        earlier.release()
    monkeypatch.setattr(api.context.notifier, "_poll", lambda: None)  # this process gets no news of the other one
    with open_api(api.context.settings.store) as other:  # type: ignore[arg-type]  # it is a folder
        moved = other.submit(match, other.choices(match, other.get(match.at, match.seats[0])["to_act"][0])[0])
    begun = asked_on_loop(event_loop, match, **token)
    assert isinstance(begun.body, GameStream)
    transport = Transport()
    event_loop.begin(begun.body, transport)
    wait_until(lambda: transport.sent)
    assert b'"n":%d,' % moved["version"] in transport.sent
    begun.body.release()


def test_the_omniscient_view_opens_when_another_process_ends_the_game(api, event_loop, monkeypatch):
    match, at = api.match(), "stream?as=omniscient&with=table"
    assert api.request("GET", f"{match.at}/{at}", match.seats[0]).status_code == 403
    monkeypatch.setattr(api.context.notifier, "_poll", lambda: None)  # this process gets no news of the other one
    with open_api(api.context.settings.store) as other:  # type: ignore[arg-type]  # it is a folder
        other.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    assert set(asked_on_loop(event_loop, match, "as=omniscient", Authorization=f"Bearer {match.seats[0]}")) == {
        REQUEST_STATE
    }
    open_stream(api, f"{match.at}/{at}", match.seats[0]).release()
