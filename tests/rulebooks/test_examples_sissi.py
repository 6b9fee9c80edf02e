"""The examples of Sissi's rulebook as printed, and the cases of the rulings."""

import pytest

from domain.commands import (
    AcceptTrade,
    BuyThirdField,
    DrawCards,
    EndPlanting,
    EndTrading,
    HarvestField,
    PlantFromHand,
    PlantSetAside,
    ProposeTrade,
)
from domain.events import BeanPlanted, CardsDrawn, FieldHarvested
from tests.rulebooks.scenes import face_up, given, in_hand, new_game


def paid(*field):
    """What seat 0 gets for a field beside one of two cards: coins and discards."""
    scene = given("sissi", fields={0: [field, ["red", "sissi"]]}).when(HarvestField(seat=0, field=0))
    event = next(event for event in scene.events if isinstance(event, FieldHarvested))
    return event.coins, event.discarded


def alternating(cards, last):
    """Return this many cards, this one last."""
    captain = "stink" if last == "sissi" else last
    order = [last if index % 2 == 0 else ("sissi" if last != "sissi" else captain) for index in range(cards)]
    return order[::-1]


def planting(front, *fields):
    return given("sissi", hands={0: [front]}, fields={0: fields})


@pytest.mark.parametrize(("cards", "coins"), [(3, 0), (4, 1), (7, 1), (8, 3), (9, 3), (10, 5), (12, 5)])
def test_ex_a6__the_printed_meter(cards, coins):
    assert len(paid(*alternating(cards, "green"))[0]) == coins


def a8(**more):
    hands = {0: ["sissi", "chili"], 1: ["stink", "red"]}
    return given("sissi", phase="trade", turned_up=["soy", "garden"], hands=hands, **more)


def test_ex_a7__keeps_one_and_offers_the_other():
    table = a8().when(ProposeTrade(seat=0, partner=1, give=face_up("soy"), want={"red": 1}))
    assert len(table.table.proposals) == 1


def test_ex_a8_and_a9__two_for_one_then_planted_in_the_order_of_choice():
    offer = ProposeTrade(seat=0, partner=1, give=(*face_up("soy"), *in_hand(0)), want={"red": 1})
    settled = a8(fields={0: [["red", "sissi"], ["garden", "sissi"]]}).when(offer)
    settled = settled.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,)))
    assert [seat.set_aside for seat in settled.table.seats[:2]] == [("red",), ("soy", "sissi")]
    planted = settled.when(EndTrading(seat=0)).when(PlantSetAside(seat=0, variety="red", field=0))
    planted = planted.when(PlantSetAside(seat=0, variety="garden", field=1))
    assert planted.table.seats[0].fields == (("red", "sissi", "red"), ("garden", "sissi", "garden"))


def test_ex_a10__two_sissi_in_a_row_are_sold_in_phase_5():
    scene = given("sissi", phase="draw", fields={0: [["red", "sissi", "sissi"], []]}).when(DrawCards(seat=0))
    scene.happens(
        FieldHarvested(
            seat=0, field=0, meter="sissi", coins=("sissi",), discarded=("red", "sissi"), reason="sissi_action"
        )
    )


@pytest.mark.parametrize(
    ("field", "coins", "discarded"),
    [
        (["chili", "sissi", "chili", "sissi"], ("sissi",), 3),
        (["chili", "chili"], (), 2),
        (["chili", "sissi", "chili"], (), 3),
    ],
    ids=["a11", "a12", "a13"],
)
def test_ex_a11_to_a13__what_chili_and_sissi_pay(field, coins, discarded):
    assert (paid(*field)[0], len(paid(*field)[1])) == (coins, discarded)


def test_ex_d1__soy_on_soy_in_phase_1_needs_a_harvest_first():
    table = planting("soy", ["soy"], ["red", "sissi"])
    table.when(PlantFromHand(seat=0, field=0)).refused("SI-4.4")
    harvested = table.when(HarvestField(seat=0, field=1))
    assert harvested.table.seats[0].coins == ()
    assert harvested.when(PlantFromHand(seat=0, field=1)).table.seats[0].fields[1] == ("soy",)


def test_ex_d2__soy_on_soy_in_phase_3_doubles():
    table = given("sissi", phase="plant_set_aside", set_aside={0: ["soy"]}, fields={0: [["soy"], []]})
    table.when(PlantSetAside(seat=0, variety="soy", field=0)).happens(
        BeanPlanted(seat=0, field=0, variety="soy", source="set_aside", doubled=True)
    )


def test_ex_d3_to_d6__what_fits_in_phase_1():
    assert planting("red", ["sissi"], []).when(PlantFromHand(seat=0, field=0)).events
    planting("soy", ["red", "sissi"], []).when(PlantFromHand(seat=0, field=0)).refused("SI-4.1")
    received = given("sissi", phase="plant_set_aside", set_aside={0: ["soy"]}, fields={0: [["red", "sissi"], []]})
    received.when(PlantSetAside(seat=0, variety="soy", field=0)).refused("SI-4.1")
    assert planting("sissi", [], ["red"]).when(PlantFromHand(seat=0, field=0)).events
    sissi = planting("sissi", ["sissi"], [])
    sissi.when(PlantFromHand(seat=0, field=0)).refused("SI-4.4")
    assert sissi.when(PlantFromHand(seat=0, field=1)).events


@pytest.mark.parametrize(
    ("field", "coins"),
    [
        (["sissi", "red", "sissi"], ("sissi",)),
        (["red", "sissi"], ()),
        (["red", "sissi", "red", "sissi"], ("sissi",)),
        (["red", "sissi", "red", "sissi", "red"], ("red", "sissi", "red")),
        (["chili", "sissi", "chili", "sissi", "chili"], ("chili",)),
        (["sissi", "garden"], ("garden",)),
    ],
    ids=["d7", "d8", "d9", "d9 and another red", "d10", "d11"],
)
def test_ex_d7_to_d11__small_fields(field, coins):
    assert paid(*field)[0] == coins


@pytest.mark.parametrize(("cards", "last", "coins"), [(10, "sissi", 3), (10, "stink", 3), (11, "stink", 5)])
def test_ex_d12__large_fields(cards, last, coins):
    assert len(paid(*alternating(cards, last))[0]) == coins


@pytest.mark.parametrize(("scope", "left"), [("active_player", ("soy", "soy")), ("all_players", ())])
def test_ex_d13__the_doubled_field_of_another(scope, left):
    table = given("sissi", phase="draw", fields={1: [["soy", "soy"], []]}, options={"sissi_action_scope": scope})
    assert table.when(DrawCards(seat=0)).table.seats[1].fields[0] == left


def test_ex_d14__planted_on_then_sold_in_its_owners_phase_5():
    pile = ["chili"] * 4 + ["sissi", "red"] + ["chili"] * 8
    waiting = given("sissi", phase="draw", hands={1: ["sissi"]}, fields={1: [["soy", "soy"], []]}, draw_pile=pile)
    planted = waiting.when(DrawCards(seat=0)).when(PlantFromHand(seat=1, field=0))
    assert planted.table.seats[1].fields[0] == ("soy", "soy", "sissi")
    drawing = planted.when(EndPlanting(seat=1)).when(EndTrading(seat=1))
    for kept in ("sissi", "red"):
        drawing = drawing.when(PlantSetAside(seat=1, variety=kept, field=1))
    drawing.when(DrawCards(seat=1)).happens(
        FieldHarvested(
            seat=1, field=0, meter="sissi", coins=("sissi",), discarded=("soy", "soy"), reason="sissi_action"
        )
    )


def test_ex_d15__sissi_for_sissi():
    table = given("sissi", phase="trade", hands={0: ["sissi"], 1: ["sissi"]})
    table = table.when(ProposeTrade(seat=0, partner=1, give=in_hand(0), want={"sissi": 1}))
    settled = table.when(AcceptTrade(seat=1, proposal=1, handed_over=(0,))).when(EndTrading(seat=0))
    both = settled.when(PlantSetAside(seat=0, variety="sissi", field=0)).when(
        PlantSetAside(seat=1, variety="sissi", field=0)
    )
    assert [seat.fields[0] for seat in both.table.seats[:2]] == [("sissi",), ("sissi",)]


@pytest.mark.parametrize(("pile", "exhaustions", "seats"), [(30, 0, [2, 3, 0, 1]), (2, 2, [2, 3])], ids=["d16", "d17"])
def test_ex_d16_and_d17__everybody_draws_while_there_are_cards(pile, exhaustions, seats):
    scene = given("sissi", phase="draw", active=2, draw_pile=pile, exhaustions=exhaustions).when(DrawCards(seat=2))
    assert [event.seat for event in scene.events if isinstance(event, CardsDrawn)] == seats
    assert (scene.table.result is not None) == (exhaustions == 2)


@pytest.mark.parametrize(("active", "winner"), [(3, 3), (1, 0)])
def test_ex_d18__the_last_active_of_the_tied_wins(active, winner):
    rich = {0: ["soy"], 3: ["soy"]}
    scene = given("sissi", phase="draw", active=active, draw_pile=1, exhaustions=2, coins=rich)
    assert scene.when(DrawCards(seat=active)).table.result.winners == (winner,)


@pytest.mark.parametrize(("players", "fields", "pile"), [(3, 3, 105), (4, 2, 100)])
def test_ex_d19__the_table_at_the_start(players, fields, pile):
    table = new_game("sissi", players=players).table
    assert (len(table.seats[0].fields), len(table.draw_pile)) == (fields, pile)


def test_ex_d20__nothing_can_be_bought():
    given("sissi", coins={0: 5}).when(BuyThirdField(seat=0)).refused("SI-7.1")
