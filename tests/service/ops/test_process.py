"""Check that a process hears its signals, at any moment of the main thread."""

import subprocess
import sys

import pytest

from tests.long_tests import mostly_long

STOP = """
import signal
import sys

from granian import Granian
from granian._signals import set_main_signals

from service.cli.run.supervisor import Supervisor
from service.ops.process import STOP_SIGNALS, handle_signals

server = {"ours": Supervisor, "library's": Granian}[sys.argv[1]]("nowhere:app", port=1)
set_main_signals(server.signal_handler_interrupt, server.signal_handler_reload)
if sys.argv[1] == "ours":
    handle_signals(dict.fromkeys(STOP_SIGNALS, server.interrupt))
print("begins", flush=True)
with server.main_loop_interrupt._cond:  # where it begins to wait, or is woken up
    signal.raise_signal(signal.SIGTERM)
print(server.main_loop_interrupt.wait(20), server.interrupt_signal)
"""
FORK = """
import os
import signal
import time

from service.ops.process import handle_signals

heard = []
signal.signal(signal.SIGTERM, lambda *_: None)
handle_signals({signal.SIGTERM: lambda: heard.append(os.getpid())})
child = os.fork()
if not child:
    signal.raise_signal(signal.SIGTERM)
    os._exit(0)
os.waitpid(child, 0)
time.sleep(0.2)
between = list(heard)
signal.raise_signal(signal.SIGTERM)
while not heard:
    time.sleep(0.01)
print(between, heard == [os.getpid()])
"""


LOST = """
import sys

from granian import Granian
from granian.server import MPServer

from service.cli.run.supervisor import Supervisor

settings = {"port": 1, "respawn_failed_workers": True, "log_enabled": False}
server = {"ours": Supervisor, "library's": Granian}[sys.argv[1]]("nowhere:app", **settings)
stop = {"ours": lambda: server.interrupt(), "library's": lambda: server.signal_handler_interrupt()}[sys.argv[1]]
clear = server.main_loop_interrupt.clear


def stopped_just_before() -> None:
    stop()
    clear()


server.main_loop_interrupt.clear = stopped_just_before
MPServer._respawn_workers = lambda *_, **__: print("replaces", flush=True)
if sys.argv[2] == "a web process ended":
    server.interrupt_children.append(0)
else:
    server.reload_signal = True
server.main_loop_interrupt.set()
server._serve_loop(None, None)
print("ended", server.interrupt_signal)
"""
FAULT = """
import signal
import socket

from service.ops.process import handle_signals


def fails() -> None:
    raise ValueError("out of beans")


ours, theirs = socket.socketpair()
ours.settimeout(20)
theirs.setblocking(False)
signal.set_wakeup_fd(theirs.fileno())
heard = []
for number in (signal.SIGTERM, signal.SIGINT):
    signal.signal(number, lambda *_: None)
handle_signals({signal.SIGTERM: fails, signal.SIGINT: lambda: heard.append("another")})
for number in (signal.SIGTERM, signal.SIGINT):
    signal.raise_signal(number)
    assert ours.recv(1) == bytes([number]), "the former listener hears it as well"
print(heard)
"""
WORK = ("a web process ended", "hung up")
"""What the supervisor does at the moment of the stop."""


def output(source: str, *arguments: str) -> str:
    """Return what a Python process prints."""
    command = [sys.executable, "-c", source, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout.strip()


def hangs_after(word: str, source: str, *arguments: str, seconds: float = 5) -> bool:
    """Return whether a Python process prints a word, and then does not end within `seconds`."""
    command = [sys.executable, "-c", source, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == f"{word}\n"
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            return True
        finally:
            process.kill()
    return False


@pytest.mark.long
def test_a_stop_is_heard_while_the_main_thread_holds_its_condition() -> None:
    assert output(STOP, "ours") == "begins\nTrue True"


@pytest.mark.long
def test_control_the_handler_of_granian_hangs() -> None:
    assert hangs_after("begins", STOP, "library's")


@pytest.mark.long
@pytest.mark.parametrize("work", mostly_long(WORK))
def test_a_stop_just_before_the_supervisor_clears_its_wakeup_is_not_lost(work: str) -> None:
    assert output(LOST, "ours", work) == "replaces\nended True"


@pytest.mark.long
@pytest.mark.parametrize("work", WORK)
def test_control_granian_loses_a_stop_before_its_wakeup_is_cleared(work: str) -> None:
    assert hangs_after("replaces", LOST, "library's", work)


def test_a_failing_signal_handler_stops_no_other_one() -> None:
    assert output(FAULT) == "['another']"


def test_a_process_does_not_hear_the_signals_of_its_fork() -> None:
    assert output(FORK) == "[] True"
