"""Sections 4 and 5 of the Bohnaparte rulebook: planting and storing, turning up and trading."""

import pytest

from domain.commands import (
    AcceptDonation,
    AcceptTrade,
    CardRef,
    DrawCards,
    EndPlanting,
    EndTrading,
    HarvestField,
    OfferDonation,
    PlantFromHand,
    PlantSetAside,
    ProposeTrade,
    WithdrawTrade,
)
from domain.editions.bohnaparte.commands import EndAttacks, StoreInDepot
from domain.editions.bohnaparte.events import CardStoredInDepot
from domain.events import (
    BeansDonated,
    CardsSetAside,
    CardsTurnedUp,
    PhaseStarted,
    TradeAccepted,
    TradeLapsed,
    TradingEnded,
)
from domain.field_audiences import redact
from domain.visibility import SPECTATOR, seat_viewer
from tests.rulebooks.bohnaparte_scenes import war
from tests.rulebooks.family_scenes import planted
from tests.rulebooks.scenes import beans, face_up, hand_card, in_hand, set_aside, turned_up_card

HANDS = {0: ["blue", "chili", "blue"], 1: ["green", "red", "soy"], 2: ["stink"]}


def planting(hand, *fields, **more):
    return war(phase="plant", hands={0: hand}, fields={0: list(fields) or [[], []]}, **more)


def setting_out(cards, fields=None, **more):
    return war(phase="plant_set_aside", set_aside=cards, fields=fields or {}, **more)


def trading(turned_up=("soy", "garden"), **more):
    return war(phase="trade", **({"hands": HANDS, "turned_up": turned_up} | more))


def stored(variety, source="hand", seat=0):
    return CardStoredInDepot(seat=seat, source=source, variety=variety)


def test_bp_4_1__the_front_card_then_perhaps_the_next_and_no_third():
    table = planting(["red", "red", "red"])
    table.when(EndPlanting(seat=0)).refused("BP-4.1/CL-4.4").when(PlantFromHand(seat=1, field=0)).refused(
        "BP-4.1/CL-4.4"
    )
    first = table.when(PlantFromHand(seat=0, field=0)).then(planted(0, "red"))
    first.when(EndPlanting(seat=0)).happens(PhaseStarted(seat=0, phase="trade"))
    second = first.when(PlantFromHand(seat=0, field=0)).then(planted(0, "red"))
    second.when(PlantFromHand(seat=0, field=0)).refused("BP-4.1/CL-4.5")


def test_bp_4_1__a_field_takes_one_variety_and_room_must_be_made():
    table = planting(["red"], ["blue"], ["soy", "soy"])
    table.when(PlantFromHand(seat=0, field=0)).refused("BP-4.1/CL-4.6")
    table.when(PlantFromHand(seat=0, field=2)).refused("BP-4.1/CL-4.1")
    table.when(HarvestField(seat=0, field=1)).when(PlantFromHand(seat=0, field=1)).then(planted(1, "red"))
    planting(["blue"], ["blue"], []).when(PlantFromHand(seat=0, field=1)).then(planted(1, "blue"))
    planting([], ["blue"], [], planted=1).when(PlantFromHand(seat=0, field=0)).refused("BP-4.1/CL-4.5")


def test_bp_4_1__every_set_aside_card_is_planted_before_anybody_goes_on():
    table = setting_out({0: ["soy", "red"], 1: ["blue"]})
    table.when(PlantSetAside(seat=2, variety="blue", field=0)).refused("BP-4.1/CL-4.7")
    table = table.when(PlantSetAside(seat=0, variety="red", field=0)).when(
        PlantSetAside(seat=1, variety="blue", field=0)
    )
    table.when(DrawCards(seat=0)).refused("BP-4.1/CL-4.8").when(EndAttacks(seat=0)).refused("BP-11.1")
    table.when(PlantSetAside(seat=0, variety="soy", field=1)).then(
        planted(1, "soy", "set_aside"), PhaseStarted(seat=0, phase="attack")
    )


def test_bp_4_2__in_phase_1_the_first_card_the_next_or_both():
    table = planting(["red", "blue", "soy"], depots={0: []})
    both = table.when(StoreInDepot(seat=0)).then(stored("red")).when(StoreInDepot(seat=0)).then(stored("blue"))
    assert (("soy",), ("red", "blue")) == (both.table.seats[0].hand, both.table.seats[0].annex.depot)
    table.when(PlantFromHand(seat=0, field=0)).when(StoreInDepot(seat=0)).then(stored("blue"))
    table.when(StoreInDepot(seat=0)).when(PlantFromHand(seat=0, field=0)).then(planted(0, "blue"))


def test_bp_4_2__storing_counts_as_planting():
    table = planting(["red", "blue", "soy"], depots={0: []}).when(StoreInDepot(seat=0))
    table.when(EndPlanting(seat=0)).happens(PhaseStarted(seat=0, phase="trade"))
    full = table.when(StoreInDepot(seat=0))
    full.when(StoreInDepot(seat=0)).refused("BP-4.1/CL-4.5").when(PlantFromHand(seat=0, field=0)).refused(
        "BP-4.1/CL-4.5"
    )


def test_bp_4_2__in_phase_3_any_set_aside_card_of_any_player():
    table = setting_out({0: ["soy", "red"], 1: ["blue", "chili"]}, depots={0: [], 1: ["green"]})
    table = table.when(StoreInDepot(seat=1, variety="chili")).then(stored("chili", "set_aside", 1))
    assert (("blue",), ("green", "chili")) == (table.table.seats[1].set_aside, table.table.seats[1].annex.depot)
    table = table.when(StoreInDepot(seat=0, variety="red")).when(PlantSetAside(seat=0, variety="soy", field=0))
    table.when(StoreInDepot(seat=1, variety="blue")).then(
        stored("blue", "set_aside", 1), PhaseStarted(seat=0, phase="attack")
    )


def test_bp_4_2__only_an_own_card_that_is_there_can_be_stored():
    table = setting_out({0: ["soy"], 1: ["blue"]}, depots={0: [], 1: []})
    table.when(StoreInDepot(seat=0, variety="blue")).refused("BP-4.1/CL-4.7").when(StoreInDepot(seat=0)).refused(
        "BP-4.1/CL-4.7"
    )
    front = planting(["red", "blue"], depots={0: [], 1: []})
    front.when(StoreInDepot(seat=0, variety="blue")).refused("BP-4.1/CL-4.4").when(StoreInDepot(seat=1)).refused(
        "BP-4.1/CL-4.4"
    )
    planting([], planted=1, depots={0: []}).when(StoreInDepot(seat=0)).refused("BP-4.1/CL-4.5")


def test_bp_4_2__nothing_is_stored_without_a_depot_or_in_a_full_one():
    planting(["red"]).when(StoreInDepot(seat=0)).refused("BP-4.2")
    planting(["red"], depots={0: beans("soy", 3)}).when(StoreInDepot(seat=0)).refused("BP-4.2")
    planting(["red"], depots={0: beans("soy", 2)}).when(StoreInDepot(seat=0)).then(stored("red"))
    setting_out({1: ["red"]}).when(StoreInDepot(seat=1, variety="red")).refused("BP-4.2")


@pytest.mark.parametrize("phase", ["trade", "attack", "draw"])
def test_bp_4_2__nothing_is_stored_in_another_phase(phase):
    table = war(phase=phase, hands={0: ["red"]}, depots={0: []})
    table.when(StoreInDepot(seat=0)).refused("BP-4.2").when(StoreInDepot(seat=0, variety="red")).refused("BP-4.2")


def test_bp_4_2__what_is_stored_from_the_hand_nobody_else_sees():
    (hidden,) = planting(["red"], depots={0: []}).when(StoreInDepot(seat=0)).events
    assert [stored("red"), stored("face_down"), stored("face_down")] == [
        redact(hidden, viewer, {}) for viewer in (seat_viewer(0), seat_viewer(1), SPECTATOR)
    ]
    seen = setting_out({0: ["red"]}, depots={0: []}).when(StoreInDepot(seat=0, variety="red")).events[0]
    assert stored("red", "set_aside") == redact(seen, SPECTATOR, {})


def test_bp_4_3__cards_in_a_depot_are_not_planted_traded_given_or_harvested():
    table = setting_out({0: ["soy"]}, depots={0: ["red", "red"]})
    table.when(PlantSetAside(seat=0, variety="red", field=0)).refused("BP-4.3")
    table.when(PlantSetAside(seat=0, variety="soy", field=0)).happens(planted(0, "soy", "set_aside"))
    offering = trading(depots={0: ["red"]})
    refs = (CardRef(source="depot", variety="red"),)
    offering.when(ProposeTrade(seat=0, partner=1, give=refs, want={"soy": 1})).refused("BP-4.3")
    offering.when(OfferDonation(seat=0, to=1, cards=refs)).refused("BP-4.3")
    assert 2 == offering.when(OfferDonation(seat=0, to=1, cards=in_hand(0))).table.next_proposal
    ended = war(phase="draw", depots={0: ["red", "red"]}, draw_pile=["soy"], discard_pile=[], exhaustions=3)
    assert ("red", "red") == ended.when(DrawCards(seat=0)).table.seats[0].annex.depot


@pytest.mark.parametrize(("farms", "cards"), [(0, 2), (1, 3), (2, 4)])
def test_bp_5_1__two_cards_and_one_for_each_own_farm_are_turned_up(farms, cards):
    owners = {"farm-3": 1} | {f"farm-{number}": 0 for number in range(1, farms + 1)}
    turning = war(owners, phase="plant", planted=1, draw_pile=beans("blue", 9)).when(EndPlanting(seat=0))
    turning.then(PhaseStarted(seat=0, phase="trade"), CardsTurnedUp(seat=0, cards=("blue",) * cards))


def test_bp_5_1__a_trade_with_the_active_player_by_consent():
    asked = trading().when(ProposeTrade(seat=0, partner=1, give=(*face_up("soy"), *in_hand(1)), want={"red": 1}))
    assert (HANDS[0], HANDS[1]) == tuple(list(seat.hand) for seat in asked.table.seats[:2])
    asked.when(AcceptTrade(seat=2, proposal=1, handed_over=(0,))).refused("BP-5.1/CL-5.6")
    asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(0,))).refused("BP-5.1/CL-5.13")
    settled = asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,)))
    settled.happens(
        TradeAccepted(
            proposal=1,
            seat=1,
            proposer=0,
            given=(turned_up_card("soy"), hand_card("chili", 1)),
            received=(hand_card("red", 1),),
            given_coins=(),
            received_coins=(),
        )
    )
    zero, one, _ = settled.table.seats
    assert (("red",), ("soy", "chili"), ("green", "soy")) == (zero.set_aside, one.set_aside, one.hand)


def test_bp_5_1__what_cannot_be_offered():
    table = trading(set_aside={0: ["red"]})
    offer = ProposeTrade(seat=0, partner=1, give=in_hand(0), want={"red": 1})
    table.when(ProposeTrade(seat=1, partner=2, give=in_hand(0), want={"stink": 1})).refused("BP-5.1/CL-5.2")
    table.when(ProposeTrade(seat=0, partner=1, give=in_hand(9), want={"red": 1})).refused("BP-5.1/CL-5.3")
    table.when(ProposeTrade(seat=1, partner=0, give=face_up("soy"), want={"blue": 1})).refused("BP-5.1/CL-5.4")
    table.when(ProposeTrade(seat=0, partner=1, give=(), want={"red": 1})).refused("BP-5.1/CL-5.5")
    table.when(ProposeTrade(seat=0, partner=1, give=set_aside("red"), want={"red": 1})).refused("BP-5.1/CL-5.10")
    table.when(OfferDonation(seat=0, to=1, cards=())).refused("BP-5.1/CL-5.8")
    table.when(OfferDonation(seat=1, to=2, cards=in_hand(0))).refused("BP-5.1/CL-5.2")
    war(phase="plant", hands=HANDS).when(offer).refused("BP-5.1/CL-5.12")
    war(phase="attack", hands=HANDS).when(offer).refused("BP-5.1/CL-5.12")
    assert 2 == table.when(offer).table.next_proposal


def test_bp_5_1__a_gift_needs_consent_too():
    offered = trading().when(OfferDonation(seat=1, to=0, cards=in_hand(0)))
    given = offered.when(AcceptDonation(seat=0, proposal=1))
    given.happens(BeansDonated(proposal=1, seat=0, giver=1, cards=(hand_card("green", 0),), coins=()))


def test_bp_5_1__a_proposal_whose_card_has_gone_lapses():
    both = trading().when(ProposeTrade(seat=0, partner=1, give=face_up("soy"), want={"red": 1}))
    both = both.when(ProposeTrade(seat=0, partner=2, give=face_up("soy"), want={"stink": 1}))
    settled = both.when(AcceptTrade(seat=2, proposal=2, handed_over=(0,)))
    assert 1 == next(event for event in settled.events if isinstance(event, TradeLapsed)).proposal
    settled.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,))).refused("BP-5.1/CL-5.7")
    both.when(WithdrawTrade(seat=1, proposal=1)).refused("BP-5.1/CL-5.6")


def test_bp_5_1__the_active_player_ends_the_phase_and_keeps_the_rest():
    trading().when(EndTrading(seat=1)).refused("BP-5.1/CL-5.11")
    trading().when(EndTrading(seat=0)).then(
        CardsSetAside(seat=0, cards=("soy", "garden")),
        TradingEnded(seat=0),
        PhaseStarted(seat=0, phase="plant_set_aside"),
    )


def test_bp_5_2__coins_are_traded_only_with_the_option():
    coins = {0: ["blue"], 1: ["soy"]}
    offer = ProposeTrade(seat=0, partner=1, give=face_up("soy"), want={"red": 1}, give_coins=1)
    trading(coins=coins).when(offer).refused("BP-5.2")
    trading(coins=coins).when(OfferDonation(seat=0, to=1, cards=in_hand(0), coins=1)).refused("BP-5.2")
    asked = trading(coins=coins, options={"trade_coins": True}).when(offer)
    settled = asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,)))
    assert ((), ("soy", "blue")) == tuple(seat.coins for seat in settled.table.seats[:2])
