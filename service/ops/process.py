"""The life of a process: it stops on a signal, exits without delay, and dies with its parent."""

import atexit
import ctypes
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Thread
from typing import Final

from service.store.concurrency.worker_thread import WorkerThread

_PR_SET_PDEATHSIG: Final = 1
_LOOK_SECONDS: Final = 0.5
_PARENT: Final = "HARICOT_PARENT"
"""The variable that names the process id of the parent."""
STOPPING: Final = (signal.SIGTERM, signal.SIGINT)
"""The signals that ask a process to stop."""


def is_parent() -> None:
    """Make this process the parent of those that it starts from now on; see `die_with_parent`."""
    os.environ[_PARENT] = str(os.getpid())


def die_with_parent() -> None:
    """Have this process killed when its parent dies or is dead already, as an orphan would keep the port open.

    The environment names the parent: a process that asked the system after its imports might be an orphan by then. On
    Linux the kernel kills it at once. Elsewhere a thread checks twice a second.
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


def on_signals(acts: Mapping[int, Callable[[], None]]) -> None:
    """Call the act of a signal in a thread, as soon as it comes and before the process's own handler.

    A handler runs in the middle of the main thread's work. What it sets may need a lock that this thread holds, and it
    comes late to a thread that is just about to sleep. Call this in the main thread. Each signal needs a Python
    handler, even an empty one: otherwise its default action runs.
    """
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    before = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
    os.register_at_fork(after_in_child=lambda: _forget(theirs.fileno()))

    def listen() -> None:
        while number := ours.recv(1):
            try:
                if (act := acts.get(number[0])) is not None:
                    act()
            finally:
                if before >= 0:
                    os.write(before, number)

    WorkerThread("signals", listen).start()


def _forget(wakeup: int) -> None:
    """Keep the signals of a forked process to itself."""
    if (now := signal.set_wakeup_fd(-1)) != wakeup:
        signal.set_wakeup_fd(now)


def end_at_once() -> None:
    """Make the process exit by `os._exit`, as a forked one does, instead of the interpreter's own shutdown.

    That shutdown would interrupt server threads inside Rust that still wait for departed spectators, and abort the
    process.
    """
    atexit.register(_end)


def _end() -> None:
    with suppress(OSError):  # the reading end may be closed
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:  # the parent process may have closed it
                stream.flush()
    os._exit(0)
