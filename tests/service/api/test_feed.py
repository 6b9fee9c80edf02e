"""The feed of all games: each visible line in order, once."""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from service.feed import feed_projector
from service.lifecycle.erasure import erase
from tests.service.api.conftest import ApiClient, Match


def page(api: ApiClient, token: str, **query: Any) -> dict[str, Any]:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    answer: dict[str, Any] = api.get(f"/v1/feed?{asked}", token)
    return answer


def feed_lines(api: ApiClient, token: str, after: str | None = None, **query: Any) -> Iterator[dict[str, Any]]:
    """Yield all lines of the feed, page by page."""
    while True:
        found = page(api, token, **({} if after is None else {"after": after}), **query)
        yield from found["lines"]
        after = found["cursor"]
        if not found["more"]:
            return


def events_of(lines: Any, game: str) -> list[dict[str, Any]]:
    return [line["envelope"] for line in lines if line["game"] == game and line["kind"] == "event"]


def public_events(api: ApiClient, match: Match) -> list[dict[str, Any]]:
    """Return the public events of a game."""
    found: list[dict[str, Any]] = api.get(f"{match.at}/events?limit=1000")["events"]
    return found


def test_the_feed_has_public_events_in_order_and_once(api: ApiClient) -> None:
    one, other = api.match(), api.match()
    api.trade(one)
    api.trade(other)
    lines = list(feed_lines(api, api.service, limit=7))
    assert events_of(lines, one.game) == public_events(api, one)
    assert events_of(lines, other.game) == public_events(api, other)
    assert len({line["cursor"] for line in lines}) == len(lines)


def test_the_cursor_of_each_line_continues_with_the_next_line(api: ApiClient) -> None:
    match = api.match()
    api.trade(match)
    api.match()
    lines = list(feed_lines(api, api.service))
    for index, line in enumerate(lines):
        assert list(feed_lines(api, api.service, line["cursor"], limit=3)) == lines[index + 1 :]
    assert page(api, api.service, after=lines[-1]["cursor"]) == {
        "lines": [],
        "cursor": lines[-1]["cursor"],
        "more": False,
    }


def test_the_cursor_now_skips_all_earlier_lines(api: ApiClient) -> None:
    api.match()
    begun = page(api, api.service, after="now")
    assert (begun["lines"], begun["more"]) == ([], False)
    later = api.match()
    assert {line["game"] for line in feed_lines(api, api.service, begun["cursor"])} == {later.game}


def test_the_feed_is_filtered_by_type_and_game_and_its_cursor_advances(api: ApiClient) -> None:
    one, other = api.match(), api.match()
    api.post(f"{one.at}/void", one.organiser, json={"reason": "enough"})
    made = list(feed_lines(api, api.service, type="game_created.1,game_ended.1", limit=1))
    assert [line["game"] for line in made] == [one.game, other.game]
    assert {line["game"] for line in feed_lines(api, api.service, game=other.game)} == {other.game}
    nothing = page(api, api.service, type="bean_eaten.1")
    assert (nothing["lines"], nothing["more"]) == ([], False)
    assert page(api, api.service, after=nothing["cursor"])["lines"] == []


def test_a_delayed_game_enters_the_feed_when_spectators_may_see_it(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed_projector, "WAITING_CHECK_SECONDS", 0.0)
    late = api.match(spectator_delay={"seconds": 3600})
    api.trade(late)
    before = list(feed_lines(api, api.service))
    assert [one["n"] for one in events_of(before, late.game)] == [1]
    public_one = api.match()
    lines = list(feed_lines(api, api.service))
    assert lines[: len(before)] == before
    assert {line["game"] for line in lines[len(before) :]} == {public_one.game}
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + 3601 * 10**9)
    after = list(feed_lines(api, api.service, lines[-1]["cursor"]))
    assert events_of(after, late.game) == public_events(api, late)[1:]
    assert {line["game"] for line in after} == {late.game}


def test_the_feed_has_a_private_game_for_its_creator_only(api: ApiClient) -> None:
    other = api.token("service")
    own = api.match_of(api.post("/v1/games", api.service, json={"edition": "classic", "players": 3, "private": True}))
    secret = api.match(private=True)
    assert {line["game"] for line in feed_lines(api, api.service)} == {own.game}
    assert list(feed_lines(api, other)) == []
    cursor = page(api, api.service)["cursor"]
    api.problem(410, "feed.cursor", "GET", f"/v1/feed?after={cursor}", other)
    assert secret.game not in api.request("GET", "/v1/feed", api.service).text


def test_a_sealed_fork_enters_the_feed_when_it_is_unsealed(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed_projector, "WAITING_CHECK_SECONDS", 0.0)
    match, other = api.match(), api.token("service")
    api.trade(match)
    fork = api.fork(match, 8)
    own = [line for line in feed_lines(api, api.service) if line["game"] == fork.game]
    assert [line["envelope"]["n"] for line in own] == [12], "its own events only"
    assert not [line for line in feed_lines(api, other) if line["game"] == fork.game]
    cursors = {token: page(api, token, limit=1000)["cursor"] for token in (api.service, other)}
    api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    now = {token: [line["game"] for line in feed_lines(api, token, cursor)] for token, cursor in cursors.items()}
    assert fork.game in now[other]
    assert fork.game not in now[api.service], "it was in the feed already"


def test_the_feed_refuses_clients_without_permission(api: ApiClient) -> None:
    match = api.match()
    for token in (None, match.seats[0], match.organiser):
        answer = api.request("GET", "/v1/feed", token)
        assert answer.status_code in (401, 403)
        assert match.game not in answer.text


def test_the_feed_reports_erased_names(api: ApiClient) -> None:
    match = api.match(seats=[{"name": "Ana"}, {"name": "Bo"}, {"name": "Ana"}])
    private = api.match(private=True, seats=[{"name": "Ana"}, {}, {}])
    before = page(api, api.service, limit=1000)["cursor"]
    erase(api.context.store, lambda name: name == "Ana")
    lines = list(feed_lines(api, api.service, before))
    assert [(line["kind"], line["game"], line["what"], line["seat"]) for line in lines] == [
        ("erased", match.game, "name", 0),
        ("erased", match.game, "name", 2),
    ]
    assert list(feed_lines(api, api.service, lines[0]["cursor"])) == lines[1:]
    assert private.game not in json.dumps(list(feed_lines(api, api.service, type="bean_eaten.1")))


def test_unknown_cursors_and_those_of_another_store_are_refused(new_api: Callable[..., ApiClient]) -> None:
    api, other = new_api(), new_api()
    for one in (api, other):
        one.match()
    for cursor in ("A" * 22 + ".1", "garbage", "7", "A" * 22 + ".999999999", page(other, other.service)["cursor"]):
        api.problem(410, "feed.cursor", "GET", f"/v1/feed?after={cursor}", api.service)


def test_feed_streams_send_the_lines_of_the_feed_and_continue(api: ApiClient) -> None:
    match = api.match()
    expected = list(feed_lines(api, api.service))
    lines = api.request("GET", "/v1/feed", api.service, headers={"Accept": "application/x-ndjson"}, buffered=False)
    stream = lines.iter_encoded()
    found: list[dict[str, Any]] = []
    while len(found) < len(expected):
        found += [json.loads(line) for line in next(stream).splitlines() if line.strip()]
    assert found == expected
    api.trade(match)
    assert any(json.loads(line)["game"] == match.game for line in next(stream).splitlines() if line.strip())
    lines.close()
    sse = api.request(
        "GET",
        "/v1/feed",
        api.service,
        headers={"Accept": "text/event-stream", "Last-Event-ID": expected[0]["cursor"]},
        buffered=False,
    )
    stream = sse.iter_encoded()
    next(stream)
    first = next(stream).decode().split("\n\n")[0].splitlines()
    assert first[:2] == ["event: event", f"id: {expected[1]['cursor']}"]
    assert json.loads(first[2].removeprefix("data: ")) == expected[1]
    sse.close()
