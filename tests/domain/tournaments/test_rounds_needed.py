"""Tests of the number of rounds needed, computed from the measured luck."""

import os
from fractions import Fraction

import pytest

from domain.editions import EDITIONS
from domain.tournaments.rounds_needed import (
    LUCK,
    SPREADS,
    TARGETS,
    outlook,
    reliability_after,
    rounds_needed,
)
from service.cli.tournaments.rounds_outlook import outlook_json, outlook_lines
from tests.domain.tournaments.luck import CASES, luck_of, round_reliability, scores_of
from tests.domain.tournaments.sample_tournament import SampleTournament

GAMES = int(os.environ.get("HARICOT_LUCK_GAMES", "20"))
"""The number of games of the long check of luck."""


def test_the_fewest_rounds_with_the_requested_reliability_are_found():
    for edition, sizes in LUCK.items():
        for size in map(int, sizes):
            for spread in SPREADS:
                for target in (*TARGETS, Fraction(9, 10)):
                    needed = rounds_needed(edition, size, target, spread)
                    assert needed is not None
                    reached = reliability_after(edition, size, needed, spread)
                    before = reliability_after(edition, size, needed - 1, spread) if needed > 1 else Fraction(0)
                    assert reached is not None
                    assert before is not None
                    assert before < target <= reached < 1
            assert (rounds_needed(edition, size, TARGETS[0], 2) or 0) < (rounds_needed(edition, size, TARGETS[0]) or 0)


def test_every_edition_and_size_was_measured():
    assert {(edition, int(size)) for edition, sizes in LUCK.items() for size in sizes} == set(CASES)
    assert set(LUCK) == {edition.data.key for edition in EDITIONS.values()}


def test_the_outlook_has_sentences_for_measured_sizes_only():
    one, two = outlook("classic", 4, 4)
    assert (one.spread, two.spread) == (1, 2)
    assert one.reliability < two.reliability
    assert one.rounds[TARGETS[0]] < one.rounds[TARGETS[1]]
    first, second = outlook_lines(SampleTournament().tournament)
    assert first.startswith("where skill differs by 1 coin: reliability 0.")
    assert f"0.5 takes {one.rounds[TARGETS[0]]} and 0.7 takes {one.rounds[TARGETS[1]]} rounds" in first
    assert "2 coins" in second
    answer = outlook_json(SampleTournament().tournament)
    assert [(it["spread"], it["rounds"]["0.5"]) for it in answer] == [
        (it.spread, it.rounds[TARGETS[0]]) for it in (one, two)
    ]
    assert outlook("classic", 7, 4) == ()
    assert rounds_needed("unknown", 4, TARGETS[0]) is None
    for target, spread in ((Fraction(1), 1), (Fraction(0), 1), (TARGETS[0], 3)):
        with pytest.raises(ValueError, match=r"is more than 0|is 1 or 2"):
            rounds_needed("classic", 4, target, spread)


def test_reliability_is_measured_from_scores():
    """One round is reliable without luck and unreliable with much luck."""
    small, large = [(0, 0)] * 3, [(0, 90), (90, 0)]
    assert round_reliability(small, 2) > 0.3
    assert round_reliability(large, 1) < 0.02


@pytest.mark.long
def test_measured_luck_equals_the_stored_values():
    """`make soak CHECK=luck` measures more games."""
    for edition, size in CASES if GAMES > 20 else [("classic", 4), ("duel", 2)]:
        again, written = luck_of(scores_of(edition, size, GAMES)), LUCK[edition][str(size)]
        assert again.coins == pytest.approx(float(written.coins), rel=0.35), (edition, size)
