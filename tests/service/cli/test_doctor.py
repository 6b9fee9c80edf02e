"""`haricot doctor`: what it finds in settings, store, disk, clock, key and Redis."""

import os
import re
import shutil
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from service.settings import PREFIX
from service.signing import key_check
from service.signing.key_file import new_key
from service.store.event_store import open_store
from service.store.sqlite.file import STORE
from tests.servers.redis_server import RedisServer
from tests.service.command_line import (
    CommandAnswer,
    haricot,
    run_ok,
    run_refused,
    shape,
)
from tests.service.filled_stores import small_store
from tests.service.store.folders import closing_file
from tests.service.store.games import SITTING, play_game, with_game_id


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Unset all settings, keep the key, and make a small store."""
    key = Path(os.environ["HARICOT_KEY_FILE"])
    monkeypatch.setattr("service.signing.key_check.key_path", lambda: key)
    for name in os.environ:
        if name.startswith(PREFIX):
            monkeypatch.delenv(name)
    monkeypatch.setattr("service.cli.run.doctor_checks.version", lambda name: "0")  # it may not be installed
    monkeypatch.setenv("HARICOT_DATA", str(small_store(tmp_path / "store")))


def found(answer: CommandAnswer) -> dict[str, tuple[bool, str]]:
    """Return what each check found; require the exit code that follows from it."""
    checks = {line["check"]: (line["ok"], line["says"]) for line in answer.lines}
    assert (answer.code, answer.err) == (0 if all(ok for ok, _ in checks.values()) else 1, "")
    return checks


def examined(*arguments: object) -> dict[str, tuple[bool, str]]:
    """Run the doctor, and return what each check found."""
    return found(haricot("doctor", "--json", *arguments))


def bad(*arguments: object) -> dict[str, str]:
    """Run the doctor, and return the checks that failed."""
    return {name: says for name, (ok, says) in examined(*arguments).items() if not ok}


def test_doctor_reports_every_check_as_ok_for_a_sound_installation() -> None:
    checks = examined()
    assert bad() == {}
    assert {"python", "packages", "rulebooks", "settings", "games", "clock", "disk"} < set(checks)
    assert "redis" not in checks
    lines = haricot("doctor").out.splitlines()
    assert [line.split(": ")[0] for line in lines] == [f"ok   {name}" for name in checks]


def test_doctor_reports_wrong_and_misspelt_settings_and_still_checks_the_store(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HARICOT_WORKERS", "many")
    assert "HARICOT_WORKERS is wrong" in bad()["settings"]
    monkeypatch.delenv("HARICOT_WORKERS")
    monkeypatch.setenv("HARICOT_WORKER", "2")
    assert "HARICOT_WORKERS" in bad()["settings"]
    assert examined()["games"][0]
    monkeypatch.delenv("HARICOT_WORKER")
    monkeypatch.setenv("HARICOT_ELSEWHERE", "2")
    assert (True, "HARICOT_ELSEWHERE") == (examined()["settings"][0], examined()["settings"][1].rpartition(": ")[2])


def test_doctor_reports_a_store_that_is_invalid_or_unreachable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert "store" in bad("--store", "postgresql://nobody:x@127.0.0.1:1/none")
    monkeypatch.setenv("HARICOT_STORE", "nowhere")
    assert {"settings", "store"} == set(bad())
    assert "games" in examined("--data", tmp_path / "store")


@pytest.mark.parametrize(
    "arguments", [["--store", "x"], ["--data", "a", "--store", "sqlite:///b"], ["--data", ""], ["extra"]], ids=" ".join
)
def test_misuse_of_doctor_is_reported(arguments: list[str]) -> None:
    assert run_refused("doctor", *arguments)


def test_doctor_finds_a_damaged_page(tmp_path: Path) -> None:
    file = tmp_path / "store" / STORE
    data = bytearray(file.read_bytes())
    data[8192:12_288] = b"\xff" * 4096
    file.write_bytes(data)
    assert {"integrity"} <= set(bad())


@pytest.mark.parametrize(
    ("total", "free", "enough"), [(10**12, 10**11, True), (10**12, 10**10, False), (10**9, 10**8, False)]
)
def test_doctor_reports_a_disk_that_is_nearly_full(
    total: int, free: int, enough: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: (total, total - free, free))
    assert examined()["disk"][0] == enough


def test_doctor_checks_the_disk_of_a_store_that_does_not_exist(tmp_path: Path) -> None:
    assert examined("--data", tmp_path / "not" / "yet" / "there")["disk"][0]
    (tmp_path / "file").write_text("")
    assert "store" in bad("--data", tmp_path / "file" / "below")


def test_doctor_reports_a_clock_before_the_release(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.cli.run.doctor_checks.now_ms", lambda: 10**12)
    assert "2001" in bad()["clock"]


def test_doctor_reports_a_clock_behind_the_last_event(tmp_path: Path) -> None:
    with open_store(tmp_path / "store") as store:
        for game, ahead_s in (("now", 0), ("future", 3600)):
            at = int((time.time() + ahead_s) * 1000)
            store.append(game, [replace(one, game=game, at=at) for one in play_game("g", SITTING).envelopes])
            assert examined()["clock"][0] == (game == "now")
    assert " of future is of " in bad()["clock"]


def test_doctor_checks_redis_if_it_is_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    server = RedisServer(tmp_path / "redis", "--requirepass", "geheim").start()
    try:
        monkeypatch.setenv("HARICOT_REDIS_URL", server.url.replace("//", "//:geheim@"))
        checks = examined()
        assert {"redis", "redis memory", "redis clock"} <= set(checks)
        assert bad() == {}
        monkeypatch.setenv("HARICOT_REDIS_URL", server.url.replace("//", "//:g3heim@"))
        assert set(bad()) == {"redis"}
        assert "g3heim" not in str(examined())
    finally:
        server.kill()
    assert set(bad()) == {"redis"}


def test_doctor_reports_a_redis_that_evicts_keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    server = RedisServer(tmp_path / "redis", "--maxmemory", "64mb", "--maxmemory-policy", "allkeys-lru").start()
    try:
        monkeypatch.setenv("HARICOT_REDIS_URL", server.url)
        assert set(bad()) == {"redis memory"}
    finally:
        server.kill()


def spoil(folder: Path, n: int, change: Callable[[list[Any]], None]) -> None:
    """Change the stored parts of event n of the small game: its date, its event, its packed cause."""
    with closing_file(folder) as file:
        where = "WHERE originator_id = 'small' AND originator_version = ?"
        (state,) = file.execute(f"SELECT state FROM events {where}", (n,)).fetchone()
        parts = msgspec.msgpack.decode(state)
        change(parts)
        file.execute(f"UPDATE events SET state = ? {where}", (msgspec.msgpack.encode(parts), n))
        file.commit()


@pytest.mark.parametrize(
    ("at", "says"),
    [(-1, "event 3 is of 1969-12-31T23:59:59.999Z, and the one before it"), (1 << 60, "event 3 cannot be read")],
)
def test_doctor_names_the_game_of_a_date_that_goes_back_or_is_invalid(at: int, says: str, tmp_path: Path) -> None:
    def dated(parts: list[Any]) -> None:
        parts[0] = at

    spoil(tmp_path / "store", 3, dated)
    wrong = bad()
    assert set(wrong) == {"game", "log"}
    assert f"small: {says}" in wrong["game"]


def test_doctor_finds_a_changed_idempotency_key(tmp_path: Path) -> None:
    with open_store(tmp_path / "store") as store:
        store.append("keyed", with_game_id(play_game("keyed", SITTING).envelopes, "keyed"), request="organiser create")
    assert bad() == {}
    with closing_file(tmp_path / "store") as file:
        file.execute("UPDATE events SET request = 'organiser other' WHERE request IS NOT NULL")
        file.commit()
    assert "keyed: event 1 is stored with another request" in bad()["game"]


def test_doctor_finds_a_row_that_differs_from_its_index(tmp_path: Path) -> None:
    path = tmp_path / "store" / STORE
    spoilt, times = re.subn(rb"small(\x02seat_taken)", rb"smalk\1", path.read_bytes())
    assert times == 1
    path.write_bytes(spoilt)
    wrong = bad()
    assert set(wrong) == {"game", "log"}, "a quick check does not compare rows with indexes"
    full = haricot("doctor", "--json", "--full").lines
    faults = [line["says"] for line in full if not line["ok"]]
    assert any(says.startswith("smalk: event 2 exists, but there is no such game") for says in faults)
    assert any(says.startswith("small: event 2 is missing") for says in faults)
    assert any(line["check"] == "integrity" and not line["ok"] for line in full), full


def test_doctor_full_folds_every_game(tmp_path: Path) -> None:
    def twice(parts: list[Any]) -> None:
        parts[1]["seat"] = 0

    spoil(tmp_path / "store", 3, twice)
    assert bad() == {}
    assert "small: event 3: a seat is taken once" in bad("--full")["game"]


def test_doctor_prints_a_line_for_each_check(store, monkeypatch):
    checks = run_ok("doctor", "--json", "--data", store).lines
    for check in checks:
        shape(check, {"check": str, "ok": bool, "says": str})
        assert check["ok"]
    names = [check["check"] for check in checks]
    assert names[:3] == ["python", "packages", "rulebooks"]
    assert {"sqlite", "folder", "durability", "integrity", "games"} <= set(names)
    assert "2 games" in checks[names.index("games")]["says"]
    assert all(line.startswith("ok   ") for line in run_ok("doctor", "--data", store).out.splitlines())


def test_doctor_finds_a_key_that_is_lost_replaced_readable_or_inside_the_store(store, monkeypatch, tmp_path):
    own_store, key = shutil.copytree(store, tmp_path / "own-store"), shutil.copy(key_check.key_path(), tmp_path / "key")

    def check(says: str, path: Path = key) -> None:
        monkeypatch.setattr("service.signing.key_check.key_path", lambda: path)
        answer = haricot("doctor", "--data", own_store)
        (line,) = (one for one in answer.out.splitlines() if one[5:].startswith("key: "))
        assert (says in line, answer.code) == (True, 0 if line.startswith("ok ") else 1), line

    check("signs, in")
    key.chmod(0o644)
    check("can be read by others")
    key.chmod(0o600)
    inside = shutil.copy(key, own_store / "signing.key")
    check("could sign in its place", inside)
    inside.unlink()
    key.write_text(f"{new_key().text}\n")
    check("this store was signed by")
    key.unlink()
    check("bring that file back")


def test_doctor_reports_a_damaged_store_and_exits_1(tmp_path, game_file, monkeypatch):
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "haricot.sqlite3").write_bytes(b"not a database" * 100)
    for folder in (game_file, tmp_path / "damaged", game_file / "below"):
        answer = haricot("doctor", "--json", "--data", folder)
        assert (answer.code, answer.err) == (1, "")
        assert [check["ok"] for check in answer.lines] == [*[True] * 6, False]
        assert haricot("doctor", "--data", folder).out.splitlines()[-1].startswith("BAD  store: ")
    for fresh in (tmp_path, tmp_path / "not" / "yet"):
        assert run_ok("doctor", "--data", fresh).out.splitlines()[-1].startswith("ok   store: there is no store")


def test_doctor_names_a_missing_package(monkeypatch, store):
    monkeypatch.setattr("service.cli.run.doctor_checks.version", version)
    monkeypatch.setattr("service.cli.run.doctor_checks.PACKAGES", ("msgspec", "no-such-package"))
    answer = haricot("doctor", "--json", "--data", store)
    assert (answer.code, answer.lines[1]["ok"]) == (1, False)
    assert "no-such-package is not installed" in answer.lines[1]["says"]
