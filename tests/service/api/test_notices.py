"""Notices on a stream: they are no events, have no id, and have the delay of the game."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Any

NDJSON = {"Accept": "application/x-ndjson"}


@contextmanager
def followed(api: Any, path: str, token: str | None = None, **headers: str) -> Iterator[Iterator[bytes]]:
    """Open a stream, and yield its parts without heartbeats."""
    answer = api.request("GET", path, token, headers=headers, buffered=False)
    try:
        yield (part for part in answer.iter_encoded() if part.strip(b":\n"))
    finally:
        answer.close()


def silent(api: Any, path: str, token: str | None = None) -> bool:
    """Return whether the next part of a stream is a heartbeat."""
    answer = api.request("GET", path, token, buffered=False)
    try:
        return not next(iter(answer.iter_encoded())).strip(b":\n")
    finally:
        answer.close()


def notice(part: bytes) -> dict[str, Any]:
    """Return the content of a notice, and check that it has no id."""
    name, data = part.decode().strip().split("\n")
    assert name == "event: notice"
    answer: dict[str, Any] = json.loads(data.removeprefix("data: "))
    assert [name for name in answer if name not in ("code", "facts")] == ["n", "kind", "at", "by", "says"]
    return answer


def test_a_stream_sends_notices_of_annotations_pauses_seats_and_disputes(shared):
    match = shared.match()
    with followed(shared, f"{match.at}/stream?after={match.version}") as parts:
        shared.post(f"{match.at}/annotations", match.seats[1], json={"n": 3, "text": "Hm."})
        answer = notice(next(parts))
        assert (answer["n"], answer["kind"], answer["by"], answer["says"]) == (3, "remark", "seat:1", "Hm.")
        assert "code" not in answer, "a text of a player has no code"
        shared.post(f"{match.at}/pause", match.organiser)
        answer = notice(next(parts))
        assert (answer["n"], answer["kind"], answer["by"]) == (match.version, "paused", "organiser")
        shared.post(f"{match.at}/resume", match.organiser)
        assert notice(next(parts))["kind"] == "resumed"
        shared.request("PUT", f"{match.at}/seats/2", match.organiser, json={"kind": "human"})
        assert notice(next(parts))["kind"] == "seat"
        claim = {"type": "OpenDispute", "event": match.version, "article": "TR-1", "text": "Hm."}
        shared.post(f"{match.at}/disputes", match.seats[1], json=claim)
        answer = notice(next(parts))
        assert (answer["kind"], answer["code"], answer["by"]) == ("dispute", "dispute.opened", "seat:1")
        assert answer["facts"] == {"who": "Seat 2", "event": match.version, "dispute": 1}
        shared.submit(match, {"type": "PlantFromHand", "seat": 0, "field": 0})
        assert next(parts).startswith(b"event: event\nid: ")


def test_an_ndjson_notice_has_its_name_as_key(shared):
    match = shared.match()
    with followed(shared, f"{match.at}/stream", **NDJSON) as parts:
        assert list(json.loads(next(parts))) == ["table"]
        shared.post(f"{match.at}/pause", match.organiser)
        assert json.loads(next(parts))["notice"]["kind"] == "paused"


def test_a_stream_opened_during_a_pause_sends_that_pause_only(shared):
    match = shared.match()
    shared.post(f"{match.at}/annotations", match.seats[1], json={"n": 3, "text": "Hm."})
    for what in ("pause", "resume", "pause"):
        shared.post(f"{match.at}/{what}", match.organiser)
    path = f"{match.at}/stream?after={match.version}"
    with followed(shared, path) as parts:
        assert notice(next(parts))["kind"] == "paused"
        shared.post(f"{match.at}/resume", match.organiser)
        assert notice(next(parts))["kind"] == "resumed"
    assert silent(shared, path)


def test_a_delayed_stream_sends_notices_after_the_delay(shared):
    match = shared.match(spectator_delay={"events": 3})
    shared.post(f"{match.at}/pause", match.organiser)
    assert silent(shared, f"{match.at}/stream?after={shared.get(match.at)['version']}")
    with followed(shared, f"{match.at}/stream?after={match.version}", match.seats[0]) as parts:
        assert notice(next(parts))["kind"] == "paused"


def test_control_an_early_notice_is_detected(shared, monkeypatch):
    match = shared.match(spectator_delay={"seconds": 3600})
    shared.post(f"{match.at}/pause", match.organiser)
    path = f"{match.at}/stream?after={shared.get(match.at)['version']}"
    assert silent(shared, path)
    monkeypatch.setattr("service.access.visibility_scope.VisibilityScope.knows", lambda self, n, at: True)
    assert not silent(shared, path)


def test_a_notice_wakes_a_waiting_stream(new_api):
    api = new_api(heartbeat=30)
    match = api.match()
    with followed(api, f"{match.at}/stream") as parts:
        assert next(parts).startswith(b"event: table")
        for text in ("Hm.", "So."):
            Timer(0.2, api.post, (f"{match.at}/annotations", match.seats[1]), {"json": {"n": 3, "text": text}}).start()
            begun = time.monotonic()
            assert notice(next(parts))["says"] == text
            assert time.monotonic() - begun < 15
