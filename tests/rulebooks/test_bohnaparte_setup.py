"""Sections 1 and 2 of the Bohnaparte rulebook: the material, the board, and how a game begins."""

from collections import Counter
from itertools import islice

import pytest

from domain.commands import CreateGame, DrawCards, HarvestField, OfferDonation, ProposeTrade, TakeSeat
from domain.editions import EDITIONS, rulebook_of
from domain.editions.bohnaparte.areas import board_of
from domain.editions.bohnaparte.boards import layout, neighbours
from domain.editions.bohnaparte.commands import BuildFortress, BuyDepot, ChooseCamp, ChooseStartPlayer, DeclareAttack
from domain.editions.bohnaparte.events import BoardLaidOut, CampChosen, DepotBought, StartPlayerChosen
from domain.events import CardsDealt, DeckShuffled, GameStarted, PhaseStarted, TurnStarted
from domain.invariants import broken_invariants, cards_on
from domain.refusals import Misuse
from tests.rulebooks.bohnaparte_scenes import CAMPS, against, combat, outcome, owner, war
from tests.rulebooks.scenes import FixedChance, beans, given, in_hand, new_game, no_game_yet, random_game

DATA = EDITIONS["bohnaparte"].data
DECK = {"blue": 20, "chili": 18, "stink": 16, "green": 14, "soy": 12, "black_eyed": 10, "red": 8, "garden": 6}
MATERIAL = {"camp": 6, "farm": 6, "village": 6, "city": 4, "abbey": 4, "quarry": 3, "iron_mine": 3} | {
    "swamp": 3,
    "river": 3,
    "paddock": 3,
    "forest": 3,
}


def chosen(players=3, *, lot=0, order=tuple):
    """A new game in which everybody has taken the first free camp."""
    scene = new_game("bohnaparte", players=players, chance=FixedChance(lot=lot, order=order))
    for turn in range(players):
        seat = (lot - turn) % players
        scene = scene.when(ChooseCamp(seat=seat, terrain=f"camp-{CAMPS[players][turn]}"))
    return scene


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_bp_1_1__the_classic_deck_without_third_fields(players):
    assert (Counter(DECK), 104, 0) == (
        cards_on(new_game("bohnaparte", players=players).table),
        sum(DECK.values()),
        DATA.third_field_cards,
    )


@pytest.mark.parametrize(("variety", "steps"), [(v.id, v.beanometer) for v in EDITIONS["classic"].data.varieties])
def test_bp_1_1__the_classic_beanometers(variety, steps):
    for cards, coins in steps:
        sold = war(fields={1: [beans(variety, cards), []]}, coins={}).when(HarvestField(seat=1, field=0))
        assert coins == len(sold.table.seats[1].coins)


@pytest.mark.parametrize(("players", "riders"), [(3, "off"), (4, "off"), (3, "on")])
def test_bp_1_1__every_card_is_always_in_exactly_one_place(players, riders):
    for scene in islice(random_game("bohnaparte", players=players, options={"bp_riders": riders}), 400):
        assert Counter(DECK) == cards_on(scene.table)
        assert [] == broken_invariants(rulebook_of(scene.table), scene.table)


def test_bp_1_1__a_card_too_many_is_noticed_in_a_depot_as_well():
    with pytest.raises(Misuse, match="7 cards garden: the deck has 6"):
        war(hands={0: beans("garden", 5)}, depots={1: beans("garden", 2)})


@pytest.mark.parametrize(("variety", "value"), [*DECK.items()])
def test_bp_1_2__a_bean_fights_with_the_count_of_its_variety(variety, value):
    assert value == outcome(combat(variety, "garden")).attack_value
    assert value == outcome(combat("blue", variety)).defence_value


@pytest.mark.parametrize(("kind", "count"), [*MATERIAL.items()])
def test_bp_1_3__so_many_cards_of_each_terrain_are_there(kind, count):
    assert count == DATA.numbers["terrains"][kind]["count"]


@pytest.mark.parametrize("name", ["standard_3", "standard_4", "standard_5", "standard_6", "pyramid_5", "pyramid_6"])
def test_bp_1_3__no_board_needs_more_cards_than_there_are(name):
    assert Counter(cell.terrain for cell in layout(name)) <= Counter(MATERIAL)


def test_bp_1_3__twelve_markers_six_colours_and_three_fortresses():
    numbers = DATA.numbers
    assert (12, 6, 3) == (numbers["markers_per_player"], len(set(numbers["colours"])), numbers["fortresses"])
    with pytest.raises(Misuse, match=r"BP-1\.3"):
        war({cell.id: 0 for cell in layout("standard_3") if cell.terrain != "river"})


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_bp_1_4__the_other_sides_lie_on_no_board_without_riders(players):
    laid = board_of(new_game("bohnaparte", players=players).table)
    assert {"paddock", "forest"}.isdisjoint(cell.terrain for cell in laid.cells)
    with_riders = board_of(new_game("bohnaparte", players=players, options={"bp_riders": "on"}).table)
    assert {"paddock", "forest"} <= {cell.terrain for cell in with_riders.cells}


def test_bp_1_5__coins_paid_lie_bean_side_up_on_the_discard_pile__by_default_the_latest():
    paid = war(coins={1: ["red", "blue", "soy", "green"]}, discard_pile=["chili"]).when(BuyDepot(seat=1))
    paid.then(DepotBought(seat=1, coin_cards=("blue", "soy", "green")))
    assert (("red",), ("green", "soy", "blue", "chili")) == (paid.table.seats[1].coins, paid.table.discard_pile)


def test_bp_1_5__the_payer_may_name_the_coin_cards():
    stack = war(coins={1: ["red", "blue", "soy", "green"]})
    for wrong in (["chili", "red", "blue"], ["red", "blue"], ["red", "red", "blue"], ["red", "blue", "soy", "green"]):
        stack.when(BuyDepot(seat=1, coin_cards=tuple(wrong))).refused("BP-1.5")
    named = stack.when(BuyDepot(seat=1, coin_cards=("red", "green", "blue")))
    assert ("soy",) == named.table.seats[1].coins


def test_bp_1_5__the_coin_cards_of_a_fortress_may_be_named_too():
    table = war({"quarry-1": 0}, coins={0: ["red", "blue", "soy"]})
    table.when(BuildFortress(seat=0, quarry="quarry-1", terrain="quarry-1", coin_cards=("chili", "red"))).refused(
        "BP-1.5"
    )
    built = table.when(BuildFortress(seat=0, quarry="quarry-1", terrain="quarry-1", coin_cards=("red", "blue")))
    assert ("soy",) == built.table.seats[0].coins


@pytest.mark.parametrize("players", [0, 1, 2, 7, 8])
def test_bp_2_1__a_game_for_fewer_than_3_or_more_than_6_is_refused(players):
    no_game_yet().when(CreateGame(edition="bohnaparte", players=players)).refused("BP-2.1")


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_bp_2_1__three_to_six_may_play(players):
    assert players == len(no_game_yet().when(CreateGame(edition="bohnaparte", players=players)).table.seats)


def test_bp_2_1__a_seat_is_taken_once():
    seated = no_game_yet().when(CreateGame(edition="bohnaparte", players=3))
    seated = seated.when(TakeSeat(seat=0, kind="human", pseudonym="Ada"))
    seated = seated.when(TakeSeat(seat=0, kind="human", pseudonym="Eve")).refused("BP-2.1")
    assert "Bob" == seated.when(TakeSeat(seat=1, kind="bot", pseudonym="Bob")).table.seats[1].sitter.pseudonym


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_bp_2_2__five_cards_each_dealt_singly_from_the_first_camp_chooser(players):
    dealt = new_game("bohnaparte", players=players, chance=FixedChance(lot=2, order=lambda pile: pile[::-1]))
    order = next(event for event in dealt.events if isinstance(event, DeckShuffled)).order
    for turn in range(players):
        assert order[turn : 5 * players : players] == dealt.table.seats[(2 + turn) % players].hand
    assert (104 - 5 * players, ()) == (len(dealt.table.draw_pile), dealt.table.discard_pile)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_bp_2_2__everybody_has_two_empty_fields(players):
    assert [((), ())] * players == [seat.fields for seat in new_game("bohnaparte", players=players).table.seats]


def test_bp_2_2__a_hand_keeps_its_order():
    hand = war(phase="draw", hands={0: ["soy", "red"]}, draw_pile=["blue", "red", "garden", "blue"])
    assert ("soy", "red", "blue", "red", "garden") == hand.when(DrawCards(seat=0)).table.seats[0].hand
    trading = war(phase="trade", hands={0: ["soy", "red"]})
    trading.when(ProposeTrade(seat=0, partner=0, give=in_hand(0), want={"red": 1})).refused("BP-5.1/CL-5.2")
    trading.when(OfferDonation(seat=0, to=0, cards=in_hand(0))).refused("BP-5.1/CL-5.8")
    assert ("soy", "red") == trading.table.seats[0].hand


@pytest.mark.parametrize(("players", "cards"), [(3, 27), (4, 27), (5, 34), (6, 37)])
def test_bp_2_3__each_number_of_players_has_its_board(players, cards):
    name = f"standard_{players}"
    begun = new_game("bohnaparte", players=players)
    begun.happens(BoardLaidOut(layout=name, geometry="staggered", cells=layout(name)))
    assert (cards, players) == (len(layout(name)), sum(cell.terrain == "camp" for cell in layout(name)))


def test_bp_2_3__the_rows_of_the_board_for_four():
    rows = [[cell.id for cell in layout("standard_4") if cell.row == row] for row in (0, 2)]
    assert rows == [
        ["camp-orange", "abbey-1", "iron-mine-1", "abbey-2", "camp-black"],
        ["quarry-1", "river-1", "swamp-1", "river-2", "quarry-2"],
    ]
    assert [1, 3, 5, 7, 9] == [cell.x for cell in layout("standard_4") if cell.row == 2]


def test_bp_2_4__a_terrain_touches_up_to_six_others():
    touching = neighbours(layout("standard_3"), "staggered")
    assert {"swamp-1", "abbey-1", "camp-orange", "village-1", "river-2", "city-1"} == set(touching["farm-1"])
    assert {"village-1", "swamp-1", "farm-1"} == set(touching["camp-orange"])
    assert all(one in touching[other] for one in touching for other in touching[one])


def test_bp_2_4__what_does_not_touch_cannot_be_attacked():
    table = war(hands={0: ["blue"]})
    table.when(against("abbey-1")).refused("BP-11.3")
    assert "farm-1" == table.when(against("farm-1")).table.annex.attack.target


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_bp_2_5__camps_are_chosen_counter_clockwise_from_a_seat_drawn_by_lot(first):
    begun = new_game("bohnaparte", chance=FixedChance(lot=first))
    begun.happens(GameStarted(first_camp_chooser=first))
    assert begun.events[-1] == PhaseStarted(seat=first, phase="choose_camp")
    for turn, colour in enumerate(CAMPS[4]):
        seat = (first - turn) % 4
        begun.when(ChooseCamp(seat=(seat + 1) % 4, terrain=f"camp-{colour}")).refused("BP-2.5")
        begun = begun.when(ChooseCamp(seat=seat, terrain=f"camp-{colour}"))
        begun.happens(CampChosen(seat=seat, terrain=f"camp-{colour}"))
        assert seat == owner(begun, f"camp-{colour}")


@pytest.mark.parametrize("terrain", ["camp-orange", "farm-1", "nowhere", "river-1"])
def test_bp_2_5__only_a_camp_that_is_free_can_be_chosen(terrain):
    begun = new_game("bohnaparte", players=3).when(ChooseCamp(seat=0, terrain="camp-orange"))
    begun.when(ChooseCamp(seat=2, terrain=terrain)).refused("BP-2.5")
    assert 2 == owner(begun.when(ChooseCamp(seat=2, terrain="camp-red")), "camp-red")


@pytest.mark.parametrize("start", [0, 1, 2])
def test_bp_2_6__the_last_chooser_names_the_start_player(start):
    naming = chosen(lot=1)
    assert naming.events[-1] == PhaseStarted(seat=2, phase="choose_start")
    naming.when(ChooseStartPlayer(seat=1, chosen=start)).refused("BP-2.6")
    naming.when(ChooseStartPlayer(seat=2, chosen=3)).refused("BP-2.6")
    naming.when(ChooseStartPlayer(seat=2, chosen=start)).then(
        StartPlayerChosen(seat=2, chosen=start),
        TurnStarted(seat=start, turn=1),
        PhaseStarted(seat=start, phase="plant"),
    )


def test_bp_2_6__by_option_the_first_seat_begins_and_nobody_names_a_start_player():
    camps = ("camp-orange", "camp-red", "camp-black")
    begun = new_game("bohnaparte", players=3, options={"start_player": "seat_0"})
    for terrain in camps:
        begun = begun.when(ChooseCamp(seat=begun.table.turn.seat, terrain=terrain))
    assert begun.events[-2:] == (TurnStarted(seat=0, turn=1), PhaseStarted(seat=0, phase="plant"))
    assert begun.table.rules.options["start_player"] == "seat_0"


def test_a_later_option_is_left_out_of_the_rules_at_its_default():
    chosen_by_hand = new_game("bohnaparte", players=3, options={"start_player": "chosen"})
    assert chosen_by_hand.table.rules == new_game("bohnaparte", players=3).table.rules
    assert "start_player" not in chosen_by_hand.table.rules.options


@pytest.mark.parametrize(("seat", "following"), [(0, 1), (1, 2), (2, 0)])
def test_bp_2_6__turns_pass_clockwise(seat, following):
    war(phase="draw", active=seat).when(DrawCards(seat=seat)).happens(TurnStarted(seat=following, turn=2))


def test_bp_2_7__all_else_is_neutral_and_nobody_has_anything():
    begun = chosen().when(ChooseStartPlayer(seat=1, chosen=0)).table
    assert {0: 1, 1: 1, 2: 1, None: 24} == Counter(terrain.owner for terrain in board_of(begun).terrains)
    for seat in begun.seats:
        assert ((), None, None) == (seat.coins, seat.annex.depot, seat.annex.merchant)
    war(hands={0: ["blue"]}, coins={}).when(DeclareAttack(seat=0, target="farm-1")).refused("BP-11.2")


def test_bp_2_7__the_opening_in_the_order_of_its_events():
    kinds = [type(event) for event in new_game("bohnaparte", players=3).events[1:]]
    assert [GameStarted, BoardLaidOut, DeckShuffled, *[CardsDealt] * 3, PhaseStarted] == kinds
    assert given("bohnaparte", players=3).table.annex.board.layout == "standard_3"
