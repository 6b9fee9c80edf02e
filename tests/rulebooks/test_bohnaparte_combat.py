"""Section 11 of the Bohnaparte rulebook, its second half: values, the cannon, what follows from the reveal."""

import pytest

from domain.editions.bohnaparte.commands import BuildFortress
from domain.editions.bohnaparte.events import (
    AttackDeclared,
    CombatCardCommitted,
    CombatResolved,
    TerrainConquered,
)
from domain.events import DeckShuffled, DrawPileExhausted
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

FARM_OF_1 = {"farm-1": 1}


def from_pile(seat, side, card):
    return CombatCardCommitted(seat=seat, side=side, round=1, source="pile", pile_card=card)


def attacked(**more):
    """Seat 0 has attacked seat 1's farm."""
    table = {"hands": {0: ["soy", "chili", "red"], 1: ["green", "stink"]}, "draw_pile": ["blue", "garden", "soy"]}
    return war(FARM_OF_1, **(table | more)).when(against("farm-1"))


@pytest.mark.parametrize(
    ("target", "defence", "fortress", "value"),
    [
        ("farm-1", "green", False, 14),
        ("farm-1", "green", True, 16),
        ("farm-1", "blue", True, 22),
        ("village-1", "garden", False, 16),
        ("village-1", "green", True, 16),
        ("village-1", "stink", True, 18),
        ("city-1", "stink", False, 18),
        ("city-1", "stink", True, 18),
        ("city-1", "chili", True, 20),
        ("city-1", "blue", True, 22),
    ],
)
@pytest.mark.parametrize("neutral", [False, True])
def test_bp_11_8__card_then_fortress_then_minimum(target, defence, fortress, value, neutral):
    fight = combat("red", defence, target, fortress=fortress, neutral=neutral)
    assert (8, value, "defence") == values(fight)


def test_bp_11_8__both_cards_are_revealed_together():
    fight = combat("chili", "green")
    fight.happens(
        CombatResolved(
            round=1,
            attack_card="chili",
            defence_card="green",
            attack_value=18,
            defence_value=14,
            cannon=False,
            winner="attack",
        )
    )


@pytest.mark.parametrize(("attack", "winner"), [("soy", "defence"), ("green", "defence"), ("stink", "attack")])
def test_bp_11_9__the_higher_value_wins_and_equals_are_the_defenders(attack, winner):
    fight = combat(attack, "green")
    assert winner == outcome(fight).winner
    assert (0 if winner == "attack" else 1) == owner(fight, "farm-1")


@pytest.mark.parametrize(
    ("attack", "defence", "target", "fortress", "won"),
    [
        ("stink", "red", "village-1", False, True),
        ("chili", "red", "city-1", False, True),
        ("stink", "green", "farm-1", True, True),
        ("stink", "stink", "farm-1", False, False),
        ("blue", "blue", "city-1", False, False),
        ("blue", "chili", "farm-1", True, False),
        ("green", "red", "village-1", False, False),
    ],
)
def test_bp_11_10__a_cannon_turns_equal_values(attack, defence, target, fortress, won):
    for mine in (False, True):
        result = outcome(combat(attack, defence, target, fortress=fortress, mine=mine))
        assert (won and mine, "attack" if won and mine else "defence") == (result.cannon, result.winner)


def test_bp_11_10__the_defenders_mine_is_of_no_use_and_a_higher_value_needs_no_cannon():
    table = war({"village-1": 1, "iron-mine-1": 1}, hands={0: ["stink"], 1: ["red"]})
    assert "defence" == outcome(fought(table, "village-1", with_hand(0), with_hand(1))).winner
    assert not outcome(combat("chili", "red", "village-1", mine=True)).cannon


def test_bp_11_11__both_cards_are_discarded_the_attackers_first():
    fight = combat("chili", "green", discard_pile=["blue"])
    assert ("green", "chili", "soy", "blue") == fight.table.discard_pile


def test_bp_11_12__the_terrain_changes_hands_with_all_it_has():
    fight = combat("blue", "red", fortress=True)
    fight.happens(TerrainConquered(terrain="farm-1", loser=1, to=0))
    assert (0, True) == (owner(fight, "farm-1"), terrain(fight, "farm-1").fortress)


def test_bp_11_12__it_is_a_base_for_the_next_attack():
    table = war(hands={0: ["blue"]}, draw_pile=["red", "soy"])
    table.when(against("city-1")).refused("BP-11.3")
    fought(table, "farm-1", with_hand(0)).when(against("city-1")).happens(
        AttackDeclared(seat=0, target="city-1", defender=None, riders=None, via_river=None, coin_card="soy")
    )


def test_bp_11_12__and_its_quarry_can_be_used_at_once():
    table = war({"iron-mine-1": 0, "quarry-1": 1}, hands={0: ["blue"], 1: ["red"]})
    taken = fought(table, "quarry-1", with_hand(0), with_hand(1))
    assert terrain(taken.when(BuildFortress(seat=0, quarry="quarry-1", terrain="quarry-1")), "quarry-1").fortress


def test_bp_11_13__the_same_target_again_for_another_coin():
    table = war(FARM_OF_1, hands={0: ["red", "blue"], 1: ["soy", "soy"]}, coins={0: 2})
    again = fought(table, "farm-1", with_hand(0), with_hand(1))
    assert "defence" == outcome(again).winner
    again = fought(again, "farm-1", with_hand(0, 1), with_hand(1, 1))
    assert ("attack", 0) == (outcome(again).winner, len(again.table.seats[0].coins))
    again.when(against("swamp-1")).refused("BP-11.2")


def test_bp_11_14__the_pile_is_renewed_in_an_attack():
    table = war(FARM_OF_1, draw_pile=["soy"], discard_pile=["red"], coins={0: ["green"]})
    first = fought(table, "farm-1", with_pile(0)).then(
        from_pile(0, "attack", "soy"),
        DrawPileExhausted(number=1, final=False, phase="attack"),
        DeckShuffled(reason="exhaustion", count=2, order=("green", "red")),
    )
    assert (12, 14, "defence") == values(first.when(with_pile(1)))


def test_bp_11_14__nobody_commits_from_empty_piles():
    open_attack = {"target": "farm-1", "round": 1, "committed": {}}
    table = war(FARM_OF_1, draw_pile=[], attack=open_attack, hands={0: ["soy"], 1: ["red"]})
    first = table.when(with_pile(0)).refused("BP-11.14").when(with_hand(0))
    first.when(with_pile(1)).refused("BP-11.14")
    assert (12, 8, "attack") == values(first.when(with_hand(1)))
    full = war(FARM_OF_1, draw_pile=["blue"], attack=open_attack, hands={0: ["soy"]})
    assert from_pile(0, "attack", "blue") == full.when(with_pile(0)).events[0]


@pytest.mark.parametrize(("target", "value"), [("farm-1", 2), ("village-1", 16)])
@pytest.mark.parametrize("defender", [None, 1])
def test_bp_11_14__without_any_source_the_defence_is_0_modified_as_usual(target, value, defender):
    opened = {"target": target, "round": 1, "committed": {}}
    hands = {0: ["soy"], 1: []}
    bare = war({target: defender}, draw_pile=[], attack=opened, hands=hands, fortresses=[target])
    result = outcome(bare.when(with_hand(0)))
    assert (None, value) == (result.defence_card, result.defence_value)


def test_bp_11_15__the_other_cards_of_the_hand_keep_their_order():
    first = attacked().when(with_hand(0, 1))
    assert ("soy", "red") == first.table.seats[0].hand
    assert (0, 2) == first.table.seats[0].slots
    assert ("stink",) == first.when(with_hand(1, 0)).table.seats[1].hand
