"""A standalone replay in one HTML file: works offline, escapes names, and contains nothing hidden from its owner."""

import gzip
import json
import re
import urllib.error
import urllib.request
from base64 import b64decode
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from service.web.assets import STATIC
from service.web.standalone_page import ENDS_SCRIPT
from tests.service.command_line import GAME
from tests.service.web.conftest import HOSTILE, Service

NAMES = ("</script><script>alert(1)//", "<!--<script>", "\u05e9\u05e2\u05d5\u05e2\u05d9\u05ea", HOSTILE)


class Scripts(HTMLParser):
    """The scripts of a page: their ids and texts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str | None, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "script":
            self.found.append((dict(attrs).get("id"), ""))

    def handle_data(self, data: str) -> None:
        if self.cdata_elem == "script":
            name, text = self.found[-1]
            self.found[-1] = (name, text + data)


def standalone_replay(service: Service, game: str, query: str = "", token: str | None = None) -> str:
    """Return the standalone replay of a game."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    request = urllib.request.Request(f"{service.address}/games/{game}/replay.html{query}", headers=headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert "attachment" in answer.headers["Content-Disposition"]
        return str(answer.read().decode())


def status_of(service: Service, game: str, query: str = "", token: str | None = None) -> int:
    """Return the status of the answer to a request for the file."""
    try:
        standalone_replay(service, game, query, token)
    except urllib.error.HTTPError as error:
        return error.code
    return 200


def data_of(file: str) -> dict[str, Any]:
    """Return the data in a file."""
    packed = dict(Scripts(file).found)["kept"]
    kept: dict[str, Any] = json.loads(gzip.decompress(b64decode(packed)))
    return kept


def open_file(page: Page, file: str, folder: Path) -> list[str]:
    """Open a file from disk; return a list that gets its requests to other addresses, which are all refused."""
    asked: list[str] = []

    def refuse(route: Any) -> None:
        asked.append(route.request.url)
        route.abort()

    page.context.route(re.compile("^(https?|ws):"), refuse)
    (folder / "game.html").write_text(file, encoding="utf-8")
    page.goto((folder / "game.html").as_uri())
    expect(page.locator(".felt .seat").first).to_be_visible()
    return asked


@pytest.fixture(scope="module")
def hostile_game(service: Service) -> dict[str, Any]:
    """Create a private game of people with hostile names."""
    seats = [{"kind": "human", "name": name} for name in NAMES]
    made: dict[str, Any] = service.new_game(*seats, private=True)
    return made


def test_a_standalone_replay_works_offline(page: Page, service: Service, tmp_path: Path):
    asked = open_file(page, standalone_replay(service, service.irregular), tmp_path)
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("[data-sentence]")).to_have_attribute("data-n", "2")
    page.keyboard.press("d")
    expect(page.locator("[data-sentence]")).to_have_attribute("data-n", str(service.fault))
    expect(page.locator(".telling.wrong")).to_contain_text("CL-4.5")
    expect(page.locator("[data-table]")).to_have_attribute("data-n", str(service.fault))
    assert asked == []


@pytest.mark.long
def test_a_standalone_replay_contains_drawings_and_font(page: Page, service: Service, tmp_path: Path):
    open_file(page, standalone_replay(service, GAME, "?as=omniscient"), tmp_path)
    assert page.locator(".card .bean").first.evaluate("bean => bean.getBBox().width > 0")
    assert page.evaluate("document.fonts.load('16px Figtree').then(found => found.length)") == 1


@pytest.mark.long
def test_a_standalone_replay_is_in_the_requested_language(page: Page, service: Service, tmp_path: Path):
    open_file(page, standalone_replay(service, GAME, "?lang=fr"), tmp_path)
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("button", name="Lecture")).to_be_visible()


def test_the_viewer_has_the_styles_of_the_game_page_except_for_acting():
    styles = json.loads((STATIC / "entries.json").read_text("utf-8"))["styles"]
    assert set(styles["game"]) - set(styles["viewer"]) == {
        "css/play.css",
        "css/branches.css",
        "css/commentary.css",  # commentary needs the stream of the service
    }


@pytest.mark.long
def test_names_with_markup_are_escaped_in_a_standalone_replay(
    page: Page, service: Service, hostile_game: dict[str, Any], tmp_path: Path
):
    file = standalone_replay(service, hostile_game["game"], token=hostile_game["tokens"][0]["token"])
    open_file(page, file, tmp_path)
    for k, name in enumerate(NAMES):
        expect(page.locator(f"[data-seat='{k}'] .name")).to_have_text(name)
    assert len(Scripts(file).found) == len(Scripts(standalone_replay(service, GAME)).found)
    assert not any(ENDS_SCRIPT.search(text) for name, text in Scripts(file).found if name)


def test_control_a_name_that_ends_a_script_is_detected():
    escaped = json.dumps(NAMES[0]).replace("<", "\\u003c")
    assert len(Scripts(f"<script id=data>{escaped}</script>").found) == 1
    assert len(Scripts(f"<script id=data>{json.dumps(NAMES[0])}</script>").found) > 1


@pytest.mark.long
def test_a_standalone_replay_of_a_seat_has_no_other_hand(service: Service):
    mine, whole = (data_of(standalone_replay(service, GAME, f"?as={view}")) for view in ("seat:0", "omniscient"))
    assert mine[""]["may"] == {"views": ["seat:0"], "seat": None}
    assert not cards_of_others(mine)
    assert cards_of_others(whole), "the control: who sees all sees other hands"


def cards_of_others(kept: dict[str, Any]) -> set[str]:
    """Return the known cards in hands of other seats than the first, in the tables and events of a file."""
    hands = [seat["hand"] for film in kept["/tables"]["tables"] for seat in film["table"]["seats"][1:]]
    events = [json.loads(line)["event"] for line in kept["/events"].splitlines()]
    hands += [
        event["cards"] for event in events if event["type"].startswith(("cards_dealt", "cards_drawn")) and event["seat"]
    ]
    return {card for hand in hands if isinstance(hand, list) for card in hand} - {"face_down"}


def test_a_standalone_replay_needs_the_rights_of_its_view(service: Service, hostile_game: dict[str, Any]):
    game, token = hostile_game["game"], hostile_game["tokens"][0]["token"]
    assert status_of(service, game) == 404
    assert status_of(service, game, token=token) == 200
    assert status_of(service, game, "?as=omniscient", token) == 403
    assert status_of(service, GAME, "?as=seat:x") == 422
    file = standalone_replay(service, game, token=token)
    assert token not in file
    assert "hrc_" not in json.dumps(data_of(file))


@pytest.mark.long
def test_a_standalone_replay_is_readable_without_scripts(service: Service, new_context: Callable, tmp_path: Path):
    (tmp_path / "game.html").write_text(standalone_replay(service, GAME), encoding="utf-8")
    page = new_context(java_script_enabled=False).new_page()
    page.goto((tmp_path / "game.html").as_uri())
    expect(page.locator("li").first).to_contain_text("A game is created")
