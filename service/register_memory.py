"""What the register said lately, so that a command need not ask it again; forgotten whenever it may have changed."""

from threading import Lock
from typing import Any, Final, TypeVar

from service.event_store import GameStore
from service.register import Entries, Entry
from service.shared_reading import SharedReading

Noted = TypeVar("Noted", bound=Entry)
ANSWERS_MAX: Final = 20_000


class RegisterMemory:
    """Answers of the register. All of a process write through `note`; the bell calls `forget` when others wrote."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._answers: dict[Any, list[Any]] = {}
        self._lineages: dict[str, list[tuple[str, int]]] = {}
        self._age = 0
        self._guard = Lock()
        self._shared = SharedReading()

    def noted(self, kind: type[Noted], /, **where: object) -> list[Noted]:
        """As the store answers; the list is shared, so it must not be changed."""
        question = (kind, *where.items())
        found = self._answers.get(question)
        if found is None:
            age = self._age
            found = self._shared.ask(question, lambda: self._store.noted(kind, **where))
            with self._guard:
                if age == self._age:  # else it may be an answer of before
                    if len(self._answers) >= ANSWERS_MAX:
                        self._answers.clear()
                    self._answers[question] = found
        return found

    def note(self, *entries: Entry) -> None:
        """As the store does."""
        self.settle(entries)

    def settle(self, entries: Entries) -> None:
        """As the store does."""
        try:
            self._store.settle(entries)
        finally:
            self.forget()

    def lineage(self, game: str) -> list[tuple[str, int]]:
        """As the store answers; it never changes once there is the game."""
        found = self._lineages.get(game)
        if found is None:
            found = self._shared.ask(game, lambda: self._store.lineage(game))
            if found:
                if len(self._lineages) >= ANSWERS_MAX:
                    self._lineages.clear()
                self._lineages[game] = found
        return found

    def forget(self) -> None:
        """Somebody has written, or may have."""
        with self._guard:
            self._age += 1
            self._answers.clear()
