"""Section 5 of the classic rulebook: turning up, trades and their proposals."""

import pytest

from domain.commands import AcceptTrade, DeclineTrade, EndPlanting, EndTrading, OfferDonation, WithdrawTrade
from domain.events import (
    CardsSetAside,
    CardsTurnedUp,
    DonationLapsed,
    PhaseStarted,
    TradeAccepted,
    TradeDeclined,
    TradeLapsed,
    TradeProposed,
    TradeWithdrawn,
    TradingEnded,
)
from domain.field_audiences import redact
from domain.visibility import SPECTATOR, seat_viewer
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

HANDS = {0: ["blue", "chili", "blue"], 1: ["green", "red", "soy", "red"], 2: ["stink", "soy", "red"], 3: []}
TRADE_COMMANDS = [command for command in one_of_each_command(0) if "Trade" in type(command).__name__]


def trading(turned_up=("soy", "garden"), **more):
    return given("classic", phase="trade", **({"hands": HANDS, "turned_up": turned_up} | more))


def proposed(number, give, want, *, seat=0, partner=1, want_turned_up=()):
    return TradeProposed(
        proposal=number,
        seat=seat,
        partner=partner,
        give=give,
        want=want,
        want_turned_up=want_turned_up,
        give_coins=0,
        want_coins=0,
    )


def accepted(number, given_cards, received, *, seat=1, proposer=0):
    return TradeAccepted(
        proposal=number,
        seat=seat,
        proposer=proposer,
        given=given_cards,
        received=received,
        given_coins=(),
        received_coins=(),
    )


def test_cl_5_1__phase_2_opens_with_two_cards_turned_up():
    table = given("classic", planted=1, draw_pile=["soy", "garden", "red"]).when(EndPlanting(seat=0))
    table.then(PhaseStarted(seat=0, phase="trade"), CardsTurnedUp(seat=0, cards=("soy", "garden")))
    assert (("soy", "garden"), ("red",)) == (table.table.turned_up, table.table.draw_pile)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_cl_5_1__two_cards_for_any_number_of_players(players):
    table = given("classic", players=players, planted=1, draw_pile=beans("blue", 9)).when(EndPlanting(seat=0))
    table.happens(CardsTurnedUp(seat=0, cards=("blue", "blue")))


@pytest.mark.parametrize("viewer", [SPECTATOR, seat_viewer(0), seat_viewer(3)])
def test_cl_5_1__everybody_sees_the_turned_up_cards(viewer):
    turned_up = CardsTurnedUp(seat=0, cards=("soy", "garden"))
    assert turned_up == redact(turned_up, viewer, {"coins_visibility": "public"})


@pytest.mark.parametrize(
    ("seat", "partner", "variety"), [(0, 1, "blue"), (0, None, "blue"), (1, 0, "green"), (2, 0, "stink")]
)
def test_cl_5_2__the_active_player_trades_with_anyone(seat, partner, variety):
    trading().when(offer(in_hand(0), {"soy": 1}, seat=seat, partner=partner)).then(
        proposed(1, (hand_card(variety, 0),), {"soy": 1}, seat=seat, partner=partner)
    )


def test_cl_5_2__of_all_who_are_asked_the_first_to_accept_trades():
    asked = trading().when(offer(in_hand(1), {"soy": 1}, partner=None))
    settled = asked.when(AcceptTrade(seat=2, proposal=1, handed_over=(1,)))
    settled.then(accepted(1, (hand_card("chili", 1),), (hand_card("soy", 1),), seat=2))
    settled.when(AcceptTrade(seat=1, proposal=1, handed_over=(2,))).refused("CL-5.6")


def test_cl_5_3__the_active_player_gives_turned_up_and_hand_cards_in_any_mix():
    trading().when(offer((*face_up("soy"), *in_hand(1, 2)), {"red": 1})).then(
        proposed(1, (turned_up_card("soy"), hand_card("chili", 1), hand_card("blue", 2)), {"red": 1})
    )


def test_cl_5_4__others_give_hand_cards_from_any_position():
    trading().when(offer(in_hand(3, 1), {"blue": 1}, seat=1, partner=0)).then(
        proposed(1, (hand_card("red", 3), hand_card("red", 1)), {"blue": 1}, seat=1, partner=0)
    )


@pytest.mark.parametrize("cards", [face_up("soy"), (*in_hand(0), *face_up("soy")), in_hand(4)])
def test_cl_5_4__others_give_nothing_but_hand_cards(cards):
    trading().when(offer(cards, {"blue": 1}, seat=1, partner=0)).refused("CL-5.4")


def test_cl_5_4__the_active_player_cannot_ask_another_for_turned_up_cards():
    trading().when(offer(in_hand(0), {}, want_turned_up=("soy",))).refused("CL-5.4")
    trading().when(offer(in_hand(0), {}, seat=1, partner=0, want_turned_up=("soy",))).then(
        proposed(1, (hand_card("green", 0),), {}, seat=1, partner=0, want_turned_up=("soy",))
    )


def test_cl_5_5__each_side_holds_at_least_one_card():
    trading().when(offer((), {"red": 1})).refused("CL-5.5").when(offer(in_hand(0), {})).refused("CL-5.5")
    trading().when(offer(in_hand(0), {"red": 1})).then(proposed(1, (hand_card("blue", 0),), {"red": 1}))


@pytest.mark.parametrize(
    ("give", "want", "handed_over"), [((0, 1, 2), {"red": 1}, (1,)), ((0,), {"red": 2, "soy": 1}, (1, 3, 2))]
)
def test_cl_5_5__the_numbers_need_not_match(give, want, handed_over):
    settled = trading().when(offer(in_hand(*give), want)).when(AcceptTrade(seat=1, proposal=1, handed_over=handed_over))
    assert (len(handed_over), len(give)) == tuple(len(seat.set_aside) for seat in settled.table.seats[:2])


def test_cl_5_5__the_same_variety_may_stand_on_both_sides():
    swapped = trading().when(offer(face_up("soy"), {"soy": 1})).when(AcceptTrade(seat=1, proposal=1, handed_over=(2,)))
    swapped.then(accepted(1, (turned_up_card("soy"),), (hand_card("soy", 2),)))


def test_cl_5_6__until_acceptance_the_offered_cards_stay_where_they_are():
    table = trading().when(offer((*face_up("soy"), *in_hand(0)), {"red": 1})).table
    assert (HANDS[0], ("soy", "garden")) == (list(table.seats[0].hand), table.turned_up)


def test_cl_5_6__acceptance_moves_the_cards():
    settled = trading().when(offer((*face_up("soy"), *in_hand(1)), {"red": 1}))
    settled = settled.when(AcceptTrade(seat=1, proposal=1, handed_over=(3,)))
    settled.then(accepted(1, (turned_up_card("soy"), hand_card("chili", 1)), (hand_card("red", 3),)))
    assert [("blue", "blue"), ("green", "red", "soy")] == [seat.hand for seat in settled.table.seats[:2]]


@pytest.mark.parametrize("seat", [0, 2])
def test_cl_5_6__only_the_party_asked_accepts_or_declines(seat):
    asked = trading().when(offer(in_hand(0), {"red": 1}))
    asked.when(AcceptTrade(seat=seat, proposal=1, handed_over=(2,))).refused("CL-5.6")
    asked.when(DeclineTrade(seat=seat, proposal=1)).refused("CL-5.6")
    asked.when(DeclineTrade(seat=1, proposal=1)).then(TradeDeclined(proposal=1, seat=1))


def test_cl_5_6__nobody_declines_for_all_who_were_asked():
    asked = trading().when(offer(in_hand(0), {"red": 1}, partner=None))
    asked = asked.when(DeclineTrade(seat=2, proposal=1)).refused("CL-5.6")
    assert asked.when(AcceptTrade(seat=2, proposal=1, handed_over=(2,))).events


def test_cl_5_6__what_was_declined_is_closed_and_moved_nothing():
    asked = trading().when(offer(in_hand(0), {"red": 1}))
    declined = asked.when(DeclineTrade(seat=1, proposal=1))
    assert asked.table.seats == declined.table.seats
    declined.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,))).refused("CL-5.6")
    declined.when(offer(in_hand(0), {"red": 1})).then(proposed(2, (hand_card("blue", 0),), {"red": 1}))


def test_cl_5_6__the_proposer_and_nobody_else_withdraws():
    asked = trading().when(offer(in_hand(0), {"red": 1}))
    asked.when(WithdrawTrade(seat=1, proposal=1)).refused("CL-5.6")
    withdrawn = asked.when(WithdrawTrade(seat=0, proposal=1)).then(TradeWithdrawn(proposal=1, seat=0))
    withdrawn.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,))).refused("CL-5.6")


def test_cl_5_6__there_is_no_accepting_what_nobody_proposed():
    trading().when(AcceptTrade(seat=1, proposal=1)).refused("CL-5.6")


def test_cl_5_7__a_proposal_lapses_when_its_hand_card_goes_in_another_trade():
    asked = trading().when(offer(in_hand(0, 1), {"red": 1})).when(offer(in_hand(1), {"soy": 1}, partner=2))
    settled = asked.when(AcceptTrade(seat=2, proposal=2, handed_over=(1,)))
    settled = settled.then(
        accepted(2, (hand_card("chili", 1),), (hand_card("soy", 1),), seat=2),
        TradeLapsed(proposal=1, reason="card_gone"),
    )
    settled.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,))).refused("CL-5.7")


def test_cl_5_7__a_proposal_lapses_when_its_turned_up_card_goes():
    asked = trading().when(offer(face_up("soy"), {"red": 1}))
    asked = asked.when(offer(in_hand(0), {}, seat=2, partner=0, want_turned_up=("soy",)))
    settled = asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,)))
    settled = settled.happens(TradeLapsed(proposal=2, reason="turned_up_gone"))
    settled.when(AcceptTrade(seat=0, proposal=2)).refused("CL-5.7")


def test_cl_5_7__a_proposal_whose_cards_are_in_place_outlives_other_trades():
    asked = trading().when(offer(in_hand(0), {"red": 1})).when(offer(in_hand(1), {"soy": 1}, partner=2))
    settled = asked.when(AcceptTrade(seat=2, proposal=2, handed_over=(1,)))
    settled = settled.then(accepted(2, (hand_card("chili", 1),), (hand_card("soy", 1),), seat=2))
    settled.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,))).happens(
        accepted(1, (hand_card("blue", 0),), (hand_card("red", 1),))
    )


def test_cl_5_7__all_that_lost_a_card_lapse_in_ascending_order():
    asked = trading().when(offer(in_hand(0), {"red": 1})).when(OfferDonation(seat=0, to=2, cards=in_hand(0)))
    asked = asked.when(offer(in_hand(1), {"blue": 1}, seat=1, partner=0)).when(offer(in_hand(0), {"red": 1}, partner=1))
    settled = asked.when(AcceptTrade(seat=1, proposal=4, handed_over=(1,)))
    settled.then(
        accepted(4, (hand_card("blue", 0),), (hand_card("red", 1),)),
        TradeLapsed(proposal=1, reason="card_gone"),
        DonationLapsed(proposal=2, reason="card_gone"),
        TradeLapsed(proposal=3, reason="card_gone"),
    )


def test_cl_5_7__no_proposal_lapses_because_of_the_other_hand():
    asked = trading().when(offer(in_hand(0), {"soy": 1})).when(offer(in_hand(1), {"soy": 1}))
    settled = asked.when(AcceptTrade(seat=1, proposal=2, handed_over=(2,)))
    settled = settled.then(accepted(2, (hand_card("chili", 1),), (hand_card("soy", 2),)))
    settled.when(AcceptTrade(seat=1, proposal=1, handed_over=(2,))).refused("CL-5.13")


def test_cl_5_6__a_lapsed_proposal_is_closed_to_any_answer_but_acceptance():
    asked = trading().when(offer(in_hand(0), {"red": 1})).when(offer(in_hand(0), {"soy": 1}, partner=2))
    settled = asked.when(AcceptTrade(seat=2, proposal=2, handed_over=(1,)))
    settled.when(DeclineTrade(seat=1, proposal=1)).refused("CL-5.6")


def test_amb_ge_6__asking_for_a_card_that_is_not_turned_up_is_allowed_and_closes_nothing():
    asked = trading().when(offer(in_hand(0), {}, seat=1, partner=0, want_turned_up=("stink",)))
    asked.when(AcceptTrade(seat=0, proposal=1)).refused("CL-5.7")
    asked.then(proposed(1, (hand_card("green", 0),), {}, seat=1, partner=0, want_turned_up=("stink",)))


def test_cl_5_9__trading_goes_on_when_both_turned_up_cards_have_gone():
    gone = trading().when(offer(face_up("soy", "garden"), {"red": 1}))
    gone = gone.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,)))
    gone.when(offer(in_hand(0), {"soy": 1}, partner=2)).then(
        proposed(2, (hand_card("blue", 0),), {"soy": 1}, partner=2)
    )


def test_cl_5_10__what_is_received_lies_in_the_set_aside_area_and_not_in_the_hand():
    settled = trading().when(offer(in_hand(1), {"red": 1})).when(AcceptTrade(seat=1, proposal=1, handed_over=(1,)))
    zero, one = settled.table.seats[:2]
    assert (("blue", "blue"), ("red",)) == (zero.hand, zero.set_aside)
    assert (("green", "soy", "red"), ("chili",)) == (one.hand, one.set_aside)


@pytest.mark.parametrize(("seat", "partner", "card"), [(0, 2, "red"), (1, 0, "chili")])
def test_cl_5_10__set_aside_cards_are_not_traded_again(seat, partner, card):
    settled = trading().when(offer(in_hand(1), {"red": 1})).when(AcceptTrade(seat=1, proposal=1, handed_over=(1,)))
    settled.when(offer(set_aside(card), {"soy": 1}, seat=seat, partner=partner)).refused("CL-5.10")
    assert settled.when(offer(in_hand(0), {"soy": 1}, seat=seat, partner=partner)).events


def test_cl_5_10__a_set_aside_card_answers_no_request():
    settled = trading().when(offer(in_hand(1), {"red": 1})).when(AcceptTrade(seat=1, proposal=1, handed_over=(1,)))
    asked = settled.when(offer(in_hand(0), {"chili": 1}))
    asked.when(AcceptTrade(seat=1, proposal=2, handed_over=(4,))).refused("CL-5.13")


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_cl_5_11__only_the_active_player_ends_phase_2(seat):
    trading().when(EndTrading(seat=seat)).refused("CL-5.11").when(EndTrading(seat=0)).happens(TradingEnded(seat=0))


def test_cl_5_11__at_the_end_of_phase_2_proposals_lapse_and_turned_up_cards_are_set_aside():
    asked = trading().when(offer(in_hand(1), {"red": 1})).when(OfferDonation(seat=0, to=2, cards=in_hand(0)))
    ended = asked.when(EndTrading(seat=0)).then(
        TradeLapsed(proposal=1, reason="trading_ended"),
        DonationLapsed(proposal=2, reason="trading_ended"),
        CardsSetAside(seat=0, cards=("soy", "garden")),
        TradingEnded(seat=0),
        PhaseStarted(seat=0, phase="plant_set_aside"),
    )
    assert (("soy", "garden"), (), ()) == (ended.table.seats[0].set_aside, ended.table.turned_up, ended.table.proposals)


@pytest.mark.parametrize("phase", ["plant", "plant_set_aside", "draw"])
@pytest.mark.parametrize("command", TRADE_COMMANDS)
def test_cl_5_12__no_trade_outside_phase_2(phase, command):
    given("classic", phase=phase, set_aside={1: ["red"]} if phase == "plant_set_aside" else {}).when(command).refused(
        "CL-5.12"
    )


def test_cl_5_12__a_proposal_cannot_be_accepted_after_phase_2():
    asked = trading().when(offer(in_hand(1), {"red": 1}))
    asked.when(EndTrading(seat=0)).when(AcceptTrade(seat=1, proposal=1, handed_over=(1,))).refused("CL-5.12")
    assert asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,))).events


def test_cl_5_13__one_may_ask_for_anything_as_nobody_sees_the_other_hand():
    asked = trading().when(offer(in_hand(1), {"garden": 2})).then(proposed(1, (hand_card("chili", 1),), {"garden": 2}))
    asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(0, 1))).refused("CL-5.13")


@pytest.mark.parametrize("slot", [1, 3])
def test_cl_5_13__who_accepts_chooses_which_cards_of_the_variety_go(slot):
    trading().when(offer(in_hand(1), {"red": 1})).when(AcceptTrade(seat=1, proposal=1, handed_over=(slot,))).then(
        accepted(1, (hand_card("chili", 1),), (hand_card("red", slot),))
    )


@pytest.mark.parametrize("handed_over", [(), (0,), (1, 3), (1, 1), (4,), (1, 2)])
def test_cl_5_13__who_accepts_hands_over_what_was_asked_for(handed_over):
    asked = trading().when(offer(in_hand(1), {"red": 1}))
    asked.when(AcceptTrade(seat=1, proposal=1, handed_over=handed_over)).refused("CL-5.13")


def test_cl_5_13__nobody_else_learns_from_where_in_the_hand_a_card_came():
    event = accepted(1, (hand_card("chili", 1),), (hand_card("red", 3),))
    of_one = redact(event, seat_viewer(1), {})
    assert (("chili", None), ("red", 3)) == tuple((card.variety, card.slot) for card in of_one.given + of_one.received)


def test_amb_ge_6__several_proposals_may_be_open_and_a_card_may_stand_in_several():
    asked = trading().when(offer(in_hand(1), {"red": 1})).when(offer(in_hand(1), {"soy": 1}, partner=2))
    asked = asked.when(offer(in_hand(1), {"stink": 1}, seat=1, partner=0))
    assert [1, 2, 3] == [proposal.proposal for proposal in asked.table.proposals]


def test_amb_ge_16__with_an_empty_hand_turned_up_cards_may_be_traded_and_cards_received():
    empty = trading(hands={0: [], 1: ["red"]}).when(offer(face_up("soy"), {"red": 1}))
    settled = empty.when(AcceptTrade(seat=1, proposal=1, handed_over=(0,)))
    assert (("red",), beans("soy", 1)) == (settled.table.seats[0].set_aside, list(settled.table.seats[1].set_aside))
