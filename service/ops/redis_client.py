"""A client of Redis with short timeouts behind a circuit breaker, so that a failing Redis hardly delays requests."""

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

Result = TypeVar("Result")

TIMEOUT_SECONDS: Final = 0.25
"""How long an answer may take."""
BREAKER_SECONDS: Final = 1.0
"""How long the breaker is open after a failure."""
_PSEUDONYM_LENGTH: Final = 32
_WRONG_TYPE: Final = "WRONGTYPE"
MIN_VERSION: Final = (6, 2)
CLOCK_SKEW_SECONDS_MAX: Final = 5.0


class RedisUnavailable(HaricotError):
    """Redis does not answer, or the breaker is open."""


class UnexpectedRedisData(RedisUnavailable):
    """Redis holds data of a type that this service did not write there. They are not used until they are replaced."""


class RedisClient:
    """A client of one Redis for any number of threads. After a failure the breaker is open: no request is sent.

    Callers replace the names of people and tokens by pseudonyms, which need the `secret`. The secret is not stored in
    Redis, and is random by default.
    """

    def __init__(self, url: str, *, secret: bytes | None = None) -> None:
        self.place = mask_secrets(url)
        self._secret = secret or os.urandom(_PSEUDONYM_LENGTH)
        self._client: redis.Redis = redis.Redis.from_url(
            url,
            socket_timeout=TIMEOUT_SECONDS,
            socket_connect_timeout=TIMEOUT_SECONDS,
            retry=Retry(NoBackoff(), 0),  # the breaker decides when to retry
            client_name="haricot",
        )
        self._open_until = 0.0
        self._guard = Lock()
        self.failures = 0
        """How often a request failed."""

    @property
    def is_available(self) -> bool:
        """Whether the breaker is closed, so that requests are sent."""
        return time.monotonic() >= self._open_until

    def run(self, action: Callable[["redis.Redis"], Result]) -> Result:
        """Return what `action` returns for the connected client.

        Raises RedisUnavailable when it fails, or while the breaker is open.
        """
        require_may_block()
        if not self.is_available:
            raise RedisUnavailable(f"Redis at {self.place} failed a moment ago")
        try:
            return action(self._client)
        except (RedisError, OSError) as error:
            if isinstance(error, ResponseError) and _WRONG_TYPE in str(error):
                raise UnexpectedRedisData(f"Redis at {self.place} holds what was not put there: {error}") from error
            with self._guard:
                self.failures += 1
                self._open_until = time.monotonic() + BREAKER_SECONDS
            raise RedisUnavailable(f"Redis at {self.place} fails: {str(error).rstrip('.')}") from error

    def pseudonym(self, name: str) -> str:
        """Return a pseudonym that cannot be made or traced back without the secret."""
        name_bytes = name.encode("utf-8", "surrogateescape")
        return hmac.new(self._secret, name_bytes, hashlib.sha256).hexdigest()[:_PSEUDONYM_LENGTH]

    def register_script(self, text: str) -> Any:
        """Register a Lua script, to be called in an action of `run`."""
        return self._client.register_script(text)

    def subscribe(self, channel: str) -> Any:
        """Subscribe on a connection of its own, which the caller reads and closes. Raises as `run` does."""

        def subscribe(client: Any) -> Any:
            subscription = client.pubsub(ignore_subscribe_messages=True)
            subscription.subscribe(channel)
            return subscription

        return self.run(subscribe)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()


def redis_checks(url: str) -> list[Check]:
    """Return the results of the checks that `haricot doctor` makes: version, memory policy, clock."""
    client = RedisClient(url)
    try:
        return client.run(_check_server)
    except RedisUnavailable as error:
        return [("redis", False, f"{error}: the service runs without it, and slower; look at HARICOT_REDIS_URL")]
    finally:
        client.close()


def _check_server(client: Any) -> list[Check]:
    info: dict[str, Any] = client.info()
    version = str(info.get("redis_version", "0"))
    numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    is_supported = numbers >= MIN_VERSION and info.get("redis_mode", "standalone") != "cluster"
    needs = f": {'.'.join(map(str, MIN_VERSION))} or later is needed, without a cluster"
    checks: list[Check] = [("redis", is_supported, f"Redis {version}{'' if is_supported else needs}")]
    policy = str(info.get("maxmemory_policy", "noeviction"))
    limited = int(info.get("maxmemory", 0) or 0) > 0
    evicts = limited and policy != "noeviction"
    says = f"maxmemory-policy is {policy}"
    advice = ": counts of rate limits may be lost, and begin again; set it to noeviction"
    checks.append(("redis memory", not evicts, says + (advice if evicts else "")))
    seconds, micros = client.time()
    skew = abs(time.time() - (seconds + micros / 1e6))
    checks.append(("redis clock", skew < CLOCK_SKEW_SECONDS_MAX, f"its clock and ours are {skew:.1f} s apart"))
    return checks
