"""What pages show of single editions: the duel's offer, fields of several varieties, the board."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from replay.game import Game
from tests.long_tests import mostly_long
from tests.service.web.conftest import Simulated
from tests.service.web.layout import expect_no_wider
from tests.service.web.page_errors import console_errors_of
from tests.service.web.simulated_player import PHONE
from tests.service.web.test_replay_page import open_replay

WIDTHS = (1280, 375)


@pytest.fixture
def duel_game(simulated: Simulated) -> Game:
    """Return a game of the duel."""
    return simulated("duel", 2)


@pytest.fixture
def war_game(simulated: Simulated) -> Game:
    """Return a game of Bohnaparte."""
    return simulated("bohnaparte", 3)


def events_of(game: Game, name: str) -> list[int]:
    """Return the numbers of the events of this name."""
    return [e.n for e in game.envelopes if str(e.event.__struct_config__.tag).startswith(f"{name}.")]


@pytest.mark.long
def test_a_duel_shows_its_offer_on_the_table(page: Page, duel_game: Game):
    n = next(n for n in events_of(duel_game, "offer_left") if duel_game.envelopes[n - 1].event.cards)
    open_replay(page, duel_game.game, n=n)
    expect(page.locator("[data-zone=offer] .card")).to_have_count(len(duel_game.envelopes[n - 1].event.cards))
    expect(page.locator("[data-zone=turned_up] .card")).to_have_count(0)
    expect(page.locator("[data-sentence]")).to_contain_text("leaves as an offer")


def test_the_map_names_the_owner_of_each_terrain(page: Page, war_game: Game):
    open_replay(page, war_game.game, n=events_of(war_game, "attack_declared")[0])
    cells = war_game.table.annex.board.cells
    tiles = page.locator(".map .tile")
    expect(tiles).to_have_count(len(cells))
    labels = tiles.evaluate_all("all => all.map(tile => tile.getAttribute('aria-label'))")
    assert sum("camp" in label.lower() and "neutral" not in label for label in labels) == 3
    assert all(re.search(r"\d points?|cannot be entered", label) for label in labels)
    expect(page.locator(".map .target")).to_have_count(1)
    expect(page.locator(".map .target")).to_have_attribute("aria-label", re.compile("under attack"))
    expect(page.get_by_role("group", name="Attack")).to_contain_text("attacks")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        expect(page.locator(".tile-name").first).to_be_visible(visible=width > 1000)
        expect_no_wider(page, width)
        tile = tiles.first.locator(".ground").bounding_box()
        assert tile["width"] >= 40


@pytest.mark.long
def test_the_map_is_enlarged_for_touch_on_a_phone(new_context: Callable, simulated: Simulated):
    page = new_context(**PHONE.options).new_page()
    errors = console_errors_of(page)
    open_replay(page, simulated("bohnaparte", 6).game, n=60)
    page.get_by_role("button", name="Large map").tap()
    tiles = page.locator(".tile .ground").evaluate_all("all => all.map(one => one.getBoundingClientRect().width)")
    assert min(tiles) >= 40
    page.get_by_role("button", name="Large map").tap()
    expect(page.locator("[data-seat='5']")).to_be_in_viewport(ratio=1)
    assert errors == []


@pytest.mark.long
def test_a_citation_of_two_clauses_fits_on_one_line(page: Page, war_game: Game):
    open_replay(page, war_game.game, n=events_of(war_game, "bean_planted")[0])
    for width, where in ((1280, ".telling"), (1280, ".event-list .current"), (375, ".telling")):
        page.set_viewport_size({"width": width, "height": 844})
        cited = page.locator(f"{where} .clause-button")
        expect(cited).to_have_text(re.compile(r"^BP-[\d.]+/CL-[\d.]+$"))
        expect(cited).to_be_in_viewport(ratio=1)
        assert cited.evaluate("one => one.scrollWidth <= one.clientWidth && one.clientHeight < 40")


@pytest.mark.long
def test_a_conquered_terrain_changes_its_colour(page: Page, war_game: Game):
    n = events_of(war_game, "terrain_conquered")[0]
    conquered = war_game.envelopes[n - 1].event
    open_replay(page, war_game.game, n=n)
    tile = page.locator(f".tile[data-terrain='{conquered.terrain}']")
    expect(tile).to_have_class(re.compile(rf"\bseat-{conquered.to}\b"))
    expect(tile.locator(".marker text")).to_have_text(str(conquered.to + 1))
    expect(page.locator(f"[data-seat='{conquered.to}'] .holding")).to_have_attribute("title", re.compile("2"))
    page.keyboard.press("Home")
    page.keyboard.press("a")
    expect(page.locator("[data-sentence]")).to_contain_text("attacks")


@pytest.fixture
def sissi_game(simulated: Simulated) -> Game:
    """Return a game of Sissi."""
    return simulated("sissi", 4)


@pytest.mark.long
@pytest.mark.parametrize("doubled", mostly_long([False, True]))
def test_a_mixed_field_shows_its_counts_and_its_coins(page: Page, sissi_game: Game, doubled: bool):
    asked = f"/v1/games/{sissi_game.game}/tables?limit=200&with=pays&as=omniscient&after="
    tables = [one for after in (100, 300, 500) for one in page.request.get(asked + str(after)).json()["tables"]]
    table, seat, field = next(
        (table, seat, field)
        for table in tables
        for seat, own in enumerate(table["table"]["seats"])
        for field, cards in enumerate(own["fields"])
        if len(set(cards)) == 2 and len(cards) > 3 and table["pays"][seat][field]["doubled"] == doubled
    )
    cards, pay = table["table"]["seats"][seat]["fields"][field], table["pays"][seat][field]
    open_replay(page, sissi_game.game, n=table["n"])
    plot = page.locator(f"[data-place='/seats/{seat}/fields/{field}']")
    stack = page.locator(".stack").filter(has=plot)
    expect(stack.locator(".many i")).to_have_text([str(cards.count(card)) for card in dict.fromkeys(cards)])
    expect(stack.locator(".worth")).to_have_text(str(pay["coins"]))
    expect(stack.locator(".twice")).to_have_count(1 if doubled else 0)
    more = pay["next"] and rf", {pay['next']['coins']} at {pay['next']['cards']} cards$"
    expect(plot).to_have_attribute("aria-label", re.compile(rf"{pay['coins']} coins? now{more or '$'}"))
