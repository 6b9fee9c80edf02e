"""The pictures of docs/gallery.md, taken in a browser from a service of our own: `make gallery`."""

import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tests.service.command_line import PROGRAM
from tests.service.web.conftest import ARGUMENTS, chromium, free_port
from tests.waiting import happens_within

GALLERY: Final = Path(__file__).parents[3] / "docs" / "gallery"
START_SECONDS: Final = 120.0
DESK, NOTEBOOK, PHONE = (1440, 900), (1024, 768), (390, 844)
QUALITY: Final = 80


class Picture(NamedTuple):
    """One picture: its file, what is asked for, how large, in which colours, and what a person then does."""

    name: str
    address: str
    size: tuple[int, int] = DESK
    dark: bool = False
    does: Callable[[Page], Any] = lambda page: page.wait_for_timeout(1500)


def takes_a_seat(page: Page) -> None:
    """Sits down against bots, waits for the first turn, and picks the front card up."""
    page.get_by_role("button", name="Play against bots").click()
    page.locator(".seat.you.active").wait_for(timeout=60_000)
    page.wait_for_timeout(1500)
    page.locator(".seat.you .card.front").click()
    page.wait_for_timeout(1200)


PEOPLE: Final = (
    "Ana Lindqvist (Bean Club)\nBo Marchetti (Bean Club)\nCem Aydin\nDana Wolff\nElio Fontaine\nFreya Holm\nGita Rao"
)


def registers_people(page: Page) -> None:
    """Makes a tournament and registers a pasted list of people, who are there."""
    page.get_by_label("What it is called").fill("Spring cup")
    page.get_by_label("How rounds are drawn").select_option("swiss")
    page.get_by_role("button", name="Create the tournament").click()
    page.get_by_role("tab", name="Players").click()
    page.get_by_label("Names, in any list").fill(PEOPLE)
    page.wait_for_timeout(500)


def draws_a_round(page: Page) -> None:
    """Registers people, draws the first round and picks a player to swap."""
    registers_people(page)
    page.get_by_role("button", name="Register").click()
    page.locator(".player").nth(6).wait_for()
    page.get_by_role("tab", name="Tables").click()
    page.get_by_role("button", name="Draw round 1").click()
    page.locator(".swap").nth(2).click()
    page.wait_for_timeout(500)


def enters_a_result(page: Page) -> None:
    """Releases the round and types the result of a table."""
    draws_a_round(page)
    page.get_by_role("button", name="Release round 1").click()
    table = page.locator(".round-table").first
    table.get_by_role("button", name="Enter the result").click()
    for field, score in zip(table.get_by_role("spinbutton").all(), (14, 11, 11, 8), strict=False):
        field.fill(str(score))
    page.wait_for_timeout(500)


def opens_the_first_line(page: Page) -> None:
    """Opens where the points of the winner come from."""
    page.locator(".standing-line").first.click()
    page.wait_for_timeout(500)


PICTURES: Final = (
    Picture("replay", "/games/classic-3-demo-0005?n=297"),
    Picture("playing", "/", does=takes_a_seat),
    Picture("seven-seats", "/games/modern-7-demo-0001?n=330&result=shown"),
    Picture("war", "/games/bohnaparte-6-demo-0001?n=500"),
    Picture("sissi", "/games/sissi-3-demo-0001?n=500", NOTEBOOK, dark=True),
    Picture("phone", "/games/classic-4-demo-0001?n=284", PHONE),
    Picture("what-if", "/games/classic-4-demo-0001?n=320&compare=classic-4-demo-0001.f302"),
    Picture("broadcast", "/games/duel-2-demo-0001?n=200&layout=broadcast"),
    Picture("lobby", "/"),
    Picture("rulebook", "/rules/sissi?lang=fr"),
    Picture("tournament-names", "/tournaments", PHONE, does=registers_people),
    Picture("tournament-draw", "/tournaments", PHONE, does=draws_a_round),
    Picture("tournament-result", "/tournaments", PHONE, does=enters_a_result),
    Picture("tournament-standings", "/tournaments/classic-t7-demo-0001#standings", NOTEBOOK, does=opens_the_first_line),
    Picture("tournament-wall", "/tournaments/classic-demo-evening/wall"),
    Picture("arbiter", "/adjudicate?game=classic-3-demo-0005&n=297"),
)


def take(browser: Browser, address: str, picture: Picture) -> None:
    """Opens the page as somebody new would, does what is to be done, and keeps what is to be seen."""
    width, height = picture.size
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        color_scheme="dark" if picture.dark else "light",
        locale="en-GB",
    )
    page = context.new_page()
    page.goto(picture.address)
    page.wait_for_timeout(
        2000
    ) if "live" in picture.address or "tournaments" in picture.address else page.wait_for_load_state("networkidle")
    picture.does(page)
    page.screenshot(path=GALLERY / f"{picture.name}.jpg", type="jpeg", quality=QUALITY)
    context.close()


def answers(address: str) -> bool:
    """Whether the service is there, its games too."""
    try:
        with urllib.request.urlopen(f"{address}/v1/games/bohnaparte-6-demo-0001", timeout=5):
            return True
    except (urllib.error.URLError, OSError):
        return False


def main() -> None:
    """Serves the demo games from a folder that goes afterwards, and takes every picture, or those that are named."""
    wanted = [one for one in PICTURES if not sys.argv[1:] or one.name.startswith(tuple(sys.argv[1:]))]
    found = chromium()
    if found is None:
        sys.exit("The pictures need Chromium: `make browser` finds or installs it.")
    GALLERY.mkdir(exist_ok=True)
    address = f"http://127.0.0.1:{(port := free_port())}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", PROGRAM, "serve", "--port", str(port), "--data", folder]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            if not happens_within(START_SECONDS, lambda: process.poll() is not None or answers(address)):
                sys.exit("haricot serve did not answer.")
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
                for i, picture in enumerate(wanted, 1):
                    print(f"{i}/{len(wanted)} {picture.name}", flush=True)  # noqa: T201  # the work takes half a minute
                    take(browser, address, picture)
        finally:
            process.terminate()
            process.wait(15)


if __name__ == "__main__":
    main()
