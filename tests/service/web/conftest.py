"""Fixtures for tests of pages: the service as a process, a browser, and a page whose console must stay clean."""

import json
import os
import shutil
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from domain.commands import PlantFromHand
from domain.events import BeanPlanted
from replay.codec import Cause, Envelope
from replay.game import Game
from replay.record import Record, write_file
from replay.rewind import table_at
from service.lifecycle.bots.simulate import simulate
from tests.node.programs import MODULES
from tests.replay.example_games import traders_game
from tests.service.command_line import PROGRAM, run_ok
from tests.service.web.context_pool import BrowserContextPool
from tests.service.web.page_errors import console_errors_of
from tests.waiting import happens_within

CHROMIUMS = (
    os.environ.get("HARICOT_CHROMIUM") or "chromium-headless-shell",
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
)
"""Names of Chromium, the preferred first: the headless shell needs half the processor time."""
DISABLED_FEATURES = (
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
)
"""Chromium reads only the last list: these are those of Playwright, and the pages behind each address bar, which cost
twice as much as the window."""
ARGUMENTS = [
    f"--disable-features={','.join(DISABLED_FEATURES)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP haricot.test 127.0.0.1",
]
expect.set_options(timeout=20_000)  # a busy machine draws late
START_SECONDS = 120.0  # on a busy machine
HOSTILE = "<img src=x onerror=alert(1)>"
Simulated = Callable[[str, int], Game]


class Service(NamedTuple):
    """A running service: its address, a game with an illegal event, and the port of an origin that may call it."""

    address: str
    irregular: str
    fault: int
    embedding_port: int

    def request(self, path: str, body: object = None, token: str | None = None) -> Any:
        """Return the API's answer to a GET request, or to a POST request with this body."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        request = urllib.request.Request(self.address + path, data, headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def new_game(self, *seats: dict[str, Any], **asked: object) -> Any:
        """Create a game through the API, whose bots do not wait for answers."""
        return self.request("/v1/games", {"edition": "classic", "seats": seats, "start": "now", "patience": 0, **asked})


def irregular_record() -> Record:
    """Return a game of bots that ends with an illegal third planting in one turn."""
    record = traders_game()
    n = next(envelope.n for envelope in record.envelopes if table_at(record, envelope.n).turn.planted == 2)
    table = table_at(record, n)
    seat = table.turn.seat
    planted = BeanPlanted(seat=seat, field=0, variety=table.active.hand[0], source="hand")
    cause = Cause(command=PlantFromHand(seat=seat, field=0), by=f"seat:{seat}", key=None)
    wrong = Envelope(game=record.game, n=n + 1, at=0, event=planted, cause=cause)
    return Record(game=record.game, envelopes=(*record.envelopes[:n], wrong))


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def service(store: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Start the service on a copy of the store, with an irregular game imported."""
    folder = tmp_path_factory.mktemp("pages")
    record = irregular_record()
    file = folder / f"{record.game}.haricot.jsonl"
    file.write_bytes(write_file(record))
    data = shutil.copytree(store, folder / "store")
    # A copy has its own key: else the checkpoints of this copy would make the store itself look rolled back.
    key = shutil.copy(os.environ["HARICOT_KEY_FILE"], folder / "signing.key")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HARICOT_KEY_FILE", str(key))
        run_ok("import", file, "--data", data)
    port = free_port()
    command = [sys.executable, "-c", PROGRAM, "serve", "--port", str(port), "--data", str(data), "--no-demo"]
    log, embedding_port = folder / "serve.log", free_port()
    with log.open("wb") as said:
        site = f"http://localhost:{embedding_port}"
        framed = {"HARICOT_EMBED_ORIGINS": site, "HARICOT_CORS": site}
        # All tests share one address; rate limits have their own tests.
        unlimited = {"HARICOT_RATE": "", "HARICOT_COSTS": ""}
        # haricot.test is not localhost, so its pages are no secure context.
        named = {"HARICOT_HOSTS": "127.0.0.1,localhost,haricot.test"}
        environment = {
            **os.environ,
            "HARICOT_KEY_FILE": str(key),
            **framed,
            **unlimited,
            **named,
            "PYTHONPATH": str(Path(__file__).parents[3]),
        }
        process = subprocess.Popen(command, stdout=said, stderr=said, env=environment)
        try:
            answering = Service(f"http://127.0.0.1:{port}", record.game, len(record.envelopes), embedding_port)
            wait_until_served(answering, process, log)
            yield answering
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(5)


@pytest.fixture(scope="session")
def simulated(service: Service) -> Simulated:
    """Return a function that gives a fixed game of bots of an edition and number of players, and imports it once."""

    @cache
    def game(edition: str, players: int) -> Game:
        game, _ = simulate(edition, players, "pages", 1, {}, ["trader", "greedy"])
        headers = {"Content-Type": "application/x-ndjson"}
        request = urllib.request.Request(f"{service.address}/v1/games:import", write_file(game.record()), headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            assert json.load(answer)["game"] == game.game
        return game

    return game


def wait_until_served(service: Service, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until the service answers; fail with its log if it does not."""

    def answers() -> bool:
        try:
            service.request("/v1/rulesets")
        except (urllib.error.URLError, OSError):
            return False
        return True

    if not happens_within(START_SECONDS, lambda: process.poll() is not None or answers()) or process.poll() is not None:
        pytest.fail(f"haricot serve did not answer:\n{log.read_text()}")


def chromium() -> str | None:
    """Return the path of Chromium, or None."""
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Launch Chromium; fail if there is none, since the pages would go untested."""
    found = chromium()
    if found is None:
        pytest.fail("there is no Chromium: the pages cannot be tested without it (`make browser` installs it)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def context_pool(browser: Browser, service: Service) -> BrowserContextPool:
    """Return the pool of contexts that tests share."""
    return BrowserContextPool(browser, service.address)


@pytest.fixture
def new_context(context_pool: BrowserContextPool) -> Iterator[Callable[..., BrowserContext]]:
    """Return a function that gives a context without state, with options of Playwright's `new_context`."""
    yield context_pool.acquire
    context_pool.release_all()


@pytest.fixture
def context(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    """Return a context without state on a desktop."""
    return new_context()


@pytest.fixture
def page(context: BrowserContext, context_pool: BrowserContextPool) -> Iterator[Page]:
    """Return a page; fail afterwards if its console has errors other than answers with an error status."""
    page = context_pool.page(context)
    errors = console_errors_of(page)
    yield page
    assert errors == []


@pytest.fixture(scope="session")
def axe() -> Callable[..., list[str]]:
    """Return a function that runs axe on a page and returns its violations, a line for each element."""
    source = MODULES / "axe-core" / "axe.min.js"
    assert source.exists(), "no axe-core: `make .venv/node.stamp` installs it, and needs npm"
    program = source.read_text("utf-8")

    def violations(page: Page, *rules: str, within: str | None = None) -> list[str]:
        """Run these rules, or all; on the part of the page that a selector names, or on the whole."""
        if not page.evaluate("'axe' in window"):  # a script tag would be refused by the Content-Security-Policy
            page.evaluate(f"() => {{ {program} }}")
        page.evaluate("document.getAnimations().forEach((one) => one instanceof CSSTransition && one.finish())")
        found: list[str] = page.evaluate(
            """async ([within, rules]) => {
              const options = { resultTypes: ["violations"], ...(rules.length && { runOnly: rules }) };
              return (await axe.run(within ?? document, options)).violations.flatMap(({ id, nodes }) =>
                nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`));
            }""",
            [within, rules],
        )
        return found

    return violations
