"""Idempotency keys: a retried request makes nothing new."""

import hashlib
from typing import Final

from domain.values import Value
from service.problems import Problem
from service.store.entries.metadata_store import Answered, AnsweredAnew, MetadataStore
from service.store.errors import Conflict

CHARACTERS_MIN: Final = 22
"""How many characters hold 128 bits, if each was drawn from 64 or more."""
DIFFERENT_MIN: Final = 8
"""The least number of different characters. 32 random hexadecimal digits have fewer once in 28 million."""
ANONYMOUS_KEY_MS: Final = 86_400_000
"""How long the key of a request without a token is kept."""


class Attempt(Value):
    """A request that creates something, at a time in milliseconds since 1970.

    `scope` is the principal and the address; key and body are kept as SHA-256. The key of an `anonymous` client is kept
    for one day only. `maker` is the digest of the service token that was sent, if any.
    """

    scope: str
    key: str | None
    digest: str
    at: int
    anonymous: bool = False
    maker: str | None = None

    def answered(self, register: MetadataStore, made: str) -> list[Answered]:
        """Return the entry that stores the request's result, to be written with it.

        It replaces that of an earlier answer.
        """
        if self.key is None:
            return []
        kind = AnsweredAnew if register.find_entries(Answered, scope=self.scope, key=self.key) else Answered
        return [kind(scope=self.scope, key=self.key, digest=self.digest, made=made, at=self.at)]


def attempt_of(asker: str | None, place: str, key: str | None, body: bytes, at: int) -> Attempt:
    """Return the attempt of a principal, or of an anonymous client, whose key counts only if it cannot be guessed."""
    anonymous = asker is None
    if key is None or (anonymous and not holds_128_bits(key)):
        return Attempt(scope="", key=None, digest="", at=at)
    scope = f"{asker or 'nobody'} {place}"
    return Attempt(scope=scope, key=_digest(key.encode()), digest=_digest(body), at=at, anonymous=anonymous)


def holds_128_bits(key: str) -> bool:
    """Return whether a key looks unguessable. How it was drawn cannot be seen."""
    return len(key) >= CHARACTERS_MIN and len(set(key)) >= DIFFERENT_MIN


def made_before(register: MetadataStore, attempt: Attempt) -> str | None:
    """Return what the same request made before, or None.

    Raises `idempotency.reused` for another body under this key.
    """
    if attempt.key is None:
        return None
    for answered in register.find_entries(Answered, scope=attempt.scope, key=attempt.key):
        if attempt.anonymous and answered.at <= attempt.at - ANONYMOUS_KEY_MS:
            continue
        if answered.digest != attempt.digest:
            raise Problem("idempotency.reused", "this key came with another body before: choose a new one")
        return answered.made
    return None


def require_first(register: MetadataStore, attempt: Attempt) -> None:
    """Raise Conflict if the same request was written meanwhile."""
    if made_before(register, attempt) is not None:
        raise Conflict("a retry of this request was faster: read again what it made")


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()
