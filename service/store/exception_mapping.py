"""Maps exceptions of a library to those of the store."""

from abc import ABC, abstractmethod
from types import TracebackType


class Translation(ABC):
    """A context manager that raises errors as others. It has no state, so any thread may use it.

    It is not a generator, because those take several times as long, and every write passes some.
    """

    @abstractmethod
    def instead_of(self, error: BaseException) -> Exception | None:
        """Return the error to raise instead of this one, or None to raise it as it is."""

    def of(self, error: Exception) -> Exception:
        """Return the error that would be raised instead of this one, which may be the same."""
        instead = self.instead_of(error)
        if instead is None:
            return error
        instead.__cause__ = error
        return instead

    def __enter__(self) -> "Translation":
        return self

    def __exit__(self, _: object, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is not None and (instead := self.instead_of(error)) is not None:
            raise instead from error
