"""Check migrations of stores of the first version: no game changes."""

import multiprocessing
import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from replay.record import write_file
from service.store.entries.metadata_store import (
    Annotation,
    Arrangement,
    FormerPlayer,
    IdempotencyRecord,
    Player,
    TokenEntry,
)
from service.store.envelope_mapper import EnvelopeMapper, LoggedEnvelope
from service.store.errors import Conflict, StoreProblem
from service.store.event_store import open_store
from service.store.sqlite import migration_runner as sqlite_migration
from service.store.sqlite import migrations as sqlite_schema
from service.store.sqlite.file import STORE
from service.store.sqlite.locks import LOCK, exclusive
from service.store.sqlite.migrations import VERSION
from tests.service.store.folders import closing_file, contents, found_without_rights, meddle, tried
from tests.service.store.games import EVERYTHING, add_game, own_envelopes, play_fork, play_game

SPAWN = multiprocessing.get_context("spawn")
SCHEMA_1 = """
CREATE TABLE games (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL UNIQUE,
        origin TEXT NOT NULL CHECK (origin IN ('played', 'imported')),
        prefix_of TEXT REFERENCES games (game),
        prefix_to INTEGER CHECK ((prefix_of IS NULL) = (prefix_to IS NULL)));
CREATE TABLE events (
        position INTEGER PRIMARY KEY AUTOINCREMENT,
        originator_id TEXT NOT NULL,
        originator_version INTEGER NOT NULL,
        topic TEXT NOT NULL,
        state BLOB NOT NULL,
        UNIQUE (originator_id, originator_version));
CREATE INDEX milestones ON events (originator_id, originator_version) WHERE topic GLOB 'game_*';
CREATE TABLE secrets (
        game TEXT PRIMARY KEY NOT NULL REFERENCES games (game),
        seed BLOB NOT NULL CHECK (length(seed) = 48));
CREATE TABLE names (
        game TEXT NOT NULL REFERENCES games (game),
        since INTEGER NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (game, since));
PRAGMA application_id = 1111834958;
PRAGMA user_version = 1;
PRAGMA journal_mode = WAL;
"""
"""The schema that the first Haricot wrote, verbatim."""
NEW_SINCE = {
    "arrangements",
    "players",
    "tokens",
    "annotations",
    "answers",
    "former_players",
    "roll",
    "best_results",
    "roll_reached",
    "game_keys",
    "signing_heads",
    "service_log",
    "log_checkpoints",
    "proceedings",
    "filed_texts",
    "bearers",
}
SCHEMA_2 = """
ALTER TABLE events ADD COLUMN request TEXT;
CREATE UNIQUE INDEX requests_once ON events (originator_id, request) WHERE request IS NOT NULL;
CREATE TABLE arrangements (
        game TEXT PRIMARY KEY NOT NULL REFERENCES games (game),
        private INTEGER NOT NULL,
        delay_events INTEGER NOT NULL,
        delay_ms INTEGER NOT NULL,
        pace_ms INTEGER NOT NULL,
        paused INTEGER NOT NULL);
CREATE TABLE players (
        game TEXT NOT NULL REFERENCES games (game),
        seat INTEGER NOT NULL,
        kind TEXT NOT NULL,
        bot TEXT,
        name TEXT,
        PRIMARY KEY (game, seat));
CREATE TABLE tokens (
        digest TEXT PRIMARY KEY NOT NULL,
        kind TEXT NOT NULL,
        game TEXT REFERENCES games (game),
        seat INTEGER,
        made INTEGER NOT NULL,
        expires INTEGER,
        revoked INTEGER,
        reason TEXT);
CREATE INDEX tokens_of ON tokens (game, kind, seat);
CREATE TABLE annotations (
        id TEXT PRIMARY KEY NOT NULL,
        game TEXT NOT NULL REFERENCES games (game),
        n INTEGER NOT NULL,
        at INTEGER NOT NULL,
        by TEXT NOT NULL,
        kind TEXT NOT NULL,
        text TEXT NOT NULL);
CREATE INDEX annotations_of ON annotations (game, n);
CREATE TABLE answers (
        scope TEXT NOT NULL,
        key TEXT NOT NULL,
        digest TEXT NOT NULL,
        made TEXT NOT NULL,
        PRIMARY KEY (scope, key));
PRAGMA user_version = 2;
"""
"""What the Haricot of 2f2e6b5 added to it, verbatim."""
REGISTER_2 = """
INSERT INTO arrangements VALUES ('g', 1, 0, 3600000, 1000, 0);
INSERT INTO players VALUES ('g', 0, 'human', NULL, 'Ana');
INSERT INTO tokens VALUES ('d', 'organiser', 'g', NULL, 1, NULL, NULL, NULL);
INSERT INTO annotations VALUES ('a', 'g', 3, 7, 'seat:1', 'comment', 'Hello.');
INSERT INTO answers VALUES ('organiser create_game -', 'tuesday-1', 'e', 'g');
"""
"""Metadata of that version, with a shared idempotency key."""
GAME = play_game("g", EVERYTHING)
FORK = play_fork(GAME.record(), 20, "f")
SEED = bytes(range(48))


def write_schema_1(folder: Path) -> Path:
    """Write a store of schema 1: a game played to its end, and a fork of it."""
    folder.mkdir(exist_ok=True)
    mapper = EnvelopeMapper()
    with closing_file(folder) as file:
        file.executescript(SCHEMA_1)
        file.execute("BEGIN")
        file.execute("INSERT INTO games (game, origin) VALUES ('g', 'played')")
        file.execute("INSERT INTO games (game, origin, prefix_of, prefix_to) VALUES ('f', 'played', 'g', 20)")
        file.execute("INSERT INTO secrets VALUES ('g', ?)", (SEED,))
        for envelope in (*GAME.envelopes, *own_envelopes(FORK)):
            row = mapper.to_stored_event(LoggedEnvelope(envelope.game, envelope.n, envelope))
            file.execute(
                "INSERT INTO events (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)",
                (row.originator_id, row.originator_version, row.topic, row.state),
            )
        file.execute("COMMIT")
    return folder


def schema_of(folder: Path) -> tuple[int, dict[str, str]]:
    """Return the version of a store's schema, and its SQL by name."""
    with closing_file(folder) as file:
        parts = dict(file.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL").fetchall())
        return file.execute("PRAGMA user_version").fetchone()[0], parts


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder with a store of schema 1."""
    return write_schema_1(tmp_path / "old")


def test_control_the_old_store_has_schema_1(old: Path) -> None:
    version, parts = schema_of(old)
    assert 1 == version
    assert not NEW_SINCE & set(parts)
    assert "request" not in parts["events"]


@pytest.mark.parametrize("create", [True, False], ids=["to write", "to read"])
def test_a_store_of_schema_1_is_migrated_and_keeps_every_byte(create: bool, old: Path) -> None:
    with open_store(old, create=create) as store:
        assert write_file(GAME.record()) == write_file(store.record("g"))
        assert write_file(FORK.record()) == write_file(store.record("f"))
        assert (SEED, None) == (store.seed("g"), store.seed("f"))
        assert [("g", GAME.version), ("f", FORK.version)] == [(head.game, head.version) for head in store.heads()]
        assert len(GAME.envelopes) + len(own_envelopes(FORK)) == store.position()
        assert all(ok for _, ok, _ in store.checks())
    version, parts = schema_of(old)
    assert VERSION == version
    assert set(parts) >= NEW_SINCE


def test_a_store_of_schema_2_keeps_its_metadata_without_shared_keys(old: Path, tmp_path: Path) -> None:
    with closing_file(old) as file:
        file.executescript(SCHEMA_2 + REGISTER_2)
    assert 2 == schema_of(old)[0]
    with open_store(old) as store:
        assert write_file(GAME.record()) == write_file(store.record("g"))
        assert [Arrangement(game="g", private=True, delay_ms=3600000, pace_ms=1000)] == store.find_entries(Arrangement)
        assert [Player(game="g", seat=0, kind="human", name="Ana")] == store.find_entries(Player)
        assert ["d"] == [entry.digest for entry in store.find_entries(TokenEntry)]
        assert [("seat:1", None)] == [(entry.by, entry.author) for entry in store.find_entries(Annotation)]
        assert [] == [*store.find_entries(IdempotencyRecord), *store.find_entries(FormerPlayer)]
    open_store(tmp_path / "new").close()
    assert schema_of(tmp_path / "new") == schema_of(old)


def test_a_migrated_store_has_the_schema_of_a_new_one(old: Path, tmp_path: Path) -> None:
    open_store(old).close()
    open_store(tmp_path / "new").close()
    assert schema_of(tmp_path / "new") == schema_of(old)


def test_games_of_a_migrated_store_continue_and_requests_are_unique(old: Path) -> None:
    fork = play_fork(FORK.record(), FORK.version, "f2")
    batch = own_envelopes(fork)
    with open_store(old) as store:
        store.append("f2", batch[:1], request="organiser fork", entries=[Arrangement(game="f2", private=True)])
        store.append("f2", batch[1:], request="seat:0 end")
        with pytest.raises(Conflict):
            store.append("f2", batch[1:], request="seat:0 end")
        store.save_entries(Arrangement(game="g", paused=True))
    with open_store(old, create=False) as store:
        assert write_file(fork.record()) == write_file(store.record("f2"))
        assert {"f2", "g"} == {arranged.game for arranged in store.find_entries(Arrangement)}
        assert batch[1].n == store.event_of_request("f2", "seat:0 end")


def test_a_migration_keeps_what_is_in_the_log_of_a_killed_process(old: Path, tmp_path: Path) -> None:
    killed = tmp_path / "killed"
    with closing_file(old) as file:
        file.execute("PRAGMA wal_autocheckpoint = 0")
        file.execute("INSERT INTO games (game, origin) VALUES ('late', 'played')")
        shutil.copytree(old, killed)
    assert (killed / f"{STORE}-wal").stat().st_size > 0
    with open_store(killed) as store:
        assert store.exists("late")
    assert VERSION == schema_of(killed)[0]


def test_a_store_with_a_reset_version_is_migrated_again(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        add_game(store, play_game("g"))
        before, schema = store.heads(), schema_of(tmp_path)
    with closing_file(tmp_path) as file:
        file.execute("PRAGMA user_version = 3")
    with open_store(tmp_path) as store:
        assert before == store.heads()
    assert schema == schema_of(tmp_path)


def test_a_trial_write_does_not_change_the_version(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        with closing_file(tmp_path) as file:
            file.execute(f"PRAGMA user_version = {VERSION}")
        store.require_writable()
    assert VERSION == schema_of(tmp_path)[0]


def test_a_failed_migration_changes_nothing(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = schema_of(old)
    with monkeypatch.context() as patch:
        patch.setitem(sqlite_schema.STEPS, VERSION, (*sqlite_schema.STEPS[VERSION], "INSERT INTO nowhere VALUES (1)"))
        with pytest.raises(StoreProblem, match="nowhere"):
            open_store(old)
    assert before == schema_of(old)
    open_store(old).close()
    assert VERSION == schema_of(old)[0]


@pytest.mark.parametrize("missing", ["games", "events", "secrets", "names"])
def test_a_store_of_schema_1_without_a_table_is_refused_and_not_changed(missing: str, old: Path) -> None:
    meddle(old, "PRAGMA foreign_keys = OFF", f"DROP TABLE {missing}", "PRAGMA journal_mode = DELETE")
    before = contents(old)
    with pytest.raises(StoreProblem, match=f"lacks {missing}.*Restore"):
        open_store(old)
    assert before == contents(old)


def look(folder: Path) -> object:
    """Open the store for reading; return the result or the error."""
    return tried(lambda: open_store(folder, create=False))


def test_a_read_only_store_of_schema_1_is_refused_with_advice(public_path: Path) -> None:
    folder = write_schema_1(public_path / "old")
    before = contents(folder)
    folder.chmod(0o555)
    found = found_without_rights(look, folder)
    folder.chmod(0o755)
    says = f"has schema 1 of an older Haricot. As a user who may write there, run `haricot migrate --data {folder}`"
    assert str(found).startswith(f"StoreOutdated: {folder} {says}, which brings it to schema ")
    assert before == contents(folder)


def arrangements(folder: Path) -> object:
    """Return the arrangements that a read-only process finds."""

    def found() -> object:
        with open_store(folder, create=False) as store:
            return [(one.game, one.pace_ms, one.patience_ms) for one in store.find_entries(Arrangement)]

    return tried(found)


@pytest.mark.long
def test_a_read_only_store_of_schema_6_is_read_with_the_default_patience(public_path: Path) -> None:
    folder = public_path / "old"
    with open_store(folder) as store:
        add_game(store, play_game("g"))
        store.save_entries(Arrangement(game="g", pace_ms=5, patience_ms=1))
    meddle(folder, "ALTER TABLE arrangements DROP COLUMN patience_ms", "PRAGMA user_version = 6")
    meddle(folder, "PRAGMA journal_mode = DELETE")
    (folder / STORE).chmod(0o644)
    before = contents(folder)
    folder.chmod(0o555)
    found = found_without_rights(arrangements, folder)
    folder.chmod(0o755)
    assert [("g", 5, 30_000)] == found
    assert before == contents(folder)
    open_store(folder).close()
    assert [("g", 5, 30_000)] == arrangements(folder)


def migrate(folder: Path, start: Barrier) -> None:
    """Open the store at the same time as another process, and use a new table."""
    start.wait(timeout=20)
    with open_store(folder) as store:
        store.save_entries(Arrangement(game="g", paused=True))
        assert GAME.record() == store.record("g")


@pytest.mark.long
def test_two_processes_can_migrate_a_store_at_once(old: Path) -> None:
    start = SPAWN.Barrier(2)
    both = [SPAWN.Process(target=migrate, args=(old, start)) for _ in range(2)]
    for process in both:
        process.start()
    for process in both:
        process.join(timeout=30)
        assert 0 == process.exitcode
    assert VERSION == schema_of(old)[0]
    assert {STORE, LOCK, f"{STORE}.schema-1"} == {path.name for path in old.iterdir()}


def test_an_overtaken_migration_is_not_repeated(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def overtaken(folder: Path) -> AbstractContextManager[None]:
        monkeypatch.undo()
        open_store(folder).close()
        assert VERSION == schema_of(folder)[0]
        return exclusive(folder)

    monkeypatch.setattr("service.store.sqlite.migration_runner.exclusive", overtaken)
    with open_store(old) as store:
        assert exclusive is sqlite_migration.exclusive, "another process was faster"
        assert GAME.record() == store.record("g")


def test_threads_can_migrate_a_store_at_once(old: Path) -> None:
    with ThreadPoolExecutor(4) as threads:
        for store in threads.map(lambda _: open_store(old), range(4)):
            assert GAME.record() == store.record("g")
            store.close()
