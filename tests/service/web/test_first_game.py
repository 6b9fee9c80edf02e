"""The guided first game: its steps are played; a failed question leads back to its step."""

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from domain.editions import EDITIONS
from replay.adjudicate import adjudicate_in_detail
from service.web import first_game
from tests.service.web.conftest import Service
from tests.service.web.layout import expect_no_wider
from tests.service.web.simulated_player import KEYBOARD, PHONE, Device
from tests.service.web.test_axe import Axe, in_both_themes

OFFER = [".table [data-place='/turned_up/1']", ".wish .v-red", ".haggle .main"]
"""What to press to offer the turned-up Blue bean for a Red one."""
OF_FAN: Final[Any] = {"x": 10, "y": 10}
"""Where to press a card that others overlap, from its upper left corner."""
PRESSES = {
    "order": [".table [data-place='/seats/0/hand/1']"],
    "front": [".table [data-place='/seats/0/hand/0']", ".table [data-place='/seats/0/fields/0']"],
    "second": [".table [data-place='/seats/0/hand/0']", ".table [data-place='/seats/0/fields/1']"],
    "turn-up": [".orders button >> nth=0"],
    "offer": OFFER,
    "end-trading": [".orders button:not(.quiet)"],
    "set-aside": [
        ".table [data-place='/seats/0/set_aside/0']",
        ".table .plot.glow[data-place*='/fields/']",
        ".table [data-place='/seats/0/set_aside/0']",
        ".table .plot.glow[data-place*='/fields/']",
    ],
    "draw": [".orders button >> nth=0"],
    "partner": [".asked button >> nth=0"],
    "protection": [".table [data-place='/seats/0/fields/1']"],
    "harvest": [".table [data-place='/seats/0/fields/0']", ".play-menu .gold"],
    "third-field": [".table [data-place='/seats/0/fields/2']", ".play-menu button"],
    "end": [".orders button >> nth=0"],
}
"""What to press in each step."""


def press(page: Page, selector: str, device: Device) -> None:
    """Press one thing, as this device does."""
    found = page.locator(selector).first
    expect(found).to_be_visible()
    if device.input == "keys":
        found.focus()
        page.keyboard.press("Enter")
    else:
        does = found.tap if device.input == "touch" else found.click
        does(position=OF_FAN if found.evaluate("one => one.matches('.fan .card')") else None)


def do_step(page: Page, step: str, device: Device) -> None:
    """Do a step; the focus is then on the button that continues."""
    for selector in PRESSES[step]:
        expect(page.locator(".tray[aria-busy=false]")).to_be_visible()
        press(page, selector, device)
    expect(page.locator(".coach .outcome.done")).to_be_visible()
    expect(page.locator(".coach .actions .main")).to_be_focused()


def answer(page: Page, choice: int, device: Device = KEYBOARD) -> None:
    """Choose an answer and give it."""
    chosen = page.locator(".choices input").nth(choice)
    if device.input == "keys":
        chosen.focus()
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
    else:
        chosen.check()
        press(page, ".coach .actions button", device)
    expect(page.locator(".coach .outcome b")).to_be_visible()


def go_on(page: Page, device: Device = KEYBOARD) -> None:
    """Press the button that continues, and wait until the next part has the focus."""
    press(page, ".coach .actions .main", device)
    expect(page.locator(".coach h2")).to_be_focused()


def fail_and_learn(page: Page, device: Device) -> None:
    """Fail the question on bean protection, be led to its step, do it, and pass."""
    answer(page, 0, device)
    expect(page.locator(".outcome .citation")).to_have_text("CL-6.4")
    go_on(page, device)
    expect(page).to_have_url(re.compile("#protection$"))
    do_step(page, "protection", device)
    expect(page.locator(".outcome")).to_contain_text("CL-6.4")
    go_on(page, device)
    expect(page).to_have_url(re.compile("#question-protection$"))
    answer(page, 1, device)
    expect(page.locator(".outcome.done")).to_be_visible()


def test_a_failed_question_leads_back_to_its_step_and_other_moves_change_nothing(page: Page):
    page.goto("/learn#question-protection")
    fail_and_learn(page, KEYBOARD)
    page.goto("/learn")  # without a step in the address it resumes
    expect(page).to_have_url(re.compile("/learn$"))
    expect(page.locator(".choices input")).to_have_count(3)
    page.goto("/learn#front")  # a legal move that the step does not ask for changes nothing
    press(page, ".table [data-place='/seats/0/hand/0']", KEYBOARD)
    press(page, ".table [data-place='/seats/0/fields/1']", KEYBOARD)
    expect(page.locator(".outcome")).to_contain_text("That is legal (Plant the front card")
    expect(page.locator(".outcome.done")).to_have_count(0)
    expect(page.locator(".table [data-place^='/seats/0/hand/']")).to_have_count(5)


@pytest.mark.long
@pytest.mark.parametrize(("device", "language"), [(KEYBOARD, "de"), (PHONE, "fr")])
def test_the_whole_guided_game_is_played(
    new_context: Callable, service: Service, axe: Axe, device: Device, language: str
):
    page = new_context(**device.options).new_page()
    page.goto(f"/learn?lang={language}")
    for step in first_game.first_game()["steps"]:
        expect(page).to_have_url(re.compile(rf"(#{step['key']}|lang=..)$"))
        do_step(page, step["key"], device)
        expect_no_wider(page, device.width)
        go_on(page, device)
    assert in_both_themes(page, axe) == []
    answer(page, 1, device)
    go_on(page, device)
    fail_and_learn(page, device)
    go_on(page, device)
    answer(page, 2, device)
    go_on(page, device)
    expect(page.get_by_role("status")).to_contain_text("3")
    assert in_both_themes(page, axe) == []
    press(page, ".ending .main", device)
    expect(page).to_have_url(re.compile(r"/games/.+as=seat:0"))


def test_each_step_cites_its_clause_and_each_question_was_taught():
    game = first_game.first_game()
    clauses = EDITIONS[game["edition"]].data.clauses
    steps = {step["key"]: step for step in game["steps"]}
    assert all(step["clause"] in clauses for step in steps.values())
    refused = {
        question["step"]: {
            adjudicate_in_detail(question["position"], one).verdict.get("clause") for one in question["choices"]
        }
        for question in game["quiz"]
    }
    assert all(steps[step]["clause"] in found for step, found in refused.items())
    assert steps["protection"]["clause"] == "CL-6.4"


def test_control_a_step_against_the_rules_is_refused(tmp_path, monkeypatch):
    source = first_game.SOURCE.read_text("utf-8")
    wrong = tmp_path / "first_game.toml"
    monkeypatch.setattr(first_game, "SOURCE", wrong)
    for fault, sound in (("seat = 0, field = 0, slot = 1", "seat = 0, field = 0"), ("planted = 2", "planted = 1")):
        wrong.write_text(source.replace(fault, sound, 1), "utf-8")
        with pytest.raises(ValueError, match=r"order|planted"):
            first_game.first_game.__wrapped__()
