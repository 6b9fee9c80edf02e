"""Which threads may wait for a disk, a database or another thread: that of an event loop may not."""

from threading import Lock, local

_HERE = local()


class MustWait(Exception):  # no error of anybody: it says who has to do this instead
    """What is asked for is not at hand: only a thread that may wait can get it."""


def never_wait() -> None:
    """From now on this thread must not wait: whatever would make it wait raises MustWait instead."""
    _HERE.never = True


def may_wait() -> bool:
    """Return whether this thread may wait, as all may that were never forbidden to."""
    return not getattr(_HERE, "never", False)


def require_waiting() -> None:
    """MustWait, before anything has happened, in a thread that must not wait."""
    if getattr(_HERE, "never", False):
        raise MustWait("only a thread that may wait can do this")


class PatientLock:
    """A lock that others may hold while they wait for something: a thread that must not wait goes without."""

    __slots__ = ("_lock",)

    def __init__(self) -> None:
        self._lock = Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False) and not self._lock.acquire(blocking=may_wait()):
            raise MustWait("somebody else is at it")

    def __exit__(self, *_: object) -> None:
        self._lock.release()
