"""Section 3 of the duel's rulebook: the five steps, what waits for the own turn, and the trading that there is not."""

import pytest

from domain.commands import BuyThirdField, CreateGame, HarvestField, PlantSetAside
from domain.editions.duel.discarding import HandCardDiscarded
from domain.editions.duel.turn_restrictions import NO_TRADING
from domain.events import PhaseSkipped, ThirdFieldBought, TurnEnded, TurnStarted
from tests.rulebooks.duel_scenes import (
    DRAW,
    END_PLANTING,
    LEAVE,
    OFFER,
    PLANT,
    TURNED_UP,
    begun,
    discard,
    discard_offered,
    draw,
    duel,
    left,
    matched,
    offered_discarded,
    plant,
    plant_offered,
    plant_turned_up,
    planted,
    sold,
    turned_up,
)
from tests.rulebooks.family_scenes import drawn
from tests.rulebooks.scenes import beans, no_game_yet, one_of_each_command

PHASES = [OFFER, PLANT, TURNED_UP, DRAW]
OWN_STEP = {
    plant_offered("red"): OFFER,
    discard_offered("red"): OFFER,
    plant(): PLANT,
    END_PLANTING: PLANT,
    plant_turned_up("red"): TURNED_UP,
    LEAVE: TURNED_UP,
    draw(): DRAW,
}
OUT_OF_ORDER = [(phase, command) for phase in PHASES for command, own in OWN_STEP.items() if phase != own]
SAID_BY_SECTION_4 = [(OFFER, plant()), (OFFER, END_PLANTING)]
TRADING = [command for command in one_of_each_command(0) if type(command) in NO_TRADING]


def in_step(phase, **more):
    cards = {"offer": ["red"]} if phase == OFFER else {"turned_up": ["red"]} if phase == TURNED_UP else {}
    return duel(phase, planted=int(phase == PLANT), hands={0: ["red", "soy"]}, **cards, **more)


def test_du_3_1__a_turn_has_five_steps_in_order():
    pile = ["wax", "soy", "chili", "blue", "green", "green"]
    turn = duel(OFFER, offer=["red", "stink"], hands={0: ["red", "wax", "blue"]}, draw_pile=pile)
    turn = turn.when(plant_offered("red")).then(planted("red", "offer"))
    turn = turn.when(discard_offered("stink")).then(offered_discarded("stink"), begun(PLANT))
    turn = turn.when(plant()).then(planted("red", "hand"))
    turn = turn.when(discard(1)).then(HandCardDiscarded(seat=0, variety="wax", slot=1))
    turn = turn.when(END_PLANTING).then(begun(TURNED_UP), turned_up("wax", "soy", "chili"), matched("wax"))
    turn = turn.when(plant_turned_up("wax", 1)).then(planted("wax", "turned_up", 1))
    turn = turn.when(LEAVE).then(left("wax", "soy", "chili"), begun(DRAW))
    turn = turn.when(draw()).then(
        drawn("blue", "green"), TurnEnded(seat=0), TurnStarted(seat=1, turn=2), begun(OFFER, seat=1)
    )
    assert (("wax", "soy", "chili"), ("stink",)) == (turn.table.annex.offer, turn.table.discard_pile)


@pytest.mark.parametrize(("phase", "command"), [case for case in OUT_OF_ORDER if case not in SAID_BY_SECTION_4])
def test_du_3_1__nothing_is_done_before_or_after_its_step(phase, command):
    in_step(phase).when(command).refused("DU-3.1")


@pytest.mark.parametrize(("command", "phase"), [*OWN_STEP.items()])
def test_du_3_1__everything_is_done_in_its_step(command, phase):
    assert in_step(phase).when(command).events


@pytest.mark.parametrize("phase", PHASES)
def test_du_3_1__nobody_sets_cards_aside(phase):
    in_step(phase).when(PlantSetAside(seat=0, variety="red", field=0)).refused("DU-3.1")


def test_du_3_2__without_an_offer_step_1_is_skipped():
    duel(DRAW, draw_pile=9).when(draw()).happens(
        PhaseSkipped(seat=1, phase="offer", reason="no_offer"), begun(PLANT, seat=1)
    )


def test_du_3_2__with_an_offer_it_is_not():
    table = duel(DRAW, offer=["red"], draw_pile=9).when(draw()).happens(begun(OFFER, seat=1))
    assert OFFER == table.table.turn.phase


def test_du_3_2__with_an_empty_hand_and_no_offer_the_turn_begins_with_step_3():
    table = duel(DRAW, hands={1: []}, draw_pile=["red"] * 2 + ["wax", "soy", "blue", "blue"]).when(draw())
    table.happens(
        PhaseSkipped(seat=1, phase="offer", reason="no_offer"),
        PhaseSkipped(seat=1, phase="plant", reason="empty_hand"),
        begun(TURNED_UP, seat=1),
    )


@pytest.mark.parametrize("phase", PHASES)
def test_du_3_3__only_the_active_player_harvests(phase):
    table = in_step(phase, fields={0: [beans("wax", 4), []], 1: [beans("wax", 4), []]})
    table.when(HarvestField(seat=1, field=0)).refused("DU-3.3")
    table.when(HarvestField(seat=0, field=0)).then(sold("wax", 1, 3))


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seat", [0, 1])
def test_du_3_4__a_third_field_is_bought_at_any_moment_also_out_of_turn(phase, seat):
    table = in_step(phase, coins={0: beans("soy", 3), 1: beans("soy", 3)}, fields={1: [["red", "red"], []]})
    table.when(BuyThirdField(seat=seat)).then(
        ThirdFieldBought(seat=seat, coin_cards=("soy",) * 3, destination="removed")
    )
    table.when(HarvestField(seat=1, field=0)).refused("DU-3.3")


def test_du_3_4__not_twice_and_not_with_too_few_coins_out_of_turn_either():
    table = duel(PLANT, coins={1: beans("soy", 6)})
    table.when(BuyThirdField(seat=1)).when(BuyThirdField(seat=1)).refused("DU-7.2")
    duel(PLANT, coins={1: beans("soy", 2)}).when(BuyThirdField(seat=1)).refused("DU-7.2")


@pytest.mark.parametrize("phase", PHASES)
def test_amb_du_7__in_a_game_of_version_1_only_the_active_player_buys_a_third_field(phase):
    table = in_step(phase, coins={0: beans("soy", 3), 1: beans("soy", 3)}, version="1")
    table.when(BuyThirdField(seat=1)).refused("DU-3.4").when(BuyThirdField(seat=0)).then(
        ThirdFieldBought(seat=0, coin_cards=("soy",) * 3, destination="removed")
    )


def test_du_3_3__nobody_harvests_or_buys_before_the_first_turn():
    seating = no_game_yet().when(CreateGame(edition="duel", players=2))
    seating.when(HarvestField(seat=0, field=0)).refused("DU-3.3").when(BuyThirdField(seat=0)).refused("DU-3.4")


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("command", TRADING, ids=str)
def test_du_3_5__nobody_trades_or_gives(phase, command):
    in_step(phase).when(command).refused("DU-3.5")


def test_du_3_5__not_even_while_seats_are_taken_or_a_discard_may_be_matched():
    seating = no_game_yet().when(CreateGame(edition="duel", players=2))
    matching = duel(
        TURNED_UP, turned_up=["red"], discard_pile=["red"], matching=True, options={"duel_matching": "choice"}
    )
    for command in TRADING:
        seating.when(command).refused("DU-3.5")
        matching.when(command).refused("DU-3.5")


def test_amb_du_3__these_are_all_the_commands_of_trading():
    assert {type(command).__name__ for command in TRADING} == {
        *("ProposeTrade", "AcceptTrade", "DeclineTrade", "WithdrawTrade", "EndTrading"),
        *("OfferDonation", "AcceptDonation", "DeclineDonation", "WithdrawDonation"),
    }


def test_du_3_1__harvests_and_purchases_fall_between_any_two_commands_of_the_own_turn():
    table = duel(hands={0: ["red", "wax"]}, fields={0: [["soy"], beans("blue", 4)]}, coins={0: 2}, draw_pile=9)
    table = table.when(HarvestField(seat=0, field=1)).when(plant(1)).when(BuyThirdField(seat=0)).when(plant(2))
    assert (("soy",), ("red",), ("wax",)) == table.table.seats[0].fields
