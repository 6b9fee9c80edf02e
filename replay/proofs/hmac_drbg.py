"""HMAC_DRBG with SHA-256: the deterministic generator of NIST SP 800-90A rev. 1, section 10.1.2."""

from typing import Final

from replay.proofs.hmac_sha256 import HmacKey

ENTROPY_BYTES_MIN: Final = 32
"""The security strength of SHA-256, 256 bits; less entropy than that is refused."""
REQUEST_BYTES_MAX: Final = 1 << 16
"""2**19 bits, the most that one request may ask for (table 2)."""


class HmacDrbg:
    """A stream of bytes that follows from entropy, nonce and personalisation, and can be computed again from them.

    Prediction resistance is off: only `reseed` adds new entropy. The caller counts requests, not this class. The
    standard requires a reseed after 2**48 of them, far more than a shuffle needs. Errors: ValueError for entropy below
    32 bytes. Source: NIST SP 800-90A rev. 1, sections 10.1.2.2 to 10.1.2.5.
    """

    __slots__ = ("_key", "_value")

    def __init__(self, entropy: bytes, nonce: bytes, personalisation: bytes) -> None:
        _require_entropy(entropy)
        self._key = HmacKey(bytes(32))
        self._value = b"\x01" * 32
        self._update(entropy + nonce + personalisation)

    def generate(self, count: int, additional: bytes = b"") -> bytes:
        """Return the next `count` bytes, 0 to 65,536, in one request; two requests of 8 are not one of 16.

        Errors: ValueError for any other count.
        """
        if not 0 <= count <= REQUEST_BYTES_MAX:
            raise ValueError(f"a request is for 0 to {REQUEST_BYTES_MAX} bytes, not {count}")
        if additional:
            self._update(additional)
        key, value, blocks = self._key, self._value, b""
        while len(blocks) < count:
            value = key.digest(value)
            blocks += value
        self._value = value
        self._update(additional)
        return blocks[:count]

    def reseed(self, entropy: bytes, additional: bytes = b"") -> None:
        """Mix new entropy into the state. Errors: ValueError for entropy below 32 bytes."""
        _require_entropy(entropy)
        self._update(entropy + additional)

    def _update(self, provided: bytes) -> None:
        key = HmacKey(self._key.digest(self._value + b"\x00" + provided))
        value = key.digest(self._value)
        if provided:
            key = HmacKey(key.digest(value + b"\x01" + provided))
            value = key.digest(value)
        self._key, self._value = key, value


def _require_entropy(entropy: bytes) -> None:
    if len(entropy) < ENTROPY_BYTES_MIN:
        raise ValueError(f"entropy is at least {ENTROPY_BYTES_MIN} bytes, not {len(entropy)}")
