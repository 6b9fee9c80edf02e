"""A simulated player on the page of a game, by mouse, touch or keyboard, who records faults of the page."""

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
"""How many ms a player waits for something to press."""


class Device(NamedTuple):
    """The device of a player: its input and the size of its window."""

    input: str
    width: int
    height: int

    @property
    def options(self) -> dict[str, Any]:
        """Options of Playwright for a context on this device, without animations that cover other cards."""
        is_phone = self.input == "touch"
        size = {"width": self.width, "height": self.height}
        return {"viewport": size, "has_touch": is_phone, "is_mobile": is_phone, "reduced_motion": "reduce"}


LAPTOP, PHONE, KEYBOARD = Device("mouse", 1440, 900), Device("touch", 390, 844), Device("keys", 1024, 768)


class SimulatedPlayer:
    """Play on the page of a seat; `faults` are those of the page, `presses` counts what was pressed by kind."""

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
        """Install the script that chooses what to press, after the page was opened."""
        self.page.evaluate(SCRIPT, {"seed": self._seed, "device": self.device.input})

    def _note_refusal(self, response: Response) -> None:
        if response.request.method == "POST" and response.status >= 400:
            self._refused.append(response)

    def look(self, patience: int = PATIENCE) -> dict[str, Any]:
        """Return what to press next, once there is something; record the faults of the page."""
        return self._note_faults(self.page.evaluate("patience => window.person.next(patience)", patience))

    def find(self, selector: str) -> dict[str, Any]:
        """Return the same for the element of a selector."""
        return self._note_faults(self.page.evaluate("selector => window.person.find(selector)", selector))

    def _note_faults(self, seen: dict[str, Any]) -> dict[str, Any]:
        self.faults += [f"{fault} (event {seen['n']})" for fault in seen.get("faults", ())]
        self._check_refusals(seen)
        return seen

    def _check_refusals(self, seen: dict[str, Any]) -> None:
        """Record refused commands; a conflict is none if the table changed since."""
        for response in self._refused:
            if response.status != 409 or seen.get("n") == self._last.get("n"):
                self.faults.append(f"{response.status} to {self._last} {response.request.post_data}: {response.text()}")
        self._refused.clear()

    def press(self, seen: dict[str, Any]) -> None:
        """Press what `look` or `find` returned, by the input of the device."""
        self._last = seen
        self.presses[seen["kind"]] += 1
        if seen.get("x") is None:
            return  # it is covered, which is recorded
        if self.device.input == "touch":
            self.page.touchscreen.tap(seen["x"], seen["y"])
        elif self.device.input == "mouse":
            self.page.mouse.click(seen["x"], seen["y"])
        elif seen["kind"] == "away":
            self.page.keyboard.press("Escape")
        else:
            self._press_by_keyboard()

    def _press_by_keyboard(self) -> None:
        """Move the focus to the chosen element and press it."""
        for _ in range(3):
            for key in self.page.evaluate("() => window.person.keys()") or ():
                self.page.keyboard.press(key)
            if self.page.evaluate("() => window.person.isHere()"):
                self.page.keyboard.press("Enter")
                return
        if self.look(0).get("n") == self._last["n"]:  # else the table changed, and the element is gone
            self.faults.append(f"no key leads to {self._last}")

    def play(self, most: int) -> bool:
        """Press at most this many times; return whether the game is over."""
        for _ in range(most):
            seen = self.look()
            if seen.get("over") or seen.get("stuck"):
                self.faults += [f"nothing to press: {seen['task']} after {self._last}"] if seen.get("stuck") else []
                return bool(seen.get("over"))
            self.press(seen)
        return False


def against_bots(service: Service, page: Page, edition: str, players: int) -> Any:
    """Create a game of Ada against bots and take Ada's seat on the page."""
    seats = [{"kind": "human", "name": NAMES[0]}, *({**BOT, "name": name} for name in NAMES[1:players])]
    made = service.new_game(*seats, edition=edition, start="when_seated", pace=0)
    take_seat(page, made)
    return made


def take_seat(page: Page, made: Any, seat: int = 0) -> None:
    """Take a seat by its link and wait until the tray is ready."""
    token = next(one["token"] for one in made["tokens"] if one["seat"] == seat)
    join_by_link(page, f"/join/{made['game']}#token={token}")
    expect(page.locator(".tray[aria-busy=false]")).to_be_visible()


def join_by_link(page: Page, link: str) -> None:
    """Open a join link, and confirm the suggested name if the page asks for one."""
    page.goto(link)
    sit_down = page.locator("#sit:not([hidden]) button")
    expect(sit_down.or_(page.locator(".game-top"))).to_be_visible()
    if sit_down.is_visible():
        sit_down.click()
