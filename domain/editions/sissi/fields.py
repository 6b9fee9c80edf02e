"""Sections 4 and 6: fields in which Sissi and a captain take turns, what they pay, and which coins that makes."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import pairwise

from domain.cards import Card, Steps, coins_for, without
from domain.events import Cards
from domain.rulebook import Rulebook, Sale, Slot
from domain.values import Value

Selling = Callable[[Rulebook, Cards, Cards | None], Sale | None]
Earned = Callable[[Cards], "tuple[int, Cards]"]
"""How many coins a field earns, and its cards in the order in which they become coins."""


class Court(Value):
    """Who reigns: the royal variety, and whether a card may double one in phase 1 already."""

    royal: Card
    doubles_from_hand: bool

    def same_kind(self, one: Card, other: Card) -> bool:
        """Whether both are royal, or both captains. Rule: SI-8.4."""
        return (one == self.royal) == (other == self.royal)

    def doubles(self, field: Cards, bean: Card) -> bool:
        """Whether the bean doubles the last card of the field. Rule: SI-4.4, SI-4.5."""
        return bool(field) and self.same_kind(field[-1], bean)

    def is_doubled(self, field: Cards) -> bool:
        """Whether two neighbours in the field are of one kind. Rule: SI-8.4, AMB-SI-5."""
        return any(self.same_kind(one, other) for one, other in pairwise(field))

    def misfit(self, field: Cards, bean: Card, source: str) -> Slot | None:
        """Whether a card of the last one's kind comes too early, which room elsewhere would not help. Rule: SI-4.4."""
        too_early = source == "hand" and not self.doubles_from_hand
        return "plant.alternation" if too_early and self._grows(field, bean) and self.doubles(field, bean) else None

    def fits(self, field: Cards, bean: Card, source: str) -> bool:
        """Whether a field takes a bean. Rule: SI-4.1 to SI-4.5."""
        return self._grows(field, bean) and self.misfit(field, bean, source) is None

    def _grows(self, field: Cards, bean: Card) -> bool:
        """Whether the field has no captain of another variety. Rule: SI-4.1."""
        return bean in (self.royal, next((card for card in field if card != self.royal), bean))


def all_cards(meters: dict[Card, Steps], field: Cards) -> tuple[int, Cards]:
    """All cards count, the last card's beanometer pays. Rule: SI-6.2, AMB-SI-1 (a)."""
    return coins_for(len(field), meters[field[-1]]), field[::-1]


def last_variety(meters: dict[Card, Steps], field: Cards) -> tuple[int, Cards]:
    """Only the cards of the last card's variety count. Rule: AMB-SI-1 (b)."""
    return coins_for(field.count(field[-1]), meters[field[-1]]), field[::-1]


def each_variety(meters: dict[Card, Steps], field: Cards) -> tuple[int, Cards]:
    """Each variety by its own beanometer; of each, those planted last become coins. Rule: AMB-SI-1 (c)."""
    left = Counter({card: coins_for(count, meters[card]) for card, count in Counter(field).items()})
    total, first, others = left.total(), list[Card](), list[Card]()
    for card in reversed(field):
        (first if left[card] > 0 else others).append(card)
        left[card] -= 1
    return total, (*first, *others)


COUNTING = {"all_cards": all_cards, "last_variety": last_variety, "each_variety": each_variety}
"""The rulings of the option `sissi_counting`."""


def seller(counting: str, meters: dict[Card, Steps], *, owner_chooses: bool) -> Selling:
    """How fields are sold under these options. Rule: SI-6.2 to SI-6.5, AMB-SI-1, AMB-SI-3."""
    return partial(_sell, partial(COUNTING[counting], meters), owner_chooses)


def _sell(earned: Earned, owner_chooses: bool, rulebook: Rulebook, field: Cards, chosen: Cards | None) -> Sale | None:
    """From the last card down, unless the owner may choose; never more coins than cards. Rule: SI-6.3, SI-6.4."""
    worth, downwards = earned(field)
    # Coins lie in the order planted, as in every edition: the one that counts as earned last was planted last.
    coins = downwards[: min(worth, len(field))][::-1]
    # Counted, because `without` takes a face-down card for any card, and no card of a field is face down.
    if chosen is not None and owner_chooses and len(chosen) == len(coins) and not Counter(chosen) - Counter(field):
        coins = chosen
    elif chosen is not None and sorted(chosen) != sorted(coins):
        return None
    discarded = without(field, coins)
    assert discarded is not None
    return Sale(meter=field[-1], coins=coins, discarded=discarded)
