"""Measures a service on a store of many whole games: `python -m tests.benchmarks.large_store FOLDER [GAMES]`.

Makes the store in FOLDER where there is none: simulated games of all editions, copied row by row under names of
their own. Their index and their feed are thrown away first, as after an upgrade. What it prints is for results.md.
"""

import json
import os
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any, Final

from service.store.sqlite.file import STORE
from tests.servers.postgres import free_port

TABLES: Final = (("classic", 4), ("modern", 4), ("duel", 2), ("sissi", 4), ("bohnaparte", 4))
DERIVED: Final = ("roll", "roll_options", "best_results", "lobby_lines", "feed_lines", "feed_marks", "feed_reached")
SIGNED: Final = ("game_keys", "signing_heads", "service_log", "log_checkpoints")
PROGRAM: Final = (sys.executable, "-c", "from service.cli import main; main()")
LIMITLESS: Final = {"HARICOT_RATE": "", "HARICOT_COSTS": "", "HARICOT_ADDRESS_RATE": "", "HARICOT_ADDRESS_COSTS": ""}
READY_SECONDS: Final = 600.0


def make(folder: Path, games: int, own: dict[str, str]) -> None:
    """Make a store with so many games, if there is none."""
    if not (folder / STORE).exists():
        for edition, players in TABLES:
            command = ("simulate", "--edition", edition, "--players", str(players), "--games", "4", "--seed", "3")
            subprocess.run(
                [*PROGRAM, *command, "--data", str(folder)], check=True, env={**os.environ, **own}, stdout=sys.stderr
            )
    with closing(sqlite3.connect(folder / STORE, isolation_level=None)) as store:
        store.execute("PRAGMA synchronous = OFF")
        store.execute("BEGIN")
        for table in (*DERIVED, *SIGNED):
            store.execute(f"DELETE FROM {table}")
        store.execute("UPDATE roll_reached SET form = 0, position = 0, number = 0, anchor = x''")
        patterns = [name for (name,) in store.execute("SELECT game FROM games ORDER BY number LIMIT 20")]
        (there,) = store.execute("SELECT count(*) FROM games").fetchone()
        for number in range(there, games):
            pattern, name = patterns[number % len(patterns)], f"copy-{number:07}"
            store.execute("INSERT INTO games (game, origin) VALUES (?, 'played')", (name,))
            store.execute(
                "INSERT INTO events (originator_id, originator_version, topic, state, request)"
                " SELECT ?, originator_version, topic, state, request FROM events WHERE originator_id = ?"
                " ORDER BY originator_version",
                (name, pattern),
            )
        store.execute("COMMIT")
        store.execute("PRAGMA wal_checkpoint(TRUNCATE)")


class MeasuredService:
    """A service on the store, asked over HTTP."""

    def __init__(self, folder: Path, own: dict[str, str]) -> None:
        self.port = free_port()
        made = subprocess.run(
            [*PROGRAM, "token", "service", "--data", str(folder)],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, **own},
        )
        self.token = made.stdout.split()[-1] if "\n" in made.stdout.strip() else made.stdout.strip().split()[-1]
        command = [*PROGRAM, "serve", "--no-demo", "--data", str(folder), "--port", str(self.port)]
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            command, env={**os.environ, **own, **LIMITLESS, "HARICOT_LOG": "error"}, stdout=subprocess.DEVNULL
        )

    def request(self, path: str, method: str = "GET", body: Any = None) -> tuple[int, Any, float]:
        """Ask something; return the status, the answer and the milliseconds it took."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers, method=method)
        begin = time.perf_counter()
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read()
        except OSError:
            return 0, None, 0.0
        return status, json.loads(text or b"null"), 1000 * (time.perf_counter() - begin)

    def until(self, wanted: Any, path: str = "/readyz") -> float:
        """Wait until an answer is as wanted; return the seconds since the start."""
        while time.perf_counter() - self.began < READY_SECONDS:
            status, answer, _ = self.request(path)
            if status and wanted(status, answer):
                return time.perf_counter() - self.began
            time.sleep(0.05)
        raise TimeoutError(path)

    def middle(self, path: str, times: int = 5) -> float:
        """Return the middle of several answers in milliseconds, after one that fills the caches."""
        self.request(path)
        return median(self.request(path)[2] for _ in range(times))


def measure(folder: Path, own: dict[str, str]) -> None:
    """Print what a service on this store takes."""
    service = MeasuredService(folder, own)
    try:
        _say("start to ready, index and feed to be made", service.until(lambda status, _: status == 200), "s")
        status, _, took = service.request("/v1/feed?after=now")
        _say(f"feed?after=now while it is brought on ({status})", took, "ms")
        status, _, took = service.request("/v1/games")
        _say(f"list while the index is made ({status})", took, "ms")
        _say("start to index made", service.until(lambda _, answer: answer.get("index", 0) is None), "s")
        _say("start to feed brought on", service.until(lambda _, answer: answer.get("feed", 1) < 20_000), "s")
        for name, query in (
            ("list", ""),
            ("status=finished", "?status=finished"),
            ("level=open, no match", "?level=open"),
            ("option, no match", "?option=trade_coins=true"),
            ("option, most match", "?option=trade_coins=false"),
            ("edition, -ended", "?edition=duel&order=-ended"),
        ):
            _say(f"games: {name}", service.middle(f"/v1/games{query}"), "ms")
        after = []
        for _ in range(5):
            made = {"edition": "classic", "pace": 0, "seats": [{"kind": "human"}] * 3}
            assert service.request("/v1/games", "POST", made)[0] == 201
            after.append(service.request("/v1/games")[2])
        _say("games: list after a write", median(after), "ms")
        _say("feed?after=now", service.middle("/v1/feed?after=now"), "ms")
    finally:
        service.process.terminate()
        service.process.wait()


def _say(what: str, figure: float, unit: str) -> None:
    sys.stdout.write(f"- {what}: {figure:,.1f} {unit}\n")
    sys.stdout.flush()


def main() -> None:
    """Make the store, then measure."""
    folder, games = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 50_000
    own = {"HARICOT_KEY_FILE": f"{folder}.key", "HARICOT_ERASED": f"{folder}.erased"}
    folder.mkdir(parents=True, exist_ok=True)
    make(folder, games, own)
    measure(folder, own)


if __name__ == "__main__":
    main()
