"""Graph, marks and rail of the replay page; nothing beyond the last viewed event is shown."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.service.command_line import GAME
from tests.service.web.conftest import Service
from tests.service.web.layout import expect_no_wider
from tests.service.web.simulated_player import join_by_link
from tests.service.web.test_replay_page import HERE, SHOWN, current_event, expect_at, open_replay

AT_ONCE = """async (keys) => {
  for (const key of keys) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    for (let k = 0; k < 50; k += 1) await null;
  }
}"""
"""Press keys one after the other, without a frame between them."""
LANE, TURNS = 70, 86
"""Offsets of the marks and of the turn numbers from the top of the graph."""


def graph_box(page: Page) -> tuple[Locator, float, float, float]:
    """Wait for the graph; return it with its left edge, top and width."""
    expect(page.locator(".band canvas")).to_be_visible()
    box = page.locator(".band").bounding_box()
    assert box
    return page.locator(".band"), box["x"], box["y"], box["width"]


@pytest.mark.long
def test_the_graph_shows_coins_and_jumps_to_a_pressed_event(page: Page):
    open_replay(page, n=HERE, **SHOWN)
    _, x, y, width = graph_box(page)
    page.mouse.move(x + width / 2, y + 30)
    hint = page.locator(".hint")
    for k in range(1, 5):
        expect(hint).to_contain_text(re.compile(rf"Seat {k} \d+"))
    pointed = int(hint.locator("b").first.inner_text())
    page.mouse.down()
    expect_at(page, pointed)
    page.mouse.move(x + width / 4, y + 30)
    expect(page.locator("[data-sentence]")).not_to_have_attribute("data-n", str(pointed))
    page.mouse.up()
    assert current_event(page) < pointed
    page.go_back()
    expect_at(page, pointed) if current_event(page) == pointed else expect_at(page, HERE)


DRAWINGS = """() => {
  window.drawings = 0;
  const { clearRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (...box) {
    window.drawings += 1;
    return clearRect.apply(this, box);
  };
}"""


@pytest.mark.long
def test_the_graph_is_redrawn_only_where_it_changes(page: Page, service: Service):
    timeline = service.request(f"/v1/games/{GAME}/timeline")
    changes = {n for seat in timeline["series"] for line in ("coins", "harvest_now") for n, _ in seat[line]}
    changes |= {marker["n"] for marker in timeline["markers"]}
    open_replay(page, n=HERE)
    _, _, _, width = graph_box(page)
    page.evaluate(DRAWINGS)
    ends = [page.locator(".ends").bounding_box()]
    for n in range(HERE + 1, HERE + 9):
        before = page.evaluate("window.drawings")
        page.keyboard.press("Shift+ArrowRight")
        expect_at(page, n)  # the address is written half a second later
        assert (page.evaluate("window.drawings") > before) == (n in changes), n
        ends.append(page.locator(".ends").bounding_box())
    assert 0 < len(changes & set(range(HERE + 1, HERE + 9))) < 8
    edges = [box["x"] for box in ends if box]
    assert len(edges) == 9
    assert edges == sorted(set(edges))
    assert edges[-1] - edges[0] < width / 2
    expect(page.locator(".ends b")).to_have_text([f"Seat {k}" for k in range(1, 5)])


@pytest.mark.long
def test_a_turn_number_jumps_to_the_start_of_the_turn(page: Page, service: Service):
    starts = {one["n"] for one in service.request(f"/v1/games/{GAME}/timeline")["markers"] if one["kind"] == "turn"}
    open_replay(page, n=HERE, **SHOWN)
    _, x, y, width = graph_box(page)
    page.mouse.click(x + width * 0.7, y + TURNS)
    assert current_event(page) in starts


@pytest.mark.long
def test_the_mark_of_an_illegal_event_jumps_to_it(page: Page, service: Service):
    open_replay(page, service.irregular, n=1, **SHOWN)
    expect(page.locator(".event-list .wrong, .banner")).not_to_have_count(0)
    _, x, y, width = graph_box(page)
    mark = page.locator(".hint-mark", has_text="breaks a rule")
    for by in range(int(width), 0, -3):
        page.mouse.move(x + by, y + LANE)
        if mark.count():
            break
    expect(page.locator(".hint")).to_contain_text(f"{service.fault} ")
    page.mouse.down()
    page.mouse.up()
    expect_at(page, service.fault)


@pytest.mark.long
def test_the_graph_is_available_as_a_table(page: Page, service: Service):
    coins = service.request(f"/v1/games/{GAME}/table?at={HERE}")["seats"][1]["coins"]
    open_replay(page, n=HERE)
    page.get_by_role("button", name="Coins as a table").click()
    table = page.get_by_role("dialog").get_by_role("table")
    expect(table.locator("thead")).to_contain_text("Seat 2")
    count = coins if isinstance(coins, int) else len(coins)
    expect(table.locator("tbody tr").last.locator("td").nth(1)).to_have_text(re.compile(rf"^{count}\b"))
    table.get_by_role("button", name="Turn 2", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert current_event(page) < HERE


# The rail.


@pytest.mark.long
def test_chips_filter_events_by_kind_and_seat(page: Page):
    open_replay(page, n=HERE, **SHOWN)
    page.get_by_role("button", name="harvests", exact=True).click()
    lines = page.locator(".event-list .line .say")
    expect(lines.filter(has_not_text="harvests")).to_have_count(0)
    expect(lines.first).to_contain_text("harvests")
    page.locator(".filters").get_by_role("button", name="Seat 2").click()
    expect(lines.filter(has_not_text="Seat 2 harvests")).to_have_count(0)
    assert "harvest" not in page.url
    page.locator(".filters").get_by_role("button", name="all", exact=True).click()
    expect(lines.filter(has_not_text="harvests")).not_to_have_count(0)


@pytest.mark.long
def test_the_list_shows_the_current_event_after_two_quick_jumps(page: Page):
    open_replay(page, n=HERE, **SHOWN)
    expect(page.locator(".event-list [aria-current=step]")).to_be_in_viewport()
    page.evaluate(AT_ONCE, ["Home", *str(HERE), "Enter"])
    expect_at(page, HERE)
    expect(page.locator(".event-list [aria-current=step]")).to_be_in_viewport()


@pytest.mark.long
def test_the_legal_tab_lists_moves_and_the_clauses_that_forbid_others(page: Page):
    open_replay(page, n=16)
    page.get_by_role("tab", name="Legal here").click()
    panel = page.locator(".legal")
    expect(panel.locator(".may")).to_contain_text(re.compile("end trading", re.IGNORECASE))
    why_not = panel.locator(".why-not")
    expect(why_not.get_by_role("button", name="CL-3.1")).to_be_visible()
    text = why_not.inner_text()
    assert not re.search(r"field [3-9]|[Tt]ake a seat|trade \d", text)
    assert re.search(r"Plant .*field [12]", text)
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.get_by_role("tab", name="Events")).to_be_focused()
    expect(page.locator(".event-list")).to_be_visible()
    expect_at(page, 16)


@pytest.mark.long
def test_a_player_comments_and_a_named_event_is_a_link(page: Page, service: Service):
    made = service.new_game({"kind": "human", "name": "Ada"}, *[{"kind": "bot", "bot": "greedy"}] * 2, start="now")
    token = made["tokens"][0]["token"]
    service.request(f"/v1/games/{made['game']}/annotations", {"n": 2, "text": "Hello"}, token)
    join_by_link(page, f"/join/{made['game']}#token={token}")
    expect(page.locator(".felt .seat").first).to_be_visible()
    before = page.url
    page.keyboard.press("c")
    expect(page.locator(".threads")).to_contain_text(re.compile(r"Ada .*Hello", re.DOTALL))
    box = page.get_by_label("Your comment on event")
    expect(box).to_be_focused()
    box.press_sequentially("A hard start, see #3")  # many of these characters are keyboard shortcuts
    box.press("Home")
    expect(page).to_have_url(before)
    expect(box).to_have_value("A hard start, see #3")
    page.get_by_role("button", name="Add", exact=True).click()
    page.locator(".remark", has_text="A hard start").get_by_role("button", name="#3").click()
    expect_at(page, 3)
    expect(page.get_by_role("tab", name="Comments")).to_contain_text("2")


@pytest.mark.long
def test_the_rail_is_a_sheet_on_a_phone(page: Page):
    page.set_viewport_size({"width": 390, "height": 844})
    open_replay(page, n=HERE)
    rail = page.locator("aside.rail")
    expect(rail).not_to_be_visible()
    page.locator(".moves").get_by_role("button", name="Events").click()
    expect(rail.locator("[aria-current=step]")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(rail).not_to_be_visible()
    page.locator(".moves").get_by_role("button", name="Events").click()
    page.mouse.click(200, 60)
    expect(rail).not_to_be_visible()
    expect_at(page, HERE)
    expect_no_wider(page, 390)


# The story.


def test_a_finished_game_hides_its_length_and_result_at_first(page: Page, service: Service):
    head = service.request(f"/v1/games/{GAME}")
    first = next(one["n"] for one in service.request(f"/v1/games/{GAME}/timeline")["markers"] if one["kind"] == "turn")
    open_replay(page)
    expect(page.locator("[data-sentence]")).to_have_attribute("data-n", str(first - 1))
    page.locator(".audit summary", has_text="deal proved").click()
    expect(page.locator(".audit-lines")).to_contain_text("record whole")
    for key in ("End", "l"):
        page.keyboard.press(key)
        expect_at(page, first - 1)
    seen = page.locator("#app").inner_text() + page.title() + (page.locator(".bar").get_attribute("outerHTML") or "")
    assert str(head["version"]) not in seen
    expect(page.get_by_role("slider")).to_have_attribute("max", str(first - 1))
    expect(page.locator(".event-list .line")).to_have_count(first - 1)
    page.get_by_role("button", name="Show result").click()
    expect(page.locator(".where")).to_contain_text(f"/ {head['version']}")
    expect(page).to_have_url(re.compile("result=shown"))
    page.reload()
    expect(page.locator(".where")).to_contain_text(f"/ {head['version']}")
    page.get_by_role("button", name="Hide result").click()
    expect(page.locator(".where")).not_to_contain_text("/")


@pytest.mark.long
def test_the_graph_hides_events_not_yet_seen(page: Page):
    open_replay(page, n=HERE)
    _, x, y, width = graph_box(page)
    page.mouse.move(x + width - 60, y + 20)
    expect(page.locator(".hint b").first).to_have_text(str(HERE))
    page.mouse.down()
    page.mouse.up()
    expect_at(page, HERE)


@pytest.mark.long
def test_a_banner_reports_an_illegal_event_and_jumps_to_it(page: Page, service: Service):
    open_replay(page, service.irregular)
    banner = page.get_by_role("region", name="1 event breaks the rules")
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        expect(banner).to_contain_text(re.compile(rf"{service.fault}, .+ plants"))
        expect(banner).to_contain_text("CL-4.5")
        banner.get_by_role("button", name="Show").click()
        expect_at(page, service.fault)
        banner.get_by_role("button", name="Close").click(trial=True)
        page.keyboard.press("Shift+ArrowLeft")
        expect(page.locator("[data-sentence]")).to_have_attribute("data-n", str(service.fault - 1))
    banner.get_by_role("button", name="Close").click()
    expect(banner).to_have_count(0)
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".banner")).to_have_count(0)
