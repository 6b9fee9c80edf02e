"""Check that a fork stores its own events only, and reads those of its parents."""

from collections.abc import Sequence

import pytest
from eventsourcing.persistence import StoredEvent

from domain.forks import Origin
from replay.proofs.shuffle import seed_of_text
from replay.record import Record, write_file
from service.store import queries
from service.store.errors import Conflict, NoSuchGame, Unstorable
from service.store.event_store import GameStore
from tests.service.store.contract.conftest import Tables
from tests.service.store.games import EARLY, LATE, add_game, play_fork, play_game


def test_a_fork_stores_its_own_events_only(store: GameStore, tables: Tables) -> None:
    parent = add_game(store, play_game("g", LATE))
    fork = play_fork(parent, EARLY, "g.f")
    at = fork.record().forked_from
    assert at is not None
    add_game(store, fork)
    assert fork.version - at.at == tables.count(game="g.f") < fork.version
    assert len(parent.envelopes) == tables.count(game="g")
    assert write_file(fork.record()) == write_file(store.record("g.f"))
    assert seed_of_text("g.f") == store.seed("g.f")


def test_a_fork_of_a_fork_reads_through_both_parents(store: GameStore) -> None:
    parent = add_game(store, play_game("g", LATE))
    fork = add_game(store, play_fork(parent, 20, "f", count=6))
    late = add_game(store, play_fork(fork, len(fork.envelopes) - 1, "late"))
    early = add_game(store, play_fork(fork, 6, "early"))
    assert {"g", "f", "late"} == {envelope.game for envelope in late.envelopes}
    assert {"g", "early"} == {envelope.game for envelope in early.envelopes}
    for record in (fork, late, early):
        assert write_file(record) == write_file(store.record(record.game))


def test_a_parent_continues_apart_from_its_forks(store: GameStore) -> None:
    play = play_game("g", LATE)
    store.append("g", play.envelopes[:20])
    fork = add_game(store, play_fork(Record(game="g", envelopes=tuple(play.envelopes[:20])), 20, "f"))
    store.append("g", play.envelopes[20:])
    assert (play.record(), fork) == (store.record("g"), store.record("f"))


def test_a_chain_of_twenty_forks_is_read(store: GameStore) -> None:
    record = add_game(store, play_game("f0"))
    for number in range(1, 20):
        record = add_game(store, play_fork(record, len(record.envelopes), f"f{number}", count=0))
    assert record == store.record("f19")
    assert Origin(game="f18", at=len(record.envelopes) - 1) == store.heads()[-1].forked_from
    for at_once in (1, 7, 19, 20):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(queries, "_GAMES_PER_QUERY", at_once)
            assert store.record("f19") == record
            assert store.envelopes("f19", 5) == list(record.envelopes[5:])


def queries_for(store: GameStore, game: str) -> int:
    """Return the number of queries for a game."""
    recorder, asked = store._recorder, list[str]()
    assert isinstance(recorder, queries.Queries)
    rows = recorder.rows
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recorder, "rows", lambda query, *values: asked.append(query) or rows(query, *values))
        store.envelopes(game)
    return len(asked)


def test_a_fork_of_forks_needs_as_many_queries_as_a_game(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    record = add_game(store, play_game("f0"))
    for number in range(1, 10):
        record = add_game(store, play_fork(record, len(record.envelopes), f"f{number}", count=0))
    assert {queries_for(store, f"f{number}") for number in range(10)} == {3}
    held = queries.Queries.events_of_lineage

    def one_by_one(ours: queries.Queries, line: Sequence[tuple[str, int]], after: int) -> list[StoredEvent]:
        return [event for one in line for event in held(ours, [one], after)]

    monkeypatch.setattr(queries.Queries, "events_of_lineage", one_by_one)  # control: one query for each parent
    assert store.record("f9") == record
    assert queries_for(store, "f9") == 12


def test_a_fork_needs_the_events_of_its_parent(store: GameStore) -> None:
    play = play_game("g", LATE)
    fork = play_fork(play.record(), 20, "f")
    with pytest.raises(NoSuchGame):
        add_game(store, fork)
    store.append("g", play.envelopes[:10])
    with pytest.raises(Unstorable, match="has events 1 to 10"):
        add_game(store, fork)
    store.append("g", play.envelopes[10:])
    add_game(store, fork)
    with pytest.raises(Conflict):
        add_game(store, fork)
