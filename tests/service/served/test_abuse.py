"""R18: the caller too much, too deep, too fast or too slowly does the others little harm."""

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
"""How often the time is taken under each abuse."""
ASKED: Final = 100
"""How many requests a round has, if it is a whole one."""
TIMES_MAX: Final = 3.0
"""How many times longer the slowest hundredth of the others' answers may take than beside a neighbour who asks for what
is usual, as often as this neighbour can: aimed at is 2, but a machine that is shared has hiccups of its own."""
LEAST_SECONDS: Final = 0.02
"""What is quicker than this counts as this."""
GROWTH_BYTES: Final = 64 * 2**20
SETTLE_SECONDS: Final = 0.3


class Abuse(NamedTuple):
    """What the slowest hundredth took in each round, in seconds, and how often which status was answered."""

    slowest: list[float]
    answers: dict[str, int]


@pytest.fixture
def server(serve: Serve) -> Server:
    """A server with the limits that it has by default."""
    return serve(HARICOT_RATE="6000 per minute").start()


@contextmanager
def abused(kind: str, server: Server, game: Played, answers: dict[str, int]) -> Iterator[None]:
    """Somebody does this meanwhile; in the end `answers` has what they were told."""
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
    """How long 99 of 100 requests take at most: looks at a game, and commands in it."""
    took = []
    for number in range(asked):
        command = game.choice(luck, onward=True) if number % 5 == 0 else None
        begun = time.perf_counter()
        if command is None:
            reply = game.client.get(game.path)
        else:
            method, path, body, token = game.order(command)
            reply = game.client.ask(method, path, body, token=token)
        took.append(time.perf_counter() - begun)
        assert reply.status < 300, reply
    return sorted(took)[-2]


def memory(server: Server) -> int:
    """The bytes of memory that all processes of a server hold."""
    pids = [server.process.pid, *server.workers()]
    return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids) * os.sysconf("SC_PAGE_SIZE")


def is_felt(abuse: Abuse, usual: list[float]) -> bool:
    """Whether others had to wait much longer than usual, each time."""
    return min(abuse.slowest) > TIMES_MAX * max(median(usual), LEAST_SECONDS)


@pytest.mark.long
def test_others_feel_little_of_those_who_mean_harm(server: Server) -> None:
    usual = Abuse([], {})
    abuses = {kind: Abuse([], {}) for kind in KINDS if kind != "polite"}
    with Client(server.port) as client:
        game, luck = client.new_game(), Random(18)
        slowest_hundredth(game, luck)  # which warms it up
        before = memory(server)
        for _ in range(ROUNDS):
            for kind, abuse in [("polite", usual), *abuses.items()]:
                with abused(kind, server, game, abuse.answers):
                    abuse.slowest.append(slowest_hundredth(game, luck))
        growth = memory(server) - before
        assert client.get("/readyz").status == 200
    assert [] == [kind for kind, abuse in abuses.items() if is_felt(abuse, usual.slowest)], (abuses, usual)
    assert [] == [(kind, abuse.answers) for kind, abuse in abuses.items() if any(s >= "5" for s in abuse.answers)]
    assert sum(abuses["bodies"].answers.values()) > 50
    assert growth < GROWTH_BYTES, f"{growth} bytes more"


@pytest.mark.long
def test_control_a_server_that_stands_still_now_and_then_is_felt(server: Server) -> None:
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
    assert is_felt(abuse, usual)
