"""A slow disk delays only commands: reads and streams are answered meanwhile."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Event

import psycopg
import pytest

from service.store.postgres.naming import LOCK
from service.store.sqlite.locks import exclusive
from tests.servers.postgres import database, postgres, postgres_template, shared_database
from tests.service.served.conftest import GONE, Client, Played, Serve, Server, assert_sound, keys_of, record_of
from tests.service.served.test_full_disk import full_disk
from tests.service.served.test_streams_live import Stream
from tests.waiting import happens_within

__all__ = ["database", "postgres", "postgres_template", "shared_database"]

TABLES = 3
HELD_SECONDS = 2.0


@contextmanager
def locked_store(server: Server) -> Iterator[None]:
    """Hold the lock that every writer takes first."""
    if isinstance(server.where, Path):
        with exclusive(server.where):
            yield
    else:
        with psycopg.connect(server.where.url) as connection:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
            yield


def play(port: int, game: Played, seed: int, enough: Event) -> list[tuple[int, str]]:
    """Give one command after another; return the acknowledged events and keys."""
    luck, answer = Random(seed), list[tuple[int, str]]()
    with Client(port) as client:
        game.client = client
        while not enough.is_set() and (command := game.choice(luck, onward=True)) is not None:
            method, path, body, token = game.order(command)
            key = f"{game.game} {len(answer)}"
            reply, _ = client.insist(method, path, body, token=token, key=key)
            assert reply.status == 201, reply
            answer.append((reply.body["events"][0]["n"], key))
    return answer


@pytest.mark.long
def test_reads_and_heartbeats_continue_while_the_store_is_locked(serve: Serve, url: str | None) -> None:
    server, enough = serve(store=url).start(), Event()
    with Client(server.port) as client, ThreadPoolExecutor(TABLES) as pool:
        games, quiet = [client.new_game() for _ in range(TABLES)], client.new_game()
        with Stream(server.port, quiet.game) as stream:
            assert next(stream.frames).kind == "table"
            players = [pool.submit(play, server.port, game, seed, enough) for seed, game in enumerate(games)]
            try:
                with locked_store(server):
                    before = [client.get(game.path).body["version"] for game in games]
                    until = time.monotonic() + HELD_SECONDS
                    while time.monotonic() < until:
                        assert client.get("/healthz").status == 200
                        assert client.get(quiet.path).status == 200
                    assert next(stream.frames).kind == "heartbeat"
                    stood = [client.get(game.path).body["version"] for game in games]
                    assert max(now - then for now, then in zip(stood, before, strict=True)) < 12, (
                        "control: the lock stops commands"
                    )
                assert quiet.give(Random(1)) == 201
                assert next(frame for frame in stream.frames if frame.kind != "heartbeat").kind == "event"
            finally:
                enough.set()
            answers = [player.result(30) for player in players]
    assert server.stop() == 0
    for game, answer in zip(games, answers, strict=True):
        record = record_of(server.where, game.game)
        assert keys_of(record) == answer
        assert_sound(record)


@pytest.mark.long
def test_control_an_event_loop_that_waits_for_the_disk_is_detected(serve: Serve) -> None:
    server = serve(limit="import service.wsgi; service.wsgi.forbid_blocking = lambda: None; ").start()
    with Client(server.port) as client, Client(server.port, timeout=1.0) as other, ThreadPoolExecutor(1) as pool:
        game = client.new_game()
        with locked_store(server):
            given = pool.submit(game.give, Random(1))
            assert happens_within(10, lambda: not answers(other))
        assert given.result(20) == 201


def answers(client: Client) -> bool:
    """Return whether the process answers."""
    try:
        return client.get("/healthz").status == 200
    except GONE:
        return False


@pytest.mark.long
def test_streams_continue_on_a_full_disk(serve: Serve) -> None:
    server = serve().start()
    with Client(server.port) as client:
        game = client.new_game()
        with Stream(server.port, game.game) as stream:
            assert next(stream.frames).kind == "table"
            with full_disk(server):
                assert 503 in (game.give(Random(1)) for _ in range(40))
                while next(stream.frames).kind != "heartbeat":
                    pass
                assert client.get(game.path).status == 200
            assert game.give(Random(1)) == 201
            version = client.get(game.path).body["version"]
            assert any(frame.n == version for frame in stream.frames)
    assert server.stop() == 0
