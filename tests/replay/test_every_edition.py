"""What replay promises, held at every edition: positions read back, files keep their bytes, views audit, forks go on."""

import json
from functools import cache
from random import Random

import pytest

from domain.cards import FACE_DOWN
from domain.editions import EDITIONS
from domain.visibility import OMNISCIENT, SPECTATOR, seat_viewer
from replay.audit import audit
from replay.game import Game
from replay.position import position_of, read_position
from replay.record import read_file, write_file
from replay.rewind import batches, tables
from tests.random_games import begin, play, tables_to_play

TABLES = [table for table in tables_to_play() if not table[2]]
AT_WAR = [
    table for table in tables_to_play(["bohnaparte"]) if table[2].keys() & {"bp_riders", "bp_placement", "bp_shape"}
]
VARIED = [*TABLES, *AT_WAR[::3]]


@cache
def played(edition: str, players: int, options: str) -> Game:
    """A random game of thrifty seats."""
    game = begin(edition, players, json.loads(options), 77)
    return play(game, Random(77), thrifty=True)


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Game:
    edition, players, options = request.param
    return played(edition, players, json.dumps(options))


varied = pytest.mark.parametrize("game", VARIED, indirect=True, ids=str)


@varied
def test_a_position_read_back_is_the_same_position_in_every_view(game):
    record = game.record()
    ends = {batch[-1].n for batch in batches(record.envelopes)}
    viewers = [OMNISCIENT, SPECTATOR, *map(seat_viewer, range(len(game.table.seats)))]
    settled = [(e.n, table) for e, table in tables(record) if e.n in ends and table.begun and table.result is None]
    for n, table in settled[::9]:
        for viewer in viewers:
            written = json.loads(json.dumps(position_of(table, viewer)))
            assert json.loads(json.dumps(position_of(read_position(written), viewer))) == written, n


@varied
def test_a_file_read_back_has_the_same_bytes_in_every_view(game):
    for viewer in (OMNISCIENT, SPECTATOR, seat_viewer(1)):
        data = write_file(game.record().seen_by(viewer))
        assert write_file(read_file(data)) == data


@varied
def test_the_audit_of_a_view_finds_nothing_wrong_and_knows_most(game):
    for viewer in (SPECTATOR, seat_viewer(1)):
        answer = audit(game.record().seen_by(viewer))
        assert answer.verdict == "clean", answer.first
        unknown = sum(verdict.verdict == "unknown" for verdict in answer.verdicts)
        assert unknown < len(answer.verdicts) / 2


@varied
def test_no_view_shows_the_pile(game):
    for _, table in list(tables(game.record()))[::40]:
        for viewer in (SPECTATOR, seat_viewer(0)):
            assert set(position_of(table, viewer)["draw_pile"]) <= {FACE_DOWN}


def test_every_edition_is_played_here():
    assert {table[0] for table in VARIED} == set(EDITIONS)
