"""Tests of sheets: games from paper are read as played and written back unchanged."""

import re
from functools import cache
from random import Random

import pytest

from domain.editions import EDITIONS
from domain.visibility import seat_viewer
from replay.audit import audit
from replay.creation_checks import require_valid_creation
from replay.notation.card_questions import card_question
from replay.notation.export import write_sheet
from replay.notation.move_reader import NotationError
from replay.notation.sheet import Contradiction
from replay.notation.transcript import record_sheet
from replay.record import Record, read_file, write_file
from replay.rewind import require_history
from tests.random_player import begin, play

HEAD = """[BEN "1"]
[Edition "classic"]
[Seats "Ana; Bo; Cy"]
[Start "B"]
[Deck "unknown"]
[Arbiter "Dee"]

"""
AT = 1_800_000_000_000


@cache
def a_game(edition, players, seed):
    game = play(begin(edition, players, {}, seed), Random(f"paper {seed}"), thrifty=True)
    return Record(game=game.game, envelopes=tuple(game.envelopes))


def taken_down(text):
    return record_sheet(text, game="paper", at=AT)


def sheet_of(record):
    return write_sheet(record, [f"P{seat}" for seat in range(record.created.players)])


def unseen(text):
    """Return the sheet without hidden cards: no pile, no shuffle, no drawn hand."""
    text = re.sub(r"\[Pile .*\n", "", text).replace('[Deck "known"]', '[Deck "unknown"]')
    text = re.sub(r" ?\bmix [^} ]*", "", text)
    return re.sub(r"(?m)^(.*\{.*)$", lambda line: re.sub(r" ?\b[A-G]\+[^ }]*", "", line[1]), text).replace(" {}", "")


@pytest.mark.parametrize("edition", [*EDITIONS][::2])
def test_a_game_with_hidden_cards_is_judged_by_later_shown_cards(edition):
    record = a_game(edition, EDITIONS[edition].data.players[0], 0)
    back = taken_down(unseen(sheet_of(record))).record
    assert {envelope.cause.by for envelope in back.envelopes if envelope.cause} == {"record"}
    assert back.created.commitment is None
    require_history(back)
    require_valid_creation(back)
    judged = audit(read_file(write_file(back)))
    assert {verdict.verdict for verdict in judged.verdicts} == {"legal", "consequence"}
    assert len(judged.verdicts) == len(back.envelopes)


def test_an_illegal_move_on_a_sheet_is_recorded_and_judged():
    back = taken_down(HEAD + "p1 {Gr}\np2 {St}\n%! p3 {Bl}\n%claim C CL-4.5\n/ {up St,So}")
    wrong = [verdict for verdict in audit(back.record).verdicts if verdict.wrong]
    assert [verdict.clause for verdict in wrong] == ["CL-4.5"]
    assert [(said.n, said.text) for said in back.remarks] == [(1, '[Arbiter "Dee"]'), (14, "%claim C CL-4.5")]
    again = write_sheet(back.record, back.names, back.remarks)
    assert "%! p3 {Bl}\n%claim C CL-4.5\n/ {up St,So}" in again
    assert write_sheet(taken_down(again).record, back.names, taken_down(again).remarks) == again


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        ("%! p1@3 {Gr}", "CL-4.4"),
        ("%! A:p1 {Gr}", "CL-4.4"),
        ("%! d", "CL-4.8"),
        ("%! /", "CL-4.4"),
        ("%! #1>A @1=Re* {Bl}", "CL-5.1"),
    ],
)
def test_a_sheet_can_record_most_illegal_moves(move, clause):
    wrong = [verdict for verdict in audit(taken_down(HEAD + move).record).verdicts if verdict.wrong]
    assert wrong
    assert all(verdict.verdict == "illegal" for verdict in wrong), clause


def test_undone_moves_stay_in_the_abandoned_game():
    text = HEAD + "p1 {Gr}\n/ {up St,So}\n#1>A @1=Re* {Ch}; A:#1!@3 {Re}\n%undo 1\nA:#1x\n/\n%count pile 87"
    back = taken_down(text)
    (left,) = back.parents
    assert back.record.forked_from.game == left.game == "paper.undo-1"
    assert left.envelopes[-1].event.proposal == 1
    for record in (left, back.record):
        require_history(record)
        require_valid_creation(record)
        assert not [verdict for verdict in audit(record).verdicts if verdict.wrong]
    again = write_sheet(back.record, back.names, back.remarks, parent={left.game: left}.get)
    assert "A:#1!@3 {Re}\n%undo 1\nA:#1x" in again
    assert write_file(taken_down(again).record) == write_file(back.record).replace(b'"game":"x"', b'"game":"paper"')


def test_a_correction_of_the_sheet_is_not_part_of_the_game():
    one = taken_down(HEAD + "p1 {Gr}\np1 {Gr}\n%err 2 p1 -> p2")
    other = taken_down(HEAD + "p1 {Gr}\np2 {Gr}")
    assert write_file(one.record) == write_file(other.record)
    assert one.remarks[-1].text == "%err 2 p1 -> p2"


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("p1 {Gr}\np2 {Gx}", (9, 5), "no card 'Gx'.*did you mean"),
        ("p1 {Gr}; q2", (8, 10), "no move"),
        ("p1 {Gr} %undo 1", (8, 9), "on a line of its own"),
        ("%undo 1", (8, 1), "takes back 1 to 0"),
        ("%cont pile 4", (8, 1), "did you mean count"),
        ("p1 {Gr", (8, 4), "never closed"),
        ("p1 {Gr upp St}", (8, 8), "tells nothing"),
        ("%err 7 p1 -> p2", (8, 14), "no move 7"),
        ("%err p1 p2", (8, 1), "%err NUMBER WRONG -> RIGHT"),
    ],
)
def test_a_mistake_on_a_sheet_is_reported_with_line_and_column(text, place, says):
    with pytest.raises(NotationError, match=says) as caught:
        taken_down(HEAD + text)
    assert (caught.value.line, caught.value.column) == place
    assert not isinstance(caught.value, Contradiction)


@pytest.mark.parametrize(
    ("head", "says"),
    [
        ("", "begins with"),
        ('[BEN "1"]\n[Edition "clasic"]', "did you mean classic"),
        ('[BEN "1"]\n[Edition "classic"]\n[Seats "A; B"]', "CL-2.1"),
        ('[BEN "1"]\n[Edition "classic"]\n[Seats "A; B; C"]', "Start"),
        ('[BEN "1"]\n[Edition "classic"]\n[Seats "A; B; C"]\n[Start "D"]', "no seat D"),
        ('[BEN "1"]\n[Editon "classic"]', "did you mean Edition"),
        ('[BEN "1"]\n[Edition "classic"]\n[Seats "A; B; C"]\n[Start "B"]\n[Pile "Gr"]', "1 cards are noted"),
        ('[BEN "1"]\n[Edition "classic"]\n[Seats "A; B; C"]\n[Option.coins "4"]', "has no option"),
        ('[BEN "1"\n', "is .Key"),
    ],
)
def test_an_incomplete_header_is_reported(head, says):
    with pytest.raises(NotationError, match=says):
        taken_down(head)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("p1 {Gr}\np2 {St}\np3 {Bl}", 10, "CL-4.5.*Check it against the paper.*%! before it"),
        ("p1 {Gr}\n%count pile 41", 9, "there are 89 by the record"),
        ("p1 {Gr}\n%count A hand 4", 9, "there are 5"),
        ("p1", 8, "Bo's first card in hand"),
        ("p1 {Gr}\n/ {up St}", 9, "noted"),
        ("#1>A @1=Re*", 8, "CL-5"),
        ("p1 {Gr}\n/ {up Gr,Gr}\n/\nGr1;Gr1\nd {A+3Bl}", 12, "did not come of the move"),
        ("p1 {Gr}\n/ {up St,So}\n#1>A @1=Re* {Bl}\n#2>C @1=Re* {Ch}", 11, "chili is noted where blue lies"),
        ("%! h1", 8, "can lead to nothing"),
    ],
)
def test_an_impossible_move_is_reported_with_its_line(text, line, says):
    with pytest.raises(Contradiction, match=says) as caught:
        taken_down(HEAD + text)
    assert caught.value.line == line


def test_the_view_of_one_seat_can_be_written_as_a_sheet():
    record = a_game("classic", 3, 0)
    text = write_sheet(record.seen_by(seat_viewer(1)), ["Ana", "Bo", "Cy"], language="de")
    assert '[Deck "unknown"]' in text
    assert "??" in text


def test_an_unknown_card_is_asked_for_in_words():
    assert (
        card_question("seats[1].hand[3]", None, ("Ana", "Bo"))
        == "It depends on Bo's fourth card in hand: look which it is."
    )
    assert card_question("turned_up[0]") == "It depends on the first card among the turned-up cards: look which it is."
    assert "among the set-aside cards of A" in card_question("seats[0].set_aside[1]")
    assert card_question("lot") == "It depends on what is not known: lot."


def test_control_a_card_written_as_another_is_detected():
    record = a_game("classic", 3, 0)
    text = sheet_of(record)
    planted = re.search(r"\np1 \{(\w\w)\}", text)
    with pytest.raises(Contradiction):
        taken_down(text.replace(planted[0], f"\np1 {{{'Bl' if planted[1] != 'Bl' else 'Re'}}}", 1))
