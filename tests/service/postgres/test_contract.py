"""The event store on PostgreSQL keeps what the one on SQLite promises, and a few promises of its own."""

import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent

from replay.record import Record, read_file, write_file
from replay.rewind import batches
from service.event_store import Conflict, GameStore, StoreProblem, open_store
from service.group_commit import Job
from service.places import Database
from service.postgres.writer import Write
from service.recorder import News, Opening
from service.register import Annotation, Answered, Player
from tests.servers.postgres import Postgres
from tests.service import test_event_store
from tests.service.postgres.conftest import heard
from tests.service.test_event_store import (
    EVERYTHING,
    LATE,
    forked,
    keep,
    own,
    played,
    renamed,
)

SHARED = (
    "test_a_chain_of_forks_may_be_long",
    "test_a_fork_needs_its_parent_up_to_there",
    "test_a_fork_of_a_fork_reads_both_parents_whether_it_leaves_the_one_or_the_other",
    "test_a_fork_of_forks_asks_no_more_of_the_database_than_a_game_of_its_own",
    "test_a_fork_that_forks_nothing_is_not_kept",
    "test_a_game_that_is_not_there_is_told",
    "test_a_game_that_was_played_here_is_known_when_its_file_comes_back",
    "test_a_store_that_is_closed_tells_whoever_reads_or_writes",
    "test_an_import_that_another_process_overtook_is_compared_with_what_that_brought",
    "test_an_imported_file_comes_out_byte_for_byte_and_is_read_only",
    "test_illegal_events_that_fold_are_imported",
    "test_lines_that_name_other_games_keep_their_names",
    "test_no_events_are_no_change",
    "test_of_many_threads_that_append_the_same_version_exactly_one_wins",
    "test_the_first_events_of_a_game_need_a_beginning",
    "test_the_list_tells_every_game_and_its_status",
    "test_the_parent_goes_on_without_its_forks",
    "test_the_seed_is_kept_with_the_first_event_and_only_then",
    "test_what_cannot_follow_is_not_imported",
    "test_what_no_column_can_hold_is_told_and_not_kept",
    "test_what_one_seat_saw_is_not_imported",
)
"""The same tests, on the store of this folder."""
globals().update({name: getattr(test_event_store, name) for name in SHARED})
COUNTS = ("events", "games", "secrets", "names")


def counts(postgres: Postgres, database: str, tables: Sequence[str] = COUNTS) -> list[int]:
    """How many rows these tables have."""
    return [postgres.execute(f"SELECT count(*) FROM haricot.{table}", database)[0][0] for table in tables]


# In and out


def test_a_record_comes_out_as_it_went_in_batch_by_batch(store: GameStore, place: Database) -> None:
    play = played("g", LATE)
    for batch in batches(play.envelopes):
        store.append("g", batch)
        assert store.record("g").envelopes == tuple(play.envelopes[: batch[-1].n])
    with open_store(place, create=False) as again:
        assert write_file(play.record()) == write_file(again.record("g"))


def test_an_id_may_be_any_text_without_a_nul(store: GameStore) -> None:
    for game in ("", " ", "ü'\";--", "a/../b", "🫘", "%s"):
        assert keep(store, played(game, 2)) == store.record(game)
    for attempt in (lambda: store.exists("nul\0nul"), lambda: keep(store, played("nul\0nul", 2))):
        with pytest.raises(StoreProblem) as caught:
            attempt()
        assert "request.shape" == caught.value.code
    assert 6 == len(store.heads())


def test_game_seed_and_events_are_written_together_or_not_at_all(
    store: GameStore, postgres: Postgres, database: str
) -> None:
    event = StoredEvent("g", 1, "game_created.1", b"")
    opening = Opening("played", b"s" * 48, names=((1, "h"),))
    with pytest.raises(IntegrityError):
        store._recorder.insert_events([event, event], opening=opening)
    assert [0, 0, 0, 0] == counts(postgres, database)
    store._recorder.insert_events([event], opening=opening)
    assert [1, 1, 1, 1] == counts(postgres, database)


def test_a_version_that_exists_is_a_conflict_and_nothing_of_the_batch_is_kept(
    store: GameStore, monkeypatch: pytest.MonkeyPatch, postgres: Postgres, database: str
) -> None:
    play = played("g", LATE)
    store.append("g", play.envelopes[:10])
    for first in (0, 1, 9, 11):
        with pytest.raises(Conflict):
            store.append("g", play.envelopes[first:])
    monkeypatch.setattr(store, "_require_next", lambda game, n: None)  # then the table itself has to refuse it
    with pytest.raises(Conflict):
        store.append("g", play.envelopes[9:])
    assert [10] == counts(postgres, database, ["events"])
    store.append("g", play.envelopes[10:])


def test_a_request_happens_once_and_takes_its_whole_batch_with_it(store: GameStore) -> None:
    play = played("g", LATE)
    store.append("g", play.envelopes[:4], request="seat:1 plant")
    with pytest.raises(Conflict, match="same request"):
        store.append("g", play.envelopes[4:9], request="seat:1 plant")
    assert (1, 4) == (store.asked("g", "seat:1 plant"), len(store.envelopes("g")))


def test_when_an_entry_fails_neither_events_nor_other_entries_are_kept(store: GameStore) -> None:
    answered = Answered(scope="s", key="k", digest="d", made="g")
    store.note(answered)
    with pytest.raises(Conflict):
        store.append("g", played("g").envelopes, entries=[Player(game="g", seat=0, kind="human"), answered])
    assert not store.exists("g")
    assert [] == store.noted(Player)


def test_a_fork_stores_only_what_is_its_own(store: GameStore, postgres: Postgres, database: str) -> None:
    parent = keep(store, played("g", LATE))
    fork = forked(parent, 20, "g.f")
    keep(store, fork)
    assert [len(parent.envelopes) + len(own(fork))] == counts(postgres, database, ["events"])
    assert write_file(fork.record()) == write_file(store.record("g.f"))


def test_one_of_a_group_that_fails_takes_nobody_with_it(store: GameStore) -> None:
    play = played("g", LATE)
    store.append("g", play.envelopes[:4])
    group = store._recorder._group
    jobs = [_job(f"h{number}" if number % 2 else "g", 4) for number in range(6)]
    group.commit(jobs)
    assert [True, False] * 3 == [isinstance(job.error, Exception) for job in jobs]
    assert [True] * 3 == [len(job.found) == 4 for job in jobs[1::2]]
    assert ["g"] == [head.game for head in store.heads()], "the others were never opened"
    assert 4 + 3 * 4 == store._recorder.rows("SELECT count(*) FROM events")[0][0]


def _job(game: str, events: int) -> Job[Write]:
    return Job(Write([(game, n, "turn_ended.1", b"", None) for n in range(1, events + 1)]))


# The same file from either


def test_what_sqlite_kept_postgresql_gives_back_byte_for_byte(store: GameStore, tmp_path: Path) -> None:
    parent = played("g", EVERYTHING)
    fork = forked(parent.record(), 20, "f")
    with open_store(tmp_path) as folder:
        for play in (parent, fork):
            keep(folder, play)
            written = write_file(folder.record(play.game))
            assert store.import_record(read_file(written))
            assert written == write_file(store.record(play.game))
        odd = [*renamed(parent.envelopes, "x")]
        record = Record(game="y", envelopes=tuple(odd))
        for either in (folder, store):
            assert either.import_record(record)
        assert write_file(folder.record("y")) == write_file(store.record("y"))
        ours, theirs = ([(head.game, head.version) for head in either.heads()] for either in (store, folder))
        assert ours == theirs


# News


def test_another_store_hears_of_events_and_of_the_register_within_moments(store: GameStore, place: Database) -> None:
    with open_store(place) as other:
        assert News(events=True, register=True) == other.news(), "who asks first has heard nothing yet"
        heard(other, "events", "register")
        keep(store, played("g", 2))
        heard(other, "events", "register")
        store.append("g", played("g", 3).envelopes[2:])
        assert {"events"} == heard(other, "events")
        store.note(Annotation(id="a", game="g", n=1, at=0, by="", kind="comment", text=""))
        assert {"register"} == heard(other, "register")
        assert [("g", n) for n in range(1, 4)] == [(game, n) for _, game, n in other.written_since(0)]


# The library's interface


def test_the_recorder_tells_the_events_of_all_games_by_their_positions(store: GameStore) -> None:
    recorder = store._recorder
    assert recorder.max_notification_id() is None
    one, two, three = (StoredEvent(*row, b"") for row in (("g", 1, "a"), ("h", 1, "b"), ("g", 2, "a")))
    assert [] == recorder.insert_events([])
    (first,) = recorder.insert_events([one])
    with pytest.raises(IntegrityError):
        recorder.insert_events([two, one])
    second, third = recorder.insert_events([two, three])
    assert first < second < third == recorder.max_notification_id()
    assert [one, three] == recorder.select_events("g")
    assert [three] == recorder.select_events("g", desc=True, limit=1) == recorder.select_events("g", gt=1)
    assert [one] == recorder.select_events("g", lte=1)
    told = {
        (first, second, third): recorder.select_notifications(None, 10),
        (first, second): recorder.select_notifications(first, 2),
        (second, third): recorder.select_notifications(first, 10, inclusive_of_start=False),
        (second,): recorder.select_notifications(second, 10, stop=second),
        (first, third): recorder.select_notifications(None, 10, topics=["a", "c"]),
    }
    for positions, notifications in told.items():
        assert positions == tuple(notification.id for notification in notifications)


def test_whoever_subscribes_as_the_library_does_is_told_what_comes(
    store: GameStore, postgres: Postgres, database: str
) -> None:
    one, two = StoredEvent("g", 1, "a", b"1"), StoredEvent("g", 2, "a", b"2")
    idle = f"pg_stat_activity WHERE datname = '{database}' AND state = 'idle'"
    listeners = f"SELECT count(*) FROM {idle} AND query LIKE 'LISTEN%'"
    store._recorder.insert_events([one])
    assert [(0,)] == postgres.execute(listeners)
    with store._recorder.subscribe(gt=0) as subscription:
        assert b"1" == next(subscription).state
        # The library reads before it listens: what is written between the two is told with what comes next.
        deadline = time.monotonic() + 10
        while [(1,)] != postgres.execute(listeners):
            assert time.monotonic() < deadline, "it does not listen"
            time.sleep(0.01)
        store._recorder.insert_events([two])
        assert b"2" == next(subscription).state
