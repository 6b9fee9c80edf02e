"""Tests of HMAC with SHA-256 against the standard library."""

import hmac

import pytest

from replay.proofs.hmac_sha256 import HmacKey


def test_hmac_equals_the_standard_library() -> None:
    for key in (b"", b"key", bytes(32), bytes(range(64))):
        own = HmacKey(key)
        for text in (b"", b"text", bytes(200)):
            assert hmac.digest(key, text, "sha256") == own.digest(text)


def test_a_key_that_is_longer_than_a_block_is_refused() -> None:
    with pytest.raises(ValueError, match="64 bytes"):
        HmacKey(bytes(65))
