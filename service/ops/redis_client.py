"""A client of Redis with short timeouts behind a circuit breaker.

A Redis that is down delays requests only little.
"""

import hashlib
import hmac
import os
import time
from collections.abc import Callable
from threading import Lock
from typing import Any, Final, TypeVar

import redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, ResponseError
from redis.retry import Retry

from domain.refusals import HaricotError
from service.store.concurrency.blocking_guard import require_may_block
from service.store.location import mask_secrets
from service.store.recorder import Check

Found = TypeVar("Found")

WAIT_SECONDS: Final = 0.25
"""How long an answer may take."""
BREAK_SECONDS: Final = 1.0
"""How long no request is sent after a failure."""
_PSEUDONYM_LENGTH: Final = 32
_WRONG_TYPE: Final = "WRONGTYPE"
LEAST_VERSION: Final = (6, 2)
CLOCKS_APART_SECONDS: Final = 5.0


class RedisAway(HaricotError):
    """Redis does not answer now."""


class Spoilt(RedisAway):
    """Redis holds something that this service did not write. It is not used until it is written again."""


class RedisClient:
    """One Redis for any number of threads. After a failure the breaker is open: for a second no request is sent.

    Names of callers are replaced by pseudonyms that only the `secret` can make. The secret is not stored in Redis, and
    is random by default.
    """

    def __init__(self, url: str, *, secret: bytes | None = None) -> None:
        self.place = mask_secrets(url)
        self._secret = secret or os.urandom(_PSEUDONYM_LENGTH)
        self._client: redis.Redis = redis.Redis.from_url(
            url,
            socket_timeout=WAIT_SECONDS,
            socket_connect_timeout=WAIT_SECONDS,
            retry=Retry(NoBackoff(), 0),  # the breaker decides when to retry
            client_name="haricot",
        )
        self._closed_until = 0.0
        self._guard = Lock()
        self.failures = 0
        """How often a request failed."""

    @property
    def up(self) -> bool:
        """Whether the breaker is closed, so that requests are sent."""
        return time.monotonic() >= self._closed_until

    def ask(self, question: Callable[["redis.Redis"], Found]) -> Found:
        """Send a request and return the answer. Raises RedisAway when it fails, or while the breaker is open."""
        require_may_block()
        if not self.up:
            raise RedisAway(f"Redis at {self.place} failed a moment ago")
        try:
            return question(self._client)
        except (RedisError, OSError) as error:
            if isinstance(error, ResponseError) and _WRONG_TYPE in str(error):
                raise Spoilt(f"Redis at {self.place} holds what was not put there: {error}") from error
            with self._guard:
                self.failures += 1
                self._closed_until = time.monotonic() + BREAK_SECONDS
            raise RedisAway(f"Redis at {self.place} fails: {str(error).rstrip('.')}") from error

    def pseudonym(self, name: str) -> str:
        """Return a pseudonym that cannot be made or traced back without the secret."""
        said = name.encode("utf-8", "surrogateescape")
        return hmac.new(self._secret, said, hashlib.sha256).hexdigest()[:_PSEUDONYM_LENGTH]

    def script(self, text: str) -> Any:
        """Register a Lua script, to be called inside `ask`."""
        return self._client.register_script(text)

    def listen(self, channel: str) -> Any:
        """Subscribe on a separate connection, which the caller reads and closes. Raises RedisAway when that fails."""

        def subscribe(client: Any) -> Any:
            listening = client.pubsub(ignore_subscribe_messages=True)
            listening.subscribe(channel)
            return listening

        return self.ask(subscribe)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()


def redis_checks(url: str) -> list[Check]:
    """Return the checks of `haricot doctor`: version, memory policy, clock."""
    client = RedisClient(url)
    try:
        return client.ask(_examine)
    except RedisAway as error:
        return [("redis", False, f"{error}: the service runs without it, and slower; look at HARICOT_REDIS_URL")]
    finally:
        client.close()


def _examine(client: Any) -> list[Check]:
    about: dict[str, Any] = client.info()
    version = str(about.get("redis_version", "0"))
    numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    sound = numbers >= LEAST_VERSION and about.get("redis_mode", "standalone") != "cluster"
    least = ".".join(map(str, LEAST_VERSION))
    found: list[Check] = [("redis", sound, f"Redis {version}" + ("" if sound else f": it takes {least}, no cluster"))]
    policy = str(about.get("maxmemory_policy", "noeviction"))
    limited = int(about.get("maxmemory", 0) or 0) > 0
    evicts = limited and policy != "noeviction"
    says = f"maxmemory-policy is {policy}"
    advice = ": counts of rate limits may be lost, and begin again; set it to noeviction"
    found.append(("redis memory", not evicts, says + (advice if evicts else "")))
    seconds, micros = client.time()
    apart = abs(time.time() - (seconds + micros / 1e6))
    found.append(("redis clock", apart < CLOCKS_APART_SECONDS, f"its clock and ours are {apart:.1f} s apart"))
    return found
