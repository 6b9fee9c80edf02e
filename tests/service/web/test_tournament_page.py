"""A tournament run on its page on a phone: players, draw, swap, release, results, standings, history, print."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.service.web.conftest import Service

PHONE = {"width": 390, "height": 844}
PEOPLE = "\ufeffAna Muster (Bean Club)\n2. Bo; Cy (Bean Club)\n<b>Di</b>\tEd, Fay\nGus"
"""A pasted list: with a BOM, a number, several separators, and a name that looks like HTML."""


class OrganiserPage:
    """The page of an organiser, with the number of clicks after the check-in."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0

    def begin(self, people: str = PEOPLE, count: int = 7, **wish: Any) -> "OrganiserPage":
        """Create a tournament and register people, who are checked in."""
        self.page.goto("/tournaments")
        self.fill(**wish)
        return self.register(people, count)

    def fill(self, rounds: int = 2, final: str = "", minutes: str = "", clock: str = "") -> None:
        """Fill the form of a new tournament, with a preset for the clock of its games."""
        page = self.page
        page.get_by_label("What it is called").fill("Spring open")
        page.get_by_label("How rounds are drawn").select_option("swiss")
        page.get_by_label("Rounds", exact=True).fill(str(rounds))
        page.get_by_text("More rules").click()
        page.get_by_label("Players in a final").fill(final)
        page.get_by_label("Minutes of a round").fill(minutes)
        if clock:
            page.get_by_text("Clock of the games").click()
            page.get_by_role("combobox", name="Choose").select_option(clock)

    def register(self, people: str, count: int) -> "OrganiserPage":
        """Submit the form and register people, who are checked in."""
        page = self.page
        page.get_by_role("button", name="Create the tournament").click()
        page.get_by_role("tab", name="Players").click()
        page.get_by_label("Names, in any list").fill(people)
        page.get_by_role("button", name=re.compile(r"Register \d")).click()
        expect(page.locator(".player")).to_have_count(count)
        page.get_by_role("tab", name="Tables").click()
        return self

    def click(self, name: str) -> None:
        """Click a button of the desk."""
        self.page.get_by_role("button", name=name, exact=True).click()
        self.clicks += 1

    def play(self, number: int) -> None:
        """Enter the results of all tables; the director has the scorer's token too, so they are confirmed at once."""
        for table in self.page.locator(".round-table").all():
            self.enter(table, 12 - number)

    def enter(self, table: Locator, best: int) -> None:
        """Enter the result of a table; its first player has `best` coins."""
        table.get_by_role("button", name="Enter the result").click()
        for k, field in enumerate(table.get_by_role("spinbutton").all()):
            field.fill(str(best - 2 * k))
        table.get_by_role("button", name="Enter the result").click()
        expect(table.locator("h3 .chip")).to_have_text("confirmed")


def change_clock(page: Page) -> None:
    """Change the clock of games in rounds that are not drawn yet; games of the draft keep theirs."""
    page.get_by_text("Rules and times").click()
    page.get_by_text("Clock of the games", exact=True).click()
    page.get_by_role("combobox", name="Choose").select_option("game")
    page.get_by_role("button", name="Change the rules").click()
    page.get_by_label("Reason").fill("The last bus.")
    page.get_by_role("button", name="Change the rules").click()
    expect(page.locator(".tournament-head")).to_contain_text("Clock of the games: 15:00 for the game.")
    expect(page.locator(".round")).to_contain_text("Clock of the games of this round: 3 days a turn.")


@pytest.fixture
def organiser(new_context: Callable) -> OrganiserPage:
    return OrganiserPage(new_context(viewport=PHONE).new_page())


@pytest.mark.long
def test_creation_asks_what_the_format_needs_and_leads_to_players(organiser: OrganiserPage):
    page = organiser.page
    page.goto("/tournaments")
    page.get_by_label("What it is called").fill("Spring open")
    seeding = page.get_by_label("Knock-out: tables are filled")
    expect(seeding).to_have_count(0)
    page.get_by_label("How rounds are drawn").select_option("knockout")
    expect(seeding).to_be_visible()
    page.get_by_role("button", name="Create the tournament").click()
    expect(page.get_by_role("tab", name="Players")).to_have_attribute("aria-selected", "true")
    page.get_by_label("Names, in any list").fill(f"Ana\n{'Bo ' * 14}(A Club with quite a Name)")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Register 2 players").click()
    expect(page.locator(".error")).to_contain_text("Player 2: a name has 1 to 40 printable characters; this has 41")


def test_a_round_is_drawn_swapped_released_and_played_on_a_phone(
    organiser: OrganiserPage, service: Service, axe: Callable
):
    organiser.page.clock.install()  # before any request: it starts in 1970
    page = organiser.begin(minutes="50", clock="days").page
    expect(page.locator(".tournament-head")).to_contain_text(
        "Clock of the games: 3 days a turn. When time is up, the seat passes."
    )
    organiser.click("Draw round 1")
    change_clock(page)
    swaps = page.locator(".swap")
    expect(swaps).to_have_count(7)
    one, other = swaps.first.inner_text(), swaps.last.inner_text()
    swaps.first.click()
    page.locator(".swap", has_text=other).click()
    expect(page.locator(".done")).to_contain_text("The seating cost")
    expect(page.locator(".swap").first).to_have_text(other)
    expect(page.locator(".swap").last).to_have_text(one)
    organiser.click("Release round 1")
    expect(page.locator(".round-choice")).to_contain_text("released")
    assert organiser.clicks <= 6
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^(50:00|49:\d\d) left$"))
    organiser.click("5 more minutes")
    expect(page.get_by_text("5 minutes were added")).to_be_visible()
    organiser.click("5 more minutes for table 2")
    of_round, of_table = page.get_by_role("timer").first, page.locator(".round-table").last.get_by_role("timer")
    expect(of_table).to_have_text(re.compile(r"^(1:00:00|59:\d\d) left$"))
    page.clock.fast_forward("57:00")  # the phone sleeps
    expect(of_round).to_have_text(re.compile(r"^Time is up, [12]:\d\d ago$"))
    expect(of_table).to_have_text(re.compile(r"^[23]:\d\d left$"))
    organiser.play(1)
    organiser.click("Confirm round 1")
    page.get_by_role("tab", name="Standings").click()
    first = page.locator(".standing").first
    first.get_by_role("button").first.click()
    expect(first).to_contain_text(re.compile("Game on paper · round 1, table . · place 1 *with .*and"))
    expect(first.locator(".points")).to_have_text(first.locator(".why .number").inner_text())
    first.get_by_role("button", name=re.compile("All rounds of")).click()
    expect(page).to_have_url(re.compile(r"player=player-\d#path"))
    path = page.locator(".path-round")
    expect(path.locator(".marked")).to_have_count(1)
    expect(path.locator(".why")).to_contain_text("Game on paper · round 1")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []
    page.get_by_role("tab", name="Standings").click()
    page.get_by_label("Without results").check()
    expect(page.locator("#part")).to_contain_text("Results are kept back")
    page.get_by_label("Without results").uncheck()
    page.get_by_role("tab", name="History").click()
    page.get_by_role("button", name="Check every event").click()
    expect(page.locator(".chip.good", has_text="every event is right")).to_be_visible()
    expect(page.locator("main b", has_text="<b>Di</b>")).to_have_count(0)
    tournament = re.split("[?#]", page.url.partition("/tournaments/")[2])[0]
    assert service.request(f"/v1/tournaments/{tournament}")["status"] == "running"


@pytest.mark.long
def test_a_spectator_sees_no_draft_and_steps_through_events(organiser: OrganiserPage, new_context: Callable):
    page = organiser.begin().page
    organiser.click("Draw round 1")
    expect(page.locator(".swap")).to_have_count(7)
    stranger = new_context().new_page()
    stranger.goto(page.url.partition("#")[0])
    expect(stranger.locator("#part")).to_contain_text("No round is announced yet")
    frame = page.context.new_page()  # the context has the director's token, which the frame ignores
    framed = page.url.partition("#")[0].replace("/tournaments/", "/embed/tournaments/")
    frame.goto(f"{framed}?theme=dark&results=hidden")
    expect(frame.locator("#app")).to_contain_text("No round is announced yet")
    organiser.click("Release round 1")
    expect(stranger.locator(".round-table")).to_have_count(2)  # without a reload
    expect(frame.locator(".round-table")).to_have_count(2)
    expect(frame.locator("#app")).to_contain_text("Results are kept back")
    expect(frame.get_by_role("button")).to_have_count(0)
    stranger.locator("h1").click()
    for key, table in (("]", 1), ("]", 2), ("[", 1)):
        stranger.keyboard.press(key)
        expect(stranger.locator(f"#r1-t{table}")).to_be_focused()
    stranger.keyboard.press("Home")
    expect(stranger).to_have_url(re.compile(r"n=1"))
    expect(stranger.locator(".where")).to_contain_text("The tournament is created")
    stranger.keyboard.press("ArrowRight")
    expect(stranger.locator(".where")).to_contain_text("Ana Muster is registered")
    stranger.goto(f"{page.url.partition('#')[0]}/wall")
    expect(stranger.locator(".wall-tables > li")).to_have_count(2)
    stranger.goto(f"{page.url.partition('#')[0]}/print?lang=de")
    stranger.get_by_role("button", name="Ergebniszettel").click()
    expect(stranger.locator(".slips li")).to_have_count(2)


@pytest.mark.long
def test_a_whole_evening_with_a_ruling_a_fork_and_a_close(organiser: OrganiserPage):
    page = organiser.begin().page
    for number in (1, 2):
        organiser.click(f"Draw round {number}")
        organiser.click(f"Release round {number}")
        organiser.play(number)
        organiser.click(f"Confirm round {number}")
    table = page.locator(".round-table").first
    table.get_by_role("button", name="Correct by a ruling").click()
    table.get_by_role("spinbutton").last.fill("40")
    table.get_by_label("Reason").fill("The coins were counted twice.")
    table.get_by_role("button", name="Correct by a ruling").click()
    expect(table.locator(".score").last).to_contain_text("40")
    page.get_by_role("button", name="Wrong seats?").click()
    names = [page.locator(".round-table").nth(k).locator(".swap").first for k in (0, 1)]
    one, other = (name.inner_text() for name in names)
    for name in names:
        name.click()
    expect(page.get_by_role("button", name="Cancel")).to_have_count(1)
    page.get_by_label("Reason").fill("They took each other's chair.")
    page.get_by_role("button", name=f"{one} and {other} sat").click()
    expect(table.locator(".sitting li").first).to_contain_text(other)
    page.get_by_role("tab", name="History").click()
    line = page.locator(".history li", has_text="The coins were counted twice.")
    expect(line).to_be_visible()
    expect(line).to_contain_text("· director")
    expect(page.locator(".history li", has_text="from paper").first).to_contain_text("· scorer")
    before = int(line.locator(".n").inner_text()) - 1
    address = page.url
    page.locator(".history li").filter(has=page.locator(".n", has_text=re.compile(f"^{before}$"))).get_by_role(
        "button", name="What if"
    ).click()
    expect(page.locator(".tournament-head")).to_contain_text("of the original")
    page.get_by_role("tab", name="Standings").click()
    expect(page.locator("#part")).to_contain_text("in the original")
    page.goto(address)
    organiser.click("Close the tournament")
    organiser.click("Reveal all secrets")
    expect(page.locator(".desk")).not_to_contain_text("Draw")


@pytest.mark.long
def test_a_refused_registration_keeps_the_typed_names(organiser: OrganiserPage):
    page = organiser.begin(people="Ana\nBo\nCy", count=3).page
    page.get_by_role("tab", name="Players").click()
    page.get_by_label("Names, in any list").fill("Di\nana")
    page.get_by_role("button", name="Register 2 players").click()
    expect(page.locator(".error")).to_be_visible()
    expect(page.get_by_label("Names, in any list")).to_have_value("Di\nana")
    expect(page.locator(".player")).to_have_count(3)
    page.get_by_label("Names, in any list").fill("\n".join(f"Player number {k}" for k in range(300)))
    page.get_by_role("button", name="Register 300 players").click()
    expect(page.locator(".player")).to_have_count(303)


@pytest.mark.long
def test_a_scorer_and_a_director_share_a_round_with_bots(organiser: OrganiserPage, new_context: Callable):
    page = organiser.begin(rounds=1).page
    organiser.click("Draw round 1")
    organiser.click("Release round 1")
    page.locator(".helpers summary").click()
    link = page.locator(".helpers .copy-line", has_text="scorer").get_by_role("textbox").input_value()
    other = new_context(viewport=PHONE).new_page()
    page.get_by_role("tab", name="Players").click()
    own = page.locator(".player", has_text="Ana Muster")
    own.get_by_role("button", name="Link", exact=True).click()
    other.goto(own.get_by_role("textbox").input_value())  # the player's own tables
    expect(other.get_by_role("tab", name="My tables")).to_have_attribute("aria-selected", "true")
    expect(other.locator(".path-round .marked")).to_have_text("Ana Muster")
    other.get_by_role("tab", name="Tables", exact=True).click()
    expect(other.get_by_role("button", name="Enter the result")).to_have_count(1)
    page.get_by_role("tab", name="Tables", exact=True).click()
    other.goto(link)
    other.reload()
    table = other.locator(".round-table").first
    table.get_by_role("button", name="Enter the result").click()
    for field in table.get_by_role("spinbutton").all():
        field.fill("7")
    table.get_by_role("button", name="Enter the result").click()
    expect(table).to_contain_text("to be confirmed")
    table.get_by_role("button", name="Confirm the result").click()
    expect(other.locator(".error")).to_contain_text("TO-4.5")
    first = page.locator(".round-table").first
    first.get_by_role("button", name="Confirm the result").click()
    expect(first.locator(".chip")).to_have_text("confirmed")
    page.locator(".games summary").click()
    for box in page.locator(".games").get_by_role("checkbox").all():
        box.check()
    page.get_by_role("button", name="Start 1 game").click()
    expect(page.locator(".round-table").last.locator(".chip")).to_have_text("being played")


@pytest.mark.long
def test_the_desk_offers_the_final_after_the_last_round(organiser: OrganiserPage):
    page = organiser.begin(rounds=1, final="3").page
    for name in ("Draw round 1", "Release round 1"):
        organiser.click(name)
    organiser.play(1)
    for name in ("Confirm round 1", "Draw round 2", "Release round 2"):
        organiser.click(name)
    expect(page.locator(".round-table")).to_have_count(1)
    expect(page.get_by_text("Out:")).to_be_visible()
    organiser.play(2)
    organiser.click("Confirm round 2")
    expect(page.get_by_role("button", name="Close the tournament", exact=True)).to_be_visible()


def test_a_command_with_a_lost_answer_is_retried_and_done_once(organiser: OrganiserPage):
    page = organiser.begin(people="Ana\nBo\nCy", count=3).page
    keys = list[str]()

    def lose(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.fetch()  # executed, but the answer is lost
            route.abort()
        else:
            route.continue_()

    page.route("**/commands", lose)
    organiser.click("Draw round 1")
    expect(page.locator(".swap")).to_have_count(3)  # from the stream
    expect(page.get_by_role("button", name="Release round 1")).to_be_enabled()  # after the retry is answered
    assert len(keys) == 2
    assert len(set(keys)) == 1
    expect(page.locator(".error")).to_have_count(0)


@pytest.mark.long
def test_a_tab_without_a_stream_follows_and_keeps_a_refusal(organiser: OrganiserPage, new_context: Callable):
    page = organiser.begin(people="Ana\nBo\nCy", count=3).page
    browser = new_context()
    tabs = [browser.new_page() for _ in range(6)]
    for tab in tabs:
        tab.goto(page.url.partition("#")[0])
    organiser.click("Draw round 1")
    organiser.click("Release round 1")
    for tab in tabs:
        expect(tab.locator(".round-table")).to_have_count(1)
    page.get_by_role("tab", name="Players").click()
    page.get_by_label("Names, in any list").fill("ana")
    page.get_by_role("button", name="Register 1 player").click()
    expect(page.locator(".error")).to_be_visible()
    page.get_by_role("tab", name="Tables").click()
    stranger = new_context().new_page()
    stranger.goto(page.url.partition("#")[0])
    expect(stranger.locator(".clock")).to_contain_text("Running for")
    page.get_by_role("button", name="5 more minutes", exact=True).click()
    expect(stranger.locator(".clock")).to_contain_text("5 minutes were added")


@pytest.mark.long
def test_a_penalty_names_its_article_and_round(organiser: OrganiserPage, service: Service):
    page = organiser.begin(people="Ana\nBo\nCy", count=3).page
    organiser.click("Draw round 1")
    organiser.click("Release round 1")
    page.locator(".desk summary", has_text="Penalties").click()
    page.get_by_label("Player").select_option("Bo")
    page.locator(".desk").get_by_label("Penalty").select_option("game_loss")
    page.get_by_label("Entry of the book of remedies").select_option("TR-9")
    page.get_by_role("button", name="Give the penalty").click()
    page.get_by_label("Reason").fill("Sorted the hand.")
    page.get_by_role("button", name="Give the penalty").click()
    expect(page.locator(".penalties li")).to_contain_text("loss of the game · Bo")
    tournament = re.split("[?#]", page.url.partition("/tournaments/")[2])[0]
    event = service.request(f"/v1/tournaments/{tournament}/events?after=0&limit=500")["events"][-1]["event"]
    assert (event["type"], event["article"], event["round"]) == ("penalty_given.1", "TR-9", 1)


@pytest.mark.long
@pytest.mark.timeout(0)
def test_a_tournament_of_23_with_bots_paper_and_spectators(
    organiser: OrganiserPage, service: Service, new_context: Callable
):
    """Run four rounds on a phone: bots at the first table, paper at the others, a ruling, the close, two spectators."""

    def hurry(route: Route) -> None:
        route.continue_(post_data=json.dumps({**route.request.post_data_json, "pace": 0, "patience": 0}))

    names = "\n".join(f"Player {k}" for k in range(1, 24))
    page = organiser.begin(people=names, count=23, rounds=4, minutes="50").page
    page.route("**/rounds/*/games", hurry)  # bots pause a second per move otherwise
    address = page.url.partition("#")[0]
    live, spared = (new_context(viewport=PHONE).new_page() for _ in range(2))
    live.goto(address)
    spared.goto(address)
    spared.get_by_label("Without results").check()
    for number in range(1, 5):
        organiser.clicks = 0
        organiser.click(f"Draw round {number}")
        organiser.click(f"Release round {number}")
        assert organiser.clicks <= 6
        tables = page.locator(".round-table")
        expect(tables).to_have_count(6)
        for table in tables.all()[1:]:
            organiser.enter(table, 15)
        page.locator(".games summary").click()
        for box in page.locator(".games").get_by_role("checkbox").all():
            box.check()
        page.get_by_role("button", name="Start 1 game").click()
        expect(tables.first.locator("h3 .chip")).to_have_text("confirmed", timeout=600_000)  # by itself
        expect(live.locator(".round-table").nth(1).locator(".score").first).to_contain_text("15")
        expect(spared.locator(".round-table")).to_have_count(6)
        expect(spared.locator(".score")).to_have_count(0)
        organiser.click(f"Confirm round {number}")
        expect(page.locator(".round-choice .chip")).to_have_text("confirmed")
    table = page.locator(".round-table").last
    table.get_by_role("button", name="Correct by a ruling").click()
    table.get_by_role("spinbutton").last.fill("40")
    table.get_by_label("Reason").fill("The coins were counted twice.")
    table.get_by_role("button", name="Correct by a ruling").click()
    expect(live.locator(".round-table").last.locator(".score").last).to_contain_text("40")
    organiser.click("Close the tournament")
    organiser.click("Reveal all secrets")
    live.get_by_role("tab", name="Standings").click()
    expect(live.locator(".standing")).to_have_count(23)
    live.get_by_role("button", name="One event back").click()
    expect(live).to_have_url(re.compile(r"n=\d+"))
    live.get_by_role("tab", name="Tables").click()
    live.locator("h1").click()
    live.keyboard.press("PageUp")
    game = live.locator(".round-table").first.get_by_role("link", name="The game")
    game.click()
    expect(live.locator(".felt .seat").first).to_be_visible()
    live.go_back()
    expect(live.locator(".round-table")).to_have_count(6)
    assert service.request(f"/v1/tournaments/{address.rpartition('/')[2]}/audit")["verdict"] == "ok"
