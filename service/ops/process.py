"""The life of a worker process: it stops on a signal, ends without delay, dies with its parent."""

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
"""The variable that names the process id of the parent."""


def is_parent() -> None:
    """Makes this process the parent of those that it starts from now on: see `die_with_parent`."""
    os.environ[_PARENT] = str(os.getpid())


def die_with_parent() -> None:
    """Kills this process when its parent dies or is dead already, since an orphan would go on holding the port.

    The environment names the parent: a process that asked the system once its modules are imported might be an orphan
    by then. On Linux the kernel kills it at once; elsewhere a thread looks twice a second.
    """
    parent = int(os.environ[_PARENT])
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)
    Thread(target=_watch, args=(parent,), name="parent watch", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK_SECONDS)
    os.kill(os.getpid(), signal.SIGKILL)


def on_stop(stop: Callable[[], None], *, insist: bool = True) -> None:
    """Calls `stop` in a thread when SIGTERM or SIGINT comes, before the process's own handler sees the signal.

    With `insist` the signal is then sent again until the process has ended. Must be called in the main thread.
    """
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    before = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)

    def listen() -> None:
        with ours, theirs:
            while number := ours.recv(1):
                stopping = number[0] in (signal.SIGTERM, signal.SIGINT)
                if stopping:
                    stop()
                if before >= 0:
                    os.write(before, number)
                if stopping and insist:
                    _insist(number[0])

    Thread(target=listen, name="stop", daemon=True).start()


def end_at_once() -> None:
    """Makes the process leave by `os._exit`, as a forked one does, instead of the interpreter's own shutdown.

    That shutdown would interrupt threads of the server inside Rust, where they still wait for spectators that have
    left, and abort the process.
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
