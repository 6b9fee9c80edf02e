"""A whole classic game against bots by clicks alone, from the front page to the scores, with trades of both sides."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.service.web.conftest import Service
from tests.service.web.page_errors import console_errors_of

CLICKS_MAX = 3_000
ANSWER_MS = 20_000
"""How long a click may take to have an effect."""
TRIES_A_TURN = 3
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
STATE = """async () => {
    const game = location.pathname.split("/")[2];
    const kept = JSON.parse(localStorage.getItem(`haricot:tokens:${game}`));
    const headers = { Authorization: `Bearer ${kept.seats["0"]}` };
    const ask = async (rest) => (await fetch(`/v1/games/${game}${rest}`, { headers })).json();
    const [head, table, may] = await Promise.all([ask(""), ask("/table?as=seat:0"), ask("/legal-commands?seat=0")]);
    return { head, table, may };
}"""
"""The knowledge of the player, as data."""
SHOWN = "() => Number(document.querySelector('[data-table]').dataset.n)"


class Guest:
    """A player by clicks, who raises if a click has no effect."""

    def __init__(self, page: Page, pictures: Path) -> None:
        self.page, self.pictures = page, pictures
        self.did: Counter[str] = Counter()
        self.taken: set[str] = set()
        self._tries: Counter[int] = Counter()

    def picture(self, name: str) -> None:
        """Take pictures of both sizes, once for each name."""
        if name in self.taken:
            return
        self.taken.add(name)
        for size, label in ((PHONE, "390"), (WIDE, "1440")):
            self.page.set_viewport_size(size)
            self.page.screenshot(path=self.pictures / f"{name}-{label}.png")

    def state(self) -> dict[str, Any]:
        """Return head, table and choices of one version, once the page shows it and is ready."""
        while True:
            found: dict[str, Any] = self.page.evaluate(STATE)
            n = found["table"]["n"]
            if found["head"]["version"] == n == found["may"]["n"]:
                if found["head"]["status"] != "running":
                    return found
                busy = self.page.locator(".tray").get_attribute("aria-busy", timeout=ANSWER_MS)
                if busy == "false" and self.page.evaluate(SHOWN) == n:
                    return found
            self.page.wait_for_timeout(50)

    def play(self) -> None:
        """Play to the end of the game."""
        for _ in range(CLICKS_MAX):
            now = self.state()
            if now["head"]["status"] != "running":
                return
            if not self.move(now):
                self.page.wait_for_timeout(100)
        raise AssertionError("the game does not end")

    def move(self, now: dict[str, Any]) -> bool:
        """Make the next move; return whether there was one."""
        head, table, legal = now["head"], now["table"], now["may"]["legal"]
        answers = [one for one in legal if one["type"].startswith(("Accept", "Decline"))]
        if 0 in head["asked"] and answers:
            if "0" in head.get("asked_until", {}):
                expect(self.page.locator(".until")).to_be_visible()
                self.picture("a-bot-waits")
            accept = any(one["type"].startswith("Accept") for one in answers)
            button = self.page.locator(".asked .to-you .answers button:not([aria-disabled=true])")
            answer = button.first if accept else button.filter(has_text="Decline").first
            answer.click(timeout=ANSWER_MS)
            cards = self.page.locator(".play-menu button").first
            if sum(one["type"].startswith("Accept") for one in answers) > 1 and cards.is_visible():
                cards.click()  # choose one of several cards
            self.came("answer", now)
            return True
        if 0 not in head["to_act"]:
            return False
        if head["turn"]["phase"] == "trade" and head["turn"]["seat"] == 0:
            if any(one["seat"] == 0 for one in (*table["proposals"], *table["donations"])):
                return False  # the bots have yet to answer
            if self.offer(now):
                return True
        self.order(self.best(legal, table), now)
        return True

    def best(self, legal: list[dict[str, Any]], table: dict[str, Any]) -> dict[str, Any]:
        """Choose a command: plant on the same variety, else on an empty field; harvest only to get room."""
        me = table["seats"][0]

        def worth(order: dict[str, Any]) -> float:
            kind = order["type"]
            if kind in ("PlantFromHand", "PlantSetAside"):
                field = me["fields"][order["field"]]
                card = me["hand"][0] if kind == "PlantFromHand" else order["variety"]
                must = kind == "PlantSetAside" or table["turn"]["planted"] == 0
                return (9 if card in field else 8 if not field and must else 2) + len(field) / 100
            if kind == "HarvestField":
                return 1 + len(me["fields"][order["field"]]) / 100
            return 5 if kind.startswith(("End", "Draw")) else 0

        return max(legal, key=worth)

    def order(self, order: dict[str, Any], now: dict[str, Any]) -> None:
        """Give a command by clicks."""
        kind, seat = order["type"], "/seats/0"
        if kind == "PlantFromHand":
            self.pick(f"{seat}/hand/0")
            self.click(self.at(f"{seat}/fields/{order['field']}"), kind, now)
        elif kind == "PlantSetAside":
            place = now["table"]["seats"][0]["set_aside"].index(order["variety"])
            self.pick(f"{seat}/set_aside/{place}")
            self.click(self.at(f"{seat}/fields/{order['field']}"), kind, now)
        elif kind == "HarvestField":
            self.at(f"{seat}/fields/{order['field']}").click()
            self.picture("harvest")
            menu = self.page.locator(".play-menu button").first
            menu.click()
            if menu.is_visible():
                menu.click()  # an early harvest is confirmed
            self.came(kind, now)
        else:
            words = now["may"]["words"]["legal"][now["may"]["legal"].index(order)]
            button = self.page.locator(".orders button", has_text=re.compile(f"^{re.escape(words)}$"))
            self.click(button, kind, now)

    def offer(self, now: dict[str, Any]) -> bool:
        """Offer a bot a bean that it grows; return whether there was one."""
        table = now["table"]
        turn = table["turn"]["number"]
        me, own = table["seats"][0], {card for field in table["seats"][0]["fields"] for card in field}
        if self._tries[turn] >= TRIES_A_TURN:
            return False
        places = [(f"/turned_up/{k}", card) for k, card in enumerate(table["turned_up"])]
        places += [(f"/seats/0/hand/{k}", card) for k, card in enumerate(me["hand"])]
        for seat, other in enumerate(table["seats"][1:], 1):
            grown = {card for field in other["fields"] for card in field}
            gives = [(place, card) for place, card in places if card in grown - own]
            wants = sorted(own - grown) or sorted({"blue", "chili", "stink", "green"} - grown)
            if gives and wants and other["hand"]:
                want = wants[self._tries[turn] % len(wants)]
                self._tries[turn] += 1
                self.compose(gives[0][0], want, seat, now)
                return True
        return False

    def compose(self, give: str, want: str, seat: int, now: dict[str, Any]) -> None:
        """Compose an offer."""
        self.pick(give)
        composer = self.page.locator(".haggle")
        expect(composer).to_be_visible()
        composer.locator(f".wants .mini.v-{want}").click()
        composer.locator(f".whom .who-chip.seat-{seat}").click()
        self.picture("an-offer")
        self.click(composer.locator(".do .main"), "offer", now)

    def at(self, place: str) -> Any:
        """Locate what is drawn at a place of the table."""
        return self.page.locator(f'[data-table] [data-place="{place}"]').first

    def pick(self, place: str) -> None:
        """Click a card at its left edge, which is not covered."""
        self.at(place).click(position={"x": 8, "y": 24}, timeout=ANSWER_MS)

    def click(self, what: Any, kind: str, now: dict[str, Any]) -> None:
        """Click an element that leads to an event."""
        what.click(timeout=ANSWER_MS)
        self.came(kind, now)

    def came(self, kind: str, now: dict[str, Any]) -> None:
        """Raise unless the table has changed since."""
        self.did[kind] += 1
        try:
            shown = self.page.locator("[data-table]")
            expect(shown).not_to_have_attribute("data-n", f"{now['table']['n']}", timeout=ANSWER_MS)
        except AssertionError:
            self.page.screenshot(path=self.pictures / "nothing-happened.png")
            raise AssertionError(f"a click did nothing: {kind} after event {now['table']['n']}") from None


def walk(browser: Browser, service: Service, pictures: Path) -> None:
    """Play from the front page to the scores."""
    context = browser.new_context(base_url=service.address, viewport=WIDE, locale="en")
    page = context.new_page()
    errors, player = console_errors_of(page), Guest(page, pictures)
    page.goto("/")
    player.picture("front-page")
    page.get_by_role("button", name="Play against bots").click()
    page.wait_for_url("**/games/*")
    expect(page.locator(".tray[aria-busy=false]")).to_be_visible()
    player.picture("begun")
    game = page.url.split("/games/")[1].split("?")[0]
    player.play()
    expect(page.locator(".tray .scores li")).to_have_count(4)
    player.picture("scores")
    events = [one["event"] for one in service.request(f"/v1/games/{game}/events?limit=1000")["events"]]
    trades = [one for one in events if one["type"] in ("trade_accepted.1", "beans_donated.1")]
    offers = {one["proposal"]: one for one in events if one["type"] in ("trade_proposed.1", "donation_offered.1")}
    answered = [one for one in trades if one["seat"] == 0 and offers[one["proposal"]]["seat"] != 0]
    offered = [one for one in trades if offers[one["proposal"]]["seat"] == 0]
    print(f"{len(events)} events; clicked {dict(player.did)}")
    print(f"bots offered {len(answered)} of the deals, the person {len(offered)}")
    assert answered, "no trade came of what a bot offered"
    assert offered, "no trade came of what the person offered"
    assert "a-bot-waits" in player.taken
    assert errors == []
    context.close()
