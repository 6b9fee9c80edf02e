"""The end of a stream: a browser's EventSource that reconnects after the last visible event of a game gets 204."""

from typing import Any

from service.ops.clock import now_ms
from service.ops.server import EventLoopAnswer
from tests.service.api.conftest import ApiClient, Match
from tests.service.api.event_loop import ApiEventLoop, api_without_cors, event_loop
from tests.waiting import wait_until

__all__ = ["api_without_cors", "event_loop"]

SSE, NDJSON = "text/event-stream", "application/x-ndjson"


def void(api: ApiClient, match: Match) -> int:
    """Void a game and return its last event."""
    api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    version: int = api.get(match.at, match.organiser)["version"]
    return version


def reconnect(
    api: ApiClient, match: Match, last: int, token: str | None = None, query: str = "", media: str = SSE
) -> Any:
    """Return status and body for a browser that reconnects after event `last`; a running stream has no body."""
    headers = {"Last-Event-ID": f"{last}", "Accept": media}
    with api.request("GET", f"{match.at}/stream?{query}", token, headers=headers, buffered=False) as answer:
        if answer.status_code != 200:
            return answer.status_code, answer.data
        first = next(iter(answer.iter_encoded()))
        return answer.status_code, first.strip(b":\n")


def test_a_browser_with_the_last_event_of_an_ended_game_gets_204(api: ApiClient) -> None:
    match = api.match(private=True)
    assert reconnect(api, match, match.version, match.seats[0]) == (200, b"")
    last, token = void(api, match), match.seats[0]
    api.post(f"{match.at}/annotations", token, json={"n": 3, "text": "A notice that nobody has heard."})
    assert reconnect(api, match, last, token) == (204, b"")
    assert reconnect(api, match, last, token, "with=table,choices&as=omniscient&after=1") == (204, b"")
    assert reconnect(api, match, last)[0] == 404
    assert reconnect(api, match, last, token, "as=me")[0] == 422
    status, said = reconnect(api, match, last - 1, token)
    assert (status, said.startswith(b"event: event\nid: %d\n" % last)) == (200, True)
    status, said = reconnect(api, match, last, token, media=NDJSON)
    assert (status, said.startswith(b'{"end":')) == (200, True), "an NDJSON stream always ends with an end line"
    first = api.request("GET", f"{match.at}/stream?after={last}", token).data
    assert first.startswith(b"event: end\nid: %d\n" % last), "by this id a browser confirms the last event"


def test_the_loop_and_a_thread_answer_204_alike(api: ApiClient, event_loop: ApiEventLoop) -> None:
    match = api.match()
    last, found = void(api, match), None
    sent = {"Last-Event-ID": f"{last}", "Accept": SSE}
    by_thread = event_loop.app.test_client().get(f"{match.at}/stream", headers=sent)

    def is_quick() -> bool:
        nonlocal found
        api.get(match.at)
        found = event_loop.request(f"{match.at}/stream", b"", method="GET", Last_Event_ID=f"{last}", Accept=SSE)
        return isinstance(found, EventLoopAnswer)

    wait_until(is_quick, "the loop never answers")
    assert isinstance(found, EventLoopAnswer)
    assert (found.status, found.body) == (by_thread.status_code, by_thread.data) == (204, b"")
    assert api.context.stream_quota.total == 0


def test_a_delayed_spectator_gets_204_after_the_delay_only(api: ApiClient, monkeypatch: Any) -> None:
    match = api.match(spectator_delay={"seconds": 3600})
    api.trade(match)
    last, known = void(api, match), api.get(match.at)["version"]
    assert known < last
    assert reconnect(api, match, known) == (200, b"")
    assert reconnect(api, match, last)[0] == 422, "the event is not visible"
    assert reconnect(api, match, last, match.seats[0])[0] == 204
    monkeypatch.setattr("service.access.reader.now_ms", lambda: now_ms() + 3_601_000)
    assert reconnect(api, match, last) == (204, b"")
