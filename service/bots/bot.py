"""What every bot is: a seat, a seed, and a choice made from the seat's own view."""

from abc import ABC, abstractmethod
from random import Random

from domain.commands import Command
from domain.editions import rulebook_of
from domain.engine import legal
from domain.rulebook import Bounds
from domain.view import View


class Bot(ABC):
    """Plays one seat. It keeps nothing between decisions, so a restart changes nothing."""

    def __init__(self, seat: int, seed: str) -> None:
        self.seat = seat
        self.seed = seed

    def choose(self, view: View, n: int) -> Command | None:
        """What to do after event `n`, or None to wait. The same view, n and seed give the same answer."""
        rules = rulebook_of(view.table)
        options = legal(rules, view.table, self.seat)
        return self.pick(view, options, Random(f"{self.seed}|{n}"))

    @abstractmethod
    def pick(self, view: View, options: list[Command | Bounds], luck: Random) -> Command | None:
        """One of the legal options, or an offer within the bounds given, or None to wait."""
