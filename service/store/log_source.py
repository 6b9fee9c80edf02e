"""The part of a recorder that the index of games needs: it reads the log and writes derived tables."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from eventsourcing.persistence import StoredEvent

from service.store.entries.entry_sql import Dialect

Statements = Sequence[tuple[str, Sequence[Sequence[object]]]]
"""Pairs of a statement and the rows of values to execute it with. `?` stands for a value."""


class LogSource(ABC):
    """Reads the log and writes the tables that are derived from it. Any thread may use it."""

    dialect: ClassVar[Dialect]
    version: int
    """The version of the tables: the newest, or an older one in a store that is read-only."""

    @abstractmethod
    def milestones(self, games: Sequence[str]) -> list[StoredEvent]:
        """Return the milestones of these games, by event number: the events that create, start, fork or end a game."""

    @abstractmethod
    def deal_agreements(self, games: Sequence[str]) -> list[StoredEvent]:
        """Return the events of these games that set the level of their deals, for levels other than `simple`."""

    @abstractmethod
    def milestones_since(self, position: int, upto: int, limit: int) -> list[tuple[int, str]]:
        """Return (position, game) of at most `limit` milestones after a position, up to another, in order."""

    @abstractmethod
    def anchor(self, position: int) -> bytes:
        """Return a digest of the event at this position, or b"" if there is no event."""

    @abstractmethod
    def delayed_games(self, games: Sequence[str]) -> set[str]:
        """Return those of these games whose spectators have a delay."""

    @abstractmethod
    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query. Each `?` in it stands for a value."""

    @abstractmethod
    def change_derived(self, statements: Statements) -> bool:
        """Execute these statements on derived tables, all or none.

        Return False, without any change, if the first statement affects no row.
        """
