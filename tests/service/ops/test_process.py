"""A signal is heard whatever the main thread does at that moment, by the process that it was sent to."""

import subprocess
import sys

import pytest

STOP = """
import signal
import sys

from granian import Granian
from granian._signals import set_main_signals

from service.cli.serve import Supervisor
from service.ops.process import STOPPING, on_signals

server = {"ours": Supervisor, "library's": Granian}[sys.argv[1]]("nowhere:app", port=1)
set_main_signals(server.signal_handler_interrupt, server.signal_handler_reload)
if sys.argv[1] == "ours":
    on_signals(dict.fromkeys(STOPPING, server.interrupt))
with server.main_loop_interrupt._cond:  # where it begins to wait, or is woken up
    signal.raise_signal(signal.SIGTERM)
print(server.main_loop_interrupt.wait(20), server.interrupt_signal)
"""
FORK = """
import os
import signal
import time

from service.ops.process import on_signals

heard = []
signal.signal(signal.SIGTERM, lambda *_: None)
on_signals({signal.SIGTERM: lambda: heard.append(os.getpid())})
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


def output(source: str, *arguments: str, seconds: float = 60) -> str:
    """What a Python process prints."""
    command = [sys.executable, "-c", source, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=seconds).stdout.strip()


def test_a_stop_is_heard_while_the_main_thread_holds_the_lock_that_it_waits_with() -> None:
    assert output(STOP, "ours") == "True True"


def test_control_the_librarys_own_handler_waits_for_ever() -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        output(STOP, "library's", seconds=5)


def test_a_process_does_not_hear_the_signals_of_one_that_it_forked() -> None:
    assert output(FORK) == "[] True"
