"""Keeps the thread of an event loop from blocking on a disk, a database or another thread."""

from threading import Lock, local

_THREAD = local()


class WouldBlock(Exception):  # not an error: the caller repeats the call in a thread that may block
    """The call would block a thread that must not block."""


def forbid_blocking() -> None:
    """Forbid this thread to block. From now on, calls that would block raise WouldBlock."""
    _THREAD.is_forbidden = True


def may_block() -> bool:
    """Return whether this thread may block. Every thread may, unless it called `forbid_blocking`."""
    return not getattr(_THREAD, "is_forbidden", False)


def require_may_block() -> None:
    """Raise WouldBlock if this thread must not block. Call this before any side effect."""
    if not may_block():
        raise WouldBlock("only a thread that may block can do this")


class GuardedLock:
    """A lock that raises WouldBlock instead of waiting, in a thread that must not block."""

    __slots__ = ("_lock",)

    def __init__(self) -> None:
        self._lock = Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False) and not self._lock.acquire(blocking=may_block()):
            raise WouldBlock("another thread holds the lock")

    def __exit__(self, *_: object) -> None:
        self._lock.release()
