"""Pending events: the table on which events happen one by one while a command is being decided."""

from typing import Protocol

from domain.cards import Card, hidden
from domain.events import Cards, Event
from domain.evolve import evolve
from domain.refusals import UnknownCard
from domain.table import Table


class Chance(Protocol):
    """The source of shuffles and lots (random draws); every outcome is written into an event.

    `commitment` binds the deal, hexadecimal; None for a deal without one.
    """

    @property
    def commitment(self) -> str | None: ...

    def shuffle(self, k: int, contributions: tuple[str, ...], pile: Cards) -> Cards:
        """Return the k-th shuffle of this deal: `pile` in a new order, top first."""

    def lot(self, j: int, contributions: tuple[str, ...], candidates: tuple[int, ...]) -> int:
        """Return the j-th lot of this deal: one of the candidates."""

    def order(self, j: int, contributions: tuple[str, ...], items: tuple[str, ...]) -> tuple[str, ...]:
        """Return the j-th lot of this deal, where all the items are drawn: their order."""

    def share(self, seat: int) -> str | None:
        """Return the contribution to the deal for a seat that sends none; None for a deal without commitment."""

    def opens(self, seat: int, contribution: str, commitment: str) -> bool:
        """Return whether this is the share that the seat has committed to."""

    def reveal(self) -> str | None:
        """Return the deal's seed, base64; None when there was no commitment."""


class UnknownChance:
    """The chance of a table written by hand: outcomes are unknown, except where only one is possible."""

    commitment = None

    def shuffle(self, k: int, contributions: tuple[str, ...], pile: Cards) -> Cards:  # noqa: ARG002  # a Chance
        """Return as many cards, face down; cards that are all alike keep their order."""
        return pile if _alike(pile) else hidden(pile)

    def lot(self, j: int, contributions: tuple[str, ...], candidates: tuple[int, ...]) -> int:  # noqa: ARG002  # a Chance
        """Return the only candidate; UnknownCard when there are several."""
        if not _alike(candidates):
            raise UnknownCard("lot")
        return candidates[0]

    def order(self, j: int, contributions: tuple[str, ...], items: tuple[str, ...]) -> tuple[str, ...]:  # noqa: ARG002  # a Chance
        """Return the items when they are all alike; UnknownCard otherwise."""
        if not _alike(items):
            raise UnknownCard("lot")
        return items

    def share(self, seat: int) -> str | None:  # noqa: ARG002  # a Chance
        """Return None: this deal has no commitment."""
        return None

    def opens(self, seat: int, contribution: str, commitment: str) -> bool:  # noqa: ARG002  # a Chance
        """Return False: no seat has committed to a share."""
        return False

    def reveal(self) -> str | None:
        """Return None: there is no seed to reveal."""
        return None


def _alike(things: tuple[object, ...]) -> bool:
    return len(set(things)) < 2


class PendingEvents:
    """A table on which events are happening: `table` so far, `events` in order."""

    __slots__ = ("_lots", "chance", "events", "table")

    def __init__(self, table: Table, chance: Chance) -> None:
        self.table = table
        self.chance = chance
        self.events: list[Event] = []
        self._lots = 0

    def record(self, event: Event) -> None:
        """Record the event and apply it to the table."""
        self.table = evolve(self.table, event)
        self.events.append(event)

    def shuffled(self, pile: tuple[Card, ...]) -> Cards:
        """Return `pile` in a random order."""
        return self.chance.shuffle(self.table.shuffles, self.table.contributions, pile)

    def lot(self, candidates: tuple[int, ...]) -> int:
        """Return one of the candidates, at random."""
        self._lots += 1
        return self.chance.lot(self._lots - 1, self.table.contributions, candidates)

    def order(self, items: tuple[str, ...]) -> tuple[str, ...]:
        """Return the items in an order drawn at random."""
        self._lots += 1
        return self.chance.order(self._lots - 1, self.table.contributions, items)
