"""Game clocks over HTTP: budgets, expiries and forced commands, each decided once, by the server's time."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from replay.audit import audit
from replay.creation_checks import require_valid_creation
from replay.record import CorruptFile
from service.lifecycle import clock_worker
from service.lifecycle.clock_acts import expire
from service.lifecycle.clock_worker import ClockWorker
from service.problems import Problem
from tests.service.api.conftest import ApiClient, Match, open_api
from tests.service.disputes.disputed_games import CLAIM, RULING, act, arbiter
from tests.waiting import happens_within

Wait = Callable[[float], None]
CLOCK = {"turn": 10, "trading": 20, "game": 30}


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Wait:
    """A function that sets the clock ahead by some seconds."""
    right, ahead = time.time_ns, [0.0]
    monkeypatch.setattr(time, "time_ns", lambda: right() + round(ahead[0] * 1e9))

    def later(seconds: float) -> None:
        ahead[0] += seconds

    return later


def work(api: ApiClient, match: Match) -> None:
    """Let the clock worker do all that is due in a game."""
    worker = ClockWorker(api.context)
    while worker._process_game(match.game) == 0.0:
        pass


def kinds(api: ApiClient, match: Match, after: int = 0) -> list[str]:
    """Return the types of the events after an event."""
    lines = api.get(f"{match.at}/events?after={after}&limit=1000")["events"]
    return [line["event"]["type"].partition(".")[0] for line in lines]


def clock_of(api: ApiClient, match: Match) -> Any:
    """Return the public clock of a game."""
    return api.get(f"{match.at}/clock")["clock"]


def plant(api: ApiClient, match: Match, seat: int = 0) -> None:
    """Plant the front card of a seat in its first field."""
    api.submit(match, {"type": "PlantFromHand", "seat": seat, "field": 0})


def start_match(api: ApiClient, **clock: Any) -> Match:
    """Create a game whose clock runs since the first move of seat 0."""
    match = api.match(clock={**CLOCK, **clock})
    plant(api, match)
    work(api, match)
    return match


def is_clean(api: ApiClient, match: Match) -> bool:
    """Return whether the audit of the record finds no fault."""
    found = audit(api.context.store.record(match.game))
    assert found.first is None, found.first
    return found.verdict in ("legal", "clean")


def test_a_clock_starts_with_the_first_move_and_uses_the_turn_budget_first(shared: ApiClient, wait: Wait) -> None:
    match = shared.match(clock=CLOCK)
    assert kinds(shared, match)[:2] == ["game_created", "game_timed"]
    wait(100)
    work(shared, match)
    assert not clock_of(shared, match)["running"]
    plant(shared, match)
    work(shared, match)
    assert kinds(shared, match)[-1] == "clock_started"
    wait(15)
    shared.submit(match, {"type": "EndPlanting", "seat": 0})
    clock = clock_of(shared, match)
    seat, other = clock["seats"][:2]
    assert (seat["turn_ms"], other["turn_ms"], other["game_ms"], seat["runs"]) == (0, 10_000, 30_000, False)
    assert 24_000 < seat["game_ms"] <= 25_000
    assert (clock["trading_ms"], clock["terms"]) == (20_000, {**CLOCK, "grace": None, "at_zero": "pass"})
    assert is_clean(shared, match)


def test_an_expired_clock_passes_once_and_ends_the_trading(shared: ApiClient, wait: Wait) -> None:
    match = start_match(shared)
    at = shared.get(match.at)["version"]
    wait(39)
    work(shared, match)
    assert kinds(shared, match, at) == []
    wait(1.1)
    work(shared, match)
    assert kinds(shared, match, at)[0] == "clock_expired"
    head = shared.get(match.at)
    assert head["turn"]["phase"] == "trade"
    wait(20.1)
    work(shared, match)
    found = kinds(shared, match, at)
    assert (found.count("clock_expired"), found.count("trading_ended")) == (2, 1)  # one of the seat, one of the trading
    assert shared.get(match.at)["turn"] != head["turn"]
    cause = [line for line in shared.get(f"{match.at}/events?after={at}")["events"] if "cause" in line]
    assert {line["cause"]["by"] for line in cause} == {"clock"}
    assert is_clean(shared, match)


def test_trading_ends_when_all_have_passed_and_a_new_offer_cancels_passes(shared: ApiClient) -> None:
    match = start_match(shared)
    passes = f"{match.at}/clock/passes"
    refused = shared.problem(409, "rules.clock.pass", "POST", passes, match.seats[1])
    assert refused["clause"]["id"] == "CK-5"
    shared.submit(match, {"type": "EndPlanting", "seat": 0})
    for seat in (1, 2):
        shared.post(passes, match.seats[seat])
    assert clock_of(shared, match)["passed"] == [1, 2]
    shared.problem(409, "rules.clock.pass", "POST", passes, match.seats[1])
    hand = shared.get(f"{match.at}/table?as=seat:0", match.seats[0])["seats"][0]
    gift = {"source": "hand", "slot": hand["hand_slots"][0]}
    shared.submit(match, {"type": "OfferDonation", "seat": 0, "to": 1, "cards": [gift]})
    assert clock_of(shared, match)["passed"] == []
    at = shared.get(match.at)["version"]
    for seat in range(3):
        work(shared, match)
        assert shared.get(match.at)["turn"]["phase"] == "trade"
        shared.post(passes, match.seats[seat])
    work(shared, match)
    found = kinds(shared, match, at)
    assert found[:3] == ["trading_passed"] * 3
    assert "trading_ended" in found
    assert is_clean(shared, match)
    other = shared.match()
    plant(shared, other)
    shared.submit(other, {"type": "EndPlanting", "seat": 0})
    shared.problem(409, "clock.none", "POST", f"{other.at}/clock/passes", other.seats[0])


def test_a_pause_stops_the_clock_and_resets_nothing(shared: ApiClient, wait: Wait) -> None:
    match = start_match(shared)
    wait(5)
    shared.post(f"{match.at}/pause", match.organiser)
    work(shared, match)
    stopped = clock_of(shared, match)
    assert (stopped["running"], stopped["reason"]) == (False, "paused")
    wait(1000)
    work(shared, match)
    shared.post(f"{match.at}/resume", match.organiser)
    work(shared, match)
    wait(1)
    shared.submit(match, {"type": "EndPlanting", "seat": 0})
    left = clock_of(shared, match)["seats"][0]["turn_ms"]
    assert 3_000 < left <= 4_000
    assert stopped["seats"][0]["turn_ms"] - left < 1_500
    assert is_clean(shared, match)


def test_an_organiser_stops_starts_and_extends_the_clock(shared: ApiClient, wait: Wait) -> None:
    match = start_match(shared)
    clock = f"{match.at}/clock"
    shared.post(clock, match.organiser, json={"act": "extend", "seat": 0, "seconds": 60})
    assert clock_of(shared, match)["seats"][0]["game_ms"] > 89_000
    shared.post(clock, match.organiser, json={"act": "extend", "seconds": 5})
    assert [seat["game_ms"] // 1000 for seat in clock_of(shared, match)["seats"][1:]] == [35, 35]
    early = shared.problem(
        409,
        "rules.clock.extension",
        "POST",
        clock,
        match.organiser,
        json={"act": "extend", "budget": "trading", "seconds": 5},
    )
    assert early["clause"]["id"] == "CK-3"
    shared.post(clock, match.organiser, json={"act": "stop"})
    running = shared.problem(409, "rules.clock.running", "POST", clock, match.organiser, json={"act": "stop"})
    assert running["clause"]["id"] == "CK-2"
    wait(1000)
    work(shared, match)
    shared.post(clock, match.organiser, json={"act": "start"})
    assert "clock_expired" not in kinds(shared, match)
    for wrong in ({"act": "extend"}, {"act": "wind"}, {"act": "extend", "seat": 3, "seconds": 1}):
        shared.problem(422, "request.shape", "POST", clock, match.organiser, json=wrong)
    shared.problem(403, "seat.forbidden", "POST", clock, match.seats[0], json={"act": "stop"})
    assert kinds(shared, match).count("clock_extended") == 2
    assert is_clean(shared, match)


def test_at_zero_a_bot_plays_or_the_clock_stops_for_an_arbiter(shared: ApiClient, wait: Wait) -> None:
    match = start_match(shared, at_zero="bot", trading=None)
    wait(41)
    work(shared, match)
    assert shared.get(match.at)["turn"]["number"] == 2
    assert is_clean(shared, match)
    match = start_match(shared, at_zero="arbiter")
    at = shared.get(match.at)["version"]
    wait(41)
    work(shared, match)
    assert kinds(shared, match, at) == ["clock_expired", "clock_stopped"]
    assert clock_of(shared, match)["reason"] == "time_up"
    wait(1000)
    work(shared, match)
    shared.post(f"{match.at}/clock", match.organiser, json={"act": "extend", "seat": 0, "seconds": 9})
    shared.post(f"{match.at}/clock", match.organiser, json={"act": "start"})
    work(shared, match)
    assert kinds(shared, match, at)[2:] == ["clock_extended", "clock_started"]
    assert not clock_of(shared, match)["seats"][0]["expired"]
    assert is_clean(shared, match)


def test_a_lost_stream_gives_grace_once(shared: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock_worker, "LOST_STREAM_SECONDS", 0.0)
    match = start_match(shared, grace=60)
    for _ in range(2):
        for seat in (0, 1):
            stream = shared.request("GET", f"{match.at}/stream", match.seats[seat], buffered=False)
            stream.close()
        work(shared, match)
    extended = [
        line["event"] for line in shared.get(f"{match.at}/events")["events"] if "extended" in line["event"]["type"]
    ]
    assert extended == [
        {"type": "clock_extended.1", "budget": "game", "seconds": 60, "reason": "stream_lost", "seat": 0}
    ]
    assert is_clean(shared, match)


def test_several_processes_write_one_expiry(api: ApiClient, wait: Wait) -> None:
    match = start_match(api)
    wait(41)
    at = api.get(match.at)["version"]
    expire(api.context, match.game)  # as if killed before the forced command
    with pytest.raises(Problem, match="another client"):
        expire(api.context, match.game)
    with open_api(Path(str(api.context.settings.store))) as other:
        threads = [threading.Thread(target=work, args=(one, match)) for one in (api, other) * 2]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        work(other, match)
        assert kinds(other, match, at).count("clock_expired") == 1
        assert is_clean(other, match)


def test_streams_and_tables_include_the_clock_and_a_fork_has_none(shared: ApiClient, wait: Wait) -> None:
    match = start_match(shared)
    wait(3)
    shared.submit(match, {"type": "EndPlanting", "seat": 0})
    tables = shared.get(f"{match.at}/tables?with=clock")["tables"]
    assert [table["clock"]["running"] for table in tables[-4:]] == [False, True, True, True]
    assert (tables[0]["clock"], tables[-1]["clock"]) == (None, clock_of(shared, match))
    streamed = shared.request("GET", f"{match.at}/stream?after=13&with=clock&follow=false").text
    assert streamed.count('"clock":{"terms"') == len(tables) - 13
    fork = shared.fork(match, shared.get(match.at)["version"])
    assert shared.get(f"{fork.at}/clock", shared.service)["clock"] is None


def test_a_fork_ordered_by_a_ruling_keeps_the_remaining_time(shared: ApiClient, wait: Wait) -> None:
    seats = [{"kind": "human", "name": name, "person": f"p-{name}"} for name in ("Ana", "Bo", "Cy")]
    match = shared.match(seats=seats, person="p-host", clock={"game": 30})
    plant(shared, match)
    work(shared, match)
    wait(7)
    shared.submit(match, {"type": "EndPlanting", "seat": 0})
    at = shared.get(match.at)["version"]
    left = clock_of(shared, match)["seats"]
    wait(11)
    shared.submit(match, {"type": "EndTrading", "seat": 0})
    judge = arbiter(shared, match)
    act(shared, match, match.seats[1], **CLAIM, event=shared.get(match.at)["version"])
    act(shared, match, judge, **{**RULING, "remedy": "rewind", "back_to": at, "penalty": "none", "against": None})
    fork = shared.match_of(shared.post(f"{match.at}/forks", judge, json={"at": at, "mode": "redeal", "dispute": 1}))
    assert kinds(shared, fork, at)[:2] == ["game_forked", "game_timed"]
    wait(100)
    work(shared, fork)
    stands = clock_of(shared, fork)
    assert (stands["running"], stands["reason"]) == (False, "")
    assert [one["game_ms"] for one in stands["seats"]] == [one["game_ms"] for one in left]
    assert 22_000 < left[0]["game_ms"] <= 23_000
    shared.submit(fork, {"type": "EndTrading", "seat": 0})
    work(shared, fork)
    assert clock_of(shared, fork)["running"]
    wait(41)
    work(shared, fork)
    assert "clock_expired" in kinds(shared, fork, at)
    assert is_clean(shared, fork)
    record = shared.context.store.record(fork.game)
    require_valid_creation(record)
    timed = record.envelopes[at + 1]
    twice = (*record.envelopes[: at + 1], timed, *(replace(one, n=one.n + 1) for one in record.envelopes[at + 1 :]))
    with pytest.raises(CorruptFile, match="a fork begins with game_forked"):
        require_valid_creation(replace(record, envelopes=twice))
    longer = replace(timed, event=replace(timed.event, terms=replace(timed.event.terms, game=60)))
    other = replace(record, envelopes=(*record.envelopes[: at + 1], longer, *record.envelopes[at + 2 :]))
    with pytest.raises(CorruptFile, match="a fork keeps the clock"):
        require_valid_creation(other)
    assert (audit(record).first, audit(other).first.n, audit(other).first.clause) == (None, longer.n, "CK-1")
    odd = replace(timed, event=replace(timed.event, terms=replace(timed.event.terms, at_zero="maybe")))
    with pytest.raises(CorruptFile, match="at zero it is"):
        require_valid_creation(
            replace(record, envelopes=(*record.envelopes[: at + 1], odd, *record.envelopes[at + 2 :]))
        )
    own = shared.fork(fork, shared.get(fork.at)["version"])
    assert shared.get(f"{own.at}/clock", shared.service)["clock"] is None, "no ruling ordered it"


def test_the_clock_worker_accepts_a_budget_of_centuries(shared: ApiClient) -> None:
    worker, found = ClockWorker(shared.context), list[str | None]()
    worker._has_lease = True
    worker.schedule(shared.match(clock=CLOCK).game, 2 * threading.TIMEOUT_MAX)
    thread = threading.Thread(target=lambda: found.append(worker._wait_for_due_game()))
    thread.start()
    assert happens_within(5, lambda: worker._wake._waiters or not thread.is_alive())  # type: ignore[attr-defined]  # the waiting threads
    worker.stop()
    thread.join()
    assert found == [None], "it waits until it is stopped"
