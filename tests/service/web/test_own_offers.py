"""What the page shows a player of their own offers, and the confirmation of an early harvest."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.service.web.conftest import Service
from tests.service.web.simulated_player import take_seat
from tests.service.web.test_playing import game_of_people, hand_of, place, submit

LAST = ("HarvestField", "BuyThirdField", "ProposeTrade", "OfferDonation")
GAMES_MAX = 12
MOVES_MAX = 70


@pytest.mark.long
def test_an_own_offer_shows_pending_and_declined_answers(page: Page, service: Service):
    made = game_of_people(service)
    submit(service, made, 0, type="PlantFromHand", field=0)
    submit(service, made, 0, type="EndPlanting")
    take_seat(page, made)
    because = page.locator(".tray .because")
    expect(because).to_be_empty()
    (slot, bean), *_ = hand_of(service, made, 0)
    wanted = "blue" if bean != "blue" else "red"
    offer = {"type": "ProposeTrade", "give": [{"source": "hand", "slot": slot}], "want": {wanted: 1}}
    offered = [one["event"] for one in submit(service, made, 0, **{"with": 1}, **offer)["events"]]
    expect(because).to_have_text("Your offer waits for Bo.")
    submit(service, made, 0, **{"with": None}, **offer)
    expect(because).to_have_text("Your offers wait for Bo and Cy.")
    submit(service, made, 1, type="DeclineTrade", proposal=offered[0]["proposal"])
    expect(because).to_have_text("Your offer waits for Bo and Cy.")  # the open one remains
    submit(service, made, 0, type="WithdrawTrade", proposal=offered[0]["proposal"] + 1)
    expect(because).to_have_text("Bo has declined.")
    submit(service, made, 0, type="EndTrading")
    expect(because).to_be_empty()


class EarlyField:
    """A game in which a waiting or acting seat has a field that would pay more with one more card."""

    def __init__(self, service: Service, *, acting: bool = False) -> None:
        self.service = service
        self.acting = acting
        self.made, self.seat, self.field, self.coins = next(filter(None, map(self._found, range(GAMES_MAX))))

    def _found(self, _: int) -> tuple[Any, int, int, int] | None:
        made = game_of_people(self.service)
        for _ in self.moves(made):
            for seat, field, pay in self._fields(made):
                after = pay["next"]
                if pay["coins"] and after and after["cards"] - pay["cards"] == 1 and pay["harvestable"]:
                    return made, seat, field, after["coins"]
        return None

    def _fields(self, made: Any) -> Iterator[tuple[int, int, Any]]:
        head = self.service.request(f"/v1/games/{made['game']}")
        path = f"/v1/games/{made['game']}/tables?after={head['version'] - 1}&limit=1&with=pays"
        for seat, fields in enumerate(self.service.request(path)["tables"][0]["pays"]):
            if (seat in head["to_act"]) == self.acting:
                yield from ((seat, field, pay) for field, pay in enumerate(fields) if pay)

    def moves(self, made: Any) -> Iterator[int]:
        """Play moves and yield the seat that is to act then; plant on beans of the same variety if possible."""
        place = f"/v1/games/{made['game']}"
        for _ in range(MOVES_MAX):
            seat = self.service.request(place)["to_act"][0]
            token = made["tokens"][seat]["token"]
            legal = self.service.request(f"{place}/legal-commands?seat={seat}", token=token)["legal"]
            fields = self.service.request(f"{place}/table")["seats"][seat]["fields"]
            order = min(legal, key=lambda one: _rank(one, fields))
            self.service.request(f"{place}/commands", order, token)
            yield self.service.request(place)["to_act"][0]


def _rank(order: dict[str, Any], fields: list[list[str]]) -> tuple[int, int]:
    """Return a sort key: the command to prefer has the smallest."""
    kind = order["type"]
    late = LAST.index(kind) + 1 if kind in LAST else 0
    return late, 0 if kind.startswith("Plant") and fields[order["field"]] else 1


def harvest_button(page: Page, early: EarlyField) -> Locator:
    """Take the seat and press the field; return the button that harvests it."""
    take_seat(page, early.made, early.seat)
    place(page, f"/seats/{early.seat}/fields/{early.field}").click()
    return page.locator(".play-menu button.gold")


@pytest.mark.long
def test_an_early_harvest_out_of_turn_is_confirmed(page: Page, service: Service):
    early = EarlyField(service)
    path = f"/v1/games/{early.made['game']}"
    before = service.request(path)["version"]
    harvest = harvest_button(page, early)
    harvest.click()
    expect(harvest).to_contain_text(f"One card more pays {early.coins}")
    assert service.request(path)["version"] == before, "nothing is harvested before the second press"
    harvest.click()
    expect(page.locator("[data-sentence]")).to_contain_text("harvest")
    assert service.request(path)["version"] > before


@pytest.mark.long
def test_control_a_harvest_in_turn_needs_one_press(page: Page, service: Service):
    early = EarlyField(service, acting=True)
    path = f"/v1/games/{early.made['game']}"
    before = service.request(path)["version"]
    harvest_button(page, early).click()
    expect(page.locator("[data-sentence]")).to_contain_text("harvest")
    assert service.request(path)["version"] > before
