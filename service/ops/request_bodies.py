"""Receives the bodies of requests, with limits on time, on the bytes of each, and on the bytes of all together.

No thread waits for a client that sends slowly or only half of a body, and its bytes are counted.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Final

from service.ops.rsgi import Answering, Asked
from service.problems import Problem

BODY_SECONDS: Final = 10.0
"""How long a body may take to arrive. It may take one second more for each of these:"""
BYTES_A_SECOND: Final = 256 * 1024
LOOK_SECONDS: Final = 0.25
"""How often the limits are checked. Nearly every body arrives sooner than a timer of its own would be set."""
BYTES_MAX: Final = 96 * 2**20
"""How many bytes of bodies may be held at once. Beyond it, the origin with the most loses its oldest unfinished one."""


class RequestBody:
    """The body of a request from this origin, with `size` bytes received.

    Its `limit` ends it if it is not whole when it is `due`, by the clock of the loop.
    """

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.limit = asyncio.Timeout(None)
        self.due = 0.0
        self.size = 0


class RequestBodies:
    """All bodies that one process receives. `bytes_max` returns how long a body may be at a path.

    `bytes` are those received of each origin; `coming` are the unfinished bodies, the oldest first.
    """

    def __init__(self, bytes_max: Callable[[str], int]) -> None:
        self._bytes_max = bytes_max
        self.coming: dict[RequestBody, None] = {}
        self.bytes: Counter[str] = Counter()
        self._looking = False

    async def whole(self, arrival: RequestBody, asked: Asked, answering: Answering) -> bytes:
        """Return the whole body, or a part that shows that it is too long. Raises Problem if it does not arrive whole.

        Granian yields an empty part at the end of a body, and one more in place of what could not be read.
        """
        most, parts, empty = self._bytes_max(asked.path), [], 0
        length = int(asked.headers.get("content-length") or 0)
        if length > most:
            return b""
        begun = asyncio.get_running_loop().time()
        arrival.due = begun + BODY_SECONDS
        try:
            async with arrival.limit:
                self.coming[arrival] = None
                if not self._looking:
                    self._look_later()
                async for part in answering:
                    parts.append(part)
                    empty += not part
                    arrival.size += len(part)
                    self.bytes[arrival.origin] += len(part)
                    if arrival.size > most or arrival.size == length:
                        break
                    arrival.due = begun + BODY_SECONDS + arrival.size / BYTES_A_SECOND
                    self._make_room()
        except TimeoutError:
            says = f"the body did not come whole within {BODY_SECONDS:.0f} s: send it at once"
            raise Problem("request.malformed", says) from None
        finally:
            del self.coming[arrival]
        if empty > 1:
            says = f"the body broke off after {arrival.size} bytes: send it whole, and nothing after it"
            raise Problem("request.malformed", says)
        return b"".join(parts)

    def _look_later(self) -> None:
        self._looking = True
        asyncio.get_running_loop().call_later(LOOK_SECONDS, self._look)

    def _look(self) -> None:
        """End bodies that are late, and check again while any body is unfinished."""
        now = asyncio.get_running_loop().time()
        for arrival in self.coming:
            if arrival.due <= now and not arrival.limit.expired():
                arrival.limit.reschedule(0)
        self._looking = False
        if self.coming:
            self._look_later()

    def let_go(self, arrival: RequestBody) -> None:
        """Stop counting the bytes of this body, however the request ended."""
        self.bytes[arrival.origin] -= arrival.size
        if not self.bytes[arrival.origin]:
            del self.bytes[arrival.origin]  # or every address that ever called would be kept

    def _make_room(self) -> None:
        if self.bytes.total() > BYTES_MAX and not any(arrival.limit.expired() for arrival in self.coming):
            greediest = max(self.coming, key=lambda arrival: self.bytes[arrival.origin]).origin
            oldest = next(arrival for arrival in self.coming if arrival.origin == greediest)
            oldest.limit.reschedule(0)
