"""Fuzz while Redis is gone and the store fails at times: answers conform to the description, games stay sound."""

import json
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from random import Random
from threading import Lock
from typing import Any, Final

import pytest
from eventsourcing.persistence import OperationalError
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from replay.audit import audit
from service.access.policy import POLICY
from service.problems import PROBLEM_JSON
from service.store.concurrency import worker_thread
from service.store.errors import DamagedGame
from service.store.recorder import GameRecorder
from tests.long_tests import one_in
from tests.random_player import pick_legal
from tests.service.api import test_fuzz
from tests.service.api.conftest import ApiClient, open_api
from tests.service.api.test_fuzz import CHECKS, SSE, made_plausible, not_a_server_error, operation_of
from tests.service.served.conftest import free_port, keys_of

EXAMPLES = int(os.environ.get("HARICOT_FAULT_EXAMPLES", "3"))
"""How often each operation is asked."""
SHARES: Final = (0.01, 0.2)
"""Shares of a recorder's calls that fail."""
COMMANDS: Final = 60
SCHEMA = next(check for check in CHECKS if check.__name__ == "response_schema_conformance")
PAGES = ("/", "/games/{}", "/rules", "/adjudicate", "/docs", "/healthz", "/readyz", "/metrics", "/openapi.json")
target = test_fuzz.target


class Faults:
    """Let a share of a recorder's calls fail, half of them after they took effect."""

    def __init__(self, recorder: GameRecorder, patch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self._share = 0.0
        self._luck = Random(2)
        self._guard = Lock()
        for name in sorted(GameRecorder.__abstractmethods__ - {"close"}):
            patch.setattr(recorder, name, self._failing(getattr(recorder, name)))

    @contextmanager
    def happening(self, share: float) -> Iterator[None]:
        """Let calls fail within the block."""
        self._share = share
        try:
            yield
        finally:
            self._share = 0.0

    def _failing(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def failing(*values: Any, **named: Any) -> Any:
            with self._guard:
                fails, early = self._luck.random() < self._share, self._luck.random() < 0.5
                self.count += fails
            found = None if fails and early else call(*values, **named)
            if fails:
                raise OperationalError("disk I/O error")
            return found

        return failing


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    """An API client for all tests of the module, whose Redis is gone."""
    absent, folder = f"redis://127.0.0.1:{free_port()}/0", tmp_path_factory.mktemp("api") / "store"
    with open_api(folder, heartbeat=0.05, redis_url=absent, rate="1000000 per second", costs="") as api:
        yield api


@pytest.fixture
def faults(shared: Any, monkeypatch: pytest.MonkeyPatch) -> Faults:
    """Faults in the recorder of the shared API client."""
    return Faults(shared.context.store._recorder, monkeypatch)


def fault_of_answer(status: int, headers: dict[str, str], text: str) -> str | None:
    """Return what is wrong with an answer while the store fails, or None; names of headers are in lower case."""
    if status < 500:
        return None
    if status != 503:
        return f"{status} is never right: {text[:200]}"
    if int(headers.get("retry-after") or 0) <= 0:
        return "Retry-After is missing"
    if headers["content-type"] != PROBLEM_JSON or json.loads(text)["code"] != "unavailable":
        return f"this is another problem: {headers['content-type']} {text[:200]}"
    return None


def parts_of(answer: Any) -> tuple[int, dict[str, str], str]:
    """Return status, headers and text of an answer."""
    return answer.status_code, {name.lower(): value for name, value in answer.headers.items()}, answer.text


def unsound_games(api: Any) -> Iterator[str]:
    """Yield each fault of a game, including games that lists leave out as damaged."""
    store = api.context.store
    for head in store.heads():
        with suppress(DamagedGame):  # the index knows of it from now on
            record = store.record(head.game)
            verdict = audit(record)
            if [envelope.n for envelope in record.envelopes] != list(range(1, len(record.envelopes) + 1)):
                yield f"{head.game} has gaps"
            if verdict.first is not None and head.status != "imported":
                yield f"{head.game}: {verdict.first}"
            if api.context.tables.current(head.game).version != len(record.envelopes):
                yield f"{head.game} is cached at another version"
    for game, says in store.game_index.faults().items():
        yield f"{game}: {says}"


@pytest.mark.parametrize("name", one_in(5, POLICY))
@pytest.mark.filterwarnings("default")
def test_answers_conform_to_the_description_while_the_store_fails(target, name, faults):
    operation = operation_of(target["schema"], name)

    @seed(2)
    @settings(
        max_examples=EXAMPLES,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), chance=st.integers(0, 2**32))
    def check(case: Any, chance: int) -> None:
        luck = Random(f"{chance} {case.path_parameters} {case.body} {case.query}")
        case = made_plausible(case, target, luck)
        with faults.happening(luck.choice(SHARES)):
            response = case.call()
        headers = {name.lower(): values[0] for name, values in response.headers.items()}
        left_out = {not_a_server_error, *([SCHEMA] if headers.get("content-type", "").startswith(SSE) else [])}
        case.validate_response(response, checks=[check for check in CHECKS if check not in left_out])
        assert fault_of_answer(response.status_code, headers, response.content.decode()) is None

    check()


def test_games_are_sound_after_store_failures(target):
    assert [] == list(unsound_games(target["api"]))


def test_pages_answer_503_while_the_store_fails(shared, faults):
    match, statuses = shared.match(), set()
    for path in PAGES * 4:
        with faults.happening(SHARES[-1]):
            answer = shared.request("GET", path.format(match.game))
        statuses.add(answer.status_code)
        assert answer.status_code in (200, 503), (path, answer.text)
    assert faults.count
    assert statuses == {200, 503}


def test_retries_with_an_idempotency_key_apply_each_command_once(shared, faults):
    def play(number: int) -> tuple[str, list[tuple[int, str]], int]:
        luck, match, given, repeats = Random(number), matches[number], [], 0
        for step in range(COMMANDS):
            seat, command = next_command(shared, match, luck)
            key = f"{match.game} {step}"
            while True:
                asked = {"json": command, "headers": {"Idempotency-Key": key}}
                answer = shared.request("POST", f"{match.at}/commands", match.seats[seat], **asked)
                assert fault_of_answer(*parts_of(answer)) is None
                if answer.status_code != 503:
                    break
                repeats += 1
            assert answer.status_code == 201, answer.text
            given.append((answer.json["events"][0]["n"], key))
        return match.game, given, repeats

    matches = [shared.match() for _ in range(3)]
    with faults.happening(0.05), ThreadPoolExecutor(len(matches)) as pool:
        games = list(pool.map(play, range(len(matches))))
    assert any(repeats for _, _, repeats in games)
    for game, commands, _ in games:
        assert keys_of(shared.context.store.record(game)) == commands
    assert [] == list(unsound_games(shared))


def next_command(api: Any, match: Any, luck: Random) -> tuple[int, dict[str, Any]]:
    """Return a seat and a legal command, retrying until the service answers."""
    while True:
        for seat, token in match.seats.items():
            answer = api.request("GET", f"{match.at}/legal-commands?seat={seat}", token)
            assert fault_of_answer(*parts_of(answer)) is None
            if plain := answer.json.get("legal"):
                return seat, pick_legal(plain, luck, onward=True)


def test_retry_after_of_a_failing_store_does_not_depend_on_the_rate_limit(new_api, monkeypatch):
    api = new_api(rate="6000 per hour")
    match = api.match()
    with Faults(api.context.store._recorder, monkeypatch).happening(1):
        status, headers, text = parts_of(api.request("GET", match.at))
    assert fault_of_answer(status, headers, text) is None
    assert (status, headers["retry-after"]) == (503, "2")


# Controls


def test_control_a_broken_handler_is_detected(shared, monkeypatch):
    def broken(name: str) -> str:
        raise KeyError(name)

    monkeypatch.setattr("service.api.judging.rulesets.version", broken)
    wrong = fault_of_answer(*parts_of(shared.request("GET", "/v1/")))
    assert wrong is not None
    assert wrong.startswith("500")


def test_control_an_untranslated_store_failure_is_detected(tmp_path, monkeypatch):
    reported: list[threading.ExceptHookArgs] = []  # worker threads meet the failure too
    monkeypatch.setattr(threading, "excepthook", reported.append)
    monkeypatch.setattr(worker_thread, "PAUSE_SECONDS", 0.01)
    with open_api(tmp_path / "store") as api:  # closed while `excepthook` is replaced
        match = api.match()
        with monkeypatch.context() as plant:
            faults = Faults(api.context.store._recorder, plant)
            plant.setattr("service.store.error_translator.PersistenceError", ZeroDivisionError)
            with faults.happening(1):
                wrong = fault_of_answer(*parts_of(api.request("GET", match.at)))
    assert {report.exc_type for report in reported} <= {OperationalError}
    assert wrong is not None
    assert wrong.startswith("500")


def test_control_a_failure_without_retry_after_is_detected(shared, faults):
    match = shared.match()
    with faults.happening(1):
        status, headers, text = parts_of(shared.request("GET", match.at))
    assert fault_of_answer(status, headers, text) is None
    assert fault_of_answer(status, {**headers, "retry-after": ""}, text) is not None
    assert fault_of_answer(status, {**headers, "content-type": "text/html"}, text) is not None


@pytest.mark.parametrize(
    ("listed", "n", "says"),
    [
        (False, 1, "its first event is missing"),
        (True, 1, "event 1 is missing"),
        (False, 5, "event 5 is missing"),
        (True, 5, "event 5 is missing"),
    ],
)
def test_control_a_game_that_lost_an_event_is_detected(listed, n, says, new_api):
    api = new_api()
    match = api.match()
    if listed:
        assert [] == list(unsound_games(api))
    api.context.store._recorder._group.run(
        lambda file: file.execute(
            "DELETE FROM events WHERE originator_id = ? AND originator_version = ?", (match.game, n)
        )
    )
    assert [f"{match.game}: {says}"] == list(unsound_games(api))
