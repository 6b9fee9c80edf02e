"""Section 14 of the Bohnaparte rulebook, its first half: the other sides of the cards, crossing rivers, riders."""

import json

import pytest

from domain.commands import CreateGame, DrawCards, PlantFromHand
from domain.editions.bohnaparte.areas import board_of
from domain.editions.bohnaparte.boards import layout
from domain.editions.bohnaparte.commands import BuildFortress, BuyDepot, BuyMerchant, EndAttacks, StoreInDepot
from domain.editions.bohnaparte.events import (
    AttackDeclared,
    CombatResolved,
    RidersBeaten,
    RidersReadied,
    TerrainConquered,
)
from domain.events import BeanPlanted, GameEnded, PhaseStarted, TurnEnded, TurnStarted
from tests.rulebooks.bohnaparte_scenes import (
    against,
    fought,
    outcome,
    owner,
    terrain,
    values,
    war,
    with_depot,
    with_hand,
)
from tests.rulebooks.scenes import new_game, no_game_yet

RIDERS = {"bp_riders": "on"}
MINE_AND_FARM = {"paddock-1": 0, "farm-1": 1}
ROWS = (
    ["camp", "river", "river", "city", "camp", "camp", "forest", "paddock"],
    ["farm", "farm", "farm", "farm", "iron_mine", "quarry"],
)
"""A board on which two rivers lie side by side."""
OF_BOTH_KINDS = {
    "bp_shape": "custom",
    "bp_board": json.dumps(
        [
            {"row": row, "x": 2 * place + row, "terrain": kind}
            for row, kinds in enumerate(ROWS)
            for place, kind in enumerate(kinds)
        ]
    ),
    "bp_riders": "combined",
}


def riding(owners=None, **more):
    return war(MINE_AND_FARM if owners is None else owners, **({"options": RIDERS} | more))


def charged(defence, **more):
    """Seat 0's riders against seat 1's farm, which this card of the hand defends."""
    table = {"hands": {0: ["blue", "soy"], 1: [defence, "green"]}} | more
    return fought(riding(**table), "farm-1", with_hand(1), riders="paddock-1")


def test_bp_14_1__the_other_sides_lie_where_mines_and_quarries_lay():
    cells = board_of(new_game("bohnaparte", players=3, options=RIDERS).table).cells
    other = {"iron_mine": "paddock", "quarry": "forest"}
    plain = [(cell.row, cell.x, other.get(cell.terrain, cell.terrain)) for cell in layout("standard_3")]
    assert plain == [(cell.row, cell.x, cell.terrain) for cell in cells]
    assert {"paddock-1", "paddock-2", "paddock-3", "forest-1", "forest-2", "forest-3"} <= {cell.id for cell in cells}


def test_bp_14_1__no_depot_no_fortress_with_riders_and_no_merchant_without():
    table = riding({"forest-1": 0}, coins={0: 9})
    table.when(BuyDepot(seat=0)).refused("BP-14.1")
    table.when(BuildFortress(seat=0, quarry="forest-1", terrain="forest-1")).refused("BP-14.1")
    riding(phase="plant", hands={0: ["red"]}).when(StoreInDepot(seat=0)).refused("BP-14.1")
    assert table.when(BuyMerchant(seat=0)).table.seats[0].annex.merchant is not None
    without = war({"quarry-1": 0}, coins={0: 9})
    without.when(BuyMerchant(seat=0)).refused("BP-14.1")
    assert () == without.when(BuyDepot(seat=0)).table.seats[0].annex.depot


def test_bp_14_1__a_paddock_is_no_iron_mine():
    table = riding({"paddock-1": 0, "village-1": 1}, hands={0: ["stink"], 1: ["red"]})
    assert not outcome(fought(table, "village-1", with_hand(0), with_hand(1))).cannon


def test_bp_14_2__a_paddock_counts_one_and_has_its_own_riders():
    end = war(
        {"paddock-1": 1}, phase="draw", options=RIDERS, draw_pile=["red"], exhaustions=3, discard_pile=["soy"]
    ).when(DrawCards(seat=0))
    assert (1, 2, 1) == next(event for event in end.events if isinstance(event, GameEnded)).scores
    table = riding({"paddock-1": 0, "paddock-2": 0, "paddock-3": 1}, draw_pile=["soy", "red"])
    table.when(against("farm-1", riders="paddock-3")).refused("BP-14.5")
    for paddock in ("paddock-1", "paddock-2"):
        assert paddock == table.when(against("swamp-1", riders=paddock)).events[0].riders


def test_bp_14_2__conquered_its_riders_can_be_used_at_once():
    table = riding({"village-1": 0, "paddock-1": 1}, hands={0: ["blue"], 1: ["soy"]}, draw_pile=["soy", "red"])
    taken = fought(table, "paddock-1", with_hand(0), with_hand(1))
    assert "paddock-1" == taken.when(against("abbey-1", riders="paddock-1")).events[0].riders


@pytest.mark.parametrize(("attack", "winner"), [("stink", "defence"), ("chili", "attack")])
def test_bp_14_3__a_forest_defends_itself_with_17(attack, winner):
    table = riding({"paddock-1": 0, "forest-1": 1}, hands={0: [attack], 1: ["garden"]})
    assert (17, winner) == values(fought(table, "forest-1", with_hand(0), with_hand(1)))[1:]


def test_bp_14_3__it_counts_one_and_opens_the_merchant():
    end = war({"forest-1": 1}, phase="draw", options=RIDERS, draw_pile=["red"], exhaustions=3).when(DrawCards(seat=0))
    assert (1, 2, 1) == next(event for event in end.events if isinstance(event, GameEnded)).scores
    assert riding({"forest-1": 0}).when(BuyMerchant(seat=0)).table.seats[0].annex.merchant is not None


def test_bp_14_4__with_a_forest_anywhere_a_river_can_be_crossed():
    own = {"swamp-1": 0, "forest-3": 0}
    riding(own).when(against("abbey-2")).then(
        AttackDeclared(seat=0, target="abbey-2", defender=None, riders=None, via_river="river-2", coin_card="soy")
    )
    riding({"swamp-1": 0, "forest-3": 1}).when(against("abbey-2")).refused("BP-11.3")
    riding(own).when(against("river-2")).refused("BP-11.3").when(against("village-3")).refused("BP-11.3")


def test_bp_14_4__no_river_is_crossed_where_none_need_be():
    declared = riding({"swamp-1": 0, "forest-2": 0}).when(against("farm-1")).events[0]
    assert declared.via_river is None


def test_bp_14_4__only_one_river_card():
    table = war({"forest-1": 0}, options=OF_BOTH_KINDS)
    assert "river-1" == table.when(against("farm-2")).events[0].via_river
    table.when(against("farm-3")).refused("BP-11.3").when(against("city-1")).refused("BP-11.3")


@pytest.mark.parametrize("riders", ["paddock-2", "paddock-3", "farm-1", "camp-orange", "nowhere"])
def test_bp_14_5__own_riders_only(riders):
    riding(MINE_AND_FARM | {"paddock-2": 1}).when(against("farm-1", riders=riders)).refused("BP-14.5")
    riding().when(against("farm-1", riders="paddock-1")).then(
        AttackDeclared(seat=0, target="farm-1", defender=1, riders="paddock-1", via_river=None, coin_card="soy")
    )


def test_bp_14_6__in_the_first_round_of_riders_the_attacker_commits_no_bean():
    charging = riding(hands={0: ["blue"], 1: ["soy"]}).when(against("farm-1", riders="paddock-1"))
    charging.when(with_hand(0)).refused("BP-14.6").when(with_hand(1)).happens(
        TerrainConquered(terrain="farm-1", loser=1, to=0)
    )


def test_bp_14_6__riders_attack_with_17_and_stay_upright_when_they_win():
    charged("stink").happens(
        CombatResolved(
            round=1,
            attack_card=None,
            defence_card="stink",
            attack_value=17,
            defence_value=16,
            cannon=False,
            winner="attack",
        ),
        TerrainConquered(terrain="farm-1", loser=1, to=0),
    )
    won = charged("stink")
    assert ("upright", None) == (terrain(won, "paddock-1").riders, won.table.annex.attack)
    assert ("blue", "soy") == won.table.seats[0].hand


@pytest.mark.parametrize(("defence", "value"), [("chili", 18), ("blue", 20)])
def test_bp_14_6__beaten_they_are_turned_over_and_a_second_round_follows(defence, value):
    beaten = charged(defence).happens(RidersBeaten(riders="paddock-1", seat=0))
    assert (17, value, "defence") == values(beaten)
    assert ("beaten", 2) == (terrain(beaten, "paddock-1").riders, beaten.table.annex.attack.round)


def test_bp_14_6__equal_values_beat_them():
    table = riding({"paddock-1": 0, "forest-1": 1}, hands={0: ["blue"], 1: ["garden"]})
    fought(table, "forest-1", with_hand(1), riders="paddock-1").happens(RidersBeaten(riders="paddock-1", seat=0))


def test_bp_14_6__a_neutral_terrain_meets_them_at_once():
    table = riding(draw_pile=["soy", "blue"]).when(against("swamp-1", riders="paddock-1"))
    assert (17, 12, "attack") == values(table)
    assert 0 == owner(table, "swamp-1")


def test_bp_14_7__both_sides_commit_anew_for_no_other_coin():
    beaten = charged("chili")
    fight = beaten.when(with_hand(0)).when(with_hand(1, 1))
    assert (2, 20, 14) == (outcome(fight).round, outcome(fight).attack_value, outcome(fight).defence_value)
    assert (0, 2) == (owner(fight, "farm-1"), len(fight.table.seats[0].coins))


def test_bp_14_7__the_attacker_cannot_do_without_it():
    beaten = charged("chili")
    for order in (EndAttacks(seat=0), against("swamp-1"), DrawCards(seat=0)):
        beaten.when(order).refused("BP-3.3")
    beaten.when(with_hand(1, 1)).refused("BP-11.4")
    assert 1 == owner(beaten.when(with_hand(0, 1)).when(with_hand(1, 1)), "farm-1")


def test_bp_14_7__lost_again_the_attack_is_over():
    lost = charged("chili").when(with_hand(0, 1)).when(with_hand(1, 1))
    assert ("defence", None) == (outcome(lost).winner, lost.table.annex.attack)
    assert PhaseStarted(seat=0, phase="draw") in lost.when(EndAttacks(seat=0)).events


def test_bp_14_8__upright_riders_attack_again_and_again():
    won = charged("stink", draw_pile=["soy", "red"]).when(against("swamp-1", riders="paddock-1"))
    assert "paddock-1" == won.events[0].riders


def test_bp_14_8__beaten_riders_do_not_until_their_holders_next_turn():
    table = riding(beaten=["paddock-1"])
    table.when(against("farm-1", riders="paddock-1")).refused("BP-14.8")
    assert table.when(against("farm-1")).events[0].riders is None
    turn = riding({"paddock-1": 1, "paddock-2": 0}, beaten=["paddock-1", "paddock-2"], phase="draw")
    turn = turn.when(DrawCards(seat=0))
    assert turn.events[1:] == (
        TurnEnded(seat=0),
        TurnStarted(seat=1, turn=2),
        RidersReadied(riders="paddock-1", seat=1),
        PhaseStarted(seat=1, phase="plant"),
    )
    assert ("upright", "beaten") == (terrain(turn, "paddock-1").riders, terrain(turn, "paddock-2").riders)


def test_bp_14_8__a_conquered_paddock_brings_its_riders_as_they_are():
    table = riding({"village-1": 0, "paddock-1": 1}, beaten=["paddock-1"], hands={0: ["blue"], 1: ["soy"]})
    taken = fought(table, "paddock-1", with_hand(0), with_hand(1))
    assert (0, "beaten") == (owner(taken, "paddock-1"), terrain(taken, "paddock-1").riders)
    taken.when(against("abbey-1", riders="paddock-1")).refused("BP-14.8")


def test_bp_14_8__nobody_has_to_use_them_and_they_may_try_what_cannot_be_won():
    assert riding().when(against("farm-1")).events[0].riders is None
    table = riding({"paddock-1": 0, "farm-1": 0, "city-1": 1}, hands={0: ["blue"], 1: ["garden"]})
    assert (17, 18, "defence") == values(fought(table, "city-1", with_hand(1), riders="paddock-1"))


def test_bp_14_8__an_empty_hand_is_no_reason_to_leave_them_at_home():
    table = riding(hands={0: [], 1: ["soy"]}, draw_pile=[], coins={0: ["red"]})
    table.when(against("farm-1")).refused("BP-11.4")
    assert (17, 12, "attack") == values(fought(table, "farm-1", with_hand(1), riders="paddock-1"))


def test_bp_14_12__both_sides_together_on_a_board_of_ones_own():
    owners = {"forest-1": 0, "paddock-1": 0, "iron-mine-1": 0, "quarry-1": 0, "farm-1": 0}
    table = war(owners, options=OF_BOTH_KINDS, coins={0: 9}, depots={0: ["chili"]})
    assert table.when(BuyMerchant(seat=0)).table.seats[0].annex.merchant is not None
    assert terrain(table.when(BuildFortress(seat=0, quarry="quarry-1", terrain="farm-1")), "farm-1").fortress
    riders = war({"paddock-1": 0, "farm-1": 1}, options=OF_BOTH_KINDS, hands={1: ["soy"]})
    assert (17, 12) == values(fought(riders, "farm-1", with_hand(1), riders="paddock-1"))[:2]
    stored = war(phase="plant", options=OF_BOTH_KINDS, hands={0: ["red", "soy"]}, depots={0: []})
    assert ("red",) == stored.when(StoreInDepot(seat=0)).table.seats[0].annex.depot
    from_depot = war({"farm-1": 1}, options=OF_BOTH_KINDS, hands={1: ["soy"]}, depots={0: ["chili"]})
    assert (18, 12) == values(fought(from_depot, "farm-1", with_depot(0, "chili"), with_hand(1)))[:2]


@pytest.mark.parametrize("shape", ["standard", "pyramid_6"])
def test_bp_14_12__it_needs_a_custom_board(shape):
    create = CreateGame(edition="bohnaparte", players=3, options={"bp_riders": "combined", "bp_shape": shape})
    no_game_yet().when(create).refused("BP-14.12")
    assert 3 == len(no_game_yet().when(CreateGame(edition="bohnaparte", players=3, options=OF_BOTH_KINDS)).table.seats)


@pytest.mark.parametrize(("shape", "refused"), [("pyramid_5", True), ("pyramid_6", False), ("standard", False)])
def test_bp_14_13__the_board_needs_a_paddock_and_a_forest(shape, refused):
    created = no_game_yet().when(CreateGame(edition="bohnaparte", players=3, options=RIDERS | {"bp_shape": shape}))
    if refused:
        created.refused("BP-14.13")
    else:
        assert 3 == len(created.table.seats)


def test_bp_14_13__also_a_custom_one():
    def options(*kinds):
        cells = [{"row": 0, "x": 2 * place, "terrain": kind} for place, kind in enumerate(["camp"] * 3 + list(kinds))]
        return RIDERS | {"bp_shape": "custom", "bp_board": json.dumps(cells)}

    for kinds in (["farm"], ["paddock"], ["forest", "farm"]):
        no_game_yet().when(CreateGame(edition="bohnaparte", players=3, options=options(*kinds))).refused("BP-14.13")
    both = CreateGame(edition="bohnaparte", players=3, options=options("paddock", "forest"))
    assert 3 == len(no_game_yet().when(both).table.seats)


def test_bp_14_11__nothing_is_planted_into_a_merchant():
    table = war(phase="plant", options=RIDERS, hands={0: ["red", "blue"]}, merchants={0: ["soy", "soy"]})
    table.when(StoreInDepot(seat=0)).refused("BP-14.1")
    planted = table.when(PlantFromHand(seat=0, field=0))
    planted.then(BeanPlanted(seat=0, field=0, variety="red", source="hand"))
    fighting = riding(merchants={0: ["soy", "soy"]}, hands={0: ["red"]}).when(against("farm-1"))
    fighting.when(with_depot(0, "soy")).refused("BP-11.4")
