"""Somebody who plays in a browser, with a mouse, a finger or keys alone, noting whatever is amiss with the page."""

from collections import Counter
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Page, Response, expect

from tests.service.web.conftest import Service
from tests.service.web.page_errors import console_errors_of

SCRIPT: Final = Path(__file__).with_name("person.js").read_text("utf-8")
NAMES: Final = ("Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus")
BOT: Final = {"kind": "bot", "bot": "trader"}
PATIENCE: Final = 30_000
"""So many ms a person waits for something to do."""


class Device(NamedTuple):
    """What somebody plays with: the size of its window, and how they press."""

    input: str
    width: int
    height: int

    @property
    def options(self) -> dict[str, Any]:
        """A browser on this device, for Playwright, in which no card flies past above others for a moment."""
        is_phone = self.input == "touch"
        size = {"width": self.width, "height": self.height}
        return {"viewport": size, "has_touch": is_phone, "is_mobile": is_phone, "reduced_motion": "reduce"}


LAPTOP, PHONE, KEYBOARD = Device("mouse", 1440, 900), Device("touch", 390, 844), Device("keys", 1024, 768)


class SimulatedPlayer:
    """Plays on a page that shows the own seat; `amiss` is what was wrong with it, `did` how often what was pressed."""

    def __init__(self, page: Page, device: Device, seed: str) -> None:
        self.page, self.device = page, device
        self.presses: Counter[str] = Counter()
        self.faults = console_errors_of(page)
        self._refused: list[Response] = []
        self._last: dict[str, Any] = {}
        self._seed = seed
        page.on("response", self._note_refusal)
        self.install_script()

    def install_script(self) -> None:
        """Begins to look at the page of a game that has just been opened."""
        self.page.evaluate(SCRIPT, {"seed": self._seed, "device": self.device.input})

    def _note_refusal(self, response: Response) -> None:
        if response.request.method == "POST" and response.status >= 400:
            self._refused.append(response)

    def look(self, patience: int = PATIENCE) -> dict[str, Any]:
        """What this person presses next, once there is something; what is wrong with the page is noted."""
        return self._note_faults(self.page.evaluate("patience => window.person.next(patience)", patience))

    def find(self, selector: str) -> dict[str, Any]:
        """The same of one thing that this person means to press."""
        return self._note_faults(self.page.evaluate("selector => window.person.find(selector)", selector))

    def _note_faults(self, seen: dict[str, Any]) -> dict[str, Any]:
        self.faults += [f"{fault} (event {seen['n']})" for fault in seen.get("faults", ())]
        self._check_refusals(seen)
        return seen

    def _check_refusals(self, seen: dict[str, Any]) -> None:
        """An order is refused only where somebody else was quicker: the table is another than it was."""
        for response in self._refused:
            if response.status != 409 or seen.get("n") == self._last.get("n"):
                self.faults.append(f"{response.status} to {self._last} {response.request.post_data}: {response.text()}")
        self._refused.clear()

    def press(self, seen: dict[str, Any]) -> None:
        """Presses what was looked for, as this device does."""
        self._last = seen
        self.presses[seen["kind"]] += 1
        if seen.get("x") is None:
            return  # something lies above it, which is noted
        if self.device.input == "touch":
            self.page.touchscreen.tap(seen["x"], seen["y"])
        elif self.device.input == "mouse":
            self.page.mouse.click(seen["x"], seen["y"])
        elif seen["kind"] == "away":
            self.page.keyboard.press("Escape")
        else:
            self._press_by_keyboard()

    def _press_by_keyboard(self) -> None:
        """Goes by the keyboard to what is pressed next, and presses it."""
        for _ in range(3):
            for key in self.page.evaluate("() => window.person.keys()") or ():
                self.page.keyboard.press(key)
            if self.page.evaluate("() => window.person.isHere()"):
                self.page.keyboard.press("Enter")
                return
        if self.look(0).get("n") == self._last["n"]:  # else it is gone, as the table is another
            self.faults.append(f"no key leads to {self._last}")

    def play(self, most: int) -> bool:
        """Presses so often at most; whether the game is over then."""
        for _ in range(most):
            seen = self.look()
            if seen.get("over") or seen.get("stuck"):
                self.faults += [f"nothing to press: {seen['task']} after {self._last}"] if seen.get("stuck") else []
                return bool(seen.get("over"))
            self.press(seen)
        return False


def against_bots(service: Service, page: Page, edition: str, players: int) -> Any:
    """A new game in which Ada sits here and bots sit at the other seats."""
    seats = [{"kind": "human", "name": NAMES[0]}, *({**BOT, "name": name} for name in NAMES[1:players])]
    made = service.new_game(*seats, edition=edition, start="when_seated", pace=0)
    take_seat(page, made)
    return made


def take_seat(page: Page, made: Any, seat: int = 0) -> None:
    """Sits down by the link to a seat, and waits until something can be done there."""
    token = next(one["token"] for one in made["tokens"] if one["seat"] == seat)
    join_by_link(page, f"/join/{made['game']}#token={token}")
    expect(page.locator(".tray[aria-busy=false]")).to_be_visible()


def join_by_link(page: Page, link: str) -> None:
    """Opens a link of a game; who is asked for a name there sits down under the one that stands there."""
    page.goto(link)
    sit_down = page.locator("#sit:not([hidden]) button")
    expect(sit_down.or_(page.locator(".game-top"))).to_be_visible()
    if sit_down.is_visible():
        sit_down.click()
