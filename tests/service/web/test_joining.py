"""Join links and comments: seats, names, and refusals in plain words."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from replay.proofs.shuffle import contribution_of_text, share_commitment
from tests.service.web.conftest import Service
from tests.service.web.simulated_player import join_by_link
from tests.service.web.test_replay_page import open_replay
from tests.waiting import happens_within

HTTP = re.compile(r"Authorization|Bearer|hrc_|header|HTTP|If-Match")


def new_game(service: Service, **asked: object) -> dict:
    """Create a game for three people."""
    names = ("Ada", "Bo", "Cy")
    return service.new_game(*[{"kind": "human", "name": name} for name in names], **asked)


def test_an_invalid_join_link_is_explained_in_plain_words(page: Page, service: Service):
    made = new_game(service)
    page.goto(f"/join/{made['game']}#token=hrc_seat_wrong")
    say = page.locator("#say.error")
    expect(say).to_contain_text("not valid")
    expect(say).not_to_have_text(HTTP)
    assert "hrc_" not in page.url


@pytest.mark.long
def test_a_link_pasted_into_an_open_page_is_followed(page: Page, service: Service):
    made = new_game(service, level="tournament")
    page.goto(f"/join/{made['game']}")
    expect(page.locator("#say")).to_contain_text("lacks its end")
    page.evaluate("link => { location.href = link; }", f"/join/{made['game']}#token={made['tokens'][2]['token']}")
    page.get_by_role("button", name="Sit down").click()
    expect(page).to_have_url(re.compile(r"as=seat:2$"))
    expect(page.locator(".seat[data-seat='2'] .tag", has_text="you")).to_be_visible()
    check_share_commitment(page, service, made)


def check_share_commitment(page: Page, service: Service, made: dict[str, Any]) -> None:
    """Check that the page draws a share of the deal, shows its commitment, and reveals it once all have committed."""
    here = f"/v1/games/{made['game']}"
    because = page.locator(".tray .because")
    expect(because).to_contain_text("Your browser has drawn its own share of the deal")
    commitment = service.request(f"{here}/table")["turn"]["commitments"][2]
    expect(because.locator("code")).to_have_text(commitment)
    check_phone_layout(page)
    kept = f"haricot:share:{made['game']}:2"
    share = page.evaluate("key => JSON.parse(localStorage.getItem(key))", kept)[commitment]
    assert commitment == share_commitment(made["game"], 2, share)
    for seat in range(2):
        bound = share_commitment(made["game"], seat, contribution_of_text(f"{seat}"))
        sits = {"type": "TakeSeat", "seat": seat, "kind": "human", "pseudonym": f"seat-{seat}", "commitment": bound}
        service.request(f"{here}/commands", sits, made["tokens"][seat]["token"])
    expect(page.locator(".tray .task")).to_have_text("Waiting for Ada and Bo to reveal a share of the deal.")
    for seat in range(2):
        shown = {"type": "RevealShare", "seat": seat, "contribution": contribution_of_text(f"{seat}")}
        service.request(f"{here}/commands", shown, made["tokens"][seat]["token"])
    expect(because.locator("code")).to_have_count(0)
    revealed = [one["event"] for one in service.request(f"{here}/events")["events"]]
    assert {"type": "share_revealed.1", "seat": 2, "contribution": share} in revealed
    assert happens_within(5, lambda: page.evaluate("key => localStorage.getItem(key)", kept) is None)


def check_phone_layout(page: Page) -> None:
    """Check that the commitment is shown whole, and that the longest sentence covers no pile."""
    context = page.viewport_size
    assert context is not None
    page.set_viewport_size({"width": 390, "height": 844})
    shown = "code => code.getBoundingClientRect().bottom <= code.closest('.tray').getBoundingClientRect().bottom"
    assert page.locator(".tray .because code").evaluate(shown)
    for _ in range(3):
        page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("[data-sentence]")).to_have_attribute("data-n", "1")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("[data-sentence]")).to_contain_text("level tournament")
    edges = "['.strip', '.felt'].map(one => document.querySelector(one).getBoundingClientRect())"
    assert page.evaluate(f"(() => {{ const [strip, felt] = {edges}; return strip.bottom <= felt.top; }})()")
    page.keyboard.press("End")
    page.set_viewport_size(context)


def test_a_seat_name_is_asked_for_and_updates_other_pages(
    page: Page, service: Service, new_context: Callable[..., BrowserContext]
):
    made = new_game(service)
    link = f"/join/{made['game']}?lang=en#token={made['tokens'][0]['token']}"
    page.goto(f"/games/{made['game']}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada, Bo and Cy")
    phone = new_context(viewport={"width": 390, "height": 844}).new_page()
    phone.goto(link)
    name = phone.get_by_label("Your name")
    expect(name).to_have_value("Ada")
    name.fill("  cy ")
    expect(phone.locator("#alike")).to_have_text("Somebody here has this name. You will be called cy (Seat 1).")
    name.press("Enter")
    expect(phone).to_have_url(re.compile(r"\?(as=seat:0&lang=en|lang=en&as=seat:0)$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("cy (Seat 1), Bo and Cy (Seat 3)")
    service.request(f"/v1/games/{made['game']}/void", {"reason": "Rain."}, made["organiser_token"])
    phone.goto(f"/join/{made['game']}")
    expect(phone).to_have_url(re.compile(r"as=seat:0"))  # a voided game asks for no name


@pytest.mark.long
def test_a_seated_player_is_not_asked_again_and_can_change_the_name(
    page: Page, service: Service, new_context: Callable[..., BrowserContext]
):
    made = new_game(service)
    link = f"/join/{made['game']}?lang=en#token={made['tokens'][0]['token']}"
    page.goto(f"/games/{made['game']}")
    phone = new_context(viewport={"width": 390, "height": 844}).new_page()
    join_by_link(phone, link)
    phone.goto(link)
    expect(phone).to_have_url(re.compile(r"as=seat:0"))  # the name is asked for once
    phone.get_by_role("button", name="More").click()
    phone.get_by_role("link", name="Change my name").click()
    name = phone.get_by_label("Your name")
    expect(name).to_have_value("Ada")
    name.fill("Anna")
    phone.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna, Bo and Cy")
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("[data-sentence]")).to_contain_text("Anna joins the table")
    expect(page.locator(".tabs .badge")).to_have_count(0)  # there are no comments


@pytest.mark.long
def test_a_token_of_another_game_is_refused(page: Page, service: Service):
    mine, other = new_game(service), new_game(service)
    page.goto(f"/join/{mine['game']}#token={other['tokens'][0]['token']}")
    expect(page.locator("#say.error")).to_contain_text("belongs to another game")
    assert page.evaluate("[...Object.keys(sessionStorage), ...Object.keys(localStorage)]") == []
    join_by_link(page, f"/join/{mine['game']}#token={mine['tokens'][0]['token']}")
    expect(page).to_have_url(re.compile(r"as=seat:0$"))


@pytest.mark.long
def test_a_spectator_learns_who_may_comment_where_comments_are_closed(page: Page, service: Service):
    made = new_game(service)
    organiser = {"Authorization": f"Bearer {made['organiser_token']}"}
    closed = page.request.put(f"/v1/games/{made['game']}/comments", data={"open": False}, headers=organiser)
    assert closed.ok
    open_replay(page, made["game"])
    page.keyboard.press("c")
    notes = page.locator("div.comments")
    expect(notes).to_contain_text("Whoever belongs to this game may comment")
    expect(notes.locator("form")).to_have_count(0)
    expect(notes).not_to_have_text(HTTP)
