"""Section 9 of the Bohnaparte rulebook: the end of the war, and who has won."""

import pytest

from domain.commands import CreateGame, DrawCards, EndPlanting, EndTrading, PlantFromHand, PlantSetAside
from domain.editions import rulebook_of
from domain.editions.bohnaparte.boards import layout
from domain.editions.bohnaparte.commands import (
    ArrangeMerchantCards,
    BuildFortress,
    BuyDepot,
    BuyMerchant,
    ChooseCamp,
    ChooseStartPlayer,
    DrawAbbeyCard,
    EndAttacks,
    StoreInDepot,
)
from domain.editions.bohnaparte.events import (
    AbbeyCardRevealed,
    CombatCardCommitted,
    MerchantBought,
    MerchantStocked,
    TerrainConquered,
)
from domain.events import (
    CardsDrawn,
    CardsSetAside,
    CardsTurnedUp,
    DeckShuffled,
    DrawPileExhausted,
    FieldHarvested,
    GameEnded,
    PhaseStarted,
    TradingEnded,
    TurnStarted,
)
from tests.rulebooks.bohnaparte_scenes import against, fought, owner, values, war, with_depot, with_hand, with_pile
from tests.rulebooks.scenes import beans, one_of_each_command

LAST_PILE = {"draw_pile": ["red"], "discard_pile": ["soy"] * 3, "exhaustions": 3}
MANY = [
    cell.id
    for cell in layout("standard_3")
    if cell.terrain not in ("camp", "river") and cell.id not in ("farm-1", "farm-2", "farm-3")
]
"""Many terrains, all of them away from the farms."""
EVERY_COMMAND = [
    command
    for seat in (0, 1)
    for command in (
        *one_of_each_command(seat)[1:],
        CreateGame(edition="bohnaparte", players=3),
        ChooseCamp(seat=seat, terrain="camp-orange"),
        ChooseStartPlayer(seat=seat, chosen=0),
        DrawAbbeyCard(seat=seat),
        StoreInDepot(seat=seat),
        against("farm-1", seat=seat),
        with_hand(seat),
        EndAttacks(seat=seat),
        BuildFortress(seat=seat, quarry="quarry-1", terrain="quarry-1"),
        BuyDepot(seat=seat),
        BuyMerchant(seat=seat),
        ArrangeMerchantCards(seat=seat, taken=("red",)),
    )
]


def ended(*scores, winners, tie_break=None, reason="exhaustion"):
    return GameEnded(reason=reason, scores=scores, winners=winners, tie_break=tie_break)


def exhausted(phase, number=4, *, final=True):
    return DrawPileExhausted(number=number, final=final, phase=phase)


def last_draw(owners=None, **more):
    return war(owners, phase="draw", **(LAST_PILE | more)).when(DrawCards(seat=0))


def last_turning_up(owners=None, **more):
    return war(owners, phase="plant", planted=1, **(LAST_PILE | {"draw_pile": ["red", "blue"]} | more)).when(
        EndPlanting(seat=0)
    )


ALL_LEVEL = ended(1, 1, 1, winners=(0, 1, 2), tie_break="shared")


@pytest.mark.parametrize("exhaustions", [0, 1, 2])
def test_bp_9_1__the_fourth_exhaustion_and_none_before_it(exhaustions):
    last_draw().happens(exhausted("draw"), ALL_LEVEL)
    early = last_draw(exhaustions=exhaustions)
    early.happens(exhausted("draw", exhaustions + 1, final=False), TurnStarted(seat=1, turn=2))
    assert early.table.result is None


@pytest.mark.parametrize(("option", "exhaustions"), [(3, 2), (5, 4)])
def test_bp_9_1__the_option_names_another_one(option, exhaustions):
    last_draw(exhaustions=exhaustions, options={"exhaustions_to_end": option}).happens(
        exhausted("draw", exhaustions + 1), ALL_LEVEL
    )
    assert last_draw(exhaustions=exhaustions - 1, options={"exhaustions_to_end": option}).table.result is None


def test_bp_9_2__in_phase_2_that_phase_is_finished():
    trading = last_turning_up().then(
        PhaseStarted(seat=0, phase="trade"), CardsTurnedUp(seat=0, cards=("red", "blue")), exhausted("trade")
    )
    trading.when(EndTrading(seat=0)).then(CardsSetAside(seat=0, cards=("red", "blue")), TradingEnded(seat=0), ALL_LEVEL)


def test_bp_9_2__the_option_lets_phases_3_and_4_be_played():
    trading = last_turning_up(hands={0: ["chili"]}, options={"bp_final_attack_phase": True})
    planting = trading.when(EndTrading(seat=0))
    assert planting.events[-1] == PhaseStarted(seat=0, phase="plant_set_aside")
    attacking = planting.when(PlantSetAside(seat=0, variety="red", field=0))
    attacking = attacking.when(PlantSetAside(seat=0, variety="blue", field=1))
    assert attacking.events[-1] == PhaseStarted(seat=0, phase="attack")
    conquered = fought(attacking, "farm-1", with_hand(0))
    assert (0, None) == (owner(conquered, "farm-1"), conquered.table.result)
    conquered.when(EndAttacks(seat=0)).happens(ended(2, 1, 1, winners=(0,)))


@pytest.mark.parametrize("pile", [["red"], ["red", "soy"], ["red", "soy", "blue"]])
def test_bp_9_2__in_phase_5_the_game_ends_at_once(pile):
    last_draw(draw_pile=pile).then(CardsDrawn(seat=0, cards=tuple(pile)), exhausted("draw"), ALL_LEVEL)
    assert last_draw(draw_pile=[*pile, "blue", "blue", "blue"]).table.result is None


def test_bp_9_3__an_attack_that_needs_more_cards_gets_the_discards_reshuffled():
    table = war({"farm-1": 1}, coins={0: ["blue"]}, hands={1: ["soy"]}, **(LAST_PILE | {"discard_pile": []}))
    attacking = fought(table, "farm-1", with_pile(0))
    attacking.happens(exhausted("attack"))
    attacking.when(with_pile(1)).then(
        DeckShuffled(reason="exhaustion", count=1, order=("blue",)),
        CombatCardCommitted(seat=1, side="defence", round=1, source="pile", pile_card="blue"),
        attacking.when(with_pile(1)).events[2],
        ended(1, 2, 1, winners=(1,)),
    )


def test_bp_9_3__also_when_the_last_card_was_the_last_one_needed():
    table = war(coins={0: 3}, hands={0: ["soy"]}, **LAST_PILE)
    fought(table, "farm-1", with_hand(0)).happens(
        exhausted("attack"), TerrainConquered(terrain="farm-1", loser=None, to=0), ended(2, 1, 1, winners=(0,))
    )


def test_bp_9_3__a_second_round_of_riders_is_still_fought():
    table = war(
        {"paddock-1": 0, "farm-1": 1},
        hands={0: ["blue"], 1: ["stink"]},
        options={"bp_riders": "on"},
        **(LAST_PILE | {"draw_pile": ["chili"]}),
    )
    first = fought(table, "farm-1", with_pile(1), riders="paddock-1")
    assert first.table.result is None
    second = first.when(with_hand(0)).when(with_hand(1))
    assert (20, 16, "attack") == values(second)
    second.happens(ended(3, 1, 1, winners=(0,)))


def test_bp_9_3__an_earlier_exhaustion_lets_the_attacks_go_on():
    table = war(hands={0: ["soy"]}, **(LAST_PILE | {"exhaustions": 2}))
    fought(table, "farm-1", with_hand(0)).when(against("swamp-1"))


def test_bp_9_4__at_an_abbey_the_card_is_dealt_with_and_the_game_ends():
    table = war({"abbey-1": 0}, phase="abbey", coins={}, hands={0: ["soy"]}, **LAST_PILE)
    end = table.when(DrawAbbeyCard(seat=0))
    end.then(AbbeyCardRevealed(seat=0, variety="red", result="coin"), exhausted("abbey"), ended(2, 1, 1, winners=(0,)))
    assert ("red",) == end.table.seats[0].coins


def test_bp_9_4__at_the_purchase_of_a_merchant_too():
    table = war({"forest-1": 1}, phase="trade", coins={1: 3}, options={"bp_riders": "on"}, **LAST_PILE)
    table.when(BuyMerchant(seat=1)).then(
        MerchantBought(seat=1, coin_cards=("face_down",) * 3),
        MerchantStocked(seat=1, cards=("red",)),
        exhausted("trade"),
        ended(1, 2, 1, winners=(1,)),
    )


def twelfth(owned, **more):
    owners = dict.fromkeys(MANY[: owned - 1], 0)
    table = war(owners, hands={0: ["blue"]}, draw_pile=beans("soy", 9), **more)
    return fought(table, "farm-1", with_hand(0))


def test_bp_9_5__the_game_ends_at_once_with_twelve_terrains():
    end = twelfth(11)
    assert ("twelve_terrains", (0,)) == (end.table.result.reason, end.table.result.winners)
    end.when(EndAttacks(seat=0)).refused("BP-9.9")
    assert twelfth(10).table.result is None


def test_bp_9_5__the_camp_need_not_be_among_them():
    camp_lost = dict.fromkeys(MANY[:11], 0) | {"camp-orange": 1}
    end = fought(war(camp_lost, hands={0: ["blue"]}, draw_pile=["soy"] * 9), "farm-1", with_hand(0))
    assert "twelve_terrains" == end.table.result.reason


def against_the_last(owners):
    table = war({"farm-1": 0} | owners, hands={0: ["blue"], 1: ["soy"]})
    return fought(table, "camp-black", with_hand(0), with_hand(1))


def test_bp_9_6__the_game_ends_when_somebody_has_no_terrain_left():
    end = against_the_last({"farm-2": 0})
    end.happens(ended(4, 0, 1, winners=(0,), reason="no_terrain"))


def test_bp_9_6__losing_the_camp_alone_ends_nothing():
    assert against_the_last({"farm-2": 0, "swamp-2": 1}).table.result is None


def test_bp_9_7__most_points_win_whoever_ended_the_game():
    rich = dict.fromkeys(["city-1", "city-2", "city-3", "camp-black", "village-2", "swamp-3", "iron-mine-3"], 1)
    cheap = dict.fromkeys([name for name in MANY if name not in rich][:10], 0)
    forts = {"fortresses": ["camp-black", "village-2"]}
    end = fought(war(cheap | rich, hands={0: ["blue"]}, draw_pile=["soy"] * 9, **forts), "farm-1", with_hand(0))
    end.happens(ended(12, 15, 1, winners=(1,), reason="twelve_terrains"))


def test_bp_9_7__each_terrain_counts_and_each_fortress_on_an_own_one():
    owners = {"city-1": 0, "farm-1": 0, "quarry-1": 0, "village-3": 1}
    last_draw(owners, fortresses=["farm-1", "abbey-1"], empty=["quarry-1"]).happens(ended(7, 2, 1, winners=(0,)))


def test_bp_9_8__everything_else_is_worth_nothing_and_nothing_is_harvested():
    end = last_draw(
        {"iron-mine-1": 2},
        coins={0: 9},
        hands={0: beans("garden", 3)},
        fields={0: [beans("red", 5), []]},
        depots={0: ["soy"]},
    )
    end.happens(ended(1, 1, 2, winners=(2,)))
    assert not any(isinstance(event, FieldHarvested) for event in end.events)
    assert ("red",) * 5 == end.table.seats[0].fields[0]


@pytest.mark.parametrize(
    ("option", "winners"), [("shared", (0, 1, 2)), ("terrains", (0, 2)), ("coins", (1,)), (None, (0, 1, 2))]
)
def test_bp_9_9__a_tie_is_shared_unless_the_option_decides(option, winners):
    owners = {"city-1": 1, "camp-black": None, "farm-1": 0, "swamp-1": 0, "farm-3": 2, "swamp-3": 2}
    options = {} if option is None else {"bp_tie_break": option}
    last_draw(owners, coins={0: 1, 1: 3, 2: 2}, options=options).happens(
        ended(3, 3, 3, winners=winners, tie_break=option or "shared")
    )


def test_bp_9_9__what_a_tie_break_leaves_level_is_shared():
    tied = {"farm-1": 0, "farm-2": 1}
    for option in ("terrains", "coins"):
        last_draw(tied, coins={0: 2, 1: 2, 2: 5}, options={"bp_tie_break": option}).happens(
            ended(2, 2, 1, winners=(0, 1), tie_break=option)
        )


@pytest.mark.parametrize("command", EVERY_COMMAND)
def test_bp_9_9__after_the_end_every_command_is_refused(command):
    last_draw(hands={0: ["red"]}, depots={0: ["soy"]}).when(command).refused("BP-9.9")


def test_bp_9_9__these_are_all_the_commands_there_are():
    rulebook = rulebook_of(last_draw().table)
    opening = {command for phase in rulebook.opening for command in phase.moves}
    known = {type(command) for command in [*EVERY_COMMAND, with_depot(0, "red"), PlantFromHand(seat=0, field=0)]}
    assert {*rulebook.moves, *opening} <= known
