"""Tests of HMAC_DRBG with the vectors of NIST; hmac_drbg_sha256.json names their source."""

import json
from pathlib import Path
from typing import Any

import pytest

from replay.proofs.hmac_drbg import HmacDrbg

DATA = Path(__file__).with_name("hmac_drbg_sha256.json")
VECTORS: list[dict[str, Any]] = json.loads(DATA.read_text("utf-8"))["cases"]


def answers(case: dict[str, Any]) -> list[str]:
    generator = HmacDrbg(*(bytes.fromhex(case[name]) for name in ("entropy", "nonce", "personalisation")))
    if "reseed_entropy" in case:
        generator.reseed(bytes.fromhex(case["reseed_entropy"]), bytes.fromhex(case["reseed_additional"]))
    count = len(case["returned"]) // 2
    return [generator.generate(count, bytes.fromhex(additional)).hex() for additional in case["additional"]]


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: str(case["title"]))
def test_the_generator_matches_the_vectors_of_nist(case: dict[str, Any]) -> None:
    first, second = answers(case)
    assert case["returned"] == second
    assert case["returned"] != first


def test_the_vectors_cover_reseeding_personalisation_and_additional_input() -> None:
    kinds = {("reseed_entropy" in case, bool(case["personalisation"]), any(case["additional"])) for case in VECTORS}
    assert len(kinds) == 8


@pytest.mark.parametrize("field", ["entropy", "nonce", "personalisation", "reseed_entropy", "reseed_additional"])
def test_one_flipped_bit_in_any_input_gives_other_bytes(field: str) -> None:
    case = VECTORS[-1]
    flipped = f"{int(case[field], 16) ^ 1:0{len(case[field])}x}"
    assert case["returned"] == answers(case)[1]
    assert case["returned"] != answers(case | {field: flipped})[1]


def test_two_requests_of_eight_bytes_are_not_one_of_sixteen() -> None:
    once, twice = (HmacDrbg(bytes(48), b"nonce", b"") for _ in range(2))
    assert once.generate(16) != twice.generate(8) + twice.generate(8)


def test_a_request_for_zero_bytes_changes_the_state() -> None:
    asked, unasked = (HmacDrbg(bytes(48), b"nonce", b"") for _ in range(2))
    assert asked.generate(0) == b""
    assert asked.generate(8) != unasked.generate(8)


@pytest.mark.parametrize("count", [-1, 65_537])
def test_a_request_above_the_limit_of_the_standard_is_refused(count: int) -> None:
    generator = HmacDrbg(bytes(48), b"nonce", b"")
    with pytest.raises(ValueError, match="a request is for"):
        generator.generate(count)
    assert len(generator.generate(65_536)) == 65_536


def test_entropy_below_the_security_strength_is_refused() -> None:
    with pytest.raises(ValueError, match="entropy is at least 32 bytes"):
        HmacDrbg(bytes(31), b"nonce", b"")
    generator = HmacDrbg(bytes(32), b"nonce", b"")
    with pytest.raises(ValueError, match="entropy is at least 32 bytes"):
        generator.reseed(bytes(31))
    generator.reseed(bytes(32))
