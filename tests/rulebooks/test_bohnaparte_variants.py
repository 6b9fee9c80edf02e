"""Section 10 of the Bohnaparte rulebook: length, placement, shapes and boards of one's own; adjacency."""

import json
from collections import Counter
from random import Random

import pytest

from domain.commands import CreateGame, DrawCards
from domain.editions import EDITIONS
from domain.editions.bohnaparte.areas import board_of
from domain.editions.bohnaparte.boards import (
    COLOURS,
    all_reachable,
    custom_cells,
    layout,
    named_cells,
    neighbours,
    with_kinds,
)
from domain.editions.bohnaparte.boards import Place as At
from domain.editions.bohnaparte.events import BoardLaidOut
from domain.events import DrawPileExhausted
from domain.refusals import Misuse
from tests.rulebooks.bohnaparte_scenes import against, war
from tests.rulebooks.scenes import FixedChance, new_game, no_game_yet

NAMES = ["standard_3", "standard_4", "standard_5", "standard_6", "pyramid_5", "pyramid_6"]
NUMBERS = EDITIONS["bohnaparte"].data.numbers
ALL_KINDS = {kind: numbers["count"] for kind, numbers in NUMBERS["terrains"].items()}
ROW = ["camp", "farm", "camp", "village", "camp"]


def drawn(*rows):
    """A board as JSON, row by row, every second row shifted by half a card; None leaves a place empty."""
    cells = [
        {"row": row, "x": 2 * place + row % 2, "terrain": kind}
        for row, kinds in enumerate(rows)
        for place, kind in enumerate(kinds)
        if kind is not None
    ]
    return json.dumps(cells)


def custom(text, players=3, **options):
    wanted = {"bp_shape": "custom", "bp_board": text} | options
    return no_game_yet().when(CreateGame(edition="bohnaparte", players=players, options=wanted))


def cells_of(scene):
    return next(event for event in scene.events if isinstance(event, BoardLaidOut)).cells


@pytest.mark.parametrize(("length", "ends"), [(3, True), (4, False), (5, False)])
def test_bp_10_1__the_length_of_the_game_is_chosen(length, ends):
    table = war(
        phase="draw", draw_pile=["red"], discard_pile=["soy"] * 9, exhaustions=2, options={"exhaustions_to_end": length}
    )
    drawn_cards = table.when(DrawCards(seat=0)).happens(DrawPileExhausted(number=3, final=ends, phase="draw"))
    assert ends == (drawn_cards.table.result is not None)


def test_bp_10_1__a_length_that_nobody_offers_is_no_option():
    with pytest.raises(Misuse):
        no_game_yet().when(CreateGame(edition="bohnaparte", players=3, options={"exhaustions_to_end": 6}))


@pytest.mark.parametrize("seed", range(8))
def test_bp_10_2__at_random_the_camps_stay_and_nothing_is_cut_off(seed):
    dice = Random(seed)
    chance = FixedChance(order=lambda items: dice.sample(items, len(items)))
    cells = cells_of(new_game("bohnaparte", players=3, options={"bp_placement": "random"}, chance=chance))
    fixed = layout("standard_3")
    assert [(cell.row, cell.x) for cell in fixed] == [(cell.row, cell.x) for cell in cells]
    assert [cell for cell in fixed if cell.terrain == "camp"] == [cell for cell in cells if cell.terrain == "camp"]
    assert Counter(cell.terrain for cell in fixed) == Counter(cell.terrain for cell in cells)
    assert all_reachable(cells, "staggered")
    assert fixed != cells


def test_bp_10_2__a_placement_that_rivers_cut_is_shuffled_again():
    kinds = [cell.terrain for cell in layout("standard_3") if cell.terrain != "camp"]
    dry = [kind for kind in kinds if kind != "river"]
    # The camp at the top left touches the places 0, 3 and 4.
    locked = ["river", *dry[:2], "river", "river", *dry[2:]]
    assert not all_reachable(with_kinds(layout("standard_3"), locked), "staggered")
    orders = iter([locked, kinds[::-1]])
    chance = FixedChance(order=lambda items: next(orders) if len(items) == len(kinds) else items)
    laid = new_game("bohnaparte", players=3, options={"bp_placement": "random"}, chance=chance)
    assert with_kinds(layout("standard_3"), kinds[::-1]) == cells_of(laid)


def test_bp_10_2__ids_follow_the_places_in_reading_order():
    kinds = [cell.terrain for cell in layout("standard_3") if cell.terrain != "camp"]
    cells = with_kinds(layout("standard_3"), kinds[::-1])
    for kind in set(kinds):
        assert [f"{kind.replace('_', '-')}-{number}" for number in range(1, kinds.count(kind) + 1)] == [
            cell.id for cell in cells if cell.terrain == kind
        ]


@pytest.mark.parametrize(("shape", "rows"), [("pyramid_5", 5), ("pyramid_6", 6)])
def test_bp_10_3__three_players_may_fight_on_a_pyramid(shape, rows):
    cells = cells_of(new_game("bohnaparte", players=3, options={"bp_shape": shape}))
    assert layout(shape) == cells
    assert list(range(1, rows + 1)) == [sum(cell.row == row for cell in cells) for row in range(rows)]
    corners = [(0, rows - 1), (rows - 1, 0), (rows - 1, 2 * rows - 2)]
    assert corners == [(cell.row, cell.x) for cell in cells if cell.terrain == "camp"]


@pytest.mark.parametrize("players", [4, 5, 6])
def test_bp_10_3__no_other_number_may(players):
    create = CreateGame(edition="bohnaparte", players=players, options={"bp_shape": "pyramid_5"})
    no_game_yet().when(create).refused("BP-10.3")


def test_bp_10_4__a_board_of_ones_own():
    wanted = {"bp_shape": "custom", "bp_board": drawn(ROW, [None, "city"])}
    cells = cells_of(new_game("bohnaparte", players=3, options=wanted))
    assert ["camp-orange", "farm-1", "camp-black", "village-1", "camp-red", "city-1"] == [cell.id for cell in cells]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "JSON list"),
        ("{}", "JSON list"),
        ("[]", "1 to 64 cells"),
        (json.dumps([{"row": 0, "x": 0}]), "JSON list"),
        (json.dumps([{"row": -1, "x": 0, "terrain": "camp"}]), "JSON list"),
        (json.dumps([{"row": 64, "x": 0, "terrain": "camp"}]), "JSON list"),
        (json.dumps([{"row": 0, "x": 128, "terrain": "camp"}]), "JSON list"),
        (json.dumps([{"row": 0, "x": 0, "terrain": "camp", "owner": 1}]), "JSON list"),
        (json.dumps([{"row": 0, "x": x, "terrain": "farm"} for x in range(65)]), "1 to 64 cells"),
        (drawn(["camp", "lake", "camp", "camp"]), "no terrain 'lake'"),
        (drawn(["camp", "paddock", "camp", "camp"]), "no terrain 'paddock'"),
        (drawn(["camp", "farm", "camp"]), "2 camps for 3 players"),
        (drawn(["camp"] * 4), "4 camps for 3 players"),
        (drawn(["camp"] * 3 + ["city"] * 5), "5 cards 'city'"),
        (drawn(["camp", "river", "camp", "camp"]), "cannot be reached"),
        (drawn(["camp", None, "camp", "camp"]), "cannot be reached"),
        (json.dumps([{"row": 0, "x": x, "terrain": "camp"} for x in (0, 2, 2)]), "two cards"),
    ],
)
def test_bp_10_4__what_cannot_be_a_board(text, why):
    refused = custom(text)
    assert why in str(refused._refusal)
    refused.refused("BP-10.4")


@pytest.mark.parametrize(
    "text",
    [
        drawn(["camp", "farm", "camp", "camp"]),
        drawn(["camp"] * 3),
        drawn(["camp"] * 3 + ["city"] * 4),
        drawn(["camp", "river", "camp", "camp"], ["farm", "farm"]),
    ],
)
def test_bp_10_4__the_nearest_boards_that_can_be(text):
    assert 3 == len(custom(text).table.seats)


def test_bp_10_4__a_board_is_read_in_reading_order_whatever_the_order_of_its_text():
    text = json.dumps(json.loads(drawn(ROW))[::-1])
    assert custom_cells(text, 3, ALL_KINDS) == custom_cells(drawn(ROW), 3, ALL_KINDS)


def test_bp_10_4__on_a_grid_the_board_must_hang_together_there():
    staggered = json.dumps(
        [{"row": 0, "x": 2, "terrain": "camp"}, *[{"row": 1, "x": x, "terrain": "camp"} for x in (1, 3)]]
    )
    assert 3 == len(custom(staggered).table.seats)
    diagonal = json.dumps([{"row": row, "x": row * 2, "terrain": "camp"} for row in range(3)])
    custom(diagonal, bp_geometry="grid").refused("BP-10.4")


@pytest.mark.parametrize("name", NAMES)
def test_bp_10_4__camps_are_named_clockwise_from_the_first_one(name):
    cells = layout(name)
    camps = {cell.id.removeprefix("camp-"): cell for cell in cells if cell.terrain == "camp"}
    assert set(COLOURS[: len(camps)]) == set(camps)
    assert min(camps.values(), key=lambda cell: (cell.row, cell.x)).id == "camp-orange"
    corners = [camps[colour] for colour in COLOURS[: len(camps)]]
    turns = [
        (b.x - a.x) * (c.row - b.row) - (b.row - a.row) * (c.x - b.x)
        for a, b, c in zip(corners, corners[1:] + corners[:1], corners[2:] + corners[:2], strict=True)
    ]
    assert all(turn > 0 for turn in turns)


def test_bp_10_4__the_colours_are_those_of_the_markers():
    assert list(COLOURS) == NUMBERS["colours"]
    one = named_cells([At(row=0, x=0, terrain="camp")])
    assert ["camp-orange"] == [cell.id for cell in one]


def test_bp_10_5__on_a_grid_columns_and_rows_touch_and_diagonals_do_not():
    square = custom_cells(drawn(["camp", "farm"], ["village", "camp"], ["camp"]), 3, ALL_KINDS, "grid")
    touching = neighbours(square, "grid")
    assert {"farm-1", "village-1"} == set(touching[square[0].id])
    assert {"farm-1", "village-1"} == set(touching[square[3].id])


def test_bp_10_5__the_column_is_half_the_distance_from_the_leftmost_card_rounded_down():
    touching = neighbours(layout("standard_4"), "grid")
    # Row 0 begins half a card later than row 1: camp-orange at x 1 stands over village-1 at x 0.
    assert {"abbey-1", "village-1"} == set(touching["camp-orange"])
    assert {"village-1", "city-1", "abbey-1", "river-1"} == set(touching["farm-1"])


def test_bp_10_5__diagonal_attacks_are_refused():
    staggered, grid = (
        war(players=4, hands={0: ["blue"]}, options={"bp_geometry": way}) for way in ("staggered", "grid")
    )
    assert "farm-1" == staggered.when(against("farm-1")).table.annex.attack.target
    grid.when(against("farm-1")).refused("BP-11.3")
    assert "village-1" == grid.when(against("village-1")).table.annex.attack.target


@pytest.mark.parametrize("geometry", ["staggered", "grid"])
@pytest.mark.parametrize("name", NAMES)
def test_bp_10_5__every_layout_hangs_together_and_touching_goes_both_ways(name, geometry):
    touching = neighbours(layout(name), geometry)
    assert all_reachable(layout(name), geometry)
    assert all(one in touching[other] for one in touching for other in touching[one])


def test_bp_10_6__riders_and_basic_terrains_together():
    text = drawn([*ROW, "paddock", "iron_mine", "forest", "quarry"])
    wanted = {"bp_shape": "custom", "bp_board": text, "bp_riders": "combined"}
    laid = new_game("bohnaparte", players=3, options=wanted)
    assert {"paddock-1", "iron-mine-1", "forest-1", "quarry-1"} <= {cell.id for cell in board_of(laid.table).cells}
    custom(text).refused("BP-10.4")
