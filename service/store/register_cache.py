"""What the register said lately, forgotten whenever it may have changed, so that a command need not ask it again."""

from collections.abc import Hashable
from threading import Lock
from typing import Any, Final, TypeVar

from cachetools import LRUCache

from service.store.event_store import GameStore
from service.store.register import Entries, Entry
from service.store.single_flight import SingleFlight

Noted = TypeVar("Noted", bound=Entry)
ANSWERS_MAX: Final = 20_000
"""How many answers are kept, and how many lineages."""


class RegisterCache:
    """Answers of the register, for any number of threads.

    All threads of a process write through `note` or `settle`; when others may have written, somebody calls `forget`.
    """

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._answers: LRUCache[Hashable, list[Any]] = LRUCache(ANSWERS_MAX)
        self._lineages: LRUCache[str, list[tuple[str, int]]] = LRUCache(ANSWERS_MAX)
        self._age = 0
        self._guard = Lock()
        self._shared = SingleFlight()

    def noted(self, kind: type[Noted], /, **where: object) -> list[Noted]:
        """Gives what the store answers; the list is shared, so it must not be changed."""
        query = (kind, *where.items())
        with self._guard:
            found, age = self._answers.get(query), self._age
        if found is None:
            found = self._shared.ask(query, lambda: self._store.noted(kind, **where))
            with self._guard:
                if age == self._age:  # else it may be an answer of before
                    self._answers[query] = found
        return found

    def note(self, *entries: Entry) -> None:
        """Writes into the register as the store does."""
        self.settle(entries)

    def settle(self, entries: Entries) -> None:
        """Writes what depends on the register as the store does."""
        try:
            self._store.settle(entries)
        finally:
            self.forget()

    def lineage(self, game: str) -> list[tuple[str, int]]:
        """Gives what the store answers; a lineage never changes once there is the game."""
        with self._guard:
            found = self._lineages.get(game)
        if found is None:
            found = self._shared.ask(game, lambda: self._store.lineage(game))
            if found:
                with self._guard:
                    self._lineages[game] = found
        return found

    @property
    def age(self) -> int:
        """A number that grows whenever something may have been written: what was asked since the last time stands."""
        return self._age

    def forget(self) -> None:
        """Forgets every answer, since somebody has written or may have."""
        with self._guard:
            self._age += 1
            self._answers.clear()
