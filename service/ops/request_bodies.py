"""Receives the bodies of requests, with limits on time, on the bytes of each, and on the bytes of all together.

No thread waits for a client that sends its body slowly or only in part, and the received bytes are counted.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Final

from service.ops.rsgi import RsgiProtocol, RsgiScope
from service.problems import Problem

BODY_SECONDS: Final = 10.0
"""How long a body may take to arrive, beside the time that its size allows."""
BYTES_PER_SECOND: Final = 256 * 1024
"""For each of these many bytes that were received, a body may take one second more."""
CHECK_SECONDS: Final = 0.25
"""How often the limits are checked. Nearly every body arrives sooner than a timer of its own would be set."""
BYTES_MAX: Final = 96 * 2**20
"""How many bytes of bodies may be held at once. Beyond it, the origin with the most loses its oldest unfinished one."""


class RequestBody:
    """The body of a request from this origin, with `size` bytes received.

    Its `timeout` ends it if it is incomplete at `due_at`, by the clock of the loop.
    """

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.timeout = asyncio.Timeout(None)
        self.due_at = 0.0
        self.size = 0


class RequestBodies:
    """All bodies that one process receives. `bytes_max` returns how long a body may be at a path.

    `bytes` counts those received from each origin. `unfinished` are the incomplete bodies, the oldest first.
    """

    def __init__(self, bytes_max: Callable[[str], int]) -> None:
        self._bytes_max = bytes_max
        self.unfinished: dict[RequestBody, None] = {}
        self.bytes: Counter[str] = Counter()
        self._is_checking = False

    async def receive(self, body: RequestBody, scope: RsgiScope, protocol: RsgiProtocol) -> bytes:
        """Return the whole body, or a part that shows that it is too long. Raises Problem if it stays incomplete.

        Granian yields an empty part at the end of a body, and one more in place of what could not be read.
        """
        bytes_max, parts, empty = self._bytes_max(scope.path), [], 0
        length = int(scope.headers.get("content-length") or 0)
        if length > bytes_max:
            return b""
        begun = asyncio.get_running_loop().time()
        body.due_at = begun + BODY_SECONDS
        try:
            async with body.timeout:
                self.unfinished[body] = None
                if not self._is_checking:
                    self._check_later()
                async for part in protocol:
                    parts.append(part)
                    empty += not part
                    body.size += len(part)
                    self.bytes[body.origin] += len(part)
                    if body.size > bytes_max or body.size == length:
                        break
                    body.due_at = begun + BODY_SECONDS + body.size / BYTES_PER_SECOND
                    self._make_room()
        except TimeoutError:
            says = f"the body did not come whole within {BODY_SECONDS:.0f} s: send it at once"
            raise Problem("request.malformed", says) from None
        finally:
            del self.unfinished[body]
        if empty > 1:
            says = f"the body broke off after {body.size} bytes: send it whole, and nothing after it"
            raise Problem("request.malformed", says)
        return b"".join(parts)

    def _check_later(self) -> None:
        self._is_checking = True
        asyncio.get_running_loop().call_later(CHECK_SECONDS, self._check)

    def _check(self) -> None:
        """End bodies that are due, and check again while any body is unfinished."""
        now = asyncio.get_running_loop().time()
        for body in self.unfinished:
            if body.due_at <= now and not body.timeout.expired():
                body.timeout.reschedule(0)
        self._is_checking = False
        if self.unfinished:
            self._check_later()

    def release(self, body: RequestBody) -> None:
        """Stop counting the bytes of this body, at the end of its request."""
        self.bytes[body.origin] -= body.size
        if not self.bytes[body.origin]:
            del self.bytes[body.origin]  # or every address that ever called would be kept

    def _make_room(self) -> None:
        if self.bytes.total() > BYTES_MAX and not any(body.timeout.expired() for body in self.unfinished):
            greediest = max(self.unfinished, key=lambda body: self.bytes[body.origin]).origin
            oldest = next(body for body in self.unfinished if body.origin == greediest)
            oldest.timeout.reschedule(0)
