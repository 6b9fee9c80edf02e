"""R18: requests that are too large, too deep, too many or too slow hardly delay other clients."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from threading import Event, Thread
from typing import Final, NamedTuple

import pytest

from tests.service.served.abusers import KINDS
from tests.service.served.conftest import ROOT, Client, Played, Serve, Server

ROUNDS: Final = int(os.environ.get("HARICOT_ABUSES", "2"))
"""How often the answers are timed under each abuse."""
ASKED: Final = 100
"""How many requests a full round has."""
TIMES_MAX: Final = 3.0
"""How many times longer the slowest hundredth of other clients' answers may take than beside a polite client at full
speed. The aim is 2; a shared machine needs a margin."""
LEAST_SECONDS: Final = 0.02
"""Shorter times count as this."""
GROWTH_BYTES: Final = 64 * 2**20
SETTLE_SECONDS: Final = 0.3


class Abuse(NamedTuple):
    """The time of the slowest hundredth in each round, in seconds, and the number of answers by status."""

    slowest: list[float]
    answers: dict[str, int]


@pytest.fixture
def server(serve: Serve) -> Server:
    """A server with the default limits."""
    return serve(HARICOT_RATE="6000 per minute").start()


@contextmanager
def abused(kind: str, server: Server, game: Played, answers: dict[str, int]) -> Iterator[None]:
    """Run an abuser meanwhile; add the statuses of its answers to `answers`."""
    command = [sys.executable, "-m", "tests.service.served.abusers", kind, str(server.port), game.game, game.tokens[0]]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        time.sleep(SETTLE_SECONDS)
        assert process.poll() is None
        yield
        said, _ = process.communicate(timeout=30)
        for status, count in json.loads(said).items():
            answers[status] = answers.get(status, 0) + count
    finally:
        process.kill()
        process.communicate()


def slowest_hundredth(game: Played, luck: Random, asked: int = ASKED) -> float:
    """Return the time within which 99 of 100 requests are answered: reads of a game, and commands."""
    took = []
    for number in range(asked):
        command = game.choice(luck, onward=True) if number % 5 == 0 else None
        begun = time.perf_counter()
        if command is None:
            reply = game.client.get(game.path)
        else:
            method, path, body, token = game.order(command)
            reply = game.client.request(method, path, body, token=token)
        took.append(time.perf_counter() - begun)
        assert reply.status < 300, reply
    return sorted(took)[-2]


def memory(server: Server) -> int:
    """Return the bytes of memory of all processes of a server."""
    pids = [server.process.pid, *server.workers()]
    return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids) * os.sysconf("SC_PAGE_SIZE")


def delays_others(abuse: Abuse, usual: list[float]) -> bool:
    """Return whether other clients waited much longer than usual in every round."""
    return min(abuse.slowest) > TIMES_MAX * max(median(usual), LEAST_SECONDS)


@pytest.mark.long
def test_abuse_hardly_delays_other_clients(server: Server) -> None:
    usual = Abuse([], {})
    abuses = {kind: Abuse([], {}) for kind in KINDS if kind != "polite"}
    with Client(server.port) as client:
        game, luck = client.new_game(), Random(18)
        slowest_hundredth(game, luck)  # warm-up
        before = memory(server)
        for _ in range(ROUNDS):
            for kind, abuse in [("polite", usual), *abuses.items()]:
                with abused(kind, server, game, abuse.answers):
                    abuse.slowest.append(slowest_hundredth(game, luck))
        growth = memory(server) - before
        assert client.get("/readyz").status == 200
    assert [] == [kind for kind, abuse in abuses.items() if delays_others(abuse, usual.slowest)], (abuses, usual)
    assert [] == [(kind, abuse.answers) for kind, abuse in abuses.items() if any(s >= "5" for s in abuse.answers)]
    assert sum(abuses["bodies"].answers.values()) > 50
    assert growth < GROWTH_BYTES, f"{growth} bytes more"


@pytest.mark.long
def test_control_a_server_that_stops_now_and_then_is_detected(server: Server) -> None:
    stopped, enough, workers = Event(), Event(), server.workers()

    def stop_now_and_then() -> None:
        while not enough.is_set():
            for worker in workers:
                os.kill(worker, signal.SIGSTOP)
            stopped.set()
            time.sleep(0.25)
            for worker in workers:
                os.kill(worker, signal.SIGCONT)
            time.sleep(0.001)

    assert workers
    with Client(server.port) as client:
        game, luck = client.new_game(), Random(19)
        usual = [slowest_hundredth(game, luck, ASKED // 2)]
        stopper = Thread(target=stop_now_and_then)
        stopper.start()
        stopped.wait()
        abuse = Abuse([slowest_hundredth(game, luck, ASKED // 20)], {})
        enough.set()
        stopper.join()
    assert delays_others(abuse, usual)
