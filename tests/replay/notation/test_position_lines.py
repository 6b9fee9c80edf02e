"""Tests of positions on one line: every table of a game round-trips in every view."""

from random import Random

import pytest
from msgspec.structs import replace

from domain.refusals import Misuse
from domain.view import View
from domain.visibility import OMNISCIENT, SPECTATOR, seat_viewer
from replay.adjudicate import adjudicate
from replay.notation.move_reader import NotationError
from replay.notation.position_reader import read_position_line
from replay.notation.position_writer import write_position_line
from replay.positions.read import read_position
from replay.positions.write import write_position
from replay.record import read_file
from replay.rewind import is_batch_end, tables
from tests.golden.add import FOLDER
from tests.long_tests import one_in
from tests.random_player import begin, play

GAMES = sorted(FOLDER.glob("*.haricot.jsonl"))
HERE = "classic B1.plant A:5??(|) B:Gr,St,Bl(Re|) C:5??(|) pile:80??"


def without_slots(table):
    """Return the table without slots, which a line does not contain."""
    seats = tuple(replace(seat, slots=(), next_slot=0) for seat in table.seats)
    offers = []
    for offer in table.proposals:
        name = "give" if hasattr(offer, "give") else "cards"
        cards = tuple(replace(card, slot=None) for card in getattr(offer, name))
        offers.append(replace(offer, **{name: cards}))
    return replace(table, seats=seats, proposals=tuple(offers))


@pytest.mark.parametrize(
    "path",
    one_in(8, GAMES),
    ids=lambda path: path.name.partition(".")[0],
)
def test_every_table_of_a_game_round_trips_as_a_position_line(path):
    record = read_file(path.read_bytes())
    step = max(len(record.envelopes) // 5, 1)
    for viewer in (OMNISCIENT, SPECTATOR, seat_viewer(0)):
        seen = record.seen_by(viewer)
        for envelope, table in tables(seen):
            if not table.begun or envelope.n % step or not is_batch_end(seen, envelope.n):
                continue
            position = write_position(View(viewer=viewer, table=table), n=envelope.n)
            line = write_position_line(position, "de" if viewer.sees_all else "en")
            assert "\n" not in line
            again = read_position(read_position_line(line))
            assert without_slots(again) == without_slots(read_position(position)), line


def test_a_position_line_has_the_combat_repeated_by_riders():
    game = play(begin("bohnaparte", 4, {"bp_riders": "on"}, 6451), Random("paper 6451"), thrifty=True)
    record = game.record()
    begun = (table for one, table in tables(record) if table.begun and is_batch_end(record, one.n))
    table = next(table for table in begun if table.annex.attack and table.annex.attack.round == 2)
    position = write_position(View(viewer=OMNISCIENT, table=table))
    assert without_slots(read_position(read_position_line(write_position_line(position)))) == without_slots(
        read_position(position)
    )


def test_a_position_line_has_the_cards_of_offers():
    line = (
        "classic B1.trade A:2Re(||) B:Gr,St(Re||) C:5??(||) up:Bl,So pile:80?? #3:B>A:@2+So+$1=2Re* #4:B>A:@1+Bl next:5"
    )
    with pytest.raises(Misuse, match="coins"):
        read_position(read_position_line(line))
    line = line.replace("+$1", "")
    table = read_position(read_position_line(line))
    assert [card.variety for card in table.proposals[0].give] == ["stink", "soy"]
    assert table.proposals[0].want == {"red": 2}
    assert write_position_line(write_position(View(viewer=OMNISCIENT, table=table))) == line


def test_a_position_line_can_be_adjudicated():
    assert adjudicate(HERE, "p2")["verdict"] == "legal"
    assert adjudicate(HERE, "p1")["verdict"] == "illegal"
    assert adjudicate(HERE.replace("Gr,", "??,"), "p1") == {"verdict": "unknown", "at": 0, "needs": "seats[1].hand[0]"}
    with pytest.raises(Misuse, match="line 1, column 32: no card 'Sx'"):
        adjudicate(HERE.replace("St", "Sx"), "p2")


def test_a_position_line_accepts_names_in_any_language():
    written = {
        "edition": "bohnaparte",
        "board": {"terrains": [{"id": "Morast-1", "owner": 0}, {"id": "camp orange", "owner": 1}]},
        "seats": [{"hand": ["Feuerbohne", "Blaue Bohne"], "fields": [["Ch"]]}, {"hand": 5}, {"hand": 5}],
        "draw_pile": 60,
    }
    table = read_position(written)
    assert table.seats[0].hand == ("chili", "blue")
    assert table.seats[0].fields[0] == ("chili",)
    assert [one.id for one in table.annex.board.terrains if one.owner == 0] == ["swamp-1"]
    with pytest.raises(Misuse, match="no card 'Feuerbone'"):
        read_position({**written, "seats": [{"hand": ["Feuerbone"]}, {"hand": 5}, {"hand": 5}]})


@pytest.mark.parametrize(
    ("line", "fault", "says"),
    [
        ("", "", "a line is"),
        ("clasic B1.plant A:(|)", "clasic", "did you mean classic"),
        (HERE.replace("pile", "pil"), "pil:", "did you mean pile"),
        (HERE.replace("Re", "Rx"), "Rx", "no card 'Rx'"),
        (HERE.replace("Bl", "Bx"), "Bx", "no card 'Bx'"),
        (HERE.replace("C:", "D:"), "D:", "C is next"),
        (HERE.replace("C:5??(|)", "C:5??((|)"), "C:", "a seat is"),
        (HERE + " up:So up:St", "up:St", "twice"),
        (HERE + " #1:B>A", "#1", "a proposal is"),
        (HERE + " #1:B>A:@7=0", "@7", "no card @7"),
        (HERE + " #1:B>A:Gr=Zz*", "Zz", "no card 'Zz'"),
        (HERE + " exh:y", "y", "no number"),
        (HERE + " turn.abbeys:2", "turn", "means nothing"),
        (HERE + " Q.depot:2", "Q", "belongs to no seat"),
        (HERE + " whatever", "whatever", "means nothing"),
        (HERE + " opt.trade_coins:yes", "yes", "is not JSON"),
    ],
)
def test_a_mistake_in_a_position_line_is_reported_with_its_column(line, fault, says):
    with pytest.raises(NotationError, match=says) as caught:
        read_position_line(line)
    assert (caught.value.line, caught.value.column) == (1, line.index(fault) + 1)


def test_a_table_within_a_move_has_no_position_line():
    record = read_file(GAMES[0].read_bytes())
    n = next(one.n for one in record.envelopes if one.n > 60 and not is_batch_end(record, one.n))
    table = next(table for envelope, table in tables(record) if envelope.n == n)
    with pytest.raises(Misuse, match="inside a move"):
        write_position_line(write_position(View(viewer=OMNISCIENT, table=table), n=n, settled=False))


def test_control_another_card_gives_another_position_line():
    one, other = (read_position(read_position_line(HERE.replace("St", card))) for card in ("St", "So"))
    assert without_slots(one) != without_slots(other)
