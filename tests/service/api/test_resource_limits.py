"""Each limit on what anonymous clients may request, and the harm that follows without it."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext
from random import Random
from typing import Any, Final

import pytest
from werkzeug.test import TestResponse

from replay.audit import Auditor
from service.http import rate_limit_keys
from service.lifecycle import forks as hosting
from service.ops import background
from service.ops.admission import REQUESTS_MAX, AdmissionControl
from service.ops.background import WAITING_EACH_MAX, WAITING_MAX, Background
from service.problems import Problem
from service.queries import live_table as live
from tests.service.api.conftest import ApiClient, Match, finished_file
from tests.waiting import happens_within

NewApi = Callable[..., ApiClient]
NO_LIMIT: Final = 10**9
SECONDS: Final = 20.0
"""The time limit of requests that must not wait."""
KEPT_SECONDS: Final = 1.0
"""The time after which a request counts as blocked."""


# Forks of forks


def void_match(api: ApiClient) -> Match:
    """Create a game and void it."""
    match = api.match()
    api.post(f"{match.at}/void", match.organiser, json={"reason": "Rain."})
    return match


def fork_depth(api: ApiClient, wanted: int) -> int:
    """Fork a fork up to `wanted` times, and return the depth that was allowed."""
    at, depth = void_match(api).at, 0
    while depth < wanted:
        made = api.request("POST", f"{at}/forks", json={"at": 3})
        if made.status_code == 422:
            assert made.json["code"] == "request.shape"
            break
        assert made.status_code == 201, made.text
        depth += 1
        fork = api.match_of(made.json)
        at = fork.at
        api.post(f"{at}/void", fork.organiser, json={"reason": "Rain."})
    return depth


@pytest.mark.long
def test_a_chain_of_forks_is_limited(api: ApiClient) -> None:
    assert fork_depth(api, 70) == hosting.FORK_DEPTH_MAX == 64


@pytest.mark.long
def test_control_a_chain_of_forks_without_the_limit_does_not_end(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "FORK_DEPTH_MAX", NO_LIMIT)
    assert fork_depth(api, 70) == 70


# Offers


def make_offers(api: ApiClient, times: int) -> tuple[int, int]:
    """Make and withdraw up to `times` offers; return their number and the number of events."""
    match = api.match()
    while api.move(match, Random(4), until="trade"):
        pass
    table = api.get(f"{match.at}/table?as=omniscient", api.service)
    seat = table["turn"]["seat"]
    offer = {"type": "ProposeTrade", "seat": seat, "with": (seat + 1) % 3, "want": {"blue": 1}}
    offer["give"] = [{"source": "hand", "slot": table["seats"][seat]["hand_slots"][-1]}]
    before, made = api.get(match.at)["version"], 0
    while made < times:
        answer = api.request("POST", f"{match.at}/commands", match.seats[seat], json=offer)
        if answer.status_code == 422:
            break
        proposal = answer.json["events"][0]["event"]["proposal"]
        api.submit(match, {"type": "WithdrawTrade", "seat": seat, "proposal": proposal})
        made += 1
    return made, api.get(match.at)["version"] - before


def test_offers_and_withdrawals_end_at_the_event_limit(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert live.EVENTS_MAX == 5000
    monkeypatch.setattr(live, "EVENTS_MAX", 60)
    made, events = make_offers(api, 60)
    assert made < 30
    assert events <= 60


def test_control_offers_without_the_event_limit_do_not_end(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "EVENTS_MAX", NO_LIMIT)
    made, events = make_offers(api, 60)
    assert made == 60
    assert events >= 120


# Audits


class BlockedAudits:
    """Audits that wait for the test, and the number at work."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.at_work = 0
        self.most = 0
        self.judged = 0
        self._guard = threading.Lock()

    def work(self) -> None:
        """Wait until the test sets `go_on`."""
        with self._guard:
            self.judged += 1
            self.at_work += 1
            self.most = max(self.most, self.at_work)
        self.go_on.wait(SECONDS)
        with self._guard:
            self.at_work -= 1


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[BlockedAudits]:
    """Block every audit until the test ends or sets `go_on`."""
    held, answer = BlockedAudits(), Auditor.result

    def answered(auditor: Auditor, **beside: Any) -> Any:
        held.work()
        return answer(auditor, **beside)

    monkeypatch.setattr(Auditor, "result", answered)
    yield held
    held.go_on.set()


@contextmanager
def concurrently(api: ApiClient, method: str, asked: list[tuple[str, str]]) -> Iterator[list[Future[TestResponse]]]:
    """Send requests of (path, address) at the same time."""
    with ThreadPoolExecutor(len(asked)) as threads:
        yield [
            threads.submit(api.request, method, path, environ_base={"REMOTE_ADDR": address}) for path, address in asked
        ]


def others_are_answered(api: ApiClient, match: Match, seconds: float) -> bool:
    """Return whether /healthz, a head and a command are answered within some seconds."""
    with ExitStack() as stack:
        threads = ThreadPoolExecutor(3)
        stack.callback(threads.shutdown, wait=False)
        plant = {"type": "PlantFromHand", "seat": 0, "field": 0}
        quick = [
            threads.submit(api.request, "GET", "/healthz"),
            threads.submit(api.request, "GET", match.at),
            threads.submit(api.request, "POST", f"{match.at}/commands", match.seats[0], json=plant),
        ]
        try:
            return [one.result(seconds).status_code for one in quick] == [200, 200, 201]
        except TimeoutError:
            return False


def audit_requests(api: ApiClient, count: int) -> list[tuple[str, str]]:
    """Return (path, address) of audits of `count` games, each from its own address."""
    return [(f"{api.match().at}/audit", f"192.0.2.{number}") for number in range(count)]


def test_waiting_audits_do_not_block_other_requests(api: ApiClient, held: BlockedAudits) -> None:
    match, asked = api.match(), audit_requests(api, REQUESTS_MAX + 4)
    with concurrently(api, "GET", asked) as audits:
        assert happens_within(SECONDS, lambda: api.context.background._waiting.total == len(asked))
        assert others_are_answered(api, match, SECONDS)
        assert not any(audit.done() for audit in audits)
        held.go_on.set()
    assert Counter(audit.result().status_code for audit in audits) == {200: len(asked)}
    assert held.most == 1


def test_control_audits_that_hold_request_slots_block_other_requests(
    api: ApiClient, held: BlockedAudits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AdmissionControl, "released", lambda _: nullcontext())
    match, asked = api.match(), audit_requests(api, REQUESTS_MAX + 4)
    with concurrently(api, "GET", asked):
        assert happens_within(SECONDS, lambda: api.context.background._waiting.total == REQUESTS_MAX)
        assert not others_are_answered(api, match, KEPT_SECONDS)
        held.go_on.set()


def test_control_audits_without_turns_run_at_once(
    api: ApiClient, held: BlockedAudits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Background, "_turn", lambda _: nullcontext())
    asked = audit_requests(api, 8)
    with concurrently(api, "GET", asked):
        assert happens_within(SECONDS, lambda: held.at_work == 8)
        held.go_on.set()


def audit_statuses(api: ApiClient, held: BlockedAudits, addresses: list[str]) -> Counter[int]:
    """Request an audit of one game from each address at once, and count the statuses."""
    path = f"{api.match().at}/audits"
    with concurrently(api, "POST", [(path, address) for address in addresses]) as audits:
        assert happens_within(
            SECONDS, lambda: api.context.background._waiting.total + sum(one.done() for one in audits) == len(audits)
        )
        held.go_on.set()
    return Counter(one.result().status_code for one in audits)


def test_the_audits_that_one_address_waits_for_are_limited(api: ApiClient, held: BlockedAudits) -> None:
    assert audit_statuses(api, held, ["192.0.2.1"] * 100) == {201: WAITING_EACH_MAX, 429: 100 - WAITING_EACH_MAX}
    assert held.judged == 1


def test_control_without_a_limit_per_address_one_fills_the_queue(
    api: ApiClient, held: BlockedAudits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "WAITING_EACH_MAX", NO_LIMIT)
    assert audit_statuses(api, held, ["192.0.2.1"] * 100) == {201: WAITING_MAX, 503: 100 - WAITING_MAX}


def test_control_an_unlimited_queue_accepts_all_audits(
    api: ApiClient, held: BlockedAudits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api.context.background._waiting, "_most", NO_LIMIT)
    assert audit_statuses(api, held, [f"192.0.2.{number}" for number in range(100)]) == {201: 100}


def test_an_import_waits_for_its_turn_for_a_limited_time(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert background.TURN_WAIT_SECONDS == 20.0
    monkeypatch.setattr(background, "TURN_WAIT_SECONDS", 0.05)
    data = finished_file()
    with api.context.background.exclusive("192.0.2.1"):
        answer = api.request("POST", "/v1/games:import", data=data)
        assert (answer.status_code, answer.json["code"]) == (503, "unavailable")
        assert int(answer.headers["Retry-After"]) > 0
        assert api.get("/v1/games")["games"] == []
    assert api.request("POST", "/v1/games:import", data=data).status_code == 201


def test_control_an_import_without_turns_runs_beside_others(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    with api.context.background.exclusive("192.0.2.1"):
        monkeypatch.setattr(api.context.background, "exclusive", lambda _: nullcontext())
        assert api.request("POST", "/v1/games:import", data=finished_file()).status_code == 201


def test_control_an_audit_with_the_usual_time_limit_waits(api: ApiClient) -> None:
    asked = audit_requests(api, 1)
    with ExitStack() as others:
        others.enter_context(api.context.background.exclusive("192.0.2.1"))
        with concurrently(api, "GET", asked) as (audit,):
            with pytest.raises(TimeoutError):
                audit.result(KEPT_SECONDS)
            others.close()
        assert audit.result().status_code == 200


# Pages


def page_statuses(api: ApiClient) -> list[int]:
    """Return the statuses of four requests for a page."""
    return [api.request("GET", "/").status_code for _ in range(4)]


def test_a_page_above_the_rate_limit_is_answered_429(new_api: NewApi) -> None:
    assert page_statuses(new_api(rate="2 per minute")) == [200, 200, 429, 429]


def test_control_a_rate_limit_reported_as_503_is_detected(new_api: NewApi, monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(Problem):
        """A rate limit that is reported as a failure."""

        @property
        def status(self) -> int:
            """The status of a failure."""
            return 503

    monkeypatch.setattr(rate_limit_keys, "Problem", Failing)
    assert page_statuses(new_api(rate="2 per minute")) == [200, 200, 503, 503]


def test_control_pages_without_a_rate_limit_are_all_answered(new_api: NewApi) -> None:
    assert page_statuses(new_api(rate="")) == [200] * 4
