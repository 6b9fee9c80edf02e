"""Compatibility: a store of an older Haricot opens in this one, with the same games, verdicts and tokens.

Each folder beside this file was written by that commit with `keep.py`: a store, a backup, and its answers.
"""

import json
import lzma
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from copy import copy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from service.access.tokens import digest_of as digest_of_token
from service.store.entries.metadata_store import TokenEntry
from service.store.errors import StoreProblem
from service.store.event_store import open_store
from service.store.location import Database
from service.store.sqlite.file import STORE
from tests.servers.postgres import Postgres, database, postgres, postgres_template, shared_database
from tests.service.api.conftest import ApiClient, Match, open_api
from tests.service.command_line import haricot, run_ok
from tests.service.filled_stores import make_backup, restore_backup, store_digest

__all__ = ["database", "postgres", "postgres_template", "shared_database"]

HERE = Path(__file__).parent
KEPT = sorted(path.parent for path in HERE.glob("*/told.json.xz"))
REGULAR = {"legal", "consequence", "unknown"}


class OldStore:
    """The migrated store of an older commit, and the answers of that commit."""

    def __init__(self, kept: Path, store: Path) -> None:
        self.backup, self.store = kept / "backup", store
        self.answers: dict[str, Any] = json.loads(lzma.decompress((kept / "told.json.xz").read_bytes()))

    def game(self, status: str, edition: str) -> str:
        """Return the first game of this kind that is no fork."""
        wanted = (status, edition, None)
        return next(h["game"] for h in self.answers["list"] if (h["status"], h["edition"], h["forked_from"]) == wanted)

    def fork_of(self, game: str) -> str:
        """Return the fork of a game."""
        return next(h["game"] for h in self.answers["list"] if (h["forked_from"] or {}).get("game") == game)

    def match(self, game: str) -> Match:
        """Return a game with its tokens."""
        tokens = self.answers["tokens"][game]
        head = next(head for head in self.answers["list"] if head["game"] == game)
        seats = {int(seat): token for seat, token in tokens.items() if seat.isdigit()}
        return Match(game, seats, tokens["organiser"], head["version"], head["status"])


@pytest.fixture(scope="module", params=KEPT, ids=lambda path: path.name)
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> OldStore:
    """The unpacked store of each commit, to be read only."""
    found = OldStore(request.param, tmp_path_factory.mktemp("kept"))
    (found.store / STORE).write_bytes(lzma.decompress((request.param / "store.sqlite3.xz").read_bytes()))
    open_store(found.store, create=False).close()
    return found


@pytest.fixture
def old(kept: OldStore, tmp_path: Path) -> OldStore:
    """A copy of the store of each commit, to be written to."""
    copied = copy(kept)
    copied.store = shutil.copytree(kept.store, tmp_path / "store")
    return copied


def changed(then: list[dict[str, Any]], now: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the differences between the audits of the older commit and the current ones."""
    for before, after in zip(then, now, strict=True):
        game = before["game"]
        if (game, before["events"]) != (after["game"], after["events"]):
            yield f"{game} is {after['game']} now, of {after['events']} events"
        if (before["first"] or {}).get("n") != (after["first"] or {}).get("n"):
            yield f"{game}: the first irregular event was {before['first']}, is {after['first']}"
        for was, is_ in zip(before["verdicts"], after["verdicts"], strict=True):
            if (was["n"], was["verdict"]) != (is_["n"], is_["verdict"]):
                yield f"{game}: {was} is now {is_}"
        if (before["verdict"] == "clean") != (after["verdict"] in ("clean", "legal")):
            yield f"{game} was {before['verdict']}, is {after['verdict']}"


def audits(location: Path) -> list[dict[str, Any]]:
    """Return the current audit of each game."""
    answer = haricot("audit", "--all", "--json", "--data", location)
    assert (answer.code, answer.err) == (1, "")  # one game has an illegal event, and always had
    return [line for line in answer.lines if "verdicts" in line]


def test_an_old_store_is_kept() -> None:
    assert KEPT


def test_every_old_game_has_the_same_bytes_and_list_entry(kept: OldStore) -> None:
    assert kept.answers["digest"]["digest"] == store_digest(kept.store)
    listed = run_ok("list", "--json", "--data", kept.store).lines
    for field in ("game", "status", "version", "forked_from", "scores", "winners"):
        assert [head[field] for head in kept.answers["list"]] == [head[field] for head in listed], field
    assert all(line["ok"] for line in run_ok("doctor", "--json", "--data", kept.store).lines if line["check"] != "disk")
    for head in {(head["edition"], head["status"]): head for head in listed}.values():
        assert run_ok("show", head["game"], "--data", kept.store).out


def test_every_old_event_has_the_same_verdict(kept: OldStore) -> None:
    assert [] == list(changed(kept.answers["audits"], audits(kept.store)))


def test_control_a_changed_verdict_is_detected(kept: OldStore) -> None:
    then = kept.answers["audits"][:3]
    now = json.loads(json.dumps(then))
    assert [] == list(changed(then, now))
    now[1]["verdicts"][40]["verdict"] = "illegal"
    assert [f"{then[1]['game']}: {then[1]['verdicts'][40]} is now {now[1]['verdicts'][40]}"] == list(changed(then, now))
    now = json.loads(json.dumps(then))
    now[2]["first"] = {"n": 7, "clause": "DU-3.4", "says": "..."}
    assert 1 == len(list(changed(then, now)))


def test_control_a_changed_byte_of_an_event_is_detected(old: OldStore) -> None:
    with closing(sqlite3.connect(old.store / STORE)) as file, file:
        game = old.game("finished", "classic")
        ((row, state),) = file.execute(
            "SELECT position, state FROM events WHERE originator_id = ? AND originator_version = 9", (game,)
        )
        file.execute("UPDATE events SET state = ? WHERE position = ?", (state.replace(b"\x00", b"\x01", 1), row))
    with pytest.raises((AssertionError, StoreProblem)):
        test_every_old_game_has_the_same_bytes_and_list_entry(old)


@contextmanager
def api_of(old: OldStore) -> Iterator[ApiClient]:
    """Open the current service on the old store."""
    with open_api(old.store, heartbeat=0.05) as api:
        yield api


def test_an_old_running_game_continues_with_its_tokens(old: OldStore) -> None:
    match = old.match(old.game("running", "classic"))
    with api_of(old) as api:
        for _ in range(12):
            assert api.move(match, Random(3))
        assert api.get(match.at)["version"] > match.version
        api.post(f"{match.at}/pause", match.organiser)
        api.post(f"{match.at}/resume", match.organiser)
        said = api.get(f"{match.at}/annotations")["annotations"]
        assert {"Zoë ☃?", "An arbiter was called: Was this legal?"} <= {remark["text"] for remark in said}
    assert [] == [
        verdict
        for verdict in run_ok("audit", match.game, "--json", "--data", old.store).lines[0]["verdicts"]
        if verdict["verdict"] not in REGULAR
    ]


def test_a_command_repeated_with_its_old_key_is_not_handled_again(old: OldStore) -> None:
    moves = [asked for asked in old.answers["asked"] if asked["key"].startswith("move-")]
    with api_of(old) as api:
        before = api.context.store.position()
        for asked in moves:
            answer = api.request(
                asked["method"],
                f"/v1{asked['path']}",
                asked["token"],
                json=asked["body"],
                headers={"Idempotency-Key": asked["key"]},
            )
            assert (answer.status_code, answer.headers["Idempotency-Replayed"]) == (201, "true")
            assert asked["answer"]["version"] == answer.json["version"]
        assert before == api.context.store.position()
    assert len(moves) > 20


def test_old_private_sealed_paused_and_delayed_games_remain_so(old: OldStore, monkeypatch: pytest.MonkeyPatch) -> None:
    running, private = old.match(old.game("running", "classic")), old.match(old.game("running", "modern"))
    sealed = old.match(old.fork_of(running.game))
    paused, late = old.match(old.game("running", "sissi")), old.match(old.game("voided", "classic"))
    with api_of(old) as api:
        ended = api.context.tables.current(late.game).at  # the delay ends an hour after that
        monkeypatch.setattr(time, "time_ns", lambda: (ended + 1000) * 1_000_000)
        listed = {head["game"] for head in api.get("/v1/games?limit=200")["games"]}
        assert {running.game, paused.game, late.game} < listed
        for hidden in (private, sealed):
            assert hidden.game not in listed
            api.problem(404, "not-found", "GET", hidden.at)
        assert private.version == api.get(private.at, private.seats[0])["version"]
        assert sealed.version == api.get(sealed.at, old.answers["tokens"][sealed.game]["arbiter"])["version"]
        plan = {"type": "EndPlanting", "seat": 0}
        api.problem(409, "game.paused", "POST", f"{paused.at}/commands", paused.seats[0], json=plan)
        assert api.get(late.at)["version"] < late.version == api.get(late.at, late.organiser)["version"]


def test_old_games_can_be_forked_and_played_on(old: OldStore) -> None:
    forked = old.fork_of(old.game("finished", "classic"))
    with api_of(old) as api:
        for game, at in ((old.game("finished", "bohnaparte"), 200), (forked, 140), (old.game("finished", "sissi"), 99)):
            match = api.match_of(api.post(f"/v1/games/{game}/forks", json={"at": at}))
            for _ in range(5):
                assert api.move(match, Random(5))
            assert api.get(f"{match.at}/audit", match.organiser)["first"] is None
    assert len(run_ok("list", "--json", "--data", old.store).lines) == len(old.answers["list"]) + 3


def restores(old: OldStore, location: Path | Database) -> None:
    """Restore the old backup, and compare its games and tokens."""
    summary = restore_backup(location, old.backup)
    assert old.answers["digest"] == {"games": summary.games, "events": summary.events, "digest": summary.digest}
    assert old.answers["digest"]["digest"] == store_digest(location)
    with open_store(location) as store:
        for tokens in old.answers["tokens"].values():
            for token in tokens.values():
                (entry,) = store.find_entries(TokenEntry, digest=digest_of_token(token))
                assert entry.revoked is None
        assert all(ok for _, ok, _ in store.checks())


def test_an_old_backup_is_restored_into_a_folder(kept: OldStore, tmp_path: Path) -> None:
    restores(kept, tmp_path / "restored")


@pytest.mark.long
def test_an_old_backup_is_restored_into_a_database(kept: OldStore, postgres: Postgres, database: str) -> None:
    restores(kept, Database(url=postgres.url(database)))


@pytest.mark.long
def test_a_new_backup_of_an_old_store_is_restored(kept: OldStore, tmp_path: Path) -> None:
    assert kept.answers["digest"]["digest"] == make_backup(kept.store, tmp_path / "backup").digest
    assert kept.answers["digest"]["digest"] == restore_backup(tmp_path / "restored", tmp_path / "backup").digest
