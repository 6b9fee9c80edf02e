"""Section 5 of the duel's rulebook: turning up, matching the discards, leaving the offer."""

import pytest

from domain.cards import FACE_DOWN
from domain.commands import BuyThirdField, DrawCards
from domain.editions.duel.matching import MatchingStopped, StopMatching, TakeMatchingDiscard
from domain.editions.duel.offer import OfferLeft
from domain.editions.duel.turned_up import LeaveOffer
from domain.events import CardsTurnedUp, DeckShuffled
from domain.evolve import evolve
from domain.field_audiences import redact
from domain.refusals import CorruptHistory, UnknownCard
from domain.visibility import SPECTATOR, seat_viewer
from tests.rulebooks.duel_scenes import (
    CHOICE,
    DRAW,
    END_PLANTING,
    LEAVE,
    OFFER,
    STOP,
    TAKE,
    TURNED_UP,
    begun,
    draw,
    duel,
    exhausted,
    harvest,
    last_cards,
    left,
    matched,
    plant_offered,
    plant_turned_up,
    planted,
    sold,
    step_3,
    turned_up,
)
from tests.rulebooks.scenes import beans

STOPPED = MatchingStopped(seat=0)


def open_matching(turned_up=("red", "soy", "blue"), discards=("red", "soy", "green"), **more):
    return step_3(turned_up, discards, options=CHOICE, **more).when(END_PLANTING)


def is_open(scene):
    return scene.table.turn.annex.matching


def test_du_5_1__step_3_begins_with_three_cards_turned_up():
    step_3(["red", "soy", "blue"]).when(END_PLANTING).then(begun(TURNED_UP), turned_up("red", "soy", "blue"))


@pytest.mark.parametrize("viewer", [seat_viewer(0), seat_viewer(1), SPECTATOR])
def test_du_5_1__both_see_them(viewer):
    event = CardsTurnedUp(seat=0, cards=("red", "soy", "blue"))
    assert event == redact(event, viewer, {})


def test_du_5_2__matching_discards_join_until_the_top_one_matches_none():
    table = step_3(["soy", "red", "blue"], ["red", "red", "soy", "green", "blue"]).when(END_PLANTING)
    table.then(begun(TURNED_UP), turned_up("soy", "red", "blue"), matched("red", "red", "soy"))
    assert ("soy", "red", "blue", "red", "red", "soy") == table.table.turned_up
    assert ("green", "blue") == table.table.discard_pile


@pytest.mark.parametrize("discards", [[], ["green", "red"]])
def test_du_5_2__nothing_joins_when_the_top_discard_does_not_match(discards):
    table = step_3(["red", "soy", "blue"], discards).when(END_PLANTING)
    table.then(begun(TURNED_UP), turned_up("red", "soy", "blue"))


def test_du_5_2__all_discards_may_match():
    table = step_3(["red", "soy", "blue"], ["blue", "red"]).when(END_PLANTING).happens(matched("blue", "red"))
    assert () == table.table.discard_pile


def test_du_5_2__matched_cards_are_planted_and_offered_as_any():
    table = step_3(["red", "soy", "blue"], ["red"]).when(END_PLANTING)
    table = table.when(plant_turned_up("red")).when(plant_turned_up("red")).then(planted("red", "turned_up"))
    table.when(LEAVE).happens(left("soy", "blue"))


def test_du_5_2__what_is_harvested_later_does_not_begin_it_anew():
    table = step_3(["red", "soy", "blue"], fields={0: [beans("red", 2), []]}).when(END_PLANTING)
    table = table.when(harvest()).then(sold("red", 1, 1))
    assert ("red", "soy", "blue") == table.table.turned_up
    table.when(TAKE).refused("DU-5.2")


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("phase", [OFFER, "plant", TURNED_UP, DRAW])
def test_du_5_2__by_itself_it_is_nobodys_command(phase, seat):
    table = duel(phase, offer=["red"] if phase == OFFER else [])
    table.when(TakeMatchingDiscard(seat=seat)).refused("DU-5.2").when(StopMatching(seat=seat)).refused("DU-5.2")


def test_du_5_2__what_is_not_known_cannot_be_matched():
    with pytest.raises(UnknownCard, match="discard_pile"):
        step_3(["red", "soy", "blue"], ["red", FACE_DOWN]).when(END_PLANTING)
    with pytest.raises(UnknownCard, match="turned_up"):
        step_3([FACE_DOWN, "soy", "blue"], ["red"]).when(END_PLANTING)
    assert step_3([FACE_DOWN, "soy", "blue"]).when(END_PLANTING).events
    assert step_3(["red", "soy", "blue"], ["green", FACE_DOWN]).when(END_PLANTING).events


def test_amb_du_4__by_choice_one_card_is_taken_at_a_time():
    table = open_matching().then(begun(TURNED_UP), turned_up("red", "soy", "blue"))
    assert is_open(table)
    table = table.when(TAKE).then(matched("red"))
    assert is_open(table)
    table = table.when(TAKE).then(matched("soy"))
    assert not is_open(table)
    assert (("red", "soy", "blue", "red", "soy"), ("green",)) == (table.table.turned_up, table.table.discard_pile)


@pytest.mark.parametrize("taken", [0, 1])
def test_amb_du_4__the_active_player_may_stop_before_any_card(taken):
    table = open_matching()
    for _ in range(taken):
        table = table.when(TAKE)
    table = table.when(STOP).then(STOPPED)
    assert not is_open(table)
    table.when(TAKE).refused("DU-5.2").when(STOP).refused("DU-5.2").when(plant_turned_up("red")).then(
        planted("red", "turned_up")
    )


@pytest.mark.parametrize("command", [plant_turned_up("red"), LEAVE])
def test_du_5_2__while_it_is_open_nothing_is_planted_and_the_step_not_ended(command):
    table = open_matching().when(command).refused("DU-5.2").when(STOP)
    assert table.when(command).events


@pytest.mark.parametrize("seat", [0, 1])
def test_du_5_2__it_is_the_active_players_choice(seat):
    table = open_matching()
    for command in (TakeMatchingDiscard(seat=seat), StopMatching(seat=seat)):
        answer = table.when(command)
        assert answer.events if seat == 0 else answer.refused("DU-5.2")


@pytest.mark.parametrize("discards", [[], ["green", "red"]])
def test_amb_du_4__it_is_not_open_when_the_top_discard_does_not_match(discards):
    table = open_matching(discards=discards)
    assert not is_open(table)
    table.when(TAKE).refused("DU-5.2").when(LEAVE).then(left("red", "soy", "blue"), begun(DRAW))


def test_amb_du_4__a_harvest_may_close_it_but_never_open_it_again():
    fields = {0: [beans("green", 3), beans("red", 2)]}
    table = open_matching(fields=fields).when(harvest(1)).then(sold("red", 1, 1, field=1))
    assert is_open(table)
    table = open_matching(fields=fields).when(harvest(0)).then(sold("green", 1, 2))
    assert not is_open(table)
    table = table.when(harvest(1))
    assert ("red", "green", "green", "red") == table.table.discard_pile[:4]
    assert not is_open(table)
    table.when(TAKE).refused("DU-5.2").when(LEAVE).happens(begun(DRAW))


def test_amb_du_4__buying_a_third_field_leaves_it_open():
    table = open_matching(coins={0: ["green"] * 3}).when(BuyThirdField(seat=0))
    assert is_open(table)


def test_amb_du_4__the_choice_needs_to_know_the_cards_as_well():
    with pytest.raises(UnknownCard, match="turned_up"):
        open_matching([FACE_DOWN] * 3)
    with pytest.raises(UnknownCard, match="discard_pile"):
        open_matching(discards=["red", FACE_DOWN]).when(TAKE)
    known = open_matching(discards=["red", FACE_DOWN])
    assert is_open(known)
    assert known.when(STOP).events


def test_amb_du_4__the_next_turn_begins_with_nothing_open():
    table = open_matching().when(STOP).when(LEAVE).when(draw())
    assert not is_open(table)


def test_du_5_2__a_reshuffle_leaves_nothing_to_match():
    options = CHOICE | {"exhaustions_to_end": 2}
    table = last_cards(["red", "soy", "blue"], ["red", "red"], options=options).when(END_PLANTING)
    table.happens(exhausted(TURNED_UP, final=False), DeckShuffled(reason="exhaustion", count=2, order=("red", "red")))
    assert not is_open(table)


def test_du_5_2__history_matches_only_what_lies_on_top():
    table = open_matching().table
    with pytest.raises(CorruptHistory, match=r"soy: not there \(discards\)"):
        evolve(table, matched("soy"))
    with pytest.raises(CorruptHistory, match="matching was open"):
        evolve(duel(TURNED_UP).table, STOPPED)


def test_du_5_3__what_is_not_planted_becomes_the_offer():
    table = duel(TURNED_UP, turned_up=["red", "soy", "blue"]).when(plant_turned_up("soy"))
    table = table.when(LEAVE).then(left("red", "blue"), begun(DRAW))
    assert (("red", "blue"), ()) == (table.table.annex.offer, table.table.turned_up)


def test_du_5_3__the_offer_may_be_empty():
    duel(TURNED_UP).when(LEAVE).then(left(), begun(DRAW))


def test_du_5_3__only_the_active_player_ends_step_3():
    table = duel(TURNED_UP, turned_up=["red"]).when(LeaveOffer(seat=1)).refused("DU-5.3")
    table.when(LEAVE).then(left("red"), begun(DRAW))


@pytest.mark.parametrize("viewer", [seat_viewer(0), seat_viewer(1), SPECTATOR])
def test_du_5_4__the_offer_lies_face_up(viewer):
    event = OfferLeft(seat=0, cards=("red", "blue"))
    assert event == redact(event, viewer, {})
    table = duel(OFFER, offer=["red", "blue"]).table
    assert ("red", "blue") == redact(table, viewer, table.rules.options).annex.offer


def test_du_5_4__whoever_left_it_does_not_plant_it():
    table = duel(TURNED_UP, turned_up=["red"], draw_pile=9).when(LEAVE).when(plant_offered("red")).refused("DU-5.4")
    table = table.when(plant_offered("red", seat=1)).refused("DU-3.1").when(DrawCards(seat=0))
    table.when(plant_offered("red", seat=0)).refused("DU-5.4")
    assert table.when(plant_offered("red", seat=1)).events
