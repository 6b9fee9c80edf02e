"""Sections 4, 6: which beans a field takes, what its sale pays."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import pairwise

from domain.cards import Card, coins_for
from domain.events import Cards
from domain.evolve import remove_cards
from domain.rulebook import Mechanism
from domain.rulebook_sections import Meters, Sale
from domain.values import Value

Earned = Callable[[Meters, Cards], "tuple[int, Cards, int | None]"]
"""The coins that a field earns, and its cards in the order in which they become coins.

At last how many cards the meter of the last one counts; None where several meters do.
"""


class Court(Value):
    """Who reigns: the royal variety, and whether a card may double one in phase 1 already."""

    royal: Card
    doubles_from_hand: bool

    def same_kind(self, one: Card, other: Card) -> bool:
        """Return whether both cards are royal, or both captains. Rule: SI-8.4."""
        return (one == self.royal) == (other == self.royal)

    def doubles(self, field: Cards, bean: Card) -> bool:
        """Return whether the bean is of the same kind as the last card of the field. Rule: SI-4.4, SI-4.5."""
        return bool(field) and self.same_kind(field[-1], bean)

    def is_doubled(self, field: Cards) -> bool:
        """Return whether two neighbours in the field are of one kind. Rule: SI-8.4, AMB-SI-5."""
        return any(self.same_kind(one, other) for one, other in pairwise(field))

    def misfit(self, field: Cards, bean: Card, source: str) -> Mechanism | None:
        """Return what refuses a hand card that doubles the field too early, independently of the other fields.

        Rule: SI-4.4.
        """
        too_early = source == "hand" and not self.doubles_from_hand
        return (
            "plant.alternation"
            if too_early and self._takes_variety(field, bean) and self.doubles(field, bean)
            else None
        )

    def fits(self, field: Cards, bean: Card, source: str) -> bool:
        """Return whether a field takes a bean from this source. Rule: SI-4.1 to SI-4.5."""
        return self._takes_variety(field, bean) and self.misfit(field, bean, source) is None

    def _takes_variety(self, field: Cards, bean: Card) -> bool:
        """Return whether the field holds no captain of a variety other than the bean's. Rule: SI-4.1."""
        return bean in (self.royal, next((card for card in field if card != self.royal), bean))


def all_cards(meters: Meters, field: Cards) -> tuple[int, Cards, int | None]:
    """Count all cards of the field on the beanometer of its last card; coins are taken from the last card down.

    Rule: SI-6.2, AMB-SI-1 (a).
    """
    return coins_for(len(field), meters[field[-1]]), field[::-1], len(field)


def last_variety(meters: Meters, field: Cards) -> tuple[int, Cards, int | None]:
    """Count only the cards of the last card's variety; coins are taken from the last card down. Rule: AMB-SI-1 (b)."""
    counted = field.count(field[-1])
    return coins_for(counted, meters[field[-1]]), field[::-1], counted


def each_variety(meters: Meters, field: Cards) -> tuple[int, Cards, int | None]:
    """Count each variety on its own beanometer; of each, the cards planted last become coins. Rule: AMB-SI-1 (c)."""
    left = Counter({card: coins_for(count, meters[card]) for card, count in Counter(field).items()})
    total, first, others = left.total(), list[Card](), list[Card]()
    for card in reversed(field):
        (first if left[card] > 0 else others).append(card)
        left[card] -= 1
    return total, (*first, *others), len(field) if len(left) == 1 else None


COUNTING = {"all_cards": all_cards, "last_variety": last_variety, "each_variety": each_variety}
"""Which function counts a field under each value of the option `sissi_counting`."""


def sale_rule(counting: str, *, owner_chooses: bool) -> Callable[[Meters, Cards, Cards | None], Sale | None]:
    """Return the function that sells a field under these options. Rule: SI-6.2 to SI-6.5, AMB-SI-1, AMB-SI-3."""
    return partial(_sell_field, COUNTING[counting], owner_chooses)


def _sell_field(earned: Earned, owner_chooses: bool, meters: Meters, field: Cards, chosen: Cards | None) -> Sale | None:
    """Sell a field: the last cards become coins, unless the owner may choose which; never more coins than cards.

    Returns None when the chosen cards cannot be the coins.
    Rule: SI-6.3, SI-6.4.
    """
    worth, downwards, counted = earned(meters, field)
    # Coins lie in the order planted, as in every edition: the one that counts as earned last was planted last.
    coins = downwards[: min(worth, len(field))][::-1]
    # Counted, because `without` takes a face-down card for any card, and no card of a field is face down.
    if chosen is not None and owner_chooses and len(chosen) == len(coins) and not Counter(chosen) - Counter(field):
        coins = chosen
    elif chosen is not None and sorted(chosen) != sorted(coins):
        return None
    return Sale(meter=field[-1], coins=coins, discarded=remove_cards(field, coins, "field"), counted=counted)
