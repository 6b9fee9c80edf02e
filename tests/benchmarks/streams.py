"""The figures of many who follow one game: how they get in, when the last is told, what each costs."""

import os
import selectors
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from service.store.event_store import open_store
from service.store.location import Database, Location
from tests.benchmarks.cores import processor_seconds
from tests.benchmarks.figure import Figure, percentile
from tests.benchmarks.scripts import ScriptedGame, followed, play, scripted, serving
from tests.servers.postgres import Postgres, own_folder, template_of

COMMANDS = 20
OPENING_SECONDS = 60


def figures() -> Iterator[Figure]:
    """One process on SQLite with more and more streams; then one and two on PostgreSQL."""
    for count in (1000, 2000, 5000):
        with tempfile.TemporaryDirectory() as folder:
            yield from _streams(Path(folder), f"{count:,} streams", 1, count)
    folder = own_folder()
    folder.chmod(0o755)
    server = Postgres(template_of(folder))
    try:
        server.start()
        for processes in (1, 2):
            location = Database(url=server.url(server.new_database()))
            count = 1000 * processes
            yield from _streams(location, f"PostgreSQL, {processes} web processes, {count:,} streams", processes, count)
    finally:
        server.end()
        shutil.rmtree(folder)


def _streams(location: Location, what: str, processes: int, count: int) -> Iterator[Figure]:
    """Spectators of one game: when the last of them has heard of a command, and what commands take meanwhile."""
    with open_store(location) as store:
        script = scripted(store, "bench-watched")
        alone = scripted(store, "bench-alone")
    with serving(location, processes, count) as (port, server):
        quiet = _paced(port, alone, 60)
        before = _memory(server)
        selector = selectors.DefaultSelector()
        begun = time.perf_counter()
        streams = [followed(port, script.game, None) for _ in range(count)]
        for stream in streams:
            stream.setblocking(False)
            selector.register(stream, selectors.EVENT_READ)
        let_in, last = _delivered(selector, count, OPENING_SECONDS)
        opened = last - begun
        _drain(selector, 1.0)
        used = processor_seconds(server.pid)
        lags, delivered, times = _watched(port, script, selector, count)
        used = processor_seconds(server.pid) - used
        each = (_memory(server) - before) / count / 1000
        for stream in streams:
            stream.close()
    yield Figure(f"{what}, all of them come at once and let in within", "s", [opened], "<= 2" if count == 2000 else "")
    yield Figure(f"{what}, let in", "%", [let_in / count * 100], ">= 100")
    yield Figure(f"{what}, last of them told after", "ms", lags, "<= 150")
    yield Figure(f"{what}, processor of the server, a command told to all", "ms", [used / COMMANDS * 1000], "")
    yield Figure(f"{what}, told", "%", [delivered], ">= 100")
    yield Figure(f"{what}, memory of each", "kB", [each], "<= 40")
    p99 = [percentile(times, 0.99) * 1000]
    without = [percentile(quiet, 0.99) * 1000]
    yield Figure(f"{what}, commands meanwhile, p99", "ms", p99, "<= 1.5x", without, "without streams")


def _memory(server: subprocess.Popen[bytes]) -> int:
    """The bytes that the web processes hold."""
    pids = [int(pid) for task in Path(f"/proc/{server.pid}/task").iterdir() for pid in _children(task)]
    return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids) * os.sysconf("SC_PAGE_SIZE")


def _children(task: Path) -> list[str]:
    return (task / "children").read_text().split()


def _watched(
    port: int, script: ScriptedGame, selector: selectors.BaseSelector, count: int
) -> tuple[list[float], float, list[float]]:
    """Of some commands: the milliseconds until the last stream was told, the share that was, the commands' seconds."""
    lags, answer, times = [], 0, []
    for command in range(COMMANDS):
        one: list[float] = []
        play(port, script, one, 0, since=command)
        committed = time.perf_counter()
        times += one
        heard, last = _delivered(selector, count, 3)
        answer += heard
        lags.append(max(0.0, last - committed) * 1000)
        _drain(selector, 0.1)
    return lags, answer / COMMANDS / count * 100, times


def _delivered(selector: selectors.BaseSelector, count: int, seconds: float) -> tuple[int, float]:
    """How many streams got something within that time, at most `count`, and when the last of them did."""
    heard: set[Any] = set()
    begun = last = time.perf_counter()
    while len(heard) < count and time.perf_counter() < begun + seconds:
        for key, _ in selector.select(0.05):
            if key.fileobj.recv(8192).strip() not in (b"", b"\n"):  # type: ignore[union-attr]  # it is a socket
                heard.add(key.fileobj)
                last = time.perf_counter()
    return len(heard), last


def _paced(port: int, script: ScriptedGame, count: int) -> list[float]:
    times: list[float] = []
    play(port, script._replace(commands=script.commands[:count]), times, time.perf_counter() + 60)
    return times


def _drain(selector: selectors.BaseSelector, seconds: float) -> None:
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        for key, _ in selector.select(0.05):
            key.fileobj.recv(8192)  # type: ignore[union-attr]  # it is a socket
