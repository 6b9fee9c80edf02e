"""A graceful shutdown: no command is lost, and open streams are told to reconnect."""

import http.client
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event

import pytest

from tests.long_tests import mostly_long
from tests.service.served.conftest import (
    GONE,
    Client,
    Serve,
    Server,
    Worker,
    assert_sound,
    keys_of,
    record_of,
)
from tests.waiting import happens_within

TABLES = 4
BURSTS = int(os.environ.get("HARICOT_BURSTS", "1"))
"""How often the service is stopped in the middle of a burst of commands."""
SPECTATORS = 400


def play(port: int, table: int, stopping: Event) -> tuple[str, dict[str, int], str]:
    """Give commands until there is no answer; return the game, the acknowledged events by key, and the last key."""
    luck, answer = Random(table), dict[str, int]()
    with Client(port, timeout=20) as client:
        game = client.new_game()
        for number in range(10_000):
            key = f"{game.game} {number}"
            try:
                seats = [
                    client.get(f"{game.path}/legal-commands?seat={seat}", token=game.tokens[seat]) for seat in range(3)
                ]
                options = [one for seat in seats if seat.status == 200 for one in seat.body["legal"]]
                if not options and not stopping.is_set():
                    game, answer = client.new_game(), {}
                    continue
                method, path, body, token = game.order(luck.choice(options))
                reply = client.request(method, path, body, token=token, key=key)
            except (*GONE, IndexError):
                assert stopping.is_set()
                return game.game, answer, key
            if reply.status == 503:
                assert "retry-after" in reply.headers
                assert stopping.is_set()
                return game.game, answer, key
            assert reply.status == 201, reply
            answer[key] = reply.body["events"][0]["n"]
    raise AssertionError


@pytest.mark.long
@pytest.mark.parametrize("workers", mostly_long(["2", "1"]))
def test_a_shutdown_finishes_requests_and_keeps_acknowledged_commands(serve: Serve, workers: str) -> None:
    server = serve("--no-demo", "--workers", workers)
    for _ in range(BURSTS):
        stop_in_a_burst(server.start())


def stop_in_a_burst(server: Server) -> None:
    """Stop a server during a burst of commands; require each acknowledged command once."""
    stopping = Event()
    with ThreadPoolExecutor(TABLES) as pool:
        enough = position(server) + 200
        players = [pool.submit(play, server.port, table, stopping) for table in range(TABLES)]
        assert happens_within(20, lambda: position(server) > enough)
        stopping.set()
        assert server.stop() == 0
        for player in players:
            game, answer, unanswered = player.result(60)
            record = record_of(server.data, game)
            kept = {key: n for n, key in keys_of(record)}
            assert answer == {key: n for key, n in kept.items() if key != unanswered}
            assert_sound(record)


def position(server: Server) -> int:
    """Return how many events the store holds."""
    with Client(server.port) as client:
        found: int = client.get("/readyz").body["position"]
        return found


@pytest.mark.long
@pytest.mark.parametrize("workers", ["1", "2"])
def test_spectators_who_leave_during_a_shutdown_cause_no_panic(serve: Serve, workers: str) -> None:
    server = serve("--no-demo", "--workers", workers, HARICOT_STREAMS_EACH_MAX=str(SPECTATORS)).start()
    with Client(server.port) as client:
        path = client.new_game().path
    lines = []
    for _ in range(SPECTATORS):
        lines.append(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20))
        lines[-1].request("GET", f"{path}/stream", headers={"Accept": "text/event-stream"})
    for line in lines:
        assert line.getresponse().readline() == b"event: table\n"
    for line in lines:
        line.close()
    assert server.stop() == 0
    assert "panic" not in server.said()


@pytest.mark.long
def test_web_processes_share_their_metrics(serve: Serve) -> None:
    server = serve("--no-demo", "--workers", "2").start()
    assert happens_within(10, lambda: len(server.workers()) >= 2)
    with Client(server.port) as client:
        before = rulesets_requests(client)
        for _ in range(20):
            with Client(server.port) as other:
                assert other.get("/v1/rulesets").status == 200
        assert rulesets_requests(client) == before + 20
        os.kill(max(server.workers()), signal.SIGKILL)
    with Client(server.port) as again:
        assert happens_within(10, lambda: again.insist("GET", "/healthz")[0].status == 200)


def rulesets_requests(client: Client) -> float:
    """Return the number of requests for rulesets in the metrics."""
    lines = client.get("/metrics").body.decode().splitlines()
    found = [line for line in lines if line.startswith('haricot_requests_total{operation="list_rulesets"')]
    return sum(float(line.rpartition(" ")[2]) for line in found)


@pytest.mark.long
def test_a_worker_that_starts_first_creates_the_store(serve: Serve, tmp_path: Path) -> None:
    worker = Worker(["--data", str(tmp_path / "data")], tmp_path / "worker.log").start()
    server = serve("--no-demo", data=tmp_path / "data", HARICOT_BOTS="false").start()
    with Client(server.port) as client:
        game = client.new_game("greedy", "greedy", "greedy", pace=0)
        assert happens_within(30, lambda: client.get(game.path).body["status"] == "finished")
    assert server.stop() == 0
    assert worker.stop() == 0
