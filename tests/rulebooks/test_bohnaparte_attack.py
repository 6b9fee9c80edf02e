"""Section 11 of the Bohnaparte rulebook, its first half: declaring an attack and committing cards to it."""

import pytest

from domain.editions.bohnaparte.commands import EndAttacks
from domain.editions.bohnaparte.events import (
    AttackDeclared,
    AttacksEnded,
    CombatCardCommitted,
)
from domain.events import PhaseStarted
from domain.field_audiences import redact
from domain.visibility import SPECTATOR, seat_viewer
from tests.rulebooks.bohnaparte_scenes import (
    CommitCombatCard,
    against,
    fought,
    outcome,
    owner,
    values,
    war,
    with_depot,
    with_hand,
    with_pile,
)
from tests.rulebooks.scenes import beans

FARM_OF_1 = {"farm-1": 1}


def committed(seat, side, source, variety, slot=None):
    return CombatCardCommitted(seat=seat, side=side, round=1, source=source, variety=variety, slot=slot)


def from_pile(seat, side, card):
    return CombatCardCommitted(seat=seat, side=side, round=1, source="pile", pile_card=card)


def attacked(**more):
    """Seat 0 has attacked seat 1's farm."""
    table = {"hands": {0: ["soy", "chili", "red"], 1: ["green", "stink"]}, "draw_pile": ["blue", "garden", "soy"]}
    return war(FARM_OF_1, **(table | more)).when(against("farm-1"))


@pytest.mark.parametrize("phase", ["plant", "trade", "plant_set_aside", "draw"])
def test_bp_11_1__attacks_belong_to_phase_4(phase):
    table = war(phase=phase, set_aside={0: ["red"]} if phase == "plant_set_aside" else {})
    table.when(against("farm-1")).refused("BP-11.1").when(EndAttacks(seat=0)).refused("BP-11.1")
    assert "farm-1" == war().when(against("farm-1")).table.annex.attack.target


def test_bp_11_1__only_the_active_player_attacks_and_ends_the_phase():
    table = war(coins={0: 3, 1: 3})
    table.when(against("farm-2", seat=1)).refused("BP-11.1").when(EndAttacks(seat=1)).refused("BP-11.1")
    table.when(EndAttacks(seat=0)).then(AttacksEnded(seat=0), PhaseStarted(seat=0, phase="draw"))


@pytest.mark.parametrize("times", [0, 1, 2, 3])
def test_bp_11_1__as_often_as_the_coins_allow(times):
    table = war(hands={0: beans("garden", 3)}, draw_pile=beans("blue", 5))
    for slot in range(times):
        table = fought(table, "farm-1", with_hand(0, slot))
    table.when(EndAttacks(seat=0)).happens(AttacksEnded(seat=0))


def test_bp_11_2__an_attack_costs_a_coin_at_its_declaration():
    table = war(FARM_OF_1, coins={0: ["soy", "red"]})
    declared = table.when(against("farm-1")).then(
        AttackDeclared(seat=0, target="farm-1", defender=1, riders=None, via_river=None, coin_card="red")
    )
    assert (("soy",), ("red",)) == (declared.table.seats[0].coins, declared.table.discard_pile)
    named = table.when(against("farm-1", coin_card="soy"))
    assert (("red",), ("soy",)) == (named.table.seats[0].coins, named.table.discard_pile)


def test_bp_11_2__without_a_coin_or_with_one_that_is_not_there_no_attack():
    war(coins={}).when(against("farm-1")).refused("BP-11.2")
    war(coins={0: ["soy"]}).when(against("farm-1", coin_card="red")).refused("BP-11.2")
    war(coins={0: ["soy"]}).when(against("farm-1", coin_card="soy")).happens(
        AttackDeclared(seat=0, target="farm-1", defender=None, riders=None, via_river=None, coin_card="soy")
    )


@pytest.mark.parametrize("target", ["camp-orange", "village-1", "abbey-1", "river-1", "river-2", "camp-red", "nowhere"])
def test_bp_11_3__no_own_terrain_no_river_nothing_out_of_reach(target):
    table = war({"village-1": 0, "iron-mine-1": 1} if target == "village-1" else {"camp-orange": 0})
    table.when(against(target)).refused("BP-11.3")
    assert 3 == len(table.table.seats[0].coins)


@pytest.mark.parametrize("target", ["village-1", "swamp-1", "farm-1"])
@pytest.mark.parametrize("defender", [None, 1])
def test_bp_11_3__what_touches_an_own_terrain_neutral_or_not(target, defender):
    war({target: defender}).when(against(target)).then(
        AttackDeclared(seat=0, target=target, defender=defender, riders=None, via_river=None, coin_card="soy")
    )


def test_bp_11_4__a_card_from_the_hand_the_depot_or_the_pile():
    table = attacked(depots={0: ["black_eyed"], 1: ["blue", "blue"]})
    table.when(with_hand(0, 1)).then(committed(0, "attack", "hand", "chili", 1))
    table.when(with_depot(0, "black_eyed")).then(committed(0, "attack", "depot", "black_eyed"))
    third = table.when(with_pile(0)).then(from_pile(0, "attack", "blue"))
    third.when(with_depot(1, "blue")).happens(committed(1, "defence", "depot", "blue"))
    assert ("blue",) == third.when(with_depot(1, "blue")).table.seats[1].annex.depot
    third.when(with_pile(1)).happens(from_pile(1, "defence", "garden"))
    third.when(with_hand(1, 1)).happens(committed(1, "defence", "hand", "stink", 1))


def test_bp_11_4__the_attacker_first_and_nobody_else():
    table = attacked()
    table.when(with_hand(1)).refused("BP-11.4").when(with_pile(2)).refused("BP-11.4")
    first = table.when(with_hand(0))
    first.when(with_pile(2)).refused("BP-11.4")
    first.when(with_hand(1)).happens(committed(1, "defence", "hand", "green", 0))


@pytest.mark.parametrize(
    "command",
    [
        with_hand(0, 3),
        with_depot(0, "chili"),
        CommitCombatCard(seat=0, source="set_aside", variety="soy"),
        CommitCombatCard(seat=0, source="turned_up", variety="soy"),
    ],
)
def test_bp_11_4__a_card_from_elsewhere_is_no_combat_card(command):
    attacked(depots={0: ["black_eyed"]}).when(command).refused("BP-11.4")
    attacked(depots={0: ["black_eyed"]}).when(with_depot(0, "black_eyed")).happens(
        committed(0, "attack", "depot", "black_eyed")
    )


def test_bp_11_4__cards_are_committed_to_an_attack():
    for phase in ("plant", "attack", "draw"):
        war(phase=phase, hands={0: ["soy"]}).when(with_hand(0)).refused("BP-11.4")


def test_bp_11_4__who_has_nothing_to_commit_declares_no_attack():
    bare = {"hands": {0: []}, "draw_pile": [], "coins": {0: ["soy"]}}
    unarmed = war(**bare).when(against("farm-1")).refused("BP-11.4")
    assert ("soy",) == unarmed.table.seats[0].coins
    war(**bare, depots={0: ["red"]}).when(against("swamp-1")).refused("BP-11.4")
    for armed in ({"hands": {0: ["red"]}}, {"depots": {0: ["red"]}}, {"draw_pile": ["red"]}, {"discard_pile": ["red"]}):
        assert () == war(**(bare | armed)).when(against("farm-1")).table.seats[0].coins


def test_bp_11_5__a_committed_card_stays_committed():
    once = attacked().when(with_hand(0))
    once.when(with_hand(0, 1)).refused("BP-11.5").when(with_pile(0)).refused("BP-11.5")
    assert "defence" == outcome(once.when(with_hand(1, 1))).winner


def test_bp_11_5__the_source_is_public_and_the_card_is_not():
    for event, known in (
        (attacked().when(with_hand(0)).events[0], "soy"),
        (attacked().when(with_pile(0)).events[0], None),
    ):
        own, other, nobody = (redact(event, viewer, {}) for viewer in (seat_viewer(0), seat_viewer(1), SPECTATOR))
        assert event.source == other.source
        assert other == nobody
        assert known == own.variety
        assert {None, "face_down"} >= {other.variety, other.pile_card, own.pile_card}
        assert other.slot is None


def test_bp_11_6__the_owner_defends_and_the_engine_for_a_neutral_terrain():
    owned = attacked().when(with_hand(0)).then(committed(0, "attack", "hand", "soy", 0))
    assert "farm-1" == owned.table.annex.attack.target
    neutral = war(hands={0: ["soy"]}, draw_pile=["garden", "soy"]).when(against("farm-1")).when(with_hand(0))
    assert from_pile(None, "defence", "garden") == neutral.events[1]
    assert 0 == owner(neutral, "farm-1")


def test_bp_11_7__no_depot_in_an_attack_on_a_swamp():
    hands = {0: ["soy"], 1: ["red"]}
    table = war({"swamp-1": 1}, hands=hands, depots={0: ["blue"], 1: ["blue"]}).when(against("swamp-1"))
    table.when(with_depot(0, "blue")).refused("BP-11.7")
    first = table.when(with_hand(0)).then(committed(0, "attack", "hand", "soy", 0))
    first.when(with_depot(1, "blue")).refused("BP-11.7")
    assert (12, 8, "attack") == values(first.when(with_hand(1)))


def test_bp_11_7__an_attack_from_a_swamp_knows_no_such_rule():
    table = war({"swamp-1": 0, "river-2": None, "farm-1": 1}, hands={1: ["red"]}, depots={0: ["blue"]})
    assert (20, 8, "attack") == values(fought(table, "farm-1", with_depot(0, "blue"), with_hand(1)))
