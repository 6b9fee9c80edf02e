"""The lifecycle of a process: it stops on a signal, exits without delay, and dies with its parent."""

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
_CHECK_SECONDS: Final = 0.5
_PARENT_VARIABLE: Final = "HARICOT_PARENT"
"""The variable that names the process id of the parent."""
STOP_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)
"""The signals that ask a process to stop."""


def mark_as_parent() -> None:
    """Make this process the parent of those that it starts from now on; see `die_with_parent`."""
    os.environ[_PARENT_VARIABLE] = str(os.getpid())


def die_with_parent() -> None:
    """Have this process killed when its parent dies or has died, because an orphan would keep the port open.

    The environment names the parent, because this process may already be an orphan after its imports. On Linux the
    kernel kills it at once. Elsewhere a thread checks twice a second.
    """
    parent = int(os.environ[_PARENT_VARIABLE])
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)
    Thread(target=_watch_parent, args=(parent,), name="parent watch", daemon=True).start()


def _watch_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_CHECK_SECONDS)
    os.kill(os.getpid(), signal.SIGKILL)


def handle_signals(handlers: Mapping[int, Callable[[], None]]) -> None:
    """Call the handler of a signal in a thread, as soon as it arrives and before Python's own handler.

    Python's handlers run in the middle of the main thread's work. What they set may need a lock that this thread holds,
    and they run late if it is about to sleep. Call this in the main thread. Each signal needs a Python handler, even an
    empty one: otherwise its default action runs.
    """
    receiver, sender = socket.socketpair()
    sender.setblocking(False)
    before = signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
    os.register_at_fork(after_in_child=lambda: _reset_wakeup_fd(sender.fileno()))

    def listen() -> None:
        while number := receiver.recv(1):
            try:
                if (handler := handlers.get(number[0])) is not None:
                    handler()
            finally:
                if before >= 0:
                    os.write(before, number)

    WorkerThread("signals", listen).start()


def _reset_wakeup_fd(inherited: int) -> None:
    """Stop a forked process from reporting its signals to its parent."""
    if (now := signal.set_wakeup_fd(-1)) != inherited:
        signal.set_wakeup_fd(now)


def exit_immediately() -> None:
    """Make the process exit by `os._exit`, as a forked one does, instead of the interpreter's own shutdown.

    That shutdown would interrupt server threads inside Rust that still wait for disconnected clients, and abort the
    process.
    """
    atexit.register(_exit)


def _exit() -> None:
    with suppress(OSError):  # the reading end may be closed
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:  # the parent process may have closed it
                stream.flush()
    os._exit(0)
