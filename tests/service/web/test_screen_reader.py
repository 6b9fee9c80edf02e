"""What a screen reader gets of a replay: each event is announced, and each control has a name."""

from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page

from tests.service.command_line import GAME
from tests.service.web.conftest import Service
from tests.service.web.test_replay_page import open_replay

PRESSED = {"button", "checkbox", "combobox", "link", "slider", "tab", "textbox"}
EACH = 100
"""After how many events the accessibility tree is checked."""
SPOKEN = """(n) => new Promise((done) => {
  const look = () => {
    if (document.querySelector("[data-sentence]").dataset.n !== String(n)) return requestAnimationFrame(look);
    done({
      live: [...document.querySelectorAll("[aria-live=polite] .says")].map((one) => one.textContent).join(" "),
      slider: document.querySelector(".band input[type=range]").getAttribute("aria-valuetext"),
    });
  };
  look();
})"""


def accessibility_tree(session: CDPSession) -> list[dict[str, Any]]:
    """Return the accessibility tree of the page."""
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    return [one for one in nodes if not one.get("ignored")]


def unnamed(tree: list[dict[str, Any]]) -> list[str]:
    """Return the roles of controls without a name."""
    return [one["role"]["value"] for one in tree if one["role"]["value"] in PRESSED and not one["name"].get("value")]


def announcement_faults(page: Page, session: CDPSession, sentences: list[str], begin: int) -> list[str]:
    """Step through the events; return wrong announcements and controls without a name."""
    faults = []
    for n in range(begin + 1, len(sentences) + 1):
        page.keyboard.press("Shift+ArrowRight")
        spoken, sentence = page.evaluate(SPOKEN, n), sentences[n - 1]
        if spoken != {"live": sentence, "slider": f"{n}: {sentence}"}:
            faults.append(f"{n}: {spoken}")
        if n % EACH == 0 or n == len(sentences):
            faults += [f"{n}: {role} without a name" for role in unnamed(accessibility_tree(session))]
    return faults


@pytest.mark.long
def test_a_whole_replay_is_announced_by_keyboard(page: Page, service: Service):
    sentences = service.request(f"/v1/games/{GAME}/sentences?as=omniscient")["sentences"]
    open_replay(page, GAME, n=1, result="shown")
    session = page.context.new_cdp_session(page)
    session.send("Accessibility.enable")
    assert announcement_faults(page, session, sentences, 1) == []


@pytest.mark.long
def test_control_a_missing_announcement_or_name_is_detected(page: Page, service: Service):
    sentences = service.request(f"/v1/games/{GAME}/sentences?as=omniscient")["sentences"][:102]
    open_replay(page, GAME, n=100)
    session = page.context.new_cdp_session(page)
    session.send("Accessibility.enable")
    assert unnamed(accessibility_tree(session)) == []
    page.evaluate("document.querySelector('.bar').append(document.createElement('button'))")
    faults = announcement_faults(page, session, [*sentences[:101], "Something else"], 100)
    assert [fault.split(":")[0] for fault in faults] == ["102", "102"]
