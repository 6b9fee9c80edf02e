"""Idempotency keys: a request that is sent again makes nothing new."""

import hashlib
from typing import Final

from domain.values import Value
from service.problems import Problem
from service.store.entries.metadata_store import Answered, AnsweredAnew, MetadataStore
from service.store.errors import Conflict

SIGNS_MIN: Final = 22
"""How many characters hold 128 bits, if each was drawn from 64 or more."""
KINDS_MIN: Final = 8
"""The least number of different characters: 32 random hexadecimal digits have fewer once in 28 million."""
NOBODYS_DAY_MS: Final = 86_400_000
"""How long the key of a request without a token is kept."""


class Attempt(Value):
    """A request that makes something, at a time in milliseconds since 1970.

    `scope` is who asks at which address; key and body are kept as SHA-256. The key of a request without a token
    (`nobody`) is kept for a day only. `maker` is the digest of the service token that was sent, if it was one.
    """

    scope: str
    key: str | None
    digest: str
    at: int
    nobody: bool = False
    maker: str | None = None

    def answered(self, register: MetadataStore, made: str) -> list[Answered]:
        """The entry that keeps what this request made, written with it; it replaces that of an earlier answer."""
        if self.key is None:
            return []
        kind = AnsweredAnew if register.noted(Answered, scope=self.scope, key=self.key) else Answered
        return [kind(scope=self.scope, key=self.key, digest=self.digest, made=made, at=self.at)]


def attempt_of(asker: str | None, place: str, key: str | None, body: bytes, at: int) -> Attempt:
    """Return the request of a principal, or of nobody, whose key counts only when it cannot be guessed."""
    nobody = asker is None
    if key is None or (nobody and not holds_128_bits(key)):
        return Attempt(scope="", key=None, digest="", at=at)
    scope = f"{asker or 'nobody'} {place}"
    return Attempt(scope=scope, key=_digest(key.encode()), digest=_digest(body), at=at, nobody=nobody)


def holds_128_bits(key: str) -> bool:
    """Return whether a key looks as if it could not be guessed; how it was drawn cannot be seen."""
    return len(key) >= SIGNS_MIN and len(set(key)) >= KINDS_MIN


def made_before(register: MetadataStore, attempt: Attempt) -> str | None:
    """Return what the same request made before; `idempotency.reused` when its key came with another body."""
    if attempt.key is None:
        return None
    for answered in register.noted(Answered, scope=attempt.scope, key=attempt.key):
        if attempt.nobody and answered.at <= attempt.at - NOBODYS_DAY_MS:
            continue
        if answered.digest != attempt.digest:
            raise Problem("idempotency.reused", "this key came with another body before: choose a new one")
        return answered.made
    return None


def require_first(register: MetadataStore, attempt: Attempt) -> None:
    """Conflict when the same request was written meanwhile."""
    if made_before(register, attempt) is not None:
        raise Conflict("the same request was faster: read again what it made")


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()
