"""Tests of the game file: round trips, views with the same lines, and every changed byte found with its event."""

import json
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from domain.visibility import OMNISCIENT, SPECTATOR, Viewer, seat_viewer
from replay.audit import audit_file
from replay.game_files import NoGameFile
from replay.record import CorruptFile, Record, read_file, write_file
from tests.replay.example_games import traders_game, wild_game

VIEWERS = [OMNISCIENT, SPECTATOR, seat_viewer(0), seat_viewer(2)]
FILE = write_file(traders_game())
LINES = FILE.split(b"\n")
EVENTS = len(LINES) - 3


@pytest.mark.parametrize("viewer", VIEWERS, ids=lambda viewer: viewer.name)
@pytest.mark.parametrize("record", [traders_game(), wild_game()], ids=lambda record: record.game)
def test_a_file_reads_back_as_the_record_and_writes_the_same_bytes(record, viewer):
    seen = record.seen_by(viewer)
    assert read_file(write_file(seen)) == seen
    assert write_file(read_file(write_file(seen))) == write_file(seen)


@pytest.mark.parametrize("viewer", VIEWERS[1:], ids=lambda viewer: viewer.name)
def test_a_file_of_a_view_has_the_same_events_on_the_same_lines(viewer):
    whole = [json.loads(line) for line in LINES[:-1]]
    seen = [json.loads(line) for line in write_file(traders_game().seen_by(viewer)).splitlines()]
    assert [line.get("n") for line in seen] == [line.get("n") for line in whole]
    assert [line["event"]["type"] for line in seen[1:-1]] == [line["event"]["type"] for line in whole[1:-1]]


@pytest.mark.parametrize("viewer", VIEWERS[1:], ids=lambda viewer: viewer.name)
def test_a_file_of_a_view_hides_hands_piles_slots_and_keys(viewer):
    for envelope in wild_game().seen_by(viewer).envelopes:
        answer = json.loads(msgspec.json.encode(envelope.event))
        if answer["type"] in ("cards_drawn.1", "cards_dealt.1") and answer["seat"] != viewer.seat:
            assert set(answer["cards"]) <= {"face_down"}
        if answer["type"] == "deck_shuffled.1":
            assert set(answer["order"]) <= {"face_down"}
        if answer["type"] in ("trade_proposed.1", "donation_offered.1") and answer["seat"] != viewer.seat:
            assert {card["slot"] for card in answer.get("give", answer.get("cards"))} <= {None}
        if envelope.cause is not None:
            assert envelope.cause.key is None
            command = json.loads(msgspec.json.encode(envelope.cause.command))
            if command.get("seat") != viewer.seat:
                assert set(command.get("handed_over", [])) <= {None}
                assert {card.get("slot") for card in command.get("give", command.get("cards", []))} <= {None}


def test_any_changed_byte_is_found_with_its_event():
    luck = Random(1)
    places = {luck.randrange(len(FILE)) for _ in range(400)} | set(range(40)) | set(range(len(FILE) - 40, len(FILE)))
    for place in sorted(places):
        changed = bytearray(FILE)
        changed[place] ^= 1 << luck.randrange(8)
        line = FILE[:place].count(b"\n")
        answer = audit_file(bytes(changed), "game")
        assert (answer.verdict, answer.first.n) == ("corrupt", min(line, EVENTS)), place


@pytest.mark.parametrize(
    ("damage", "n"),
    [
        (lambda lines: lines[:50] + lines[51:], 50),
        (lambda lines: lines[:50] + lines[49:], 50),
        (lambda lines: [*lines[:50], lines[51], lines[50], *lines[52:]], 50),
        (lambda lines: [*lines[:-2], b""], EVENTS),
        (lambda lines: lines[1:], 0),
        (lambda lines: [*lines, b"more"], EVENTS),
    ],
    ids=["missing", "twice", "exchanged", "no end line", "no header", "more after the end"],
)
def test_a_missing_moved_or_extra_line_is_found_with_its_event(damage, n):
    with pytest.raises(CorruptFile) as corrupt:
        read_file(b"\n".join(damage(LINES)))
    assert corrupt.value.n == n


@pytest.mark.parametrize("length", [300, len(FILE) // 2, len(FILE) - 20, len(FILE) - 2])
def test_a_truncated_file_is_corrupt(length):
    with pytest.raises(CorruptFile):
        read_file(FILE[:length])


@pytest.mark.parametrize("length", [0, 1, 10])
def test_a_file_cut_within_its_header_is_no_game_file(length):
    with pytest.raises(NoGameFile):
        read_file(FILE[:length])


def test_white_space_around_lines_is_ignored():
    read = read_file(FILE)
    for other in (FILE[:-1], FILE.replace(b"\n", b" \t\r\n"), FILE.replace(b"\n", b"\n\n"), b"\xef\xbb\xbf" + FILE):
        assert read_file(other) == read


def test_a_file_with_recomputed_checks_must_still_be_consistent():
    record = traders_game()
    forged = write_file(record).replace(b'"players":4', b'"players":5', 1)
    with pytest.raises(CorruptFile):
        read_file(forged)


@pytest.mark.parametrize("game", ["", "a b", "../x", "a\nb", "\x1b[2J", "x" * 201])
def test_a_game_id_must_be_safe_in_paths_and_lines(game):
    named = tuple(replace(envelope, game=game) for envelope in traders_game().envelopes)
    with pytest.raises(CorruptFile) as corrupt:
        read_file(write_file(Record(game=game, envelopes=named)))
    assert corrupt.value.n == 0


def test_a_line_of_another_game_is_found():
    stray = tuple(replace(e, game="other") if e.n == 50 else e for e in traders_game().envelopes)
    with pytest.raises(CorruptFile) as corrupt:
        read_file(write_file(Record(game=traders_game().game, envelopes=stray)))
    assert corrupt.value.n == 50


def test_a_huge_seat_number_of_a_view_is_a_corrupt_file():
    endless = Viewer(name="seat:" + "9" * 5000)
    with pytest.raises(CorruptFile):
        read_file(write_file(replace(traders_game(), viewer=endless)))
