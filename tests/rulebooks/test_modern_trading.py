"""Sections 5 and 10 of the modern rulebook: turning up, trades, gifts, and coins in them."""

import pytest

from domain.commands import (
    AcceptDonation,
    AcceptTrade,
    BuyThirdField,
    DeclineDonation,
    DeclineTrade,
    EndPlanting,
    EndTrading,
    OfferDonation,
    WithdrawDonation,
    WithdrawTrade,
)
from domain.events import (
    BeansDonated,
    CardsSetAside,
    CardsTurnedUp,
    DonationDeclined,
    DonationLapsed,
    DonationOffered,
    PhaseStarted,
    TradeAccepted,
    TradeDeclined,
    TradeLapsed,
    TradeProposed,
    TradeWithdrawn,
    TradingEnded,
)
from tests.rulebooks.family_scenes import offer
from tests.rulebooks.scenes import (
    beans,
    face_up,
    given,
    hand_card,
    in_hand,
    one_of_each_command,
    set_aside,
    turned_up_card,
)

HANDS = {0: ["blue", "wax", "blue"], 1: ["cocoa", "red", "soy", "red"], 2: ["stink", "soy", "red"], 3: []}
OFFERS = [command for command in one_of_each_command(0) if type(command).__name__.endswith(("Trade", "Donation"))]
COINS = {"trade_coins": True}


def trading(**more):
    return given("modern", phase="trade", **({"hands": HANDS, "turned_up": ["soy", "garden"]} | more))


def gift(cards, *, seat=0, to=1, coins=0):
    return OfferDonation(seat=seat, to=to, cards=cards, coins=coins)


def proposed(number, give, want, *, seat=0, partner=1, want_turned_up=()):
    parties = {"proposal": number, "seat": seat, "partner": partner, "give_coins": 0, "want_coins": 0}
    return TradeProposed(**parties, give=give, want=want, want_turned_up=want_turned_up)


def accepted(number, given_cards, received, *, seat=1, **coins):
    parties = {"proposal": number, "seat": seat, "proposer": 0}
    return TradeAccepted(
        **parties, given=given_cards, received=received, **({"given_coins": (), "received_coins": ()} | coins)
    )


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_mo_5_1__phase_2_opens_with_two_cards_turned_up(players):
    table = given("modern", players=players, planted=1, draw_pile=["soy", "wax", "red"][: 3 - (players in (4, 5))])
    table.when(EndPlanting(seat=0)).happens(
        PhaseStarted(seat=0, phase="trade"), CardsTurnedUp(seat=0, cards=("soy", "wax"))
    )


def test_mo_5_2__turned_up_cards_are_traded_given_away_or_kept():
    traded = trading().when(offer(face_up("soy"), {"red": 1}))
    traded = traded.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,)))
    traded.then(accepted(1, (turned_up_card("soy"),), (hand_card("red", 1),)))
    kept = traded.when(EndTrading(seat=0)).happens(CardsSetAside(seat=0, cards=("garden",)))
    assert ("red", "garden") == kept.table.seats[0].set_aside
    given_away = trading().when(gift(face_up("garden"), to=3)).when(AcceptDonation(seat=3, proposal=1))
    assert ("garden",) == given_away.table.seats[3].set_aside


def test_amb_mo_8__turned_up_cards_are_the_active_players():
    trading().when(offer(face_up("soy"), {"blue": 1}, seat=1, partner=0)).refused("MO-5.4")
    trading().when(gift(face_up("soy"), seat=1, to=0)).refused("MO-5.4")


def test_mo_5_3__the_active_player_trades_with_anyone_and_gifts_follow_the_same_rule():
    trading().when(offer(in_hand(0), {"soy": 1}, partner=None)).then(
        proposed(1, (hand_card("blue", 0),), {"soy": 1}, partner=None)
    )
    trading().when(gift(in_hand(0), seat=1, to=2)).refused("MO-5.3")


def test_mo_5_4__hand_cards_from_any_position_and_turned_up_cards_of_the_active_player():
    trading().when(offer((*face_up("soy"), *in_hand(2, 1)), {"red": 1})).then(
        proposed(1, (turned_up_card("soy"), hand_card("blue", 2), hand_card("wax", 1)), {"red": 1})
    )
    trading().when(offer(in_hand(3), {"blue": 1}, seat=1, partner=0)).then(
        proposed(1, (hand_card("red", 3),), {"blue": 1}, seat=1, partner=0)
    )


def test_mo_5_5__each_side_holds_at_least_one_card_and_any_number():
    trading().when(offer((), {"red": 1})).refused("MO-5.5").when(offer(in_hand(0), {})).refused("MO-5.5")
    asked = trading().when(offer(in_hand(0), {"red": 2, "soy": 1}))
    settled = asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(1, 3, 2)))
    assert (3, 1) == tuple(len(seat.set_aside) for seat in settled.table.seats[:2])


def test_mo_5_6__nothing_moves_before_the_party_asked_accepts():
    asked = trading().when(offer(in_hand(1), {"red": 1}))
    assert trading().table.seats == asked.table.seats
    asked = asked.when(AcceptTrade(seat=2, proposal=1, handed_over=(2,))).refused("MO-5.6")
    settled = asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(3,)))
    settled.then(accepted(1, (hand_card("wax", 1),), (hand_card("red", 3),)))
    assert [("blue", "blue"), ("cocoa", "red", "soy")] == [seat.hand for seat in settled.table.seats[:2]]


def test_mo_5_6__it_is_declined_by_the_other_and_withdrawn_by_the_proposer():
    asked = trading().when(offer(in_hand(0), {"red": 1}))
    asked.when(DeclineTrade(seat=0, proposal=1)).refused("MO-5.6").when(DeclineTrade(seat=1, proposal=1)).then(
        TradeDeclined(proposal=1, seat=1)
    )
    withdrawn = asked.when(WithdrawTrade(seat=1, proposal=1)).refused("MO-5.6").when(WithdrawTrade(seat=0, proposal=1))
    withdrawn.then(TradeWithdrawn(proposal=1, seat=0))
    withdrawn.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,))).refused("MO-5.6")


def test_mo_5_6__a_proposal_lapses_when_its_card_has_gone():
    asked = trading().when(offer(in_hand(0, 1), {"red": 1})).when(offer(in_hand(1), {"soy": 1}, partner=2))
    settled = asked.when(AcceptTrade(seat=2, proposal=2, handed_over=(1,)))
    settled.happens(TradeLapsed(proposal=1, reason="card_gone"))
    settled.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,))).refused("MO-5.6")


@pytest.mark.parametrize(("handed_over", "right"), [((1,), True), ((3,), True), ((0,), False), ((1, 3), False)])
def test_mo_5_6__who_accepts_chooses_cards_of_the_variety_asked_for(handed_over, right):
    answer = (
        trading().when(offer(in_hand(1), {"red": 1})).when(AcceptTrade(seat=1, proposal=1, handed_over=handed_over))
    )
    assert answer.events if right else answer.refused("MO-5.6")


def test_mo_5_7__the_active_player_gives_to_anyone_and_the_others_to_the_active_player():
    trading().when(gift((*face_up("soy"), *in_hand(1)), to=3)).then(
        DonationOffered(proposal=1, seat=0, to=3, cards=(turned_up_card("soy"), hand_card("wax", 1)), coins=0)
    )
    taken = trading().when(gift(in_hand(1), seat=1, to=0)).when(AcceptDonation(seat=0, proposal=1))
    taken.then(BeansDonated(proposal=1, seat=0, giver=1, cards=(hand_card("red", 1),), coins=()))


def test_mo_5_7__a_gift_has_a_receiver_and_something_in_it():
    trading().when(gift(in_hand(0), to=0)).refused("MO-5.7").when(gift(())).refused("MO-5.7")


def test_mo_5_7__only_the_receiver_answers_and_may_refuse():
    waiting = trading().when(gift(in_hand(0))).when(AcceptDonation(seat=2, proposal=1)).refused("MO-5.7")
    declined = waiting.when(DeclineDonation(seat=1, proposal=1)).then(DonationDeclined(proposal=1, seat=1))
    assert trading().table.seats == declined.table.seats
    waiting.when(WithdrawDonation(seat=0, proposal=1)).when(AcceptDonation(seat=1, proposal=1)).refused("MO-5.6")


def test_amb_mo_6__received_cards_are_neither_taken_into_the_hand_nor_passed_on():
    settled = trading().when(offer(in_hand(1), {"red": 1})).when(AcceptTrade(seat=1, proposal=1, handed_over=(1,)))
    assert (("blue", "blue"), ("red",)) == (settled.table.seats[0].hand, settled.table.seats[0].set_aside)
    settled.when(offer(set_aside("red"), {"soy": 1}, partner=2)).refused("MO-5.8")
    settled.when(gift(set_aside("wax"), seat=1, to=0)).refused("MO-5.8")
    assert settled.when(offer(in_hand(0), {"soy": 1}, partner=2)).events


def test_mo_5_8__a_set_aside_card_answers_no_request():
    settled = trading().when(gift(face_up("soy"))).when(AcceptDonation(seat=1, proposal=1))
    settled.when(offer(set_aside("soy"), {"blue": 1}, seat=1, partner=0)).refused("MO-5.8")
    settled.when(offer(in_hand(0), {"garden": 1})).when(AcceptTrade(seat=1, proposal=2, handed_over=(4,))).refused(
        "MO-5.6"
    )


def test_mo_5_9__only_the_active_player_ends_phase_2():
    asked = trading().when(offer(in_hand(1), {"red": 1})).when(gift(in_hand(0), to=2))
    asked.when(EndTrading(seat=1)).refused("MO-5.9").when(EndTrading(seat=0)).then(
        TradeLapsed(proposal=1, reason="trading_ended"),
        DonationLapsed(proposal=2, reason="trading_ended"),
        CardsSetAside(seat=0, cards=("soy", "garden")),
        TradingEnded(seat=0),
        PhaseStarted(seat=0, phase="plant_set_aside"),
    )


@pytest.mark.parametrize("phase", ["plant", "plant_set_aside", "draw"])
@pytest.mark.parametrize("command", OFFERS)
def test_mo_5_9__no_trade_and_no_gift_outside_phase_2(phase, command):
    table = given("modern", phase=phase, set_aside={1: ["red"]} if phase == "plant_set_aside" else {})
    table.when(command).refused("MO-5.9")


def test_mo_10_2__coins_are_not_traded_unless_the_option_says_so():
    plain = trading(coins={0: 2, 1: 3})
    plain.when(offer(in_hand(0), {"red": 1}, give_coins=1)).refused("MO-10.2")
    plain.when(offer(in_hand(0), {}, want_coins=1)).refused("MO-10.2")
    plain.when(gift((), coins=1)).refused("MO-10.2").when(offer(in_hand(0), {"red": 1})).happens(
        proposed(1, (hand_card("blue", 0),), {"red": 1})
    )


def test_mo_10_2__with_the_option_coins_pass_into_the_stack_and_are_usable_at_once():
    table = trading(options=COINS, coins={0: ["soy", "red"], 1: ["blue", "wax", "stink"]})
    asked = table.when(offer(in_hand(0), {"red": 1}, give_coins=1, want_coins=2))
    settled = asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,)))
    coins = {"given_coins": ("red",), "received_coins": ("wax", "stink")}
    settled.then(accepted(1, (hand_card("blue", 0),), (hand_card("red", 1),), **coins))
    assert [("soy", "wax", "stink"), ("blue", "red")] == [seat.coins for seat in settled.table.seats[:2]]
    assert 3 == len(settled.when(BuyThirdField(seat=0)).table.seats[0].fields)


def test_mo_10_2__one_gives_coins_one_owns_and_each_side_holds_something():
    table = trading(options=COINS, coins={0: 2})
    table.when(offer((), {"red": 1}, give_coins=3)).refused("MO-10.2").when(gift((), coins=3)).refused("MO-10.2")
    table.when(offer((), {}, give_coins=1)).refused("MO-5.5").when(gift((), coins=2)).happens(
        DonationOffered(proposal=1, seat=0, to=1, cards=(), coins=2)
    )


def test_mo_10_2__coins_too_change_hands_only_with_the_active_player_and_in_phase_2():
    trading(options=COINS, coins={1: 1}).when(gift((), seat=1, to=2, coins=1)).refused("MO-5.3")
    given("modern", options=COINS, coins={0: 1}).when(gift((), coins=1)).refused("MO-5.9")


def test_amb_mo_4__an_earlier_exhaustion_does_not_shorten_the_turning_up():
    table = given("modern", planted=1, draw_pile=["red"], discard_pile=beans("blue", 5)).when(EndPlanting(seat=0))
    assert ("red", "blue") == table.table.turned_up
