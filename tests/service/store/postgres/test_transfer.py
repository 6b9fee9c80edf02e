"""Check that a store moves from a folder into a database and back without a visible change."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from service.store.archive.file import CorruptArchive
from service.store.entries.metadata_store import Annotation
from service.store.errors import StoreProblem
from service.store.event_store import open_store
from service.store.location import Database, Location
from tests.servers.postgres import Postgres, binaries
from tests.service.api.conftest import ApiClient, Match
from tests.service.command_line import run_ok
from tests.service.filled_stores import (
    digest_from_files,
    full_store,
    has_same_contents,
    make_backup,
    restore_backup,
    small_store,
    store_digest,
)
from tests.service.store.folders import count
from tests.service.store.test_backup import RESTORES, Load, require_history, restore_under_load, shares
from tests.service.store.test_crash import BATCHES, append


def test_a_store_moved_to_postgresql_and_back_is_the_same_byte_for_byte(location: Database, tmp_path: Path) -> None:
    source, back = full_store(tmp_path / "source"), tmp_path / "back"
    answer = make_backup(source, tmp_path / "from-sqlite")
    assert answer == restore_backup(location, tmp_path / "from-sqlite")
    assert answer == make_backup(location, tmp_path / "from-postgres")
    assert answer == restore_backup(back, tmp_path / "from-postgres")
    assert store_digest(source) == store_digest(location) == store_digest(back) == answer.digest
    assert (tmp_path / "from-sqlite").read_bytes() == (tmp_path / "from-postgres").read_bytes()
    with open_store(source) as one, open_store(location) as other:
        assert has_same_contents(one, other)
        assert all(ok for _, ok, _ in other.checks())
        append(other, "after", BATCHES[0])  # positions continue
        assert other.position() == count(source) + len(BATCHES[0])
    assert store_digest(location) != answer.digest


def test_restore_fills_an_empty_database_only(location: Database, tmp_path: Path) -> None:
    make_backup(small_store(tmp_path / "small"), tmp_path / "small.gz")
    full_store(location)
    make_backup(location, tmp_path / "before")
    with pytest.raises(StoreProblem, match="is not empty"):
        restore_backup(location, tmp_path / "small.gz")
    make_backup(location, tmp_path / "after")
    assert (tmp_path / "before").read_bytes() == (tmp_path / "after").read_bytes()


def test_a_damaged_backup_leaves_the_database_empty(location: Database, tmp_path: Path) -> None:
    make_backup(small_store(tmp_path / "small"), tmp_path / "file")
    good = (tmp_path / "file").read_bytes()
    (tmp_path / "file").write_bytes(good[:900] + b"x" + good[901:])
    with pytest.raises(CorruptArchive):
        restore_backup(location, tmp_path / "file")
    (tmp_path / "file").write_bytes(good)
    assert restore_backup(location, tmp_path / "file").games == 1


@pytest.mark.long
@pytest.mark.parametrize("restores", shares(RESTORES))
def test_a_backup_of_a_database_under_load_is_a_consistent_snapshot(
    restores: int, location: Database, tmp_path: Path
) -> None:
    restore_under_load(location, tmp_path, restores)


def native(program: str, *arguments: str | Path) -> None:
    """Run one of the programs of PostgreSQL."""
    command = [binaries() / program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"})
    assert done.returncode == 0, done.stderr


def test_pg_dump_and_pg_restore_keep_the_digest_under_load(
    postgres: Postgres, location: Database, tmp_path: Path
) -> None:
    full_store(location)
    before = store_digest(location)
    other = Database(url=postgres.url(postgres.new_database()))
    native("pg_dump", "--format=custom", f"--file={tmp_path / 'dump'}", location.url)
    native("pg_restore", "--no-owner", f"--dbname={other.url}", tmp_path / "dump")
    assert store_digest(other) == before
    with open_store(location) as one, open_store(other) as copy:
        assert has_same_contents(one, copy)
    third = Database(url=postgres.url(postgres.new_database()))
    with Load(location) as load:
        least = dict(load.acknowledged)
        native("pg_dump", "--format=custom", f"--file={tmp_path / 'dump'}", location.url)
    native("pg_restore", "--no-owner", f"--dbname={third.url}", tmp_path / "dump")
    require_history(third, least, others={head.game for head in heads(other)})


def heads(location: Location) -> Any:
    """Return the heads of a store."""
    with open_store(location) as store:
        return store.heads()


def test_a_restore_names_the_line_that_postgresql_cannot_store(location: Database, tmp_path: Path) -> None:
    small_store(tmp_path / "store")
    with open_store(tmp_path / "store") as store:
        store.save_entries(Annotation(id="a", game="small", n=1, at=1, by="", kind="comment", text="a\0b"))
    answer = make_backup(tmp_path / "store", tmp_path / "file")
    with pytest.raises(StoreProblem, match=r"cannot store line 14 of .*NUL"):
        restore_backup(location, tmp_path / "file")
    with open_store(location) as empty:
        assert empty.position() == 0
    assert answer == restore_backup(tmp_path / "folder", tmp_path / "file")


@contextmanager
def api_at(location: Location) -> Iterator[ApiClient]:
    """Open a service over the store at this location."""
    api = ApiClient(location)  # type: ignore[arg-type]  # any place will do
    with api.context:
        yield api


def acted(api: ApiClient, match: Match, key: str) -> dict[str, Any]:
    """Give the same command under this idempotency key, and return the response."""
    answer = api.request(
        "POST",
        f"{match.at}/commands",
        match.seats[0],
        json={"type": "PlantFromHand", "seat": 0, "field": 0},
        headers={"Idempotency-Key": key},
    )
    assert answer.status_code in (200, 201), answer.text
    reply: dict[str, Any] = answer.json
    return reply


def test_a_moved_game_continues_with_its_tokens_and_idempotency_keys(location: Database, tmp_path: Path) -> None:
    luck = Random(7)
    with api_at(tmp_path / "here") as api:
        match = api.match(private=True)
        wish = {"edition": "classic", "players": 3}
        once = {"Idempotency-Key": "7c1d0e5b9a42f8367c1d0e5b9a42f836"}
        made = api.post("/v1/games", json=wish, headers=once)
        first = acted(api, match, "my first move")
        fork = api.fork(match, first["version"])
    here: Location = tmp_path / "here"
    for there in (location, tmp_path / "back"):
        file = tmp_path / f"file-{there == location}"
        make_backup(here, file)
        restore_backup(there, file)
        with api_at(there) as api:
            assert acted(api, match, "my first move")["version"] == first["version"]
            assert api.post("/v1/games", json=wish, headers=once)["game"] == made["game"]
            before = api.get(match.at, match.seats[0])["version"]
            assert api.move(match, luck)
            assert api.get(match.at, match.seats[0])["version"] > before
            assert api.request("GET", match.at).status_code == 404  # private as before
            assert api.get(fork.at, api.token("service"))["forked_from"]["game"] == match.game
        with open_store(there) as store:
            assert [holder for holder, _ in store.lineage(fork.game)] == [match.game, fork.game]
            prefix = store.record(match.game).envelopes[: first["version"]]
            assert store.record(fork.game).envelopes[: first["version"]] == prefix
        here = there


def test_exported_files_are_the_same_after_import_into_a_database(location: Database, tmp_path: Path) -> None:
    source = full_store(tmp_path / "source")
    run_ok("export", "--all", "--out", tmp_path / "one", "--data", source)
    run_ok("import", tmp_path / "one", "--store", location.url)
    run_ok("export", "--all", "--out", tmp_path / "two", "--store", location.url)
    one, two = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("one", "two"))
    assert one == two
    assert len(one) == count(source, "games")
    assert store_digest(location) == store_digest(source) == digest_from_files(iter(one.values()))
    with open_store(location) as store:  # forks share the events of their parents
        assert [holder for holder, _ in store.lineage("fork.again")] == ["running", "fork", "fork.again"]
