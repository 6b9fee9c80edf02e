"""Branches are listed as a tree, and two games are compared side by side."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.long_tests import mostly_long
from tests.service.command_line import GAME
from tests.service.web.conftest import Service
from tests.service.web.test_axe import Axe, in_both_themes
from tests.service.web.test_branches import open_game
from tests.waiting import happens_within

SIZES = ((1440, 900), (1024, 768), (390, 844))


@pytest.fixture(scope="session")  # once for each service: a module may be split between two workers
def branches(service: Service) -> tuple[str, str, int]:
    """Return a finished fork of the game of four, a fork of that fork, and the event at which the first one leaves."""
    at, bots = 300, [{"kind": "bot", "bot": "greedy"}] * 4
    fork = service.request(f"/v1/games/{GAME}/forks", {"at": at, "seats": bots})["game"]
    assert happens_within(60, lambda: service.request(f"/v1/games/{fork}")["status"] == "finished")
    deeper = service.request(f"/v1/games/{fork}/forks", {"at": at + 40, "seats": bots})["game"]
    return fork, deeper, int(service.request(f"/v1/games/{fork}")["forked_from"]["at"])


def differing_seats(first: Any, second: Any) -> set[str]:
    """Return the numbers of the seats at which two tables differ."""
    pairs = enumerate(zip(first["seats"], second["seats"], strict=True))
    return {str(k) for k, (a, b) in pairs if any(a[zone] != b[zone] for zone in ("hand", "fields", "set_aside"))}


@pytest.mark.long
def test_a_link_compares_two_games(page: Page, service: Service, branches: tuple[str, str, int]) -> None:
    fork, _, at = branches
    n = at + 60
    open_game(page, GAME, f"?n={n}&compare={fork}")
    other = page.locator("[data-compared]")
    expect(other).to_have_count(1)
    expect(page.locator("[data-table]")).to_have_count(1)
    expect(page.locator("[data-table] [data-seat]")).to_have_count(4)
    expect(page.locator(".title-there")).to_contain_text(str(n + 1))
    expect(page.locator(".one.here .differs").first).to_be_visible()
    tables = [service.request(f"/v1/games/{game}/table?at={m}&as=omniscient") for game, m in ((GAME, n), (fork, n + 1))]
    apart = differing_seats(*tables)
    assert apart
    for side in (".one.here", ".one.there"):
        seats = page.locator(f"{side} .seats > .seat")
        marked = {str(k) for k in range(4) if seats.nth(k).locator(".fan-zone.differs, .plot.differs").count()}
        assert marked == apart
    expect(page.locator(".gains .visually-hidden")).to_contain_text(f"Seat {int(min(apart)) + 1} ")
    coins = [[len(seat["coins"]) for seat in table["seats"]] for table in tables]
    for k, (mine, theirs) in enumerate(zip(*coins, strict=True)):
        if mine != theirs:
            expect(page.locator(".gains")).to_contain_text(f"Seat {k + 1} {mine} → {theirs}")
    page.reload()
    expect(other.locator(".seat")).to_have_count(4)
    expect(page).to_have_url(re.compile(f"compare={fork}"))
    graphs = page.locator(".bands .band")
    expect(graphs).to_have_count(2)
    sliders = [graphs.nth(k).get_by_role("slider") for k in range(2)]
    expect(sliders[1]).to_have_value(str(n + 1))
    sliders[1].fill(str(n - 9))  # the second graph moves both games
    expect(sliders[0]).to_have_value(str(n - 10))
    expect(page.locator(".title-there")).to_contain_text(str(n - 9))


@pytest.mark.long
def test_games_are_equal_before_the_fork(page: Page, branches: tuple[str, str, int]) -> None:
    fork, _, at = branches
    open_game(page, GAME, f"?n={at - 20}&compare={fork}")
    expect(page.locator(".gains")).to_have_text("no difference")
    expect(page.locator(".differs")).to_have_count(0)
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".title-there")).to_contain_text(str(at - 19))


@pytest.mark.long
def test_the_event_list_has_a_column_for_each_game(page: Page, branches: tuple[str, str, int]) -> None:
    fork, _, at = branches
    open_game(page, GAME, f"?n={at + 4}&compare={fork}")
    lines = page.locator(".event-pairs .event-list")
    expect(lines.locator("li.current, li.apart").first).to_be_visible()
    expect(lines.locator("li.apart").first).to_contain_text("branches off")
    lines.locator("li.apart > button:last-child", has=page.locator(f".n:text-is('{at + 3}')")).click()
    expect(page.locator(".title-there")).to_contain_text(str(at + 3))
    expect(page.locator("[data-table]")).to_have_attribute("data-n", str(at + 2))
    page.locator(".step select").select_option("turn")
    expect(lines.locator(".turn-row").first).to_be_visible()


@pytest.mark.long
def test_sibling_and_nested_forks_are_compared(page: Page, branches: tuple[str, str, int]) -> None:
    fork, deeper, at = branches
    open_game(page, deeper, f"?n={at + 10}&compare={GAME}")
    expect(page.locator("[data-compared] .seat")).to_have_count(4)
    expect(page.locator(".title-there")).to_contain_text(str(at + 9))
    expect(page.locator(".event-pairs li.apart").first).to_contain_text("branches off")
    open_game(page, fork, f"?n={at + 10}&compare={deeper}")
    expect(page.locator(".gains")).to_have_text("no difference")


@pytest.mark.long
def test_the_tree_of_branches_hides_results_until_asked(page: Page, branches: tuple[str, str, int]) -> None:
    fork, _, at = branches
    open_game(page, fork, f"?n={at}")
    page.keyboard.press("x")
    tree = page.locator("dialog .branches")
    expect(tree.locator(".branch.here")).to_contain_text(f"What if from event {at}")
    expect(tree.locator(".deep-2")).to_have_count(1)
    assert "won by" not in tree.inner_text()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Show result").click()
    page.keyboard.press("x")
    expect(tree.locator(".deep-0")).to_contain_text("won by")
    tree.locator(".deep-0").get_by_role("button", name="Compare").click()
    expect(page.locator("[data-compared] .seat")).to_have_count(4)
    page.go_back()
    expect(page.locator("[data-compared]")).to_have_count(0)


@pytest.mark.long
def test_comparing_with_a_private_or_unknown_game_is_explained(page: Page, service: Service) -> None:
    private = service.new_game(*[{"kind": "human"}] * 3, private=True)["game"]
    for game in (private, "no-such-game"):
        open_game(page, GAME, f"?n=40&compare={game}")
        expect(page.locator(".one.there")).to_contain_text("There is no such game here, or it is private")
        page.get_by_role("button", name="Stop comparing").click()
        expect(page.locator(".compared")).to_have_count(0)
        expect(page).not_to_have_url(re.compile("compare"))


def own_violations(found: list[str]) -> list[str]:
    """Return the violations in the parts for comparison; the rest of the page has its own test."""
    return [one for one in found if re.search(r"compared-|whatif|event-pairs|what-if|branch|dialog", one)]


@pytest.mark.long
@pytest.mark.parametrize("size", mostly_long((size,) for size in SIZES), ids=str)
def test_a_comparison_fits_its_window_and_passes_axe(
    page: Page, axe: Axe, branches: tuple[str, str, int], size: tuple[int, int]
) -> None:
    fork, _, at = branches
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_game(page, fork, f"?n={at + 30}&compare={GAME}")
    expect(page.locator(".gains")).not_to_be_empty()
    over = "e => [e.scrollWidth - innerWidth, e.scrollHeight - innerHeight]"
    assert page.locator("html").evaluate(over) == [0, 0]
    for hook in ("[data-table]", ".bar", ".whatif-banner"):
        box = page.locator(hook).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size[1]

    def usable() -> None:
        assert own_violations(in_both_themes(page, axe)) == []

    usable()
    if size[0] < 1200:
        page.get_by_role("button", name="Events of both").click()
    expect(page.locator(".event-pairs li").first).to_be_visible()
    page.keyboard.press("x")
    expect(page.locator("dialog .branches")).to_be_visible()
    usable()
