"""The door of a web process: an event loop that takes in requests, answers what is quick, has threads do the rest.

However many say half of what they want, or say it slowly, no thread waits for any of them, and their bytes are counted.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import msgspec

from service.ops.quota import origin_of
from service.ops.rsgi import Answering, Asked, address_of, environ_of
from service.problems import PROBLEM_JSON, Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

BODY_SECONDS: Final = 10.0
"""So long may a body take to come, and a second more for each of these:"""
BYTES_A_SECOND: Final = 256 * 1024
LOOK_SECONDS: Final = 0.25
"""How often that is looked at: nearly every body is here sooner than a timer of its own is set."""
BYTES_MAX: Final = 96 * 2**20
"""How many bytes of bodies may be here at once: then the oldest unfinished one goes, of whoever has sent the most."""
PULSE: Final = "/healthz"
"""Asks whether the process is alive: that is answered before all who wait."""


FOLLOW: Final = "haricot.follow"
"""Where the environment has a list: a body that is put there is sent from the loop, once the answer has begun."""


class Streaming(Protocol):
    """The body of an answer, for as long as somebody is there."""

    def leave(self) -> None:
        """Nobody wants it."""


class QuickAnswer(NamedTuple):
    """What is answered, as it goes out."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes | Streaming


Quick = Callable[["Asked", bytes], Awaitable["QuickAnswer | dict[str, Any] | None"]]
"""Answers a request on the loop; or gives what a thread has to know that answers it instead; None for not its own."""
Follow = Callable[[Any, Any, str], None]
"""Sends a body on a way, from the loop: granian's transport, which ends the answer when it is let go.

The last argument names the other end of the connection.
"""


class _Coming:
    """The body of a request, `size` bytes of which are here; its `limit` ends what is not whole when it is `due`."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.limit = asyncio.Timeout(None)
        self.due = 0.0
        self.size = 0


class Door:
    """A WSGI application as one of RSGI: it works in so many threads. `begin` is called when the server begins;
    it gives what sends streams.

    `body_bytes_max` says how long a body may be at a path; of a longer one no more is handed on than shows that it is.
    `quick` is asked first, on the loop.
    """

    def __init__(
        self,
        application: "WSGIApplication",
        threads: int,
        body_bytes_max: Callable[[str], int],
        begin: Callable[[asyncio.AbstractEventLoop], Follow | None] = lambda _: None,
        quick: Quick | None = None,
    ) -> None:
        self._application = application
        self._threads = ThreadPoolExecutor(threads, "request")
        self._pulse = ThreadPoolExecutor(1, "pulse")
        self._body_bytes_max = body_bytes_max
        self._begin = begin
        self._quick = quick
        self._follow: Follow | None = None
        self._coming: dict[_Coming, None] = {}
        self._looking = False
        self._bytes: Counter[str] = Counter()

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._follow = self._begin(loop)

    async def __rsgi__(self, asked: Asked, answering: Answering) -> None:
        coming, body = _Coming(origin_of(address_of(asked.client))), b""
        try:
            if "content-length" in asked.headers or "transfer-encoding" in asked.headers:
                try:
                    body = await self._body(asked, answering, coming)
                except Problem as problem:
                    _refuse(problem, asked, answering)
                    return
            along = None if self._quick is None else await self._quick(asked, body)
            if isinstance(along, QuickAnswer):
                self._give(along, asked, answering)
                return
            threads, loop = self._pulse if asked.path == PULSE else self._threads, asyncio.get_running_loop()
            following = await loop.run_in_executor(threads, self._answer, asked, answering, body, along or {})
            if following is not None and self._follow is not None:
                self._follow(*following, asked.client)
        finally:
            self._let_go(coming)

    def _give(self, made: QuickAnswer, asked: Asked, answering: Answering) -> None:
        if isinstance(made.body, bytes):
            answering.response_bytes(made.status, made.headers, made.body)
        elif self._follow is not None:
            try:
                way = answering.response_stream(made.status, made.headers)
            except BaseException:  # whoever asked has gone, and takes up no place
                made.body.leave()
                raise
            self._follow(made.body, way, asked.client)

    async def _body(self, asked: Asked, answering: Answering, coming: _Coming) -> bytes:
        """The whole body, or of one that is too long a part that shows it; Problem when it does not come whole.

        Granian gives an empty part at the end of a body, and one more in place of what could not be read of it.
        """
        most, parts, empty = self._body_bytes_max(asked.path), [], 0
        length = int(asked.headers.get("content-length") or 0)
        if length > most:
            return b""
        begun = asyncio.get_running_loop().time()
        coming.due = begun + BODY_SECONDS
        try:
            async with coming.limit:
                self._coming[coming] = None
                if not self._looking:
                    self._look_later()
                async for part in answering:
                    parts.append(part)
                    empty += not part
                    coming.size += len(part)
                    self._bytes[coming.origin] += len(part)
                    if coming.size > most or coming.size == length:
                        break
                    coming.due = begun + BODY_SECONDS + coming.size / BYTES_A_SECOND
                    self._make_room()
        except TimeoutError:
            says = f"the body did not come whole within {BODY_SECONDS:.0f} s: send it at once"
            raise Problem("request.malformed", says) from None
        finally:
            del self._coming[coming]
        if empty > 1:
            says = f"the body broke off after {coming.size} bytes: send it whole, and nothing after it"
            raise Problem("request.malformed", says)
        return b"".join(parts)

    def _look_later(self) -> None:
        self._looking = True
        asyncio.get_running_loop().call_later(LOOK_SECONDS, self._look)

    def _look(self) -> None:
        """Ends what is not here in time; looks again for as long as anything is coming."""
        now = asyncio.get_running_loop().time()
        for coming in self._coming:
            if coming.due <= now and not coming.limit.expired():
                coming.limit.reschedule(0)
        self._looking = False
        if self._coming:
            self._look_later()

    def _let_go(self, coming: _Coming) -> None:
        """Its bytes are here no more, whatever has become of the request."""
        self._bytes[coming.origin] -= coming.size
        if not self._bytes[coming.origin]:
            del self._bytes[coming.origin]  # or every address that ever called would be kept

    def _make_room(self) -> None:
        if self._bytes.total() > BYTES_MAX and not any(coming.limit.expired() for coming in self._coming):
            greediest = max(self._coming, key=lambda coming: self._bytes[coming.origin]).origin
            oldest = next(coming for coming in self._coming if coming.origin == greediest)
            oldest.limit.reschedule(0)

    def _answer(
        self, asked: Asked, answering: Answering, body: bytes, along: dict[str, Any]
    ) -> tuple[Streaming, Any] | None:
        """Answers in a thread; gives what follows the head of the answer, and the way for it."""
        heads: list[tuple[int, list[tuple[str, str]]]] = []
        follow: list[Streaming] = []

        def start(status: str, headers: list[tuple[str, str]], _: object = None) -> Callable[[bytes], object]:
            heads.append((int(status[:3]), headers))
            return lambda _: None

        environ = {**environ_of(asked, body), **along, FOLLOW: None if self._follow is None else follow}
        parts: Iterable[bytes] = ()
        try:
            parts = self._application(environ, start)
            status, headers = heads[-1]
            if follow:
                headers = [(name, value) for name, value in headers if name.lower() != "content-length"]
                if asked.method != "HEAD" and status == HTTPStatus.OK:
                    way = answering.response_stream(status, headers)
                    return follow.pop(), way
            if any(name.lower() == "content-length" for name, _ in headers):
                answering.response_bytes(status, headers, b"".join(parts))
            else:
                _stream(parts, answering.response_stream(status, headers))
        finally:
            for body_of_nobody in follow:
                body_of_nobody.leave()
            if hasattr(parts, "close"):
                parts.close()
        return None


def _stream(parts: Iterable[bytes], way: Any) -> None:
    """Sends part after part, as long as somebody is there."""
    for part in parts:
        if part and not sent(way, part):
            return


def sent(way: Any, part: bytes) -> bool:
    """Whether that went out on a way: it is known at once, there is nothing to wait for."""
    try:
        next(way.send_bytes(part).__await__())
    except StopIteration:
        return True
    except Exception:  # noqa: BLE001  # whoever asked has gone; the library has an error of its own for it
        return False
    return True


def _refuse(problem: Problem, asked: Asked, answering: Answering) -> None:
    headers = [
        ("content-type", PROBLEM_JSON),
        ("connection", "close"),
        ("cache-control", "no-store"),
        ("x-content-type-options", "nosniff"),
    ]
    answering.response_bytes(problem.status, headers, msgspec.json.encode(problem.body(asked.path)))
