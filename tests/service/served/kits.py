"""What the tests of the client kits share: a game of three over a line that is disturbed, and who watches it."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.node.client_kit import in_node
from tests.servers.proxy import proxy_to
from tests.service.served.conftest import Client, Serve, assert_sound, keys_of, record_of
from tests.waiting import within

GAME_SECONDS = 120
PROGRAM = Path(__file__).with_name("kit_program.mjs")
THREE: Any = {"edition": "classic", "seats": [{"name": name} for name in ("Ana", "Bo", "Cem")]}
Plays = Callable[[str], None]
"""Plays a seat to its end, by its link."""
Numbers = Callable[[str, str], list[int]]
"""Follows a game at an address, and gives the number of each event that came."""


def assert_kits_bear_everything(serve: Serve, players: Sequence[Plays], spectator: Numbers) -> None:
    """They play a whole game through lost answers, broken streams and a server that is killed, each command once."""
    server = serve().start()
    with proxy_to(server.port) as line, Client(server.port) as client, ThreadPoolExecutor(4) as threads:
        address = f"http://127.0.0.1:{line.port}"
        made = client.post("/v1/games", THREE).body
        links = [f"{address}/join/{made['game']}#token={one['token']}" for one in made["tokens"]]
        seen = threads.submit(spectator, address, made["game"])
        playing: list[Future[None]] = list(map(threads.submit, players, links))
        assert within(GAME_SECONDS, lambda: client.get(f"/v1/games/{made['game']}").body["version"] > 60)
        line.cut = 120  # what is asked is done, and its answer lost
        line.hang_up()
        carried = line.carried
        assert within(10, lambda: line.carried > carried + 1000)
        line.cut = None
        line.hang_up()
        server.kill()
        server.start()
        for one in playing:
            one.result(GAME_SECONDS)
        numbers = seen.result(GAME_SECONDS)
    record = record_of(server.where, made["game"])
    assert_sound(record)
    assert numbers == [envelope.n for envelope in record.envelopes]
    keys = Counter(key for _, key in keys_of(record))
    assert len(keys) > 60
    assert {*keys.values()} == {1}


def in_node_done(kit: Path, *task: str) -> list[str]:
    """What the program of the kit in TypeScript says when it has done this."""
    with in_node(PROGRAM, *task, kit=kit) as process:
        said, _ = process.communicate(timeout=GAME_SECONDS)
    assert process.returncode == 0, said
    return said.splitlines()
