"""The base of every bot: a seat, a seed, and a choice made from what its seat can see."""

from abc import ABC, abstractmethod
from random import Random
from typing import NamedTuple

from domain.commands import Command
from domain.engine import awaited_seats, legal_commands
from domain.rulebook import Bounds, Rulebook
from domain.table import Table
from domain.view import View
from domain.visibility import seat_viewer


class Situation(NamedTuple):
    """The input of a bot's decision."""

    rulebook: Rulebook
    table: Table
    options: list[Command | Bounds]
    must_act: bool


for _name, _says in {
    "rulebook": "The rules of this game; `.data` holds the edition's numbers.",
    "table": "The table as this seat sees it.",
    "options": "Whole commands that may be played, and bounds of open-ended ones.",
    "must_act": "Whether the game waits for this seat.",
}.items():
    getattr(Situation, _name).__doc__ = _says


def situation_of(rulebook: Rulebook, table: Table, seat: int) -> Situation:
    """Return the situation of a seat at this table, masked for that seat."""
    own = View.of(table, seat_viewer(seat)).table
    return Situation(rulebook, own, legal_commands(rulebook, own, seat), seat in awaited_seats(rulebook, own))


class Bot(ABC):
    """A player of one seat. It keeps no state between decisions, so a restart changes nothing."""

    def __init__(self, seat: int, seed: str) -> None:
        self.seat = seat
        self.seed = seed

    def choose(self, situation: Situation, n: int) -> Command | None:
        """Return the command after event `n`, or None to wait. The result depends only on situation, `n` and seed."""
        return self.pick(situation, Random(f"{self.seed}|{n}"))

    @abstractmethod
    def pick(self, situation: Situation, luck: Random) -> Command | None:
        """Return one of the legal options, or an offer within the bounds given, or None to wait."""
