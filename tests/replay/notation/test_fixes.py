"""Tests of `%fix`, an arbiter's correction at the table: reading, writing, and views."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.corrections import TableCorrected, TurnCorrected
from domain.editions import rulebook_of
from domain.events import TradeLapsed
from domain.invariants import broken_invariants
from domain.visibility import SPECTATOR, seat_viewer
from replay.audit import audit
from replay.codec import Cause
from replay.creation_checks import require_valid_creation
from replay.notation.export import write_sheet
from replay.notation.move_reader import NotationError
from replay.notation.sheet import Contradiction
from replay.notation.transcript import record_sheet
from replay.record import read_file, write_file
from replay.redeal import knowledge_at
from replay.rewind import require_history, table_at

AT = 1_800_000_000_000
HEAD = '[BEN "1"]\n[Edition "classic"]\n[Seats "Ana; Bo; Cy"]\n[Start "B"]\n[Deck "unknown"]\n\n'
EXAMPLE = (Path(__file__).parents[3] / "examples/paper.ben").read_text("utf-8")


def taken_down(text):
    return record_sheet(HEAD + text, game="paper", at=AT)


def last(back):
    record = back.record
    require_history(record)
    require_valid_creation(record)
    table = table_at(record, len(record.envelopes))
    assert broken_invariants(rulebook_of(table), table) == []
    return table


def test_a_game_from_paper_is_audited_with_its_illegal_planting():
    back = record_sheet(EXAMPLE, game="example", at=0)
    judged = audit(read_file(write_file(back.record)))
    wrong = [verdict for verdict in judged.verdicts if verdict.wrong]
    assert [(verdict.verdict, verdict.clause) for verdict in wrong] == [("illegal", "CL-4.5")]
    assert judged.record.verdict == "whole"
    fixed = [one for one in back.record.envelopes if isinstance(one.event, TableCorrected)]
    assert [one.event.target for one in fixed] == ["hand", "draw_pile_bottom"]
    assert {judged.verdicts[one.n - 1].says.name for one in fixed} == {"set_right"}
    assert {judged.verdicts[one.n - 1].verdict for one in fixed} == {"consequence"}
    # That the card shown when it went back is the one that came is known from hindsight.
    assert fixed[0].event.cards == fixed[1].event.cards == ("stink",)
    again = write_sheet(back.record, back.names, back.remarks)
    assert write_sheet(record_sheet(again, game="example", at=0).record, back.names, back.remarks) == again


def test_a_fix_returns_an_extra_card_to_the_pile():
    table = last(taken_down("%fix pile > A\n%fix A @6 > pile {Bl}\n%count A hand 5\n%count pile 89"))
    assert table.draw_pile[0] == "blue"
    table = last(taken_down("%fix A @2@1 > bottom {Bl,Re}"))
    assert table.draw_pile[-2:] == ("blue", "red")


@pytest.mark.parametrize(
    ("fix", "holds"),
    [
        ("%fix B 1 > B 2 {Gr}", lambda table: table.seats[1].fields == ((), ("green",), ())),
        ("%fix B 1 > A coins {Gr}", lambda table: table.seats[0].coins == ("green",)),
        ("%fix B 1 > C aside {Gr}", lambda table: table.seats[2].set_aside == ("green",)),
        ("%fix B 1 > C {Gr}", lambda table: table.seats[2].hand[-1] == "green"),
        ("%fix B 1 > up {Gr}", lambda table: table.turned_up == ("green",)),
        ("%fix B 1 > discards {Gr}", lambda table: table.discard_pile == ("green",)),
        ("%fix C @1 > A", lambda table: (len(table.seats[0].hand), len(table.seats[2].hand)) == (6, 4)),
        ("%fix turn C", lambda table: (table.turn.seat, table.turn.phase, table.turn.planted) == (2, "plant", 0)),
        ("%fix turn B draw", lambda table: (table.turn.seat, table.turn.phase) == (1, "draw")),
    ],
)
def test_a_fix_moves_cards_and_round_trips(fix, holds):
    back = taken_down(f"p1 {{Gr}}\n{fix}")
    assert holds(last(back))
    again = write_sheet(back.record, back.names, back.remarks)
    assert write_file(record_sheet(again, game="paper", at=AT).record) == write_file(back.record)
    assert not [verdict for verdict in audit(back.record).verdicts if verdict.wrong]


def test_an_offer_of_a_card_that_is_moved_lapses():
    back = taken_down("p1 {Gr}\n/ {up St,So}\n#1>A @1=Re* {Ch}\n%fix B @1 > pile {Ch}")
    assert isinstance(back.record.envelopes[-1].event, TradeLapsed)
    assert last(back).proposals == ()
    assert not [verdict for verdict in audit(back.record).verdicts if verdict.wrong]


def test_a_fix_in_words_is_kept_as_a_remark():
    back = taken_down('p1 {Gr}\n%fix A 4 coins, not 3\n%fix "two > one"')
    assert [said.text for said in back.remarks] == ["%fix A 4 coins, not 3", '%fix "two > one"']


def test_undone_moves_return_to_the_corrected_table():
    back = taken_down("p1 {Gr}\n%fix B 1 > B 2 {Gr}\np1 {St}\n%undo 1\n%count B 2 1\n%count B 1 0\np3 {St}")
    left = {one.game: one for one in back.parents}
    again = write_sheet(back.record, back.names, back.remarks, parent=left.get)
    assert "%fix B 1 > B 2 {Gr}\np1 {St}\n%undo 1" in again


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("%fix A @9 > pile", 8, "5 cards in hand"),
        ("%fix A > pile {Bl}", 6, "by their places"),
        ("%fix pil > A", 6, "did you mean pile"),
        ("%fix B 1 > A coin {Gr}", 14, "did you mean coins"),
        ("%fix B 7 > A coins {Gr}", 8, "fields 1 to 3"),
        ("%fix B 1 > A coins", 6, "in braces"),
        ("%fix D @1 > pile", 6, "no seat D"),
        ("%fix bottom > A", 6, "off the top"),
        ("%fix B 1 > A coins {Gx}", 21, "no card"),
        ("%fix turn B trad", 13, "did you mean trade"),
        ("%fix turn Q", 6, "whose turn"),
    ],
)
def test_a_mistake_in_a_fix_is_reported_with_its_column(text, column, says):
    with pytest.raises(NotationError, match=says) as caught:
        taken_down(f"p1 {{Gr}}\n{text}")
    assert (caught.value.line, caught.value.column) == (8, column)
    assert not isinstance(caught.value, Contradiction)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("%fix B 2 > A coins {Gr}", "not there"),
        ("%fix discards > A coins {Gr}", "not there"),
        ("%fix A > A", "by their places|from one place to another"),
        ("%fix B @1 > A {Bl}\n%fix A @6 > B {Re}", "red is noted where blue lies"),
    ],
)
def test_a_fix_cannot_add_cards(text, says):
    with pytest.raises(NotationError, match=says):
        taken_down(f"p1 {{Gr}}\n{text}")


def test_a_fix_shows_a_card_only_to_its_holder():
    record = taken_down("p1 {Gr}\n%fix pile > A {Bl}\n%fix A @6 > C {Bl}").record
    first, second = (one.n - 1 for one in record.envelopes if isinstance(one.event, TableCorrected))
    seen = {
        viewer.name: tuple(record.seen_by(viewer).envelopes[at].event.cards[0] for at in (first, second))
        for viewer in (SPECTATOR, *map(seat_viewer, range(3)))
    }
    hidden = ("face_down", "face_down")
    assert seen == {
        "spectator": hidden,
        "seat:0": ("blue", "blue"),
        "seat:1": hidden,
        "seat:2": ("face_down", "blue"),
    }
    assert record.seen_by(seat_viewer(1)).envelopes[second].event.slots == (None,)
    for viewer in (SPECTATOR, *map(seat_viewer, range(3))):
        view = record.seen_by(viewer)
        assert not [verdict for verdict in audit(view).verdicts if verdict.wrong]
        _, known = knowledge_at(view, len(view.envelopes), strict=False)
        assert known.unseen.total() == sum(1 for _ in known.places())


def test_control_an_unauthorised_correction_is_detected():
    record = taken_down("p1 {Gr}\n%fix B 1 > A coins {Gr}").record
    *before, fix = record.envelopes
    by_seat = replace(fix, cause=Cause(command=None, by="seat:0"))
    coins = replace(fix, event=replace(fix.event, cards=("red",)))
    hidden = replace(fix, event=replace(fix.event, shown="hands"))
    for forged in (by_seat, coins, hidden):
        assert audit(replace(record, envelopes=(*before, forged))).verdicts[-1].verdict == "differs"
    assert audit(record).verdicts[-1].verdict == "consequence"


def test_a_fix_needs_no_seat_in_turn():
    record = taken_down("%fix turn A\np1 {St}").record
    assert [type(one.event) for one in record.envelopes if one.cause and one.cause.command is None] == [TurnCorrected]
    assert record.envelopes[-1].event.seat == 0
