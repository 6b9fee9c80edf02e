"""The parts of an observation, with cards counted into them."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from domain.cards import Card
from domain.events import Cards

Vector = NDArray[np.float32]
CACHED_MAX: Final = 50_000
"""How many collections of cards are cached; then the cache is cleared."""


class ObservationPart(NamedTuple):
    """A part of an observation: its name, how many numbers it has, the most that each can be, and what they mean."""

    name: str
    size: int
    most: int
    says: str


class VarietyCounts(dict[Cards, Vector]):
    """How many cards of each variety there are in a collection; face-down ones are not counted.

    Tables share what has not changed, so most collections have been counted before.
    """

    def __init__(self, cards: Cards) -> None:
        super().__init__()
        self.places: dict[Card, int] = {card: place for place, card in enumerate(cards)}

    def __missing__(self, counted: Cards) -> Vector:
        if len(self) >= CACHED_MAX:
            self.clear()
        found = self[counted] = self.count(counted)
        return found

    def count(self, counted: Cards) -> Vector:
        """Return the numbers themselves, in the order of the varieties."""
        numbers = np.zeros(len(self.places), np.float32)
        for card in counted:
            if (place := self.places.get(card)) is not None:
                numbers[place] += 1
        return numbers
