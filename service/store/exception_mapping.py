"""Errors that are raised as others."""

from abc import ABC, abstractmethod
from types import TracebackType


class Translation(ABC):
    """Within `with`, what is raised is raised as something else; it changes nothing, so any thread may use it.

    It is no generator, since those take several times as long, and every write passes some.
    """

    @abstractmethod
    def instead_of(self, error: BaseException) -> Exception | None:
        """Return what to raise instead of this; None for what is raised as it is."""

    def of(self, error: Exception) -> Exception:
        """Return the error that would be raised instead of this one, which may be itself."""
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
