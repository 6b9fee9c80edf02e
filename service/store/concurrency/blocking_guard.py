"""Which threads may block on a disk, a database or another thread.

That of an event loop may not.
"""

from threading import Lock, local

_HERE = local()


class MustWait(Exception):  # not an error: a thread that may block must do this instead
    """The call would block. Only a thread that may block can make it."""


def never_wait() -> None:
    """Forbid this thread to block from now on: what would block raises MustWait instead."""
    _HERE.never = True


def may_wait() -> bool:
    """Return whether this thread may block. Every thread may unless it was forbidden to."""
    return not getattr(_HERE, "never", False)


def require_waiting() -> None:
    """Raise MustWait in a thread that must not block, before anything has happened."""
    if getattr(_HERE, "never", False):
        raise MustWait("only a thread that may wait can do this")


class PatientLock:
    """A lock that others may hold while they block. A thread that must not block raises MustWait if it is taken."""

    __slots__ = ("_lock",)

    def __init__(self) -> None:
        self._lock = Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False) and not self._lock.acquire(blocking=may_wait()):
            raise MustWait("another thread is using it")

    def __exit__(self, *_: object) -> None:
        self._lock.release()
