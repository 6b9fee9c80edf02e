"""Check that a damaged game in a database harms no other game, and that the doctor names it."""

from pathlib import Path

import pytest

from service.store.event_store import open_store
from service.store.location import Database
from service.store.postgres import health
from tests.long_tests import one_in
from tests.servers.postgres import Postgres
from tests.service.command_line import haricot
from tests.service.store.games import EVERYTHING, LATE, add_game, play_game

HERE = "WHERE originator_id = 'bad' AND originator_version"
DAMAGES = {
    "first row gone": f"DELETE FROM haricot.events {HERE} = 1",
    "row in the middle gone": f"DELETE FROM haricot.events {HERE} = 20",
    "unreadable": f"UPDATE haricot.events SET state = '\\xc1' {HERE} = 20",
    "name spoilt": f"UPDATE haricot.events SET originator_id = 'b d' {HERE} = 20",
}


@pytest.mark.parametrize("damage", one_in(2, DAMAGES))
def test_other_games_are_listed_and_copied_and_the_damaged_one_is_named(
    damage: str, location: Database, postgres: Postgres, database: str, tmp_path: Path
) -> None:
    with open_store(location) as store:
        add_game(store, play_game("done", EVERYTHING))
        add_game(store, play_game("bad", LATE))
    postgres.execute(DAMAGES[damage], database)
    with open_store(location) as store:
        assert "done" in {head.game for head in store.heads()}
        add_game(store, play_game("later"))
        assert "later" in {head.game for head in store.heads()}
    where = ("--store", location.url)
    listed = haricot("list", *where, "--json")
    assert (listed.code, {"done", "later"} <= {line["game"] for line in listed.lines}) == (0, True)
    answer = haricot("doctor", *where, "--full", "--json")
    assert answer.code == 1
    assert any(line["check"] == "game" and line["says"].startswith("bad: ") for line in answer.lines), answer.out
    assert any(line["check"] == "indexes" and line["ok"] for line in answer.lines)
    copied = haricot("backup", tmp_path / "backup", *where)
    assert copied.code == 1
    assert "bad is damaged" in copied.err
    assert haricot("restore", tmp_path / "backup", "--data", tmp_path / "again").code == 0
    assert haricot("digest", *where, "--json").lines == haricot("digest", "--data", tmp_path / "again", "--json").lines


def test_the_doctor_finds_an_index_that_lost_a_row(
    location: Database, postgres: Postgres, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(location) as store:
        add_game(store, play_game("g"))
        assert all(ok for _, ok, _ in store.checks(full=True))
        # No index loses rows on demand: the sum is made to depend on the way of reading.
        shown = "current_setting('enable_seqscan')"
        monkeypatch.setattr(health, "_EVERY_ROW", f"SELECT count(*), {shown} FROM events")
        assert [("indexes", False)] == [(name, ok) for name, ok, _ in store.checks(full=True) if not ok]
