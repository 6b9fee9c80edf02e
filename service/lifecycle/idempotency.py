"""Idempotency keys: a retried request creates nothing new."""

import hashlib
from typing import Final

from domain.values import Value
from service.problems import Problem
from service.store.entries.metadata_store import IdempotencyRecord, IdempotencyReplacement, MetadataStore
from service.store.errors import Conflict

ANONYMOUS_KEY_CHARACTERS_MIN: Final = 22
"""How many characters hold 128 bits, if each was drawn from an alphabet of 64."""
DISTINCT_CHARACTERS_MIN: Final = 8
"""The least number of different characters. 32 random hexadecimal digits have fewer once in 28 million."""
ANONYMOUS_KEY_MS: Final = 86_400_000
"""How long the key of a request without a token is kept."""


class Attempt(Value):
    """A request that creates something, with its idempotency key. `at` is in milliseconds since 1970.

    `scope` is the principal and the address. `key` and `digest` are SHA-256 digests of the key and the body. The key of
    an `anonymous` client is kept for one day only. `maker` is the digest of the service token that was sent, if any.
    """

    scope: str
    key: str | None
    digest: str
    at: int
    anonymous: bool = False
    maker: str | None = None

    def result_entries(self, register: MetadataStore, made: str) -> list[IdempotencyRecord]:
        """Return the entry that stores the request's result, or no entry without a key.

        Write it in the same transaction as the result. It replaces the entry of an earlier result.
        """
        if self.key is None:
            return []
        kind = (
            IdempotencyReplacement
            if register.find_entries(IdempotencyRecord, scope=self.scope, key=self.key)
            else IdempotencyRecord
        )
        return [kind(scope=self.scope, key=self.key, digest=self.digest, made=made, at=self.at)]


def attempt_of(principal_name: str | None, address: str, key: str | None, body: bytes, at: int) -> Attempt:
    """Return the attempt of a principal, or of an anonymous client without a name.

    The key of an anonymous client counts only if it cannot be guessed.
    """
    anonymous = principal_name is None
    if key is None or (anonymous and not holds_128_bits(key)):
        return Attempt(scope="", key=None, digest="", at=at)
    scope = f"{principal_name or 'nobody'} {address}"
    return Attempt(scope=scope, key=_digest(key.encode()), digest=_digest(body), at=at, anonymous=anonymous)


def holds_128_bits(key: str) -> bool:
    """Return whether a key is long and varied enough to hold 128 random bits."""
    return len(key) >= ANONYMOUS_KEY_CHARACTERS_MIN and len(set(key)) >= DISTINCT_CHARACTERS_MIN


def earlier_result(register: MetadataStore, attempt: Attempt) -> str | None:
    """Return the stored result of the same request, or None for a first request.

    Raises `idempotency.reused` if the first request with this key had another body.
    """
    if attempt.key is None:
        return None
    for answered in register.find_entries(IdempotencyRecord, scope=attempt.scope, key=attempt.key):
        if attempt.anonymous and answered.at <= attempt.at - ANONYMOUS_KEY_MS:
            continue
        if answered.digest != attempt.digest:
            raise Problem("idempotency.reused", "this key was used with another body: choose a new key")
        return answered.made
    return None


def require_first_request(register: MetadataStore, attempt: Attempt) -> None:
    """Raise Conflict if a concurrent retry of this request was written first."""
    if earlier_result(register, attempt) is not None:
        raise Conflict("a retry of this request was stored first: send the request again to get its result")


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()
