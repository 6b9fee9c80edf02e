"""A tournament with spectators by clicks alone: broadcast tables, commentary, replay of the final, guided game."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from service.web import first_game
from tests.service.web.layout import expect_no_wider
from tests.service.web.page_errors import console_errors_of
from tests.service.web.simulated_player import Device, SimulatedPlayer
from tests.service.web.test_axe import Axe
from tests.service.web.test_first_game import answer, do_step, fail_and_learn, go_on
from tests.service.web.test_tournament_page import OrganiserPage

DEVICES = (Device("touch", 390, 844), Device("touch", 844, 390), Device("mouse", 1440, 900))
OBS = {"width": 1920, "height": 1080}
NAMES = """Ana Lindqvist
Bo Marchetti, Cem Aydin, Dana Wolff, Elio Fontaine, Freya Holm, Gita Rao, Hugo Brandt, Ines Costa
Jan Novak, Kira Vogel, Liam Byrne, Mara Keller, Nils Berg, Olga Petrova, Pia Rossi, Quentin Roy, Rosa Silva, Sven Lund
Tara Quinn"""
CLOCK = {"Minutes for a seat, for the whole game": "0.5", "Minutes for all, in each trading": "0.15"}
"""Each person has half a minute for the whole game, so a game that a person leaves ends within minutes."""
GAMES_END_MS = 600_000
PATIENCE_MS = 60_000
PLANTED, HELD = ".felt .plot:has(.card)", '.felt [data-place="/seats/0/hand/0"]'
"""Cards that a commentator marks: one in a field, and the front card of a hand once hands are public."""


class BroadcastEvening:
    """All participants of an evening, each in a context of their own, on devices of one size."""

    def __init__(
        self, new_context: Callable[..., BrowserContext], axe: Axe, device: Device, pictures: Path | None
    ) -> None:
        self.new_context, self.axe, self.device, self._pictures = new_context, axe, device, pictures
        self.errors: list[list[str]] = []

    def page(self) -> Page:
        """Return a page in a new context, with long timeouts: many pages are open at once."""
        context = self.new_context(**self.device.options)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        self.errors.append(console_errors_of(page))
        return page

    def picture(self, page: Page, name: str) -> None:
        """Take a picture of a page, if pictures are asked for; no page is wider than its window."""
        if page.viewport_size != OBS:
            expect_no_wider(page, self.device.width)
        if self._pictures:
            page.wait_for_timeout(700)  # cards come to rest
            page.screenshot(path=self._pictures / f"{self.device.width}-{name}.png")


@pytest.fixture
def pictures(request: pytest.FixtureRequest) -> Path | None:
    """Return the folder for pictures of each step, if `--pictures` names one."""
    folder: Path | None = request.config.getoption("--pictures")
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def remove_pauses(route: Route) -> None:
    """Let bots move at once, where a person would wait a second for each move."""
    route.continue_(post_data=json.dumps({**route.request.post_data_json, "pace": 0, "patience": 0}))


def begin(evening: OrganiserPage, show: BroadcastEvening) -> None:
    """Create the tournament from the first page on, and release five tables, two of them with people."""
    page = evening.page
    page.goto("/")
    show.picture(page, "01-first-page")
    page.locator("main").get_by_role("link", name="Tournaments").click()
    evening.fill(rounds=1, final="4", clock="turn")
    for field, value in {"Minutes for a seat, in each turn": "", **CLOCK}.items():
        page.get_by_label(field).fill(value)
    page.get_by_label("When time is up").select_option("bot")
    show.picture(page, "02-form")
    evening.register(NAMES, 20)
    show.picture(page, "02-players")
    evening.click("Draw round 1")
    expect(page.locator(".round-table")).to_have_count(5)
    show.picture(page, "03-draft")
    evening.click("Release round 1")


def start_games(page: Page, people: int) -> list[str]:
    """Start the games of the round, with bots for all but the first player of `people` tables.

    Returns the links to the seats of people.
    """
    tables = page.locator(".round-table .sitting")
    firsts = [tables.nth(k).locator("li").first.locator(".name").inner_text() for k in range(people)]
    count = tables.count()
    page.route(re.compile(r"/rounds/\d+/games(\?|$)"), remove_pauses)
    page.locator(".games summary").click()
    boxes = page.locator(".games label.check")
    for box in boxes.all():
        if box.inner_text().strip() not in firsts:
            box.get_by_role("checkbox").check()
    page.get_by_role("button", name=re.compile(f"Start {count} game")).click()
    links = page.locator(".games .copy-line input")
    expect(links).to_have_count(people)
    return [link.input_value() for link in links.all()]


def broadcaster_link(page: Page) -> str:
    """Create and return the link for a broadcaster."""
    page.locator(".helpers summary").click()
    page.get_by_role("button", name="Another broadcaster").click()
    line = page.locator(".helpers .copy-line", has_text="broadcaster").get_by_role("textbox")
    expect(line).to_have_count(1)
    return line.input_value()


def sit_and_play(show: BroadcastEvening, link: str) -> Page:
    """Open the link to a seat, check the clock and make some moves."""
    page = show.page()
    page.goto(link)
    page.locator("#sit button").click()
    expect(page.locator(".tray[aria-busy=false]")).to_be_visible()
    expect(page.get_by_role("group", name="Clock")).to_be_visible()
    show.picture(page, "06-seat")
    person = SimulatedPlayer(page, show.device, "evening")
    person.play(3)
    assert person.faults == []
    return page


def show_tables(show: BroadcastEvening, desk: Page) -> Page:
    """Bind a table to the slot, open its address for OBS, and bind another table."""
    choice = desk.locator("[data-slot=main] select")
    choice.select_option("1")
    desk.get_by_text("Addresses for OBS").click()
    address = desk.get_by_role("textbox", name="Scores", exact=True).input_value()
    source = show.new_context(viewport=OBS).new_page()
    source.goto(address)
    shown = list[str]()
    for table in ("1", "2"):
        choice.select_option(table)
        expect(choice.locator("option:checked")).to_contain_text(f"Table {table}")
        seated = choice.locator("option:checked").inner_text().partition("·")[2].split(",")
        expect(source.locator(".score .player")).to_have_text([name.strip() for name in seated])
        shown.append(source.locator(".scores").inner_text())
        show.picture(source, f"08-scores-{table}")
    assert shown[0] != shown[1]
    show.picture(desk, "07-broadcaster")
    source.goto(desk.get_by_role("textbox", name="Table", exact=True).input_value())
    expect(source.locator(".felt .seat").first).to_be_visible()
    show.picture(source, "08-table")
    return source


def comment(show: BroadcastEvening, desk: Page, table: int, card: str, says: str, picture: str) -> str:
    """Mark a card of a table, publish a line on it, and return the place of the card."""
    desk.locator(".broadcast-desk").get_by_role("link", name=f"Table {table}", exact=True).click()
    desk.get_by_label("On event").fill(says)
    marked = desk.locator(card).first
    marked.click()
    expect(marked).to_have_class(re.compile("spoken"))
    place = marked.get_attribute("data-place") or ""
    show.picture(desk, picture)
    desk.get_by_role("button", name="Publish").click()
    expect(desk.locator("[data-published]", has_text=says)).to_be_visible()
    desk.get_by_role("link", name="To the tournament").click()
    return place


def open_rail(page: Page, tab: str) -> None:
    """Open a tab beside the table; on a small window it lies in a sheet."""
    found = page.get_by_role("tab", name=tab)
    if not found.is_visible():
        page.get_by_role("button", name="Events", exact=True).click()
    found.click()


def watch_replay(show: BroadcastEvening, says: str, place: str) -> None:
    """Find the final from the first page, go through its chapters and read the commentary."""
    page = show.page()
    page.goto("/")
    page.get_by_role("navigation").get_by_role("link", name="Tournaments").click()
    show.picture(page, "12-tournaments")
    page.get_by_role("link", name="Spring open").first.click()
    expect(page.locator(".round-table")).to_have_count(1)
    show.picture(page, "13-final")
    page.locator(".round-table").get_by_role("link", name="The game").click()
    expect(page.locator(".felt .seat").first).to_be_visible()
    show.picture(page, "14-replay")
    chapters = set()
    for k in range(3):
        open_rail(page, "Events")
        page.get_by_role("button", name="Next moment that mattered (n)").click()
        page.keyboard.press("Escape")
        chapters.add(page.locator("[data-sentence]").get_attribute("data-n"))
        show.picture(page, f"15-chapter-{k + 1}")
    assert len(chapters) == 3
    open_rail(page, "Comments")
    page.get_by_label("Your name").fill("Flo")
    page.get_by_label("Your comment on event").fill("What a <b>hand</b>!")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".remark", has_text="What a <b>hand</b>!")).to_contain_text("Flo (spectator)")
    assert show.axe(page, within=".comments") == []
    show.picture(page, "16-comments")
    page.locator(".thread", has_text=says).get_by_role("button").first.click()
    page.keyboard.press("Escape")
    expect(page.locator(".stage .commentary p")).to_have_text(says)
    expect(page.locator(f'.spoken[data-place="{place}"]').first).to_be_visible()
    show.picture(page, "17-commentary")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Highlights in three minutes").click()
    expect(page.get_by_role("button", name="Pause (Space)")).to_be_visible()
    page.get_by_role("button", name="Pause (Space)").click()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="How the game went").click()
    expect(page.get_by_role("region", name="How the game went")).to_be_visible()
    show.picture(page, "18-end")


def learn(show: BroadcastEvening) -> None:
    """Play the guided game, fail the question on bean protection, repeat its step and pass."""
    page = show.page()
    page.goto("/")
    page.locator("main").get_by_role("link", name="Learn the rules").click()
    for step in first_game.first_game()["steps"]:
        do_step(page, step["key"], show.device)
        show.picture(page, f"20-learn-{step['key']}")
        go_on(page, show.device)
    answer(page, 1, show.device)
    show.picture(page, "21-question")
    go_on(page, show.device)
    fail_and_learn(page, show.device)
    show.picture(page, "22-question-passed")
    go_on(page, show.device)
    answer(page, 2, show.device)
    go_on(page, show.device)
    expect(page.get_by_role("status")).to_contain_text("3")
    show.picture(page, "23-end")


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.parametrize("device", DEVICES, ids=lambda device: f"{device.width}")
def test_a_broadcast_tournament_evening(
    new_context: Callable[..., BrowserContext], axe: Axe, device: Device, pictures: Path | None
):
    show = BroadcastEvening(new_context, axe, device, pictures)
    director = show.page()
    evening = OrganiserPage(director)
    begin(evening, show)
    links = start_games(director, people=2)
    show.picture(director, "04-desk")
    desk = show.page()
    desk.goto(broadcaster_link(director))
    show.picture(director, "05-helpers")
    players = [sit_and_play(show, link) for link in links]
    source = show_tables(show, desk)
    comment(show, desk, 1, PLANTED, "Two more, and this field pays.", "09-commentator")
    for page in players:
        page.close()
    source.close()
    expect(director.locator(".round-table h3 .chip.good")).to_have_count(5, timeout=GAMES_END_MS)
    evening.click("Confirm round 1")
    evening.click("Draw round 2")
    evening.click("Release round 2")
    start_games(director, people=0)
    expect(director.locator(".round-table h3 .chip.good")).to_have_count(1, timeout=GAMES_END_MS)
    show.picture(director, "10-final-played")
    says = "With this hand the final is open."
    place = comment(show, desk, 1, HELD, says, "11-commentary-on-the-final")
    evening.click("Confirm round 2")
    watch_replay(show, says, place)
    learn(show)
    assert show.errors == [[] for _ in show.errors]
