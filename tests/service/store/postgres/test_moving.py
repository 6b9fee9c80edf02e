"""A store moves from a folder into a database and back, and nobody who plays in it can tell."""

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
from tests.service.command_line import fine
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


def test_there_and_back_again_every_row_and_every_byte_is_the_same(location: Database, tmp_path: Path) -> None:
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
        append(other, "after", BATCHES[0])  # and its numbers go on where they should
        assert other.position() == count(source) + len(BATCHES[0])
    assert store_digest(location) != answer.digest


def test_only_an_empty_database_is_filled(location: Database, tmp_path: Path) -> None:
    make_backup(small_store(tmp_path / "small"), tmp_path / "small.gz")
    full_store(location)
    make_backup(location, tmp_path / "before")
    with pytest.raises(StoreProblem, match="holds something already"):
        restore_backup(location, tmp_path / "small.gz")
    make_backup(location, tmp_path / "after")
    assert (tmp_path / "before").read_bytes() == (tmp_path / "after").read_bytes()


def test_a_damaged_backup_leaves_a_database_empty(location: Database, tmp_path: Path) -> None:
    make_backup(small_store(tmp_path / "small"), tmp_path / "file")
    good = (tmp_path / "file").read_bytes()
    (tmp_path / "file").write_bytes(good[:900] + b"x" + good[901:])
    with pytest.raises(CorruptArchive):
        restore_backup(location, tmp_path / "file")
    (tmp_path / "file").write_bytes(good)
    assert restore_backup(location, tmp_path / "file").games == 1


@pytest.mark.long
@pytest.mark.parametrize("restores", shares(RESTORES))
def test_backups_of_a_database_made_while_others_write_are_each_the_history_up_to_one_moment(
    restores: int, location: Database, tmp_path: Path
) -> None:
    restore_under_load(location, tmp_path, restores)


def native(program: str, *arguments: str | Path) -> None:
    """Calls one of the programs that come with PostgreSQL."""
    command = [binaries() / program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"})
    assert done.returncode == 0, done.stderr


def test_pg_dump_and_pg_restore_keep_the_digest_even_while_others_write(
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
    """The heads of a store."""
    with open_store(location) as store:
        return store.heads()


def test_what_a_database_cannot_keep_is_told_with_its_line_and_nothing_is_kept(
    location: Database, tmp_path: Path
) -> None:
    small_store(tmp_path / "store")
    with open_store(tmp_path / "store") as store:
        store.note(Annotation(id="a", game="small", n=1, at=1, by="", kind="comment", text="a\0b"))
    answer = make_backup(tmp_path / "store", tmp_path / "file")
    with pytest.raises(StoreProblem, match=r"cannot keep what is in line 14 of .*NUL"):
        restore_backup(location, tmp_path / "file")
    with open_store(location) as empty:
        assert empty.position() == 0
    assert answer == restore_backup(tmp_path / "folder", tmp_path / "file")


# Games that are being played


@contextmanager
def api_at(location: Location) -> Iterator[ApiClient]:
    """The service over a store at this place."""
    api = ApiClient(location)  # type: ignore[arg-type]  # any place will do
    with api.context:
        yield api


def acted(api: ApiClient, match: Match, key: str) -> dict[str, Any]:
    """The answer to a command with this key, which is always the same command."""
    answer = api.ask(
        "POST",
        f"{match.at}/commands",
        match.seats[0],
        json={"type": "PlantFromHand", "seat": 0, "field": 0},
        headers={"Idempotency-Key": key},
    )
    assert answer.status_code in (200, 201), answer.text
    reply: dict[str, Any] = answer.json
    return reply


def test_a_running_game_goes_on_with_its_tokens_and_keys_wherever_it_is_taken(
    location: Database, tmp_path: Path
) -> None:
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
            assert api.ask("GET", match.at).status_code == 404  # private as before
            assert api.get(fork.at, api.token("service"))["forked_from"]["game"] == match.game
        with open_store(there) as store:
            assert [holder for holder, _ in store.lineage(fork.game)] == [match.game, fork.game]
            prefix = store.record(match.game).envelopes[: first["version"]]
            assert store.record(fork.game).envelopes[: first["version"]] == prefix
        here = there


def test_files_of_all_games_from_a_folder_into_a_database_and_out_again_are_the_same(
    location: Database, tmp_path: Path
) -> None:
    source = full_store(tmp_path / "source")
    fine("export", "--all", "--out", tmp_path / "one", "--data", source)
    fine("import", tmp_path / "one", "--store", location.url)
    fine("export", "--all", "--out", tmp_path / "two", "--store", location.url)
    one, two = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("one", "two"))
    assert one == two
    assert len(one) == count(source, "games")
    assert store_digest(location) == store_digest(source) == digest_from_files(iter(one.values()))
    with open_store(location) as store:  # forks share the events of their parents again
        assert [holder for holder, _ in store.lineage("fork.again")] == ["running", "fork", "fork.again"]
