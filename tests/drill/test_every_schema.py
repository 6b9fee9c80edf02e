"""A store of every schema, released or not, can be read unchanged and migrated."""

import lzma
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from service.store.errors import StoreProblem
from service.store.event_store import open_store
from service.store.sqlite import migration_runner, migrations
from service.store.sqlite.file import STORE
from service.store.sqlite.structure import DERIVED_TABLES, columns_of, structure
from tests.drill.keep_schema import KEPT
from tests.service.command_line import haricot, run_ok, run_refused
from tests.service.store.folders import contents, meddle

GAME = "duel-2-4-0001"
STORES = sorted(path.name.removesuffix(".sqlite3.xz") for path in KEPT.glob("*.sqlite3.xz"))
NUMBERED = sorted((name for name in STORES if name.isdigit()), key=int)
INCOMPLETE = {"5-6efa883", "5-babaf71", "6-6da05ae", "6-70c58a7", "6-8b3aa15", "6-cb4279d"}
"""Stores of unreleased commits, which lack parts that a later commit of the same number added."""
READING = (
    ("list", "--json"),
    ("audit", "--all", "--json"),
    ("digest", "--json"),
    ("show", GAME, "--at", "100"),
    ("events", GAME, "--json"),
    ("export", GAME, "--out", "-"),
    ("erase", "Ana"),
    ("scoresheet", GAME),
    ("doctor", "--json"),
    ("backup", "kept.gz"),
)


def unpacked(name: str, folder: Path) -> Path:
    """Unpack a kept store into its own folder."""
    (folder / name).mkdir()
    (folder / name / STORE).write_bytes(lzma.decompress((KEPT / f"{name}.sqlite3.xz").read_bytes()))
    with closing(sqlite3.connect(folder / name / STORE)) as file:
        file.execute("PRAGMA journal_mode = WAL")  # as it was where it was made
    return folder / name


def answers(store: Path, commands: tuple[tuple[str, ...], ...] = READING) -> dict[str, tuple[int, str]]:
    """Return the answer of each reading command on a store; of the doctor only its faults."""
    found = {}
    for command in commands:
        answer = haricot(*command, "--data", store)
        name = command[0]
        if name == "doctor":  # the key that signed is not kept, and the disk is this machine's
            wrong = [line for line in answer.lines if not line["ok"] and line["check"] not in ("key", "disk")]
            found[name] = (len(wrong), str(wrong))
        else:
            found[name] = (answer.code, "" if name == "backup" else answer.out.replace(str(store), "STORE"))
        assert answer.err == "", (name, answer.err)
        Path("kept.gz").unlink(missing_ok=True)
    return found


@pytest.fixture(autouse=True)
def own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the key, the list of erased names and the backups of this test."""
    monkeypatch.setenv("HARICOT_KEY_FILE", str(tmp_path / "signing.key"))
    monkeypatch.setenv("HARICOT_ERASED", str(tmp_path / "erased.json"))
    monkeypatch.chdir(tmp_path)


def test_every_schema_number_has_a_store_that_matches_its_steps(tmp_path: Path) -> None:
    """A changed step needs a higher VERSION and `python -m tests.drill.keep_schema`. Kept stores never change."""
    assert NUMBERED == [str(number) for number in range(3, migrations.VERSION + 1)], "run tests.drill.keep_schema"
    for name in NUMBERED:
        with closing(sqlite3.connect(unpacked(name, tmp_path) / STORE)) as file:
            there, made = columns_of(file), structure(int(name))
            newest = int(name) == migrations.VERSION
            left_out = set() if newest else DERIVED_TABLES
            assert {table: there[table] for table in there.keys() - left_out} == {
                table: made.columns[table] for table in made.columns.keys() - left_out
            }, f"the steps up to {name} were changed: raise VERSION, and add a step"
            indexes = {index for (index,) in file.execute("SELECT name FROM sqlite_master WHERE type='index'")}
            if newest:
                assert made.indexes.keys() <= indexes


def test_reading_commands_do_not_migrate_an_older_store(tmp_path: Path) -> None:
    store = unpacked("4", tmp_path)
    before = contents(store)
    assert "1 games" in run_ok("digest", "--data", store).out
    assert GAME in run_ok("list", "--data", store).out
    assert contents(store) == before
    assert run_ok("simulate", "--edition", "duel", "--players", "2", "--out", tmp_path).out
    assert haricot("import", tmp_path, "--data", store).err.startswith(f"haricot: migrated the store in {store} from")
    assert contents(store) != before


@pytest.mark.long
@pytest.mark.parametrize("name", STORES)
def test_reading_commands_print_the_same_before_and_after_a_migration(name: str, tmp_path: Path) -> None:
    store, number = unpacked(name, tmp_path), name.partition("-")[0]
    before = contents(store)
    if name in INCOMPLETE:
        for command in READING:
            said = haricot(*command, "--data", store)
            assert said.code in (1, 2)
            assert f"has schema {number} of an unreleased Haricot: it lacks " in said.out + said.err, command
            assert "damaged" not in said.out + said.err
        as_it_was = None
    else:
        as_it_was = answers(store)
        assert {code for code, _ in as_it_was.values()} == {0}
    assert contents(store) == before
    said = haricot("migrate", "--data", store)
    older = number != str(migrations.VERSION) or name in INCOMPLETE
    assert said.err.startswith(f"haricot: migrated the store in {store} from schema {number}") is older
    migrated = answers(store)
    assert {code for code, _ in migrated.values()} == {0}
    assert as_it_was in (None, migrated)
    with closing(sqlite3.connect(store / STORE)) as file:
        there, made = columns_of(file), structure(migrations.VERSION)
        assert there == made.columns
        indexes = {index for (index,) in file.execute("SELECT name FROM sqlite_master WHERE type='index'")}
        assert made.indexes.keys() <= indexes
    assert haricot("migrate", "--data", store).out.startswith("the store has schema")
    if older and name not in INCOMPLETE:
        way_back = tmp_path / "back"
        way_back.mkdir()
        shutil.copy(store / f"{STORE}.schema-{number}", way_back / STORE)
        assert answers(way_back, READING[:3]).items() <= as_it_was.items()
        with closing(sqlite3.connect(way_back / STORE)) as file:
            assert file.execute("PRAGMA user_version").fetchone() == (int(number),)


def test_a_writing_command_migrates_the_store_and_reports_it_in_one_line(tmp_path: Path) -> None:
    store = unpacked("6-70c58a7", tmp_path)
    said = haricot("token", "service", "--data", store)
    assert said.code == 0
    assert said.err == (
        f"haricot: migrated the store in {store} from schema 6 to {migrations.VERSION},"
        f" added webhook_dead_letters, webhook_games, webhooks; {store / STORE}.schema-6 is a copy from before\n"
    )
    assert haricot("token", "service", "--data", store).err == ""


def test_an_incomplete_table_with_rows_is_not_migrated(tmp_path: Path) -> None:
    store = unpacked("5-babaf71", tmp_path)
    meddle(store, f"INSERT INTO filed_texts VALUES ('d', '{GAME}', 's', 'Illegal!', NULL)")
    before = (store / STORE).read_bytes()
    says = run_refused("migrate", "--data", store)
    assert "was made by an unreleased Haricot of schema 5, and its rows lack filed_texts.at: export the games" in says
    assert (store / STORE).read_bytes() == before


def test_without_space_for_a_copy_no_store_is_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = unpacked("3", tmp_path)
    before = contents(store)
    monkeypatch.setattr(migration_runner, "SPARE_BYTES", 2**62)
    assert "make room for" in run_refused("migrate", "--data", store)
    assert {name: file for name, file in contents(store).items() if not name.endswith("write.lock")} == before
    assert run_ok("list", "--data", store).out


def test_control_a_missing_column_or_table_is_reported_as_damage(tmp_path: Path) -> None:
    for number, statement, lacks in (
        ("7", "ALTER TABLE players DROP COLUMN bot", "players.bot"),
        ("7", "DROP TABLE answers", "answers"),
        ("4", "ALTER TABLE annotations DROP COLUMN author", "annotations.author"),
    ):
        folder = tmp_path / lacks
        folder.mkdir()
        store = unpacked(number, folder)
        meddle(store, statement)
        with pytest.raises(StoreProblem, match=f"damaged: it lacks {lacks}"):
            open_store(store)
