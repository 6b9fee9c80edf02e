"""Tests of the balance of trades between pairs of players, and of the final card count."""

from collections import Counter

from msgspec.structs import replace

from domain.cards import FACE_DOWN, GivenCard
from domain.editions import rulebook_of
from domain.events import BeansDonated
from domain.invariants import cards_on
from projections.analytics.game_figures import COIN_VALUE
from projections.collusion import BalanceSheet, deck_counts
from replay.rewind import table_at
from tests.replay.test_redeal import games

METERS = {"blue": ((4, 1), (6, 2), (8, 3), (10, 4)), "garden": ((2, 2), (3, 3))}


def gift(giver: int, taker: int, *cards: str, coins: tuple[str, ...] = ()) -> BeansDonated:
    given = tuple(GivenCard(source="hand", variety=card, slot=None) for card in cards)
    return BeansDonated(proposal=1, seat=taker, giver=giver, cards=given, coins=coins)


def test_a_gift_counts_at_the_best_value_of_its_cards():
    sheet = BalanceSheet()
    sheet.add(["Ana", "Bo", "Cy"], METERS, [gift(0, 1, "garden", "blue", coins=("blue",))])
    first, *others = sheet.pairs()
    assert (first.giver, first.taker, first.given, first.got, first.gifts) == ("Ana", "Bo", 2 * COIN_VALUE + 40, 0, 1)
    assert len(others) == 5
    assert [one.beyond for one in sheet.pairs()] == sorted((one.beyond for one in sheet.pairs()), reverse=True)


def test_a_seat_that_always_gives_to_the_same_seat_is_flagged():
    sheet = BalanceSheet()
    for _ in range(5):
        gifts = [gift(0, 1, "garden", "garden"), gift(2, 3, "blue"), gift(3, 2, "blue")]
        sheet.add(["Ana", "Bo", "Cy", "Dee"], METERS, gifts)
    assert [(pair.giver, pair.taker) for pair in sheet.pairs() if pair.striking] == [("Ana", "Bo")]
    even = BalanceSheet()
    even.add(["Ana", "Bo"], METERS, [gift(0, 1, "blue"), gift(1, 0, "blue")])
    assert [pair.beyond for pair in even.pairs()] == [0.0, 0.0]


def test_only_a_missing_or_extra_card_is_a_finding():
    (record, *_) = games("classic", 1)
    table = table_at(record, len(record.envelopes))
    deck = rulebook_of(table).deck_counts
    assert deck_counts(deck, cards_on(table)) == []
    (least,) = deck_counts(deck, cards_on(replace(table, discard_pile=table.discard_pile[1:])))
    assert (least.least, least.most) == (least.deck - 1, least.deck - 1)
    (most,) = deck_counts(deck, cards_on(table) + Counter({"garden": 1}))
    assert (most.variety, most.least, most.deck) == ("garden", 7, 6)
    hidden = Counter(cards_on(table)) - Counter({"garden": 2}) + Counter({FACE_DOWN: 2})
    assert deck_counts(deck, hidden) == []
    assert [one.variety for one in deck_counts(deck, Counter(hidden) - Counter({FACE_DOWN: 2, "red": 1}))]
