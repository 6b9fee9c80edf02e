"""Tests of canonical JSON (RFC 8785)."""

import msgspec
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.proofs.canonical import canonical

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=50)
@given(values)
def test_canonical_json_equals_the_reference(value: object) -> None:
    assert rfc8785.dumps(value) == canonical(value)


def test_every_character_is_escaped_as_in_the_reference() -> None:
    for block in range(0, 0x3000, 64):
        text = "".join(map(chr, range(block, block + 64)))
        assert rfc8785.dumps([text]) == canonical([text])


def test_names_are_sorted_by_utf_16_code_units() -> None:
    two = {"\U0001f600": 1, "\ufb33": 2}
    assert '{"\U0001f600":1,"\ufb33":2}'.encode() == canonical(two)
    assert canonical(two) != msgspec.json.encode(two, order="sorted")  # the library alone sorts them otherwise


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(ValueError, match="surrogates"):
        canonical(["\ud800"])
