"""Tests of the summary of a game: it agrees with the table after every batch."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import astuple, replace

from domain.events import GameCreated, GameEnded, GameStarted, GameVoided
from domain.forks import GameForked, Origin
from domain.table import Table
from projections.lobby import lobby_line
from projections.summary import GameStatus, Step, Summary, summary_of
from replay.record import Record, read_file
from replay.rewind import is_batch_end, tables
from tests.long_tests import one_in

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "games").glob("*.jsonl"))
MILESTONES = (GameCreated, GameStarted, GameForked, GameEnded, GameVoided)


def steps(record: Record) -> list[Step]:
    """Return the steps of a record for a summary."""
    return [(envelope.n, envelope.at, envelope.event) for envelope in record.envelopes]


def seen_on(table: Table) -> GameStatus:
    """Return the status of a game from its table."""
    if table.result is not None:
        return GameStatus.VOIDED if table.result.scores is None else GameStatus.FINISHED
    return GameStatus.RUNNING if table.begun else GameStatus.OPEN


@pytest.mark.parametrize("path", one_in(3, GOLDEN), ids=lambda path: path.name.partition(".")[0])
def test_the_summary_agrees_with_the_table_after_every_batch(path):
    record = read_file(path.read_bytes())
    summary = Summary(game=record.game)
    statuses = {GameStatus.OPEN}
    for envelope, table in tables(record):
        summary = summary.after(envelope.n, envelope.at, envelope.event)
        rules = table.rules
        assert (table.edition, rules.version, rules.options, rules.digest) == astuple(summary.rules)
        assert (envelope.n, len(table.seats), table.practice) == (summary.version, summary.players, summary.practice)
        assert table.result == summary.result
        if is_batch_end(record, envelope.n):
            assert seen_on(table) == summary.status
        statuses.add(summary.status)
    assert statuses >= {GameStatus.RUNNING}
    assert summary.forked_from == record.forked_from


@pytest.mark.parametrize("path", GOLDEN[:5], ids=lambda path: path.name.partition(".")[0])
def test_the_summary_needs_only_creation_start_fork_and_end(path):
    record = read_file(path.read_bytes())
    few = [step for step in steps(record) if isinstance(step[2], MILESTONES)]
    assert replace(summary_of("g", few), version=len(record.envelopes)) == summary_of("g", steps(record))


def test_a_fork_has_the_time_of_its_creation():
    record = read_file(GOLDEN[0].read_bytes())
    whole = summary_of("g", steps(record))
    forked = GameForked(parent="g", asked=9, at=9, root=None, mode="exact")
    fork = whole.after(whole.version + 1, 10**13, forked)
    assert Origin(game="g", at=9) == fork.forked_from
    assert (10**13, 10**13, 10**13) == (fork.times.created, fork.times.started, fork.times.ended)
    begun = summary_of("g", steps(record)[:1]).after(2, 10**13, forked)
    assert (10**13, None, None) == (begun.times.created, begun.times.started, begun.times.ended)


def test_an_imported_game_stays_imported_however_it_ended():
    record = read_file(GOLDEN[0].read_bytes())
    for upto in (1, len(record.envelopes) // 2, len(record.envelopes)):
        summary = summary_of("g", steps(record)[:upto], imported=True)
        assert (GameStatus.IMPORTED, True) == (summary.status, summary.over)


def test_lobby_lines_and_summaries_round_trip_in_json():
    record = read_file(GOLDEN[0].read_bytes())
    *_, (envelope, table) = tables(record)
    glance = lobby_line(summary_of(record.game, steps(record)), envelope.at, table)
    assert glance == msgspec.json.decode(msgspec.json.encode(glance), type=type(glance))
