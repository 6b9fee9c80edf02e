"""Tests of cards in commands: malformed ones are reported with their place, missing ones with clause and card."""

import msgspec
import pytest

from domain.commands import (
    AcceptTrade,
    BuyThirdField,
    CardRef,
    DrawCards,
    HarvestField,
    OfferDonation,
    PlantFromHand,
    PlantSetAside,
    ProposeTrade,
)
from domain.editions import EDITIONS, rulebook_of
from domain.editions.bohnaparte.commands import ArrangeMerchantCards, CommitCombatCard, DeclareAttack, StoreInDepot
from domain.editions.duel.discarding import DiscardFromHand
from domain.editions.duel.offer import DiscardOffered, PlantOffered
from domain.editions.duel.turned_up import PlantTurnedUp
from domain.engine import blocked_commands
from domain.events import BeanPlanted
from domain.field_audiences import redact
from domain.refusals import Misuse
from domain.visibility import SPECTATOR, seat_viewer
from tests.long_tests import one_in
from tests.rulebooks.bohnaparte_scenes import war
from tests.rulebooks.scenes import face_up, given, in_hand, random_game, set_aside

TRADING = ["classic", "modern", "sissi", "bohnaparte"]
WORLD = {
    "classic": ("CL-5.3", "CL-5.4", "CL-5.10", "CL-5.13"),
    "modern": ("MO-5.4", "MO-5.4", "MO-5.8", "MO-5.6"),
    "sissi": ("SI-5.5", "SI-5.5", "SI-5.8", "SI-5.7"),
    "bohnaparte": ("BP-5.1/CL-5.3", "BP-5.1/CL-5.4", "BP-5.1/CL-5.10", "BP-5.1/CL-5.13"),
}
"""The clauses for cards of the active player, of the others, received cards, cards handed over."""
WELL_NAMED = (CardRef(source="hand", slot=0),)
MISNAMED = [
    (CardRef(source="Hand", slot=1), "source", "hand or turned_up, not 'Hand'"),
    (CardRef(source="pile"), "source", "hand or turned_up, not 'pile'"),
    (CardRef(source=""), "source", "hand or turned_up, not ''"),
    (CardRef(source="hand", variety="red"), "slot", "a hand card is named by its slot"),
    (CardRef(source="turned_up"), "variety", "a card from turned_up is named by its variety"),
    (CardRef(source="turned_up", slot=0), "variety", "a card from turned_up is named by its variety"),
    (CardRef(source="set_aside"), "variety", "a card from set_aside is named by its variety"),
    (CardRef(source="hand", slot=0, variety="gold"), "variety", "no card 'gold' in this game"),
]


def trading(edition, **more):
    """Seat 0 is active in phase 2 and holds three red cards, a stink card is turned up and a green one set aside."""
    zones = {"hands": {0: ["red", "red", "chili"], 1: ["soy", "soy"]}, "set_aside": {0: ["green"], 1: ["green"]}}
    return given(edition, phase="trade", turned_up=["stink"], **zones, **more)


def offers(cards):
    """The same cards in a proposal and in a gift, each with the name of the part that holds them."""
    yield "give", ProposeTrade(seat=0, partner=1, give=cards, want={"soy": 1})
    yield "cards", OfferDonation(seat=0, to=1, cards=cards)


def misuse_of(scene, command):
    """Return the faults of a malformed command."""
    with pytest.raises(Misuse) as answer:
        scene.when(command)
    assert type(answer.value) is Misuse
    return list(answer.value.errors)


@pytest.mark.parametrize("edition", TRADING)
@pytest.mark.parametrize(("card", "place", "wanted"), MISNAMED)
def test_an_unnamed_card_of_an_offer_is_reported_with_its_place(edition, card, place, wanted):
    scene = trading(edition)
    for name, command in offers((*WELL_NAMED, card)):
        assert misuse_of(scene, command) == [(f"{name}[1].{place}", wanted)]
    for _, command in offers(WELL_NAMED):
        assert scene.when(command).events


def test_every_unnamed_card_of_an_offer_is_reported():
    cards = tuple(card for card, _, _ in MISNAMED[:3])
    for name, command in offers(cards):
        assert [place for place, _ in misuse_of(trading("classic"), command)] == [
            f"{name}[{i}].source" for i in range(3)
        ]


@pytest.mark.parametrize("edition", TRADING)
def test_a_named_card_that_is_missing_is_refused_by_its_clause(edition):
    active, others, received, _ = WORLD[edition]
    scene = trading(edition)
    for _, command in offers(in_hand(99)):
        scene.when(command).refused(active, "Here: no card in slot 99.")
    for _, command in offers(in_hand(1, 1)):
        scene.when(command).refused(active, "slot 1 is named twice")
    for _, command in offers(face_up("stink", "stink")):
        scene.when(command).refused(active, "no stink left turned up")
    for _, command in offers((CardRef(source="offer", variety="red"),)):
        scene.when(command).refused(active, "no card from offer can be offered by seat 1")
    for _, command in offers(set_aside("green")):
        scene.when(command).refused(received, "the green is set aside")
    for _, command in offers(face_up("green")):
        scene.when(command).refused(received, "no green left turned up")
    scene.when(ProposeTrade(seat=1, partner=0, give=face_up("stink"), want={"red": 1})).refused(
        others, "no card from turned_up can be offered by seat 2"
    )
    for _, command in offers((*in_hand(0, 1), *face_up("stink"))):
        assert scene.when(command).events


def test_a_depot_card_cannot_be_offered_in_any_edition():
    cards = (CardRef(source="depot", variety="red"),)
    for _, command in offers(cards):
        trading("classic").when(command).refused("CL-5.3", "no card from depot can be offered by seat 1")
        trading("bohnaparte").when(command).refused("BP-4.3", "the card named lies in the depot")


@pytest.mark.parametrize("edition", TRADING)
def test_handed_over_cards_must_be_the_requested_ones(edition):
    clause = WORLD[edition][3]
    scene = trading(edition).when(ProposeTrade(seat=1, partner=0, give=in_hand(0), want={"red": 2}))
    assert misuse_of(scene, AcceptTrade(seat=0, proposal=1, handed_over=(0, None))) == [
        ("handed_over[1]", "a hand card is named by its slot")
    ]
    scene.when(AcceptTrade(seat=0, proposal=1, handed_over=(0, 99))).refused(clause, "no card in slot 99")
    scene.when(AcceptTrade(seat=0, proposal=1, handed_over=(0, 0))).refused(clause, "slot 0 is named twice")
    scene.when(AcceptTrade(seat=0, proposal=1, handed_over=(0,))).refused(clause, "asked for are 2, handed over 1")
    scene.when(AcceptTrade(seat=0, proposal=1, handed_over=(0, 2))).refused(clause, "the chili in slot 2 is not asked")
    assert scene.when(AcceptTrade(seat=0, proposal=1, handed_over=(1, 0))).events


def test_a_discarded_hand_card_must_be_in_the_hand():
    scene = given("duel", players=2, hands={0: ["red", "soy"]})
    assert misuse_of(scene, DiscardFromHand(seat=0, slot=None)) == [("slot", "a hand card is named by its slot")]
    scene.when(DiscardFromHand(seat=0, slot=99)).refused("DU-4.3", "no card in slot 99")
    assert scene.when(DiscardFromHand(seat=0, slot=1)).events


def test_missing_cards_of_the_duel_are_reported():
    offered = given("duel", players=2, phase="offer", offer=["soy"])
    offered.when(PlantOffered(seat=0, variety="red", field=0)).refused("DU-4.1", "no red in the offer")
    offered.when(DiscardOffered(seat=0, variety="red")).refused("DU-4.1", "no red in the offer")
    assert offered.when(DiscardOffered(seat=0, variety="soy")).events
    step_3 = given("duel", players=2, phase="turned_up", turned_up=["soy"])
    step_3.when(PlantTurnedUp(seat=0, variety="red", field=0)).refused("DU-4.5", "no red is turned up")
    assert step_3.when(PlantTurnedUp(seat=0, variety="soy", field=0)).events


def test_a_missing_received_card_is_reported():
    scene = given("classic", phase="plant_set_aside", set_aside={0: ["red", "red"]})
    scene.when(PlantSetAside(seat=0, variety="soy", field=0)).refused("CL-4.7", "no soy is set aside by seat 1")
    assert misuse_of(scene, PlantSetAside(seat=0, variety="gold", field=0)) == [
        ("variety", "no card 'gold' in this game")
    ]
    assert scene.when(PlantSetAside(seat=0, variety="red", field=0)).events


def attacked():
    """Seat 0 attacks a farm of seat 1 and has yet to commit a card: one of its hand, or the soy of its depot."""
    scene = war({"farm-1": 1}, hands={0: ["chili"]}, depots={0: ["soy"]}, draw_pile=["blue", "red"])
    return scene.when(DeclareAttack(seat=0, target="farm-1"))


@pytest.mark.parametrize(
    ("command", "place", "wanted"),
    [
        (CommitCombatCard(seat=0, source="Pile"), "source", "hand, depot or pile, not 'Pile'"),
        (CommitCombatCard(seat=0, source="hand"), "slot", "a hand card is named by its slot"),
        (CommitCombatCard(seat=0, source="depot", slot=0), "variety", "a card from depot is named by its variety"),
    ],
)
def test_a_combat_card_must_be_named(command, place, wanted):
    assert misuse_of(attacked(), command) == [(place, wanted)]


def test_bp_11_4__a_combat_card_that_is_not_there_is_named():
    scene = attacked()
    scene.when(CommitCombatCard(seat=0, source="hand", slot=99)).refused("BP-11.4", "no card in slot 99")
    scene.when(CommitCombatCard(seat=0, source="depot", variety="red")).refused("BP-11.4", "no red in the depot")
    scene.when(CommitCombatCard(seat=0, source="turned_up", variety="red")).refused("BP-11.4", "no card from turned_up")
    for well_named in ({"source": "hand", "slot": 0}, {"source": "depot", "variety": "soy"}, {"source": "pile"}):
        assert scene.when(CommitCombatCard(seat=0, **well_named)).events


NOT_THE_FRONT = {
    "classic": "CL-4.4",
    "modern": "MO-4.3",
    "duel": "DU-4.2",
    "sissi": "SI-4.6",
    "bohnaparte": "BP-4.1/CL-4.4",
}


@pytest.mark.parametrize(("edition", "clause"), NOT_THE_FRONT.items())
def test_only_the_front_card_may_be_asked_for(edition, clause):
    scene = given(edition, players=EDITIONS[edition].data.players[0], hands={0: ["red", "soy", "soy"]})
    scene.when(PlantFromHand(seat=0, field=0, slot=1)).refused(clause, "slot 1 is asked for, and slot 0 is in front")
    assert misuse_of(scene, PlantFromHand(seat=0, field=0, slot=99)) == [("slot", "no card in slot 99")]
    front = scene.when(PlantFromHand(seat=0, field=0, slot=0))
    assert front.events == scene.when(PlantFromHand(seat=0, field=0)).events
    front.happens(BeanPlanted(seat=0, field=0, variety="red", source="hand", doubled=front.events[0].doubled))
    front.when(PlantFromHand(seat=0, field=1, slot=2)).refused(clause, "slot 1 is in front")
    assert front.when(PlantFromHand(seat=0, field=1, slot=1)).events


def test_a_planting_without_a_slot_keeps_its_bytes():
    assert b'{"type":"PlantFromHand","seat":0,"field":1}' == msgspec.json.encode(PlantFromHand(seat=0, field=1))


def test_the_slot_of_a_planting_is_visible_only_to_its_seat():
    command = PlantFromHand(seat=0, field=1, slot=3)
    assert redact(command, seat_viewer(0), {}) == command
    for viewer in (seat_viewer(1), SPECTATOR):
        assert redact(command, viewer, {}) == PlantFromHand(seat=0, field=1)


@pytest.mark.parametrize("edition", one_in(2, EDITIONS))
def test_blocked_commands_are_well_formed_and_refused_alike(edition):
    players = EDITIONS[edition].data.players[0]
    for scene in [*random_game(edition, players=players, seed=3)][::40]:
        rulebook = rulebook_of(scene.table)
        for seat in range(players):
            for no in blocked_commands(rulebook, scene.table, seat):
                scene.when(no.command).refused(no.clause, no.says)


def test_bp_4_2__a_card_to_store_that_is_not_there_is_named():
    scene = war(phase="plant_set_aside", set_aside={0: ["red", "soy"]}, depots={0: []})
    scene.when(StoreInDepot(seat=0, variety="blue")).refused("BP-4.1/CL-4.7", "no blue is set aside by seat 1")
    scene.when(StoreInDepot(seat=0)).refused("BP-4.1/CL-4.7", "no card is named")
    assert scene.when(StoreInDepot(seat=0, variety="red")).events


def test_bp_14_10__a_card_that_is_not_on_the_merchant_is_named():
    on_merchant = {0: ["red", "soy", "green"]}
    scene = war(phase="draw", merchants=on_merchant, options={"bp_riders": "on"}, draw_pile=["blue"] * 9)
    scene = scene.when(DrawCards(seat=0))
    taken = scene.table.turn.annex.to_take
    wrong = ArrangeMerchantCards(seat=0, taken=("red", "red", *["blue"] * (taken - 2)))
    scene.when(wrong).refused("BP-14.10", "no red left on the merchant")
    assert scene.when(ArrangeMerchantCards(seat=0, taken=("red", *["blue"] * (taken - 1)))).events


def test_cl_7_3__a_coin_card_that_is_not_in_the_stack_is_named():
    scene = given("classic", coins={0: ["red", "soy", "soy"]})
    scene.when(BuyThirdField(seat=0, coin_cards=("red", "red", "soy"))).refused("CL-7.3", "no red left in the coin")
    scene.when(BuyThirdField(seat=0, coin_cards=("red",))).refused("CL-7.3", "the price is 3 coins")
    assert scene.when(BuyThirdField(seat=0, coin_cards=("soy", "red", "soy"))).events


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_missing_field_is_refused_with_the_existing_ones(edition):
    scene = given(edition, players=EDITIONS[edition].data.players[0], fields={0: [["red", "red"], []]})
    fields = len(scene.table.seats[0].fields)
    cites = EDITIONS[edition].data.cites
    answer = f"Here: the fields are 1 to {fields}."
    scene.when(PlantFromHand(seat=0, field=fields)).refused(cites["plant.own_field"], answer)
    scene.when(HarvestField(seat=0, field=fields)).refused(cites["harvest.own_field"], answer)
    assert scene.when(HarvestField(seat=0, field=0)).events
