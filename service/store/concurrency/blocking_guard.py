"""Which threads may block on a disk, a database or another thread.

That of an event loop may not.
"""

from threading import Lock, local

_HERE = local()


class WouldBlock(Exception):  # not an error: a thread that may block must do this instead
    """The call would block. Only a thread that may block can make it."""


def forbid_blocking() -> None:
    """Forbid this thread to block from now on: what would block raises WouldBlock instead."""
    _HERE.never = True


def may_block() -> bool:
    """Return whether this thread may block. Every thread may unless it was forbidden to."""
    return not getattr(_HERE, "never", False)


def require_may_block() -> None:
    """Raise WouldBlock in a thread that must not block, before anything has happened."""
    if getattr(_HERE, "never", False):
        raise WouldBlock("only a thread that may wait can do this")


class GuardedLock:
    """A lock that others may hold while they block. A thread that must not block raises WouldBlock if it is taken."""

    __slots__ = ("_lock",)

    def __init__(self) -> None:
        self._lock = Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False) and not self._lock.acquire(blocking=may_block()):
            raise WouldBlock("another thread is using it")

    def __exit__(self, *_: object) -> None:
        self._lock.release()
