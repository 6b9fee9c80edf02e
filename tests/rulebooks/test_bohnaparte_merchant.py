"""Section 14 of the Bohnaparte rulebook, its second half: the merchant."""

import pytest

from domain.commands import DrawCards
from domain.editions.bohnaparte.commands import ArrangeMerchantCards, BuyMerchant, EndAttacks
from domain.editions.bohnaparte.events import (
    MerchantBought,
    MerchantCardsArranged,
    MerchantCardsSeen,
    MerchantStocked,
)
from domain.events import DeckShuffled, DrawPileExhausted, GameEnded, PhaseStarted, TurnEnded, TurnStarted
from domain.field_audiences import redact
from domain.visibility import SPECTATOR, seat_viewer
from tests.rulebooks.bohnaparte_scenes import fought, owner, war, with_hand

RIDERS = {"bp_riders": "on"}


def arrange(*taken, seat=0):
    return ArrangeMerchantCards(seat=seat, taken=taken)


def with_forest(owners=None, **more):
    return war({"forest-1": 0} | (owners or {}), **({"options": RIDERS} | more))


def trading_at(merchant, draw_pile, owners=None, **more):
    """The owner of this merchant is about to draw."""
    table = {"hands": {0: ["chili"]}, "phase": "draw", "merchants": {0: merchant}, "draw_pile": draw_pile}
    return war(owners, options=RIDERS, **(table | more))


@pytest.mark.parametrize("phase", ["plant", "trade", "attack", "draw"])
@pytest.mark.parametrize("seat", [0, 1])
def test_bp_14_9__bought_at_any_time_and_stocked_with_two_cards(phase, seat):
    table = with_forest(
        {"forest-2": 1}, phase=phase, coins={seat: ["soy", "red", "blue"]}, draw_pile=["green", "stink", "red"]
    )
    bought = table.when(BuyMerchant(seat=seat)).then(
        MerchantBought(seat=seat, coin_cards=("soy", "red", "blue")),
        MerchantStocked(seat=seat, cards=("green", "stink")),
    )
    assert (("green", "stink"), 0) == (
        bought.table.seats[seat].annex.merchant,
        bought.table.seats[seat].annex.merchant_seen,
    )


def test_bp_14_9__nobody_sees_the_two_cards():
    bought = with_forest(draw_pile=["green", "stink", "red"]).when(BuyMerchant(seat=0))
    for viewer in (seat_viewer(0), seat_viewer(1), SPECTATOR):
        assert ("face_down", "face_down") == redact(bought.events[1], viewer, {}).cards
        shown = redact(bought.table, viewer, bought.table.rules.options).seats[0].annex.merchant
        assert ("face_down", "face_down") == shown


def test_bp_14_9__not_without_a_forest_or_three_coins_and_not_twice():
    war(options=RIDERS).when(BuyMerchant(seat=0)).refused("BP-14.9")
    with_forest(coins={0: 2}).when(BuyMerchant(seat=0)).refused("BP-14.9")
    once = with_forest(coins={0: 6}).when(BuyMerchant(seat=0))
    once.when(BuyMerchant(seat=0)).refused("BP-14.9")


def test_bp_14_9__the_coin_cards_may_be_named():
    table = with_forest(coins={0: ["soy", "red", "blue", "green"]})
    table.when(BuyMerchant(seat=0, coin_cards=("soy", "red"))).refused("BP-1.5")
    assert ("blue",) == table.when(BuyMerchant(seat=0, coin_cards=("soy", "red", "green"))).table.seats[0].coins


def test_bp_14_9__the_option_limits_it_to_the_own_turn():
    options = RIDERS | {"bp_merchant_timing": "own_turn"}
    table = with_forest({"forest-2": 1}, options=options, coins={0: 3, 1: 3})
    table.when(BuyMerchant(seat=1)).refused("BP-14.9")
    assert table.when(BuyMerchant(seat=0)).table.seats[0].annex.merchant is not None


def test_bp_14_9__it_is_kept_when_the_forest_is_lost():
    table = war(
        {"paddock-1": 0, "forest-1": 1}, options=RIDERS, hands={0: ["blue"], 1: ["soy"]}, merchants={1: ["red", "red"]}
    )
    taken = fought(table, "forest-1", with_hand(0), with_hand(1))
    assert (0, ("red", "red")) == (owner(taken, "forest-1"), taken.table.seats[1].annex.merchant)


def test_bp_14_9__not_while_an_attack_is_open():
    table = with_forest({"farm-1": 1}, hands={0: ["blue"]}, coins={0: 5})
    fought(table, "farm-1").when(BuyMerchant(seat=0)).refused("BP-3.3")


def test_bp_14_10__what_is_drawn_goes_onto_the_merchant_and_its_owner_looks():
    drawing = trading_at(["red", "soy"], ["blue", "green", "stink", "blue"]).when(DrawCards(seat=0))
    drawing.then(
        MerchantStocked(seat=0, cards=("blue", "green", "stink")),
        MerchantCardsSeen(seat=0, cards=("red", "soy", "blue", "green", "stink")),
    )
    assert 3 == drawing.table.turn.annex.to_take
    drawing.when(arrange("stink", "red", "blue")).then(
        MerchantCardsArranged(seat=0, taken=("stink", "red", "blue"), left=("soy", "green")),
        TurnEnded(seat=0),
        TurnStarted(seat=1, turn=2),
        PhaseStarted(seat=1, phase="plant"),
    )
    zero = drawing.when(arrange("stink", "red", "blue")).table.seats[0]
    assert (("chili", "stink", "red", "blue"), ("soy", "green"), 2) == (
        zero.hand,
        zero.annex.merchant,
        zero.annex.merchant_seen,
    )


@pytest.mark.parametrize(
    "taken", [(), ("red", "soy"), ("red", "soy", "blue", "green"), ("red", "red", "soy"), ("chili", "red", "soy")]
)
def test_bp_14_10__as_many_as_were_drawn_and_only_what_lies_there(taken):
    drawing = trading_at(["red", "soy"], ["blue", "green", "stink", "blue"]).when(DrawCards(seat=0))
    drawing.when(arrange(*taken)).refused("BP-14.10")
    drawing.when(arrange("red", "soy", "blue", seat=1)).refused("BP-14.10")
    drawing.when(DrawCards(seat=0)).refused("BP-14.10")
    drawing.when(arrange("red", "soy", "blue")).happens(TurnEnded(seat=0))


def test_bp_14_10__only_after_drawing():
    table = trading_at(["red", "soy"], ["blue"] * 5)
    table.when(arrange("red", "soy")).refused("BP-14.10")
    war(options=RIDERS).when(arrange()).refused("BP-14.10")


def test_bp_14_10__villages_count_as_always():
    drawing = trading_at(["red", "soy"], ["blue"] * 6, {"village-1": 0}).when(DrawCards(seat=0))
    assert 4 == drawing.table.turn.annex.to_take
    fewer = trading_at(["red", "soy"], ["blue"] * 6, {"village-1": 0}).when(DrawCards(seat=0, extra=0))
    fewer.when(arrange("blue", "soy", "blue")).happens(TurnEnded(seat=0))


def test_bp_14_10__only_the_owner_sees_what_is_taken_and_left():
    drawing = trading_at(["red", "soy"], ["blue", "green", "stink", "blue"]).when(DrawCards(seat=0))
    arranged = drawing.when(arrange("stink", "red", "blue"))
    for viewer, known in ((seat_viewer(0), True), (seat_viewer(1), False), (SPECTATOR, False)):
        seen = redact(drawing.events[1], viewer, {}).cards
        event = redact(arranged.events[0], viewer, {})
        left = redact(arranged.table, viewer, arranged.table.rules.options).seats[0].annex.merchant
        assert known == (("red", "soy", "blue", "green", "stink") == seen)
        assert known == (("stink", "red", "blue") == event.taken)
        assert [known, known] == [("soy", "green") == cards for cards in (event.left, left)]
        assert (5, 3, 2) == (len(seen), len(event.taken), len(event.left))


def test_bp_14_10__through_an_exhaustion():
    table = trading_at(["red", "soy"], ["blue"], discard_pile=["green", "stink", "garden"])
    table.when(DrawCards(seat=0)).then(
        MerchantStocked(seat=0, cards=("blue",)),
        DrawPileExhausted(number=1, final=False, phase="draw"),
        DeckShuffled(reason="exhaustion", count=3, order=("green", "stink", "garden")),
        MerchantStocked(seat=0, cards=("green", "stink")),
        MerchantCardsSeen(seat=0, cards=("red", "soy", "blue", "green", "stink")),
    )


def test_bp_14_10__if_fewer_are_drawn_so_many_are_taken():
    short = trading_at(["red", "soy"], ["blue"]).when(DrawCards(seat=0))
    assert 1 == short.table.turn.annex.to_take
    short.when(arrange("red", "soy")).refused("BP-14.10")
    assert ("soy", "blue") == short.when(arrange("red")).table.seats[0].annex.merchant


def test_bp_14_10__the_final_exhaustion_ends_the_game_there_and_then():
    end = trading_at(["red", "soy"], ["blue"], exhaustions=3).when(DrawCards(seat=0))
    end.happens(DrawPileExhausted(number=4, final=True, phase="draw"))
    assert isinstance(end.events[-1], GameEnded)


def test_bp_14_10__others_draw_as_ever():
    drawn = trading_at(["red", "soy"], ["blue"] * 5, phase="attack").when(EndAttacks(seat=0))
    assert PhaseStarted(seat=0, phase="draw") == drawn.events[-1]
    other = trading_at(["red", "soy"], ["blue"] * 5, active=1, hands={1: []}).when(DrawCards(seat=1))
    assert ("blue",) * 3 == other.table.seats[1].hand
