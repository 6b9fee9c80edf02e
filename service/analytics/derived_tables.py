"""Queries on the tables of analytics, and the hidden players and names that all of them need."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from service.store.entries.analytics_entries import CountedGameEntry
from service.store.event_store import GameStore

NO_LIMIT: Final = 2**63 - 1
"""The limit of a query without a limit."""
_VALUES_PER_QUERY: Final = 400
"""How many values one query may compare with."""
_NAMES: Final = """SELECT player, (
    SELECT p.name FROM counted_seats s JOIN players p ON p.game = s.game AND p.seat = s.seat
    WHERE s.player = player_ids.player AND p.name IS NOT NULL ORDER BY s.ended DESC, s.game DESC, s.seat LIMIT 1)
    FROM player_ids WHERE NOT hidden AND player IN"""
GamePlace = tuple[int, str]
"""A game's place in the order of ends: the time of its end, and its id."""


class DerivedTables:
    """The tables of analytics of a store. In a store with an older schema every query finds nothing."""

    def __init__(self, store: GameStore) -> None:
        self._store = store

    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query."""
        if self._store.schema < CountedGameEntry.since_schema:
            return []
        return self._store.query(lambda rows: rows(query, *values))

    def rows_among(self, query: str, values: Iterable[str], *before: object) -> Iterator[Any]:
        """Yield the rows of a query that ends with IN, for these values. `before` are the query's earlier arguments."""
        for part in in_chunks(values):
            yield from self.rows(f"{query} {placeholders(part)}", *before, *part)

    def hidden(self, players: Iterable[str]) -> set[str]:
        """Return which of these players are hidden."""
        return {
            player for (player,) in self.rows_among("SELECT player FROM player_ids WHERE hidden AND player IN", players)
        }

    def names(self, players: Iterable[str]) -> dict[str, str]:
        """Return the names of those players who are persons, each from their latest game."""
        return {
            player: name for player, name in sorted(self.rows_among(_NAMES, players), key=lambda row: row[0]) if name
        }


def in_chunks(values: Iterable[str]) -> Iterator[list[str]]:
    """Yield the distinct values in chunks that fit one query."""
    left = iter(dict.fromkeys(values))
    while part := list(islice(left, _VALUES_PER_QUERY)):
        yield part


def placeholders(values: Sequence[str]) -> str:
    """Return a parenthesised list of one placeholder for each value."""
    return f"({', '.join('?' * len(values))})"


def not_hidden(columns: str) -> str:
    """Return the SQL condition that no player in these columns is hidden."""
    return f"NOT EXISTS (SELECT 1 FROM player_ids h WHERE h.hidden AND h.player IN ({columns}))"
