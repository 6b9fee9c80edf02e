"""`haricot serve` on a rolled back store: read-only until `--accept-restore`."""

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from service.signing.high_water_mark import HighWaterMark
from service.store.entries.signing_entries import LogCheckpoint, LoggedNote
from service.store.event_store import open_store
from tests.service.served.conftest import Client, Played, Server
from tests.waiting import happens_within

SIGNED_SECONDS = 20.0
LUCK = Random(7)


@pytest.fixture
def api(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[..., Server]:
    """`haricot serve` on a folder of the test, with the key of the test."""

    def served(folder: str, *options: str) -> Server:
        key = {"HARICOT_KEY_FILE": str(tmp_path / "signing.key")}
        server = Server(tmp_path / folder, tmp_path / f"{folder}.log", "--no-demo", *options, **key)
        request.addfinalizer(server.end)
        return server

    return served


def signed(folder: Path) -> int:
    """Return the signed size of the log of the service."""
    with open_store(folder) as store:
        last = store.last_entry(LogCheckpoint)
        return 0 if last is None else last.size


def wait_until_signed(folder: Path, games: int) -> None:
    """Wait until the key and the first checkpoint of this many games are in the log of the service."""
    assert happens_within(SIGNED_SECONDS, lambda: signed(folder) > games), "nothing is signed"


def answers(server: Server, played: Played) -> tuple[int, int, int]:
    """Return the statuses of a read, a move, and a new game."""
    with Client(server.port) as client:
        here = Played(client, {"game": played.game, "tokens": [], "organiser_token": played.organiser})
        here.tokens = played.tokens
        read = client.get(here.path).status
        refused = [here.give(LUCK), client.post("/v1/games", {"edition": "classic", "players": 3}).status]
    return read, refused[0], refused[1]


@pytest.mark.long
def test_a_rolled_back_store_is_read_only_until_it_is_accepted(api, tmp_path: Path) -> None:
    newer = api("newer").start()
    with Client(newer.port) as client:
        played = client.new_game()
    wait_until_signed(tmp_path / "newer", 1)
    newer.stop()
    shutil.copytree(tmp_path / "newer", tmp_path / "older")
    newer.start()
    with Client(newer.port) as client:
        assert client.new_game().game != played.game
    wait_until_signed(tmp_path / "newer", signed(tmp_path / "older"))
    assert answers(newer, played) == (200, 201, 201)  # control: this store was not rolled back
    newer.stop()

    older = api("older").start()
    assert answers(older, played) == (200, 503, 503)
    with Client(older.port) as client:
        reply = client.get("/readyz")
        assert (reply.status, reply.body["code"]) == (503, "unavailable")
        assert "set back to an older state" in reply.body["detail"]
    assert "--accept-restore" in older.said()
    older.stop()
    with open_store(tmp_path / "older") as store:
        assert not store.find_entries(LoggedNote, kind="restored")
        assert HighWaterMark(store, tmp_path / "signing.key").is_behind()

    accepted = api("older", "--accept-restore").start()
    assert answers(accepted, played) == (200, 201, 201)
    accepted.stop()
    again = api("older").start()  # accepting once is enough
    assert answers(again, played) == (200, 201, 201)
    again.stop()
    with open_store(tmp_path / "older") as store:
        assert len(store.find_entries(LoggedNote, kind="restored")) == 1
