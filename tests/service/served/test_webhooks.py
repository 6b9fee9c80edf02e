"""Webhooks through kills on either side: a receiver gets every event of a game, exactly once by its key."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Self

import pytest

from service.access.tokens import new_token
from service.ops.clock import now_ms
from service.store.event_store import open_store
from tests.service.served.conftest import ROOT, Client, Serve, Server, free_port, record_of
from tests.waiting import wait_until

GAME_SECONDS = 90.0
QUICK = {
    "HARICOT_WEBHOOK_HTTP": "true",
    "HARICOT_WEBHOOK_NETWORKS": "127.0.0.0/8",
    "HARICOT_WEBHOOK_PAUSES": ",".join(["0.1"] * 500),
}
"""Settings that allow webhooks to this machine, with short pauses between attempts."""
Row = dict[str, Any]


class ReceiverProcess:
    """A receiver process that keeps its port and its messages through kills."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.memory = folder / "taken"
        self.memory.touch()
        self.secret = ""
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The URL of the receiver."""
        return f"http://127.0.0.1:{self.port}/hook"

    def start(self) -> Self:
        """Start it."""
        command = [sys.executable, "-m", "tests.service.webhooks.receiver"]
        self._process = subprocess.Popen([*command, str(self.port), str(self.memory), self.secret], cwd=ROOT)
        return self

    def kill(self) -> None:
        """End it as a loss of power would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)
            self._process = None

    def rows(self) -> list[Row]:
        """Return the verified messages in order, with repetitions; skip a half-written line."""
        found = []
        for line in self.memory.read_bytes().splitlines():
            try:
                found.append(json.loads(line))
            except ValueError:
                continue
        return found

    def close(self) -> None:
        """End it."""
        self.kill()


def once(rows: list[Row]) -> list[Row]:
    """Return the first of the messages with each key."""
    found: dict[str, Row] = {}
    for row in rows:
        found.setdefault(row["id"], row)
    return [*found.values()]


def numbers(rows: list[Row], game: str) -> list[int]:
    """Return the numbers of the events of a game in order of arrival."""
    found = [row["message"]["data"] for row in rows]
    return [data["envelope"]["n"] for data in found if data["game"] == game]


def service_token(server: Server) -> str:
    """Create a service token in the store."""
    text, entry = new_token("service", at=now_ms())
    with open_store(server.where) as store:
        store.save_entries(entry)
    return text


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[ReceiverProcess]:
    with closing(ReceiverProcess(tmp_path)) as receiver:
        yield receiver


@pytest.mark.long
def test_a_receiver_gets_every_event_once_by_key_through_three_kills_on_either_side(
    serve: Serve, receiver: ReceiverProcess, tmp_path: Path
) -> None:
    server = serve(**QUICK)
    token = service_token(server)
    server.start()
    with Client(server.port, timeout=30) as client:
        made = client.post("/v1/webhooks", {"url": receiver.url}, token=token)
        assert made.status == 201, made
        receiver.secret = made.body["secret"]
        receiver.start()
        playing = client.new_game("greedy", "greedy", "greedy", pace=0.02)
        game = playing.game
        for death in range(1, 4):
            wait_until(lambda mark=24 * death: len(receiver.rows()) >= mark, seconds=GAME_SECONDS)
            receiver.kill()
            receiver.start()
            wait_until(lambda mark=24 * death + 12: len(receiver.rows()) >= mark, seconds=GAME_SECONDS)
            server.kill()
            server.start()
        void = f"/v1/games/{game}/void"
        assert client.insist("POST", void, {"reason": "enough"}, token=playing.organiser)[0].status == 200
        last = client.insist("GET", f"/v1/games/{game}")[0].body["version"]
        wait_until(
            lambda: last in numbers(receiver.rows(), game), f"{len(receiver.rows())} of {last}", seconds=GAME_SECONDS
        )
    assert server.stop() == 0
    rows = receiver.rows()
    assert (
        numbers(once(rows), game) == [*range(1, last + 1)] == [one.n for one in record_of(server.where, game).envelopes]
    )
    assert len(rows) - len(once(rows)) < last / 2, "only unfinished deliveries are repeated"
    assert "Traceback" not in server.said()


@pytest.mark.long
def test_control_a_different_key_at_each_attempt_is_detected(receiver: ReceiverProcess) -> None:
    data = {"game": "g", "envelope": {"n": 1}}
    rows = [{"id": key, "message": {"data": data}} for key in ("a", "a", "b")]
    assert numbers(once(rows), "g") == [1, 1]
