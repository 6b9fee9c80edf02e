"""Statistical tests of the shuffle, a share of `make soak`: no order is likelier than another."""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from typing import Any, Final, NamedTuple

import pytest

from domain.editions import EDITIONS
from replay.audit import audit
from replay.proofs.hmac_drbg import HmacDrbg
from replay.proofs.shuffle import Deal, contribution_of_text, seed_of_text
from service.lifecycle.bots.simulate import simulate
from tests.long_tests import mostly_long
from tests.replay.tampering import the_cards_are_shuffled_otherwise

SHUFFLES: Final = int(os.environ.get("HARICOT_SHUFFLES", "60000"))
"""The number of shuffles, shared by all tests."""
CARDS, SEATS = 52, 5
CONTRIBUTIONS: Final = [contribution_of_text(f"seat {seat}") for seat in range(SEATS)]
ORDERS: Final = {order: cell for cell, order in enumerate(permutations(range(4)))}


def deal(number: int) -> Deal:
    """Return deal `number`, the same one in each run."""
    return Deal(f"fair-{number}", seed_of_text(f"fair {number}"))


# What is looked at: each observation falls into one cell of each.


def orders(number: int) -> Iterator[int]:
    """Yield the order of four cards."""
    yield ORDERS[deal(number).shuffle(0, CONTRIBUTIONS, range(4))]


def lots(number: int) -> Iterator[int]:
    """Yield the candidate of a random choice."""
    yield deal(number).lot(0, CONTRIBUTIONS, range(SEATS))


def places(number: int) -> Iterator[int]:
    """Yield the new position of each card of a deck."""
    for place, card in enumerate(deal(number).shuffle(0, CONTRIBUTIONS, range(CARDS))):
        yield place * CARDS + card


def neighbours(number: int) -> Iterator[int]:
    """Yield the earlier distance of the two top cards."""
    first, second = deal(number).shuffle(0, CONTRIBUTIONS, range(CARDS))[:2]
    yield (second - first) % CARDS - 1


def again(number: int) -> Iterator[int]:
    """Yield the position of the top card after the next shuffle of the same deck in the same game."""
    first, second = (deal(number).shuffle(k, CONTRIBUTIONS, range(CARDS)) for k in (0, 1))
    yield second.index(first[0])


def twists(number: int) -> Iterator[int]:
    """Yield the parity of a shuffle and of the next one."""
    yield sum(swaps(deal(number).shuffle(k, CONTRIBUTIONS, range(CARDS))) % 2 << k for k in (0, 1))


def swaps(order: Sequence[int]) -> int:
    """Return the number of swaps of a permutation: its cards less its cycles."""
    seen, cycles = set[int](), 0
    for first in order:
        cycles += first not in seen
        card = first
        while card not in seen:
            seen.add(card)
            card = order[card]
    return len(order) - cycles


class Registered(NamedTuple):
    """A test that was fixed before anything was counted.

    Chi-square with so many degrees of freedom exceeds `critical` once in 10,000 times where all cells are equally
    likely. `factor` is for cells that hang together: each card has one place, each place one card.
    """

    cells_of: Callable[[int], Iterator[int]]
    share: int
    cells: int
    critical: float
    factor: float = 1

    def statistic(self, shuffles: int) -> float:
        """Return the chi-squared statistic after this test's share of the shuffles."""
        seen = Counter(cell for number in range(shuffles // self.share) for cell in self.cells_of(number))
        expected = seen.total() / self.cells
        return self.factor * sum((seen[cell] - expected) ** 2 for cell in range(self.cells)) / expected

    def condemns(self, shuffles: int) -> bool:
        """Return whether the statistic has a probability below 1 in 10,000."""
        return self.statistic(shuffles) > self.critical


REGISTERED: Final = {
    "orders": Registered(orders, 2, 24, 57.075),  # 23 degrees of freedom
    "lots": Registered(lots, 4, SEATS, 23.513),  # 4
    "places": Registered(places, 20, CARDS**2, 2877.826, (CARDS - 1) / CARDS),  # 51 * 51 = 2601
    "neighbours": Registered(neighbours, 20, CARDS - 1, 95.969),  # 50
    "again": Registered(again, 20, CARDS, 97.337),  # 51
    "twists": Registered(twists, 20, 4, 21.108),  # 3
}


@pytest.mark.long
@pytest.mark.parametrize("name", mostly_long(REGISTERED))
def test_no_order_is_likelier_than_another(name: str) -> None:
    test = REGISTERED[name]
    assert SHUFFLES // test.share >= 10 * test.cells / CARDS, "too few to tell anything"
    assert not test.condemns(SHUFFLES), test.statistic(SHUFFLES)


# The classic faults, each planted into the deals that are looked at


Chooser = Callable[[HmacDrbg, int, int], int]


def swapping(choose: Chooser, *, nonced: bool = True) -> Callable[..., tuple[Any, ...]]:
    """Return a shuffle that swaps each card, from the last on, with a chosen one."""

    def shuffled(seed: bytes, nonce: str, contributions: Sequence[str], pile: Sequence[Any]) -> tuple[Any, ...]:
        generator = HmacDrbg(seed, nonce.encode() if nonced else b"", "".join(contributions).encode())
        cards = list(pile)
        for i in range(len(cards) - 1, 0, -1):
            j = choose(generator, i, len(cards))
            cards[i], cards[j] = cards[j], cards[i]
        return tuple(cards)

    return shuffled


def draw(generator: HmacDrbg) -> int:
    return int.from_bytes(generator.generate(8), "big")


def fair(generator: HmacDrbg, i: int, _: int) -> int:
    return draw(generator) % (i + 1)  # 64 bits modulo so few: no bias that could be seen


def few_bits(generator: HmacDrbg, i: int, _: int) -> int:
    """Choose by the remainder of a small draw, which favours small numbers."""
    return draw(generator) % (1 << (i + 1).bit_length()) % (i + 1)


def cut(seed: bytes, nonce: str, _: Sequence[str], pile: Sequence[Any]) -> tuple[Any, ...]:
    place = draw(HmacDrbg(seed, nonce.encode(), b"")) % len(pile)
    return (*pile[place:], *pile[:place])


FAULTS: Final = {
    "modulo bias of a small draw": (swapping(few_bits), {"orders", "lots", "places"}),
    "swap with any card of the pile": (swapping(lambda g, _, count: draw(g) % count), {"orders", "lots", "places"}),
    "never the card itself": (swapping(lambda g, i, _: draw(g) % i), {"orders", "places", "twists"}),
    "every shuffle of a game alike": (swapping(fair, nonced=False), {"again", "twists"}),
    "a card too few is shuffled": (swapping(lambda g, i, n: i if i == n - 1 else fair(g, i, n)), {"orders", "lots"}),
    "a pile that is only cut": (cut, {"orders", "neighbours"}),
}
FEW: Final = 20_000


@pytest.mark.parametrize("name", mostly_long(FAULTS))
def test_control_known_shuffling_faults_are_detected(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fault, found = FAULTS[name]
    monkeypatch.setattr("replay.proofs.shuffle.shuffled", fault)
    assert [name for name in found if not REGISTERED[name].condemns(FEW)] == []


def test_each_statistic_detects_some_fault() -> None:
    assert {*REGISTERED} == set[str]().union(*(found for _, found in FAULTS.values()))


@pytest.mark.long
def test_control_a_fair_swap_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    # So that what condemns the faults is the fault, not the harness.
    monkeypatch.setattr("replay.proofs.shuffle.shuffled", swapping(fair))
    assert not [name for name, test in REGISTERED.items() if test.condemns(FEW)]


@pytest.mark.parametrize("edition", mostly_long(EDITIONS, 2))
def test_the_deal_of_every_finished_game_is_proved(edition: str) -> None:
    tables = EDITIONS[edition].data.players
    for number in range(1, 1 + max(1, SHUFFLES // 50_000)):
        players = tables[number % len(tables)]
        record = simulate(edition, players, "fair", number, {}, ["trader", "greedy"])[0].record()
        assert audit(record).deal.verdict == "proved", (edition, players, number)
        forged = the_cards_are_shuffled_otherwise(record)
        assert forged is not None
        assert audit(forged.record).deal.verdict == "false", (edition, players, number)
