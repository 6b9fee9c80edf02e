"""Whoever asks pays: what is asked, and what it costs, is counted by address and token before anything is looked at.

Both count, so that neither many tokens at one address nor one token at many addresses multiplies what somebody may do;
and what was refused counts as well, so that nobody tries out tokens.
"""

import time
from collections.abc import Sequence
from math import ceil
from typing import Final

from flask import Flask, Response, request

from service.problems import Problem
from service.quota import origin_of
from service.rates import Rate, Rates
from service.redis_door import RedisDoor
from service.settings import Settings
from service.tokens import digest_of

PAYER: Final = "haricot.payer"
"""Where the payer of a request stands in its environment."""


class Payer:
    """Who asks this, by address and by what was sent as a token; `rate` is what the counts leave them."""

    def __init__(self, names: Sequence[str], asked: Rates, costs: Rates | None) -> None:
        self._names = names
        self._asked = asked
        self._costs = costs
        self.rate: Rate | None = None

    def ask(self, times: int = 1) -> None:
        """Counts what is asked; `rate.limited` when that is too much."""
        self.rate = self._counted(self._asked, times)

    def pay(self, cost: int) -> None:
        """Counts what it costs; `rate.limited` when that is too much."""
        if self._costs is not None and cost:
            self._counted(self._costs, cost)

    def _counted(self, rates: Rates, count: int) -> Rate:
        rate = rates.count(self._names, count)
        if rate.left < 0:
            self.rate = rate
            says = f"`{rates.text}` are enough from one address or token: wait as long as Retry-After says"
            raise Problem("rate.limited", says if rates is self._asked else f"what you ask for is dear, and {says}")
        return rate


def count_callers(app: Flask, settings: Settings, redis: RedisDoor | None) -> None:
    """Counts every request of the application, before it is looked at, and tells what is left."""
    if not settings.rate:
        return
    asked = Rates(settings.rate, redis)
    costs = Rates(settings.costs, redis, of="cost") if settings.costs else None

    @app.before_request
    def count() -> None:
        if (request.endpoint or "").endswith(".static"):
            return
        payer = request.environ[PAYER] = Payer(_names(), asked, costs)
        payer.ask()

    @app.after_request
    def tell(response: Response) -> Response:
        payer: Payer | None = request.environ.get(PAYER)
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
    found: Payer | None = request.environ.get(PAYER)
    return found
