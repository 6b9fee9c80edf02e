"""Whole games of every edition and option round-trip as sheets."""

import os
import re
from itertools import chain, cycle, islice
from random import Random

import pytest

from domain.editions import EDITIONS
from domain.events import DealRevealed, GameCreated, SeatTaken
from replay.codec import Codec
from replay.notation.export import write_sheet
from replay.notation.moves import write_move
from replay.notation.position_reader import read_position_line
from replay.notation.position_writer import write_position_line
from replay.notation.sheet import Contradiction
from replay.notation.transcript import record_sheet
from replay.positions.read import read_position
from replay.positions.write import position_of
from replay.record import Record
from replay.rewind import is_batch_end, tables
from tests.long_tests import one_in
from tests.random_games import tables_to_play
from tests.random_player import begin, play
from tests.replay.notation.test_position_lines import without_slots

GAMES = int(os.environ.get("HARICOT_NOTATION", "10"))
TABLES = [(key, players, {}) for key, edition in EDITIONS.items() for players in edition.data.players]
MORE = Random("options").sample(every := [*tables_to_play()], len(every))
CASES = [(*table, seed) for seed, table in enumerate(islice(chain(TABLES, cycle(MORE)), GAMES))]
"""A game at each table, then at each table with one option, the editions mixed."""
STACKS = [CASES[at : at + -(-GAMES // 100)] for at in range(0, GAMES, -(-GAMES // 100))]
"""At most a hundred tests: more would cost more to distribute than to run."""


def moves_of(record):
    """Return the events and commands without the proofs of the deal."""
    write = Codec().to_json
    made = (GameCreated, SeatTaken, DealRevealed)
    played = [envelope for envelope in record.envelopes if not isinstance(envelope.event, made)]
    first = played[0].n - 1
    return [
        re.sub(rb'"by":"[^"]*"(,"key":"[^"]*")?|"game":"[^"]*",|"at":"[^"]*",', b"", write(envelope))
        for envelope in played
        if envelope.n > first + 1
    ]


def sheet_of(record):
    return write_sheet(record, [f"P{seat}" for seat in range(record.created.players)])


def check(edition, players, options, seed):
    """Assert that a game round-trips as a sheet."""
    game = play(begin(edition, players, options, seed), Random(f"paper {seed}"), thrifty=True)
    record = Record(game=game.game, envelopes=tuple(game.envelopes))
    text = sheet_of(record)
    back = record_sheet(text, game="paper", at=0)
    assert back.record.created.rules.options == record.created.rules.options
    assert moves_of(back.record) == moves_of(record)
    settled = [table for envelope, table in tables(record) if table.begun and is_batch_end(record, envelope.n)]
    for table in settled[:: len(settled) // 3]:
        position = position_of(table)
        line = read_position(read_position_line(write_position_line(position)))
        assert without_slots(line) == without_slots(read_position(position))
    if players == 3:
        assert sheet_of(back.record).partition("\n\n")[2] == text.partition("\n\n")[2]


def check_all(cases):
    for case in cases:
        check(*case)


@pytest.mark.parametrize("stack", one_in(6, STACKS), ids=lambda stack: "-".join(map(str, stack[0])))
def test_games_round_trip_as_sheets(stack):
    check_all(stack)


def test_control_a_move_written_as_another_is_detected(monkeypatch):
    def written(rulebook, table, command, language="en"):
        return write_move(rulebook, table, command, language).replace("h1", "h2")

    monkeypatch.setattr("replay.notation.export.write_move", written)
    with pytest.raises((AssertionError, Contradiction)):
        check_all(CASES[:20])
