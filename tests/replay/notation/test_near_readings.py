"""Tests of suggestions: for a move with one wrong character the message names the intended move."""

from random import Random

import pytest

from domain.editions import EDITIONS
from replay.notation.move_reader import NotationError
from tests.long_tests import mostly_long
from tests.replay.notation.test_sheets import HEAD, a_game, sheet_of, taken_down

MARKS = "*@>=#!$:+x~"
OPEN = HEAD + "p1 {Gr}\n/ {up St,So}\n"


def changed(move, random):
    """Return the move with one character omitted, or one number or seat changed."""
    kind = random.choice(("drop", "change"))
    if kind == "drop" and (places := [at for at, mark in enumerate(move) if mark in MARKS]):
        at = random.choice(places)
        return move[:at] + move[at + 1 :]
    places = [at for at, mark in enumerate(move) if mark.isdigit()]
    if not places:
        return move
    at = random.choice(places)
    return move[:at] + str(random.choice([one for one in range(1, 10) if str(one) != move[at]])) + move[at + 1 :]


def faults(edition, games, tries, seed):
    """Return impossible moves of random games with one changed character: the right move and the message."""
    random = Random(seed)
    for number in range(games):
        text = sheet_of(a_game(edition, EDITIONS[edition].data.players[0], number))
        lines = text.split("\n")
        moves = [at for at, line in enumerate(lines) if line and line[0] not in "[%{"]
        for at in random.sample(moves[: len(moves) // 4], tries):
            move, brace, note = lines[at].partition(" {")
            wrong = changed(move, random)
            if wrong == move:
                continue
            try:
                taken_down("\n".join([*lines[:at], wrong + brace + note]))
            except NotationError as fault:
                if fault.line == at + 1:
                    yield move, wrong, fault


def test_a_missing_star_is_suggested():
    with pytest.raises(NotationError) as caught:
        taken_down(OPEN + "#1>C So=Ch")
    assert caught.value.near[0][0] == "#1>C So=Ch*"
    assert "Did you mean #1>C So=Ch*" in caught.value.says
    assert "%!" not in caught.value.says


@pytest.mark.parametrize("edition", mostly_long(EDITIONS))
def test_a_repair_of_one_character_is_suggested(edition):
    found = list(faults(edition, 2, 30, f"near {edition}"))
    named = [(move, wrong, fault) for move, wrong, fault in found if move in [written for written, _ in fault.near]]
    assert len(found) >= 8
    assert len(named) >= 0.8 * len(found)
    assert not [fault.says for _, _, fault in found if "%!" in fault.says]


def test_control_without_a_near_repair_the_illegal_mark_is_suggested():
    with pytest.raises(NotationError, match=r"Check it against the paper.*%! before it") as caught:
        taken_down(HEAD + "p1 {Gr}\np2 {St}\np3 {Bl}")
    assert not caught.value.near
