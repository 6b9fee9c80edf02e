"""Check that metrics of requests are cheap, and that log lines are JSON for any values."""

import json
import re
from collections.abc import Iterator

import pytest
import structlog

from service.ops import telemetry
from service.ops.telemetry import REQUESTS, count_request, log_command, log_to_stderr


@pytest.fixture
def logging_on(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Log as the service does."""
    log_to_stderr("info")
    monkeypatch.setattr(telemetry, "LOG", structlog.get_logger("haricot"))  # a logger keeps its first configuration
    yield
    structlog.reset_defaults()


def test_the_counter_of_a_label_set_is_looked_up_once() -> None:
    found = [telemetry._requests("ask", 200), telemetry._requests("ask", 200), telemetry._requests("ask", 404)]
    assert found[0] is found[1] is REQUESTS.labels("ask", 200)
    assert found[2] is REQUESTS.labels("ask", 404)
    asked = telemetry._requests.cache_info().misses
    for _ in range(3):
        count_request("ask", 200, 0.01)
    assert asked == telemetry._requests.cache_info().misses
    assert 3 == found[0]._value.get()


def test_a_log_line_is_one_json_object_with_level_and_time(logging_on: None, capfd: pytest.CaptureFixture[str]) -> None:
    odd = {"half": "a \udcff", "huge": 2**70, "not": float("nan"), "what": {1, 2}, "lines": "one\ntwo", "bean": "🫘"}
    structlog.get_logger("haricot").info("odd", **odd)
    structlog.get_logger("haricot").info("plain", bean="🫘", n=7)
    log_command("harvest", "g", 2, 17, "done")
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert ["odd", "plain", "command"] == [line["event"] for line in lines]
    assert (odd["half"], odd["huge"], odd["lines"], "🫘", "{1, 2}") == tuple(
        lines[0][name] for name in ("half", "huge", "lines", "bean", "what")
    )
    assert ("🫘", 7) == (lines[1]["bean"], lines[1]["n"])
    for line in lines:
        assert "info" == line["level"]
        assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["timestamp"])
