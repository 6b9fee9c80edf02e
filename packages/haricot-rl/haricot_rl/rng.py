"""The chance of a game for learning: quick, repeatable, without any proof."""

from random import Random

from domain.events import Cards


class QuickDeal:
    """Shuffles and lots that follow from a seed alone; those of a provable deal take 40 times as long."""

    commitment = None

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def shuffle(self, k: int, contributions: tuple[str, ...], pile: Cards) -> Cards:  # noqa: ARG002  # a Chance
        """Return the pile in its k-th new order."""
        return self._shuffled(f"shuffle|{k}", pile)

    def lot(self, j: int, contributions: tuple[str, ...], candidates: tuple[int, ...]) -> int:  # noqa: ARG002  # a Chance
        """Return one of the candidates."""
        return Random(f"{self.seed}|lot|{j}").choice(candidates)

    def order(self, j: int, contributions: tuple[str, ...], items: tuple[str, ...]) -> tuple[str, ...]:  # noqa: ARG002  # a Chance
        """Return all the items in an order drawn at random."""
        return self._shuffled(f"lot|{j}", items)

    def draw_share(self, seat: int) -> str | None:  # noqa: ARG002  # a Chance
        """Return None: seats add no share."""
        return None

    def verify_share(self, seat: int, contribution: str, commitment: str) -> bool:  # noqa: ARG002  # a Chance
        """Return False: no seat has committed to a share."""
        return False

    def reveal(self) -> str | None:
        """Return None: there is no seed to reveal."""
        return None

    def _shuffled(self, what: str, items: tuple[str, ...]) -> tuple[str, ...]:
        mixed = list(items)
        Random(f"{self.seed}|{what}").shuffle(mixed)
        return tuple(mixed)
