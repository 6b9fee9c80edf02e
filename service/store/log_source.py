"""The part of a store that derives tables, such as the index of games, from its log."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from eventsourcing.persistence import StoredEvent

from service.store.entries.entry_sql import Dialect

Changes = Sequence[tuple[str, Sequence[Sequence[object]]]]
"""Statements, each with the values of each execution. `?` stands for a value."""


class DerivingTables(ABC):
    """The log as far as the index of games needs it, and the tables derived from it, for any thread."""

    dialect: ClassVar[Dialect]
    version: int
    """The version of its tables: the newest, or that of an older store that is read-only."""

    @abstractmethod
    def milestones(self, games: Sequence[str]) -> list[StoredEvent]:
        """Return the own events of these games that make, start, fork or end them, by their numbers."""

    @abstractmethod
    def agreements(self, games: Sequence[str]) -> list[StoredEvent]:
        """Return the own events of these games that say at which level their deals are, if it is not `simple`."""

    @abstractmethod
    def milestones_since(self, position: int, upto: int, limit: int) -> list[tuple[int, str]]:
        """Return (position, game) of those events after a position up to another, in order, `limit` at most."""

    @abstractmethod
    def anchor(self, position: int) -> bytes:
        """Return bytes that identify the event at this position, or none if there is no event."""

    @abstractmethod
    def seen_late(self, games: Sequence[str]) -> set[str]:
        """Return which of these games have a delay for spectators."""

    @abstractmethod
    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query, in which each `?` stands for a value."""

    @abstractmethod
    def derive(self, changes: Changes) -> bool:
        """Make these changes in the tables that are derived from the log, all or none.

        Return False, without any change, if the first of them finds no row.
        """
