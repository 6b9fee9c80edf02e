"""Every request that Flask serves is counted before anything is looked at."""

import time
from math import ceil
from typing import Final

from flask import Flask, Response, request

from service.access.tokens import digest_of
from service.api.payers import Payer
from service.api.rate_limits import Rates
from service.ops.quota import origin_of
from service.ops.redis_client import RedisClient
from service.settings import Settings

_PAYER: Final = "haricot.payer"
"""Where the payer of a request stands in its environment."""


def count_callers(app: Flask, settings: Settings, redis: RedisClient | None) -> None:
    """Counts every request of the application, before it is looked at, and tells what is left."""
    if not settings.rate:
        return
    asked = Rates(settings.rate, redis)
    costs = Rates(settings.costs, redis, of="cost") if settings.costs else None

    @app.before_request
    def count() -> None:
        if (request.endpoint or "").endswith(".static"):
            return
        payer = request.environ[_PAYER] = Payer(_names(), asked, costs)
        payer.ask()

    @app.after_request
    def tell(response: Response) -> Response:
        payer: Payer | None = request.environ.get(_PAYER)
        if payer is not None and (rate := payer.rate) is not None:
            response.headers["X-RateLimit-Limit"] = str(rate.most)
            response.headers["X-RateLimit-Remaining"] = str(max(0, rate.left))
            response.headers["X-RateLimit-Reset"] = str(ceil(rate.until))
            if rate.left < 0:
                response.headers["Retry-After"] = str(max(1, ceil(rate.until - time.time())))
        return response


def _names() -> list[str]:
    address = f"from {origin_of(request.remote_addr or '')}"
    sent = request.headers.get("Authorization")
    return [address] if sent is None else [address, f"token {digest_of(sent.partition(' ')[2])}"]


def payer() -> Payer | None:
    """Who pays for this request; nobody does where nothing is counted."""
    found: Payer | None = request.environ.get(_PAYER)
    return found
