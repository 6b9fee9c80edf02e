"""The replay page: moving by keys, buttons and address; views, verdicts and live games."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.service.command_line import GAME
from tests.service.web.conftest import HOSTILE, Service

HERE = 112
SHOWN = {"result": "shown"}


def open_replay(page: Page, game: str = GAME, **query: object) -> None:
    """Open a replay page and wait for its table."""
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    page.goto(f"/games/{game}?{asked}")
    expect(page.locator(".felt .seat").first).to_be_visible()


def expect_at(page: Page, n: int) -> None:
    """Wait until sentence and address are at event n."""
    expect(page.locator("[data-sentence]")).to_have_attribute("data-n", str(n))
    expect(page).to_have_url(re.compile(rf"[?&]n={n}(&|$)"))


def current_event(page: Page) -> int:
    """Return the event that the page shows."""
    return int(page.locator("[data-sentence]").get_attribute("data-n") or 0)


@pytest.fixture(scope="module")
def marker_after(service: Service) -> Callable[[str, int], int]:
    """Return a function that gives the first marker of a kind after an event."""
    markers = service.request(f"/v1/games/{GAME}/timeline")["markers"]
    return lambda kind, after: next(one["n"] for one in markers if one["kind"] == kind and one["n"] > after)


@pytest.fixture(scope="module")
def turn_start(service: Service) -> int:
    """Return the event at which the turn of HERE begins."""
    markers = service.request(f"/v1/games/{GAME}/timeline")["markers"]
    return max(one["n"] for one in markers if one["kind"] == "turn" and one["n"] < HERE)


@pytest.fixture(scope="module")
def last_event(service: Service) -> int:
    """Return the last event."""
    return int(service.request(f"/v1/games/{GAME}")["version"])


@pytest.mark.long
def test_each_key_moves_as_documented(page: Page, marker_after, turn_start, last_event):
    open_replay(page, n=HERE, **SHOWN)
    for key, target in (
        ("Shift+ArrowRight", HERE + 1),
        ("Shift+ArrowLeft", HERE),
        ("[", turn_start),
        ("]", marker_after("turn", turn_start)),
        ("[", turn_start),
        ("]", marker_after("turn", turn_start)),
        ("Home", 1),
        ("t", marker_after("trade", 1)),
        ("Home", 1),
        ("h", marker_after("harvest", 1)),
        ("End", last_event),
        ("Home", 1),
        ("l", last_event),
    ):
        page.keyboard.press(key)
        expect_at(page, target)
    for key in (*str(HERE), "Enter"):
        page.keyboard.press(key)
    expect_at(page, HERE)


@pytest.mark.long
def test_each_button_moves_as_named(page: Page, marker_after, turn_start, last_event):
    open_replay(page, n=HERE, **SHOWN)
    for name, target in (
        ("Next event", HERE + 2),  # the event between moves no card
        ("Event before", HERE),
        ("Turn before", turn_start),
        ("Next turn", marker_after("turn", turn_start)),
        ("First event", 1),
        ("Last event", last_event),
    ):
        page.locator(".moves").get_by_role("button", name=name).click()
        expect_at(page, target)
    boxes = [button.bounding_box() for button in page.locator(".moves button:visible").all()]
    assert all(box["width"] >= 40 and box["height"] >= 40 for box in boxes)


def test_stepping_replaces_the_history_and_jumping_adds_to_it(page: Page):
    page.goto("/rules")
    open_replay(page, n=HERE)
    page.keyboard.press("Shift+ArrowRight")
    expect_at(page, HERE + 1)
    page.locator(".event-list .line button:not(.clause-button)", has_text="cards").last.click()
    jumped = current_event(page)
    assert jumped != HERE + 1
    expect_at(page, jumped)
    page.go_back()
    expect_at(page, HERE + 1)
    page.go_back()
    expect(page).to_have_url(re.compile("/rules$"))


@pytest.mark.long
def test_space_plays_and_pauses_and_the_slider_speaks(page: Page):
    open_replay(page, n=HERE)
    for key, speed in ((">", "2"), (">", "4"), ("<", "2"), (">", "4"), (">", "8"), (">", "8")):
        page.keyboard.press(key)
        expect(page.get_by_label("Speed")).to_have_value(speed)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause (Space)")).to_be_visible()
    expect(page.locator("[data-sentence]")).not_to_have_attribute("data-n", str(HERE))
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play (Space)")).to_be_visible()
    slider = page.get_by_role("slider", name="Event")
    slider.focus()
    at = int(slider.input_value())
    page.keyboard.press("Shift+ArrowRight")
    expect_at(page, at + 1)
    expect(slider).to_have_attribute("aria-valuetext", re.compile(rf"^{at + 1}: \w+"))


@pytest.mark.long
def test_keys_are_off_in_inputs_and_with_modifiers(page: Page):
    open_replay(page, n=HERE)
    page.get_by_label("View").focus()
    page.keyboard.press("t")
    expect_at(page, HERE)
    page.locator(".game-top h1").click()
    page.keyboard.press("Control+ArrowRight")
    expect_at(page, HERE)
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys")
    expect(sheet).to_contain_text("next event that breaks a rule")
    expect(sheet).to_contain_text("third field")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect_at(page, HERE)


@pytest.mark.long
def test_single_character_keys_can_be_switched_off(page: Page):
    open_replay(page, n=HERE)
    page.get_by_role("button", name="Keys").click()
    page.get_by_label("Letters, digits and signs are keys").uncheck()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    for _ in range(2):
        for key in ("h", "3"):
            page.keyboard.press(key)
        expect_at(page, HERE)
        page.keyboard.press("Shift+ArrowRight")
        expect_at(page, HERE + 1)
        open_replay(page, n=HERE)
    page.get_by_role("button", name="Keys").click()
    page.get_by_label("Letters, digits and signs are keys").check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator("[data-sentence]")).not_to_have_attribute("data-n", str(HERE))


def test_a_deep_link_shows_its_event_from_its_perspective_alone(page: Page):
    open_replay(page, n=HERE, **{"as": "seat:2"})
    expect_at(page, HERE)
    page.reload()
    expect_at(page, HERE)
    expect(page.locator(".event-list [aria-current=step] .n")).to_have_text(str(HERE))
    expect(page.locator(".event-list [aria-current=step]")).to_be_in_viewport()
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


@pytest.mark.long
def test_the_menu_changes_the_language_and_keeps_the_event(page: Page):
    open_replay(page, n=12, **{"as": "seat:1"})
    for language, says in (("Français", "devient le joueur actif"), ("Deutsch", "ist aktiver Spieler")):
        page.locator(".game-top").get_by_role("button").last.click()
        page.get_by_role("dialog").get_by_role("button", name=language).click()
        expect(page.locator("[data-sentence]")).to_contain_text(says)
        expect_at(page, 12)
        expect(page).to_have_url(re.compile("as=seat:1"))


def test_an_illegal_event_shows_its_reason_and_clause(page: Page, service: Service):
    open_replay(page, service.irregular, n=2)
    expect(page.get_by_role("button", name="1 event breaks the rules")).to_be_visible()
    page.keyboard.press("d")
    expect_at(page, service.fault)
    line = page.locator(".event-list li.current")
    expect(line).to_have_class(re.compile("wrong"))
    expect(line.locator(".mark")).to_contain_text("✗")
    expect(line.locator(".why")).not_to_be_empty()
    expect(page.locator(".telling")).to_contain_text("illegal")
    text = line.locator("[popover]")
    expect(text).not_to_be_visible()
    line.get_by_role("button", name="CL-4.5").click()
    expect(text).to_be_visible()
    expect(text.get_by_role("link", name="CL-4.5")).to_have_attribute("href", "/rules/classic#CL-4.5")
    page.keyboard.press("Escape")
    expect(text).not_to_be_visible()


def test_a_live_game_is_followed_and_names_are_escaped(page: Page, service: Service):
    bots = [{"kind": "bot", "bot": "trader", "name": name} for name in ("Ada", HOSTILE, "Grace")]
    game = service.new_game(*bots, pace=0.3)["game"]
    open_replay(page, game)
    expect(page.locator(".chip.live")).to_have_text("LIVE")
    expect(page.locator(".seat[data-seat='1'] .name")).to_have_text(HOSTILE)
    expect(page.locator("main img")).to_have_count(0)
    before = current_event(page)
    expect(page.locator("[data-sentence]")).not_to_have_attribute("data-n", str(before))
    assert "n=" not in page.url
    page.keyboard.press("Home")
    expect(page.locator(".chip-button")).to_have_text(re.compile(r"^\+\d+ events$"))
    page.keyboard.press("l")
    expect(page.locator(".chip.live")).to_be_visible()
