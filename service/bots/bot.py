"""What every bot is: a seat, a seed, and a choice made from the seat's own view."""

from abc import ABC, abstractmethod
from random import Random

from domain.commands import Command
from domain.editions import rulebook_of
from domain.engine import legal
from domain.rulebook import Bounds
from domain.table import Table
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


def must_act(table: Table, seat: int) -> bool:
    """Whether the game waits for this seat: it is active, or has received cards to plant, or a step asks it alone."""
    rules = rulebook_of(table)
    if not rules.phase(table).interruptible:
        return bool(legal(rules, table, seat))  # such a step asks one seat at a time
    waiting = any(other.set_aside for other in table.seats) and table.turn.phase == "plant_set_aside"
    return bool(table.seats[seat].set_aside) if waiting else table.turn.seat == seat
