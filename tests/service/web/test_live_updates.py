"""What following a game costs: one stream, no request after an event, as much work for a late event as for an early."""

import re
import time
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.service.web.changed_scripts import change_scripts
from tests.service.web.conftest import Service
from tests.service.web.test_replay_page import open_replay

EARLY, LATER, WIDTH = 25, 60, 15
"""Where the work is measured: from this event on, and so many events later, over so many."""
IN_SIGHT = 80
"""More lines than the list has room for, and fewer than there are events by then."""
COUNTED = (
    ("html.js", "import { Component, h, render }", "import { Component, h, options, render }"),
    (
        "html.js",
        "export const html = htm.bind(h);",
        "export const html = htm.bind(h); globalThis.preact = options;",
    ),
    ("replay/page.js", "const App = ({ game }) => html`", "const App = ({ game }) => globalThis.drawn?.() || html`"),
)
"""What the scripts are changed to, so that their work can be counted."""
COUNTING = """() => {
  const { preact: options } = globalThis;
  const before = options.diffed;
  window.work = { renders: 0, nodes: 0, changes: 0 };
  window.drawn = () => { window.work.renders += 1; };
  options.diffed = (node) => {
    window.work.nodes += 1;
    before?.(node);
  };
  new MutationObserver((changes) => { window.work.changes += changes.length; })
    .observe(document.getElementById("app"), { subtree: true, childList: true, attributes: true, characterData: true });
}"""
NOTED = """(from) => new Promise((done) => {
  const look = () => {
    const n = Number(document.querySelector(".band input[type=range]").max);
    if (n >= from) done({ n, ...window.work, lines: document.querySelectorAll(".event-list li").length });
    else setTimeout(look, 5);
  };
  look();
})"""


def follow_game(
    page: Page, service: Service, folder: Path, *faults: tuple[str, str, str]
) -> tuple[Counter[str], list[dict[str, float]]]:
    """What was asked for while a game was followed; the work for each drawing and the lines, early and late."""
    change_scripts(page, folder, *COUNTED, *faults)
    bots = [{"kind": "bot", "bot": "random"}] * 3
    game = service.new_game(*bots, pace=0.03)["game"]
    open_replay(page, game)
    expect(page.locator(".chip.live")).to_have_text("LIVE")
    page.evaluate(COUNTING)
    asked: Counter[str] = Counter()

    def note(request: Request) -> None:
        if not request.url.endswith("/watch"):  # the same every 20 s, whatever happens
            asked[re.sub(r"\?.*", "", request.url).partition(game)[2]] += 1

    page.on("request", note)
    work, begin = [], EARLY
    for _ in range(2):
        first = page.evaluate(NOTED, begin)
        begin = first["n"] + LATER  # a busy machine draws several events at once, and begins late
        last = page.evaluate(NOTED, first["n"] + WIDTH)
        counts = {"drawing": last["renders"] - first["renders"], "event": last["n"] - first["n"]}
        each = {
            f"{kind} each {part}": (last[kind] - first[kind]) / count
            for kind in ("nodes", "changes")
            for part, count in counts.items()
        }
        work.append({"lines": last["lines"], **each})
    page.remove_listener("request", note)
    return asked, work


def grows(work: list[dict[str, float]], kind: str) -> bool:
    """Whether a late event costs clearly more than an early one.

    Events differ, and a busy machine draws several at once: both the cost of a drawing and that of an event must grow.
    """
    early, delay = work
    return all(delay[f"{kind} each {part}"] > 2 * early[f"{kind} each {part}"] for part in ("drawing", "event"))


@pytest.mark.long
def test_following_sends_no_requests_and_costs_the_same_late(page: Page, service: Service, tmp_path: Path):
    asked, work = follow_game(page, service, tmp_path)
    assert asked == {}, asked
    assert work[-1]["lines"] < IN_SIGHT, work
    assert not grows(work, "nodes"), work
    assert not grows(work, "changes"), work


def delay(route: Route) -> None:
    """Lets the timeline be answered when the game has gone on since its events were."""
    time.sleep(1)
    route.continue_()


@pytest.mark.long
def test_a_followed_game_shows_the_same_as_a_reloaded_one(page: Page, service: Service):
    bots = [{"kind": "bot", "bot": "greedy"}] * 3
    game = service.new_game(*bots, pace=0.01, options={"exhaustions_to_end": 1})["game"]
    page.route("**/timeline*", delay)
    open_replay(page, game)
    expect(page.get_by_role("button", name="Hide result")).to_be_visible(timeout=90_000)

    def shown() -> tuple[str, list[str]]:
        expect(page.locator(".event-list .mark").last).to_contain_text("✓")
        expect(page.locator(".band canvas")).to_be_visible()
        page.keyboard.press("End")
        page.get_by_role("button", name="Coins as a table").click()
        coins = page.get_by_role("dialog").inner_text()
        page.keyboard.press("Escape")
        return coins, page.locator(".event-list .say").all_inner_texts()

    live = shown()
    page.reload()
    assert shown() == live


@pytest.mark.long
def test_control_requests_and_full_redraws_are_detected(page: Page, service: Service, tmp_path: Path):
    asking = ("game/game.js", "this.onArrived(message);", "this.onArrived(message); this.refresh();")
    whole = ("replay/virtual_list.js", "rows.slice(first, top + Math.ceil(height / LINE) + 2 * ROOM)", "rows")
    asked, work = follow_game(page, service, tmp_path, asking, whole)
    assert "" in asked, asked
    assert work[-1]["lines"] > IN_SIGHT, work
