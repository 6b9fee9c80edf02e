"""Links to seats, comments, refusals and forks, told and made as people expect."""

import re

from playwright.sync_api import Page, expect

from tests.service.web.conftest import Service
from tests.service.web.test_replay_page import look

HTTP = re.compile(r"Authorization|Bearer|hrc_|header|HTTP|If-Match")


def seated(service: Service, **asked: object) -> dict:
    """A game for three persons."""
    names = ("Ada", "Bo", "Cy")
    return service.new_game(*[{"kind": "human", "name": name} for name in names], **asked)


def test_a_link_with_a_wrong_token_is_refused_in_words_for_people(page: Page, service: Service):
    made = seated(service)
    page.goto(f"/join/{made['game']}#token=hrc_seat_wrong")
    say = page.locator("#say.error")
    expect(say).to_contain_text("not valid")
    expect(say).not_to_have_text(HTTP)
    assert "hrc_" not in page.url


def test_a_link_that_is_pasted_over_the_open_page_is_followed(page: Page, service: Service):
    made = seated(service)
    page.goto(f"/join/{made['game']}")
    expect(page.locator("#say")).to_contain_text("lacks its end")
    page.evaluate("link => { location.href = link; }", f"/join/{made['game']}#token={made['tokens'][2]['token']}")
    expect(page).to_have_url(re.compile(r"as=seat:2$"))
    expect(page.locator(".seat[data-seat='2'] .tag", has_text="you")).to_be_visible()


def test_a_token_of_another_game_is_not_taken_for_this_one(page: Page, service: Service):
    mine, other = seated(service), seated(service)
    page.goto(f"/join/{mine['game']}#token={other['tokens'][0]['token']}")
    expect(page.locator("#say.error")).to_contain_text("belongs to another game")
    assert page.evaluate("[...Object.keys(sessionStorage), ...Object.keys(localStorage)]") == []
    page.goto(f"/join/{mine['game']}#token={mine['tokens'][0]['token']}")
    expect(page).to_have_url(re.compile(r"as=seat:0$"))


def test_who_only_looks_on_is_told_who_may_comment(page: Page):
    look(page, n=12)
    notes = page.locator(".notes")
    expect(notes).to_contain_text("Whoever belongs to this game may comment")
    expect(notes.locator("form")).to_have_count(0)
    expect(notes).not_to_have_text(HTTP)


def test_a_refusal_is_told_once_with_its_clause(page: Page, service: Service):
    made = seated(service, options={"start_player": "seat_0"})
    address = f"/join/{made['game']}#token={made['tokens'][0]['token']}"
    page.goto(address)
    plant = page.get_by_role("button", name="End Planting")
    expect(page.get_by_role("button", name="Plant the front card in field 0")).to_be_visible()
    # What the page still offers has become unlawful, as it would with a second page at the same seat.
    page.route("**/commands", lambda route: route.continue_(post_data='{"type":"DrawCards","seat":0}'))
    page.get_by_role("button", name="Plant the front card in field 0").click()
    status = page.locator(".orders p.error")
    expect(status).to_contain_text("CL-3.1")
    text = status.inner_text()
    assert text.count("CL-3.1") == 1
    assert text.count("Leaving one out") == 1
    expect(plant).to_have_count(0)


def test_a_fork_keeps_the_names_and_may_seat_bots(page: Page, service: Service):
    names = ("Ana", "Bo", "Cy")
    bots = [{"kind": "bot", "bot": "greedy", "name": name} for name in names]
    game = service.new_game(*bots, pace=0, options={"exhaustions_to_end": 1})["game"]
    look(page, game)
    expect(page.locator(".chip.finished")).to_be_visible(timeout=60_000)
    look(page, game, n=40)
    page.keyboard.press("x")
    dialog = page.get_by_role("dialog", name="Fork")
    for seat, name in enumerate(names):
        expect(dialog.get_by_label(f"Name at seat {seat}")).to_have_value(name)
    kinds = [dialog.get_by_label(f"Who plays seat {seat}") for seat in range(3)]
    assert [kind.input_value() for kind in kinds].count("human") == 1  # somebody wants to play on
    kinds[0].select_option("human")
    kinds[1].select_option("trader")
    kinds[2].select_option("random")
    dialog.get_by_role("button", name="Fork here").click()
    sit = dialog.get_by_role("link", name="Sit down at seat 0")
    expect(sit).to_be_visible()
    expect(dialog.get_by_role("link", name=re.compile("^Sit down"))).to_have_count(1)
    sit.click()
    expect(page.locator(".seat .name")).to_have_text(list(names))
    expect(page.locator(".seat[data-seat='0'] .tag", has_text="you")).to_be_visible()
    head = service.ask(f"/v1/games/{page.url.rpartition('/')[2].partition('?')[0]}")
    assert [seat["kind"] for seat in head["seats"]] == ["human", "bot", "bot"]
