"""The chance of a game for learning: quick, repeatable, vouched for by nobody."""

from random import Random

from domain.events import Cards


class QuickDeal:
    """Shuffles and lots that follow from a seed alone; those of a deal that can be proved take 40 times as long."""

    commitment = None

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def shuffle(self, k: int, contributions: tuple[str, ...], pile: Cards) -> Cards:  # noqa: ARG002  # a Chance
        """Return the pile in its k-th new order."""
        return self._mixed(f"shuffle|{k}", pile)

    def lot(self, j: int, contributions: tuple[str, ...], candidates: tuple[int, ...]) -> int:  # noqa: ARG002  # a Chance
        """One of the candidates."""
        return Random(f"{self.seed}|lot|{j}").choice(candidates)

    def order(self, j: int, contributions: tuple[str, ...], items: tuple[str, ...]) -> tuple[str, ...]:  # noqa: ARG002  # a Chance
        """Return all the items in an order drawn at random."""
        return self._mixed(f"lot|{j}", items)

    def share(self, seat: int) -> str | None:  # noqa: ARG002  # a Chance
        """Nobody adds anything."""
        return None

    def opens(self, seat: int, contribution: str, commitment: str) -> bool:  # noqa: ARG002  # a Chance
        """Nobody has committed to anything."""
        return False

    def reveal(self) -> str | None:
        """There is nothing to reveal."""
        return None

    def _mixed(self, what: str, items: tuple[str, ...]) -> tuple[str, ...]:
        mixed = list(items)
        Random(f"{self.seed}|{what}").shuffle(mixed)
        return tuple(mixed)
