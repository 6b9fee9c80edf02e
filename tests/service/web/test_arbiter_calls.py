"""Arbiter calls on pages: a seat makes the link, the table agrees in a banner, and the arbiter comes by the link."""

import json
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.edition_data.family import LANGUAGES
from tests.service.web.conftest import Service
from tests.service.web.simulated_player import join_by_link
from tests.service.web.test_axe import PHONE
from tests.service.web.test_table_fits import OUT_OF_SIGHT
from tests.waiting import wait_until

NAMES = ("Ute", "Vic", "Wim")


class CalledGame:
    """A game of three people, each with a context and page of their own."""

    def __init__(self, service: Service, browser: Browser, stack: ExitStack) -> None:
        seats = [{"kind": "human", "name": name, "person": f"p-{name}"} for name in NAMES]
        self.service = service
        self.made = service.new_game(*seats, person="p-host")
        self.game = self.made["game"]
        self.at = f"/v1/games/{self.game}"
        self._browser, self._stack = browser, stack

    def page(self, **view: object) -> Page:
        """Return a page in a context of its own."""
        context = self._browser.new_context(base_url=self.service.address, **view)
        self._stack.callback(context.close)
        return context.new_page()

    def sit(self, seat: int, **view: object) -> Page:
        """Return the page of the player at a seat."""
        page = self.page(**view)
        join_by_link(page, f"/join/{self.game}#token={self.token(seat)}")
        expect(page.locator(".tray")).to_be_visible()
        return page

    def token(self, seat: int) -> str:
        return str(self.made["tokens"][seat]["token"])

    def act(self, seat: int, **act: object) -> None:
        self.service.request(f"{self.at}/disputes", act, self.token(seat))


@pytest.fixture
def table(service: Service, browser: Browser) -> Iterator[CalledGame]:
    with ExitStack() as stack:
        yield CalledGame(service, browser, stack)


def call_arbiter(page: Page) -> str:
    """Call an arbiter and return the link that the page shows."""
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Call an arbiter").click()
    page.get_by_label("Why").fill("Was this the front card?")
    page.get_by_role("button", name="Make the link").click()
    expect(page.get_by_role("img", name="Link for the arbiter")).to_be_visible()
    return page.get_by_role("textbox", name="Link for the arbiter").input_value()


def take_screenshot(page: Page, name: str) -> None:
    """Save a screenshot if HARICOT_PICTURES names a folder."""
    if folder := os.environ.get("HARICOT_PICTURES"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(folder) / f"{name}.png")


def expect_banner(page: Page, says: str) -> None:
    """Wait until the banner above the table contains this."""
    expect(page.locator(".banner.case")).to_contain_text(says)


@pytest.mark.long
def test_a_called_arbiter_comes_by_link_and_sees_hands_once_all_agree(table: CalledGame) -> None:
    vic, wim = table.sit(1), table.sit(2, viewport=PHONE)
    judge, late = table.page(viewport=PHONE), table.page()
    link = call_arbiter(vic)
    take_screenshot(vic, "call-1440")
    expect_banner(wim, "Vic calls an arbiter")
    expect(wim.locator(".case-place")).to_have_attribute("role", "status")
    take_screenshot(wim, "agree-390")
    judge.goto(link)
    expect(judge.get_by_text("Vic asks you to rule")).to_be_visible()
    take_screenshot(judge, "come-390")
    late.goto(link)
    expect(late.get_by_text("Vic asks you to rule")).to_be_visible()
    judge.get_by_role("button", name="I am the arbiter").click()
    expect(judge).to_have_url(re.compile(rf"/games/{table.game}(\?as=spectator)?$"))
    expect_banner(judge, "Still to agree: Ute and Wim.")
    assert "hrc_" not in judge.url
    late.get_by_role("button", name="I am the arbiter").click()
    expect(late.locator("#say.error")).to_contain_text("for the first alone")
    judge.goto(link)  # the first arbiter can open the link again
    expect(judge).to_have_url(re.compile(rf"/games/{table.game}(\?as=spectator)?$"))
    expect(vic.get_by_role("button", name="Withdraw the call").first).to_be_visible()
    expect(judge.get_by_role("button", name="All hands")).to_have_count(0)
    wim.get_by_role("button", name="Agree").click()
    expect_banner(judge, "Still to agree: Ute.")
    table.act(0, type="AgreeToArbiter", call=1)
    expect_banner(judge, "you may see every hand, and rule")
    expect_banner(wim, "The arbiter is here and may rule.")
    take_screenshot(judge, "admitted-390")
    token = judge.evaluate("game => JSON.parse(localStorage.getItem(`haricot:tokens:${game}`)).other", table.game)
    assert table.service.request("/v1/tokens/me", token=token)["kind"] == "arbiter"
    judge.get_by_role("link", name="Read").click()
    expect(judge.get_by_text("The arbiter may look at every hand and rule")).to_be_visible()
    expect(judge.locator("[data-hindrance]")).to_be_hidden()


@pytest.mark.long
def test_an_organiser_agrees_for_all_seats(table: CalledGame) -> None:
    table.service.request(f"{table.at}/calls", {"reason": "Was this the front card?"}, table.token(1))
    host, judge = table.page(), table.page()
    host.goto("/")
    kept = json.dumps({"seats": {"0": table.token(0)}, "organiser": table.made["organiser_token"]})
    host.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [f"haricot:tokens:{table.game}", kept])
    host.goto(f"/games/{table.game}")
    host.get_by_role("button", name="Agree").click()
    expect_banner(host, "The arbiter has yet to come.")
    assert table.service.request(f"{table.at}/disputes")["call"]["agreed"] == ["organiser"]
    judge.goto(call_arbiter(host))
    expect(judge).to_have_url(re.compile(f"/games/{table.game}"))
    token = judge.evaluate("game => JSON.parse(localStorage.getItem(`haricot:tokens:${game}`)).other", table.game)
    assert table.service.request("/v1/tokens/me", token=token)["kind"] == "arbiter"
    assert table.service.request(f"{table.at}/disputes", token=token)["hindrance"] is None


@pytest.mark.long
def test_a_player_cannot_use_the_arbiter_link(table: CalledGame) -> None:
    vic = table.sit(1)
    link = call_arbiter(vic)
    vic.goto(link)
    vic.get_by_role("button", name="I am the arbiter").click()
    expect(vic.locator("#say.error")).to_contain_text("sits at this table")
    table.act(1, type="WithdrawCall", call=1)
    for tongue in LANGUAGES:
        vic.goto(link.replace("#", f"?lang={tongue}#"))
        expect(vic.locator("#say.error")).not_to_be_empty()


@pytest.mark.long
def test_a_banner_tells_of_disputes_and_rulings_until_it_is_closed(table: CalledGame) -> None:
    wim, host = table.sit(2), table.page(viewport=PHONE)
    claim = {"type": "OpenDispute", "article": "TR-5", "text": "No."}
    table.act(0, **claim, event=table.made["version"])
    expect_banner(wim, f"Ute disputes event {table.made['version']}.")
    expect(wim.get_by_role("button", name="Pause")).to_have_count(0)
    take_screenshot(wim, "dispute-1440")
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        wim.set_viewport_size({"width": width, "height": height})
        wait_until(lambda: wim.evaluate(OUT_OF_SIGHT) == [], f"the table does not fit in {width}x{height}")
    wim.locator(".banner.case").get_by_role("button", name="Close").click()
    expect(wim.locator(".banner.case")).to_have_count(0)
    wim.reload()
    expect(wim.locator(".tray")).to_be_visible()
    expect(wim.locator(".banner.case")).to_have_count(0)
    host.goto(f"/games/{table.game}")
    kept = json.dumps({"seats": {}, "organiser": table.made["organiser_token"]})
    host.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [f"haricot:tokens:{table.game}", kept])
    host.reload()
    host.locator(".banner.case").get_by_role("button", name="Pause").click()
    expect_banner(host, "The game is paused.")
    expect_banner(wim, "Ute disputes event")
    wish = {"game": table.game, "kind": "arbiter", "reason": "a dispute", "person": "p-judge"}
    judge = table.service.request("/v1/tokens", wish, table.made["organiser_token"])["token"]
    ruling = {"outcome": "upheld", "clause": "CL-4.5", "article": "TR-5", "remedy": "stands", "text": "So it was."}
    table.service.request(f"{table.at}/disputes", {"type": "RuleDispute", "dispute": 1, **ruling}, judge)
    expect_banner(wim, "A ruling on dispute 1: upheld by CL-4.5.")
    take_screenshot(wim, "ruling-390")


@pytest.mark.long
def test_a_delayed_spectator_sees_no_banner_early(service: Service, page: Page) -> None:
    seats = [{"kind": "human", "name": name, "person": f"p-{name}"} for name in NAMES]
    made = service.new_game(*seats, person="p-host", spectator_delay={"seconds": 3600})
    claim = {"type": "OpenDispute", "article": "TR-5", "text": "No.", "event": made["version"]}
    service.request(f"/v1/games/{made['game']}/disputes", claim, made["tokens"][0]["token"])
    page.goto(f"/games/{made['game']}")
    expect(page.locator("[data-sentence]")).to_be_visible()
    expect(page.locator(".banner.case")).to_have_count(0)
