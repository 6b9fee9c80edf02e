"""The table fits into one window at each size in each edition, and steps move nothing but cards."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from replay.game import Game
from tests.long_tests import mostly_long
from tests.service.web.conftest import Simulated
from tests.service.web.layout import SIZES, layout_faults
from tests.waiting import happens_within, wait_until

TABLES = (("classic", 5), ("modern", 7), ("duel", 2), ("sissi", 4), ("bohnaparte", 6), ("bohnaparte", 3))
FEW, MANY = 1, 3
"""How many events of a game are checked at each size."""
OUT_OF_SIGHT = """() => {
  const faults = [];
  const say = (what, found) => faults.push(`${what}: ${found}`);
  const shown = (query) => [...document.querySelectorAll(query)].filter((one) => one.checkVisibility());
  const { scrollHeight, scrollWidth } = document.documentElement;
  const scrolls = scrollHeight > innerHeight || scrollWidth > innerWidth;
  if (scrolls) say("the page scrolls", `${scrollWidth}x${scrollHeight}`);
  for (const hook of ["[data-table]", "[data-sentence]", "[data-bar]"]) {
    if (shown(hook).length !== 1) say(hook, shown(hook).length);
  }
  const bar = shown("[data-bar]")[0].getBoundingClientRect();
  const within = (box, room, over) => box.left >= room.left - 2 && box.right <= room.right + 2
    && box.top >= room.top - over && box.bottom <= room.bottom + over;
  const window = { left: 0, top: 0, right: innerWidth, bottom: bar.top };
  if (bar.bottom > innerHeight + 1) say("the bar ends below the window", bar.bottom);
  for (const seat of document.querySelectorAll("[data-seat]")) {
    const box = seat.getBoundingClientRect();
    const name = `seat ${seat.dataset.seat}`;
    if (!within(box, window, 2)) say(`${name} is not wholly in sight`, JSON.stringify(box));
    if (box.height < (innerHeight < 480 ? 34 : 40)) say(`${name} is a line`, box.height);
    for (const zone of ["hand", "fields", "coins", "aside"]) {
      if (seat.querySelectorAll(`[data-zone=${zone}]`).length !== 1) say(`${name} has no`, zone);
    }
    for (const card of seat.querySelectorAll(".card")) {
      const at = card.getBoundingClientRect();
      if (!within(at, box, 10)) say(`a card of ${name} is beside it`, `${card.dataset.place} ${JSON.stringify(at)}`);
      const word = card.querySelector(".card-name");
      const over = word?.checkVisibility() ? word.getBoundingClientRect().width - at.width : 0;
      if (over > 4) say(`the name of a card of ${name} is wider than it`, `${card.dataset.place} ${over}`);
    }
  }
  return faults;
}"""
BOXES = """() => {
  const all = document.querySelectorAll("[data-seat], .pile, [data-bar], .telling");
  const rounded = ({ left, top, width, height }) => [left, top, width, height].map(Math.round);
  return [...all].map((one) => [one.dataset.seat ?? one.className, rounded(one.getBoundingClientRect())]);
}"""
FLYING = """() => {
  const flies = ({ transform }) => transform && transform !== "none";
  return document.getAnimations().filter(({ effect }) => effect.getKeyframes().some(flies)).length;
}"""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Wait until changes are drawn."""
WATCH = (
    f"() => {{ const flies = {FLYING}; window.flown = 0;"
    " const look = () => { window.flown = Math.max(window.flown, flies()); requestAnimationFrame(look); }; look(); }"
)


def go_to(page: Page, n: int) -> None:
    """Type the number of an event and wait for its table."""
    page.keyboard.type(str(n))
    page.keyboard.press("Enter")
    expect(page.locator(f'[data-table][data-n="{n}"]')).to_be_visible()


@pytest.mark.long
def test_control_a_hidden_seat_or_a_misplaced_card_is_detected(page: Page, simulated: Simulated):
    page.goto(f"/games/{simulated('modern', 7).game}?n=100")
    expect(page.locator("[data-table]")).to_be_visible()
    assert page.evaluate(OUT_OF_SIGHT) == []
    page.evaluate("document.querySelector('[data-seat]').style.minHeight = '40rem'")
    assert any("not wholly in sight" in fault for fault in page.evaluate(OUT_OF_SIGHT))
    page.evaluate("document.querySelector('[data-seat]').style.minHeight = ''")
    page.evaluate("document.querySelector('[data-zone=hand] .card').style.marginLeft = '-900px'")
    assert any("is beside it" in fault for fault in page.evaluate(OUT_OF_SIGHT))


@pytest.mark.long
@pytest.mark.parametrize(
    ("table", "samples"),
    mostly_long([(("modern", 7), FEW), *((table, MANY) for table in (*TABLES[1:], TABLES[0]))]),
    ids=str,
)
def test_all_seats_fit_the_window(page: Page, simulated: Simulated, table: tuple[str, int], samples: int):
    game = simulated(*table)
    last = len(game.envelopes)
    for k, (width, height) in enumerate(SIZES):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/games/{game.game}?n={last}&result=shown&lang=de")
        expect(page.locator("[data-table]")).to_be_visible()
        for n in range(20 + k, last, last // samples):
            go_to(page, n)
            fits = happens_within(5, lambda: page.evaluate(OUT_OF_SIGHT) == [])  # after the resize
            assert fits, f"event {n} at {width}x{height}: {page.evaluate(OUT_OF_SIGHT)}"
            expect(page.locator("[data-seat]")).to_have_count(table[1])
            expect(page.locator(f'[data-sentence][data-n="{n}"]')).to_be_visible()
        readable = happens_within(5, lambda: layout_faults(page) == [])
        assert readable, f"event {n} at {width}x{height}: {layout_faults(page)}"
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/games/{game.game}?n={last // 2}&as=spectator")
    expect(page.locator(".hand .fan.hidden").first).to_be_visible()
    assert happens_within(5, lambda: page.evaluate(OUT_OF_SIGHT) == []), page.evaluate(OUT_OF_SIGHT)


@pytest.mark.long
@pytest.mark.parametrize("table", mostly_long([(("bohnaparte", 3),), (("classic", 5),)]), ids=str)
def test_only_cards_move_between_events(page: Page, simulated: Simulated, table: tuple[str, int]):
    page.goto(f"/games/{simulated(*table).game}?n=150")
    expect(page.locator('[data-table][data-n="150"]')).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => {})")  # the font changes the height of lines
    page.evaluate(DRAWN)
    before = page.evaluate(BOXES)
    for n in range(151, 190):
        page.keyboard.press("Shift+ArrowRight")
        expect(page.locator(f'[data-table][data-n="{n}"]')).to_be_visible()
        assert before == page.evaluate(BOXES), f"event {n}"


def planting_event(game: Game) -> int:
    """Return an event after the first turns that plants from the hand."""
    return next(
        e.n
        for e in game.envelopes[100:]
        if e.event.__struct_config__.tag == "bean_planted.1" and e.event.source == "hand"
    )


@pytest.mark.long
@pytest.mark.parametrize("key", mostly_long(["Shift+ArrowRight", "Shift+ArrowLeft"]))
def test_a_moving_card_is_animated_and_leaves_a_trace(page: Page, simulated: Simulated, key: str):
    game = simulated("classic", 5)
    n = planting_event(game)
    page.goto(f"/games/{game.game}?n={n - 1 if key == 'Shift+ArrowRight' else n}")
    expect(page.locator("[data-table]")).to_be_visible()
    page.evaluate(WATCH)
    page.keyboard.press(key)
    expect(page.locator(f'[data-table][data-n="{n if key == "Shift+ArrowRight" else n - 1}"]')).to_be_visible()
    page.evaluate(DRAWN)
    assert page.evaluate("window.flown") > 0
    wait_until(lambda: page.evaluate(FLYING) == 0)
    if key == "Shift+ArrowRight":
        event = game.envelopes[n - 1].event
        expect(page.locator(f'[data-place="/seats/{event.seat}/fields/{event.field}"].came')).to_be_visible()
        expect(page.locator(f'[data-place="/seats/{event.seat}/hand"].left')).to_be_visible()


@pytest.mark.long
def test_reduced_motion_shows_the_trace_alone(page: Page, simulated: Simulated):
    page.emulate_media(reduced_motion="reduce")
    game = simulated("classic", 5)
    n = planting_event(game)
    page.goto(f"/games/{game.game}?n={n - 1}")
    expect(page.locator("[data-table]")).to_be_visible()
    page.evaluate(WATCH)
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".plot.came")).to_be_visible()
    page.evaluate(DRAWN)
    assert page.evaluate("window.flown") == 0


@pytest.mark.long
def test_the_history_of_a_card_links_to_its_events(page: Page, simulated: Simulated):
    game = simulated("classic", 5)
    n = planting_event(game)
    event: Any = game.envelopes[n - 1].event
    page.goto(f"/games/{game.game}?n={n}")
    page.locator(f'[data-place="/seats/{event.seat}/fields/{event.field}"]').click()
    life = page.locator(".life li")
    expect(life.last).to_contain_text(str(n))
    first = int(life.first.locator("b").inner_text())
    assert first < n
    life.first.get_by_role("button").click()
    expect(page.locator(f'[data-table][data-n="{first}"]')).to_be_visible()
