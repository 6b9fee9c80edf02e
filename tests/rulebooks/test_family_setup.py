"""Section 2 of the classic and of the modern rulebook, where both say the same of how a game begins."""

from domain.commands import CreateGame, DrawCards, TakeSeat
from domain.events import GameStarted, TurnStarted
from tests.rulebooks.family_scenes import OWN, ruled_by
from tests.rulebooks.scenes import FixedChance, given, new_game, no_game_yet, random_game

MOST = {"classic": 5, "modern": 7}
"""How many play at most."""


@ruled_by("CL-2.4", "MO-2.4")
def test_the_first_card_dealt_is_in_front_and_drawn_cards_join_at_the_back(edition, clause):
    pile = ["blue", OWN[edition], "garden", "blue"]
    hand = given(edition, hands={0: ["soy", "red"]}, phase="draw", draw_pile=pile)
    assert ("soy", "red", *pile[:3]) == hand.when(DrawCards(seat=0)).table.seats[0].hand


@ruled_by("CL-2.4", "MO-2.4")
def test_a_hand_keeps_its_order_through_a_whole_game(edition, clause):
    cards = {}
    for scene in random_game(edition, players=MOST[edition]):
        for index, seat in enumerate(scene.table.seats):
            assert list(seat.slots) == sorted(set(seat.slots))
            for slot, card in zip(seat.slots, seat.hand, strict=True):
                assert card == cards.setdefault((index, slot), card)


@ruled_by("CL-2.5", "MO-2.5")
def test_the_rest_is_the_draw_pile_and_nothing_is_discarded(edition, clause):
    left = {"classic": {3: 89, 4: 84, 5: 79}, "modern": {3: 135, 4: 110, 5: 105, 6: 114, 7: 108}}[edition]
    tables = [new_game(edition, players=players).table for players in left]
    assert [(count, ()) for count in left.values()] == [(len(one.draw_pile), one.discard_pile) for one in tables]


@ruled_by("CL-2.6", "MO-2.6")
def test_the_lot_names_the_start_player_who_is_active_first(edition, clause):
    for start in range(MOST[edition]):
        begun = new_game(edition, players=MOST[edition], chance=FixedChance(lot=start))
        begun.happens(GameStarted(start_player=start), TurnStarted(seat=start, turn=1))


@ruled_by("CL-2.6", "MO-2.6")
def test_turns_pass_clockwise(edition, clause):
    players = MOST[edition]
    for seat in range(players):
        table = given(edition, players=players, phase="draw", active=seat).when(DrawCards(seat=seat))
        table.happens(TurnStarted(seat=(seat + 1) % players, turn=2))


@ruled_by("CL-2.6", "MO-2.6")
def test_a_seat_is_taken_once(edition, clause):
    seated = no_game_yet().when(CreateGame(edition=edition, players=3))
    seated = seated.when(TakeSeat(seat=0, kind="human", pseudonym="Ada"))
    seated = seated.when(TakeSeat(seat=0, kind="human", pseudonym="Eve")).refused(clause)
    assert "Bob" == seated.when(TakeSeat(seat=1, kind="bot", pseudonym="Bob")).table.seats[1].sitter.pseudonym
    assert "Eve" == seated.when(TakeSeat(seat=1, kind="human", pseudonym="Eve")).table.seats[1].sitter.pseudonym


@ruled_by("CL-2.7", "MO-2.7")
def test_everybody_begins_with_empty_fields_three_of_them_at_a_table_of_three(edition, clause):
    for players in range(3, MOST[edition] + 1):
        fields = ((),) * (3 if players == 3 else 2)
        assert [fields] * players == [seat.fields for seat in new_game(edition, players=players).table.seats]
