"""Internal errors are answered the same by API and pages, with one line in the log."""

import logging
from typing import Any

import pytest
from structlog.testing import capture_logs

from domain.refusals import Misuse
from replay.codec import UnreadableEvent
from service.ops.redis_client import RedisUnavailable, UnexpectedRedisData
from service.store.entries.entry_sql import UnreadableEntry
from service.store.errors import StoreUnreachable

HIDDEN = "blue, red, 10.0.0.7"
"""Values of an error that neither an answer nor the log may contain."""
PATHS = ("/games/any", "/v1/games/any")


@pytest.fixture
def broken(shared: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that requests a game while reading it raises an error; it returns the answer and the log."""

    def ask(path: str, error: Exception) -> tuple[Any, list[Any]]:
        def failing(*_: object, **__: object) -> None:
            raise error

        monkeypatch.setattr("service.access.reader.Reader.sight", failing)
        with capture_logs() as logged:
            answer = shared.request("GET", path)
        return answer, [one for one in logged if one["event"] != "failed"]

    return ask


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "kind", [UnreadableEvent, UnreadableEntry, RedisUnavailable, UnexpectedRedisData, RuntimeError]
)
def test_an_unexpected_error_is_answered_500_and_logged_without_values(broken, caplog, path, kind):
    with caplog.at_level(logging.DEBUG):
        answer, logged = broken(path, kind(HIDDEN))
    assert answer.status_code == 500
    assert ("Something broke on our side" in answer.text) == (path == PATHS[0])
    assert [(one["event"], one["kind"]) for one in logged] == [("fault", kind.__name__)]
    assert caplog.records == [], "the error itself is not printed"
    assert HIDDEN not in f"{answer.text} {logged}"


@pytest.mark.parametrize("path", PATHS)
def test_an_unavailable_store_is_answered_503_with_retry_after(broken, path):
    answer, logged = broken(path, StoreUnreachable(HIDDEN))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert [(one["event"], HIDDEN in one["why"]) for one in logged] == [("unavailable", True)]
    assert HIDDEN not in answer.text


@pytest.mark.parametrize("path", PATHS)
def test_a_client_error_is_not_logged(broken, path):
    answer, logged = broken(path, Misuse("no"))
    assert (answer.status_code, logged) == (422, [])
