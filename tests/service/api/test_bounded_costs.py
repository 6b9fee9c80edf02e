"""Bounds on what anonymous clients can multiply: depth of forks, cached events, audits, events of a game."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from domain.visibility import OMNISCIENT, SPECTATOR, seat_viewer
from replay.audit import Auditor
from service.lifecycle import forks as hosting
from service.queries import live_table as live
from service.queries import record_cache
from service.queries.game_segment import GROWTH_BYTES, GameSegment
from service.queries.record_cache import RecordCache
from tests.service.api.conftest import ApiClient, Match

NewApi = Callable[..., ApiClient]


@pytest.fixture
def played(api: ApiClient) -> Match:
    """A game that has ended."""
    match, luck = api.match(), Random(3)
    for _ in range(12):
        api.move(match, luck)
    api.post(f"{match.at}/void", match.organiser, json={"reason": "Rain."})
    return match


def fork_chain(api: ApiClient, match: Match, depth: int) -> list[Match]:
    """Return a game and a chain of voided forks of forks."""
    chain = [match]
    for _ in range(depth):
        at = api.get(chain[-1].at)["version"]
        made = api.match_of(api.post(f"{chain[-1].at}/forks", json={"at": at}))
        if api.get(made.at)["status"] != "voided":
            api.post(f"{made.at}/void", made.organiser, json={"reason": "Rain."})
        chain.append(made)
    return chain


def test_the_depth_of_forks_is_limited(api: ApiClient, played: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "FORK_DEPTH_MAX", 3)
    deepest = fork_chain(api, played, 3)[-1]
    answer = api.problem(422, "request.shape", "POST", f"{deepest.at}/forks", json={"at": 5})
    assert "fork an earlier game of them" in answer["detail"]
    made = api.post(f"{played.at}/forks", json={"at": 5})
    assert made["forked_from"] == {"game": played.game, "at": made["version"] - 1}
    monkeypatch.setattr(hosting, "FORK_DEPTH_MAX", 4)
    assert api.request("POST", f"{deepest.at}/forks", json={"at": 5}).status_code == 201


def cached_segments(ours: RecordCache) -> list[GameSegment]:
    """Return the cached segment of each game."""
    return [segment for segment, _ in ours._segments._entries.values()]


def test_the_cache_holds_shared_events_of_forks_once(
    api: ApiClient, played: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    chain = fork_chain(api, played, 4)
    viewers = [OMNISCIENT, SPECTATOR, *(seat_viewer(seat) for seat in range(3))]
    ours = RecordCache(api.context.store)
    for match in reversed(chain):
        version = api.get(match.at)["version"]
        alone = RecordCache(api.context.store)
        monkeypatch.setattr(
            api.context.store, "require_lineage", lambda game, version=version: [(game, version)], raising=True
        )
        whole = {viewer: alone.lines(match.game, viewer, 0, version) for viewer in viewers}
        monkeypatch.undo()
        assert {viewer: ours.lines(match.game, viewer, 0, version) for viewer in viewers} == whole
        assert ours.lines(match.game, SPECTATOR, 7, version) == whole[SPECTATOR][7:]
        assert ours.envelopes(match.game, version) == api.context.store.envelopes(match.game)[:version]
    assert sum(len(volume.envelopes) for volume in cached_segments(ours)) == api.get(chain[-1].at)["version"]


def test_control_a_cache_without_parents_holds_shared_events_again(
    api: ApiClient, played: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    fork = fork_chain(api, played, 1)[-1]
    version = api.get(fork.at)["version"]
    monkeypatch.setattr(api.context.store, "require_lineage", lambda game: [(game, version)])
    ours = RecordCache(api.context.store)
    for match in (played, fork):
        ours.lines(match.game, SPECTATOR, 0, version - 1)
    assert sum(len(volume.envelopes) for volume in cached_segments(ours)) > 2 * (version - 3)


def test_the_cache_is_limited_in_bytes(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_cache, "BYTES_MAX", 300_000)
    ours = RecordCache(api.context.store)
    games = [api.match() for _ in range(30)]
    for _ in range(2):
        for match in games:
            assert len(ours.lines(match.game, SPECTATOR, 0, match.version)) == match.version
            assert ours._segments.size <= 300_000
            held = sum(volume.bytes for volume in cached_segments(ours))
            assert abs(ours._segments.size - held) <= len(cached_segments(ours)) * GROWTH_BYTES
    assert 1 < len(cached_segments(ours)) < 30


def test_an_audit_is_computed_once_and_extended_with_the_game(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[int] = []
    extend = Auditor.extend

    def counted(auditor: Auditor, envelopes: Any) -> None:
        judged.append(len(envelopes))
        extend(auditor, envelopes)

    monkeypatch.setattr(Auditor, "extend", counted)
    match, luck = api.match(), Random(3)
    first = api.get(f"{match.at}/audit")
    assert api.get(f"{match.at}/audit") == first == api.post(f"{match.at}/audits")
    assert judged == [match.version]
    for _ in range(4):
        api.move(match, luck)
    answer = api.get(f"{match.at}/audit")
    assert api.get(f"{match.at}/events/5")["verdict"] == first["verdicts"][4] == answer["verdicts"][4]
    assert sum(judged) == answer["events"] > match.version
    api.post(f"{match.at}/void", match.organiser, json={"reason": "Rain."})
    assert api.get(f"{match.at}/audit?as=omniscient")["events"] > answer["events"]


def test_a_cached_audit_tells_a_delayed_spectator_no_later_events(shared: ApiClient) -> None:
    match, luck = shared.match(spectator_delay={"events": 6}), Random(3)
    for _ in range(6):
        shared.move(match, luck)
    for token in (match.organiser, None, match.organiser, None):
        head = shared.get(match.at, token)
        assert shared.get(f"{match.at}/audit?as=spectator", token)["events"] == head["version"]


def test_control_an_audit_that_is_not_cached_is_computed_again(api: ApiClient, played: Match, monkeypatch: Any) -> None:
    times: list[int] = []
    monkeypatch.setattr(api.context.background, "result", lambda _key, _network, work, _size: times.append(1) or work())
    for _ in range(2):
        api.get(f"{played.at}/audit", played.organiser)  # public answers are cached elsewhere
    assert len(times) == 2


def test_a_game_at_its_event_limit_refuses_offers_and_can_continue(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, luck = api.match(), Random(4)
    while api.move(match, luck, until="trade"):
        pass
    version = api.get(match.at)["version"]
    monkeypatch.setattr(live, "EVENTS_MAX", version)
    table = api.get(f"{match.at}/table?as=omniscient", api.service)
    seat = table["turn"]["seat"]
    offer = {"type": "ProposeTrade", "seat": seat, "with": (seat + 1) % 3, "want": {"blue": 1}}
    offer["give"] = [{"source": "hand", "slot": table["seats"][seat]["hand_slots"][-1]}]
    for more in ("", "?dry_run=true"):
        answer = api.request("POST", f"{match.at}/commands{more}", match.seats[seat], json=offer)
        assert (answer.status_code, answer.json["code"]) == (422, "request.shape")
        assert "answer or withdraw" in answer.json["detail"]
        assert "Retry-After" not in answer.headers  # waiting does not help
    assert api.move(match, luck)
    monkeypatch.setattr(live, "EVENTS_MAX", version + 1000)
    assert api.request("POST", f"{match.at}/commands", match.seats[seat], json=offer).status_code in (201, 409)


def test_concurrent_audits_do_not_delay_other_requests(shared: ApiClient) -> None:
    games = [shared.match() for _ in range(6)]
    with ThreadPoolExecutor(40) as threads:
        asked = [threads.submit(shared.request, "GET", f"{games[number % 6].at}/audit") for number in range(32)]
        begun = time.monotonic()
        assert shared.request("GET", "/healthz").status_code == 200
        assert time.monotonic() - begun < 5
        assert {one.result().status_code for one in asked} <= {200, 429}
