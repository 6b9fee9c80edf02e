"""What ties a worker process to the one that started it: it stops when told, ends at once, and does not outlive it."""

import atexit
import ctypes
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Thread, main_thread
from typing import Final

_PR_SET_PDEATHSIG: Final = 1
_LOOK_SECONDS: Final = 0.5
_PARENT: Final = "HARICOT_PARENT"
"""The variable by which a process is told the number of the one that started it."""


def is_parent() -> None:
    """Tells the processes that this one starts from now on whose they are: see `die_with_parent`."""
    os.environ[_PARENT] = str(os.getpid())


def die_with_parent() -> None:
    """Kills this process when its parent dies, or has died already: a port held by an orphan could not be used again.

    Who that is was told to it: a process that asks once it has read its modules may be an orphan by then. Linux does
    it at once; elsewhere a thread looks twice a second.
    """
    parent = int(os.environ[_PARENT])
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)
    Thread(target=_watch, args=(parent,), name="lifeline", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK_SECONDS)
    os.kill(os.getpid(), signal.SIGKILL)


def on_stop(told: Callable[[], None], *, insist: bool = True) -> None:
    """Calls `told` in a thread when the process is asked to stop, before whoever handles the signal itself.

    Then `insist` sends the signal on until the process has ended. Must be called in the main thread.
    """
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    before = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)

    def listen() -> None:
        with ours, theirs:
            while number := ours.recv(1):
                stop = number[0] in (signal.SIGTERM, signal.SIGINT)
                if stop:
                    told()
                if before >= 0:
                    os.write(before, number)
                if stop and insist:
                    _insist(number[0])

    Thread(target=listen, name="stop", daemon=True).start()


def end_at_once() -> None:
    """From now on the process ends as soon as its work is done, as one that was forked does.

    The interpreter's own end would catch threads of the server, which still wait for spectators that have left, in the
    middle of Rust: they abort the process.
    """
    atexit.register(_end)


def _end() -> None:
    with suppress(OSError):  # nobody may be there to read it
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(0)


def _insist(number: int) -> None:
    """Sends the signal until the process has ended: one that comes just as the main thread goes to sleep is lost."""
    while True:
        time.sleep(_LOOK_SECONDS)
        signal.pthread_kill(main_thread().ident or 0, number)
