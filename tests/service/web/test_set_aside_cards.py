"""Hands stay within their seats on the smallest phones, and set-aside cards can be told apart."""

import pytest
from playwright.sync_api import Page, expect

from replay.game import Game
from replay.rewind import table_at
from tests.long_tests import mostly_long
from tests.service.web.conftest import Simulated
from tests.waiting import happens_within

SMALL_PHONE, NOTEBOOK = {"width": 320, "height": 640}, {"width": 1024, "height": 768}
LEAST_SHARE = 0.25
"""How much of a set-aside card must be visible beside the next one, where a seat has two."""
FAULTS = """(least) => [...document.querySelectorAll("[data-seat]")].flatMap((seat) => {
  const edge = seat.getBoundingClientRect().right;
  const cards = (zone) => [...seat.querySelectorAll(`[data-zone=${zone}] .card`)];
  const boxes = (zone) => cards(zone).map((card) => card.getBoundingClientRect());
  const hand = boxes("hand"), [first, second, ...more] = boxes("aside");
  const faults = [];
  if (hand.some(({ right }) => right > edge + 1)) faults.push(`the hand of seat ${seat.dataset.seat} leaves it`);
  if (second && !more.length && second.left - first.left < least * first.width) {
    faults.push(`a set-aside card of seat ${seat.dataset.seat} covers another`);
  }
  return faults;
})"""


def events_with_set_aside_cards(game: Game) -> list[int]:
    """Return an event after which a seat has two set-aside cards, and one after which a seat has the most."""
    most = dict[int, int]()
    for envelope in game.envelopes[20:]:
        most[envelope.n] = max(len(seat.set_aside) for seat in table_at(game.record(), envelope.n).seats)
    return [next(n for n, count in most.items() if count == 2), max(most, key=lambda n: most[n])]


def faults_at(page: Page, game: Game, n: int) -> list[str]:
    """Open an event, and return the faults that remain once the seats know their room."""
    page.goto(f"/games/{game.game}?n={n}&result=shown")
    expect(page.locator(f'[data-table][data-n="{n}"]')).to_be_visible()
    happens_within(5, lambda: page.evaluate(FAULTS, LEAST_SHARE) == [])
    return list(page.evaluate(FAULTS, LEAST_SHARE))


@pytest.mark.parametrize(
    ("edition", "players"), mostly_long([("sissi", 5), ("classic", 5), ("modern", 7), ("sissi", 4)])
)
def test_hands_and_set_aside_cards_have_room(page: Page, simulated: Simulated, edition: str, players: int):
    game = simulated(edition, players)
    events = [*events_with_set_aside_cards(game), len(game.envelopes)]
    for size in (SMALL_PHONE, NOTEBOOK):
        page.set_viewport_size(size)
        for n in events:
            assert faults_at(page, game, n) == [], f"event {n} at {size['width']}"


@pytest.mark.long
def test_control_a_hand_without_room_and_covered_cards_are_detected(page: Page, simulated: Simulated):
    page.set_viewport_size(SMALL_PHONE)
    game = simulated("sissi", 5)
    n = events_with_set_aside_cards(game)[0]
    assert faults_at(page, game, n) == []
    page.evaluate("document.querySelector('.seat.active [data-zone=hand]').style.marginLeft = '280px'")
    assert any("leaves it" in fault for fault in page.evaluate(FAULTS, LEAST_SHARE))
    page.evaluate("document.querySelectorAll('.aside .fan li').forEach((one) => { one.style.width = '0'; })")
    page.evaluate("document.querySelectorAll('.aside .fan li').forEach((one) => { one.style.minWidth = '0'; })")
    assert any("covers another" in fault for fault in page.evaluate(FAULTS, LEAST_SHARE))
