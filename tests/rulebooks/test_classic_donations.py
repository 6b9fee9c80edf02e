"""Section 5 of the classic rulebook: gifts."""

import pytest

from domain.commands import (
    AcceptDonation,
    AcceptTrade,
    DeclineDonation,
    EndTrading,
    OfferDonation,
    ProposeTrade,
    WithdrawDonation,
)
from domain.events import BeansDonated, DonationDeclined, DonationLapsed, DonationOffered, DonationWithdrawn
from tests.rulebooks.scenes import (
    face_up,
    given,
    hand_card,
    in_hand,
    one_of_each_command,
    set_aside,
    turned_up_card,
)

GIFT_COMMANDS = [command for command in one_of_each_command(0) if "Donation" in type(command).__name__]


def giving(**more):
    hands = {0: ["blue", "chili"], 1: ["green", "red"], 2: ["stink"], 3: []}
    return given("classic", phase="trade", hands=hands, turned_up=["soy", "garden"], **more)


def gift(cards, *, seat=0, to=1):
    return OfferDonation(seat=seat, to=to, cards=cards)


def offered(cards, *, seat=0, to=1):
    return DonationOffered(proposal=1, seat=seat, to=to, cards=cards, coins=0)


@pytest.mark.parametrize("to", [1, 2, 3])
def test_cl_5_8__the_active_player_gives_turned_up_and_hand_cards_to_any_other(to):
    giving().when(gift((*face_up("soy"), *in_hand(1)), to=to)).then(
        offered((turned_up_card("soy"), hand_card("chili", 1)), to=to)
    )


def test_cl_5_8__others_give_hand_cards_to_the_active_player():
    taken = giving().when(gift(in_hand(1), seat=1, to=0)).then(offered((hand_card("red", 1),), seat=1, to=0))
    taken.when(AcceptDonation(seat=0, proposal=1)).then(
        BeansDonated(proposal=1, seat=0, giver=1, cards=(hand_card("red", 1),), coins=())
    )


@pytest.mark.parametrize(("seat", "to"), [(1, 2), (2, 3), (3, 1)])
def test_cl_5_2__no_gift_between_two_players_who_are_not_active(seat, to):
    giving().when(gift(in_hand(0), seat=seat, to=to)).refused("CL-5.2")


@pytest.mark.parametrize("to", [0, 4])
def test_cl_5_8__a_gift_goes_to_another_player(to):
    giving().when(gift(in_hand(0), to=to)).refused("CL-5.8").when(gift(in_hand(0), to=3)).happens(
        offered((hand_card("blue", 0),), to=3)
    )


def test_cl_5_8__a_gift_contains_something():
    giving().when(gift(())).refused("CL-5.8").when(gift(in_hand(0))).then(offered((hand_card("blue", 0),)))


def test_cl_5_4__others_give_no_turned_up_card_away():
    giving().when(gift(face_up("soy"), seat=1, to=0)).refused("CL-5.4")
    giving().when(gift(face_up("soy"))).then(offered((turned_up_card("soy"),)))


def test_cl_5_3__nobody_gives_what_is_not_there():
    giving().when(gift(in_hand(2))).refused("CL-5.3").when(gift(face_up("red"))).refused("CL-5.3")


@pytest.mark.parametrize("seat", [0, 2])
def test_cl_5_8__only_the_receiver_accepts_or_declines(seat):
    waiting = giving().when(gift(in_hand(0)))
    waiting.when(AcceptDonation(seat=seat, proposal=1)).refused("CL-5.8")
    waiting.when(DeclineDonation(seat=seat, proposal=1)).refused("CL-5.8")
    waiting.when(AcceptDonation(seat=1, proposal=1)).happens(
        BeansDonated(proposal=1, seat=1, giver=0, cards=(hand_card("blue", 0),), coins=())
    )


def test_cl_5_8__nobody_is_obliged_to_accept_and_nothing_moves_before():
    waiting = giving().when(gift(in_hand(0)))
    declined = waiting.when(DeclineDonation(seat=1, proposal=1)).then(DonationDeclined(proposal=1, seat=1))
    assert giving().table.seats == waiting.table.seats == declined.table.seats
    declined.when(AcceptDonation(seat=1, proposal=1)).refused("CL-5.6")


def test_cl_5_6__the_giver_and_nobody_else_withdraws():
    waiting = giving().when(gift(in_hand(0))).when(WithdrawDonation(seat=1, proposal=1)).refused("CL-5.6")
    assert waiting.table.proposals == giving().when(gift(in_hand(0))).table.proposals
    withdrawn = waiting.when(WithdrawDonation(seat=0, proposal=1)).then(DonationWithdrawn(proposal=1, seat=0))
    withdrawn.when(AcceptDonation(seat=1, proposal=1)).refused("CL-5.6")


def test_cl_5_6__a_gift_is_not_answered_as_a_trade():
    giving().when(gift(in_hand(0))).when(AcceptTrade(seat=1, proposal=1)).refused("CL-5.6")
    asked = giving().when(ProposeTrade(seat=0, partner=1, give=in_hand(0), want={"red": 1}))
    asked.when(AcceptDonation(seat=1, proposal=1)).refused("CL-5.6")


def test_cl_5_7__a_gift_lapses_when_its_card_has_gone():
    waiting = giving().when(gift(in_hand(0))).when(gift(in_hand(0), to=2)).when(AcceptDonation(seat=2, proposal=2))
    waiting.happens(DonationLapsed(proposal=1, reason="card_gone"))
    waiting.when(AcceptDonation(seat=1, proposal=1)).refused("CL-5.7")


def test_cl_5_10__a_gift_lies_in_the_receivers_set_aside_area_and_is_not_given_on():
    taken = giving().when(gift(face_up("garden"), to=1)).when(AcceptDonation(seat=1, proposal=1))
    assert (("green", "red"), ("garden",)) == (taken.table.seats[1].hand, taken.table.seats[1].set_aside)
    taken.when(gift(set_aside("garden"), seat=1, to=0)).refused("CL-5.10")
    assert taken.when(gift(in_hand(0), seat=1, to=0)).events


def test_cl_5_10__the_active_player_gives_no_received_card_away_as_if_turned_up():
    taken = giving().when(gift(in_hand(1), seat=1, to=0)).when(AcceptDonation(seat=0, proposal=1))
    taken.when(gift(face_up("red"), to=2)).refused("CL-5.10")
    assert taken.when(gift(face_up("soy"), to=2)).events


@pytest.mark.parametrize("phase", ["plant", "plant_set_aside", "draw"])
@pytest.mark.parametrize("command", GIFT_COMMANDS)
def test_cl_5_12__no_gift_outside_phase_2(phase, command):
    given("classic", phase=phase, set_aside={1: ["red"]} if phase == "plant_set_aside" else {}).when(command).refused(
        "CL-5.12"
    )


def test_cl_5_12__a_gift_cannot_be_accepted_after_phase_2():
    waiting = giving().when(gift(in_hand(0)))
    waiting.when(EndTrading(seat=0)).when(AcceptDonation(seat=1, proposal=1)).refused("CL-5.12")
    assert waiting.when(AcceptDonation(seat=1, proposal=1)).events
