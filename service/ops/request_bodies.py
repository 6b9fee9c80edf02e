"""The bodies of requests while they come: bounded in time, in bytes of each, in bytes of all together.

However many say half of what they want, or say it slowly, no thread waits for any of them, and their bytes are counted.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Final

from service.ops.rsgi import Answering, Asked
from service.problems import Problem

BODY_SECONDS: Final = 10.0
"""So long may a body take to come, and a second more for each of these:"""
BYTES_A_SECOND: Final = 256 * 1024
LOOK_SECONDS: Final = 0.25
"""How often that is looked at: nearly every body is here sooner than a timer of its own is set."""
BYTES_MAX: Final = 96 * 2**20
"""How many bytes of bodies may be here at once: then the oldest unfinished one goes, of whoever has sent the most."""


class RequestBody:
    """The body of a request from this origin, `size` bytes of which are here.

    Its `limit` ends what is not whole when it is `due`, by the clock of the loop.
    """

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.limit = asyncio.Timeout(None)
        self.due = 0.0
        self.size = 0


class RequestBodies:
    """All that come to one process; `bytes_max` says how long a body may be at a path.

    `bytes` are those of each origin that are here, `coming` the bodies that are not whole, the oldest first.
    """

    def __init__(self, bytes_max: Callable[[str], int]) -> None:
        self._bytes_max = bytes_max
        self.coming: dict[RequestBody, None] = {}
        self.bytes: Counter[str] = Counter()
        self._looking = False

    async def whole(self, arrival: RequestBody, asked: Asked, answering: Answering) -> bytes:
        """Return the whole body, or of one that is too long a part that shows it; Problem when it does not come whole.

        Granian gives an empty part at the end of a body, and one more in place of what could not be read of it.
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
        """End what is not here in time; looks again for as long as anything is coming."""
        now = asyncio.get_running_loop().time()
        for arrival in self.coming:
            if arrival.due <= now and not arrival.limit.expired():
                arrival.limit.reschedule(0)
        self._looking = False
        if self.coming:
            self._look_later()

    def let_go(self, arrival: RequestBody) -> None:
        """Its bytes are here no more, whatever has become of the request."""
        self.bytes[arrival.origin] -= arrival.size
        if not self.bytes[arrival.origin]:
            del self.bytes[arrival.origin]  # or every address that ever called would be kept

    def _make_room(self) -> None:
        if self.bytes.total() > BYTES_MAX and not any(arrival.limit.expired() for arrival in self.coming):
            greediest = max(self.coming, key=lambda arrival: self.bytes[arrival.origin]).origin
            oldest = next(arrival for arrival in self.coming if arrival.origin == greediest)
            oldest.limit.reschedule(0)
