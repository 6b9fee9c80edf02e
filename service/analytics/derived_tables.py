"""Queries on the tables of analytics, and what all of them need: who is hidden, and how persons are called."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from service.store.entries.analytics_entries import CountedGameEntry
from service.store.event_store import GameStore

EVERY: Final = 2**63 - 1
"""No limit."""
_AT_ONCE: Final = 400
"""How many names one query has at most."""
_NAMES: Final = """SELECT player, (
    SELECT p.name FROM counted_seats s JOIN players p ON p.game = s.game AND p.seat = s.seat
    WHERE s.player = player_ids.player AND p.name IS NOT NULL ORDER BY s.ended DESC, s.game DESC, s.seat LIMIT 1)
    FROM player_ids WHERE NOT hidden AND player IN"""
Place = tuple[int, str]
"""A place in the order of games: the end, and the id."""


class DerivedTables:
    """The tables of analytics of a store. One whose schema is older has none, so every query finds nothing there."""

    def __init__(self, store: GameStore) -> None:
        self._store = store

    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query."""
        if self._store.schema < CountedGameEntry.since_schema:
            return []
        return self._store.query(lambda rows: rows(query, *values))

    def rows_among(self, query: str, values: Iterable[str], *before: object) -> Iterator[Any]:
        """Yield the rows of a query that ends with IN, for these values; `before` are those of marks before it."""
        for part in in_parts(values):
            yield from self.rows(f"{query} {marks(part)}", *before, *part)

    def hidden(self, players: Iterable[str]) -> set[str]:
        """Return which of these players are hidden."""
        return {
            player for (player,) in self.rows_among("SELECT player FROM player_ids WHERE hidden AND player IN", players)
        }

    def names(self, players: Iterable[str]) -> dict[str, str]:
        """Return the present names of those of these players who are persons, from the last of their games."""
        return {
            player: name for player, name in sorted(self.rows_among(_NAMES, players), key=lambda row: row[0]) if name
        }


def in_parts(values: Iterable[str]) -> Iterator[list[str]]:
    """Yield these values, each once, in parts that one query takes."""
    left = iter(dict.fromkeys(values))
    while part := list(islice(left, _AT_ONCE)):
        yield part


def marks(values: Sequence[str]) -> str:
    """Return a list of as many marks of a query."""
    return f"({', '.join('?' * len(values))})"


def shown(columns: str) -> str:
    """Return the condition that none of the players in these columns is hidden."""
    return f"NOT EXISTS (SELECT 1 FROM player_ids h WHERE h.hidden AND h.player IN ({columns}))"
