"""The service against boardgame.io: the same clients play at both, each seat of each table being told of every move."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from service.store.event_store import open_store
from tests.benchmarks.cores import CLIENTS, CORES, SERVER, on_core, processor_seconds
from tests.benchmarks.figure import Figure, NotMeasured
from tests.benchmarks.scripts import scripted, serving

ROUNDS: Final = 3
SECONDS: Final = 4
SEATS: Final = 5
HERE: Final = Path(__file__).with_name("boardgame")
INSTALLED: Final = Path(__file__).parent.parent.parent / ".venv" / "boardgame"
"""Where npm puts boardgame.io and what it needs; never into the tree."""
INSTALL_SECONDS: Final = 300
LOAD_SECONDS: Final = 120


class Round(NamedTuple):
    """What the clients saw in one round: moves a second, milliseconds, and shares of a core."""

    rate: float
    acknowledged_p50: float
    acknowledged_p99: float
    heard_p50: float
    heard_p99: float
    client: float
    server: float

    @property
    def cost(self) -> float:
        """What a move costs the server, its streams included: milliseconds of a core."""
        return self.server / self.rate * 1000


def figures() -> Iterator[Figure | NotMeasured]:
    """Every figure for which there is a peer, in turns with it."""
    if (reason := _missing()) is not None:
        yield NotMeasured("boardgame.io", reason)
        return
    for tables in (1, 32):
        ours, theirs, files = [], [], []
        for number in range(ROUNDS):
            ours.append(_haricot(tables, number))
            theirs.append(_boardgame(tables, "memory"))
            files.append(_boardgame(tables, "files"))
        yield from _compared(tables, ours, theirs, files)


def _compared(tables: int, ours: list[Round], theirs: list[Round], files: list[Round]) -> Iterator[Figure]:
    """The figures of so many tables: moves, times, what they cost."""

    def figure(name: str, unit: str, field: str, goal: str = "") -> Figure:
        return between(name, unit, field, goal, theirs, "boardgame.io in memory")

    def between(name: str, unit: str, field: str, goal: str, peers: list[Round], peer: str) -> Figure:
        values, beside = [getattr(played, field) for played in ours], [getattr(played, field) for played in peers]
        return Figure(f"{tables} games x {SEATS} followed seats, {name}", unit, values, goal, beside, peer)

    many = tables > 1
    yield figure("durable commands", "1/s", "rate", ">= 1.5x, then 2x" if many else "")
    yield between("durable commands", "1/s", "rate", "", files, "boardgame.io in files, not synced")
    yield figure("acknowledged, p50", "ms", "acknowledged_p50", "" if many else "<= 1.0")
    yield figure("acknowledged, p99", "ms", "acknowledged_p99", "<= 0.5x")
    yield figure("every seat told, p50", "ms", "heard_p50", "<= 1x")
    yield figure("every seat told, p99", "ms", "heard_p99")
    yield figure("processor of the server, a move", "ms", "cost", "<= 0.6x" if many else "")
    yield figure("processor of the server", "cores", "server")
    yield figure("processor of the clients", "cores", "client")


def _missing() -> str | None:
    """Why boardgame.io cannot be run here; None once it is installed."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            return f"no {program}"
    if len(CORES) < 2:
        return "server and clients need a core each"
    locked = HERE / "package-lock.json"
    done = INSTALLED / "package-lock.json"
    if (INSTALLED / "node_modules").is_dir() and done.is_file() and done.read_bytes() == locked.read_bytes():
        return None
    INSTALLED.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "package.json", INSTALLED)
    shutil.copy(locked, INSTALLED)
    command = ["npm", "ci", "--omit=dev", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    try:
        subprocess.run(command, cwd=INSTALLED, check=True, capture_output=True, timeout=INSTALL_SECONDS)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        shutil.rmtree(INSTALLED, ignore_errors=True)
        return "npm could not install it"
    return None


def _haricot(tables: int, number: int) -> Round:
    """One round of ours, with a store on disk; the games' commands are known before."""
    with tempfile.TemporaryDirectory() as folder:
        location = Path(folder) / "store"
        with open_store(location) as store:
            scripts = [scripted(store, f"peer-{number}-{table}") for table in range(tables)]
        asked = Path(folder) / "scripts.json"
        asked.write_bytes(msgspec.json.encode([script._asdict() for script in scripts]))
        with on_core(SERVER), serving(location) as (port, server):
            return _load("haricot", port, server, tables, asked)


def _boardgame(tables: int, storage: str) -> Round:
    """One round of theirs."""
    with tempfile.TemporaryDirectory() as folder:
        location = "memory" if storage == "memory" else folder
        with on_core(SERVER):
            server = subprocess.Popen(
                ["node", "server.js", location], cwd=HERE, env=_environment(), stdout=subprocess.PIPE, text=True
            )
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline())
            return _load("boardgame", port, server, tables, None)
        finally:
            server.send_signal(signal.SIGKILL)  # it has no way to be stopped
            server.communicate()


def _load(kind: str, port: int, server: subprocess.Popen[Any], tables: int, scripts: Path | None) -> Round:
    """Plays at a server from another core; whoever moved goes on as soon as the server has answered."""
    given = [] if scripts is None else [str(scripts)]
    command = ["node", "load.js", kind, str(port), str(tables), str(SECONDS), "mover", *given]
    with on_core(CLIENTS):
        load = subprocess.Popen(command, cwd=HERE, env=_environment(), stdout=subprocess.PIPE, text=True)
    try:
        assert load.stdout is not None
        _expect(load, "begun")
        before = processor_seconds(server.pid)
        _expect(load, "done")
        spent = processor_seconds(server.pid) - before
        answer = json.loads(load.communicate(timeout=LOAD_SECONDS)[0])
    finally:
        load.kill()
        load.communicate()
    seconds = answer["seconds"]
    times = [answer[what][share] for what in ("acknowledged", "told") for share in ("p50", "p99")]
    return Round(answer["moves"] / seconds, *times, answer["client"], spent / seconds)


def _expect(load: subprocess.Popen[str], word: str) -> None:
    assert load.stdout is not None
    if (line := load.stdout.readline().strip()) != word:
        raise AssertionError(f"the clients said {line!r}, not {word!r}")


def _environment() -> dict[str, str]:
    return {**os.environ, "NODE_PATH": str(INSTALLED / "node_modules"), "NODE_ENV": "production"}
