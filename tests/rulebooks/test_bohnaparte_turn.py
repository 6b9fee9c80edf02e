"""Sections 3, 6, 7 and 8 of the Bohnaparte rulebook: the turn, harvesting, no third field, drawing."""

import pytest

from domain.commands import (
    BuyThirdField,
    DrawCards,
    EndPlanting,
    EndTrading,
    HarvestField,
    PlantFromHand,
    PlantSetAside,
)
from domain.editions.bohnaparte.commands import BuildFortress, BuyDepot, DrawAbbeyCard, EndAttacks, StoreInDepot
from domain.editions.bohnaparte.events import AttacksEnded, DepotBought
from domain.events import (
    BeanPlanted,
    CardsDrawn,
    CardsTurnedUp,
    DeckShuffled,
    FieldHarvested,
    PhaseSkipped,
    PhaseStarted,
    TurnEnded,
    TurnStarted,
)
from tests.rulebooks.bohnaparte_scenes import against, fought, war, with_hand, with_pile
from tests.rulebooks.family_scenes import exhausted
from tests.rulebooks.scenes import beans

PHASES = ["plant", "trade", "plant_set_aside", "attack", "draw"]
OWN_PHASE = {
    EndTrading(seat=0): "trade",
    DrawCards(seat=0): "draw",
    EndPlanting(seat=0): "plant",
    PlantFromHand(seat=0, field=0): "plant",
}


def in_phase(phase, **more):
    set_aside = {0: ["red"]} if phase == "plant_set_aside" else {}
    fields = {0: [beans("soy", 2), ["red"]], 1: [beans("soy", 2), []]}
    return war(phase=phase, planted=1, set_aside=set_aside, **({"hands": {0: ["red"]}, "fields": fields} | more))


def test_bp_3_1__abbeys_and_five_phases_in_order():
    turn = war({"abbey-1": 0}, phase="abbey", hands={0: ["red"]}, draw_pile=beans("blue", 9))
    turn = turn.when(DrawAbbeyCard(seat=0))
    turn = turn.when(PlantFromHand(seat=0, field=0)).then(
        PhaseStarted(seat=0, phase="plant"), BeanPlanted(seat=0, field=0, variety="red", source="hand")
    )
    turn = turn.when(EndPlanting(seat=0)).then(
        PhaseStarted(seat=0, phase="trade"), CardsTurnedUp(seat=0, cards=("blue", "blue"))
    )
    turn = turn.when(EndTrading(seat=0)).happens(PhaseStarted(seat=0, phase="plant_set_aside"))
    turn = turn.when(PlantSetAside(seat=0, variety="blue", field=1)).when(
        PlantSetAside(seat=0, variety="blue", field=1)
    )
    turn = turn.happens(PhaseStarted(seat=0, phase="attack")).when(EndAttacks(seat=0))
    turn = turn.then(AttacksEnded(seat=0), PhaseStarted(seat=0, phase="draw")).when(DrawCards(seat=0))
    turn.then(
        CardsDrawn(seat=0, cards=("blue", "blue", "blue")),
        TurnEnded(seat=0),
        TurnStarted(seat=1, turn=2),
        PhaseStarted(seat=1, phase="plant"),
    )


@pytest.mark.parametrize(
    ("phase", "command"), [(phase, command) for phase in PHASES for command, own in OWN_PHASE.items() if phase != own]
)
def test_bp_3_1__no_phase_is_left_out_repeated_or_moved(phase, command):
    too_early = isinstance(command, DrawCards) and phase == "plant_set_aside"
    in_phase(phase).when(command).refused("BP-4.1/CL-4.8" if too_early else "BP-3.1")


def test_bp_3_1__a_phase_that_is_over_does_not_come_back():
    in_phase("attack").when(PlantFromHand(seat=0, field=1)).refused("BP-3.1")
    in_phase("plant").when(PlantFromHand(seat=0, field=1)).happens(
        BeanPlanted(seat=0, field=1, variety="red", source="hand")
    )


def test_bp_3_1__without_an_abbey_a_turn_begins_with_phase_1():
    drawn = war({"abbey-1": 2}, phase="draw").when(DrawCards(seat=0))
    assert drawn.events[-1] == PhaseStarted(seat=1, phase="plant")
    drawn = war({"abbey-1": 1}, phase="draw").when(DrawCards(seat=0))
    assert drawn.events[-1] == PhaseStarted(seat=1, phase="abbey")


def test_bp_3_2__an_empty_hand_leaves_phase_1_out():
    war(phase="draw", hands={1: []}, draw_pile=beans("blue", 9)).when(DrawCards(seat=0)).then(
        CardsDrawn(seat=0, cards=("blue", "blue", "blue")),
        TurnEnded(seat=0),
        TurnStarted(seat=1, turn=2),
        PhaseSkipped(seat=1, phase="plant", reason="empty_hand"),
        PhaseStarted(seat=1, phase="trade"),
        CardsTurnedUp(seat=1, cards=("blue", "blue")),
    )


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seat", [0, 1])
def test_bp_3_3__harvest_and_depot_at_any_moment_in_anybodys_turn(phase, seat):
    table = in_phase(phase, coins={0: 3, 1: 3})
    table.when(HarvestField(seat=seat, field=0)).happens(
        FieldHarvested(seat=seat, field=0, meter="soy", coins=("soy",), discarded=("soy",), reason="choice")
    )
    assert () == table.when(BuyDepot(seat=seat)).table.seats[seat].annex.depot


@pytest.mark.parametrize("phase", PHASES)
def test_bp_3_3__a_fortress_at_any_moment_of_the_own_turn(phase):
    table = in_phase(phase, owners={"quarry-1": 0})
    assert table.when(BuildFortress(seat=0, quarry="quarry-1", terrain="camp-orange")).table.seats[0].coins == ("soy",)


@pytest.mark.parametrize(
    "command",
    [
        HarvestField(seat=0, field=0),
        HarvestField(seat=1, field=0),
        BuyDepot(seat=1),
        BuildFortress(seat=0, quarry="quarry-1", terrain="camp-orange"),
        against("swamp-1"),
        EndAttacks(seat=0),
        DrawCards(seat=0),
    ],
)
@pytest.mark.parametrize("committed", [False, True])
def test_bp_3_3__nothing_interrupts_an_attack(command, committed):
    table = war(
        {"farm-1": 1, "quarry-1": 0},
        hands={0: ["blue"], 1: ["red"]},
        coins={0: 5, 1: 3},
        fields={0: [beans("soy", 2), []], 1: [beans("soy", 2), []]},
    )
    attacked = fought(table, "farm-1", *([with_hand(0)] if committed else []))
    attacked.when(command).refused("BP-3.3")


def test_bp_3_3__after_the_resolution_everything_is_possible_again():
    table = war({"farm-1": 1}, hands={0: ["blue"], 1: ["red"]}, coins={0: 5, 1: 3})
    over = fought(table, "farm-1", with_hand(0), with_hand(1))
    over.when(BuyDepot(seat=1)).then(DepotBought(seat=1, coin_cards=("face_down",) * 3))


def test_bp_6_1__a_harvest_sells_one_whole_own_field_by_its_beanometer():
    table = war(fields={0: [beans("soy", 5), beans("red", 1)]})
    sold = table.when(HarvestField(seat=0, field=0)).then(
        FieldHarvested(seat=0, field=0, meter="soy", coins=("soy",) * 2, discarded=("soy",) * 3, reason="choice")
    )
    assert ((), ("red",)) == sold.table.seats[0].fields
    assert ("soy",) * 5 == sold.table.seats[0].coins


def test_bp_6_1__an_empty_field_or_one_that_is_not_there_cannot_be_harvested():
    scene = war(fields={0: [beans("soy", 2), []]})
    scene.when(HarvestField(seat=0, field=1)).refused("BP-6.1/CL-6.6")
    scene.when(HarvestField(seat=0, field=2)).refused("BP-6.1/CL-6.1")
    assert scene.when(HarvestField(seat=0, field=0)).events


def test_bp_6_1__which_cards_become_coins_is_no_choice():
    scene = war(fields={0: [beans("soy", 4), []]})
    scene.when(HarvestField(seat=0, field=0, coin_cards=("soy",))).refused("BP-6.1/CL-6.8")
    assert scene.when(HarvestField(seat=0, field=0, coin_cards=("soy", "soy"))).events


def test_bp_6_1__a_lone_bean_is_protected():
    war(fields={0: [["soy"], beans("red", 2)]}).when(HarvestField(seat=0, field=0)).refused("BP-6.1/CL-6.4")
    war(fields={0: [["soy"], []]}).when(HarvestField(seat=0, field=0)).refused("BP-6.1/CL-6.4")
    lone = war(fields={0: [["soy"], ["red"]]}).when(HarvestField(seat=0, field=0))
    lone.then(FieldHarvested(seat=0, field=0, meter="soy", coins=(), discarded=("soy",), reason="choice"))
    relaxed = war(fields={0: [["soy"], []]}, options={"bean_protection": "ignore_empty"})
    relaxed.when(HarvestField(seat=0, field=0)).happens(lone.events[0])


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_bp_7_1__nobody_can_buy_a_third_field(players):
    table = war(players=players, coins={0: 9, 1: 9})
    table.when(BuyThirdField(seat=0)).refused("BP-7.1").when(BuyThirdField(seat=1)).refused("BP-7.1")
    assert () == table.when(BuyDepot(seat=1)).table.seats[1].annex.depot


@pytest.mark.parametrize(("extra", "cards"), [(None, 5), (0, 3), (1, 4), (2, 5)])
def test_bp_8_1__three_cards_and_as_many_more_as_wanted_for_villages(extra, cards):
    table = war({"village-1": 0, "village-2": 0, "village-3": 1}, phase="draw", draw_pile=beans("blue", 9))
    table.when(DrawCards(seat=0, extra=extra)).happens(CardsDrawn(seat=0, cards=("blue",) * cards))


def test_bp_8_1__no_more_than_one_for_each_village_and_nobody_else():
    table = war({"village-1": 0, "village-2": 0}, phase="draw")
    table.when(DrawCards(seat=0, extra=3)).refused("BP-8.1").when(DrawCards(seat=1)).refused("BP-8.1")
    war(phase="draw").when(DrawCards(seat=0, extra=1)).refused("BP-8.1")


def test_bp_8_1__a_village_conquered_this_turn_counts():
    table = war(hands={0: ["blue"]}, draw_pile=["red", *beans("blue", 8)])
    drawing = fought(table, "village-1", with_hand(0)).when(EndAttacks(seat=0))
    drawing.when(DrawCards(seat=0)).happens(CardsDrawn(seat=0, cards=("blue",) * 4))


@pytest.mark.parametrize("exhaustions", [0, 1, 2])
def test_bp_8_2__the_first_three_exhaustions_renew_the_pile_in_mid_draw(exhaustions):
    table = war(phase="draw", draw_pile=["blue"], discard_pile=["red"] * 4, exhaustions=exhaustions)
    table.when(DrawCards(seat=0)).happens(
        CardsDrawn(seat=0, cards=("blue",)),
        exhausted(exhaustions + 1, "draw"),
        DeckShuffled(reason="exhaustion", count=4, order=("red",) * 4),
        CardsDrawn(seat=0, cards=("red", "red")),
    )


def test_bp_8_2__a_combat_card_from_the_pile_counts_as_drawn():
    table = war(draw_pile=["blue"], discard_pile=["red"], hands={0: ["soy"]})
    fought(table, "farm-1", with_pile(0)).happens(
        exhausted(1, "attack"), DeckShuffled(reason="exhaustion", count=2, order=("soy", "red"))
    )


def test_bp_8_2__an_abbey_card_counts_as_drawn():
    table = war({"abbey-1": 0}, phase="abbey", draw_pile=["blue"], discard_pile=["red"], hands={0: ["soy"]})
    table.when(DrawAbbeyCard(seat=0)).happens(
        exhausted(1, "abbey"), DeckShuffled(reason="exhaustion", count=2, order=("blue", "red"))
    )


def test_bp_8_2__a_draw_that_finds_both_piles_empty_counts_as_an_exhaustion():
    table = war(phase="draw", draw_pile=[], exhaustions=1, hands={1: ["soy"]})
    table.when(DrawCards(seat=0)).then(
        exhausted(2, "draw"), TurnEnded(seat=0), TurnStarted(seat=1, turn=2), PhaseStarted(seat=1, phase="plant")
    )


def test_bp_8_2__cards_in_depots_and_in_an_attack_are_not_shuffled_in():
    table = war(
        {"farm-1": 1}, hands={0: ["soy"], 1: ["red"]}, depots={1: ["chili"]}, draw_pile=["blue"], coins={0: ["green"]}
    )
    fighting = fought(table, "farm-1", with_hand(0)).when(with_pile(1))
    fighting.happens(DeckShuffled(reason="exhaustion", count=1, order=("green",)))
    assert ("chili",) == fighting.table.seats[1].annex.depot
    assert ("blue", "soy") == fighting.table.discard_pile


def test_bp_8_2__a_depot_does_not_change_what_is_drawn():
    stored = war(hands={0: ["soy"]}, phase="plant", depots={0: []}, draw_pile=["blue"] * 9)
    assert 9 == len(stored.when(StoreInDepot(seat=0)).table.draw_pile)
