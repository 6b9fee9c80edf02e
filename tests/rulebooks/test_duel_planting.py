"""Section 4 of the duel's rulebook: the offer handled, the hand planted and discarded, turned-up cards planted."""

import pytest

from domain.cards import FACE_DOWN
from domain.commands import BuyThirdField, EndPlanting
from domain.editions import rulebook_of
from domain.editions.duel.discarding import HandCardDiscarded
from domain.engine import legal_commands
from domain.events import PhaseSkipped
from domain.field_audiences import redact
from domain.refusals import UnknownCard
from domain.visibility import SPECTATOR, seat_viewer
from tests.rulebooks.duel_scenes import (
    DRAW,
    END_PLANTING,
    LEAVE,
    OFFER,
    PLANT,
    TURNED_UP,
    begun,
    discard,
    discard_offered,
    draw,
    duel,
    harvest,
    left,
    offered_discarded,
    plant,
    plant_offered,
    plant_turned_up,
    planted,
    sold,
)
from tests.rulebooks.scenes import beans, random_game


def hand(cards, fields=((), ()), **more):
    return duel(PLANT, hands={0: cards}, fields={0: fields}, **more)


def gone(variety, slot):
    return HandCardDiscarded(seat=0, variety=variety, slot=slot)


@pytest.mark.parametrize("first", ["red", "blue", "soy"])
def test_du_4_1__each_offered_card_is_planted_or_discarded_in_any_order(first):
    table = duel(OFFER, offer=["red", "blue", "soy"]).when(discard_offered(first)).then(offered_discarded(first))
    second, third = (card for card in ("red", "blue", "soy") if card != first)
    table = table.when(plant_offered(third)).then(planted(third, "offer"))
    table.when(plant_offered(second, 1)).then(planted(second, "offer", 1), begun(PLANT))


def test_du_4_1__a_discarded_card_lies_face_up_on_the_discard_pile():
    table = duel(OFFER, offer=["red", "blue"], discard_pile=["wax"]).when(discard_offered("blue"))
    assert (("red",), ("blue", "wax")) == (table.table.annex.offer, table.table.discard_pile)


def test_du_4_1__step_2_does_not_begin_before_the_offer_is_empty():
    table = duel(OFFER, offer=["red"], hands={0: ["red", "soy"]})
    table = table.when(plant()).refused("DU-4.1").when(END_PLANTING).refused("DU-4.1")
    assert table.when(plant_offered("red")).when(plant()).events


def test_du_4_1__with_an_empty_hand_the_end_of_step_1_opens_step_3():
    table = duel(OFFER, offer=["red"], hands={0: []}, draw_pile=["wax"] * 6).when(discard_offered("red"))
    table.happens(PhaseSkipped(seat=0, phase="plant", reason="empty_hand"), begun(TURNED_UP))


def test_du_4_1__only_cards_of_the_offer_and_only_by_the_active_player():
    table = duel(OFFER, offer=["red", "red"], hands={0: ["soy"]})
    table.when(plant_offered("soy")).refused("DU-4.1").when(discard_offered("soy")).refused("DU-4.1")
    table.when(discard_offered("red", seat=1)).refused("DU-4.1")
    once = table.when(discard_offered("red"))
    assert ("red",) == once.table.annex.offer
    once.when(discard_offered("red")).happens(begun(PLANT))


def test_amb_du_5__an_offer_is_not_kept_and_not_taken_into_the_hand():
    for scene in random_game("duel", players=2):
        phase, offered = scene.table.turn.phase, scene.table.annex.offer
        assert not offered or phase in (OFFER, DRAW)
        assert phase != OFFER or offered


def test_amb_du_5__an_unknown_offered_card_may_be_any():
    with pytest.raises(UnknownCard, match="offer"):
        duel(OFFER, offer=[FACE_DOWN]).when(plant_offered("red"))


def test_du_4_2__the_front_card_is_planted_and_then_perhaps_the_next():
    table = hand(["red", "wax", "wax"]).when(END_PLANTING).refused("DU-4.2").when(plant()).then(planted("red", "hand"))
    assert table.when(END_PLANTING).events
    table = table.when(plant(1)).then(planted("wax", "hand", 1))
    table.when(plant(1)).refused("DU-4.2").when(END_PLANTING).happens(begun(TURNED_UP))


def test_du_4_2__only_the_active_player_plants_and_ends_the_step():
    table = hand(["red"], planted=1).when(plant(seat=1)).refused("DU-4.2").when(EndPlanting(seat=1)).refused("DU-4.2")
    assert table.when(plant()).events


def test_du_4_2__without_a_second_card_there_is_no_second_planting():
    hand(["red"]).when(plant()).when(plant()).refused("DU-4.2").when(END_PLANTING).happens(begun(TURNED_UP))


@pytest.mark.parametrize(("slot", "variety"), [(0, "red"), (1, "wax"), (2, "soy")])
def test_du_4_3__one_card_may_be_discarded_from_any_position(slot, variety):
    table = hand(["red", "wax", "soy"], discard_pile=["blue"]).when(discard(slot)).then(gone(variety, slot))
    assert (variety, "blue") == table.table.discard_pile
    assert [card for card in ("red", "wax", "soy") if card != variety] == list(table.table.seats[0].hand)


@pytest.mark.parametrize("plantings", [0, 1, 2])
def test_du_4_3__before_between_or_after_the_plantings(plantings):
    table = hand(["red", "wax", "soy", "blue"])
    for field in range(plantings):
        table = table.when(plant(field))
    assert table.when(discard(3)).then(gone("blue", 3)).table.turn.annex.discarded


def test_amb_du_2__a_discard_is_no_duty():
    assert hand(["red", "wax"]).when(plant()).when(END_PLANTING).events


def test_du_4_3__after_a_discard_the_card_then_in_front_must_be_planted():
    table = hand(["red", "wax"], draw_pile=["blue"] * 9).when(discard(0)).when(END_PLANTING).refused("DU-4.2")
    table.when(plant()).then(planted("wax", "hand")).when(END_PLANTING).happens(begun(TURNED_UP))


def test_du_4_3__the_last_card_is_not_discarded_before_the_planting():
    hand(["red"]).when(discard(0)).refused("DU-4.3").when(plant()).then(planted("red", "hand"))
    table = hand(["red"], planted=1, draw_pile=["blue"] * 9).when(discard(0)).then(gone("red", 0))
    table.when(END_PLANTING).happens(begun(TURNED_UP))


@pytest.mark.parametrize("slot", [2, 9])
def test_du_4_3__one_discards_a_card_one_holds(slot):
    hand(["red", "wax"]).when(discard(slot)).refused("DU-4.3").when(discard(1)).then(gone("wax", 1))


def test_du_4_3__only_the_active_player_discards():
    duel(hands={1: ["red", "wax"]}).when(discard(0, seat=1)).refused("DU-4.3")


@pytest.mark.parametrize(("viewer", "slot"), [(seat_viewer(0), 2), (seat_viewer(1), None), (SPECTATOR, None)])
def test_du_4_3__nobody_else_learns_from_where_in_the_hand_the_card_came(viewer, slot):
    event = hand(["red", "wax", "soy"]).when(discard(2)).events[0]
    seen = redact(event, viewer, {})
    assert ("soy", slot) == (seen.variety, seen.slot)


def test_du_4_4__there_is_no_second_discard_in_a_turn():
    table = hand(["red", "wax", "soy"]).when(discard(2)).when(plant()).when(discard(1)).refused("DU-4.4")
    assert table.when(plant(1)).events
    hand(["red", "wax"], discarded=True).when(discard(1)).refused("DU-4.4")


def test_du_4_4__the_next_turn_has_its_own():
    table = duel(DRAW, discarded=True, hands={1: ["red", "wax"]}).when(draw()).when(discard(0, seat=1))
    table.then(HandCardDiscarded(seat=1, variety="red", slot=0)).when(discard(1, seat=1)).refused("DU-4.4")


@pytest.mark.parametrize("phase", [OFFER, TURNED_UP, DRAW])
def test_du_4_4__there_is_no_discard_in_another_step(phase):
    table = duel(phase, hands={0: ["red", "wax"]}, offer=["red"] if phase == OFFER else [])
    table.when(discard(1)).refused("DU-4.4")
    hand(["red", "wax"]).when(discard(1)).then(gone("wax", 1))


def test_amb_du_9__any_number_of_turned_up_cards_is_planted_and_none_must_be():
    table = duel(TURNED_UP, turned_up=["red", "wax", "red"])
    table.when(LEAVE).then(left("red", "wax", "red"), begun(DRAW))
    table = table.when(plant_turned_up("red")).then(planted("red", "turned_up"))
    table = table.when(plant_turned_up("red")).when(plant_turned_up("wax", 1))
    assert (("red", "red"), ("wax",)) == table.table.seats[0].fields
    table.when(LEAVE).then(left(), begun(DRAW))


def test_du_4_5__the_active_player_plants_what_is_turned_up():
    table = duel(TURNED_UP, turned_up=["red"], hands={0: ["wax"]})
    table.when(plant_turned_up("wax")).refused("DU-4.5").when(plant_turned_up("red", seat=1)).refused("DU-4.5")
    table.when(plant_turned_up("red")).then(planted("red", "turned_up"))


def test_du_4_5__harvests_fall_between_the_plantings():
    table = duel(TURNED_UP, turned_up=["wax", "red"], fields={0: [beans("wax", 3), ["blue"]]})
    table = table.when(plant_turned_up("wax")).when(harvest()).then(sold("wax", 1, 3))
    table.when(plant_turned_up("red")).then(planted("red", "turned_up"))


@pytest.mark.parametrize(
    ("phase", "order", "source"),
    [(OFFER, plant_offered, "offer"), (TURNED_UP, plant_turned_up, "turned_up")],
)
def test_du_4_6__offered_and_turned_up_cards_need_a_field_that_takes_them(phase, order, source):
    cards = {"offer": ["red", "soy"]} if phase == OFFER else {"turned_up": ["red", "soy"]}
    table = duel(phase, fields={0: [["wax"], ["red"]]}, coins={0: 3}, **cards)
    table.when(order("red", 0)).refused("DU-4.6").when(order("red", 2)).refused("DU-4.6")
    table.when(order("red", 1)).then(planted("red", source, 1))
    table = table.when(order("soy", 1)).refused("DU-4.6")
    table.when(BuyThirdField(seat=0)).when(order("soy", 2)).then(planted("soy", source, 2))
    table.when(harvest(1)).when(order("soy", 1)).then(planted("soy", source, 1))


def test_du_4_6__so_do_hand_cards():
    table = hand(["red"], [["wax"], ["red"]]).when(plant(0)).refused("DU-4.6").when(plant(2)).refused("DU-4.6")
    table.when(plant(1)).then(planted("red", "hand", 1))
    hand(["red"], [["red"], []]).when(plant(1)).then(planted("red", "hand", 1))


def test_du_4_6__the_list_of_what_may_be_done_knows_the_fields():
    table = duel(TURNED_UP, turned_up=["red", "wax"], fields={0: [["wax"], ["blue"]]}).table
    assert [plant_turned_up("wax", 0), LEAVE] == [
        order for order in legal_commands(rulebook_of(table), table, 0) if order != harvest() and order != harvest(1)
    ]
