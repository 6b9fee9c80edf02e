"""Telemetry: structured logs and metrics, which never hold a hidden card or a token."""

import atexit
import fcntl
import io
import json
import logging
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec
import structlog
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from replay.codec import time_text

METRICS_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable of the metrics library that names the folder in which several processes count together."""
REQUESTS: Final = Counter("haricot_requests_total", "Requests", ["operation", "status"])
REQUEST_SECONDS: Final = Histogram(
    "haricot_request_seconds",
    "How long answers took",
    ["operation"],
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
COMMANDS: Final = Counter("haricot_commands_total", "Commands", ["command", "outcome"])
CACHE_REQUESTS: Final = Counter("haricot_cache_asked_total", "What caches were asked for", ["cache", "found"])
CACHE_SIZE: Final = Gauge(
    "haricot_cache_size", "What caches hold: bytes, or what else they count", ["cache"], multiprocess_mode="livesum"
)
STREAMS: Final = Gauge("haricot_open_streams", "Open streams and long polls", multiprocess_mode="livesum")
POSITION: Final = Gauge("haricot_log_position", "Events in the log", multiprocess_mode="mostrecent")
INDEX_MISSING: Final = Gauge(
    "haricot_index_games_missing", "Games that the index of games lacks", multiprocess_mode="mostrecent"
)
REDIS_UP: Final = Gauge(
    "haricot_redis_up", "1 while Redis answers, 0 while it does not, -1 without one", multiprocess_mode="mostrecent"
)
WEBHOOK_TRIES: Final = Counter("haricot_webhook_tries_total", "Tries to send a message of a webhook", ["outcome"])
WEBHOOKS: Final = Gauge(
    "haricot_webhooks", "Webhooks that send, and those that fail", ["how"], multiprocess_mode="mostrecent"
)
STORE_UP: Final = Gauge("haricot_store_up", "Whether the store answers", multiprocess_mode="mostrecent")

# Finding the counter of some labels takes as long as counting three times.
_requests: Final = lru_cache(maxsize=1024)(REQUESTS.labels)
_seconds: Final = lru_cache(maxsize=1024)(REQUEST_SECONDS.labels)
_commands: Final = lru_cache(maxsize=1024)(COMMANDS.labels)
_FOLDER_PREFIX: Final = "haricot-metrics-"

LOG: Final = structlog.get_logger("haricot")


def metrics_registry() -> CollectorRegistry:
    """Return the metrics of all web processes together, or of this one if there are no others."""
    folder = os.environ.get(METRICS_FOLDER)
    if not folder:
        return REGISTRY
    for file in Path(folder).glob("gauge_live*_*.db"):
        number = int(file.stem.rpartition("_")[2])
        if not Path(f"/proc/{number}").exists():
            mark_process_dead(number)  # type: ignore[no-untyped-call]  # the library has no types
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library has no types
    return registry


def share_metrics() -> None:
    """Make a folder in which child processes count together. It is deleted when this process ends.

    A killed process leaves its folder behind. The next process that calls this deletes it, because its lock is free.
    """
    for left in Path(tempfile.gettempdir()).glob(f"{_FOLDER_PREFIX}*"):
        if (handle := _locked(left)) is not None:
            shutil.rmtree(left, ignore_errors=True)
            os.close(handle)
    folder = Path(tempfile.mkdtemp(prefix=_FOLDER_PREFIX))
    while _locked(folder) is None or not folder.exists():  # another process deleted it before it was locked
        folder = Path(tempfile.mkdtemp(prefix=_FOLDER_PREFIX))
    os.environ[METRICS_FOLDER] = str(folder)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)


def _locked(folder: Path) -> int | None:
    """Lock a folder for the lifetime of this process. Return its handle, or None if another process has the lock."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return None
    try:
        if os.fstat(handle).st_uid == os.getuid():
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return handle
    except OSError:
        pass
    os.close(handle)
    return None


class BestEffortFile(io.FileIO):
    """A file whose failed writes are ignored: a full disk or a closed pipe must not stop the service."""

    def write(self, line: Any) -> int:
        """Write a line at once, or drop it."""
        with suppress(OSError):
            super().write(line)
        return len(line)


def log_to_stderr(level: str) -> None:
    """Log one JSON line for each entry, from this level on: info, warning or error."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,  # the id of the request that a line is about
            structlog.processors.add_log_level,
            _add_timestamp,
            structlog.processors.JSONRenderer(serializer=_to_json),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.BytesLoggerFactory(BestEffortFile(2, "w", closefd=False)),
        cache_logger_on_first_use=True,
    )
    threading.excepthook = _log_thread_fault


def _add_timestamp(_logger: Any, _level: str, entry: structlog.typing.EventDict) -> structlog.typing.EventDict:
    entry["timestamp"] = time_text(time.time_ns() // 1_000_000)
    return entry


def _to_json(entry: structlog.typing.EventDict, default: Callable[[Any], Any]) -> bytes:
    """Return an entry as JSON. What msgspec cannot encode, such as half a surrogate pair, is encoded more slowly."""
    try:
        return msgspec.json.encode(entry, enc_hook=default)
    except Exception:  # noqa: BLE001  # the line must be written after any error
        return json.dumps(entry, default=default).encode()


def _log_thread_fault(ended: threading.ExceptHookArgs) -> None:
    if ended.exc_value is not None and ended.thread is not None:
        log_fault(ended.exc_value, thread=ended.thread.name)


def count_request(operation: str, status: int, seconds: float) -> None:
    """Count a request, and how long its response took. Log it if it failed."""
    _requests(operation, status).inc()
    _seconds(operation).observe(seconds)
    if status >= 500:
        LOG.error("failed", operation=operation, status=status)


def log_command(command: str, game: str, seat: int, n: int, outcome: str) -> None:
    """Log a seat's command. The outcome is `done`, `replayed` or the code of a problem."""
    _commands(command, outcome).inc()
    LOG.info("command", game=game, n=n, seat=seat, command=command, outcome=outcome)


def log_unavailable(why: str) -> None:
    """Log that something is unavailable, and why, because the response does not tell everything."""
    LOG.error("unavailable", why=why)


def log_fault(error: BaseException, **about: str) -> None:
    """Log a fault of the service with its place, but without values, which might be hidden cards."""
    places: list[dict[str, Any]] = []
    trace = error.__traceback__
    while trace is not None:
        places.append({"file": trace.tb_frame.f_code.co_filename, "line": trace.tb_lineno})
        trace = trace.tb_next
    LOG.error("fault", **about, kind=type(error).__name__, at=places[-6:])
