"""`haricot record`: stores a game from paper, which can be audited and exported."""

import pytest

from service.store.entries.metadata_store import Player
from service.store.event_store import open_store
from tests.service.command_line import haricot, run_ok, run_refused
from tests.service.filled_stores import full_store

SHEET = """[BEN "1"]
[Game "final"]
[Edition "classic"]
[Version "2"]
[Date "2026-11-21T19:30:00.000Z"]
[Seats "Ana; Bo; Cy"]
[Start "B"]
[Codes "en"]
[Deck "unknown"]
[Pile "Gr,2??,St,2??,Bl,??,Re,Ch,5??,St,So,87??"]
[Arbiter "Dee"]

p1 {Gr}
p2 {St}
%! p3 {Bl}
%claim C CL-4.5
/ {up St,So}
#1>A @1=Re* {Ch}
A:#1!@3 {Re}
%undo 1
A:#1x
/
%count pile 87
"""


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    folder = tmp_path_factory.mktemp("paper")
    (folder / "final.ben").write_text(SHEET)
    assert run_ok("record", folder / "final.ben", "--data", folder).out == "final: recorded, 22 events\n"
    return folder


def test_a_recorded_sheet_is_exported_unchanged(kept):
    assert run_ok("export", "final", "--ben", "--data", kept).out == SHEET
    assert run_ok("record", kept / "final.ben", "--data", kept).out == "final: was here already, 22 events\n"
    (line,) = run_ok("record", "-", "--json", "--data", kept, stdin=SHEET).lines
    assert line == {"game": "final", "events": 22, "taken_back": ["final.undo-1"], "recorded": False}


def test_a_recorded_game_is_audited_and_listed_and_its_events_hold_no_names(kept):
    audit = haricot("audit", "final", "--json", "--data", kept)
    assert audit.code == 1
    (line,) = audit.lines
    assert [(first["verdict"], first["clause"]) for first in line["verdicts"] if first["verdict"] == "illegal"] == [
        ("illegal", "CL-4.5")
    ]
    assert line["deal"]["verdict"] == "unproved"
    assert {(game["game"], game["status"]) for game in run_ok("list", "--json", "--data", kept).lines} == {
        ("final", "imported"),
        ("final.undo-1", "imported"),
    }
    assert b"Bo" not in run_ok("export", "final", "--data", kept).raw
    with open_store(full_store(kept), create=False) as store:
        assert [player.name for player in store.find_entries(Player, game="final")] == ["Ana", "Bo", "Cy"]


def test_record_out_writes_game_files_that_can_be_imported(kept, tmp_path):
    run_ok("record", kept / "final.ben", "--out", tmp_path / "files")
    run_ok("import", tmp_path / "files", "--data", tmp_path)
    assert run_ok("export", "final", "--data", tmp_path).raw == run_ok("export", "final", "--data", kept).raw


def test_a_game_with_unknown_cards_cannot_be_forked(kept):
    assert "not every card of final is known" in run_refused("fork", "final", "--at", 20, "--data", kept)


def test_record_exits_1_for_an_impossible_move_and_2_for_a_syntax_error(tmp_path):
    for text, code, says in (
        (SHEET.replace("pile 87", "pile 41"), 1, "line 23, column 1: pile 41: there are 87 by the record"),
        (SHEET.replace("%! p3", "p3"), 1, "line 15, column 1: CL-4.5"),
        (SHEET.replace("A:#1x", "A:#1y"), 2, "line 21, column 3: '#1y' is no move"),
        (SHEET.replace("2026-11-21T", "yesterday "), 2, "line 5, column 8: a date is 2026-03-29"),
    ):
        (tmp_path / "game.ben").write_text(text)
        answer = haricot("record", tmp_path / "game.ben", "--data", tmp_path / "store")
        assert (answer.code, answer.out) == (code, "")
        assert says in answer.err
    assert not (tmp_path / "store").exists()
    assert "UTF-8" in run_refused("record", "-", "--data", tmp_path / "store", stdin=b"[BEN \xe9")


def test_adjudicate_takes_moves_in_notation_instead_of_a_file(tmp_path):
    position = tmp_path / "here.json"
    position.write_text('{"edition":"classic","seats":[{"hand":["red"],"fields":[["soy","soy"],[]]},{},{}]}')
    assert run_ok("adjudicate", position, "p2; h1").out == "legal: bean_planted, field_harvested\n"
    slip = haricot("adjudicate", position, "Feuerbohn1")
    assert (slip.code, "did you mean Ch" in slip.err) == (2, True)
    position.write_text('{"edition":"classic","seats":[{"hand":["face_down","red"],"fields":[["soy"],[]]},{},{}]}')
    asked = haricot("adjudicate", position, "p2")
    assert (
        asked.out == "unknown, command 0: It depends on A's first card in hand: look which it is. (seats[0].hand[0])\n"
    )
    (tmp_path / "moves").write_text("p1")
    assert haricot("adjudicate", position, tmp_path / "moves").code == 1


@pytest.mark.parametrize(
    ("sheet", "code", "says"),
    [
        (SHEET.replace("A:#1x", "A:#1y"), 2, "Zeile 21, Spalte 3: Das ist nicht zu lesen: '#1y' ist kein Zug"),
        (
            SHEET.replace("pile 87", "pile 41"),
            1,
            "Zeile 23, Spalte 1: Das ist unmöglich: pile 41: nach dem",
        ),
        ("[BEN", 2, "eine Zeile des Kopfes ist"),
    ],
)
def test_record_prints_errors_in_the_chosen_language(sheet, code, says, tmp_path):
    answer = haricot("record", "-", "--out", tmp_path, "--lang", "de", stdin=sheet)
    assert answer.code == code
    assert says in answer.err
