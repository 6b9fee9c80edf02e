"""Sections 12 and 13 of the Bohnaparte rulebook: what terrains are good for, fortresses and depots."""

import pytest

from domain.commands import DrawCards, EndPlanting, PlantFromHand
from domain.editions.bohnaparte.commands import BuildFortress, BuyDepot, DrawAbbeyCard, EndAttacks, StoreInDepot
from domain.editions.bohnaparte.events import AbbeyCardRevealed, DepotBought, FortressBuilt
from domain.events import BeanPlanted, CardsTurnedUp, GameEnded, PhaseSkipped, PhaseStarted
from domain.field_audiences import redact
from domain.visibility import SPECTATOR, seat_viewer
from tests.rulebooks.bohnaparte_scenes import (
    against,
    combat,
    fought,
    outcome,
    owner,
    terrain,
    values,
    war,
    with_hand,
    with_pile,
)
from tests.rulebooks.scenes import beans

LAST_PILE = {"draw_pile": ["red"], "discard_pile": ["soy"] * 3, "exhaustions": 3}


def scores(owners=None, **more):
    """The points of all seats when the game ends now."""
    end = war(owners, phase="draw", **(LAST_PILE | more)).when(DrawCards(seat=0))
    return next(event for event in end.events if isinstance(event, GameEnded)).scores


def worth(name, **more):
    """What this terrain is worth to seat 1."""
    return scores({name: 1}, **more)[1] - 1


def build(quarry="quarry-1", on="farm-1", *, seat=0, coin_cards=None):
    return BuildFortress(seat=seat, quarry=quarry, terrain=on, coin_cards=coin_cards)


def at_the_abbeys(count, **more):
    owners = {f"abbey-{number}": 0 for number in range(1, count + 1)}
    return war(owners, phase="abbey", coins={}, **({"hands": {0: ["red"]}} | more))


def test_bp_12_1__a_camp_is_worth_what_the_option_says():
    assert (1, 1, 1) == scores()
    assert (0, 0, 0) == scores(options={"bp_camp_victory_points": 0})
    assert (0, 2, 1) == scores({"camp-orange": 1})


def test_bp_12_1__a_camp_can_be_conquered_and_has_no_minimum():
    table = war({"farm-2": 0, "swamp-2": 1}, hands={0: ["soy"], 1: ["garden"]})
    fight = fought(table, "camp-black", with_hand(0), with_hand(1))
    assert ((12, 6, "attack"), 0) == (values(fight), owner(fight, "camp-black"))


def test_bp_12_2__a_quarry_counts_full_or_empty():
    assert (1, 1) == (worth("quarry-1"), worth("quarry-1", empty=["quarry-1"]))


def test_bp_12_2__an_empty_quarry_stays_empty_for_the_next_owner():
    table = war({"iron-mine-1": 0, "quarry-1": 1}, empty=["quarry-1"], hands={0: ["blue"], 1: ["soy"]})
    taken = fought(table, "quarry-1", with_hand(0), with_hand(1))
    assert (0, True) == (owner(taken, "quarry-1"), terrain(taken, "quarry-1").empty)
    taken.when(build(on="quarry-1")).refused("BP-13.1")


@pytest.mark.parametrize(("attack", "winner"), [("stink", "defence"), ("chili", "attack")])
def test_bp_12_3__a_village_defends_itself_with_16(attack, winner):
    assert 1 == worth("village-1")
    fight = combat(attack, "garden", "village-1")
    assert (16, winner) == values(fight)[1:]


def test_bp_12_3__and_gives_its_owner_a_card():
    drawn = war({"village-1": 0, "village-2": 1}, phase="draw", hands={0: []}).when(DrawCards(seat=0))
    assert 4 == len(drawn.table.seats[0].hand)


@pytest.mark.parametrize(("attack", "winner"), [("chili", "defence"), ("blue", "attack")])
def test_bp_12_4__a_city_counts_three_and_defends_itself_with_18(attack, winner):
    assert 3 == worth("city-1")
    assert (18, winner) == values(combat(attack, "garden", "city-1"))[1:]


def test_bp_12_5__each_farm_turns_up_a_card_wanted_or_not():
    assert 1 == worth("farm-1")
    table = war({"farm-1": 0, "farm-2": 0, "farm-3": 1}, phase="plant", planted=1, draw_pile=beans("blue", 9))
    table.when(EndPlanting(seat=0)).happens(CardsTurnedUp(seat=0, cards=("blue",) * 4))


def test_bp_12_6__a_swamp_counts_one_and_nobody_uses_a_depot_against_it():
    assert 1 == worth("swamp-1")
    table = war({"swamp-1": 1}, depots={0: ["blue"]}, hands={0: [], 1: ["red"]}, draw_pile=["soy"])
    assert (12, 8) == values(fought(table, "swamp-1", with_pile(0), with_hand(1)))[:2]


def test_bp_12_7__one_cannon_however_many_mines():
    assert 1 == worth("iron-mine-1")
    for mines in (["iron-mine-1"], ["iron-mine-1", "iron-mine-2"]):
        owners = dict.fromkeys(mines, 0) | {"village-1": 1}
        table = war(owners, hands={0: ["stink", "green"], 1: ["red", "red"]})
        assert outcome(fought(table, "village-1", with_hand(0), with_hand(1))).cannon
        assert "defence" == outcome(fought(table, "village-1", with_hand(0, 1), with_hand(1))).winner


def test_bp_12_7__without_a_mine_left_the_cannon_is_lost():
    for mine in (0, 1, None):
        table = war({"village-1": 1, "iron-mine-1": mine}, hands={0: ["stink"], 1: ["red"]})
        fight = fought(table, "village-1", with_hand(0), with_hand(1))
        assert (mine == 0) == outcome(fight).cannon


@pytest.mark.parametrize(
    ("card", "result"),
    [
        *[(card, "coin") for card in ("garden", "red", "black_eyed", "soy")],
        *[(card, "discard") for card in ("green", "stink", "chili", "blue")],
    ],
)
def test_bp_12_8__a_weak_bean_becomes_a_coin_and_a_strong_one_is_discarded(card, result):
    drawn = at_the_abbeys(1, draw_pile=[card, "blue"]).when(DrawAbbeyCard(seat=0))
    drawn.then(AbbeyCardRevealed(seat=0, variety=card, result=result))
    assert (result == "coin", result == "discard") == (
        (card,) == drawn.table.seats[0].coins,
        (card,) == drawn.table.discard_pile,
    )


def test_bp_12_8__once_for_each_abbey():
    assert 1 == worth("abbey-1")
    drawn = at_the_abbeys(2, draw_pile=beans("soy", 5)).when(DrawAbbeyCard(seat=0)).when(DrawAbbeyCard(seat=0))
    assert 2 == len(drawn.table.seats[0].coins)
    drawn.when(DrawAbbeyCard(seat=0)).refused("BP-12.8")
    at_the_abbeys(2, draw_pile=["soy"] * 5, abbeys=1).when(DrawAbbeyCard(seat=0)).when(DrawAbbeyCard(seat=0)).refused(
        "BP-12.8"
    )


def test_bp_12_8__only_the_active_player_draws():
    table = war({"abbey-1": 0, "abbey-2": 1}, phase="abbey", draw_pile=["soy"])
    table.when(DrawAbbeyCard(seat=1)).refused("BP-12.8")
    table.when(DrawAbbeyCard(seat=0)).happens(AbbeyCardRevealed(seat=0, variety="soy", result="coin"))


@pytest.mark.parametrize("phase", ["plant", "trade", "plant_set_aside", "attack", "draw"])
def test_bp_12_8__not_later_in_the_turn(phase):
    set_aside = {0: ["red"]} if phase == "plant_set_aside" else {}
    table = war({"abbey-1": 0}, phase=phase, draw_pile=["soy"], set_aside=set_aside)
    table.when(DrawAbbeyCard(seat=0)).refused("BP-12.8")


@pytest.mark.parametrize("first", [PlantFromHand(seat=0, field=0), StoreInDepot(seat=0)])
def test_bp_12_8__the_first_card_planted_or_stored_ends_it(first):
    table = at_the_abbeys(2, draw_pile=["soy"] * 4, depots={0: []}, hands={0: ["red", "blue"]})
    begun = table.when(DrawAbbeyCard(seat=0)).when(first)
    assert PhaseStarted(seat=0, phase="plant") == begun.events[0]
    begun.when(DrawAbbeyCard(seat=0)).refused("BP-12.8")
    begun.when(PlantFromHand(seat=0, field=1)).then(BeanPlanted(seat=0, field=1, variety="blue", source="hand"))


def test_bp_12_8__with_an_empty_hand_the_active_player_ends_it():
    at_the_abbeys(1).when(EndPlanting(seat=0)).refused("BP-4.1/CL-4.4")
    at_the_abbeys(1, hands={0: []}, draw_pile=["blue"] * 5).when(EndPlanting(seat=0)).then(
        PhaseSkipped(seat=0, phase="plant", reason="empty_hand"),
        PhaseStarted(seat=0, phase="trade"),
        CardsTurnedUp(seat=0, cards=("blue", "blue")),
    )


def test_bp_12_8__an_abbey_conquered_this_turn_has_no_draw_yet():
    table = war({"farm-1": 0}, hands={0: ["blue"]}, draw_pile=["soy", "red"])
    taken = fought(table, "abbey-1", with_hand(0))
    assert 0 == owner(taken, "abbey-1")
    taken.when(DrawAbbeyCard(seat=0)).refused("BP-12.8")


def test_bp_12_9__a_river_is_no_target_and_nobodys():
    table = war({"farm-1": 0}, hands={0: ["blue"]})
    table.when(against("river-2")).refused("BP-11.3")
    table.when(against("city-1")).happens()
    assert owner(table, "river-2") is None


@pytest.mark.parametrize(
    ("target", "fortress", "value"), [("village-1", False, 16), ("city-1", False, 18), ("farm-1", True, 8)]
)
def test_bp_12_10__neutral_terrain_has_minimum_and_fortress_too(target, fortress, value):
    for neutral in (False, True):
        assert value == outcome(combat("blue", "garden", target, fortress=fortress, neutral=neutral)).defence_value


def test_bp_13_1__a_full_quarry_and_two_coins_make_a_fortress():
    built = war({"quarry-1": 0, "farm-1": 0}, coins={0: ["soy", "red", "blue"]}).when(build())
    built.then(FortressBuilt(seat=0, quarry="quarry-1", terrain="farm-1", coin_cards=("red", "blue")))
    assert (True, True) == (terrain(built, "quarry-1").empty, terrain(built, "farm-1").fortress)
    assert (("soy",), ("blue", "red")) == (built.table.seats[0].coins, built.table.discard_pile)


def test_bp_13_1__not_without_an_own_full_quarry():
    owners = {"quarry-1": 0, "quarry-2": 1, "farm-1": 0}
    war(owners, empty=["quarry-1"]).when(build()).refused("BP-13.1")
    war(owners).when(build("quarry-2")).refused("BP-13.1").when(build("farm-1")).refused("BP-13.1")
    war(owners).when(build("quarry-3")).refused("BP-13.1").when(build("nowhere")).refused("BP-13.1")
    assert terrain(war(owners).when(build()), "farm-1").fortress


def test_bp_13_2__where_no_fortress_can_be_built():
    owners = {"quarry-1": 0, "quarry-2": 0, "farm-1": 0, "farm-2": 1}
    table = war(owners, fortresses=["camp-orange"])
    for on in ("farm-2", "farm-3", "camp-orange", "nowhere"):
        table.when(build(on=on)).refused("BP-13.2")
    war(owners, active=1, coins={0: 3}).when(build()).refused("BP-13.2")
    war(owners, coins={0: 1}).when(build()).refused("BP-13.2")
    war(owners, fortresses=["camp-orange", "farm-2", "farm-3"]).when(build()).refused("BP-13.2")
    two = war(owners, fortresses=["camp-orange", "farm-2"], coins={0: 2})
    assert 0 == len(two.when(build()).table.seats[0].coins)


def test_bp_13_2__one_on_each_terrain_and_each_quarry_once():
    table = war({"quarry-1": 0, "quarry-2": 0, "farm-1": 0}, coins={0: 6}).when(build())
    table.when(build("quarry-2")).refused("BP-13.2").when(build(on="quarry-1")).refused("BP-13.1")
    assert terrain(table.when(build("quarry-2", "quarry-2")), "quarry-2").fortress


def test_bp_13_2__a_fortress_stays_when_its_terrain_changes_hands():
    taken = combat("blue", "garden", fortress=True)
    assert (0, True) == (owner(taken, "farm-1"), terrain(taken, "farm-1").fortress)


def test_bp_13_3__it_adds_two_before_the_minimum_and_a_point():
    assert 16 == outcome(combat("red", "green", "farm-1", fortress=True)).defence_value
    assert 16 == outcome(combat("red", "soy", "village-1", fortress=True)).defence_value
    assert (1, 2) == (worth("farm-1"), worth("farm-1", fortresses=["farm-1"]))


@pytest.mark.parametrize("on", ["quarry-1", "camp-orange"])
def test_bp_13_4__also_on_the_quarry_itself_or_a_camp(on):
    assert terrain(war({"quarry-1": 0}).when(build(on=on)), on).fortress


@pytest.mark.parametrize("phase", ["abbey", "plant", "trade", "attack", "draw"])
def test_bp_13_5__everybody_at_any_time_for_three_coins(phase):
    table = war({"abbey-1": 0}, phase=phase, coins={0: 3, 2: 4}, turned_up=["soy"] if phase == "trade" else [])
    table.when(BuyDepot(seat=2)).then(DepotBought(seat=2, coin_cards=("face_down",) * 3))
    assert () == table.when(BuyDepot(seat=0)).table.seats[0].annex.depot


def test_bp_13_5__one_for_each_and_not_for_less():
    war(coins={1: 2}).when(BuyDepot(seat=1)).refused("BP-13.5")
    once = war(coins={1: 6}).when(BuyDepot(seat=1))
    once.when(BuyDepot(seat=1)).refused("BP-13.5")


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_bp_13_6__it_holds_as_many_cards_as_there_are_players(players):
    hand = {0: ["red", "blue"]}
    room = war(players=players, phase="plant", hands=hand, depots={0: beans("soy", players - 1)})
    full = room.when(StoreInDepot(seat=0))
    assert players == len(full.table.seats[0].annex.depot)
    full.when(StoreInDepot(seat=0)).refused("BP-4.2")


def test_bp_13_6__only_its_owner_looks_into_it():
    table = war(depots={0: ["soy", "red"]}).table
    shown = [
        redact(table, viewer, table.rules.options).seats[0].annex.depot for viewer in (seat_viewer(0), seat_viewer(1))
    ]
    assert [("soy", "red"), ("face_down", "face_down")] == shown
    assert ("face_down", "face_down") == redact(table, SPECTATOR, table.rules.options).seats[0].annex.depot


def test_bp_13_7__it_outlives_the_camp():
    table = war({"farm-2": 0, "swamp-2": 1}, hands={0: ["soy"], 1: ["garden"]}, depots={1: ["chili"]})
    fight = fought(table, "camp-black", with_hand(0), with_hand(1))
    assert (0, ("chili",)) == (owner(fight, "camp-black"), fight.table.seats[1].annex.depot)
    assert fight.when(EndAttacks(seat=0)).table.seats[1].annex.depot == ("chili",)
