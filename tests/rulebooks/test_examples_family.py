"""The worked examples that are the same by the classic and by the modern rulebook (B), each under its own clause."""

import pytest

from domain.commands import (
    AcceptDonation,
    AcceptTrade,
    BuyThirdField,
    CreateGame,
    DeclineDonation,
    DrawCards,
    EndPlanting,
    EndTrading,
    HarvestField,
    OfferDonation,
    PlantFromHand,
)
from domain.events import (
    CardsTurnedUp,
    DeckShuffled,
    DonationDeclined,
    PhaseSkipped,
    PhaseStarted,
    TradeLapsed,
    TradeProposed,
    TurnStarted,
)
from tests.rulebooks.family_scenes import OWN, drawn, ended, exhausted, in_both, offer, planted, ruled_by, sold
from tests.rulebooks.scenes import (
    beans,
    face_up,
    given,
    hand_card,
    in_hand,
    new_game,
    one_of_each_command,
    set_aside,
)


def harvested(edition, *fields, field=0, **more):
    return given(edition, fields={0: list(fields)}, **more).when(HarvestField(seat=0, field=field))


def trading(edition, hands, turned_up=(), **more):
    return given(edition, phase="trade", hands=hands, turned_up=turned_up, **more)


@ruled_by("CL-4.5", "MO-4.4")
def test_ex_b2__a_third_planting(edition, clause):
    given(edition, hands={0: ["soy"]}, planted=2).when(PlantFromHand(seat=0, field=0)).refused(clause)


@ruled_by("CL-4.4", "MO-4.3")
def test_ex_b3__ending_phase_1_without_planting(edition, clause):
    given(edition, hands={0: ["soy"]}).when(EndPlanting(seat=0)).refused(clause)


@in_both
def test_ex_b4__an_empty_hand_at_the_start_of_the_turn(edition):
    pile = [*beans("blue", 3), OWN[edition], "red", "red"]
    given(edition, phase="draw", active=3, hands={0: []}, draw_pile=pile).when(DrawCards(seat=3)).happens(
        TurnStarted(seat=0, turn=2),
        PhaseSkipped(seat=0, phase="plant", reason="empty_hand"),
        PhaseStarted(seat=0, phase="trade"),
        CardsTurnedUp(seat=0, cards=(OWN[edition], "red")),
    )


@ruled_by("CL-4.6", "MO-4.5")
def test_ex_b5__no_room_for_the_red_bean(edition, clause):
    table = given(edition, hands={0: ["red"]}, fields={0: [beans("blue", 2), beans("soy", 3)]})
    table = table.when(PlantFromHand(seat=0, field=0)).refused(clause)
    table = table.when(HarvestField(seat=0, field=1)).then(sold(1, "soy", 1, 2))
    table.when(PlantFromHand(seat=0, field=1)).then(planted(1, "red"))


@ruled_by("CL-6.4", "MO-6.4")
def test_ex_b6__a_lone_bean_beside_a_fuller_field(edition, clause):
    harvested(edition, ["red"], beans("blue", 4)).refused(clause)


@ruled_by("CL-6.4", "MO-6.4")
def test_ex_b7__a_lone_bean_beside_an_empty_field(edition, clause):
    harvested(edition, ["red"], []).refused(clause)
    harvested(edition, ["red"], [], options={"bean_protection": "ignore_empty"}).then(sold(0, "red", 0, 1))


@in_both
def test_ex_b8__three_lone_beans(edition):
    lone = harvested(edition, ["red"], ["blue"], ["soy"], field=1).then(sold(1, "blue", 0, 1))
    assert ("blue",) == lone.table.discard_pile


@in_both
@pytest.mark.parametrize(("cards", "coins"), [(2, 2), (3, 3), (5, 3)])
def test_ex_b9__garden_beans(edition, cards, coins):
    harvested(edition, beans("garden", cards), []).then(sold(0, "garden", coins, cards - coins))


@in_both
@pytest.mark.parametrize(
    ("variety", "cards", "coins"),
    [("blue", 9, 3), ("blue", 10, 4), ("chili", 8, 3), ("chili", 9, 4), ("green", 6, 3), ("green", 7, 4)],
)
def test_ex_b13__the_upper_steps(edition, variety, cards, coins):
    harvested(edition, beans(variety, cards), []).then(sold(0, variety, coins, cards - coins))


@in_both
def test_ex_b14__an_inactive_player_harvests_in_phase_2(edition):
    table = trading(edition, {0: ["blue"]}, fields={2: [beans("red", 4), []]}).when(offer(in_hand(0), {"soy": 1}))
    after = table.when(HarvestField(seat=2, field=0)).then(sold(0, "red", 3, 1, seat=2))
    assert table.table.proposals == after.table.proposals != ()


@ruled_by("CL-5.2", "MO-5.3")
def test_ex_b15__a_trade_between_two_inactive_players(edition, clause):
    trading(edition, {1: ["red"]}).when(offer(in_hand(0), {"soy": 1}, seat=1, partner=2)).refused(clause)


@in_both
def test_ex_b16__a_gift_declined(edition):
    waiting = trading(edition, {1: ["red"]}).when(OfferDonation(seat=1, to=0, cards=in_hand(0)))
    declined = waiting.when(DeclineDonation(seat=0, proposal=1)).then(DonationDeclined(proposal=1, seat=0))
    assert trading(edition, {1: ["red"]}).table.seats == declined.table.seats


@ruled_by("CL-5.10", "MO-5.8")
def test_ex_b17__a_received_card_offered_on(edition, clause):
    settled = trading(edition, {0: ["blue"], 1: ["soy"]}).when(offer(in_hand(0), {"soy": 1}))
    settled = settled.when(AcceptTrade(seat=1, proposal=1, handed_over=(0,)))
    settled.when(offer(set_aside("soy"), {"red": 1}, partner=2)).refused(clause)
    settled.when(OfferDonation(seat=0, to=2, cards=set_aside("soy"))).refused(clause)


@ruled_by("CL-5.7", "MO-5.6")
def test_ex_b18__a_card_that_went_to_somebody_else(edition, clause):
    asked = trading(edition, {0: ["blue"], 1: ["soy"], 2: ["red"]}).when(offer(in_hand(0), {"soy": 1}))
    gone = asked.when(offer(in_hand(0), {"red": 1}, partner=2))
    gone = gone.when(AcceptTrade(seat=2, proposal=2, handed_over=(0,)))
    gone = gone.happens(TradeLapsed(proposal=1, reason="card_gone"))
    gone.when(AcceptTrade(seat=1, proposal=1, handed_over=(0,))).refused(clause)


@in_both
def test_ex_b19__a_card_from_the_middle_of_the_hand(edition):
    hands = {0: ["blue"], 1: ["soy", "red", "chili", "green"]}
    asked = trading(edition, hands).when(offer(in_hand(0), {"red": 1}))
    settled = asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,)))
    assert ("soy", "chili", "green") == settled.table.seats[1].hand


@pytest.mark.parametrize(("edition", "wanted"), [("classic", "garden"), ("modern", "cocoa")])
def test_ex_b20__three_cards_for_one(edition, wanted):
    asked = trading(edition, {0: ["blue", "soy", "red"], 1: [wanted]}).when(offer(in_hand(0, 1, 2), {wanted: 1}))
    settled = asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(0,)))
    assert [(wanted,), ("blue", "soy", "red")] == [seat.set_aside for seat in settled.table.seats[:2]]


@ruled_by("CL-5.12", "MO-5.9")
def test_ex_b21__hand_cards_after_both_turned_up_cards_have_gone(edition, clause):
    turned_up = ("soy", OWN[edition])
    gone = trading(edition, {0: ["blue"]}, turned_up).when(OfferDonation(seat=0, to=1, cards=face_up(*turned_up)))
    gone = gone.when(AcceptDonation(seat=1, proposal=1))
    proposal = {"seat": 0, "partner": 1, "give": (hand_card("blue", 0),), "want": {"red": 1}, "want_turned_up": ()}
    gone.when(offer(in_hand(0), {"red": 1})).then(TradeProposed(proposal=2, give_coins=0, want_coins=0, **proposal))
    gone.when(EndTrading(seat=0)).when(offer(in_hand(0), {"red": 1})).refused(clause)


@ruled_by("CL-4.8", "MO-4.6")
def test_ex_b22__drawing_before_another_player_has_planted(edition, clause):
    table = given(edition, phase="plant_set_aside", set_aside={2: ["soy"]})
    table.when(DrawCards(seat=0)).refused(clause)


@ruled_by("CL-5.12", "MO-5.9")
def test_ex_b23__a_trade_in_phase_1(edition, clause):
    given(edition, hands={0: ["blue"]}).when(offer(in_hand(0), {"red": 1})).refused(clause)


@ruled_by("CL-7.5", "MO-7.4")
def test_ex_b28__nine_coins_with_three_players(edition, clause):
    given(edition, players=3, coins={0: 9}).when(BuyThirdField(seat=0)).refused(clause)
    assert [3, 3, 3] == [len(seat.fields) for seat in new_game(edition, players=3).table.seats]


@pytest.mark.parametrize(("edition", "below"), [("classic", "chili"), ("modern", "wax")])
def test_ex_b33__the_first_exhaustion_in_the_middle_of_a_draw(edition, below):
    discards = [*beans("blue", 10), *beans(below, 10)]
    table = given(edition, phase="draw", draw_pile=["red"], discard_pile=discards).when(DrawCards(seat=0))
    table.happens(
        drawn("red"),
        exhausted(1, "draw"),
        DeckShuffled(reason="exhaustion", count=20, order=tuple(discards)),
        drawn("blue", "blue"),
    )
    assert (18, ()) == (len(table.table.draw_pile), table.table.discard_pile)


@in_both
def test_ex_b36__the_third_exhaustion_with_the_last_card_drawn(edition):
    table = given(edition, phase="draw", draw_pile=beans("red", 3), exhaustions=2, coins={1: 1})
    table.when(DrawCards(seat=0)).then(
        drawn("red", "red", "red"), exhausted(3, "draw", final=True), ended(0, 1, 0, 0, winners=(1,))
    )


@in_both
def test_ex_b38__the_final_harvest(edition):
    fields = {1: [["red"], beans("red", 3)]}
    table = given(edition, phase="draw", draw_pile=["blue"], exhaustions=2, hands={1: 6}, fields=fields)
    table = table.when(DrawCards(seat=0)).happens(
        sold(0, "red", 0, 1, seat=1, reason="game_end"),
        sold(1, "red", 2, 1, seat=1, reason="game_end"),
        ended(0, 2, 0, 0, winners=(1,)),
    )
    assert ((), ()) == table.table.seats[1].fields


@in_both
def test_ex_b41__blue_in_two_fields(edition):
    table = given(edition, hands={0: ["blue"]}, fields={0: [beans("blue", 2), []]})
    table.when(PlantFromHand(seat=0, field=1)).then(planted(1, "blue"))


@in_both
def test_ex_b42__both_piles_empty(edition):
    table = given(edition, phase="draw", draw_pile=[], discard_pile=[], exhaustions=1).when(DrawCards(seat=0))
    table.happens(exhausted(2, "draw"), TurnStarted(seat=1, turn=2))
    assert (5, 2) == (len(table.table.seats[0].hand), table.table.exhaustions)


@ruled_by("CL-10.3", "MO-10.2")
def test_ex_b43__a_coin_in_a_proposal(edition, clause):
    hands, coins, coin_offer = {1: ["red"]}, {0: ["soy"]}, offer((), {"red": 1}, give_coins=1)
    trading(edition, hands, coins=coins).when(coin_offer).refused(clause)
    settled = trading(edition, hands, coins=coins, options={"trade_coins": True}).when(coin_offer)
    settled = settled.when(AcceptTrade(seat=1, proposal=1, handed_over=(0,)))
    assert (("soy",), ("red",)) == (settled.table.seats[1].coins, settled.table.seats[0].set_aside)


@ruled_by("CL-9.7", "MO-9.7")
@pytest.mark.parametrize("command", one_of_each_command(2), ids=str)
def test_ex_b44__a_command_after_the_end(edition, clause, command):
    over = given(edition, phase="draw", draw_pile=1, exhaustions=2).when(DrawCards(seat=0))
    over.when(CreateGame(edition=edition, players=4) if isinstance(command, CreateGame) else command).refused(clause)
