"""What the pages show of each edition: the duel's offer, fields of several varieties, the board."""

import json
import re
import urllib.request

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.editions import EDITIONS
from replay.game import Game
from replay.record import write_file
from service.hosting.bots.simulate import simulate
from tests.service.web.conftest import Service
from tests.service.web.test_replay_page import look

WIDTHS = (1280, 375)


def imported(service: Service, edition: str, players: int) -> Game:
    """A game of bots, brought into the service."""
    game, _ = simulate(edition, players, "pages", 1, {}, ["trader", "greedy"])
    request = urllib.request.Request(
        f"{service.address}/v1/games:import", write_file(game.record()), {"Content-Type": "application/x-ndjson"}
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        assert json.load(answer)["game"] == game.game
    return game


@pytest.fixture(scope="module")
def duel(service: Service) -> Game:
    """A duel."""
    return imported(service, "duel", 2)


@pytest.fixture(scope="module")
def war(service: Service) -> Game:
    """A game of Bohnaparte."""
    return imported(service, "bohnaparte", 3)


def all_of(game: Game, name: str) -> list[int]:
    """The numbers of the events of this name."""
    return [e.n for e in game.envelopes if str(e.event.__struct_config__.tag).startswith(f"{name}.")]


def test_the_offer_of_a_duel_lies_on_the_table(page: Page, duel: Game):
    n = next(n for n in all_of(duel, "offer_left") if duel.envelopes[n - 1].event.cards)
    look(page, duel.game, n=n)
    offered = page.get_by_role("group", name="Offer").locator(".card")
    expect(offered).to_have_count(len(duel.envelopes[n - 1].event.cards))
    expect(page.get_by_role("group", name="Turned up").locator(".card.slot")).to_have_count(1)
    expect(page.locator(".sentence")).to_contain_text("leaves as an offer")


@pytest.mark.parametrize("width", WIDTHS)
def test_the_board_is_a_map_that_says_whose_each_terrain_is(browser: Browser, service: Service, war: Game, width: int):
    context = browser.new_context(base_url=service.address, viewport={"width": width, "height": 900})
    page = context.new_page()
    n = all_of(war, "attack_declared")[0]
    look(page, war.game, n=n)
    cells = war.table.annex.board.cells
    tiles = page.locator(".map .tile")
    expect(tiles).to_have_count(len(cells))
    labels = tiles.evaluate_all("all => all.map(tile => tile.getAttribute('aria-label'))")
    assert sum("camp" in label.lower() and "neutral" not in label for label in labels) == 3
    assert all(re.search(r"\d points?|cannot be entered", label) for label in labels)
    expect(page.locator(".map .target")).to_have_count(1)
    expect(page.locator(".map .target")).to_have_attribute("aria-label", re.compile("under attack$"))
    expect(page.get_by_role("region", name="Attack")).to_contain_text("attacks")
    expect(page.locator(".tile-name").first).to_be_visible(visible=width > 1000)
    expect(page.locator(".tile-code").first).to_be_visible(visible=width < 1000)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    tile = tiles.first.locator(".ground").bounding_box()
    assert tile["width"] >= 40
    context.close()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_citation_of_two_parts_is_shown_whole_and_breaks_between_them(
    browser: Browser, service: Service, war: Game, width: int
):
    page = browser.new_page(base_url=service.address, viewport={"width": width, "height": 844})
    look(page, war.game, n=all_of(war, "bean_planted")[0])
    cited = page.locator(".event-list li.current .clause-link")
    expect(cited).to_have_text(re.compile(r"^BP-[\d.]+/CL-[\d.]+$"))
    (line, *parts) = (part.bounding_box() for part in (page.locator("li.current"), *cited.locator(".citation").all()))
    assert line is not None
    assert len(parts) == 2
    for part in parts:
        assert part is not None
        assert part["x"] + part["width"] <= line["x"] + line["width"]
        assert part["height"] < 25, "it is broken in its middle"
    page.close()


def test_what_was_conquered_changes_its_colour(page: Page, war: Game):
    n = all_of(war, "terrain_conquered")[0]
    conquered = war.envelopes[n - 1].event
    look(page, war.game, n=n)
    tile = page.locator(f".tile[data-terrain='{conquered.terrain}']")
    expect(tile.locator(f".marker.owner-{conquered.to} text")).to_have_text(str(conquered.to))
    expect(page.locator(f".seat[data-seat='{conquered.to}'] .seat-tags")).to_contain_text("2 terrains")
    page.keyboard.press("Home")
    page.keyboard.press("a")
    expect(page.locator(".sentence")).to_contain_text("attacks")


MIXED = {
    "edition": "classic",
    "turn": {"seat": 0, "number": 3, "phase": "plant", "planted": 0},
    "seats": [{"hand": [], "fields": [["green", "red", "green", "red"], ["soy"]], "coins": [], "set_aside": []}],
    "turned_up": [],
    "draw_pile": [],
    "discard_pile": [],
}
DRAW = """async (position) => {
  const { Table } = await import("/assets/js/table.js");
  const { html, render } = await import("/assets/js/html.js");
  document.getElementById("after").hidden = false;
  render(html`<${Table} position=${position} name=${(k) => `seat ${k}`} />`, document.getElementById("table"));
}"""


def test_a_field_of_several_varieties_shows_its_cards_in_order_and_the_meter_that_pays(page: Page):
    page.goto("/adjudicate")
    page.evaluate(DRAW, MIXED)
    mixed, plain = page.locator("#table .field").all()
    expect(mixed.locator(".card-name")).to_have_text(["Green", "Red", "Green", "Red"])
    expect(mixed.locator(".worth")).to_contain_text("3 now, 4 at 5 (Red)")
    expect(plain.locator(".worth")).to_contain_text("0 now, 1 at 2")
    expect(plain.locator(".worth")).not_to_contain_text("Soy")


def test_a_doubled_field_is_marked(page: Page):
    fields = [["red", "sissi", "red"], ["red", "sissi", "sissi"]]
    page.goto("/adjudicate")
    for edition in EDITIONS:
        seat = {**MIXED["seats"][0], "fields": fields}
        page.evaluate(DRAW, {**MIXED, "edition": edition, "seats": [seat]})
        expect(page.locator("#table .field")).to_have_count(2)
        expect(page.locator("#table .field .twice")).to_have_count(1 if edition == "sissi" else 0)


def test_the_lobby_offers_what_each_edition_has(page: Page):
    page.goto("/")
    form = page.locator("#new-game")
    form.get_by_label("Edition").select_option("duel")
    expect(form.locator(".seat-line")).to_have_count(2)
    form.get_by_label("Edition").select_option("bohnaparte")
    form.get_by_text("Options of Bohnaparte").click()
    form.get_by_label("bp_riders").select_option("on")
    expect(form.get_by_label("bp_board")).to_be_editable()
    form.get_by_role("button", name="Create the game").click()
    expect(page.get_by_role("link", name="Sit down at seat 0")).to_be_visible()
