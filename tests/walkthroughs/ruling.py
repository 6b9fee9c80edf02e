"""An arbiter settles a dispute of two people on three phones, by taps alone: from the claim to the corrected table.

The game is created on `/new` in the browser of one player. Only names are typed, and the API is not called directly.
A tap without effect ends the run with the picture of the page before it.
"""

import re
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Locator, Page, expect

from tests.service.web.conftest import Service
from tests.service.web.simulated_player import PHONE
from tests.waiting import wait_until

NAMES: Final = ("Ute", "Vic")
ONE: Final = "[data-zone=fields] [data-place='/seats/{seat}/fields/{field}']"


class Phone:
    """A phone, with a picture after each step."""

    def __init__(self, who: str, browser: Browser, service: Service, pictures: Path, steps: list[str]) -> None:
        self.who = who
        self.page: Page = browser.new_context(base_url=service.address, **PHONE.options).new_page()
        self._pictures = pictures
        self._steps = steps
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def shot(self, step: str) -> None:
        """Take a picture, numbered in the order of the run."""
        self._steps.append(step)
        self.page.screenshot(path=self._pictures / f"{len(self._steps):02}-{self.who}-{step}.png")

    def tap(self, what: Locator, leads_to: Locator, step: str = "") -> None:
        """Tap something visible; what it leads to must appear."""
        what.scroll_into_view_if_needed()
        what.tap()
        expect(leads_to).to_be_visible()
        if step:
            self.shot(step)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def field(self, seat: int, field: int) -> Locator:
        return self.page.locator(ONE.format(seat=seat, field=field))

    def line(self, says: str) -> Locator:
        """Locate the banner above the table with this text."""
        return self.page.locator(".banner.case").filter(has_text=says)

    def menu(self, entry: str, leads_to: Locator) -> None:
        self.tap(self.button("More"), self.page.get_by_role("dialog"))
        self.tap(self.page.get_by_role("dialog").get_by_text(entry, exact=True), leads_to)


def walk(browser: Browser, service: Service, pictures: Path) -> None:
    """Create the game, dispute an event, call an arbiter, rule, and correct the table."""
    steps: list[str] = []
    for old in pictures.glob("*.png"):
        old.unlink()
    phones = [Phone(who, browser, service, pictures, steps) for who in (*NAMES, "arbiter")]
    ute, vic, arbiter = phones
    sit_down(ute, vic)
    seat = planted(ute, vic)
    planter, other = (ute, vic) if seat == 0 else (vic, ute)
    claim(other, planter)
    arbiter.page.goto(call(other))
    come(arbiter, planter)
    rule(arbiter)
    for phone in (ute, vic):
        expect(phone.line("upheld by")).to_be_visible()
        phone.shot("ruled")
    correct(arbiter, seat)
    for phone in (ute, vic):
        expect(phone.field(seat, 0)).not_to_have_attribute("data-card", re.compile("."))
        expect(phone.field(seat, 1)).to_have_attribute("data-card", re.compile("."))
        phone.shot("corrected")
    for phone in phones:
        assert phone.wrong == [], phone.wrong
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE.width, f"{phone.who}: too wide"
        phone.page.context.close()


def sit_down(ute: Phone, vic: Phone) -> None:
    """Create a game of two on Ute's phone, take her seat, and let Vic join by the link."""
    page = ute.page
    page.goto("/new")
    ute.tap(
        page.locator(".edition-card").filter(has=page.locator("[value=duel]")), page.locator("[value=duel]:checked")
    )
    for k, name in enumerate(NAMES):
        page.locator(f"[name=who-{k}]").select_option("human")
        page.locator(f"[name=name-{k}]").fill(name)
    ute.shot("new")
    ute.tap(ute.button("Create the game"), page.locator(".tokens"), "links")
    link = page.locator(".tokens input").nth(1).input_value()
    form = "#sit:not([hidden]) button"
    ute.tap(page.get_by_role("link", name="Sit down at seat 1"), page.locator(form))
    ute.shot("name")
    ute.tap(page.locator(form), page.locator(".tray"))
    vic.page.goto(link)
    vic.tap(vic.page.locator(form), vic.page.locator(".tray"))
    for phone in (ute, vic):
        expect(phone.page.locator(".tray")).to_be_visible()


def planted(ute: Phone, vic: Phone) -> int:
    """Plant the front card of the active seat; return the seat."""
    front = [phone.page.locator(f"[data-place='/seats/{k}/hand/0'].glow") for k, phone in enumerate((ute, vic))]
    wait_until(lambda: any(one.count() for one in front))
    seat = 0 if front[0].count() else 1
    phone = (ute, vic)[seat]
    phone.tap(phone.page.locator(f"[data-place='/seats/{seat}/hand/0']"), phone.page.locator(".picked").first)
    phone.shot("picked")
    phone.field(seat, 0).tap()
    for one in (ute, vic):
        expect(one.field(seat, 0)).to_have_attribute("data-card", re.compile("."))
    phone.shot("planted")
    return seat


def claim(other: Phone, planter: Phone) -> None:
    """Dispute the planting, which the form has preselected."""
    dialog = other.page.get_by_role("dialog", name="Dispute or confirm")
    other.menu("Dispute or confirm", dialog.get_by_label("What you dispute"))
    expect(dialog.get_by_label("What you dispute").locator("option:checked")).to_contain_text("plants")
    expect(dialog.get_by_label("What went wrong")).to_have_value("TR-1")
    expect(dialog.locator(".finding")).to_be_visible()
    other.shot("claim")
    other.tap(dialog.get_by_role("button", name="Dispute this event"), dialog.get_by_text("It is filed."), "filed")
    other.tap(dialog.get_by_role("button", name="Close"), other.line("disputes event"))
    expect(planter.line("disputes event")).to_be_visible()
    planter.shot("told")


def call(other: Phone) -> str:
    """Call an arbiter; return the link of the QR code."""
    dialog = other.page.get_by_role("dialog", name="Call an arbiter")
    other.menu("Call an arbiter", dialog.get_by_role("button", name="Make the link"))
    link = dialog.get_by_role("textbox", name="Link for the arbiter")
    other.tap(dialog.get_by_role("button", name="Make the link"), link)
    expect(dialog.get_by_role("img", name="Link for the arbiter")).to_be_visible()
    other.shot("call")
    address = link.input_value()
    other.tap(dialog.get_by_role("button", name="Close", exact=True), other.line("call"))
    return address


def come(arbiter: Phone, planter: Phone) -> None:
    """Open the link as the arbiter, and agree as the player who did not call."""
    expect(arbiter.button("I am the arbiter")).to_be_visible()
    arbiter.shot("called")
    arbiter.tap(arbiter.button("I am the arbiter"), arbiter.line("Still to agree"), "came")
    expect(planter.line("who may see every hand")).to_be_visible()
    planter.shot("asked")
    planter.tap(planter.button("Agree"), planter.line("The arbiter is here"))
    expect(arbiter.line("All agree")).to_be_visible()
    arbiter.shot("agreed")


def rule(arbiter: Phone) -> None:
    """Read the dispute and the engine's finding, and uphold the claim."""
    page = arbiter.page
    ruling = page.locator("form[data-act=RuleDispute]")
    arbiter.tap(arbiter.line("All agree").get_by_role("link", name="Read"), ruling, "read")
    expect(ruling.locator("[data-finding]")).to_contain_text("The engine finds nothing wrong")
    expect(ruling.get_by_label("The claim is")).to_have_value("dismissed")
    expect(ruling.get_by_label("What follows")).to_be_hidden()
    expect(ruling.get_by_label("Clause")).not_to_have_value("")
    ruling.scroll_into_view_if_needed()
    arbiter.shot("ruling")
    ruling.get_by_label("The claim is").select_option("upheld")
    expect(ruling.get_by_label("What follows")).to_have_value("repair")
    ruling.get_by_role("button", name="Both players agree on it.").tap()
    expect(ruling.get_by_label("Reasons")).to_have_value(re.compile("Both players agree"))
    arbiter.shot("reasons")
    arbiter.tap(ruling.get_by_role("button", name="Give this ruling"), page.locator("[data-putting-right] a"), "ruled")


def correct(arbiter: Phone, seat: int) -> None:
    """Tap the bean and its right field, check the preview, and make the correction."""
    panel = arbiter.page.get_by_role("region", name="Set the table right")
    arbiter.tap(arbiter.page.locator("[data-putting-right] a"), panel.get_by_text("Press the card that lies wrong"))
    arbiter.shot("correct")
    arbiter.tap(arbiter.field(seat, 0), panel.get_by_text(re.compile("Where does .* go")), "card")
    arbiter.tap(arbiter.field(seat, 1), panel.get_by_text("Set it right so?"), "tried")
    expect(arbiter.field(seat, 1)).to_have_attribute("data-card", re.compile("."))
    arbiter.tap(panel.get_by_role("button", name="Set it right", exact=True), panel.get_by_text("Done:"), "done")
    arbiter.tap(panel.get_by_role("button", name="Finish"), arbiter.line("upheld"), "finished")
