"""`haricot serve` as a process: its output, how it refuses to start, how it stops, and what it survives."""

import os
import signal
import socket
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from domain.editions import EDITIONS
from replay.audit import audit
from replay.proofs.bundle_verifier import verify_bundle
from replay.proofs.canonical import canonical
from service.lifecycle.demo import GAMES
from service.store.errors import AWAY
from service.store.event_store import open_store
from service.store.sqlite.file import STORE
from tests.long_tests import mostly_long
from tests.service.command_line import one_line, process, run_ok
from tests.service.served.conftest import (
    Client,
    Serve,
    Server,
    assert_sound,
    is_free,
    record_of,
)
from tests.service.served.test_streams_live import Stream
from tests.waiting import happens_within

ROOM = 1_500_000
"""The bytes of a small disk."""
STOP_SECONDS = 5.0
FILE_LIMIT = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({0}, {0})); "


def refused_start(server: Server) -> str:
    """Require that a server refuses to start with exit code 2; return its one line of output."""
    server.begin()
    assert happens_within(60, lambda: server.process.poll() is not None), f"it does not give up: {server.said()[-500:]}"
    assert server.process.returncode == 2
    return one_line(server.said())


def runs(pid: int) -> bool:
    """Return whether a process is running; a zombie is not."""
    with suppress(FileNotFoundError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


# Its output.


def test_serve_prints_its_addresses_and_tells_open_streams_to_reconnect_when_it_stops(serve: Serve) -> None:
    server = serve()
    run_ok("simulate", "--players", 3, "--seed", 9, "--data", server.data)
    server.start()
    address = f"http://127.0.0.1:{server.port}"
    assert happens_within(5, lambda: "/readyz" in server.said())
    assert server.said().splitlines()[0] == f"Haricot serves at {address}; stop it with Ctrl-C."
    answer = dict(line.rsplit(maxsplit=1) for line in server.said().splitlines()[1:])
    assert answer == {
        "  lobby": f"{address}/",
        "  replay": f"{address}/games/classic-3-9-0001",
        "  rulebooks": f"{address}/rules",
        "  ask the arbiter": f"{address}/adjudicate",
        "  tournaments": f"{address}/tournaments",
        "  API": f"{address}/docs",
        "  health": f"{address}/readyz",
    }
    with Client(server.port) as client:
        for place in answer.values():
            assert client.get(place.removeprefix(address)).status == 200
        game = client.new_game()
    with Stream(server.port, game.game, after=0) as stream:
        assert next(stream.frames).kind == "event"
        assert server.stop() == 0
        rest = stream.answer.read()
    assert rest.endswith(b"retry: 500\n\n")
    assert b"event: end" not in rest, "the game is not over"


# How it refuses to start.


@pytest.mark.long
def test_serve_reports_a_port_in_use_in_one_line(serve: Serve) -> None:
    server = serve()
    with socket.create_server(("127.0.0.1", server.port)):
        says = refused_start(server)
    assert f"127.0.0.1:{server.port}" in says
    assert "--port" in says
    assert not server.data.exists()


@pytest.mark.long
def test_serve_reports_a_data_path_that_is_a_file_in_one_line(serve: Serve, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    assert str(file) in refused_start(serve(data=file))
    assert file.read_text() == "mine"


@pytest.mark.long
@pytest.mark.parametrize(
    ("pragma", "words"),
    mostly_long([("user_version = 99", "newer Haricot"), ("application_id = 7", "another application")]),
    ids=["a newer schema", "a foreign database"],
)
def test_serve_reports_a_foreign_or_newer_database_in_one_line(serve: Serve, pragma: str, words: str) -> None:
    server = serve()
    with open_store(server.data):
        pass
    with closing(sqlite3.connect(server.data / STORE)) as connection:
        connection.execute(f"PRAGMA {pragma}")
    before = (server.data / STORE).read_bytes()
    assert words in refused_start(server)
    assert (server.data / STORE).read_bytes() == before


@pytest.mark.long
def test_serve_reports_an_invalid_setting_in_one_line(serve: Serve) -> None:
    assert "setting" in refused_start(serve(HARICOT_STREAMS_MAX="many"))


# How it stops.


@pytest.mark.long
def test_serve_stops_on_request_with_open_connections(serve: Serve) -> None:
    server = serve().start()
    with Client(server.port) as client:
        assert client.get("/healthz").status == 200  # and the connection stays
        began = time.monotonic()
        assert server.stop() == 0  # it was asked to stop, and did: no failure, and no signal either
        assert time.monotonic() - began < STOP_SECONDS
    assert is_free(server.port)
    assert "Traceback" not in server.said()


@pytest.mark.long
def test_ctrl_c_stops_serve(serve: Serve) -> None:
    server = serve().start()
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(STOP_SECONDS) == 0
    assert "Traceback" not in server.said()


@pytest.mark.long
def test_serve_answers_a_long_poll_before_it_stops(serve: Serve) -> None:
    server = serve().start()
    with Client(server.port) as client:
        game = client.new_game()
        version = client.get(game.path).body["version"]
        with socket.create_connection(("127.0.0.1", server.port), 20) as line:
            line.sendall(f"GET {game.path}/events?after={version}&wait=20 HTTP/1.1\r\nHost: here\r\n\r\n".encode())
            assert happens_within(5, client.open_streams)
            assert server.stop() == 0
            assert line.recv(100).startswith(b"HTTP/1.1 200")


@pytest.mark.long
def test_a_killed_server_ends_its_web_processes_and_frees_its_port(serve: Serve) -> None:
    server = serve().start()
    workers = server.workers()
    assert workers
    server.process.kill()
    server.process.wait(5)
    assert happens_within(1, lambda: is_free(server.port))
    assert happens_within(1, lambda: not any(map(runs, workers)))
    server.start()


@pytest.mark.long
def test_serve_replaces_a_web_process_that_dies(serve: Serve) -> None:
    server = serve().start()
    with Client(server.port) as client:
        game = client.new_game()
        assert game.give(Random(0)) == 201
        for worker in server.workers():
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        assert happens_within(20, server.alive)
        assert client.insist("GET", game.path)[0].status == 200
        assert game.give(Random(0)) == 201


# What it survives.


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own, for tests marked `needs_mount`."""
    folder = tmp_path / "disk"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "haricot-test", folder], check=True)
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def contents_of_files(folder: Path) -> dict[str, bytes]:
    """Return the bytes of each file in a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.long
@pytest.mark.needs_mount
def test_serve_reads_a_folder_without_write_permission(serve: Serve, small_disk: Path) -> None:
    data = small_disk / "data"
    assert process("simulate", "--players", 3, "--seed", 9, "--data", data).returncode == 0
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    before = contents_of_files(data)
    server = serve("--demo", data=data).start()
    with Client(server.port) as client:
        path = "/v1/games/classic-3-9-0001"
        assert client.get(path).body["status"] == "finished"
        assert client.get(f"{path}/audit?as=omniscient").body["verdict"] == "clean"
        assert client.get("/").status == 200
        for place, body in (("/v1/games", {"edition": "classic", "players": 3}), (f"{path}/forks", {"at": 30})):
            refused = client.post(place, body)
            assert (refused.status, refused.body["code"]) == (503, "unavailable"), refused
            assert int(refused.headers["retry-after"]) > 0
            assert refused.body["detail"] == AWAY
        assert f"{data}/" in server.said(), "the log names what answers do not"
        assert client.get("/readyz").status == 503
    assert server.stop() == 0
    assert contents_of_files(data) == before


@pytest.mark.long
@pytest.mark.needs_mount
def test_commands_are_refused_on_a_full_disk_and_succeed_later(serve: Serve, small_disk: Path) -> None:
    server = serve(data=small_disk / "data").start()
    with Client(server.port) as client:
        game, luck = client.new_game(), Random(3)
        assert game.give(luck) == 201
        ballast = small_disk / "ballast"
        with suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        assert 503 in (game.give(luck) for _ in range(100))  # pages allocated before hold some more
        version = client.get(game.path).body["version"]
        for _ in range(3):
            assert game.give(luck, key="when there is room") == 503
        assert client.get(game.path).body["version"] == version
        assert len(client.get(f"{game.path}/events?limit=1000").body["events"]) == version
        ballast.unlink()
        assert game.give(luck) == 201
        assert client.get(game.path).body["version"] > version
        name = game.game
    assert server.stop() == 0
    assert_sound(record_of(server.data, name))


@pytest.mark.long
def test_at_the_limit_of_file_size_commands_get_503_and_reads_succeed(serve: Serve) -> None:
    server = serve(limit=FILE_LIMIT.format(400_000)).start()
    with Client(server.port) as client:
        game, luck = client.new_game(), Random(4)
        statuses = {game.give(luck) for _ in range(60)}
        assert statuses == {201, 503}
        version = client.get(game.path).body["version"]
        assert len(client.get(f"{game.path}/events?limit=1000").body["events"]) == version
        assert client.get("/healthz").status == 200
    assert server.stop() == 0
    assert_sound(record_of(server.data, game.game))


@pytest.mark.long
def test_bots_play_on_after_a_kill_and_repeat_no_command(serve: Serve) -> None:
    server = serve().start()
    with Client(server.port) as client:
        game = client.new_game("trader", "greedy", "random", pace=0.02)
        for events in (60, 120, 180):
            assert happens_within(20, lambda least=events: client.insist("GET", game.path)[0].body["version"] >= least)
            assert client.get(game.path).body["status"] == "running"
            server.kill()
            server.start()
        assert happens_within(40, lambda: client.insist("GET", game.path)[0].body["status"] == "finished")
    server.stop()
    record = record_of(server.data, game.game)
    assert_sound(record)
    keys = Counter(envelope.cause.key for envelope in record.envelopes if envelope.cause and envelope.cause.key)
    assert set(keys.values()) == {1}


# The demo.


@pytest.mark.long
def test_the_demo_has_every_kind_of_game_and_is_created_once(serve: Serve) -> None:
    server = serve("--demo").start()
    with Client(server.port) as client:
        games = client.get("/v1/games?limit=100").body["games"]
        assert Counter(game["status"] for game in games) == {"finished": len(GAMES) + 1, "running": 1, "imported": 1}
        assert {game["rules"]["edition"] for game in games} == set(EDITIONS)
        assert sum(game["forked_from"] is not None for game in games) == 1
        imported = next(game["game"] for game in games if game["status"] == "imported")
        verdict = client.get(f"/v1/games/{imported}/audit").body
        assert verdict["verdict"] == "irregular"
        assert verdict["first"]["clause"].startswith("CL-")
        running = next(game["game"] for game in games if game["status"] == "running")
        assert happens_within(20, lambda: client.get(f"/v1/games/{running}").body["version"] > 15)  # bots play it
        taken = [one["event"] for one in client.get(f"/v1/games/{running}/events?limit=9").body["events"]]
        seated = [event["bot"] for event in taken if event["type"] == "seat_taken.2"]
        assert seated == [seat["bot"] for seat in client.get(f"/v1/games/{running}").body["seats"]]
        assert len(seated) == 4
        proof = f"/v1/games/{games[-1]['game']}/bundle"
        assert happens_within(20, lambda: client.get(proof).status == 200)
        assert verify_bundle(canonical(client.get(proof).body) + b"\n").verdict == "good"
    assert server.stop() == 0
    with open_store(server.data) as store:
        before = {head.game: store.record(head.game).envelopes for head in store.heads()}
        answers = {name: audit(store.record(name)) for name in before}
    assert [name for name, answer in answers.items() if answer.first is not None] == [imported]
    assert Counter(answer.verdict for answer in answers.values()) == {
        "clean": len(GAMES),
        "legal": 2,  # the running game, and the fork, whose parent holds the seed
        "irregular": 1,
    }
    server.start()
    assert server.stop() == 0
    with open_store(server.data) as store:
        after = {head.game: store.record(head.game).envelopes for head in store.heads()}
    assert list(after) == list(before)
    assert {name for name in after if after[name] != before[name]} <= {running}
    assert after[running][: len(before[running])] == before[running]
