"""Tests of seating: table sizes, random draws, heats, Swiss rounds, turn order, costs."""

import hashlib
import os
from itertools import combinations, permutations

import pytest

from domain.tournaments.counter_stream import CounterStream, draw_seed, opens, secret_before
from domain.tournaments.galois_field import galois_field
from domain.tournaments.seating_cost import (
    CLUB,
    FORBIDDEN,
    REPEAT,
    SMALL,
    SeatingCost,
    least_filling,
    least_gaps,
    least_meetings,
)
from domain.tournaments.table_sizes import Sizes, table_sizes
from domain.tournaments.turn_counts import WHOLE, TurnCounts, places
from tests.domain.tournaments import seating_check

COUNT = int(os.environ.get("HARICOT_SEATINGS", "30"))
"""The number of plans of heats in the long check, of those that seating_check lists."""


def test_table_sizes_use_the_fewest_tables_of_the_preferred_size():
    sizes = Sizes(3, 4, 5)
    assert table_sizes(23, sizes) == (4, 4, 4, 4, 4, 3)
    assert table_sizes(13, sizes) == (4, 3, 3, 3)
    assert table_sizes(5, sizes) == (5,)  # where a table of two would be too small
    assert table_sizes(2, sizes) == ()
    assert table_sizes(7, Sizes(2, 2, 2)) == (2, 2, 2)  # and one sits out
    assert table_sizes(11, Sizes(5, 5, 5)) == (5, 5)


def test_the_counter_stream_is_sha_256_of_seed_and_block():
    stream = CounterStream(b"seed")
    block = hashlib.sha256(b"seed" + bytes(8)).digest()
    assert [stream.below(1 << 32) for _ in range(8)] == [
        int.from_bytes(block[k : k + 4], "big") for k in range(0, 32, 4)
    ]
    assert CounterStream(b"seed").shuffled(range(8)) == [1, 4, 6, 7, 3, 5, 2, 0]
    many = [CounterStream(bytes([k])).below(3) for k in range(200)]
    assert {many.count(k) > 40 for k in range(3)} == {True}


def test_secrets_form_a_chain_that_the_commitment_fixes():
    third = "07" * 32
    commitment = secret_before(third, 3)
    assert opens(commitment, 3, third)
    assert opens(commitment, 1, secret_before(third, 2))
    assert not opens(commitment, 2, third)
    text = f"haricot-draw/1\nspring\n3\n{third}\n{'0' * 64}\na 1\nb 2\n"
    assert draw_seed("spring", 3, third, "0" * 64, [("b", "2"), ("a", "1")]) == hashlib.sha256(text.encode()).digest()


def test_finite_fields_satisfy_the_field_axioms():
    for size in (2, 4, 5, 8, 9, 16):
        field = galois_field(size)
        assert field is not None
        for a in range(1, size):
            assert sorted(field.times[a]) == list(range(size))
            assert all(
                field.times[a][field.minus[b][c]] == field.minus[field.times[a][b]][field.times[a][c]]
                for b in range(size)
                for c in range(size)
            )
    assert [size for size in range(2, 30) if galois_field(size) is None] == [
        6,
        10,
        12,
        14,
        15,
        18,
        20,
        21,
        22,
        24,
        26,
        28,
    ]


def test_the_cost_of_a_seating_sums_pairs_small_tables_and_gaps():
    cost = SeatingCost(
        7, [(0, 1, 2), (0, 1, None)], ["a", "b", None, "a", None, None, None], [(4, 5)], [0, 1, 0, 0, 0, 2, 0]
    )
    assert cost.seating([(0, 2, 4, 6), (1, 3, 5)]) == REPEAT + SMALL * 3
    assert cost.seating([(0, 1, 2, 3), (4, 5, 6)]) == REPEAT * (2 + 1 + 1) + CLUB + FORBIDDEN + SMALL * 2
    gaps = SeatingCost(4, scores=[60, 0, 30, 30])
    assert gaps.seating([(0, 1), (2, 3)]) == 60
    assert gaps.seating([(0, 2), (1, 3)]) == 60


def test_no_seating_costs_less_than_the_bound():
    """Try all seatings of small rounds."""
    tight = 0
    for seed in range(12):
        stream = CounterStream(bytes([seed]))
        earlier = [stream.shuffled(range(7))[:4] for _ in range(3)]
        clubs = [str(stream.below(3)) for _ in range(7)]
        scores = [stream.below(5) for _ in range(7)]
        cost = SeatingCost(7, earlier, clubs, (), [stream.below(3) for _ in range(7)], scores if seed % 2 else None)
        least = min(
            cost.seating([first, [k for k in range(7) if k not in first]]) for first in combinations(range(7), 4)
        )
        assert cost.bound((4, 3), range(7)) <= least
        tight += cost.bound((4, 3), range(7)) == least
        assert least_gaps(scores, (4, 3)) <= min(
            sum(
                abs(scores[a] - scores[b])
                for table in (first, set(range(7)) - set(first))
                for a, b in combinations(table, 2)
            )
            for first in combinations(range(7), 4)
        )
    assert tight
    assert least_meetings(5, 3) == 2
    assert least_filling([0, 0, 2], 5) == 0 + 0 + 1 + 1 + 2


def test_the_chosen_order_of_a_table_is_the_cheapest():
    counts = TurnCounts(5)
    for table in ((0, 1, 2, 3, 4), (0, 2, 1, 4, 3), (3, 0, 4, 1, 2)):
        counts.count(table)
    price = {
        order: sum(counts.cost(player, place) for player, place in zip(order, places(5), strict=True))
        for order in permutations(range(5))
    }
    assert price[counts.best_order(range(5))] == min(price.values())
    assert places(7)[-1] == WHOLE


def test_heats_meet_the_bound_and_share_turn_order():
    for case in ((23, 4, 5), (20, 4, 5), (16, 5, 4), (15, 4, 5), (12, 4, 2), (9, 3, 3)):
        seated = seating_check.heats(*case)
        assert seated.repeats == 0, case
        assert max(seated.first, seated.last) <= 1, case
        assert seated.off <= 4, case


def test_swiss_rounds_have_no_avoidable_repeat_and_share_turn_order():
    seated, tables = seating_check.swiss(48, 4, 4)
    assert seated.repeats == 0
    assert seated.small == 0
    assert max(seated.first, seated.last) <= 2
    digest = hashlib.sha256(tables.encode()).hexdigest()
    assert digest.startswith(SWISS_48), "another algorithm needs another name than haricot-draw/1"


SWISS_48 = "4d2df58f132f"


@pytest.mark.long
def test_many_heats_meet_the_bound_but_for_the_known_gaps():
    """docs/tournaments.md names the share of 240 cases that has a gap; of further ones at most a fifth may have one."""
    cases = seating_check.spread_out(COUNT)
    seated = {case: seating_check.heats(*case) for case in cases}
    assert all(max(one.first, one.last) <= 2 for one in seated.values())
    gaps = {case: one.repeats for case, one in seated.items() if one.repeats}
    known = cases[: seating_check.GAPS_ARE_KNOWN_OF]
    assert {case: gaps[case] for case in known if case in gaps} == {
        case: gap for case, gap in seating_check.GAPS.items() if case in known
    }
    others = len(cases) - len(known)
    assert len(gaps.keys() - set(known)) <= others * 0.2, gaps


@pytest.mark.long
def test_swiss_500():
    seated, _ = seating_check.swiss(500, 8, 5)
    assert seated.repeats == 0
    assert max(seated.first, seated.last) <= 2
