"""Webhooks through deaths on either side: a receiver gets every event of a game, exactly once by its key."""

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
from tests.waiting import until

GAME_SECONDS = 90.0
QUICK = {
    "HARICOT_WEBHOOK_HTTP": "true",
    "HARICOT_WEBHOOK_NETWORKS": "127.0.0.0/8",
    "HARICOT_WEBHOOK_PAUSES": ",".join(["0.1"] * 500),
}
"""Settings with which webhooks may go to this machine, and days of tries last a minute."""
Row = dict[str, Any]


class ReceiverProcess:
    """A receiver in a process of its own, at the same port and with the same memory after each of its deaths."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.memory = folder / "taken"
        self.memory.touch()
        self.secret = ""
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}/hook"

    def start(self) -> Self:
        """Starts it."""
        command = [sys.executable, "-m", "tests.service.webhooks.receiver"]
        self._process = subprocess.Popen([*command, str(self.port), str(self.memory), self.secret], cwd=ROOT)
        return self

    def kill(self) -> None:
        """Ends it as a loss of power would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)
            self._process = None

    def rows(self) -> list[Row]:
        """What it has taken and verified, in order; what came twice, twice. A line that it was killed in is none."""
        found = []
        for line in self.memory.read_bytes().splitlines():
            try:
                found.append(json.loads(line))
            except ValueError:
                continue
        return found

    def close(self) -> None:
        """Ends it for good."""
        self.kill()


def once(rows: list[Row]) -> list[Row]:
    """Each message the first time that it came, by its key."""
    found: dict[str, Row] = {}
    for row in rows:
        found.setdefault(row["id"], row)
    return [*found.values()]


def numbers(rows: list[Row], game: str) -> list[int]:
    """The numbers of the events of a game, as they came."""
    found = [row["message"]["data"] for row in rows]
    return [data["envelope"]["n"] for data in found if data["game"] == game]


def service_token(server: Server) -> str:
    """A token of the service, made in its store."""
    text, entry = new_token("service", at=now_ms())
    with open_store(server.where) as store:
        store.note(entry)
    return text


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[ReceiverProcess]:
    with closing(ReceiverProcess(tmp_path)) as receiver:
        yield receiver


@pytest.mark.long
def test_every_event_of_a_game_comes_once_by_its_key_through_three_deaths_on_either_side(
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
            until(lambda mark=24 * death: len(receiver.rows()) >= mark, seconds=GAME_SECONDS)
            receiver.kill()
            receiver.start()
            until(lambda mark=24 * death + 12: len(receiver.rows()) >= mark, seconds=GAME_SECONDS)
            server.kill()
            server.start()
        void = f"/v1/games/{game}/void"
        assert client.insist("POST", void, {"reason": "enough"}, token=playing.organiser)[0].status == 200
        last = client.insist("GET", f"/v1/games/{game}")[0].body["version"]
        until(lambda: last in numbers(receiver.rows(), game), f"{len(receiver.rows())} of {last}", seconds=GAME_SECONDS)
    assert server.stop() == 0
    rows = receiver.rows()
    assert (
        numbers(once(rows), game) == [*range(1, last + 1)] == [one.n for one in record_of(server.where, game).envelopes]
    )
    assert len(rows) - len(once(rows)) < last / 2, "what comes again is what was under way, and no more"
    assert "Traceback" not in server.said()


@pytest.mark.long
def test_control_a_key_that_is_another_at_each_try_would_be_noticed(receiver: ReceiverProcess) -> None:
    data = {"game": "g", "envelope": {"n": 1}}
    rows = [{"id": key, "message": {"data": data}} for key in ("a", "a", "b")]
    assert numbers(once(rows), "g") == [1, 1]
