"""What the pages show of each edition: the duel's offer, fields of several varieties, the board."""

import json
import re
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from replay.game import Game
from replay.record import write_file
from replay.rewind import table_at
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
    expect(page.locator("[data-zone=offer] .card")).to_have_count(len(duel.envelopes[n - 1].event.cards))
    expect(page.locator("[data-zone=turned_up] .card")).to_have_count(0)
    expect(page.locator("[data-sentence]")).to_contain_text("leaves as an offer")


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
    expect(page.locator(".map .target")).to_have_attribute("aria-label", re.compile("under attack"))
    expect(page.get_by_role("region", name="Attack")).to_contain_text("attacks")
    expect(page.locator(".tile-name").first).to_be_visible(visible=width > 1000)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    tile = tiles.first.locator(".ground").bounding_box()
    assert tile["width"] >= 40
    context.close()


def test_on_a_phone_the_map_of_six_covers_the_table_for_a_finger(browser: Browser, service: Service):
    game = imported(service, "bohnaparte", 6)
    context = browser.new_context(base_url=service.address, viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    look(page, game.game, n=60)
    page.get_by_role("button", name="Large map").tap()
    tiles = page.locator(".tile .ground").evaluate_all("all => all.map(one => one.getBoundingClientRect().width)")
    assert min(tiles) >= 40
    page.get_by_role("button", name="Large map").tap()
    expect(page.locator("[data-seat='5']")).to_be_in_viewport(ratio=1)
    context.close()


def test_a_citation_of_two_parts_is_shown_whole(page: Page, war: Game):
    look(page, war.game, n=all_of(war, "bean_planted")[0])
    expect(page.locator(".telling .clause-button, .telling .citation").first).to_have_text(
        re.compile(r"^BP-[\d.]+/CL-[\d.]+$")
    )


def test_what_was_conquered_changes_its_colour(page: Page, war: Game):
    n = all_of(war, "terrain_conquered")[0]
    conquered = war.envelopes[n - 1].event
    look(page, war.game, n=n)
    tile = page.locator(f".tile[data-terrain='{conquered.terrain}']")
    expect(tile).to_have_class(re.compile(rf"\bseat-{conquered.to}\b"))
    expect(tile.locator(".marker text")).to_have_text(str(conquered.to + 1))
    expect(page.locator(f"[data-seat='{conquered.to}'] .holding")).to_have_attribute("title", re.compile("2"))
    page.keyboard.press("Home")
    page.keyboard.press("a")
    expect(page.locator("[data-sentence]")).to_contain_text("attacks")


@pytest.fixture(scope="module")
def empress(service: Service) -> Game:
    """A game of Sissi."""
    return imported(service, "sissi", 3)


def test_a_field_of_several_varieties_shows_how_many_there_are_of_each_and_what_it_pays(page: Page, empress: Game):
    n, seat, field = next(
        (envelope.n, k, i)
        for envelope in empress.envelopes[100:]
        for k, own in enumerate(table_at(empress.record(), envelope.n).seats)
        for i, cards in enumerate(own.fields)
        if len(set(cards)) == 2 and len(cards) > 3
    )
    cards = table_at(empress.record(), n).seats[seat].fields[field]
    look(page, empress.game, n=n)
    plot = page.locator(f"[data-place='/seats/{seat}/fields/{field}']")
    expect(plot.locator(".many i")).to_have_text([str(cards.count(card)) for card in dict.fromkeys(cards)])
    paid = service_pays(page, empress.game, n)[seat][field]
    expect(plot.locator(".worth")).to_have_text(str(paid["coins"]))
    expect(plot.locator(".twice")).to_have_count(1 if paid["doubled"] else 0)


def service_pays(page: Page, game: str, n: int) -> Any:
    """What every field pays after event n, as the service tells it."""
    asked = f"/v1/games/{game}/tables?after={n - 1}&limit=1&with=pays&as=omniscient"
    return page.request.get(asked).json()["tables"][0]["pays"]
