"""The clock above the table: all browsers show the same time, seats pass, the organiser stops and extends it."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.service.web.conftest import Service
from tests.service.web.simulated_player import take_seat
from tests.waiting import happens_within

CLOCK = {"turn": 120, "trading": 90, "game": 600}
PEOPLE = [{"kind": "human", "name": name} for name in ("Ada", "Bo", "Cy")]
SHIFT_MS = 7_000
DRIFT_MS = 100
SHIFTED = f"{{ const now = Date.now; Date.now = () => now() - {SHIFT_MS}; }}"


def game_with_clock(service: Service) -> Any:
    """Create a game with a clock that runs since Ada's first planting."""
    made = service.new_game(*PEOPLE, options={"start_player": "seat_0"}, clock=CLOCK)
    submit(service, made, {"type": "PlantFromHand", "seat": 0, "field": 0})
    assert happens_within(10, lambda: service.request(f"/v1/games/{made['game']}/clock")["clock"]["running"])
    return made


def submit(service: Service, made: Any, command: dict[str, Any]) -> None:
    """Submit a command for a seat."""
    service.request(f"/v1/games/{made['game']}/commands", command, made["tokens"][command["seat"]]["token"])


def clock_shown(page: Page) -> tuple[int, int]:
    """Return the offset of the server's clock in ms, and when the time of the running seat ends."""
    clocks = page.get_by_role("group", name="Clock")
    expect(clocks).to_have_attribute("data-zero", re.compile(r"\d+"))
    return int(clocks.get_attribute("data-ahead") or ""), int(clocks.get_attribute("data-zero") or "")


@pytest.mark.long  # tests/web/game_clock.test.js has the rule
def test_browsers_with_different_clocks_show_the_same_time(
    new_context: Callable[..., BrowserContext], service: Service
) -> None:
    made, right, wrong = game_with_clock(service), new_context(), new_context()
    wrong.add_init_script(SHIFTED)
    pages = [context.new_page() for context in (right, wrong)]
    for page in pages:
        page.goto(f"{service.address}/games/{made['game']}")
    (ahead, zero), (shifted, other) = map(clock_shown, pages)
    assert abs(ahead) <= DRIFT_MS  # the server runs on this machine
    assert abs(shifted - ahead - SHIFT_MS) <= DRIFT_MS
    assert abs(zero - other) <= DRIFT_MS
    answer = service.request(f"/v1/games/{made['game']}/clock")["clock"]
    assert abs(zero - answer["since"] - answer["seats"][0]["turn_ms"] - answer["seats"][0]["game_ms"]) <= DRIFT_MS


@pytest.mark.long
def test_no_time_is_counted_down_for_spectators_who_are_late_by_events(page: Page, service: Service) -> None:
    delay = {"events": 1}
    made = service.new_game(*PEOPLE, options={"start_player": "seat_0"}, clock=CLOCK, spectator_delay=delay)
    submit(service, made, {"type": "PlantFromHand", "seat": 0, "field": 0})
    seat = made["tokens"][0]["token"]
    assert happens_within(
        10, lambda: service.request(f"/v1/games/{made['game']}/clock", token=seat)["clock"]["running"]
    )
    submit(service, made, {"type": "EndPlanting", "seat": 0})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.install()
    page.goto(f"{service.address}/games/{made['game']}")
    left = page.get_by_role("group", name="Clock").locator(".clock-chip.runs b")
    expect(left).to_have_text(re.compile(r"^\d+:\d\d$"))
    said = left.inner_text()
    page.clock.run_for(5_000)
    expect(left).to_have_text(said)
    assert not any(url.endswith("/clock") for url in asked), "the time of the server is not asked for"


def test_a_seat_passes_and_the_organiser_stops_and_extends_the_clock(
    page: Page, service: Service, axe: Callable[..., list[str]]
) -> None:
    made = game_with_clock(service)
    submit(service, made, {"type": "EndPlanting", "seat": 0})
    take_seat(page, made)
    clocks = page.get_by_role("group", name="Clock")
    expect(clocks).to_contain_text(re.compile(r"Trading\s*1:"))
    clocks.get_by_role("button", name="Pass", exact=True).click()
    expect(clocks).to_contain_text("passed")
    expect(clocks.get_by_role("button", name="Pass", exact=True)).to_have_count(0)
    kept = {"seats": {"0": made["tokens"][0]["token"]}, "organiser": made["organiser_token"]}
    page.evaluate("kept => localStorage.setItem(...kept)", [f"haricot:tokens:{made['game']}", json.dumps(kept)])
    page.reload()
    expect(clocks.get_by_role("button", name="Stop the clock")).to_be_visible()
    assert axe(page, within=".clocks") == []
    clocks.get_by_role("button", name="Stop the clock").click()
    expect(clocks).to_contain_text("The clock stands still.")
    clocks.get_by_title("One more minute of trading").click()
    expect(clocks).to_contain_text(re.compile(r"Trading\s*2:"))
    clocks.get_by_role("button", name="Start the clock").click()
    expect(clocks).not_to_contain_text("The clock stands still.")
    page.keyboard.press("Home")
    expect(clocks).to_have_count(0)  # the clock is set after the first event


@pytest.mark.long
def test_the_new_game_form_sets_the_clock(page: Page, service: Service) -> None:
    page.goto(f"{service.address}/new")
    page.get_by_text("Clock", exact=True).click()
    page.get_by_label("Minutes for a seat, in each turn").fill("1.5")
    page.get_by_label("When time is up").select_option("bot")
    with page.expect_response(lambda answer: answer.url.endswith("/v1/games?lang=en")) as made:
        page.get_by_role("button", name="Create the game").click()
    clock = service.request(f"/v1/games/{made.value.json()['game']}/clock")["clock"]
    assert clock["terms"] == {"turn": 90, "trading": None, "game": None, "grace": None, "at_zero": "bot"}


@pytest.mark.long
def test_the_desk_links_to_a_game_whose_time_is_up(page: Page, service: Service) -> None:
    clock = {"turn": 1, "at_zero": "arbiter"}
    made = service.request(
        "/v1/tournaments", {"title": "Blitz", "edition": "duel", "rounds": 1, "preferred": 2, "clock": clock}
    )
    at, token = f"/v1/tournaments/{made['tournament']}", made["tokens"][0]["token"]
    service.request(f"{at}/players", {"check_in": True, "players": [{"name": "Ana"}, {"name": "Bo"}]}, token)
    commands = [{"type": "DrawRound", "round": 1}, {"type": "ReleaseRound", "round": 1}]
    service.request(f"{at}/commands", {"commands": commands}, token)
    (game,) = service.request(f"{at}/rounds/1/games", {}, token)["games"]
    service.request(f"/v1/games/{game['game']}/clock", {"act": "start"}, game["organiser_token"])
    awaits = {"awaits": "time_up", "counts": False, "game": game["game"], "round": 1, "table": 1}
    assert happens_within(20, lambda: awaits in service.request(f"{at}/awaited", token=token)["tables"])
    page.goto(f"/tournaments/{made['tournament']}#token={token}")
    awaited = page.locator(".awaited", has_text="Time is up, and an arbiter is called: table 1")
    expect(awaited.get_by_role("link", name="The game")).to_have_attribute("href", f"/games/{game['game']}")
    awaited.get_by_role("button", name="Judge here").click()
    clocks = page.get_by_role("group", name="Clock")
    expect(clocks).to_contain_text("Time is up: an arbiter is called.")
    clocks.get_by_role("button", name="1 minute for all").click()
    clocks.get_by_role("button", name="Start the clock").click()
    expect(clocks).not_to_contain_text("Time is up")


@pytest.mark.long
def test_a_voided_game_shows_no_pending_clock(page: Page, service: Service) -> None:
    made = service.new_game(*PEOPLE, options={"start_player": "seat_0"}, clock=CLOCK)
    page.goto(f"/games/{made['game']}")
    clocks, waits = page.get_by_role("group", name="Clock"), "The clock starts with the first move."
    expect(clocks).to_contain_text(waits)
    service.request(f"/v1/games/{made['game']}/void", {"reason": "enough"}, made["organiser_token"])
    expect(clocks).not_to_contain_text(waits)
