"""Signals to `haricot serve`: to all its processes as from a terminal, to one web process, and to reload."""

import os
import signal
from random import Random

import pytest

from tests.service.served.conftest import Client, Serve
from tests.waiting import happens_within


@pytest.mark.long
def test_a_signal_to_all_processes_ends_serve(serve: Serve) -> None:
    server = serve("--no-demo", "--workers", "2").start()
    for process in (*server.workers(), server.process.pid):
        os.kill(process, signal.SIGINT)
    assert server.process.wait(30) == 0


@pytest.mark.long
def test_a_web_process_stopped_by_a_signal_is_replaced(serve: Serve) -> None:
    server = serve().start()
    (before,) = server.workers()
    os.kill(before, signal.SIGTERM)
    assert happens_within(30, lambda: before not in server.workers() and server.alive()), server.said()
    with Client(server.port) as client:
        assert client.new_game().give(Random(0)) == 201
    assert server.stop() == 0


@pytest.mark.long
def test_sighup_replaces_the_web_processes(serve: Serve) -> None:
    server = serve().start()
    (before,) = server.workers()
    server.process.send_signal(signal.SIGHUP)
    assert happens_within(30, lambda: before not in server.workers() and server.alive()), server.said()
    assert server.stop() == 0
