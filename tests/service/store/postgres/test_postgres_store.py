"""Check what the store on PostgreSQL promises beyond the contract suite."""

from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import StoredEvent

from replay.record import Record, read_file, write_file
from service.store.concurrency.group_commit import Job
from service.store.entries.metadata_store import Annotation, Player
from service.store.errors import Conflict, Unstorable
from service.store.event_store import GameStore, open_store
from service.store.location import Database
from service.store.record_import import import_record
from service.store.recorder import EventRow, GameOpening, StoreChanges, WriteBatch
from tests.servers.postgres import Postgres
from tests.service.store.entries import PLAIN
from tests.service.store.games import EVERYTHING, LATE, add_game, play_fork, play_game, with_game_id
from tests.service.store.postgres.conftest import heard
from tests.waiting import wait_until


def test_a_failing_write_of_a_group_fails_no_other_one(store: GameStore) -> None:
    play = play_game("g", LATE)
    store.append("g", play.envelopes[:4])
    group = store._recorder._group
    jobs = [_job(f"h{number}" if number % 2 else "g", 4) for number in range(6)]
    group.commit(jobs)
    assert [True, False] * 3 == [isinstance(job.error, Exception) for job in jobs]
    assert [True] * 3 == [len(job.value) == 4 for job in jobs[1::2]]
    assert ["g"] == [head.game for head in store.heads()], "the other games were not opened"
    assert 4 + 3 * 4 == store._recorder.rows("SELECT count(*) FROM events")[0][0]


def test_a_group_that_opens_games_appends_all_events_in_one_call(store: GameStore) -> None:
    seat = play_game("g", LATE).envelopes[:4]
    store.append("g", seat)
    group = store._recorder._group
    said: list[str] = []
    execute = group._connection.execute  # type: ignore[union-attr]  # it has written already

    def listen(query: str, *values: Any, **more: Any) -> Any:
        said.append(query.partition("(")[0])
        return execute(query, *values, **more)

    jobs = [_job(f"h{number}", number) for number in range(1, 4)]
    jobs[1].work = jobs[1].work._replace(openings=(("game-1", GameOpening("played")),))
    group._connection.execute = listen  # type: ignore[method-assign,union-attr,assignment]  # it does the same
    group.commit(jobs[:1])
    assert ["SELECT haricot.append"] == said
    group.commit([_job("k", 2), *jobs[1:]])
    games = ["INSERT INTO games ", "SELECT haricot.append"]
    assert ["BEGIN", "SELECT pg_advisory_xact_lock", *games, "SELECT pg_notify", "COMMIT"] == said[1:]
    assert [[3, 4], [5, 6, 7]] == [[n - jobs[0].value[0] for n in job.value] for job in jobs[1:]]


def _job(game: str, events: int) -> Job[WriteBatch]:
    return Job(WriteBatch([EventRow(game, n, "turn_ended.1", b"") for n in range(1, events + 1)]))


def test_games_from_sqlite_are_the_same_byte_for_byte_in_postgresql(store: GameStore, tmp_path: Path) -> None:
    parent = play_game("g", EVERYTHING)
    fork = play_fork(parent.record(), 20, "f")
    with open_store(tmp_path) as folder:
        for play in (parent, fork):
            add_game(folder, play)
            written = write_file(folder.record(play.game))
            assert import_record(store, read_file(written))
            assert written == write_file(store.record(play.game))
        odd = [*with_game_id(parent.envelopes, "x")]
        record = Record(game="y", envelopes=tuple(odd))
        for either in (folder, store):
            assert import_record(either, record)
        assert write_file(folder.record("y")) == write_file(store.record("y"))
        ours, theirs = ([(head.game, head.version) for head in either.heads()] for either in (store, folder))
        assert ours == theirs


def test_another_store_hears_of_events_and_metadata_soon(store: GameStore, location: Database) -> None:
    with open_store(location) as other:
        assert StoreChanges(events=True, metadata=True) == other.poll_changes(), "the first call reports both"
        heard(other, "events", "metadata")
        add_game(store, play_game("g", 2))
        heard(other, "events", "metadata")
        store.append("g", play_game("g", 3).envelopes[2:])
        assert {"events"} == heard(other, "events")
        store.save_entries(Annotation(id="a", game="g", n=1, at=0, by="", kind="comment", text=""))
        assert {"metadata"} == heard(other, "metadata")
        assert [("g", n) for n in range(1, 4)] == [(game, n) for _, game, n in other.event_numbers_since(0)]


def test_a_stores_own_metadata_is_no_news(store: GameStore, location: Database) -> None:
    with open_store(location) as other:
        add_game(other, play_game("g", 2))
        assert StoreChanges(events=True, metadata=True) == store.poll_changes(), "the first call reports both"
        heard(store, "events", "metadata")
        store.save_entries(Annotation(id="a", game="g", n=1, at=0, by="", kind="comment", text=""))
        other.append("g", play_game("g", 3).envelopes[2:])
        assert {"events"} == heard(store, "events")
        other.save_entries(Annotation(id="b", game="g", n=1, at=0, by="", kind="comment", text=""))
        assert {"metadata"} == heard(store, "metadata")


def test_a_subscription_of_the_library_yields_later_events(store: GameStore, postgres: Postgres, database: str) -> None:
    one, two = StoredEvent("g", 1, "a", b"1"), StoredEvent("g", 2, "a", b"2")
    idle = f"pg_stat_activity WHERE datname = '{database}' AND state = 'idle'"
    listeners = f"SELECT count(*) FROM {idle} AND query LIKE 'LISTEN%'"
    store._recorder.insert_events([one])
    assert [(0,)] == postgres.execute(listeners)
    with store._recorder.subscribe(gt=0) as subscription:
        assert b"1" == next(subscription).state
        # The library reads before it listens: what is written in between comes with the next event.
        wait_until(lambda: [(1,)] == postgres.execute(listeners), "it does not listen")
        store._recorder.insert_events([two])
        assert b"2" == next(subscription).state


def test_a_repeated_request_writes_nothing_of_its_batch(store: GameStore) -> None:
    play = play_game("g", LATE)
    store.append("g", play.envelopes[:4], request="seat:1 plant")
    with pytest.raises(Conflict, match="same request"):
        store.append("g", play.envelopes[4:9], request="seat:1 plant")
    assert (1, 4) == (store.event_of_request("g", "seat:1 plant"), len(store.envelopes("g")))


def test_an_id_with_a_nul_is_refused(store: GameStore) -> None:
    for attempt in (lambda: store.exists("nul\0nul"), lambda: add_game(store, play_game("nul\0nul", 2))):
        with pytest.raises(Unstorable):
            attempt()
    assert [] == store.heads()


def test_a_text_with_a_nul_is_refused(store: GameStore) -> None:
    store.append("g", play_game("g", 1).envelopes)
    with pytest.raises(Unstorable):
        store.save_entries(PLAIN[Player], Player(game="g", seat=1, kind="human", name="a\0b"))
    assert [] == store.find_entries(Player)
