"""A page that meets a rate limit shows the seconds left and then resumes; no command is lost or repeated."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.service.served.conftest import Server
from tests.service.web.changed_scripts import change_scripts
from tests.service.web.conftest import Service
from tests.service.web.simulated_player import take_seat

RATE = 60
PER = 12
"""A limit of RATE requests in PER seconds, which a page can exhaust and which is soon over."""
NOTICE = ".limit"


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Start a service with that limit."""
    folder = tmp_path_factory.mktemp("tight")
    rate = f"{RATE} per {PER} seconds"
    server = Server(folder / "data", folder / "log", HARICOT_RATE=rate, HARICOT_ADDRESS_RATE="", HARICOT_COSTS="")
    try:
        server.start()
        yield Service(f"http://127.0.0.1:{server.port}", "", 0, 0)
    finally:
        server.end()


@pytest.fixture
def open_page(browser: Browser, limited: Service) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a page in a new context."""
    contexts = []

    def opened(**options: Any) -> Page:
        contexts.append(browser.new_context(base_url=limited.address, **options))
        return contexts[-1].new_page()

    yield opened
    for context in contexts:
        context.close()


def exhaust_limit(page: Page, token: str | None = None) -> None:
    """Send small requests until the limit of this browser, or of a token, is met."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    asking = """async ([most, headers]) => {
      for (let i = 0; i < most; i += 1) {
        const answer = await fetch("/v1/rulesets/duel", { headers, cache: "no-store" });
        if (answer.status === 429) return true;
      }
      return false;
    }"""
    assert page.evaluate(asking, [2 * RATE, headers]), "the limit was not met"


def new_game(service: Service) -> Any:
    """Create a game of three people in which seat 0 begins."""
    human = {"kind": "human", "name": "Ute"}
    return service.new_game(human, human, human, options={"start_player": "seat_0"})


def sent_commands(page: Page) -> list[Request]:
    """Return a list that gets the commands that a page sends from now on."""
    sent: list[Request] = []
    page.on(
        "request", lambda request: sent.append(request) if request.url.partition("?")[0].endswith("/commands") else None
    )
    return sent


@pytest.mark.long
def test_a_rate_limited_move_is_sent_once_after_the_wait(open_page: Callable[..., Page], limited: Service) -> None:
    made, page = new_game(limited), open_page(viewport={"width": 390, "height": 844}, locale="de")
    at = f"/v1/games/{made['game']}"
    take_seat(page, made)
    token = next(one["token"] for one in made["tokens"] if one["seat"] == 0)
    before = limited.request(at)["version"]
    sent = sent_commands(page)
    exhaust_limit(page, token)
    page.locator("[data-place='/seats/0/hand/0']").click()
    page.locator("[data-place='/seats/0/fields/0']").click()
    notice = page.locator(NOTICE)
    expect(notice).to_contain_text("Zu viele Anfragen")
    expect(notice).to_contain_text("wird dann gesendet")
    expect(notice).to_contain_text(re.compile(r"\d+"))
    expect(notice).to_have_count(0, timeout=2000 * PER)
    expect(page.locator(f"[data-table][data-n='{before + 1}']")).to_be_attached()
    events = limited.request(f"{at}/events?after={before}")["events"]
    assert [one["event"]["type"] for one in events] == ["bean_planted.1"]
    assert len(sent) >= 2, "it was refused, and sent again"
    assert len({request.headers["idempotency-key"] for request in sent}) == 1
    assert len({request.post_data for request in sent}) == 1


@pytest.mark.long
def test_a_rate_limited_page_and_stream_resume(open_page: Callable[..., Page], limited: Service) -> None:
    made, page = new_game(limited), open_page()
    page.goto("/rules")
    exhaust_limit(page)
    page.goto(f"/games/{made['game']}")
    expect(page.locator("h1")).to_have_text("One bean at a time")
    expect(page.locator("[data-seconds]")).to_have_text(re.compile(r"^\d+$"))
    expect(page.locator(".felt .seat").first).to_be_visible(timeout=2000 * PER)
    exhaust_limit(page)
    page.goto("/rules", wait_until="commit")  # it shows the same notice
    expect(page.locator("[data-seconds]")).to_have_count(0, timeout=2000 * PER)

    fresh = open_page()

    def slowly(route: Route) -> None:
        exhaust_limit_while_loading(fresh, limited)
        route.continue_()

    fresh.route("**/page-chunk-*.js", slowly)
    fresh.goto(f"/games/{made['game']}")
    expect(fresh.locator(NOTICE)).to_contain_text("Too many requests")
    expect(fresh.locator(NOTICE)).not_to_contain_text("is kept")
    expect(fresh.locator(".chip.live")).to_have_text("LIVE", timeout=2000 * PER)
    expect(fresh.locator(NOTICE)).to_have_count(0)


def exhaust_limit_while_loading(page: Page, service: Service) -> None:
    """Exhaust the limit of a browser while its page is loading."""
    for _ in range(2 * RATE):
        if page.context.request.get(f"{service.address}/v1/rulesets/duel").status == 429:
            return
    pytest.fail("the limit was not met")


@pytest.mark.long
def test_control_a_page_that_does_not_retry_is_detected(
    open_page: Callable[..., Page], limited: Service, tmp_path: Path
) -> None:
    made, page = new_game(limited), open_page()
    change_scripts(page, tmp_path, ("api.js", "answer.status !== 429", "true"))
    take_seat(page, made)
    token = next(one["token"] for one in made["tokens"] if one["seat"] == 0)
    sent = sent_commands(page)
    exhaust_limit(page, token)
    page.locator("[data-place='/seats/0/hand/0']").click()
    page.locator("[data-place='/seats/0/fields/0']").click()
    expect(page.locator(".because.refusal")).to_be_visible()
    assert len(sent) == 1
    expect(page.locator(NOTICE)).to_have_count(0)
