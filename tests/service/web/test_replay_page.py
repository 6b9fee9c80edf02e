"""The replay page: moving by keys and buttons, perspectives, verdicts, forks, comments, and following a game."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.service.command_line import GAME
from tests.service.web.conftest import HOSTILE, Service

HERE = 112


def look(page: Page, game: str = GAME, **query: object) -> None:
    """Opens a replay page and waits until its table lies there."""
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    page.goto(f"/games/{game}?{asked}")
    expect(page.locator(".felt .seat").first).to_be_visible()


def is_at(page: Page, n: int) -> None:
    """Waits until the page shows event n, in sentence and address."""
    expect(page.locator(".sentence .count")).to_have_text(str(n))
    expect(page).to_have_url(re.compile(rf"[?&]n={n}(&|$)"))


@pytest.fixture(scope="module")
def marker(service: Service) -> Callable[[str, int], int]:
    """The first marker of a kind after an event."""
    markers = service.ask(f"/v1/games/{GAME}/timeline")["markers"]
    return lambda kind, after: next(one["n"] for one in markers if one["kind"] == kind and one["n"] > after)


@pytest.fixture(scope="module")
def turn_before(service: Service) -> int:
    """Where the turn of HERE begins."""
    markers = service.ask(f"/v1/games/{GAME}/timeline")["markers"]
    return max(one["n"] for one in markers if one["kind"] == "turn" and one["n"] < HERE)


def test_a_deep_link_shows_its_event_and_survives_a_reload(page: Page):
    look(page, n=HERE, **{"as": "seat:2"})
    is_at(page, HERE)
    page.reload()
    is_at(page, HERE)
    expect(page.locator(".event-list [aria-current=step] .n")).to_have_text(str(HERE))
    expect(page.locator(".event-list [aria-current=step]")).to_be_in_viewport()


def test_every_key_moves_as_the_sheet_says(page: Page, marker, turn_before):
    look(page, n=HERE)
    last = int(page.locator("input[type=range]").get_attribute("max"))
    for key, target in (
        ("ArrowRight", HERE + 1),
        ("ArrowLeft", HERE),
        ("Shift+ArrowLeft", turn_before),
        ("Shift+ArrowRight", marker("turn", turn_before)),
        ("Home", 1),
        ("t", marker("trade", 1)),
        ("Home", 1),
        ("h", marker("harvest", 1)),
        ("End", last),
    ):
        page.keyboard.press(key)
        is_at(page, target)
    for key in (*str(HERE), "Enter"):
        page.keyboard.press(key)
    is_at(page, HERE)


def test_every_button_moves_as_its_name_says(page: Page, marker, turn_before):
    look(page, n=HERE)
    last = int(page.locator("input[type=range]").get_attribute("max"))
    for name, target in (
        ("Next event", HERE + 1),
        ("Event before", HERE),
        ("Turn before", turn_before),
        ("Next turn", marker("turn", turn_before)),
        ("First event", 1),
        ("Next trade", marker("trade", 1)),
        ("First event", 1),
        ("Next harvest", marker("harvest", 1)),
        ("Last event", last),
    ):
        page.get_by_role("button", name=name).click()
        is_at(page, target)
    page.get_by_label("Event", exact=True).and_(page.locator("input[type=number]")).fill(str(HERE))
    page.get_by_role("button", name="Go to").click()
    is_at(page, HERE)
    boxes = [button.bounding_box() for button in page.locator(".controls button, .jumps button").all()]
    assert all(box["width"] >= 40 and box["height"] >= 40 for box in boxes)


def test_stepping_replaces_the_history_and_jumping_adds_to_it(page: Page):
    page.goto("/rules")
    look(page, n=HERE)
    page.keyboard.press("ArrowRight")
    is_at(page, HERE + 1)
    page.locator(".event-list button.event", has_text="cards").nth(3).click()
    jumped = int(page.locator(".sentence .count").inner_text())
    is_at(page, jumped)
    page.go_back()
    is_at(page, HERE + 1)
    page.go_back()
    expect(page).to_have_url(re.compile("/rules$"))


def test_space_plays_and_pauses_and_the_scrubber_speaks(page: Page):
    look(page, n=HERE)
    page.locator(".speed select").select_option("8")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause (Space)")).to_be_visible()
    expect(page.locator(".sentence .count")).to_have_text(re.compile(rf"^(?!{HERE}$)\d+$"))
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play (Space)")).to_be_visible()
    slider = page.get_by_role("slider", name="Event")
    slider.focus()
    at = int(slider.input_value())
    page.keyboard.press("ArrowRight")
    is_at(page, at + 1)
    expect(slider).to_have_attribute("aria-valuetext", re.compile(rf"Event {at + 1}: \w+"))


def test_keys_are_off_while_typing_and_the_sheet_closes_with_escape(page: Page):
    look(page, n=HERE)
    page.get_by_label("Event", exact=True).and_(page.locator("input[type=number]")).press_sequentially("12")
    page.keyboard.press("Home")
    is_at(page, HERE)
    page.locator("h1").click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("Control+ArrowRight")
    is_at(page, HERE)


def test_a_perspective_hides_the_other_hands(page: Page):
    look(page, n=HERE, **{"as": "seat:2"})
    own = page.locator(".seat[data-seat='2'] .hand")
    expect(own.locator(".card.front")).to_have_count(1)
    expect(own.locator(".card.back")).to_have_count(0)
    for seat in (0, 1, 3):
        hand = page.locator(f".seat[data-seat='{seat}'] .hand")
        expect(hand.locator(".card.back").first).to_be_visible()
        expect(hand.locator(".card-name")).to_have_count(0)
    page.keyboard.press("o")
    expect(page.locator(".hand .card.back")).to_have_count(0)
    expect(page).to_have_url(re.compile("as=omniscient"))
    page.keyboard.press("v")
    expect(page).not_to_have_url(re.compile("as=omniscient"))
    page.get_by_label("View").select_option("spectator")
    expect(page.locator(".hand .card-name")).to_have_count(0)


def test_sentences_change_their_language(page: Page):
    look(page, n=12)
    page.get_by_label("Language").select_option("fr")
    expect(page.locator(".sentence")).to_contain_text("devient joueur actif")
    page.get_by_label("Language").select_option("de")
    expect(page.locator(".sentence [lang=de]")).to_contain_text("ist aktiver Spieler")


def test_an_illegal_event_has_a_cross_and_its_clause(page: Page, service: Service):
    look(page, service.irregular, n=2)
    expect(page.locator(".game-bar .audit")).to_contain_text("a rule was broken")
    page.keyboard.press("d")
    is_at(page, service.fault)
    line = page.locator(".event-list li.current")
    expect(line.locator(".verdict.illegal")).to_contain_text("✗")
    expect(line.locator("a.clause-link")).to_have_attribute("href", "/rules/classic#CL-4.5")
    expect(page.locator(".sentence")).to_contain_text("illegal")
    expect(page.locator(".event-list li").nth(0).locator(".verdict")).to_contain_text("✓")


def test_legal_here_and_why_not(page: Page):
    look(page, n=16)
    page.get_by_text("Legal here, and why not").click()
    panel = page.locator(".legal")
    expect(panel.locator(".may")).to_contain_text("End trading")
    expect(panel.locator("a[href='/rules/classic#CL-3.1']")).to_be_visible()


def test_a_fork_is_made_at_an_event_and_linked(page: Page):
    look(page, n=HERE)
    page.keyboard.press("x")
    dialog = page.get_by_role("dialog", name="Fork")
    dialog.get_by_role("button", name="Fork here").click()
    link = dialog.locator("p a").first
    expect(link).to_have_attribute("href", re.compile(r"^/games/"))
    fork = link.inner_text()
    page.keyboard.press("Escape")
    expect(page.locator(".forks")).to_contain_text(fork)
    look(page, fork)
    expect(page.locator(".forks")).to_contain_text(f"Forked from {GAME}")


def test_the_file_of_a_view_is_downloaded(page: Page):
    look(page, **{"as": "seat:1"})
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == f"{GAME}.haricot.jsonl"
    assert b'"view":"seat:1"' in download.value.path().read_bytes()


def test_a_game_of_bots_is_followed_live_and_names_are_only_text(page: Page, service: Service):
    bots = [{"kind": "bot", "bot": "trader", "name": name} for name in ("Ada", HOSTILE, "Grace")]
    game = service.new_game(*bots, pace=0.3)["game"]
    look(page, game)
    expect(page.locator(".chip.live")).to_have_text("LIVE")
    expect(page.locator(".seat[data-seat='1'] .name")).to_have_text(HOSTILE)
    expect(page.locator("main img")).to_have_count(0)
    before = int(page.locator(".sentence .count").inner_text())
    expect(page.locator(".sentence .count")).not_to_have_text(str(before))
    assert "n=" not in page.url
    page.keyboard.press("Home")
    expect(page.locator(".chip-button")).to_have_text(re.compile(r"^\+\d+ events$"))
    page.keyboard.press("l")
    expect(page.locator(".chip.live")).to_be_visible()


def test_a_person_joins_takes_the_seat_comments_and_plays(page: Page, service: Service):
    seats = [{"kind": "human", "name": "Ada"}, *[{"kind": "bot", "bot": "greedy"}] * 2]
    made = service.new_game(*seats, options={"start_player": "seat_0"}, start="when_seated", pace=0.1)
    token = made["tokens"][0]["token"]
    page.goto(f"/join/{made['game']}#token={token}")
    expect(page).to_have_url(re.compile(r"as=seat:0$"))
    assert token not in page.url
    page.get_by_role("button", name="Take seat 0").click()
    front = page.get_by_role("button", name="Plant the front card in field 0")
    front.click()
    expect(page.locator(".seat[data-seat='0'] .field").first.locator(".card:not(.slot)")).to_have_count(1)
    page.get_by_role("button", name="End Planting").click()
    page.get_by_text("Propose a trade").click()
    page.locator("form input[name=hand]").first.check()
    page.locator("form input[name=want-red]").fill("1")
    page.get_by_role("button", name="Propose", exact=True).click()
    expect(page.locator(".event-list")).to_contain_text("Ada proposes trade")
    page.locator(".notes input").fill("A hard start")
    page.get_by_role("button", name="Add").click()
    expect(page.locator(".notes li")).to_contain_text("A hard start")
