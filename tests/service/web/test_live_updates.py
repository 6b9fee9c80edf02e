"""The cost of following a game: no request after an event, and no more work for a late event than for an early one."""

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
"""Work is measured from event EARLY on and again LATER events later, over WIDTH events each."""
IN_SIGHT = 80
"""More lines than fit into the list, and fewer than there are events by then."""
COUNTED = (
    ("html.js", "import { Component, h, render }", "import { Component, h, options, render }"),
    (
        "html.js",
        "export const html = htm.bind(h);",
        "export const html = htm.bind(h); globalThis.preact = options;",
    ),
    ("replay/page.js", "const App = ({ game }) => html`", "const App = ({ game }) => globalThis.drawn?.() || html`"),
)
"""Changes of scripts that make their work countable."""
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
    """Follow a game; return the requests by path, and the work per drawing and event, early and late."""
    change_scripts(page, folder, *COUNTED, *faults)
    bots = [{"kind": "bot", "bot": "random"}] * 3
    game = service.new_game(*bots, pace=0.03)["game"]
    open_replay(page, game)
    expect(page.locator(".chip.live")).to_have_text("LIVE")
    page.evaluate(COUNTING)
    asked: Counter[str] = Counter()

    def note(request: Request) -> None:
        if not request.url.endswith("/watch"):  # sent every 20 s
            asked[re.sub(r"\?.*", "", request.url).partition(game)[2]] += 1

    page.on("request", note)
    work, begin = [], EARLY
    for _ in range(2):
        first = page.evaluate(NOTED, begin)
        begin = first["n"] + LATER  # a busy machine draws several events at once
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
    """Return whether a late event costs clearly more than an early one.

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
    """Delay the answer to the timeline until the game has more events."""
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
    asking = ("game/game.js", "this.onArrived(message);", "this.onArrived(message); this.loadHead();")
    part = "rows.slice(first, top + Math.ceil(height / ROW_HEIGHT) + 2 * EXTRA_ROWS)"
    whole = ("replay/virtual_list.js", part, "rows")
    asked, work = follow_game(page, service, tmp_path, asking, whole)
    assert "" in asked, asked
    assert work[-1]["lines"] > IN_SIGHT, work
