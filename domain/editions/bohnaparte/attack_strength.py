"""Section 11: what is compared when an attack is resolved."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from domain.cards import Card
from domain.editions.bohnaparte.areas import Board
from domain.editions.bohnaparte.terrains import min_defence
from domain.rulebook import Rulebook

IRON_MINE: Final = "iron_mine"
BESIEGED: Final = ("city", "village")
"""The kinds of terrain that a cannon helps against, besides any with a fortress. Rule: BP-11.10."""


def values_of(rulebook: Rulebook) -> Mapping[Card, int]:
    """Return the combat value of each variety: how many cards there are of it. Rule: BP-1.2."""
    return {variety.id: variety.count for variety in rulebook.data.varieties}


class Contest(NamedTuple):
    """What decides an attack on a terrain apart from the cards of both sides.

    `bonus` is what a fortress adds to the defender's card and `least` what the terrain defends itself with. A
    `cannon` wins a tie for the attacker, except for one of two cards of the value `unbeaten`.
    """

    bonus: int
    least: int
    cannon: bool
    unbeaten: int

    def defence(self, value: int) -> int:
        """Return the value of the defence with a card of this value, 0 for no card. Rule: BP-11.9, BP-12.3, BP-12.4."""
        return max(value + self.bonus, self.least)

    def is_by_cannon(self, attack: int, defence: int) -> bool:
        """Return whether a cannon wins the attack: a tie at any value but `unbeaten`. Rule: BP-11.10, BP-11.11."""
        return self.cannon and attack == defence != self.unbeaten

    def is_won(self, attack: int, defence: int) -> bool:
        """Return whether the attacker wins; the defender wins a tie, unless a cannon decides it.

        Rule: BP-11.8, BP-11.10.
        """
        return attack > defence or self.is_by_cannon(attack, defence)


def contest_of(rulebook: Rulebook, board: Board, attacker: int, target: str, *, by_riders: bool = False) -> Contest:
    """Return what decides this attack apart from the cards; riders bring no cannon.

    Rule: BP-11.9, BP-11.10, BP-14.7.
    """
    numbers, kind, terrain = rulebook.data.numbers, board.kind(target), board.state(target)
    besieged = kind in BESIEGED or terrain.fortress
    return Contest(
        bonus=numbers["fortress_bonus"] if terrain.fortress else 0,
        least=min_defence(rulebook, kind),
        cannon=besieged and not by_riders and board.counts(attacker, IRON_MINE) > 0,
        unbeaten=numbers["double_twenty"],
    )
