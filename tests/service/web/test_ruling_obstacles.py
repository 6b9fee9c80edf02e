"""Games created on a page can be ruled on; the page of disputes shows what prevents a ruling."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.edition_data.family import LANGUAGES
from tests.service.web.conftest import Service
from tests.service.web.simulated_player import join_by_link
from tests.service.web.test_disputes_page import open_disputes

RULING = {
    "type": "RuleDispute",
    "dispute": 1,
    "outcome": "dismissed",
    "clause": "CL-4.4",
    "article": "TR-1",
    "remedy": "stands",
    "text": "It was the front card.",
}


@pytest.mark.long
def test_a_game_made_on_the_page_is_not_ruled_on_by_its_players(page: Page, service: Service):
    page.goto("/new")
    for k in range(1, 4):
        page.locator(f"[name=who-{k}]").select_option("human")
    page.get_by_text("Spectators, pace, practice").click()
    page.locator("[name=start]").select_option("now")
    page.get_by_role("button", name="Create the game").click()
    link = page.get_by_role("link", name="Sit down at seat 1").get_attribute("href") or ""
    ((game, seat),) = re.findall(r"/join/([^#?]+)#token=(.+)", link)
    host = page.evaluate("game => JSON.parse(localStorage.getItem(`haricot:tokens:${game}`)).organiser", game)
    person = page.evaluate("localStorage.getItem('haricot:person')")
    at = f"/v1/games/{game}"
    assert service.request(f"{at}/disputes")["unknown_players"] == []
    claim = {"type": "OpenDispute", "event": service.request(at)["version"], "article": "TR-1", "text": "No."}
    service.request(f"{at}/disputes", claim, seat)

    def called(person: str, by: str) -> str:
        wish = {"game": game, "kind": "arbiter", "reason": "a dispute", "person": person}
        return str(service.request("/v1/tokens", wish, by)["token"])

    judge = called("p-judge", host)
    assert service.request(f"{at}/disputes", token=judge)["hindrance"] is None
    join_by_link(page, link)
    expect(page).to_have_url(re.compile("as=seat:0"))
    for who in (judge, called(person, host)):
        code = service.request(f"{at}/disputes", token=who)["hindrance"]["code"]
        assert code == ("arbiter.own_organiser" if who == judge else "arbiter.own_game")


@pytest.mark.long
def test_an_obstacle_to_a_ruling_is_shown_first_and_removed(page: Page, browser: Browser, service: Service):
    made = service.new_game(*[{"kind": "human", "name": name} for name in ("Ana", "Bo", "Cy")], person="p-host")
    game, at = made["game"], f"/v1/games/{made['game']}"
    claim = {"type": "OpenDispute", "event": made["version"], "article": "TR-1", "text": "No."}
    service.request(f"{at}/disputes", claim, made["tokens"][0]["token"])
    wish = {"game": game, "kind": "arbiter", "reason": "a dispute", "person": "p-judge"}
    judge = service.request("/v1/tokens", wish, made["organiser_token"])["token"]
    page.goto(f"/games/{game}/disputes")
    expect(page.get_by_text("nobody has said who sits at Ana, Bo, Cy")).to_be_visible()
    expect(page.get_by_role("button", name="different people")).to_have_count(0)
    for tongue in LANGUAGES:
        page.goto(f"/join/{game}?lang={tongue}#token={judge}")
        expect(page).to_have_url(re.compile(f"/games/{game}"))
        page.goto(f"/games/{game}/disputes?lang={tongue}")
        hindrance = page.locator("[data-hindrance]")
        expect(hindrance).to_be_visible()
        before = "([a, b]) => Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING)"
        form = page.locator("form[data-act=RuleDispute]").element_handle()
        assert page.evaluate(before, [hindrance.element_handle(), form])
    other = browser.new_context(base_url=service.address)
    try:
        host = other.new_page()
        open_disputes(host, game, made["organiser_token"])
        host.get_by_role("button", name="Yes, these are 3 different people").click()
        expect(host.get_by_role("button", name="different people")).to_have_count(0)
    finally:
        other.close()
    page.goto(f"/games/{game}/disputes")
    expect(page.locator("form[data-act=RuleDispute]")).to_be_visible()
    expect(page.locator("[data-hindrance]")).to_be_hidden()
    assert service.request(f"{at}/disputes", RULING, judge)["disputes"][0]["state"] == "ruled"
