"""What the page tells of face-down cards, by mouse and by keyboard."""

import pytest
from playwright.sync_api import Page, expect

from tests.service.web.conftest import Service
from tests.service.web.test_playing import game_of_people, hand_of, submit
from tests.service.web.test_replay_page import open_replay


@pytest.mark.long  # tests/web/backs.test.js has the rule
def test_a_card_back_tells_its_position_history_and_deduced_bean(page: Page, service: Service):
    game = game_of_people(service)
    submit(service, game, 0, type="PlantFromHand", field=0)
    submit(service, game, 0, type="EndPlanting")
    hand = hand_of(service, game, 0)
    for offered in (hand, hand[1:]):
        cards = [{"source": "hand", "slot": slot} for slot, _ in offered]
        offer = submit(service, game, 0, type="OfferDonation", to=1, cards=cards, coins=0)
    open_replay(page, game["game"], lang="en")
    life, back = page.locator(".life"), page.locator('[data-place="/seats/0/hand/2"]')

    back.click(position={"x": 4, "y": 12})
    expect(life).to_contain_text("3rd from the front")
    dealt = int(life.locator("b").inner_text())
    expect(life.locator("li")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(life).not_to_be_visible()

    first = page.locator('[data-place="/seats/0/hand/0"]')
    expect(first).to_have_attribute("aria-label", "face down")
    expect(first.locator(".bean")).to_have_count(0)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    submit(service, game, 1, type="AcceptDonation", proposal=offer["events"][0]["event"]["proposal"])
    expect(first.locator(".bean")).to_be_visible()
    assert asked == [], "the stream tells it"
    page.reload()
    expect(first.locator(".bean")).to_be_visible()
    first.focus()
    page.keyboard.press("Enter")
    expect(life.locator("li")).to_have_count(2)
    bean = life.locator("h2").inner_text()
    assert bean.lower().replace("-", "_") == hand[0][1]
    expect(first).to_have_attribute("aria-label", f"face down, known to be {bean}")
    expect(life).to_contain_text("At the front of the hand")
    life.locator("button").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(f'[data-table][data-n="{dealt}"]')).to_be_visible()
    expect(first.locator(".bean")).to_have_count(0)  # it was unknown then
