"""R6 over HTTP: two servers on one store number every event once, and each shows what the other wrote."""

import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Barrier

import pytest

from domain.commands import CreateGame, TakeSeat
from replay.game import Game
from replay.proofs.shuffle import Deal, contribution_of_text, seed_of_text
from service.store.event_store import open_store
from service.store.sqlite.file import STORE, sqlite3
from tests.servers.postgres import database, postgres, postgres_template, shared_database
from tests.service.command_line import process
from tests.service.served.conftest import Client, Reply, Serve, Server, assert_sound, record_of
from tests.waiting import happens_within

__all__ = ["database", "postgres", "postgres_template", "shared_database"]

RACES = int(os.environ.get("HARICOT_RACES", "30"))
RUNNERS = 4
SOON = 5.0
"""Within how many seconds a wait ends after another process wrote, on a busy machine. Its own timeout is longer."""


@pytest.fixture
def pair(serve: Serve, url: str | None) -> tuple[Server, Server]:
    """Two servers on one store."""
    first, second = serve(store=url).start(), serve(store=url)
    return first, second.start()


@pytest.fixture
def clients(pair: tuple[Server, Server]) -> Iterator[list[Client]]:
    """Four clients, two of each server."""
    found = [Client(pair[number % 2].port) for number in range(RUNNERS)]
    yield found
    for client in found:
        client.close()


def begun_elsewhere(data: Path) -> Game:
    """Create a game with empty seats in the store, from this process."""
    name, seed = "begun-elsewhere", seed_of_text("begun-elsewhere")
    play = Game(name, Deal(name, seed))
    play.act(CreateGame(edition="classic", players=3), by="organiser", key=None, at=0)
    with open_store(data) as store:
        store.append(name, play.envelopes, seed=seed)
    return play


def sit_down(play: Game, seat: int) -> None:
    """Take a seat."""
    sit = TakeSeat(seat=seat, kind="bot", pseudonym=f"seat-{seat}", contribution=contribution_of_text(str(seat)))
    play.act(sit, by=f"seat:{seat}", key=None, at=seat)


@pytest.mark.long
def test_one_of_four_simultaneous_equal_commands_succeeds(pair: tuple[Server, Server], clients: list[Client]) -> None:
    barrier, luck = Barrier(RUNNERS), Random(6)
    game = clients[0].new_game()
    games, tally = [game.game], Counter[str]()

    def run(client: Client, order: tuple[str, str, dict[str, object], str]) -> Reply:
        method, path, body, token = order
        barrier.wait(20)
        return client.request(method, path, body, token=token)

    with ThreadPoolExecutor(RUNNERS) as pool:
        for race in range(RACES):
            while (command := game.choice(luck, onward=True)) is None or not command["type"].startswith(("End", "Dr")):
                if command is None:  # that game is over
                    game = clients[race % RUNNERS].new_game()
                    games.append(game.game)
                else:
                    method, path, body, token = game.order(command)
                    assert clients[0].request(method, path, body, token=token).status == 201
            replies = list(pool.map(run, clients, [game.order(command)] * RUNNERS))
            assert sorted(reply.status for reply in replies) == [201, 409, 409, 409], (command, replies)
            for reply in replies:
                if reply.status == 409:
                    assert reply.headers["content-type"] == "application/problem+json"
                    assert reply.body["status"] == 409
                    assert reply.body["detail"]
                    tally[reply.body["code"]] += 1
    assert all(code.startswith("rules.") or code in ("game.conflict", "game.ended") for code in tally), tally
    for server in pair:
        server.stop()
    for name in games:
        assert_sound(record_of(pair[0].where, name))


def without_unique_numbers(data: Path) -> None:
    """Create a store in which two events of a game may have the same number."""
    with open_store(data):
        pass
    with closing(sqlite3.connect(data / STORE, isolation_level=None)) as file:
        (made,) = file.execute("SELECT sql FROM sqlite_master WHERE name = 'events'").fetchone()
        unique = ",\n        UNIQUE (originator_id, originator_version)"
        assert unique in made
        file.execute("DROP TABLE events")
        file.execute(made.replace(unique, ""))


@pytest.mark.long
def test_control_without_a_unique_constraint_two_commands_succeed(serve: Serve, tmp_path: Path) -> None:
    data = tmp_path / "lax"
    without_unique_numbers(data)
    ports = [serve(data=data).start().port for _ in range(2)]
    with Client(ports[0]) as first, Client(ports[1]) as second, ThreadPoolExecutor(2) as pool:

        def race() -> list[int]:
            game, barrier = first.new_game(), Barrier(2)
            for client in (first, second):  # both know the game as it is
                assert client.get(game.path).status == 200
            command = game.choice(Random(6), onward=True)
            assert command is not None
            method, path, body, token = game.order(command)

            def run(client: Client) -> int:
                barrier.wait(20)
                return client.request(method, path, body, token=token).status

            return list(pool.map(run, (first, second)))

        assert [201, 201] in (race() for _ in range(RACES))


@pytest.mark.long
def test_both_servers_return_the_same_events(pair: tuple[Server, Server], clients: list[Client]) -> None:
    game, luck = clients[0].new_game(), Random(7)
    for number in range(24):
        command = game.choice(luck, onward=True)
        assert command is not None
        method, path, body, token = game.order(command)
        assert clients[number % 2].request(method, path, body, token=token).status == 201
        first, second = (client.get(f"{game.path}/events?limit=1000").body for client in clients[:2])
        assert first == second


@pytest.mark.long
def test_an_idempotency_key_is_valid_at_both_servers(clients: list[Client]) -> None:
    game = clients[0].new_game()
    command = game.choice(Random(8))
    assert command is not None
    method, path, body, token = game.order(command)
    first = clients[0].request(method, path, body, token=token, key="the same request")
    again = clients[1].request(method, path, body, token=token, key="the same request")
    assert (first.status, again.status) == (201, 201)
    for reply in (first, again):
        del reply.body["checkpoint"]["note"]  # the other server may have signed more by then, or not know it yet
    assert again.body == first.body
    assert again.headers["idempotency-replayed"] == "true"


@pytest.mark.long
def test_the_command_line_adds_games_while_the_service_runs(serve: Serve, game_file: Path) -> None:
    server = serve().start()
    with Client(server.port) as client:
        assert client.get("/v1/games").body == {"games": []}
        for arguments in (("simulate", "--players", 3, "--seed", 5, "--games", 2), ("import", game_file)):
            answer = process(*arguments, "--data", server.data)
            assert (answer.returncode, answer.stderr) == (0, b"")
        listed = {game["game"]: game["status"] for game in client.get("/v1/games").body["games"]}
        assert listed == {
            "classic-3-5-0001": "finished",
            "classic-3-5-0002": "finished",
            "classic-4-7-0001": "imported",
        }
        for game in listed:
            assert client.get(f"/v1/games/{game}/audit?as=omniscient").body["verdict"] == "clean"


@pytest.mark.long
def test_a_long_poll_returns_events_that_another_process_wrote(serve: Serve) -> None:
    server = serve().start()
    play = begun_elsewhere(server.data)
    path = f"/v1/games/{play.game}"
    with (
        open_store(server.data) as store,
        Client(server.port) as client,
        Client(server.port) as look,
        ThreadPoolExecutor(1) as pool,
    ):
        for seat in range(3):
            events = play.version
            assert client.get(path).body["version"] == events
            waiting = pool.submit(client.get, f"{path}/events?after={events}&wait=10")
            assert happens_within(5, look.open_streams)
            sit_down(play, seat)
            store.append(play.game, play.envelopes[events:])
            assert happens_within(SOON, waiting.done)
            assert [event["n"] for event in waiting.result().body["events"]] == list(
                range(events + 1, play.version + 1)
            )


@pytest.mark.long
def test_a_long_poll_returns_events_of_commands_at_the_other_server(clients: list[Client]) -> None:
    game, luck = clients[0].new_game(), Random(9)
    with ThreadPoolExecutor(1) as pool:
        for _ in range(5):
            before = clients[2].get(game.path).body["version"]
            waiting = pool.submit(clients[3].get, f"{game.path}/events?after={before}&wait=10")
            command = game.choice(luck, onward=True)
            assert command is not None
            assert happens_within(5, clients[1].open_streams)
            method, path, body, token = game.order(command)
            assert clients[0].request(method, path, body, token=token).status == 201
            assert happens_within(SOON, waiting.done)
            assert waiting.result().body["version"] > before
