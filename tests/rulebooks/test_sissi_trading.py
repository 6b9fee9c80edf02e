"""Section 5 of Sissi's rulebook: turning up, trades, gifts; and its one option for coins."""

import pytest

from domain.commands import (
    AcceptDonation,
    AcceptTrade,
    DeclineDonation,
    DeclineTrade,
    EndPlanting,
    EndTrading,
    OfferDonation,
    PlantSetAside,
    ProposeTrade,
    WithdrawTrade,
)
from domain.events import (
    CardsSetAside,
    CardsTurnedUp,
    DonationDeclined,
    TradeDeclined,
    TradeLapsed,
    TradeWithdrawn,
    TradingEnded,
)
from tests.rulebooks.scenes import face_up, given, in_hand, one_of_each_command, set_aside

RED = {"red": 1}
OFFERS = [command for command in one_of_each_command(0) if type(command).__name__.endswith(("Trade", "Donation"))]


def trading(**more):
    hands = {0: ["sissi", "chili"], 1: ["sissi", "red"], 2: ["soy"]}
    return given("sissi", **({"phase": "trade", "hands": hands, "turned_up": ["soy", "garden"]} | more))


def test_si_5_1__two_cards_are_turned_up():
    table = given("sissi", planted=1, draw_pile=["red", "soy", "chili"]).when(EndPlanting(seat=0))
    table.happens(CardsTurnedUp(seat=0, cards=("red", "soy")))


def test_si_5_2__what_is_kept_is_set_aside():
    trading().when(EndTrading(seat=0)).happens(CardsSetAside(seat=0, cards=("soy", "garden")), TradingEnded(seat=0))
    away = trading().when(OfferDonation(seat=0, to=2, cards=face_up("garden"))).when(AcceptDonation(seat=2, proposal=1))
    away.when(EndTrading(seat=0)).happens(CardsSetAside(seat=0, cards=("soy",)))


def test_si_5_3__sissi_for_sissi_and_any_variety_on_both_sides():
    asked = trading().when(ProposeTrade(seat=0, partner=1, give=in_hand(0), want={"sissi": 1}))
    settled = asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(0,)))
    assert [seat.set_aside for seat in settled.table.seats[:2]] == [("sissi",), ("sissi",)]
    soy = trading().when(ProposeTrade(seat=0, partner=2, give=face_up("soy"), want={"soy": 1}))
    settled = soy.when(AcceptTrade(seat=2, proposal=1, handed_over=(0,)))
    assert [settled.table.seats[seat].set_aside for seat in (0, 2)] == [("soy",), ("soy",)]


def test_si_5_4__nobody_trades_past_the_active_player():
    trading().when(ProposeTrade(seat=1, partner=2, give=in_hand(0), want={"soy": 1})).refused("SI-5.4")
    trading().when(OfferDonation(seat=1, to=2, cards=in_hand(0))).refused("SI-5.4")
    assert trading().when(ProposeTrade(seat=1, partner=0, give=in_hand(0), want={"chili": 1})).table.proposals


def test_si_5_5__the_active_player_gives_from_hand_and_turned_up_others_from_the_hand():
    trading().when(ProposeTrade(seat=1, partner=0, give=face_up("soy"), want=RED)).refused("SI-5.5")
    trading().when(ProposeTrade(seat=0, partner=1, give=in_hand(9), want=RED)).refused("SI-5.5")
    both = ProposeTrade(seat=0, partner=1, give=(*face_up("soy"), *in_hand(1)), want=RED)
    assert len(trading().when(both).table.proposals) == 1


def test_si_5_6__both_sides_give_something():
    trading().when(ProposeTrade(seat=0, partner=1, give=in_hand(0))).refused("SI-5.6")
    assert trading().when(ProposeTrade(seat=0, partner=1, give=in_hand(0, 1), want=RED)).table.proposals


def test_si_5_7__cards_change_hands_only_when_accepted_and_still_there():
    asked = trading().when(ProposeTrade(seat=0, partner=1, give=face_up("soy"), want=RED))
    assert asked.table.turned_up == ("soy", "garden")
    asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(0,))).refused("SI-5.7")
    asked.when(AcceptTrade(seat=2, proposal=1, handed_over=())).refused("SI-5.7")
    asked.when(DeclineTrade(seat=2, proposal=1)).refused("SI-5.7").when(WithdrawTrade(seat=1, proposal=1)).refused(
        "SI-5.7"
    )
    twice = asked.when(ProposeTrade(seat=0, partner=2, give=face_up("soy"), want={"soy": 1}))
    settled = twice.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,)))
    settled.happens(TradeLapsed(proposal=2, reason="turned_up_gone"))
    settled.when(AcceptTrade(seat=2, proposal=2, handed_over=(0,))).refused("SI-5.7")
    assert settled.table.seats[1].hand == ("sissi",)


def test_si_5_7__the_other_declines_the_proposer_withdraws():
    asked = trading().when(ProposeTrade(seat=0, partner=1, give=face_up("soy"), want=RED))
    declined = asked.when(DeclineTrade(seat=1, proposal=1)).happens(TradeDeclined(proposal=1, seat=1))
    withdrawn = asked.when(WithdrawTrade(seat=0, proposal=1)).happens(TradeWithdrawn(proposal=1, seat=0))
    assert declined.table.seats == withdrawn.table.seats == trading().table.seats


def test_si_5_8__received_cards_are_not_traded_on():
    settled = trading().when(ProposeTrade(seat=0, partner=1, give=face_up("soy"), want=RED))
    settled = settled.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,)))
    settled.when(OfferDonation(seat=0, to=2, cards=set_aside("red"))).refused("SI-5.8")
    assert settled.when(OfferDonation(seat=0, to=2, cards=face_up("garden"))).table.proposals


def test_si_5_8__and_are_planted_in_phase_3():
    table = given("sissi", phase="plant_set_aside", set_aside={0: ["red"]})
    assert table.when(PlantSetAside(seat=0, variety="red", field=0)).table.seats[0].fields[0] == ("red",)


def test_si_5_9__gifts_from_and_to_the_active_player_if_accepted():
    given_away = trading().when(OfferDonation(seat=1, to=0, cards=in_hand(0)))
    assert given_away.when(AcceptDonation(seat=0, proposal=1)).table.seats[0].set_aside == ("sissi",)
    given_away.when(DeclineDonation(seat=0, proposal=1)).happens(DonationDeclined(proposal=1, seat=0))
    given_away.when(AcceptDonation(seat=2, proposal=1)).refused("SI-5.9")
    trading().when(OfferDonation(seat=0, to=0, cards=in_hand(0))).refused("SI-5.9")
    trading().when(OfferDonation(seat=0, to=1)).refused("SI-5.9")


def test_si_5_10__trading_goes_on_until_the_active_player_ends_it():
    bare = trading(turned_up=[])
    assert bare.when(ProposeTrade(seat=0, partner=1, give=in_hand(0), want=RED)).table.proposals
    bare.when(EndTrading(seat=1)).refused("SI-5.10")
    asked = trading().when(ProposeTrade(seat=0, partner=1, give=face_up("soy"), want=RED))
    asked.when(EndTrading(seat=0)).happens(TradeLapsed(proposal=1, reason="trading_ended"))


@pytest.mark.parametrize("phase", ["plant", "plant_set_aside", "draw"])
@pytest.mark.parametrize("command", OFFERS, ids=lambda command: type(command).__name__)
def test_si_5_10__no_trade_and_no_gift_outside_phase_2(phase, command):
    given("sissi", phase=phase, set_aside={1: ["red"]}).when(command).refused("SI-5.10")


@pytest.mark.parametrize("trade_coins", [False, True])
def test_si_10_1__coins_are_traded_only_with_the_option(trade_coins):
    table = trading(coins={0: ["red"]}, options={"trade_coins": trade_coins})
    asked = table.when(ProposeTrade(seat=0, partner=1, give_coins=1, want=RED))
    if trade_coins:
        assert asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,))).table.seats[1].coins == ("red",)
    else:
        asked.refused("SI-10.1")


def test_si_10_1__one_gives_coins_one_owns_and_each_side_holds_something():
    table = trading(coins={0: ["red"]}, options={"trade_coins": True})
    table.when(ProposeTrade(seat=0, partner=1, give_coins=2, want=RED)).refused("SI-10.1")
    table.when(ProposeTrade(seat=0, partner=1, give_coins=1)).refused("SI-5.6")
    gift = table.when(OfferDonation(seat=0, to=1, coins=1)).when(AcceptDonation(seat=1, proposal=1))
    assert [seat.coins for seat in gift.table.seats[:2]] == [(), ("red",)]
