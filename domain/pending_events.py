"""Pending events: the events that the rules record while a command is decided, and the table after them."""

from typing import Protocol

from domain.cards import Card, all_face_down
from domain.events import Cards, Event
from domain.evolve import evolve
from domain.refusals import UnknownCard
from domain.table import Table


class Chance(Protocol):
    """The source of shuffles and lots (random draws); events record every outcome.

    `commitment` is the commitment to the seed of the deal, in hexadecimal digits; None for a deal without one.
    """

    @property
    def commitment(self) -> str | None: ...

    def shuffle(self, k: int, contributions: tuple[str, ...], pile: Cards) -> Cards:
        """Return the k-th shuffle of this deal: `pile` in a new order, top first."""

    def lot(self, j: int, contributions: tuple[str, ...], candidates: tuple[int, ...]) -> int:
        """Return the j-th lot of this deal: one of the candidates."""

    def order(self, j: int, contributions: tuple[str, ...], items: tuple[str, ...]) -> tuple[str, ...]:
        """Return the items in the order that the j-th lot of this deal draws them."""

    def draw_share(self, seat: int) -> str | None:
        """Draw the share of the deal for a seat that sends none; None for a deal without a commitment."""

    def verify_share(self, seat: int, contribution: str, commitment: str) -> bool:
        """Return whether `contribution` is the share that the seat has committed to."""

    def reveal(self) -> str | None:
        """Return the deal's seed, base64; None when there was no commitment."""


class UnknownChance:
    """The chance of a position written by hand: outcomes are unknown, unless only one is possible."""

    commitment = None

    def shuffle(self, k: int, contributions: tuple[str, ...], pile: Cards) -> Cards:  # noqa: ARG002  # a Chance
        """Return the same number of face-down cards; a pile of equal cards stays as it is."""
        return pile if _all_equal(pile) else all_face_down(pile)

    def lot(self, j: int, contributions: tuple[str, ...], candidates: tuple[int, ...]) -> int:  # noqa: ARG002  # a Chance
        """Return the only candidate; UnknownCard when there are several."""
        if not _all_equal(candidates):
            raise UnknownCard("lot")
        return candidates[0]

    def order(self, j: int, contributions: tuple[str, ...], items: tuple[str, ...]) -> tuple[str, ...]:  # noqa: ARG002  # a Chance
        """Return the items when all are equal; UnknownCard otherwise."""
        if not _all_equal(items):
            raise UnknownCard("lot")
        return items

    def draw_share(self, seat: int) -> str | None:  # noqa: ARG002  # a Chance
        """Return None: this deal has no commitment."""
        return None

    def verify_share(self, seat: int, contribution: str, commitment: str) -> bool:  # noqa: ARG002  # a Chance
        """Return False: no seat has committed to a share."""
        return False

    def reveal(self) -> str | None:
        """Return None: there is no seed to reveal."""
        return None


def _all_equal(items: tuple[object, ...]) -> bool:
    return len(set(items)) < 2


class PendingEvents:
    """The events that a command has led to so far, in order, and the `table` after them."""

    __slots__ = ("_lots", "chance", "events", "table")

    def __init__(self, table: Table, chance: Chance) -> None:
        self.table = table
        self.chance = chance
        self.events: list[Event] = []
        self._lots = 0

    def record(self, event: Event) -> None:
        """Append the event and apply it to the table."""
        self.table = evolve(self.table, event)
        self.events.append(event)

    def shuffle(self, pile: tuple[Card, ...]) -> Cards:
        """Return `pile` in a random order, top first."""
        return self.chance.shuffle(self.table.shuffles, self.table.contributions, pile)

    def draw_lot(self, candidates: tuple[int, ...]) -> int:
        """Return one of the candidates, drawn at random."""
        self._lots += 1
        return self.chance.lot(self._lots - 1, self.table.contributions, candidates)

    def draw_order(self, items: tuple[str, ...]) -> tuple[str, ...]:
        """Return the items in an order drawn at random."""
        self._lots += 1
        return self.chance.order(self._lots - 1, self.table.contributions, items)
