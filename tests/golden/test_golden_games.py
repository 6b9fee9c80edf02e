"""Golden games stay readable, legal and unchanged; a released event keeps its shape."""

import json
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.editions import EDITIONS
from domain.events import BeanPlanted
from domain.evolve import fold
from domain.visibility import OMNISCIENT
from replay.audit import audit
from replay.codec import stored_name
from replay.positions.write import position_of
from replay.record import Record, read_file, write_file
from tests.event_table import declared_events
from tests.golden.add import FOLDER, SHAPES, shape

GAMES = sorted(FOLDER.glob("*.haricot.jsonl"))


@cache
def golden_game(path: Path) -> Record:
    """Return the record of a golden game."""
    return read_file(path.read_bytes())


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.partition(".")[0])
def test_a_golden_game_is_read_folded_and_audited_as_recorded(path):
    record = golden_game(path)
    assert write_file(record) == path.read_bytes()
    table = fold(envelope.event for envelope in record.envelopes)
    assert json.loads(path.with_suffix(".table.json").read_text(encoding="utf-8")) == position_of(table, OMNISCIENT)
    assert audit(record).first is None


def test_there_is_a_golden_game_for_each_edition_and_number_of_players():
    created = [golden_game(path).created for path in GAMES]
    every = {(key, players) for key, edition in EDITIONS.items() for players in edition.data.players}
    assert {(game.edition, game.players) for game in created} == every


def test_every_event_of_play_is_in_the_golden_games():
    recorded = {stored_name(e.event) for path in GAMES for e in golden_game(path).envelopes}
    assert set(declared_events()) - recorded <= {"game_voided.1", "game_forked.1"}


def test_no_released_event_has_changed_its_shape():
    released = json.loads(SHAPES.read_text(encoding="utf-8"))
    now = {name: shape(kind) for name, kind in declared_events().items()}
    assert now == released, "a changed event needs a new version; python -m tests.golden.add adds new ones"


def test_control_a_changed_event_shape_is_detected():
    released = json.loads(SHAPES.read_text(encoding="utf-8"))
    assert shape(declared_events()["bean_planted.1"]) != released["cards_drawn.1"]


def test_control_a_changed_golden_game_is_detected():
    record = golden_game(GAMES[0])
    first = next(e for e in record.envelopes if isinstance(e.event, BeanPlanted))
    moved = replace(first, event=replace(first.event, field=1))
    changed = tuple(moved if e is first else e for e in record.envelopes)
    answer = audit(replace(record, envelopes=changed))
    assert answer.first is not None
    assert answer.first.n == first.n
