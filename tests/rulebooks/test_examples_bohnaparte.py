"""The worked examples of Bohnaparte: cases printed in the rulebook (A), and further cases (E)."""

import pytest

from domain.commands import CardRef, DrawCards, EndPlanting, OfferDonation, PlantFromHand, PlantSetAside
from domain.editions import rulebook_of
from domain.editions.bohnaparte.boards import layout
from domain.editions.bohnaparte.commands import (
    ArrangeMerchantCards,
    BuildFortress,
    BuyDepot,
    BuyMerchant,
    ChooseCamp,
    ChooseStartPlayer,
    DeclareAttack,
    DrawAbbeyCard,
    EndAttacks,
    StoreInDepot,
)
from domain.editions.bohnaparte.events import (
    AbbeyCardRevealed,
    CombatResolved,
    DepotBought,
    FortressBuilt,
    MerchantCardsArranged,
    MerchantCardsSeen,
    RidersBeaten,
    RidersReadied,
    TerrainConquered,
)
from domain.engine import legal_commands
from domain.events import BeanPlanted, CardsDrawn, CardsTurnedUp, DeckShuffled, DrawPileExhausted, GameEnded
from tests.rulebooks.bohnaparte_scenes import (
    against,
    combat,
    fought,
    outcome,
    owner,
    terrain,
    values,
    war,
    with_depot,
    with_hand,
    with_pile,
)
from tests.rulebooks.scenes import FixedChance, beans, new_game

RIDERS = {"bp_riders": "on"}
LAST_PILE = {"draw_pile": ["red"], "discard_pile": ["soy"] * 3, "exhaustions": 3}


def targets(scene, seat=0):
    return {
        order.target
        for order in legal_commands(rulebook_of(scene.table), scene.table, seat)
        if isinstance(order, DeclareAttack)
    }


def the_end(scene):
    return next(event for event in scene.events if isinstance(event, GameEnded))


def test_ex_a14__a_camp_has_three_targets():
    assert {"swamp-1", "village-1", "farm-1"} == targets(war(players=6, coins={0: ["soy"]}))


def hugo_against_arnaud():
    """Hugo, seat 0, has attacked Arnaud's farm with chili, and chili came out of Arnaud's depot."""
    table = war(
        {"farm-1": 1},
        hands={0: ["chili", "chili"], 1: ["red"]},
        depots={1: ["chili"]},
        coins={0: ["soy", "blue"]},
        draw_pile=["green", "red"],
    )
    return fought(table, "farm-1", with_hand(0), with_depot(1, "chili"))


def test_ex_a15__chili_against_chili_leaves_the_farm_to_its_owner():
    first = hugo_against_arnaud()
    assert ((18, 18, "defence"), 1) == (values(first), owner(first, "farm-1"))
    assert ("chili", "chili", "blue") == first.table.discard_pile


def test_ex_a16__the_second_attack_takes_it():
    second = fought(hugo_against_arnaud(), "farm-1", with_hand(0, 1), with_pile(1))
    second.happens(TerrainConquered(terrain="farm-1", loser=1, to=0))
    assert (18, 14, "attack") == values(second)


def test_ex_a17__two_villages_give_two_cards():
    table = war({"village-1": 0, "village-2": 0}, phase="draw", draw_pile=beans("blue", 9))
    for extra, cards in ((None, 5), (0, 3), (1, 4), (2, 5)):
        table.when(DrawCards(seat=0, extra=extra)).happens(CardsDrawn(seat=0, cards=("blue",) * cards))
    assert {None, 0, 1} == {
        order.extra
        for order in legal_commands(rulebook_of(table.table), table.table, 0)
        if isinstance(order, DrawCards)
    }


def test_ex_a18__two_farms_turn_up_four_cards():
    table = war({"farm-1": 0, "farm-2": 0}, phase="plant", planted=1, draw_pile=beans("blue", 9))
    table.when(EndPlanting(seat=0)).happens(CardsTurnedUp(seat=0, cards=("blue",) * 4))


@pytest.mark.parametrize("players", [3, 5])
def test_ex_a19__a_depot_holds_a_card_for_each_player(players):
    room = war(players=players, phase="plant", hands={0: ["red", "red"]}, depots={0: beans("soy", players - 1)})
    full = room.when(StoreInDepot(seat=0))
    full.when(StoreInDepot(seat=0)).refused("BP-4.2")
    assert players == len(full.table.seats[0].annex.depot)


@pytest.mark.parametrize("target", ["camp-orange", "farm-1"])
def test_ex_a20__black_crosses_the_river_with_a_forest(target):
    for forest, legal_now in ((1, True), (None, False)):
        table = war({"forest-3": forest}, players=6, active=1, coins={1: ["soy"]}, options=RIDERS)
        attack = table.when(against(target, seat=1))
        if legal_now:
            assert "river-1" == attack.events[0].via_river
        else:
            attack.refused("BP-11.3")


@pytest.mark.parametrize(("target", "value"), [("city-1", 18), ("forest-1", 17)])
def test_ex_a21__riders_do_not_conquer_a_city_or_forest(target, value):
    table = war({"paddock-1": 0, "farm-1": 0, target: 1}, options=RIDERS, hands={0: ["blue"], 1: ["garden"]})
    fight = fought(table, target, with_hand(1), riders="paddock-1").happens(RidersBeaten(riders="paddock-1", seat=0))
    assert (17, value, "defence") == values(fight)


def test_ex_e1__no_coins_no_attack():
    war(coins={}).when(against("farm-1")).refused("BP-11.2")


@pytest.mark.parametrize("target", ["river-2", "camp-orange", "swamp-1", "village-3"])
def test_ex_e2__no_river_no_own_terrain_nothing_far_away(target):
    table = war({"farm-1": 0, "swamp-1": 0}).when(against(target)).refused("BP-11.3")
    assert 3 == len(table.table.seats[0].coins)


def test_ex_e3__sixteen_does_not_take_a_neutral_village():
    assert (16, 16, "defence") == values(combat("stink", "red", "village-1", neutral=True))


def test_ex_e4__eighteen_does():
    taken = combat("chili", "red", "village-1", neutral=True)
    assert ((18, 16, "attack"), 0) == (values(taken), owner(taken, "village-1"))


def test_ex_e5__with_an_iron_mine_sixteen_does_too():
    result = outcome(combat("stink", "red", "village-1", neutral=True, mine=True))
    assert (16, 16, True, "attack") == (result.attack_value, result.defence_value, result.cannon, result.winner)


@pytest.mark.parametrize(
    ("attack", "mine", "winner"), [("stink", False, "defence"), ("stink", True, "attack"), ("chili", False, "attack")]
)
def test_ex_e6__a_fortified_village_defended_by_green(attack, mine, winner):
    assert (16, winner) == values(combat(attack, "green", "village-1", fortress=True, mine=mine))[1:]


@pytest.mark.parametrize(("mine", "winner"), [(False, "defence"), (True, "attack")])
def test_ex_e7__a_fortified_village_defended_by_stink(mine, winner):
    assert (18, 18, winner) == values(combat("chili", "stink", "village-1", fortress=True, mine=mine))


@pytest.mark.parametrize(
    ("attack", "mine", "winner"), [("blue", False, "attack"), ("chili", False, "defence"), ("chili", True, "attack")]
)
def test_ex_e8__a_city_defended_by_garden(attack, mine, winner):
    assert (18, winner) == values(combat(attack, "garden", "city-1", mine=mine))[1:]


def test_ex_e9__twenty_against_twenty_at_a_city():
    assert (20, 20, "defence") == values(combat("blue", "blue", "city-1", mine=True))


def test_ex_e10__twenty_with_the_help_of_a_fortress_is_twenty():
    assert (20, 20, "defence") == values(combat("blue", "chili", fortress=True, mine=True))


def test_ex_e11__twenty_two_cannot_be_beaten():
    assert (20, 22, "defence") == values(combat("blue", "blue", fortress=True, mine=True))


def test_ex_e12__no_cannon_against_a_plain_farm():
    assert (14, 14, "defence") == values(combat("green", "green", mine=True))


def test_ex_e13__no_depot_card_in_a_swamp():
    hands = {0: ["red"], 1: ["soy"]}
    table = war({"swamp-1": 1}, hands=hands, depots={0: ["blue"], 1: ["blue"]}).when(against("swamp-1"))
    table.when(with_depot(0, "blue")).refused("BP-11.7").when(with_hand(0)).when(with_depot(1, "blue")).refused(
        "BP-11.7"
    )


def test_ex_e14__a_conquered_village_is_a_base_and_gives_a_card():
    table = war(hands={0: ["blue"]}, draw_pile=["red", *beans("soy", 6)])
    table.when(against("iron-mine-1")).refused("BP-11.3")
    taken = fought(table, "village-1", with_hand(0))
    assert "iron-mine-1" in targets(taken)
    taken.when(EndAttacks(seat=0)).when(DrawCards(seat=0)).happens(CardsDrawn(seat=0, cards=("soy",) * 4))


def test_ex_e15__a_fortress_under_the_farm():
    owners = {"quarry-1": 0, "farm-1": 0}
    built = war(owners, coins={0: ["soy", "red"]}, phase="draw", **LAST_PILE).when(
        BuildFortress(seat=0, quarry="quarry-1", terrain="farm-1")
    )
    built.then(FortressBuilt(seat=0, quarry="quarry-1", terrain="farm-1", coin_cards=("soy", "red")))
    assert (True, ("red", "soy", "soy", "soy", "soy")) == (terrain(built, "quarry-1").empty, built.table.discard_pile)
    plain = war(owners, phase="draw", **LAST_PILE).when(DrawCards(seat=0))
    assert (4, 3) == (the_end(built.when(DrawCards(seat=0))).scores[0], the_end(plain).scores[0])


def test_ex_e16__where_no_fortress_can_be_built():
    owners = {"quarry-1": 0, "quarry-2": 0, "farm-1": 0, "farm-2": 1}
    table = war(owners, coins={0: 6}).when(BuildFortress(seat=0, quarry="quarry-1", terrain="farm-1"))
    table.when(BuildFortress(seat=0, quarry="quarry-1", terrain="quarry-1")).refused("BP-13.1")
    table.when(BuildFortress(seat=0, quarry="quarry-2", terrain="farm-2")).refused("BP-13.2")
    table.when(BuildFortress(seat=0, quarry="quarry-2", terrain="farm-1")).refused("BP-13.2")
    war({"quarry-2": 1}, coins={1: 6}).when(BuildFortress(seat=1, quarry="quarry-2", terrain="quarry-2")).refused(
        "BP-13.2"
    )


def test_ex_e17__the_fortress_stays_and_serves_the_new_owner():
    taken = combat("blue", "garden", fortress=True)
    assert (0, True) == (owner(taken, "farm-1"), terrain(taken, "farm-1").fortress)
    back = war(
        {"farm-1": 0, "village-1": 1}, active=1, coins={1: 1}, fortresses=["farm-1"], hands={0: ["red"], 1: ["red"]}
    )
    back = back.when(against("farm-1", seat=1)).when(with_hand(1)).when(with_hand(0))
    assert (8, 10, "defence") == values(back)


def test_ex_e18__a_depot_out_of_turn_and_no_second_one():
    bought = war(coins={1: ["soy", "red", "blue", *beans("garden", 3)]}).when(BuyDepot(seat=1))
    bought.then(DepotBought(seat=1, coin_cards=("garden",) * 3)).when(BuyDepot(seat=1)).refused("BP-13.5")


def test_ex_e19__one_card_stored_and_one_planted():
    table = war(phase="plant", hands={0: ["red", "soy", "soy"]}, depots={0: []}).when(StoreInDepot(seat=0))
    table = table.when(PlantFromHand(seat=0, field=0)).then(BeanPlanted(seat=0, field=0, variety="soy", source="hand"))
    table.when(PlantFromHand(seat=0, field=0)).refused("BP-4.1/CL-4.5").when(StoreInDepot(seat=0)).refused(
        "BP-4.1/CL-4.5"
    )


def test_ex_e20__a_depot_card_is_not_planted_and_not_offered():
    table = war(phase="plant_set_aside", depots={0: ["red"]}, set_aside={0: ["soy"]})
    table.when(PlantSetAside(seat=0, variety="red", field=0)).refused("BP-4.3")
    gift = OfferDonation(seat=0, to=1, cards=(CardRef(source="depot", variety="red"),))
    war(phase="trade", depots={0: ["red"]}).when(gift).refused("BP-4.3")


def test_ex_e21__two_abbeys():
    table = war({"abbey-1": 0, "abbey-2": 0}, phase="abbey", coins={}, draw_pile=["soy", "green", "red"])
    first = table.when(DrawAbbeyCard(seat=0)).then(AbbeyCardRevealed(seat=0, variety="soy", result="coin"))
    second = first.when(DrawAbbeyCard(seat=0)).then(AbbeyCardRevealed(seat=0, variety="green", result="discard"))
    assert (("soy",), ("green",)) == (second.table.seats[0].coins, second.table.discard_pile)


def test_ex_e22__too_late_for_the_abbey():
    table = war({"abbey-1": 0}, phase="abbey", hands={0: ["red"]}).when(PlantFromHand(seat=0, field=0))
    table.when(DrawAbbeyCard(seat=0)).refused("BP-12.8")


def test_ex_e23__the_twelfth_terrain_ends_the_game_for_whoever_has_most_points():
    plain = [cell.id for cell in layout("standard_6") if cell.terrain in ("farm", "village", "abbey", "swamp")]
    cheap = dict.fromkeys([name for name in plain if name != "farm-1"][:10], 0)
    cities = dict.fromkeys(["city-1", "city-2", "city-3", "city-4"], 1)
    table = war(cheap | cities, players=6, hands={0: ["blue"]}, draw_pile=["soy", "red"])
    end = the_end(fought(table, "farm-1", with_hand(0)))
    assert ("twelve_terrains", (12, 13, 1, 1, 1, 1), (1,)) == (end.reason, end.scores, end.winners)


def after_the_camp(others):
    table = war({"farm-2": 0} | others, hands={0: ["blue"], 1: ["soy"]})
    return fought(table, "camp-black", with_hand(0), with_hand(1))


def test_ex_e24__the_last_terrain_lost_ends_the_game():
    assert "no_terrain" == the_end(after_the_camp({})).reason


def test_ex_e25__the_camp_alone_does_not():
    assert after_the_camp({"farm-3": 1}).table.result is None


def test_ex_e26__the_last_exhaustion_in_the_middle_of_an_attack():
    table = war({"farm-1": 1}, coins={0: ["blue"]}, draw_pile=["chili"], exhaustions=3, discard_pile=["soy"])
    first = fought(table, "farm-1", with_pile(0)).happens(DrawPileExhausted(number=4, final=True, phase="attack"))
    end = first.when(with_pile(1)).happens(DeckShuffled(reason="exhaustion", count=2, order=("blue", "soy")))
    assert ((18, 20, "defence"), "exhaustion") == (values(end), the_end(end).reason)


def test_ex_e27__the_score_of_four_terrains():
    owners = {"city-1": 0, "farm-1": 0, "quarry-1": 0}
    end = war(owners, phase="draw", fortresses=["farm-1"], empty=["quarry-1"], **LAST_PILE).when(DrawCards(seat=0))
    assert 7 == the_end(end).scores[0]


def ridden(defence):
    table = war({"paddock-1": 0, "farm-1": 1}, options=RIDERS, hands={0: ["blue"], 1: [defence, "green"]})
    return fought(table, "farm-1", with_hand(1), riders="paddock-1")


def test_ex_e28__riders_against_stink():
    won = ridden("stink")
    assert ((17, 16, "attack"), 0, "upright") == (values(won), owner(won, "farm-1"), terrain(won, "paddock-1").riders)


def test_ex_e29__riders_against_chili_and_a_second_round():
    first = ridden("chili").happens(RidersBeaten(riders="paddock-1", seat=0))
    second = first.when(with_hand(0)).when(with_hand(1, 1))
    second.happens(
        CombatResolved(
            round=2,
            attack_card="blue",
            defence_card="green",
            attack_value=20,
            defence_value=14,
            cannon=False,
            winner="attack",
        ),
        TerrainConquered(terrain="farm-1", loser=1, to=0),
    )
    assert 2 == len(second.table.seats[0].coins)


def test_ex_e30__beaten_riders_change_sides_and_rise_with_the_new_holders_turn():
    table = war(
        {"village-1": 0, "paddock-1": 1},
        options=RIDERS,
        beaten=["paddock-1"],
        hands={0: ["blue"], 1: ["soy"], 2: ["soy"]},
    )
    taken = fought(table, "paddock-1", with_hand(0), with_hand(1))
    taken.when(against("abbey-1", riders="paddock-1")).refused("BP-14.8")
    before = war({"paddock-1": 0}, active=2, phase="draw", options=RIDERS, beaten=["paddock-1"]).when(DrawCards(seat=2))
    before.happens(RidersReadied(riders="paddock-1", seat=0))


def test_ex_e31__a_merchant_and_a_village():
    pile = ["blue", "green", "stink", "garden", "soy"]
    table = war({"village-1": 0}, phase="draw", options=RIDERS, merchants={0: ["red", "soy"]}, draw_pile=pile)
    looking = table.when(DrawCards(seat=0))
    looking.happens(MerchantCardsSeen(seat=0, cards=("red", "soy", "blue", "green", "stink", "garden")))
    taken = ("garden", "red", "blue", "stink")
    arranged = looking.when(ArrangeMerchantCards(seat=0, taken=taken))
    arranged.happens(MerchantCardsArranged(seat=0, taken=taken, left=("soy", "green")))
    assert taken == arranged.table.seats[0].hand[-4:]


def test_ex_e32__no_forest_no_merchant():
    war(options=RIDERS).when(BuyMerchant(seat=0)).refused("BP-14.9")


def test_ex_e33__camps_are_chosen_by_seats_1_0_and_2():
    game = new_game("bohnaparte", players=3, chance=FixedChance(lot=1))
    for seat, colour in ((1, "red"), (0, "black"), (2, "orange")):
        for other in {0, 1, 2} - {seat}:
            game.when(ChooseCamp(seat=other, terrain=f"camp-{colour}")).refused("BP-2.5")
        game = game.when(ChooseCamp(seat=seat, terrain=f"camp-{colour}"))
    game.when(ChooseStartPlayer(seat=0, chosen=0)).refused("BP-2.6")
    assert 1 == game.when(ChooseStartPlayer(seat=2, chosen=1)).table.turn.seat


def test_ex_e34__no_diagonal_attack_on_a_grid():
    # camp-orange and farm-1 of the board for four lie in columns 0 and 1 of rows 0 and 1.
    grid = war(players=4, options={"bp_geometry": "grid"})
    grid.when(against("farm-1")).refused("BP-11.3")
    assert {"village-1", "abbey-1"} == targets(grid)
