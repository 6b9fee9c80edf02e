"""The story on the replay page: arrows skip quiet events, moments are found, and the end has a card."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.service.command_line import GAME
from tests.service.web.conftest import Service
from tests.service.web.layout import expect_readable
from tests.service.web.test_axe import in_both_themes
from tests.service.web.test_replay_page import current_event, expect_at, open_replay

QUIET = re.compile(
    r"^(phase_|turn_|trading_ended|trade_(declined|withdrawn|lapsed)|donation_(declined|withdrawn|lapsed))"
)


@pytest.fixture(scope="module")
def story(service: Service) -> dict[str, Any]:
    found: dict[str, Any] = service.request(f"/v1/games/{GAME}/story")
    return found


def loud_after(service: Service, n: int) -> int:
    """Return the next event that is not quiet."""
    lines = service.request(f"/v1/games/{GAME}/events?after={n}&limit=40")["events"]
    return next(one["n"] for one in lines if not QUIET.match(one["event"]["type"]))


def quiet_event(service: Service) -> int:
    """Return an event that is followed by a quiet one."""
    lines = service.request(f"/v1/games/{GAME}/events?after=60&limit=60")["events"]
    return next(one["n"] for one in lines if QUIET.match(one["event"]["type"])) - 1


@pytest.mark.long  # tests/web/quiet.test.js has the rule
def test_arrows_skip_quiet_events_and_shift_stops_at_each(page: Page, service: Service):
    before = quiet_event(service)
    open_replay(page, n=before)
    page.keyboard.press("Shift+ArrowRight")
    expect_at(page, before + 1)
    page.keyboard.press("Shift+ArrowLeft")
    expect_at(page, before)
    page.keyboard.press("ArrowRight")
    expect_at(page, loud_after(service, before))
    page.keyboard.press("ArrowLeft")
    expect_at(page, before)
    page.keyboard.press("?")
    page.get_by_role("checkbox", name=re.compile("pass over events")).uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    expect_at(page, before + 1)
    page.reload()
    expect_at(page, before + 1)
    page.keyboard.press("ArrowLeft")
    expect_at(page, before)


def test_the_end_card_links_to_the_turning_point(page: Page, story: dict[str, Any]):
    version, turned = story["story"]["version"], story["story"]["turned"]
    card = page.get_by_role("region", name="How the game went")
    open_replay(page, n=60)
    expect(page.locator(".jump-row")).to_be_visible()
    expect(card).to_have_count(0)
    page.keyboard.press("n")
    at = next(one["n"] for one in story["story"]["moments"] if one["n"] > 60)
    expect_at(page, at)
    page.keyboard.press("End")
    page.keyboard.press("End")
    page.get_by_role("spinbutton", name="Go to event").fill(str(version))
    page.get_by_role("button", name="Go", exact=True).click()
    expect_at(page, version)
    expect(card.locator(".summary")).to_have_text(story["summary"])
    expect(card.locator(".place")).to_have_count(len(story["story"]["seats"]))
    expect(card.locator(".moments li")).to_have_count(len(story["says"]))
    card.get_by_role("button", name="Show the table").click()
    expect(card).to_have_count(0)
    page.get_by_role("button", name="How the game went").click()
    assert turned is not None
    card.get_by_role("button", name="Replay from where it turned").click()
    expect(page.get_by_role("button", name="Pause (Space)")).to_be_visible()
    assert current_event(page) <= turned["n"]
    expect(card).to_have_count(0)


@pytest.mark.long
def test_highlights_play_from_moment_to_moment(page: Page, story: dict[str, Any]):
    open_replay(page, n=1)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Highlights in three minutes").click()
    expect(page.get_by_role("button", name="Pause (Space)")).to_be_visible()
    first = story["story"]["moments"][0]["n"]
    at = current_event(page)
    assert first - 60 < at <= first
    page.keyboard.press(">")
    expect(page.locator("[data-sentence]")).not_to_have_attribute("data-n", str(at))


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_end_card_is_readable_and_passes_axe(
    page: Page, axe: Callable[..., list[str]], story: dict[str, Any], lang: str
):
    open_replay(page, n=story["story"]["version"], lang=lang)
    expect(page.locator(".final .summary")).to_be_visible()
    assert in_both_themes(page, axe, ".final") == []
    expect_readable(page, ".final")
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_be_visible()
    assert in_both_themes(page, axe, "dialog") == []
