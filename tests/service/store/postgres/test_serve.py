"""Check `haricot serve` on a database, through crashes of the process and of the server."""

import os
from random import Random

import pytest

from service.store.errors import AWAY
from service.store.event_store import open_store
from service.store.location import Database
from tests.servers.postgres import PASSWORD, QUOTED, Postgres
from tests.service.command_line import run_ok
from tests.service.served.conftest import Client, Serve, assert_sound, keys_of, record_of, serve
from tests.waiting import happens_within

__all__ = ["serve"]

COMMANDS = int(os.environ.get("HARICOT_COMMANDS", "12"))
"""The number of commands between two crashes."""


@pytest.mark.long
@pytest.mark.parametrize("processes", [1, 2], ids=["one process", "two processes"])
def test_a_game_continues_through_crashes_of_service_and_database(
    processes: int, serve: Serve, own_postgres: Postgres
) -> None:
    location = Database(url=own_postgres.url())
    server = serve("--no-demo", "--workers", str(processes), store=location.url).start()
    luck, accepted = Random(7), []
    with Client(server.port) as client:
        game = client.new_game()
        for life in range(3):
            for number in range(COMMANDS):
                command = game.choice(luck, onward=True)
                assert command is not None
                method, path, body, token = game.order(command)
                key = f"life {life}, command {number}"
                reply, _ = client.insist(method, path, body, token=token, key=key)
                assert reply.status in (200, 201), reply
                if number == COMMANDS // 2:
                    again = client.request(method, path, body, token=token, key=key)
                    assert again.status in (200, 201)
                accepted.append(key)
            if life == 0:
                server.kill()
                server.start()
            elif life == 1:
                own_postgres.stop("immediate")
                reply = client.get(game.path)
                assert reply.status in (200, 503), "a cached response is allowed"
                unready = client.get("/readyz")
                assert (503, AWAY) == (unready.status, unready.body["detail"])
                assert f"the store in {location} fails: " in server.said(), "the log has the location, responses do not"
                own_postgres.start()
                assert happens_within(5, lambda: client.get("/readyz").status == 200)
        assert 0 == server.stop()
    record = record_of(location, game.game)
    assert_sound(record)
    assert accepted == [key.removeprefix("seat:") for _, key in keys_of(record)]
    assert PASSWORD not in server.said()
    assert QUOTED not in server.said()


def test_commands_of_the_command_line_accept_a_database(location: Database) -> None:
    where = ("--store", location.url)
    run_ok("simulate", "--players", 3, "--seed", 7, *where)
    assert "finished" in run_ok("list", *where).out
    with open_store(location) as store:
        game = store.heads()[0].game
    assert "clean" in run_ok("audit", game, *where).out
    said = run_ok("doctor", *where).out
    assert "data_checksums is on" in said
    assert QUOTED not in said
