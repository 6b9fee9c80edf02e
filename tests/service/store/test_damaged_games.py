"""Check that a damaged game harms no other game of its store, and is named."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from replay.record import read_file
from service.lifecycle.bot_runner import BotRunner
from service.store.entries.metadata_store import Arrangement
from service.store.event_store import open_store
from service.store.record_import import import_record
from tests.long_tests import mostly_long
from tests.replay.mutated_files import golden_events, with_checks
from tests.service.api.conftest import ApiClient
from tests.service.command_line import haricot
from tests.service.store.folders import closing_file
from tests.service.store.games import EVERYTHING, LATE, add_game, own_envelopes, play_fork, play_game
from tests.waiting import wait_until

WELL: Final = ("done", "running", "running.f")
"""The games that are not damaged."""

Damage = Callable[[sqlite3.Connection], object]


def row(n: int) -> tuple[str, int]:
    """Return the key of event n of the bad game."""
    return ("bad", n)


def rewritten(n: int, change: Callable[[dict[str, Any]], None]) -> Damage:
    """Return a damage that changes the content of event n."""

    def damage(file: sqlite3.Connection) -> None:
        (state,) = file.execute("SELECT state FROM events WHERE originator_id = ? AND originator_version = ?", row(n))
        read = msgspec.msgpack.decode(state[0])
        answer = {"at": read[0], "event": read[1]}
        change(answer)
        packed = msgspec.msgpack.encode([answer["at"], answer["event"], *read[2:]])
        file.execute(
            "UPDATE events SET state = ? WHERE originator_id = ? AND originator_version = ?", (packed, *row(n))
        )

    return damage


def without(n: int) -> Damage:
    """Return a damage that deletes the row of event n."""
    return lambda file: file.execute("DELETE FROM events WHERE originator_id = ? AND originator_version = ?", row(n))


DAMAGES: Final[dict[str, Damage]] = {
    "first row gone": without(1),
    "row in the middle gone": without(20),
    "all rows gone": lambda file: file.execute("DELETE FROM events WHERE originator_id = 'bad'"),
    "unreadable": lambda file: file.execute(
        "UPDATE events SET state = x'c1' WHERE originator_id = ? AND originator_version = ?", row(20)
    ),
    "first unreadable": lambda file: file.execute(
        "UPDATE events SET state = x'c1' WHERE originator_id = ? AND originator_version = ?", row(1)
    ),
    "no bytes at all": lambda file: file.execute(
        "UPDATE events SET state = 'text' WHERE originator_id = ? AND originator_version = ?", row(20)
    ),
    "no date": rewritten(20, lambda line: line.update(at=1 << 62)),
    "last event without a date": rewritten(30, lambda line: line.update(at=1 << 62)),
    "unknown edition": rewritten(1, lambda line: line["event"].update(edition="x")),
    "unknown version": rewritten(1, lambda line: line["event"]["rules"].update(version="99")),
    "unknown option": rewritten(1, lambda line: line["event"]["rules"]["options"].update(tie_break=2)),
    "options gone": rewritten(1, lambda line: line["event"]["rules"].update(options={})),
    "number of players": rewritten(1, lambda line: line["event"].update(players=12)),
    "another event there": rewritten(20, lambda line: line.update(event={"type": "game_voided.1", "reason": "x"})),
    "name of a row damaged": lambda file: file.execute(
        "UPDATE events SET originator_id = 'b\\x01d' WHERE originator_id = ? AND originator_version = ?", row(20)
    ),
    "no letters in the name of a row": lambda file: file.execute(
        "UPDATE events SET originator_id = CAST(x'62ff64' AS TEXT) WHERE originator_id = ? AND originator_version = ?",
        row(20),
    ),
}


@pytest.fixture(params=mostly_long(DAMAGES, 2), ids=lambda name: str(name).replace(" ", "-"))
def damaged(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A store of five games, one of them damaged, perhaps with its fork."""
    folder = tmp_path / "damaged"
    with open_store(folder) as store:
        add_game(store, play_game("done", EVERYTHING))
        bad = add_game(store, play_game("bad", LATE))
        running = add_game(store, play_game("running", LATE))
        add_game(store, play_fork(bad, 25, "bad.f"))
        add_game(store, play_fork(running, 12, "running.f"))
    with closing_file(folder) as file:
        DAMAGES[request.param](file)
        file.commit()
    return folder


def test_other_games_are_listed_read_and_played(damaged: Path) -> None:
    api = ApiClient(damaged)
    try:
        for again in range(2):
            listed = {head["game"] for head in api.get("/v1/games?limit=200", api.service)["games"]}
            assert set(WELL) <= listed, again
            assert api.request("GET", "/").status_code == 200
            for game in WELL:
                assert api.get(f"/v1/games/{game}", api.service)["game"] == game
                assert api.get(f"/v1/games/{game}/audit?as=spectator", api.service)["game"] == game
        running = {head["game"] for head in api.get("/v1/games?status=running", api.service)["games"]}
        assert {"running", "running.f"} <= running
        assert [best["game"] for best in api.get("/v1/statistics/best?edition=classic&players=3")["best"]] == [
            "done"
        ] * 3
        forks = api.get("/v1/games/running/forks", api.service)["forks"]
        assert [fork["game"] for fork in forks] == ["running.f"]
        asked = [api.request("GET", f"/v1/games/bad{part}", api.service) for part in PARTS]
        assert {answer.status_code for answer in asked} <= {200, 422, 503}, [answer.text for answer in asked]
        assert {answer.status_code for answer in asked[:1]} <= {200, 503}, "shown, or damaged"
        assert api.get("/readyz")["damaged"] >= 1
        assert "bad" not in {head["game"] for head in api.get("/v1/games?limit=200", api.service)["games"]}
        api.post("/v1/games/running/void", api.service, json={"reason": "enough"})
        assert "running" in {head["game"] for head in api.get("/v1/games?status=voided")["games"]}
    finally:
        api.context.close()


def test_commands_skip_a_damaged_game_and_name_it(damaged: Path, tmp_path: Path) -> None:
    answer = haricot("list", "--data", damaged, "--json")
    assert answer.code == 0
    assert set(WELL) <= {line["game"] for line in answer.lines}
    doctor = haricot("doctor", "--data", damaged, "--json")
    assert (doctor.code, doctor.err) == (1, "")
    assert any(not line["ok"] and "bad" in line["says"] for line in doctor.lines), doctor.out
    audited = haricot("audit", "--all", "--data", damaged, "--json")
    assert {line["game"] for line in audited.lines if "verdict" in line} >= {*WELL, "bad"}
    exported = haricot("export", "--all", "--out", tmp_path / "files", "--data", damaged)
    assert exported.code in (0, 1)
    assert {f"{game}.haricot.jsonl" for game in WELL} <= {path.name for path in (tmp_path / "files").iterdir()}
    assert (exported.code == 1) == ("bad is left out" in exported.err)


def rows_of(folder: Path) -> list[tuple[bytes, ...]]:
    """Return every row of the log as on the disk, by position."""
    columns = ("originator_id", "originator_version", "topic", "state", "request")
    asked = ", ".join(f"CAST({name} AS BLOB)" for name in columns)
    with closing_file(folder) as file:
        return file.execute(f"SELECT {asked} FROM events ORDER BY position").fetchall()


def test_a_backup_has_every_row_unchanged(damaged: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    file, again = tmp_path / "backup", tmp_path / "again"
    answer = haricot("backup", file, "--data", damaged)
    assert answer.code in (0, 1)
    assert (answer.code == 1) == ("bad is damaged" in answer.err)
    restored = haricot("restore", file, "--data", again)
    assert restored.code == 0, restored.err
    kept, copied = map(rows_of, (damaged, again))
    if "no letters" not in str(request.node.callspec.params):
        assert copied == kept
    assert len(copied) == len(kept)
    assert haricot("digest", "--data", again, "--json").out == haricot("digest", "--data", damaged, "--json").out


PARTS: Final = (
    "",
    "/events",
    "/table",
    "/timeline",
    "/sentences",
    "/file?as=omniscient",
    "/audit",
    "/legal-commands?seat=0",
    "/forks",
    "/annotations",
)


def store_invalid_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Store what commit 2f2e6b5 accepted: a file with invalid options, and a fork of it."""
    game = next(lines for lines in golden_events() if lines[0]["event"]["edition"] == "classic")[:40]
    first = msgspec.json.decode(msgspec.json.encode(game[0]))
    first["event"]["rules"]["options"]["tie_break"] = 2
    record = read_file(with_checks([first, *map(dict, game[1:])]))
    with open_store(folder) as store, monkeypatch.context() as before:
        add_game(store, play_game("done", EVERYTHING))
        before.setattr("service.store.record_import.require_valid_creation", lambda record: None)
        import_record(store, record)
        add_game(store, play_game("running", LATE))
        fork = play_fork(store.record("running"), 12, "fork")
        first = own_envelopes(fork)[0]
        event = replace(first.event, parent=record.game, at=40, asked=40)
        store.append("fork", [replace(first, n=41, event=event)])


def test_an_invalid_game_of_an_older_version_breaks_no_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store_invalid_game(tmp_path, monkeypatch)
    api = ApiClient(tmp_path)
    try:
        assert {head["game"] for head in api.get("/v1/games")["games"]} == {"done", "running"}
        assert "running" in api.request("GET", "/").text
        assert api.get("/readyz")["damaged"] == 2
        game = next(game for game in api.context.store.game_index.faults() if game != "fork")
        assert api.get(f"/v1/games/{game}/events")["version"] == 40, "shown"
        assert api.get(f"/v1/games/{game}/audit")["verdict"] in ("irregular", "corrupt")
        api.problem(422, "position.invalid", "POST", f"/v1/games/{game}/forks", json={"at": 40})
        api.problem(503, "unavailable", "GET", "/v1/games/fork", api.service)
    finally:
        api.context.close()


def test_control_an_index_without_the_check_lists_an_invalid_fork(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_invalid_game(tmp_path, monkeypatch)
    monkeypatch.setattr("service.store.index.index_entry.ruleset_incompatibility", lambda created: None)
    with open_store(tmp_path) as store:
        assert store.game_index.faults() == {}
        assert "fork" in {head.game for head in store.heads()}


def test_a_damaged_private_game_stays_hidden(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        add_game(store, play_game("bad", LATE))
        store.save_entries(Arrangement(game="bad", private=True))
    with closing_file(tmp_path) as file:
        without(20)(file)
        file.commit()
    api = ApiClient(tmp_path)
    try:
        api.problem(404, "not-found", "GET", "/v1/games/bad")
        api.problem(503, "unavailable", "GET", "/v1/games/bad", api.service)
        assert "bad" not in api.request("GET", "/readyz").text
    finally:
        api.context.close()


def test_bots_play_in_a_store_with_a_damaged_game(damaged: Path) -> None:
    api = ApiClient(damaged)
    runner = BotRunner(api.context)
    try:
        runner.start()
        match = api.match(seats=[{"kind": "bot", "bot": "greedy"}] * 3)
        wait_until(lambda: api.get(match.at)["version"] > match.version, seconds=20)
    finally:
        runner.stop()
        api.context.close()
