"""Tests of haricot-shuffle/1: known answers, commitments, and rejection sampling."""

import base64
import dataclasses
import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.proofs.hmac_drbg import HmacDrbg
from replay.proofs.shuffle import Deal, commitment, contribution_of_text, seed_of_text, shuffled

SEED = seed_of_text("a fixed seed")
CONTRIBUTIONS = [contribution_of_text(f"seat {seat}") for seat in range(4)]
PILE = ["blue"] * 4 + ["chili"] * 3 + ["stink"] * 3 + ["green"] * 2

piles = st.lists(st.sampled_from(["blue", "chili", "garden", "cocoa"]) | st.integers(0, 9), max_size=30)
seeds = st.binary(min_size=48, max_size=48)


# What is promised before the game and shown after it


def test_the_commitment_is_the_published_hash_of_scheme_game_and_seed() -> None:
    text = f'["haricot-shuffle/1","commit","game-1","{base64.b64encode(SEED).decode()}"]'
    golden = "84dc54cfe99e1472a181eece23c382fb7b45c6dadea67ebdc930b45037ca77d9"
    assert golden == hashlib.sha256(text.encode()).hexdigest()
    assert golden == commitment("game-1", SEED)
    assert golden == Deal("game-1", SEED).commitment


def test_commitments_depend_on_game_and_seed() -> None:
    assert len({commitment(game, seed_of_text(text)) for game in ("g1", "g2") for text in ("s1", "s2")}) == 4


def test_the_reveal_opens_the_commitment() -> None:
    deal = Deal("game-1", SEED)
    assert deal.commitment == commitment("game-1", base64.b64decode(deal.reveal(), validate=True))


@pytest.mark.parametrize("length", [0, 32, 47, 49])
def test_a_seed_that_is_not_48_bytes_long_is_refused(length: int) -> None:
    for attempt in (
        lambda seed: commitment("game-1", seed),
        lambda seed: shuffled(seed, "game-1|0", CONTRIBUTIONS, PILE),
        lambda seed: Deal("game-1", seed),
    ):
        with pytest.raises(ValueError, match="a seed is 48 bytes"):
            attempt(bytes(length))
        attempt(bytes(48))


def test_the_text_of_a_deal_hides_its_seed() -> None:
    assert repr(Deal("game-1", SEED)) == "Deal(game='game-1')"


def test_the_seed_of_a_deal_is_read_only() -> None:
    deal = Deal("game-1", SEED)
    with pytest.raises(dataclasses.FrozenInstanceError):
        deal.seed = bytes(48)  # type: ignore[misc]  # the very thing that must not be possible


def test_seeds_and_contributions_of_a_text_are_its_hashes() -> None:
    assert seed_of_text("abc").hex() == (  # the example of FIPS 180 for SHA-384
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
    )
    assert base64.b64decode(contribution_of_text("abc")).hex() == (  # the example of FIPS 180 for SHA-256
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )


# One order for one input


def order_by_the_book(seed: bytes, nonce: str, contributions: Sequence[str], pile: Sequence[str | int]) -> list[object]:
    """Implement the specification independently, with the standard library only."""

    def mac(key: bytes, *parts: bytes) -> bytes:
        return hmac.new(key, b"".join(parts), hashlib.sha256).digest()

    key, value = bytes(32), b"\x01" * 32
    material = seed + nonce.encode() + json.dumps([contributions, pile], separators=(",", ":")).encode()
    for tag in (b"\x00", b"\x01"):
        key = mac(key, value, tag, material)
        value = mac(key, value)
    rest, taken = list(pile), []
    while len(rest) > 1:
        span = len(rest)
        while True:
            value = mac(key, value)
            drawn = int.from_bytes(value[:8], "big")
            key = mac(key, value, b"\x00")
            value = mac(key, value)
            if drawn // span < 2**64 // span:
                break
        # Taking the drawn card out and closing the gap with the last one is the swap, written differently.
        last = rest.pop()
        place = drawn % span
        taken.append(last if place == span - 1 else rest[place])
        if place < span - 1:
            rest[place] = last
    return [*rest, *reversed(taken)]


def test_a_fixed_seed_always_deals_the_same_cards() -> None:
    golden = ("chili", "stink", "blue", "stink", "green", "blue", "blue", "chili", "green", "blue", "stink", "chili")
    assert golden == shuffled(SEED, "game-1|0", CONTRIBUTIONS, PILE)
    assert list(golden) == order_by_the_book(SEED, "game-1|0", CONTRIBUTIONS, PILE)


@settings(derandomize=True, max_examples=60)
@given(seed=seeds, k=st.integers(0, 20), seat_count=st.integers(0, 7), pile=piles)
def test_an_independent_implementation_deals_the_same_cards(
    seed: bytes, k: int, seat_count: int, pile: list[str | int]
) -> None:
    contributions = [contribution_of_text(str(seat)) for seat in range(seat_count)]
    expected = order_by_the_book(seed, f"game-1|{k}", contributions, pile)
    assert expected == list(Deal("game-1", seed).shuffle(k, contributions, pile))


@settings(derandomize=True, max_examples=60)
@given(seed=seeds, pile=piles)
def test_a_shuffle_neither_loses_nor_adds_a_card(seed: bytes, pile: list[str | int]) -> None:
    before = list(pile)
    assert Counter(before) == Counter(shuffled(seed, "game-1|0", CONTRIBUTIONS, pile))
    assert before == pile


def test_a_shuffle_depends_on_seed_nonce_contributions_and_pile() -> None:
    pile = range(52)
    unlike = {
        "as it is": shuffled(SEED, "game-1|0", CONTRIBUTIONS, pile),
        "seed": shuffled(seed_of_text("another seed"), "game-1|0", CONTRIBUTIONS, pile),
        "nonce": shuffled(SEED, "game-1|1", CONTRIBUTIONS, pile),
        "one contribution": shuffled(SEED, "game-1|0", [*CONTRIBUTIONS[:-1], contribution_of_text("other")], pile),
        "seats exchanged": shuffled(SEED, "game-1|0", CONTRIBUTIONS[::-1], pile),
        "no contributions": shuffled(SEED, "game-1|0", [], pile),
    }
    assert len(unlike) == len(set(unlike.values()))
    # Where the cards went, not what they are: with the pile turned over, the same moves would give the same places.
    places = tuple(51 - card for card in shuffled(SEED, "game-1|0", CONTRIBUTIONS, pile[::-1]))
    assert places not in unlike.values()


def test_each_shuffle_of_a_deal_has_its_own_nonce() -> None:
    deal = Deal("game-1", SEED)
    for k in (0, 1, 12):
        assert shuffled(SEED, f"game-1|{k}", CONTRIBUTIONS, PILE) == deal.shuffle(k, CONTRIBUTIONS, PILE)


def test_a_random_choice_is_the_first_of_the_shuffled_candidates() -> None:
    deal = Deal("game-1", SEED)
    lots = [deal.lot(j, CONTRIBUTIONS, range(5)) for j in range(40)]
    assert [shuffled(SEED, f"game-1|lot|{j}", CONTRIBUTIONS, range(5))[0] for j in range(40)] == lots
    assert set(range(5)) == set(lots)


def test_a_random_choice_needs_a_candidate() -> None:
    deal = Deal("game-1", SEED)
    with pytest.raises(ValueError, match="at least one candidate"):
        deal.lot(0, CONTRIBUTIONS, [])
    assert deal.lot(0, CONTRIBUTIONS, ["blue"]) == "blue"


def test_a_pile_that_cannot_be_written_canonically_is_refused() -> None:
    with pytest.raises(ValueError, match=str(2**53)):
        shuffled(SEED, "game-1|0", CONTRIBUTIONS, [2**53, 1])
    assert {2**53 - 1, 1} == set(shuffled(SEED, "game-1|0", CONTRIBUTIONS, [2**53 - 1, 1]))


# Draws that would favour the small numbers are drawn again


class Scripted(HmacDrbg):
    """A generator with prepared answers."""

    script: ClassVar[list[int]] = []

    def generate(self, count: int, additional: bytes = b"") -> bytes:
        return self.script.pop(0).to_bytes(count, "big")


def order_without_rejection(draws: list[int]) -> tuple[str, ...]:
    cards = ["a", "b", "c"]
    for i in (2, 1):
        j = draws.pop(0) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def test_a_draw_at_the_limit_is_rejected_and_one_below_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replay.proofs.shuffle.HmacDrbg", Scripted)
    limit = 2**64 - 2**64 % 3
    assert limit == 2**64 - 1
    draws = [limit, limit, limit - 1, 0]

    Scripted.script = list(draws)
    assert shuffled(SEED, "game-1|0", [], ["a", "b", "c"]) == ("b", "a", "c")
    assert Scripted.script == []

    # A shuffle without rejection takes the very same draw, and ends up elsewhere.
    unchecked = list(draws)
    assert order_without_rejection(unchecked) != ("b", "a", "c")
    assert unchecked == draws[2:]


def test_no_draw_is_rejected_where_the_range_divides_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replay.proofs.shuffle.HmacDrbg", Scripted)
    Scripted.script = [2**64 - 1]
    assert shuffled(SEED, "game-1|0", [], ["a", "b"]) == ("a", "b")
