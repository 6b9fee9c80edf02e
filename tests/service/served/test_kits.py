"""Both client kits at one table play and follow a whole game through lost answers and a killed server."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from haricot_client import AsyncHaricot, Haricot
from tests.coroutines import run_coroutine
from tests.node.client_kit import build_kit
from tests.servers.proxy import proxy_to
from tests.service.served.conftest import Client, Serve, assert_sound, keys_of, record_of
from tests.service.served.kits import GAME_SECONDS, THREE, in_node_done
from tests.waiting import happens_within


def any_legal(choice: Any) -> Any:
    """Choose a legal command at random."""
    return Random(choice["legal"][0]["seat"] + len(choice["legal"])).choice(choice["legal"])


def play(link: str) -> None:
    """Play a seat with the synchronous client."""
    seat, game = Haricot.join(link)
    with seat:
        seat.play(game, any_legal)


def play_asynchronously(link: str) -> None:
    """Play a seat with the asynchronous client."""

    async def to_the_end() -> None:
        seat, game = AsyncHaricot.join(link)
        async with seat:
            await seat.play(game, any_legal)

    run_coroutine(to_the_end())


def numbers(address: str, game: str) -> list[int]:
    """Return the number of each event of a game."""
    with Haricot(address) as spectator:
        return [message["n"] for message in spectator.follow(game, after=0) if "event" in message]


@pytest.mark.long
def test_kits_play_a_game_through_a_restart_lost_answers_and_a_broken_connection(serve: Serve, tmp_path: Path) -> None:
    kit = build_kit(tmp_path, *["--noCheck", "--declaration", "false"])
    server = serve().start()
    with proxy_to(server.port) as line, Client(server.port) as client, ThreadPoolExecutor(5) as threads:
        address = f"http://127.0.0.1:{line.port}"
        made = client.post("/v1/games", THREE).body
        game, links = made["game"], [f"{address}/join/{made['game']}#token={one['token']}" for one in made["tokens"]]
        seen = threads.submit(numbers, address, game), threads.submit(in_node_done, kit, "follow", address, game)
        playing = [
            threads.submit(play, links[0]),
            threads.submit(play_asynchronously, links[1]),
            threads.submit(in_node_done, kit, "play", links[2]),
        ]
        assert happens_within(GAME_SECONDS, lambda: client.get(f"/v1/games/{game}").body["version"] > 60)
        line.cut = 120  # requests are handled, and their answers lost
        line.hang_up()
        carried = line.carried
        assert happens_within(10, lambda: line.carried > carried + 1000)
        line.cut = None
        line.hang_up()
        server.kill()
        server.start()
        for one in playing:
            one.result(GAME_SECONDS)
        in_python, in_node = (one.result(GAME_SECONDS) for one in seen)
    record = record_of(server.where, game)
    assert_sound(record)
    assert in_python == [*map(int, in_node)] == [envelope.n for envelope in record.envelopes]
    keys = Counter(key for _, key in keys_of(record))
    assert len(keys) > 60
    assert {*keys.values()} == {1}
