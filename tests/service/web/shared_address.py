"""Many clients behind one IP address: they repeat requests that were recorded from a browser in the same run."""

import http.client
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from statistics import median
from threading import Event, Lock
from typing import Any, NamedTuple, Self

from playwright.sync_api import Browser, Page, Request

from tests.service.served.conftest import Client, Played
from tests.service.web.conftest import Service

GAME = "{game}"
"""The placeholder for the game in a recorded path."""
SENT = ("accept", "content-type", "if-none-match")
"""Headers that are repeated; cookies and tokens are each client's own."""
STREAM = "/stream?"
SETTLED_MS = 500


class RecordedRequest(NamedTuple):
    """A request of a browser; `at` is in seconds after it opened the page."""

    at: float
    method: str
    path: str
    headers: dict[str, str]

    @property
    def is_asset(self) -> bool:
        """Whether this is a script, a style or a drawing."""
        return self.path.startswith("/assets/")

    @property
    def is_stream(self) -> bool:
        """Whether this is a stream that stays open."""
        return STREAM in self.path and "follow=false" not in self.path


def record_requests(
    browser: Browser, service: Service, game: str, seconds: float, act: Callable[[Page], None] = lambda _: None
) -> list[RecordedRequest]:
    """Record the requests of a new context that opens a game, acts there, and stays for this many seconds."""
    context = browser.new_context(base_url=service.address)
    page, found = context.new_page(), list[RecordedRequest]()
    begun = time.monotonic()

    def note(request: Request) -> None:
        path = request.url.removeprefix(service.address).replace(game, GAME)
        headers = {name: text for name, text in request.headers.items() if name in SENT}
        found.append(RecordedRequest(time.monotonic() - begun, request.method, path, headers))

    page.on("request", note)
    page.goto(f"/games/{game}")
    page.locator(".felt .seat").first.wait_for(timeout=60_000)
    page.wait_for_load_state("load")
    act(page)
    page.wait_for_timeout(max(SETTLED_MS, 1000 * (begun + seconds - time.monotonic())))
    context.close()
    assert any(GAME in one.path and "/v1/" in one.path for one in found)
    return found


class HallAnswers:
    """The answers to all clients of a hall: how many of each status, and how long each took in seconds."""

    def __init__(self) -> None:
        self.statuses: Counter[int] = Counter()
        self.refused: Counter[str] = Counter()
        self.took: list[float] = []
        self.whole = 0
        """How many clients had no request refused."""
        self.events: list[int] = []
        """The last event that each follower received."""
        self._guard = Lock()

    def note(self, request: RecordedRequest, status: int, took: float) -> None:
        """Record an answer."""
        with self._guard:
            self.statuses[status] += 1
            self.took.append(took)
            if status >= 400:
                self.refused[f"{status} {request.method} {request.path.partition('?')[0]}"] += 1

    def __str__(self) -> str:
        slow = sorted(self.took)[-max(1, len(self.took) // 20)] if self.took else 0
        middle = median(self.took) if self.took else 0
        return (
            f"{dict(self.statuses)}, half within {middle:.2f} s, 95 of 100 within {slow:.2f} s, refused: {self.refused}"
        )


class AddressClient:
    """A client with a connection, a cookie, and possibly a token."""

    def __init__(self, service: Service, seen: HallAnswers, token: str | None = None) -> None:
        self._port = int(service.address.rpartition(":")[2])
        self._line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        self._seen = seen
        self._headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self.last = 0

    def repeat(self, requests: Iterable[RecordedRequest], game: str, *, paced: bool = False) -> None:
        """Repeat requests for this game; at their recorded times if paced."""
        begun, refused = time.monotonic(), False
        for request in requests:
            if request.is_stream:
                continue
            if paced:
                time.sleep(max(0.0, begun + request.at - time.monotonic()))
            refused |= self.request(request, game) >= 400
        self._seen.whole += not refused

    def request(self, request: RecordedRequest, game: str, body: bytes | None = None) -> int:
        """Send a request and return the status of its answer."""
        begun = time.monotonic()
        self._line.request(request.method, request.path.replace(GAME, game), body, {**request.headers, **self._headers})
        answer = self._line.getresponse()
        answer.read()
        for cookie in answer.headers.get_all("Set-Cookie", ()):
            self._headers["Cookie"] = cookie.partition(";")[0]
        self._seen.note(request, answer.status, time.monotonic() - begun)
        return answer.status

    def follow(self, requests: Iterable[RecordedRequest], game: str, enough: Event, settle: float = 5.0) -> None:
        """Open the recorded stream and read it until the event `enough` is set, and `settle` seconds longer."""
        stream = next(one for one in requests if one.is_stream)
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=settle)
        line.request("GET", stream.path.replace(GAME, game), headers={**stream.headers, **self._headers})
        answer = line.getresponse()
        self._seen.note(stream, answer.status, 0.0)
        until = None
        with suppress(OSError):
            while answer.status == 200 and (until is None or time.monotonic() < until):
                heard = answer.readline()
                if not heard or heard.startswith(b"event: end"):
                    break
                if heard.startswith(b"id: "):
                    self.last = int(heard[4:])
                if enough.is_set() and until is None:
                    until = time.monotonic() + settle
        line.close()
        self._seen.events.append(self.last)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()


class Hall:
    """All clients of one address."""

    def __init__(self, service: Service, people: int, *, luck: int = 26) -> None:
        self.service, self.people, self.seen = service, people, HallAnswers()
        self._luck = Random(luck)
        self.port = int(service.address.rpartition(":")[2])

    def open_replay(self, requests: list[RecordedRequest], game: str, within: float) -> None:
        """Let all clients open one game, one after the other within this many seconds; wait until all have it."""

        def come(number: int) -> None:
            time.sleep(within * number / self.people)
            with AddressClient(self.service, self.seen) as person:
                person.repeat(requests, game)

        self._together(self.people, come)

    def follow(self, requests: list[RecordedRequest], game: str, enough: Event) -> None:
        """Let half of the clients follow a live game and repeat the recorded requests meanwhile."""

        def come(number: int) -> None:
            with AddressClient(self.service, self.seen) as person, ThreadPoolExecutor(1) as other:
                time.sleep(0.02 * number)
                person.request(requests[0], game)
                following = other.submit(person.follow, requests, game, enough)
                person.repeat(requests[1:], game, paced=True)
                following.result()

        self._together(max(1, self.people // 2), come)

    def play(self, requests: list[RecordedRequest], table: Played, moves: int, pause: float) -> None:
        """Let the players of a table move, while a client of each repeats the recorded requests."""

        def sit(seat: int) -> None:
            with AddressClient(self.service, self.seen, table.tokens[seat]) as person:
                person.repeat([one for one in requests if one.method == "GET"], table.game, paced=True)

        with ThreadPoolExecutor(len(table.tokens)) as seats:
            sitting = [seats.submit(sit, seat) for seat in table.tokens]
            for _ in range(moves):
                command = table.choice(self._luck, onward=True)
                assert command is not None
                method, path, body, token = table.order(command)
                begun = time.monotonic()
                reply = table.client.request(method, path, body, token=token)
                self.seen.note(RecordedRequest(0, method, path, {}), reply.status, time.monotonic() - begun)
                time.sleep(pause)
            for one in sitting:
                one.result()
        table.client.close()

    def tables(self, seats: int = 4) -> list[Played]:
        """Create tables for a fifth of the clients, each with its own client."""
        humans = [{"kind": "human"}] * seats
        return [Client(self.port).new_game(seats=humans) for _ in range(max(1, self.people // 5 // seats))]

    def _together(self, count: int, come: Callable[[int], Any]) -> None:
        with ThreadPoolExecutor(count) as threads:
            for one in [threads.submit(come, number) for number in range(count)]:
                one.result()
