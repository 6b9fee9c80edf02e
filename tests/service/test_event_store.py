"""The event store on a real SQLite file: nothing half, nothing lost, nothing changed, every bad folder told."""

import fcntl
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from pathlib import Path
from random import Random

import pytest
from eventsourcing.persistence import IntegrityError, NotSupportedError, StoredEvent
from msgspec.structs import replace

from domain.commands import CreateGame, TakeSeat
from domain.engine import legal
from domain.events import GameVoided
from domain.forks import GameForked
from domain.refusals import Misuse
from domain.rulebook import Bounds
from domain.table import Table
from domain.visibility import seat_viewer
from replay.codec import Cause, Envelope
from replay.fork import fork_exact
from replay.game import Game
from replay.proofs.shuffle import Deal, contribution_of_text, seed_of_text
from replay.record import CorruptFile, Origin, Record, read_file, same_bytes, write_file
from replay.rewind import batches
from service import questions
from service.event_store import Conflict, GameStore, Head, Recorded, StoreProblem, open_store
from service.recorder import Opening
from service.sqlite.file import LOCK, STORE, StoreFile, sqlite3

SPAWN = multiprocessing.get_context("spawn")
NOBODY = 65_534
EVERYTHING = 10_000
SITTING, EARLY, LATE = 4, 12, 30
"""Numbers of batches: everybody sits but nothing is dealt, a little further, and a good deal further."""


def played(game: str, count: int = EARLY) -> Game:
    """A game of `count` batches, or to its end; the same id is the same game."""
    play = Game(game, Deal(game, seed_of_text(game)))
    play.act(CreateGame(edition="classic", players=3), by="organiser", key="create", at=0)
    for seat in range(3):
        sit = TakeSeat(seat=seat, kind="bot", pseudonym=f"seat-{seat}", contribution=contribution_of_text(str(seat)))
        if seat < count - 1:
            play.act(sit, by=f"seat:{seat}", key=f"sit {seat}", at=seat)
    return played_on(play, count - SITTING)


def played_on(play: Game, count: int) -> Game:
    """The game, up to `count` batches further."""
    luck = Random(play.game)
    for at in range(max(count, 0)):
        if play.table.result is not None:
            break
        seat = play.table.turn.seat
        options = [option for option in legal(play.rulebook, play.table, seat) if not isinstance(option, Bounds)]
        onward = [option for option in options if type(option).__name__.startswith(("End", "Draw"))]
        play.act(luck.choice(onward or options), by=f"seat:{seat}", key=None, at=1_000 + at, tick=1)
    return play


def forked(parent: Record, asked: int, game: str, count: int = 3) -> Game:
    """A fork of `parent` at `asked`, played on for `count` batches."""
    deal = Deal(game, seed_of_text(game))
    return played_on(Game(game, deal, fork_exact(parent, asked, game, deal, at=5_000).envelopes), count)


def own(play: Game) -> list[Envelope]:
    """The envelopes of a fork that are not its parent's."""
    return [envelope for envelope in play.envelopes if envelope.game == play.game]


def renamed(envelopes: Sequence[Envelope], game: str) -> list[Envelope]:
    """The same events in a game of another id."""
    return [replace(envelope, game=game) for envelope in envelopes]


def keep(store: GameStore, play: Game) -> Record:
    """Puts a game, or what a fork has of its own, into the store with its seed; gives its record."""
    store.append(play.game, own(play), seed=seed_of_text(play.game))
    return play.record()


def count(folder: Path, table: str = "events", game: str | None = None) -> int:
    """The rows of a table, or of a game in it."""
    column = "originator_id" if table == "events" else "game"
    where = "" if game is None else f" WHERE {column} = ?"
    with closing_file(folder) as file:
        found: int = file.execute(f"SELECT count(*) FROM {table}{where}", () if game is None else (game,)).fetchone()[0]
    return found


class closing_file:  # noqa: N801  # reads like the contextlib function that it stands for
    """The store's file, for looking and for meddling behind the store's back."""

    def __init__(self, folder: Path) -> None:
        self.file = sqlite3.connect(folder / STORE, isolation_level=None)
        self.file.execute("PRAGMA synchronous = OFF")

    def __enter__(self) -> sqlite3.Connection:
        return self.file

    def __exit__(self, *_: object) -> None:
        self.file.close()


def ask_both(store: GameStore, query: str) -> tuple[list[object], list[object]]:
    """What the connection that writes answers, and what one that reads does."""
    recorder = store._recorder
    return recorder._group.run(lambda writer: writer.execute(query).fetchall()), recorder.rows(query)


def meddle(folder: Path, *statements: str) -> None:
    """Changes the file behind the store's back."""
    with closing_file(folder) as file:
        for statement in statements:
            file.execute(statement)


def contents(folder: Path) -> dict[str, bytes | None]:
    """Every path below a folder and what is in it."""
    paths = folder.rglob("*") if folder.is_dir() else [folder]
    return {str(path): path.read_bytes() if path.is_file() else None for path in paths}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    """A store that is new."""
    with open_store(tmp_path) as opened:
        yield opened


# In and out


def test_a_record_comes_out_as_it_went_in_batch_by_batch(store: GameStore, tmp_path: Path) -> None:
    play = played("g", LATE)
    for batch in batches(play.envelopes):
        store.append("g", batch)
        assert store.record("g").envelopes == tuple(play.envelopes[: batch[-1].n])
    with open_store(tmp_path, create=False) as again:
        assert write_file(play.record()) == write_file(again.record("g"))


def test_events_are_stored_under_their_stable_names_at_positions_of_their_own(store: GameStore, tmp_path: Path) -> None:
    keep(store, played("g", 2))
    keep(store, played("h", 1))
    with closing_file(tmp_path) as file:
        rows = file.execute("SELECT position, originator_id, originator_version, topic FROM events").fetchall()
    assert [(1, "g", 1, "game_created.1"), (2, "g", 2, "seat_taken.2"), (3, "h", 1, "game_created.1")] == rows


def test_an_id_may_be_any_text(store: GameStore) -> None:
    for game in ("", " ", "ü'\";--", "a/../b", "🫘", "nul\0nul"):
        play = keep(store, played(game, 2))
        assert play == store.record(game)
    assert 6 == len(store.heads())


def test_what_no_column_can_hold_is_told_and_not_kept(store: GameStore) -> None:
    surrogate = "\udcff"
    too_large = replace(played("g", 2).envelopes[0], at=2**70)
    for attempt in (lambda: store.exists(surrogate), lambda: store.append("g", [too_large])):
        with pytest.raises(StoreProblem) as caught:
            attempt()
        assert "request.shape" == caught.value.code
    assert [] == store.heads()


def test_no_events_are_no_change(store: GameStore) -> None:
    store.append("g", [])
    assert not store.exists("g")


def test_a_game_that_is_not_there_is_told(store: GameStore) -> None:
    with pytest.raises(StoreProblem, match="haricot list") as caught:
        store.record("g")
    assert "not-found" == caught.value.code
    assert not store.exists("g")
    assert store.seed("g") is None
    keep(store, played("g"))
    assert store.exists("g")


def test_a_batch_of_another_game_or_with_a_gap_is_refused_whole(store: GameStore, tmp_path: Path) -> None:
    envelopes = played("g").envelopes
    for wrong in ([envelopes[0], envelopes[2]], [envelopes[0], replace(envelopes[1], game="h")], envelopes[::-1]):
        with pytest.raises(StoreProblem) as caught:
            store.append("g", wrong)
        assert "request.shape" == caught.value.code
    assert 0 == count(tmp_path)
    store.append("g", envelopes[:2])


def test_the_seed_is_kept_with_the_first_event_and_only_then(store: GameStore) -> None:
    play = played("g")
    with pytest.raises(StoreProblem, match="48 bytes"):
        store.append("g", play.envelopes[:1], seed=b"short")
    store.append("g", play.envelopes[:1], seed=seed_of_text("g"))
    with pytest.raises(StoreProblem, match="first event"):
        store.append("g", play.envelopes[1:2], seed=seed_of_text("g"))
    store.append("h", played("h", 1).envelopes)
    assert (seed_of_text("g"), None) == (store.seed("g"), store.seed("h"))
    assert 1 == store.record("g").envelopes[-1].n


def test_game_seed_and_events_are_written_together_or_not_at_all(store: GameStore, tmp_path: Path) -> None:
    event = StoredEvent("g", 1, "game_created.1", b"")
    opening = Opening("played", seed_of_text("g"), names=((1, "h"),))
    with pytest.raises(IntegrityError):
        store._recorder.insert_events([event, event], opening=opening)
    assert [0, 0, 0, 0] == [count(tmp_path, table) for table in ("events", "games", "secrets", "names")]
    store._recorder.insert_events([event], opening=opening)
    assert [1, 1, 1, 1] == [count(tmp_path, table) for table in ("events", "games", "secrets", "names")]


# Who comes late


def test_a_version_that_exists_is_a_conflict_and_nothing_of_the_batch_is_kept(store: GameStore, tmp_path: Path) -> None:
    play = played("g", LATE)
    store.append("g", play.envelopes[:10])
    for first in (0, 1, 9, 11):
        with pytest.raises(Conflict) as caught:
            store.append("g", play.envelopes[first:])
        assert "game.conflict" == caught.value.code
    assert 10 == count(tmp_path)
    store.append("g", play.envelopes[10:])


def test_the_table_itself_refuses_what_slips_past_the_look_before(
    store: GameStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = played("g", LATE)
    store.append("g", play.envelopes[:10])
    monkeypatch.setattr(store, "_require_next", lambda game, n: None)
    with pytest.raises(Conflict):
        store.append("g", play.envelopes[9:])
    assert 10 == count(tmp_path)


def test_the_first_events_of_a_game_need_a_beginning(store: GameStore) -> None:
    play = played("g")
    with pytest.raises(StoreProblem) as caught:
        store.append("g", play.envelopes[1:])
    assert "not-found" == caught.value.code


def race(folder: Path, start: Barrier, answer: Connection) -> None:
    """Appends every batch of a game at the same time as somebody else; says which of them it got in."""
    won = []
    with open_store(folder) as store:
        for batch in batches(played("g", EARLY).envelopes):
            start.wait(timeout=10)
            try:
                store.append("g", batch)
                won.append(True)
            except Conflict:
                won.append(False)
    answer.send(won)


def test_of_two_processes_that_append_the_same_version_exactly_one_wins(tmp_path: Path) -> None:
    start = SPAWN.Barrier(2)
    pipes = [SPAWN.Pipe(duplex=False) for _ in range(2)]
    racers = [SPAWN.Process(target=race, args=(tmp_path / "new", start, sender)) for _, sender in pipes]
    for racer, (_, sender) in zip(racers, pipes, strict=True):
        racer.start()
        sender.close()
    won = [receiver.recv() for receiver, _ in pipes]
    for racer in racers:
        racer.join()
        assert 0 == racer.exitcode
    assert [1] * EARLY == [sum(results) for results in zip(*won, strict=True)]
    with open_store(tmp_path / "new") as store:
        assert store.record("g") == played("g", EARLY).record()


def test_of_many_threads_that_append_the_same_version_exactly_one_wins(store: GameStore) -> None:
    play = played("g", EARLY)
    start = threading.Barrier(8)

    def append_all(_: int) -> list[bool]:
        won = []
        for batch in batches(play.envelopes):
            start.wait(timeout=10)
            try:
                store.append("g", batch)
                won.append(True)
            except Conflict:
                won.append(False)
            assert tuple(play.envelopes[: batch[-1].n]) == store.record("g").envelopes[: batch[-1].n]
        return won

    with ThreadPoolExecutor(start.parties) as threads:
        won = list(threads.map(append_all, range(start.parties)))
    assert [1] * EARLY == [sum(results) for results in zip(*won, strict=True)]
    assert play.record() == store.record("g")


def test_whoever_is_late_for_a_store_that_closes_is_told_and_nothing_is_half_there(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    batch = played("g", SITTING).envelopes
    written: list[str] = []
    enough = threading.Event()

    def write_until_closed(thread: int) -> str:
        for number in range(1_000):
            game = f"{thread} {number}"
            try:
                store.append(game, renamed(batch, game))
                written.append(game)
                store.record(game)
            except StoreProblem as problem:
                return problem.code
            if len(written) > 20:
                enough.set()
        return "never closed"

    with ThreadPoolExecutor(8) as threads:
        told = threads.map(write_until_closed, range(8))
        assert enough.wait(timeout=10)
        store.close()
        assert {"unavailable"} == set(told)
    assert {STORE, LOCK} == {path.name for path in tmp_path.iterdir()}, "the last one out has tidied up"
    with open_store(tmp_path) as again:
        heads = again.heads()
        assert set(written) <= {head.game for head in heads}
        assert {len(batch)} == {head.version for head in heads}


def test_a_store_that_is_closed_tells_whoever_reads_or_writes(store: GameStore) -> None:
    store.close()
    attempts: list[Callable[[], object]] = [
        lambda: store.exists("g"),
        store.heads,
        lambda: store.append("g", played("g", 1).envelopes),
    ]
    for attempt in attempts:
        with pytest.raises(StoreProblem, match="closed") as caught:
            attempt()
        assert "unavailable" == caught.value.code
    store.close()


def test_whoever_still_reads_when_a_store_closes_may_finish_and_is_the_last(store: GameStore) -> None:
    with store._recorder._readers.lent() as reader:
        store.close()
        assert [] == reader.execute("SELECT * FROM events").fetchall()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        reader.execute("SELECT * FROM events")


def test_readers_do_not_wait_for_whoever_writes_and_see_what_was_there_before(store: GameStore) -> None:
    record = keep(store, played("g", SITTING))
    with ThreadPoolExecutor(4) as threads:

        def look_around(writer: sqlite3.Connection) -> list[Record]:
            writer.execute("DELETE FROM events")
            found = list(threads.map(store.record, ["g"] * 4))
            writer.execute("ROLLBACK")
            writer.execute("BEGIN")
            return found

        assert [record] * 4 == store._recorder._group.run(look_around)
    assert record == store.record("g")


def test_a_writer_waits_for_the_lock(tmp_path: Path) -> None:
    play = played("g")

    def write() -> None:
        with open_store(tmp_path) as store:
            store.append("g", play.envelopes)

    open_store(tmp_path).close()
    writer = threading.Thread(target=write)
    with (tmp_path / LOCK).open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        writer.start()
        writer.join(0.2)
        assert writer.is_alive()
        assert 0 == count(tmp_path)
    writer.join()
    assert play.version == count(tmp_path)


def test_opening_a_store_twice_in_one_process_keeps_the_locks_of_the_first(store: GameStore, tmp_path: Path) -> None:
    def another_process_looks() -> None:
        look = (
            f"import sqlite3; file = sqlite3.connect({str(tmp_path / STORE)!r}); file.execute('SELECT * FROM events')"
        )
        subprocess.run([sys.executable, "-c", f"{look}.fetchall(); file.close()"], check=True)

    log = tmp_path / f"{STORE}-wal"
    keep(store, played("g"))
    open_store(tmp_path).close()
    another_process_looks()
    assert log.exists()
    # The looker is known to see what it looks for: whoever closes the file otherwise takes the locks away, and then
    # the last one out, as it believes, removes the log that others go on writing to.
    (tmp_path / STORE).read_bytes()
    another_process_looks()
    assert not log.exists()


# Killed in the middle


def append_until_killed(folder: Path, report: Connection) -> None:
    """Appends games batch by batch, and reports each batch after it was appended."""
    with open_store(folder) as store:
        for number in range(1_000):
            game = f"g{number}"
            for batch in batches(played(game, LATE).envelopes):
                store.append(game, batch, seed=seed_of_text(game) if batch[0].n == 1 else None)
                report.send((game, batch[-1].n))


def wrong_after_the_kill(store: GameStore, reported: Sequence[tuple[str, int]]) -> Iterator[str]:
    """What is lost of the batches that were reported, and what is there by halves."""
    heads = {head.game: head.version for head in store.heads()}
    for game, n in reported:
        if heads.get(game, 0) < n:
            yield f"{game} lost event {n}"
    for game, version in heads.items():
        play = played(game, LATE)
        if store.record(game).envelopes != tuple(play.envelopes[:version]) or store.seed(game) != seed_of_text(game):
            yield f"{game} is not as it was played"
        if version not in [batch[-1].n for batch in batches(play.envelopes)]:
            yield f"{game} ends within a batch, with event {version}"


def test_after_kill_9_every_reported_batch_is_there_and_none_by_halves(tmp_path: Path) -> None:
    receiver, sender = SPAWN.Pipe(duplex=False)
    child = SPAWN.Process(target=append_until_killed, args=(tmp_path, sender))
    child.start()
    sender.close()
    reported = [receiver.recv() for _ in range(2 * LATE)]
    child.kill()
    try:
        while True:
            reported.append(receiver.recv())
    except (EOFError, OSError):  # the child is gone, perhaps in the middle of a word
        child.join()
    assert -signal.SIGKILL == child.exitcode
    with open_store(tmp_path) as store:
        assert [] == list(wrong_after_the_kill(store, reported))
        assert all(ok for _, ok, _ in store.checks())
        # The looker is known to see what it looks for.
        last_game, last_n = reported[-1]
        assert [f"{last_game} lost event {last_n + 9}"] == list(wrong_after_the_kill(store, [(last_game, last_n + 9)]))
    meddle(
        tmp_path,
        "DELETE FROM events WHERE originator_id = 'g0' AND originator_version = (SELECT max("
        "originator_version) FROM events WHERE originator_id = 'g0')",
    )
    with open_store(tmp_path) as store:
        assert any("within a batch" in wrong for wrong in wrong_after_the_kill(store, []))
        assert any("g0 lost" in wrong for wrong in wrong_after_the_kill(store, reported))


# Forks


def test_a_fork_stores_only_what_is_its_own(store: GameStore, tmp_path: Path) -> None:
    parent = keep(store, played("g", LATE))
    fork = forked(parent, EARLY, "g.f")
    at = fork.record().forked_from
    assert at is not None
    keep(store, fork)
    assert fork.version - at.at == count(tmp_path, game="g.f") < fork.version
    assert len(parent.envelopes) == count(tmp_path, game="g")
    assert write_file(fork.record()) == write_file(store.record("g.f"))
    assert seed_of_text("g.f") == store.seed("g.f")


def test_a_fork_of_a_fork_reads_both_parents_whether_it_leaves_the_one_or_the_other(store: GameStore) -> None:
    parent = keep(store, played("g", LATE))
    fork = keep(store, forked(parent, 20, "f", count=6))
    late = keep(store, forked(fork, len(fork.envelopes) - 1, "late"))
    early = keep(store, forked(fork, 6, "early"))
    assert {"g", "f", "late"} == {envelope.game for envelope in late.envelopes}
    assert {"g", "early"} == {envelope.game for envelope in early.envelopes}
    for record in (fork, late, early):
        assert write_file(record) == write_file(store.record(record.game))


def test_the_parent_goes_on_without_its_forks(store: GameStore) -> None:
    play = played("g", LATE)
    store.append("g", play.envelopes[:20])
    fork = keep(store, forked(Record(game="g", envelopes=tuple(play.envelopes[:20])), 20, "f"))
    store.append("g", play.envelopes[20:])
    assert (play.record(), fork) == (store.record("g"), store.record("f"))


def test_a_chain_of_forks_may_be_long(store: GameStore) -> None:
    record = keep(store, played("f0"))
    for number in range(1, 20):
        record = keep(store, forked(record, len(record.envelopes), f"f{number}", count=0))
    assert record == store.record("f19")
    assert Origin(game="f18", at=len(record.envelopes) - 1) == store.heads()[-1].forked_from
    for at_once in (1, 7, 19, 20):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(questions, "_AT_ONCE", at_once)
            assert store.record("f19") == record
            assert store.envelopes("f19", 5) == list(record.envelopes[5:])


def questions_for(store: GameStore, game: str) -> int:
    """How often the database is asked for a game."""
    recorder, asked = store._recorder, list[str]()
    assert isinstance(recorder, questions.Questions)
    rows = recorder.rows
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recorder, "rows", lambda query, *values: asked.append(query) or rows(query, *values))
        store.envelopes(game)
    return len(asked)


def test_a_fork_of_forks_asks_no_more_of_the_database_than_a_game_of_its_own(
    store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = keep(store, played("f0"))
    for number in range(1, 10):
        record = keep(store, forked(record, len(record.envelopes), f"f{number}", count=0))
    assert {questions_for(store, f"f{number}") for number in range(10)} == {3}
    held = questions.Questions.held

    def one_by_one(ours: questions.Questions, line: Sequence[tuple[str, int]], after: int) -> list[StoredEvent]:
        return [event for one in line for event in held(ours, [one], after)]

    monkeypatch.setattr(questions.Questions, "held", one_by_one)  # the planted twin
    assert store.record("f9") == record
    assert questions_for(store, "f9") == 12


def test_a_fork_needs_its_parent_up_to_there(store: GameStore) -> None:
    play = played("g", LATE)
    fork = forked(play.record(), 20, "f")
    with pytest.raises(StoreProblem) as caught:
        keep(store, fork)
    assert "not-found" == caught.value.code
    store.append("g", play.envelopes[:10])
    with pytest.raises(StoreProblem, match="has events 1 to 10") as caught:
        keep(store, fork)
    assert "request.shape" == caught.value.code
    store.append("g", play.envelopes[10:])
    keep(store, fork)
    with pytest.raises(Conflict):
        keep(store, fork)


# Heads


def test_the_list_tells_every_game_and_its_status(store: GameStore) -> None:
    ended = keep(store, played("finished", EVERYTHING))
    running = keep(store, played("running"))
    keep(store, played("open", 2))
    void = Envelope(
        game="voided", n=3, at=9, event=GameVoided(reason="rain"), cause=Cause(command=None, by="organiser")
    )
    keep(store, played("voided", 2))
    store.append("voided", [void])
    last = keep(store, forked(ended, len(ended.envelopes), "fork of the end"))
    middle = keep(store, forked(ended, 20, "fork of the middle"))
    start = keep(store, forked(middle, 2, "fork of the start", count=0))
    store.import_record(played("imported", EVERYTHING).record())
    keep(store, forked(store.record("imported"), 20, "fork of the imported"))
    heads = {head.game: head for head in store.heads()}
    winners = played("finished", EVERYTHING).table.result
    assert winners is not None
    expected = {
        "finished": ("finished", winners.winners, None),
        "running": ("running", None, None),
        "open": ("open", None, None),
        "voided": ("voided", None, None),
        "fork of the end": ("finished", winners.winners, last.forked_from),
        "fork of the middle": ("running", None, middle.forked_from),
        "fork of the start": ("open", None, start.forked_from),
        "imported": ("imported", heads["imported"].winners, None),
        "fork of the imported": ("running", None, heads["fork of the imported"].forked_from),
    }
    assert expected == {game: (head.status, head.winners, head.forked_from) for game, head in heads.items()}
    assert Head(
        game="running", status="running", edition="classic", rules_version="2", players=3,
        version=len(running.envelopes), forked_from=None, winners=None, practice=False, scores=None,
        options=running.created.rules.options,
    ) == heads["running"]  # fmt: skip
    assert {"imported"} == {
        head.forked_from.game for head in heads.values() if head.forked_from and head.game == "fork of the imported"
    }
    for game, head in heads.items():
        assert head.version == len(store.record(game).envelopes)
    assert heads["imported"].winners


def test_the_list_asks_no_more_often_and_decodes_no_other_events_when_there_are_more_games(
    store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    decoded: list[str] = []
    real = store.roll._mapper.to_domain_event

    def decode(row: StoredEvent) -> Recorded:
        decoded.append(row.topic)
        return real(row)

    monkeypatch.setattr(store.roll._mapper, "to_domain_event", decode)
    store.heads()
    for number in range(1, 4):
        keep(store, played(f"g{number}"))
        with store._recorder._readers.lent() as next_reader:
            next_reader.set_trace_callback(asked.append)
        assert number == len(store.heads())
        next_reader.set_trace_callback(None)
    assert 3 * 5 == len(asked), "the position, what is new until nothing is, the game, how late it is seen"
    assert {"game_created.1", "game_started.1"} == set(decoded)


# Files


def test_an_imported_file_comes_out_byte_for_byte_and_is_read_only(store: GameStore, tmp_path: Path) -> None:
    play = played("g", EVERYTHING)
    written = write_file(play.record())
    assert store.import_record(read_file(written))
    assert written == write_file(store.record("g"))
    with pytest.raises(StoreProblem, match="fork it") as caught:
        store.append("g", [replace(play.envelopes[-1], n=play.version + 1)])
    assert "game.ended" == caught.value.code
    assert store.seed("g") is None
    fork = keep(store, forked(play.record(), 20, "f"))
    assert fork == store.record("f")


def test_the_same_file_again_changes_nothing_and_another_of_that_id_is_a_conflict(
    store: GameStore, tmp_path: Path
) -> None:
    play = played("g", LATE)
    store.import_record(play.record())
    assert not store.import_record(play.record())
    one_ms_later = [*play.envelopes[:-1], replace(play.envelopes[-1], at=play.envelopes[-1].at + 1)]
    for other in (one_ms_later, play.envelopes[:-1]):
        with pytest.raises(Conflict):
            store.import_record(Record(game="g", envelopes=tuple(other)))
    assert play.version == count(tmp_path)


def test_a_game_that_was_played_here_is_known_when_its_file_comes_back(store: GameStore) -> None:
    record = keep(store, played("g", LATE))
    assert not store.import_record(read_file(write_file(record)))
    assert "running" == store.heads()[0].status


def test_an_import_that_another_process_overtook_is_compared_with_what_that_brought(
    store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = played("g").record()
    store.import_record(record)
    monkeypatch.setattr(store, "exists", lambda game: False)
    assert not store.import_record(record)
    with pytest.raises(Conflict):
        store.import_record(Record(game="g", envelopes=record.envelopes[:-1]))


def test_what_one_seat_saw_is_not_imported(store: GameStore) -> None:
    record = played("g").record()
    with pytest.raises(Misuse, match="seat:1") as caught:
        store.import_record(record.seen_by(seat_viewer(1)))
    assert "request.shape" == caught.value.code
    assert store.import_record(record)


def test_what_cannot_follow_is_not_imported(store: GameStore) -> None:
    envelopes = played("g", LATE).envelopes
    backwards = [
        replace(e, n=n, event=o.event) for n, (e, o) in enumerate(zip(envelopes, envelopes[::-1], strict=True), 1)
    ]
    twice = [*envelopes[:2], *(replace(e, n=e.n + 1) for e in envelopes[1:])]
    gap = [*envelopes[:5], *envelopes[6:]]
    for n, wrong in ((1, []), (1, envelopes[1:]), (1, backwards), (3, twice), (6, gap)):
        with pytest.raises(CorruptFile) as caught:
            store.import_record(Record(game="g", envelopes=tuple(wrong)))
        assert n == caught.value.n
    assert [] == store.heads()


def test_illegal_events_that_fold_are_imported(store: GameStore) -> None:
    envelopes = played("g", LATE).envelopes
    assert store.import_record(
        Record(game="g", envelopes=(*envelopes[:1], *[replace(e, n=e.n - 1) for e in envelopes[2:4]]))
    )  # a seat is empty


@pytest.mark.parametrize("here", [(), ("g",), ("f",), ("g", "f")], ids=lambda here: "+".join(here) or "nobody")
def test_the_file_of_a_fork_of_a_fork_comes_out_byte_for_byte_whoever_of_its_parents_is_here(
    here: tuple[str, ...], store: GameStore, tmp_path: Path
) -> None:
    parent = played("g", LATE)
    fork = forked(parent.record(), 20, "f", count=6)
    child = forked(fork.record(), fork.version - 1, "c")
    for play in (parent, fork):
        if play.game in here:
            assert store.import_record(read_file(write_file(play.record())))
    written = write_file(child.record())
    assert store.import_record(read_file(written))
    assert written == write_file(store.record("c"))
    assert not store.import_record(read_file(written))
    assert (len(own(child)) if "f" in here else child.version) == count(tmp_path, game="c")
    assert ("imported", child.record().forked_from) == [(head.status, head.forked_from) for head in store.heads()][-1]
    grandchild = keep(store, forked(child.record(), 22, "gc"))
    assert write_file(grandchild) == write_file(store.record("gc"))


def test_a_fork_is_kept_whole_beside_a_parent_that_is_not_quite_its_own(store: GameStore, tmp_path: Path) -> None:
    parent = played("g", LATE).record()
    record = forked(parent, 20, "f").record()
    first = parent.envelopes[0]
    assert first.cause is not None
    fork = replace(record, envelopes=(replace(first, cause=replace(first.cause, key="other")), *record.envelopes[1:]))
    store.import_record(parent)
    store.import_record(fork)
    assert len(fork.envelopes) == count(tmp_path, game="f")
    assert write_file(fork) == write_file(store.record("f"))


def test_records_are_the_same_when_their_bytes_are() -> None:
    record = played("g", LATE).record()
    created = record.created
    # To Python 0 equals False, in a file it does not.
    options = {name: 0 if value is False else value for name, value in created.rules.options.items()}
    almost = replace(created, rules=replace(created.rules, options=options))
    other = replace(record, envelopes=(replace(record.envelopes[0], event=almost), *record.envelopes[1:]))
    assert other == record
    assert not same_bytes(other, record, 20)
    assert same_bytes(record, record, 20)


def test_a_fork_whose_own_lines_name_another_game_is_kept_whole(store: GameStore, tmp_path: Path) -> None:
    parent = played("g", LATE).record()
    store.import_record(parent)
    fork = forked(parent, 20, "f").record()
    odd = replace(fork, envelopes=(*fork.envelopes[:-1], replace(fork.envelopes[-1], game="x")))
    store.import_record(odd)
    assert len(odd.envelopes) == count(tmp_path, game="f")
    assert write_file(odd) == write_file(store.record("f"))


def test_a_fork_that_forks_nothing_is_not_kept(store: GameStore) -> None:
    parent = keep(store, played("g", LATE))
    fork = forked(parent, 20, "f", count=0).record()
    event = fork.envelopes[-1].event
    assert isinstance(event, GameForked)
    for game, changes in (
        ("nothing", {"at": 0}),
        ("itself", {"parent": "itself"}),
        ("beyond", {"at": 10_000}),
        ("inside", {"asked": 1}),
        ("dealt", {"mode": "redeal"}),
        ("given", {"table": Table()}),
    ):
        last = replace(fork.envelopes[-1], event=replace(event, **changes))
        with pytest.raises(CorruptFile) as caught:
            store.import_record(Record(game=game, envelopes=(*fork.envelopes[:-1], last)))
        assert fork.envelopes[-1].n == caught.value.n
    assert 1 == len(store.heads())


def test_lines_that_name_other_games_keep_their_names(store: GameStore) -> None:
    play = played("g", LATE)
    names = ["g", "x", "x", "g", "y", "g", "g", "x"]
    odd = [replace(envelope, game=names[n % len(names)]) for n, envelope in enumerate(play.envelopes)]
    record = Record(game="g", envelopes=tuple(odd))
    with pytest.raises(CorruptFile):
        read_file(write_file(record))
    store.import_record(record)
    assert write_file(record) == write_file(store.record("g"))
    fork = forked(store.record("g"), 20, "f")
    store.append("f", own(fork))
    assert write_file(fork.record()) == write_file(store.record("f"))


# The library's interface


def test_the_recorder_tells_the_events_of_all_games_by_their_positions(store: GameStore) -> None:
    recorder = store._recorder
    assert recorder.max_notification_id() is None
    one, two, three = (StoredEvent(*row, b"") for row in (("g", 1, "a"), ("h", 1, "b"), ("g", 2, "a")))
    assert [] == recorder.insert_events([])
    assert [1] == recorder.insert_events([one])
    with pytest.raises(IntegrityError):
        recorder.insert_events([two, one])
    assert [2, 3] == recorder.insert_events([two, three])
    assert 3 == recorder.max_notification_id()
    assert [one, three] == recorder.select_events("g")
    assert [three] == recorder.select_events("g", desc=True, limit=1) == recorder.select_events("g", gt=1)
    assert [one] == recorder.select_events("g", lte=1)
    told = {
        (1, 2, 3): recorder.select_notifications(None, 10),
        (1, 2): recorder.select_notifications(1, 2),
        (2, 3): recorder.select_notifications(1, 10, inclusive_of_start=False),
        (2,): recorder.select_notifications(2, 10, stop=2),
        (1, 3): recorder.select_notifications(None, 10, topics=["a", "c"]),
    }
    for positions, notifications in told.items():
        assert positions == tuple(notification.id for notification in notifications)
    assert ("h", 1, "b", b"") == (
        told[2,][0].originator_id, told[2,][0].originator_version, told[2,][0].topic, told[2,][0].state
    )  # fmt: skip
    with pytest.raises(NotSupportedError):
        recorder.subscribe()


def test_the_settings_are_those_that_keep_what_was_acknowledged(store: GameStore, tmp_path: Path) -> None:
    expected = {"synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000, "cell_size_check": 1, "journal_mode": "wal",
                "user_version": 3}  # fmt: skip
    for name, value in expected.items():
        assert ([(value,)], [(value,)]) == ask_both(store, f"PRAGMA {name}")
    store.close()
    assert b"BEAN" == (tmp_path / STORE).read_bytes()[68:72]


def test_the_doctor_hears_what_there_is_to_say(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(store, played("g", 2))
    monkeypatch.setattr("service.sqlite.file.sqlite3.sqlite_version_info", (3, 51, 2))
    checks = {name: (ok, says) for name, ok, says in store.checks()}
    assert ["sqlite", "folder", "durability", "integrity", "games"] == list(checks)
    assert all(ok for ok, _ in checks.values())
    assert "pysqlite3" in checks["sqlite"][1]
    assert "1 games, 2 events" == checks["games"][1]
    monkeypatch.setattr("service.sqlite.file.sqlite3.sqlite_version_info", (3, 51, 3))
    assert "pysqlite3" not in store.checks()[0][2]
    careless = store._recorder.file.connect()
    careless.execute("PRAGMA synchronous = NORMAL")
    monkeypatch.setattr(store._recorder, "file", StoreFile(lambda: careless, writable=True))
    assert ("durability", False, "synchronous is 1") == store.checks()[2]


# Bad folders


def cut(folder: Path, size: int) -> None:
    with (folder / STORE).open("r+b") as file:
        file.truncate(size)


def overwrite(folder: Path, offset: int, data: bytes) -> None:
    with (folder / STORE).open("r+b") as file:
        file.seek(offset)
        file.write(data)


def make_it_a_file(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.write_text("a shopping list")


def make_it_another_applications(folder: Path) -> None:
    (folder / STORE).unlink()
    meddle(folder, "CREATE TABLE recipes (bean TEXT)")


def leave_another_applications_log(folder: Path) -> None:
    """What an application that was killed leaves behind, and SQLite would tidy up."""
    make_it_another_applications(folder)
    with closing_file(folder) as file:
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("INSERT INTO recipes VALUES ('chili')")
        for name in (STORE, f"{STORE}-wal"):
            shutil.copy(folder / name, folder / f"copy-{name}")
    for name in (STORE, f"{STORE}-wal"):
        (folder / f"copy-{name}").rename(folder / name)


def replace_by_folder(folder: Path) -> None:
    (folder / STORE).unlink()
    (folder / STORE).mkdir()


def leave_only_the_log(folder: Path) -> None:
    (folder / STORE).rename(folder / f"{STORE}-wal")


BAD_FOLDERS: dict[str, tuple[Callable[[Path], None], str]] = {
    "a file": (make_it_a_file, "is a file, not a folder"),
    "no database": (lambda folder: overwrite(folder, 0, b"a shopping list"), "not a database"),
    "another application": (make_it_another_applications, "another application"),
    "another application, killed": (leave_another_applications_log, "another application"),
    "a newer schema": (lambda folder: meddle(folder, "PRAGMA user_version = 99"), "newer Haricot.*update"),
    "no schema": (lambda folder: meddle(folder, "PRAGMA user_version = 0"), "damaged"),
    "a table missing": (lambda folder: meddle(folder, "DROP TABLE names"), "lacks names.*Restore"),
    "an empty file": (lambda folder: cut(folder, 0), "empty.*Restore"),
    "half a header": (lambda folder: cut(folder, 50), "damaged.*Restore"),
    "only the header": (lambda folder: cut(folder, 100), "damaged.*Restore"),
    "only the first page": (lambda folder: cut(folder, 4096), "damaged.*Restore"),
    "cut at a page": (lambda folder: cut(folder, 5 * 4096), "damaged.*Restore"),
    "cut within a page": (lambda folder: cut(folder, (folder / STORE).stat().st_size - 7), "cut off.*Restore"),
    "its schema overwritten": (lambda folder: overwrite(folder, 100, b"\xff" * 3000), "damaged.*Restore"),
    "a folder in its place": (replace_by_folder, "not a file"),
    "only its log": (leave_only_the_log, "still there|there is no store"),
}


@pytest.fixture(scope="module")
def good_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store in which all is well; look, do not touch."""
    folder = tmp_path_factory.mktemp("good")
    with open_store(folder) as store:
        keep(store, played("g", LATE))
    (folder / LOCK).unlink()
    return folder


def test_a_good_folder_is_no_problem(good_folder: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(good_folder, tmp_path / "data")
    for create in (True, False):
        with open_store(folder, create=create) as store:
            assert played("g", LATE).record() == store.record("g")
    assert [*contents(good_folder).values()] == [*contents(folder).values()], "looking changes nothing"


@pytest.mark.parametrize("create", [True, False], ids=["to write", "to read"])
@pytest.mark.parametrize("bad", BAD_FOLDERS)
def test_a_bad_folder_is_one_clear_problem_and_stays_as_it_is(
    bad: str, create: bool, good_folder: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(good_folder, tmp_path / "data")
    make_bad, says = BAD_FOLDERS[bad]
    make_bad(folder)
    before = contents(folder)
    with pytest.raises(StoreProblem, match=says) as caught:
        open_store(folder, create=create)
    assert "unavailable" == caught.value.code
    after = contents(folder)
    if bad == "only its log" and create:  # it takes the lock before it looks whether it may make a new one
        assert b"" == after.pop(str(folder / LOCK))
    assert before == after


def test_a_folder_without_a_store_says_how_to_make_one_and_stays_empty(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        with pytest.raises(StoreProblem, match=r"haricot simulate.*haricot import") as caught:
            open_store(folder, create=False)
        assert "unavailable" == caught.value.code
    assert [] == list(tmp_path.iterdir())


def test_what_a_crash_left_of_a_store_half_made_is_cleared_away(tmp_path: Path) -> None:
    for leftover in (f"{STORE}.new", f"{STORE}.new-journal", f"{STORE}.new-wal"):
        (tmp_path / leftover).write_bytes(b"half a store")
    with open_store(tmp_path) as store:
        keep(store, played("g", 2))
    assert {STORE, LOCK} == {path.name for path in tmp_path.iterdir()}


def test_a_path_may_hold_what_a_uri_may_not(tmp_path: Path) -> None:
    folder = tmp_path / "50% off? #1 ü&mode=ro"
    with open_store(folder) as store:
        keep(store, played("g", 2))
    assert {STORE, LOCK} == {path.name for path in folder.iterdir()}


def test_a_new_folder_is_for_its_owner_alone(tmp_path: Path) -> None:
    open_store(tmp_path / "a" / "b").close()
    assert 0o700 == (tmp_path / "a" / "b").stat().st_mode & 0o777


def test_what_lies_in_a_folder_that_was_there_is_for_its_owner_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with open_store(tmp_path) as store:
        keep(store, played("g"))
        assert store.take_duty("bots")
        files = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert {STORE, f"{STORE}-wal", f"{STORE}-shm", LOCK, "bots.lock"} == set(files)
    assert {0o600} == set(files.values())


def test_a_store_that_was_copied_without_its_log_mode_gets_it_back(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    meddle(tmp_path, "PRAGMA journal_mode = DELETE")
    with open_store(tmp_path, create=False) as store:
        assert "wal" == store._recorder.rows("PRAGMA journal_mode")[0][0]


def test_damage_in_the_middle_is_told_when_it_is_met(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        keep(store, played("g", EVERYTHING))
    pages = (tmp_path / STORE).stat().st_size // 4096
    overwrite(tmp_path, 8 * 4096, b"\xff" * (pages - 8) * 4096)
    with open_store(tmp_path, create=False) as store:
        with pytest.raises(StoreProblem, match="haricot doctor") as caught:
            store.record("g")
        assert "unavailable" == caught.value.code
        assert ("integrity", False) in [(name, ok) for name, ok, _ in store.checks()]


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ("DELETE FROM events WHERE originator_version = 5", "g in .* is damaged: event 5 is missing"),
        ("DELETE FROM events", "g in .* is damaged: event 1 is missing"),
        ("UPDATE events SET state = x'c1' WHERE originator_version = 5", "event 5 of g"),
        ("UPDATE events SET state = 7 WHERE originator_version = 5", "event 5 of g"),
        ("UPDATE events SET topic = 'bean_eaten.1' WHERE originator_version = 5", "event 5 of g.*bean_eaten"),
    ],
)
def test_rows_that_are_gone_or_spoilt_are_told(fault: str, says: str, store: GameStore, tmp_path: Path) -> None:
    keep(store, played("g"))
    store.record("g")
    meddle(tmp_path, fault)
    with pytest.raises(StoreProblem, match=f"{says}.*backup") as caught:
        store.record("g")
    assert "unavailable" == caught.value.code


def test_a_game_whose_first_event_is_gone_is_passed_over_and_named(store: GameStore, tmp_path: Path) -> None:
    keep(store, played("g"))
    keep(store, played("h"))
    meddle(tmp_path, "DELETE FROM events WHERE originator_id = 'g' AND originator_version = 1")
    assert ["h"] == [head.game for head in store.heads()]
    assert {"g": "its first event is missing"} == store.roll.faults()


def test_a_store_in_the_hands_of_another_program_is_told(store: GameStore, tmp_path: Path) -> None:
    ask_both(store, "PRAGMA busy_timeout = 10")
    with closing_file(tmp_path) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreProblem, match="locked") as caught:
            keep(store, played("g"))
        assert "unavailable" == caught.value.code
    keep(store, played("g"))


# Folders of other people


def tried(attempt: Callable[[], object]) -> object:
    """What comes of an attempt, or its problem."""
    try:
        return attempt()
    except StoreProblem as problem:
        return f"{problem.code}: {problem.says}"


def locked_out(folder: Path, answer: Connection) -> None:
    """What somebody finds who may not write into these folders."""
    if os.getuid() == 0:
        os.setuid(NOBODY)
    found: dict[str, object] = {}
    with open_store(folder / "kept") as store:
        found["heads"] = [(head.game, head.version) for head in store.heads()]
        found["record"] = write_file(store.record("g"))
        found["append"] = tried(lambda: store.append("h", played("h", 2).envelopes))
        found["checks"] = {name: ok for name, ok, _ in store.checks()}
    with open_store(folder / "file") as store:
        found["file"] = [head.game for head in store.heads()]
        found["append to the file"] = tried(lambda: store.append("h", played("h", 2).envelopes))
    for name in ("empty", "empty/new", "killed", "closed", "secret"):
        found[name] = tried(lambda name=name: open_store(folder / name))  # type: ignore[misc]  # binds the name
    answer.send(found)


@pytest.fixture
def public_path() -> Iterator[Path]:
    """A folder that everybody may enter, unlike those of pytest."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    for path in folder.iterdir():
        path.chmod(0o755)
    shutil.rmtree(folder)


def test_what_cannot_be_written_can_be_read_where_possible_and_stays_as_it_is(public_path: Path) -> None:
    record = played("g").record()
    for name in ("kept", "file", "killed", "closed", "secret"):
        (public_path / name).mkdir()
        with open_store(public_path / name) as store:
            store.import_record(record)
            if name == "killed":
                shutil.copy(public_path / name / f"{STORE}-wal", public_path / name / "wal")
    (public_path / "killed" / "wal").rename(public_path / "killed" / f"{STORE}-wal")
    (public_path / "empty").mkdir()
    for name in ("kept", "file", "killed"):  # their owner lets others read them, which no store does by itself
        for file in (public_path / name).glob(f"{STORE}*"):
            file.chmod(0o444)
    for name, mode in (
        ("kept", 0o555),
        ("file", 0o777),
        ("killed", 0o555),
        ("closed", 0o555),
        ("empty", 0o555),
        ("secret", 0o000),
    ):
        (public_path / name).chmod(mode)
    before = contents(public_path)
    (public_path / "closed" / STORE).chmod(0o000)
    receiver, sender = SPAWN.Pipe(duplex=False)
    child = SPAWN.Process(target=locked_out, args=(public_path, sender))
    child.start()
    sender.close()
    found = receiver.recv()
    child.join()
    (public_path / "closed" / STORE).chmod(0o600)
    (public_path / "file" / LOCK).touch()
    assert before == contents(public_path)
    assert [("g", len(record.envelopes))] == found["heads"]
    assert write_file(record) == found["record"]
    assert ["g"] == found["file"]
    assert [False] == [ok for name, ok in found["checks"].items() if name == "folder"]
    for name in ("append", "append to the file", "empty", "empty/new", "killed", "closed", "secret"):
        assert str(found[name]).startswith("unavailable: "), (name, found[name])
    assert str(found["closed"]).endswith("open it as somebody who may write")
