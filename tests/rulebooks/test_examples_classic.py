"""The worked examples: cases printed in the rulebook (A), and cases that only the classic game has (B)."""

import pytest

from domain.commands import (
    AcceptTrade,
    BuyThirdField,
    CreateGame,
    DrawCards,
    EndPlanting,
    EndTrading,
    HarvestField,
    PlantFromHand,
    PlantSetAside,
    TakeSeat,
)
from domain.events import BeanPlanted, CardsDrawn, CardsSetAside, CardsTurnedUp, PhaseStarted, TradeProposed
from replay.audit import audit
from replay.codec import Cause, Envelope
from replay.game import Game
from replay.record import Record
from tests.rulebooks.family_scenes import bought, ended, exhausted, offer, planted, sold
from tests.rulebooks.scenes import FixedChance, beans, face_up, given, in_hand, turned_up_card


def harvested(*fields, field=0, **more):
    return given("classic", fields={0: list(fields)}, **more).when(HarvestField(seat=0, field=field))


def trading(hands, turned_up=(), **more):
    return given("classic", phase="trade", hands=hands, turned_up=turned_up, **more)


@pytest.mark.parametrize(("cards", "coins"), [*enumerate([0, 0, 1, 1, 2, 2, 3, 4, 4], 1)])
def test_ex_a1__stink_beans(cards, coins):
    beside = ["red"] if cards == 1 else []
    harvested(beans("stink", cards), beside).then(sold(0, "stink", coins, cards - coins))


def test_ex_a2__three_green_beans():
    green = harvested(beans("green", 3), []).then(sold(0, "green", 1, 2))
    assert (("green",), ("green", "green")) == (green.table.seats[0].coins, green.table.discard_pile)


def test_ex_a3__soy_is_offered_and_the_garden_bean_kept():
    table = trading({}, ["soy", "garden"], fields={0: [["red"], beans("garden", 2)]}).when(
        offer(face_up("soy"), {"red": 1})
    )
    proposal = {"seat": 0, "partner": 1, "give": (turned_up_card("soy"),), "want": {"red": 1}, "want_turned_up": ()}
    table.then(TradeProposed(proposal=1, give_coins=0, want_coins=0, **proposal))
    table.when(EndTrading(seat=0)).happens(CardsSetAside(seat=0, cards=("soy", "garden")))


def test_ex_a4__soy_and_a_blue_bean_from_the_hand_for_a_red_one():
    hands = {0: ["chili", "blue", "green"], 1: ["stink", "red", "soy"]}
    asked = trading(hands, ["soy", "garden"]).when(offer((*face_up("soy"), *in_hand(1)), {"red": 1}))
    zero, one, *_ = asked.when(AcceptTrade(seat=1, proposal=1, handed_over=(1,))).table.seats
    assert (("red",), ("soy", "blue")) == (zero.set_aside, one.set_aside)
    assert (("chili", "green"), ("stink", "soy")) == (zero.hand, one.hand)


def test_ex_a5__harvests_between_the_plantings_of_phase_3():
    fields = {0: [["garden"], beans("black_eyed", 3)]}
    table = given("classic", phase="plant_set_aside", set_aside={0: ["black_eyed", "green", "chili"]}, fields=fields)
    table = table.when(PlantSetAside(seat=0, variety="black_eyed", field=1))
    table = table.when(HarvestField(seat=0, field=1)).then(sold(1, "black_eyed", 2, 2))
    table = table.when(PlantSetAside(seat=0, variety="green", field=1))
    table = table.when(HarvestField(seat=0, field=0)).then(sold(0, "garden", 0, 1))
    table = table.when(PlantSetAside(seat=0, variety="chili", field=0))
    assert (("chili",), ("green",)) == table.table.seats[0].fields


def recorded(*, slot):
    """Audit a game in which a recorder entered seat 0's first planting."""
    game = Game("written-down", FixedChance(order=red_soy_soy_soy_blue_first))
    game.act(CreateGame(edition="classic", players=4), by="arbiter", key=None, at=0)
    for seat in range(4):
        game.act(TakeSeat(seat=seat, kind="human", pseudonym=f"player {seat}"), by="arbiter", key=None, at=0)
    cause = Cause(command=PlantFromHand(seat=0, field=0), by="arbiter")
    event = BeanPlanted(seat=0, field=0, variety="red" if slot is None else "blue", source="hand", slot=slot)
    written = Envelope(game=game.game, n=game.version + 1, at=0, event=event, cause=cause)
    return audit(Record(game=game.game, envelopes=(*game.envelopes, written)))


def red_soy_soy_soy_blue_first(pile):
    left = list(pile)
    for card in (first := ["red", "soy", "soy", "soy", "blue"]):
        left.remove(card)
    return first + left


def test_ex_b1__another_card_than_the_front_one():
    irregular = recorded(slot=1)
    assert ("irregular", "CL-4.4") == (irregular.verdict, irregular.first.clause)
    assert ("illegal", "CL-4.4") == (irregular.verdicts[-1].verdict, irregular.verdicts[-1].clause)
    regular = recorded(slot=None)
    assert ("legal", "legal") == (regular.verdict, regular.verdicts[-1].verdict)


def test_ex_b24__a_third_field_out_of_turn():
    owner = given("classic", coins={3: ["red", "soy", "blue"]}, fields={3: [["red"], ["soy"]]}).when(
        BuyThirdField(seat=3)
    )
    owner.then(bought("red", "soy", "blue", seat=3))
    assert (("blue", "soy", "red"), ()) == (owner.table.discard_pile, owner.table.seats[3].fields[2])


def test_ex_b25__two_coins_with_four_players():
    given("classic", coins={0: 2}).when(BuyThirdField(seat=0)).refused("CL-7.5")


def test_ex_b26__a_third_field_owned_already():
    given("classic", coins={0: 3}, fields={0: [[], [], []]}).when(BuyThirdField(seat=0)).refused("CL-7.5")


def test_ex_b27__two_coins_with_five_players():
    cheap = given("classic", players=5, coins={0: ["red", "soy"]}).when(BuyThirdField(seat=0))
    cheap.then(bought("red", "soy"))
    dear = given("classic", players=5, coins={0: 2}, options={"classic_five_player_third_field_cost": 3})
    dear.when(BuyThirdField(seat=0)).refused("CL-7.5")


def test_ex_b34__the_third_exhaustion_with_one_card_turned_up():
    table = given("classic", planted=1, draw_pile=["red"], discard_pile=["soy"], exhaustions=2, coins={1: 1})
    table = table.when(EndPlanting(seat=0)).happens(
        CardsTurnedUp(seat=0, cards=("red",)), exhausted(3, "trade", final=True)
    )
    table = (
        table.when(offer(face_up("red"), {"soy": 1})).when(EndTrading(seat=0)).happens(ended(0, 1, 0, 0, winners=(1,)))
    )
    assert not [event for event in table.events if isinstance(event, CardsDrawn | PhaseStarted)]


def turned_up_the_last_two(**options):
    table = given("classic", planted=1, draw_pile=["red", "red"], exhaustions=2, coins={1: 1}, options=options)
    table = table.when(EndPlanting(seat=0))
    return table.happens(CardsTurnedUp(seat=0, cards=("red", "red")), exhausted(3, "trade", final=True)).when(
        EndTrading(seat=0)
    )


def test_ex_b35__the_third_exhaustion_with_two_cards_turned_up():
    turned_up_the_last_two().happens(ended(0, 1, 0, 0, winners=(1,)))
    planting = turned_up_the_last_two(classic_end_in_phase_2="after_phase_3").when(
        PlantSetAside(seat=0, variety="red", field=0)
    )
    planting = planting.then(planted(0, "red", "set_aside")).when(PlantSetAside(seat=0, variety="red", field=0))
    scores = ended(1, 1, 0, 0, winners=(0, 1), tie_break="shared")
    planting.then(planted(0, "red", "set_aside"), sold(0, "red", 1, 1, reason="game_end"), scores)


def test_ex_b40__a_tie_at_twelve_coins():
    table = given("classic", phase="draw", draw_pile=1, exhaustions=2, coins={0: 12, 2: 12})
    table.when(DrawCards(seat=0)).happens(ended(12, 0, 12, 0, winners=(0, 2), tie_break="shared"))
