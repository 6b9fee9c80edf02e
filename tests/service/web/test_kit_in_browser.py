"""The client kit in a browser, on another origin: it follows a game with a token over a broken connection."""

import random
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from haricot_client import Haricot
from tests.node.client_kit import KIT, transpile_kit
from tests.servers.proxy import Proxy, proxy_to
from tests.service.web.conftest import Service, free_port
from tests.service.web.sites import site_of
from tests.waiting import wait_until

(BLOCK,) = re.findall(r"```html\n(.*?)```", (KIT / "README.md").read_text("utf-8"), re.DOTALL)
GAME_SECONDS = 120
FOLLOW = """async (link) => {
  const { Haricot } = await import("./haricot-client/index.js");
  const [seat, game] = Haricot.join(link);
  window.seen = [];
  const follow = async () => {
    for await (const message of seat.follow(game, { after: 0, view: "seat:0", state: ["table"] })) {
      if ("event" in message) window.seen.push([message.n, message.table.seats[0].hand.includes("face_down")]);
    }
    return window.seen;
  };
  window.over = follow();
}"""
ASK = """async ([address, game, token]) => {
  const { Haricot } = await import("./haricot-client/index.js");
  return new Haricot(address, token, { attempts: 1 }).head(game).then(({ game }) => game, ({ name }) => name);
}"""


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the kit, built."""
    return transpile_kit(tmp_path_factory.mktemp("kit"))


@pytest.fixture
def proxy(service: Service) -> Iterator[Proxy]:
    """Start a proxy to the service that can cut connections."""
    with proxy_to(int(service.address.rpartition(":")[2])) as proxy:
        yield proxy


@pytest.fixture
def made(service: Service) -> Any:
    """Create a game of a human and two bots."""
    bot = {"kind": "bot", "bot": "greedy"}
    return service.new_game({"name": "Ana"}, bot, bot, pace=0)


def play(link: str) -> None:
    """Play a seat to its end."""
    seat, game = Haricot.join(link)
    with seat:
        seat.play(game, lambda choice: random.choice(choice["legal"]))


@pytest.mark.long
def test_the_client_kit_follows_a_game_over_a_broken_connection(
    page: Page, service: Service, proxy: Proxy, made: Any, kit: Path, tmp_path: Path
) -> None:
    (tmp_path / "haricot-client").symlink_to(kit / "dist")
    token = made["tokens"][0]["token"]
    text = BLOCK.replace(":8000", f":{proxy.port}").replace("GAME", made["game"]).replace("hrc_seat_TOKEN", token)
    (tmp_path / "page.html").write_text(text, "utf-8")
    with site_of(tmp_path, service.embedding_port) as origin, ThreadPoolExecutor(1) as threads:
        page.goto(f"{origin}/page.html")
        page.evaluate(FOLLOW, f"http://127.0.0.1:{proxy.port}/join/{made['game']}#token={token}")
        playing = threads.submit(play, f"{service.address}/join/{made['game']}#token={token}")
        for n in (30, 60):
            wait_until(lambda n=n: int(page.locator("#n").inner_text()) > n)
            proxy.hang_up()
        playing.result(GAME_SECONDS)
        expect(page).to_have_title("Over")
        seen = page.evaluate("window.over")
        last = service.request(f"/v1/games/{made['game']}")["version"]
        assert seen == [[n, False] for n in range(1, last + 1)], "every event once, one's own hand open"
        expect(page.locator("#n")).to_have_text(str(last))
        page.goto("about:blank")


def test_control_an_unlisted_origin_gets_no_answer_with_a_token(
    context: BrowserContext, service: Service, made: Any, kit: Path, tmp_path: Path
) -> None:
    (tmp_path / "haricot-client").symlink_to(kit / "dist")
    (tmp_path / "page.html").write_text("<!doctype html>", "utf-8")
    page, token = context.new_page(), made["tokens"][0]["token"]
    for port, answer in ((service.embedding_port, made["game"]), (free_port(), "NoAnswer")):
        with site_of(tmp_path, port) as origin:
            page.goto(f"{origin}/page.html")
            assert page.evaluate(ASK, [service.address, made["game"], token]) == answer
