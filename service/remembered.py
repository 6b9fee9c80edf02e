"""Requests that made something are remembered by their keys, so that asking twice makes it once."""

import hashlib
from typing import Final

from domain.values import Value
from service.event_store import Conflict
from service.problems import Problem
from service.register import Answered, AnsweredAnew, Register

SIGNS_MIN: Final = 22
"""How many characters hold 128 bits, if each was drawn from 64 or more."""
KINDS_MIN: Final = 8
"""How many different ones are among them at least: 32 random hexadecimal digits have fewer once in 28 million."""
NOBODYS_DAY_MS: Final = 86_400_000
"""How long a key without a token is remembered."""


class Request(Value):
    """A request that makes something, at a time in milliseconds since 1970.

    Who asks where (`scope`), the SHA-256 of the key, and a digest of what exactly. A request of `nobody` in particular
    is remembered for a day only.
    """

    scope: str
    key: str | None
    digest: str
    at: int
    nobody: bool = False

    def answered(self, register: Register, made: str) -> list[Answered]:
        """What to note beside what was made, so that it is remembered; also in place of what was made before."""
        if self.key is None:
            return []
        kind = AnsweredAnew if register.noted(Answered, scope=self.scope, key=self.key) else Answered
        return [kind(scope=self.scope, key=self.key, digest=self.digest, made=made, at=self.at)]


def request_of(asker: str | None, place: str, key: str | None, body: bytes, at: int) -> Request:
    """A request of this principal, or of nobody in particular: then only a key that nobody else has is one."""
    nobody = asker is None
    if key is None or (nobody and not holds_128_bits(key)):
        return Request(scope="", key=None, digest="", at=at)
    scope = f"{asker or 'nobody'} {place}"
    return Request(scope=scope, key=_digest(key.encode()), digest=_digest(body), at=at, nobody=nobody)


def holds_128_bits(key: str) -> bool:
    """Whether a key is one that cannot be guessed, as far as can be seen from it: how it was drawn nobody sees."""
    return len(key) >= SIGNS_MIN and len(set(key)) >= KINDS_MIN


def made_before(register: Register, request: Request) -> str | None:
    """What the same request made before; `idempotency.reused` when its key came with another body then."""
    if request.key is None:
        return None
    for answered in register.noted(Answered, scope=request.scope, key=request.key):
        if request.nobody and answered.at <= request.at - NOBODYS_DAY_MS:
            continue
        if answered.digest != request.digest:
            raise Problem("idempotency.reused", "this key came with another body before: choose a new one")
        return answered.made
    return None


def require_first(register: Register, request: Request) -> None:
    """Conflict when the same request was faster."""
    if made_before(register, request) is not None:
        raise Conflict("the same request was faster: read again what it made")


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()
