"""Polls of a stream, `follow=false`: all events at once, and 304 where nothing was added."""

from typing import Any

from service.http.request_lifecycle import REQUEST_STATE
from tests.service.api.conftest import ApiClient, Match
from tests.service.api.event_loop import ApiEventLoop, Transport, api_without_cors, event_loop
from tests.waiting import wait_until

__all__ = ["api_without_cors", "event_loop"]


def poll(api: ApiClient, match: Match, after: int, etag: str = "", token: str | None = None, **headers: str) -> Any:
    """Return the answer to a poll, read to its end."""
    headers |= {"If-None-Match": etag} if etag else {}
    path = f"{match.at}/stream?after={after}&follow=false&with=table,choices"
    return api.request("GET", path, token, headers=headers, buffered=True)


def test_a_poll_returns_all_events_then_304_until_something_is_added(api: ApiClient) -> None:
    match = api.match()
    first = poll(api, match, 0)
    assert first.text.count("event: event") == match.version
    assert "event: end" not in first.text
    assert api.context.stream_quota.total == 0
    etag = first.headers["ETag"]
    assert (poll(api, match, match.version).status_code, poll(api, match, match.version).text) == (200, "")
    known = poll(api, match, match.version, etag)
    assert (known.status_code, known.data, known.headers["ETag"]) == (304, b"", etag)
    assert poll(api, match, match.version - 1, etag).text.count("event: event") == 1, "the client does not have it"
    api.post(f"{match.at}/annotations", match.seats[1], json={"n": 3, "text": "Hm."})
    noted = poll(api, match, match.version, etag)
    assert (noted.status_code, noted.text) == (200, ""), "only its ETag changes with an annotation"
    api.post(f"{match.at}/pause", match.organiser)
    assert '"kind":"paused"' in poll(api, match, match.version, noted.headers["ETag"]).text
    api.post(f"{match.at}/resume", match.organiser)
    api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    last = poll(api, match, match.version, noted.headers["ETag"])
    assert "event: end" in last.text
    lines = poll(api, match, match.version, Accept="application/x-ndjson").text.splitlines()
    assert lines[-1].startswith('{"end":')


def test_the_etag_of_a_delayed_spectator_does_not_reveal_new_events(api: ApiClient) -> None:
    match = api.match(spectator_delay={"seconds": 3600})
    before = poll(api, match, 1).headers["ETag"]
    own = poll(api, match, match.version, token=match.seats[0]).headers["ETag"]
    api.trade(match)
    api.post(f"{match.at}/annotations", match.seats[1], json={"n": 1, "text": "Hm."})
    api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    assert poll(api, match, 1, before).status_code == 304
    assert poll(api, match, match.version, own, token=match.seats[0]).status_code == 200


def test_a_poll_on_the_loop_ends_beside_a_subscriber(api: ApiClient, event_loop: ApiEventLoop) -> None:
    match, follows, polls = api.match(), Transport(), Transport()
    event_loop.follow(api, f"{match.at}/stream?after=0", follows)
    event_loop.follow(api, f"{match.at}/stream?after=0&follow=false", polls)
    wait_until(lambda: api.context.stream_quota.total == 1)
    assert polls.sent == follows.sent
    assert match.version == polls.sent.count(b"event: event")


def test_the_loop_hands_over_a_poll_that_another_process_may_affect(api: ApiClient, event_loop: ApiEventLoop) -> None:
    match = api.match()
    api.get(match.at)
    found = event_loop.request(f"{match.at}/stream", b"", method="GET", query=f"after={match.version}&follow=false")
    assert set(found) == {REQUEST_STATE}
    assert api.context.stream_quota.total == 0
