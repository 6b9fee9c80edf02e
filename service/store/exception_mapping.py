"""Translates exceptions of a library into those of the store."""

from abc import ABC, abstractmethod
from types import TracebackType


class ExceptionMapping(ABC):
    """A context manager that replaces exceptions. It has no state, so any thread may use it.

    It is a class because a generator would be several times slower, and every write enters some.
    """

    @abstractmethod
    def replacement_for(self, error: BaseException) -> Exception | None:
        """Return the error to raise instead of this one, or None to raise it as it is."""

    def translate(self, error: Exception) -> Exception:
        """Return the error to raise for this one, which may be the same."""
        replacement = self.replacement_for(error)
        if replacement is None:
            return error
        replacement.__cause__ = error
        return replacement

    def __enter__(self) -> "ExceptionMapping":
        return self

    def __exit__(self, _: object, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is not None and (replacement := self.replacement_for(error)) is not None:
            raise replacement from error
