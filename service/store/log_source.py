"""What a store is asked by whoever derives something from its log."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from eventsourcing.persistence import StoredEvent

from service.store.entries.metadata_store import Dialect

Changes = Sequence[tuple[str, Sequence[Sequence[object]]]]
"""Statements, each with the values of each time that it is to be executed; `?` stands for a value."""


class DerivingTables(ABC):
    """The log as far as it matters to the index of games, and tables for what follows from it; for any thread."""

    dialect: ClassVar[Dialect]
    version: int
    """The version of its tables: of the newest, or of an older store that can only be read."""

    @abstractmethod
    def milestones(self, games: Sequence[str]) -> list[StoredEvent]:
        """Return the events of these games' own that make, start, fork or end them, by their numbers."""

    @abstractmethod
    def agreements(self, games: Sequence[str]) -> list[StoredEvent]:
        """Return the events of these games' own that say at which level their deals are, where that is not `simple`."""

    @abstractmethod
    def milestones_since(self, position: int, upto: int, limit: int) -> list[tuple[int, str]]:
        """Give (position, game) of those events from after a position up to another, in order, `limit` at most."""

    @abstractmethod
    def anchor(self, position: int) -> bytes:
        """Something by which the event at this position is known again; nothing where there is none."""

    @abstractmethod
    def seen_late(self, games: Sequence[str]) -> set[str]:
        """Return which of these games some viewers see late."""

    @abstractmethod
    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows that a query finds, in which each `?` stands for a value."""

    @abstractmethod
    def derive(self, changes: Changes) -> bool:
        """Make these changes in the tables of what is derived from the log, all or none.

        False, and nothing is changed, when the first of them finds no row.
        """
