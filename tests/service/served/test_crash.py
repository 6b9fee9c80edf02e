"""R4 over HTTP: every acknowledged command is in the log exactly once, through kills of the server."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from random import Random
from threading import Event, Lock

import pytest

from tests.service.served.conftest import Client, Serve, assert_sound, keys_of, record_of

COMMANDS = 1000
KILLS = 3
TABLES = 4


class Acknowledged:
    """The acknowledged commands: game, event, key, and number of attempts."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._acknowledged: dict[tuple[str, str], tuple[int, int]] = {}
        self.games: set[str] = set()
        self.under_way: set[int] = set()

    def __len__(self) -> int:
        return len(self._acknowledged)

    def add(self, game: str, key: str, n: int, times: int) -> None:
        """Record that the command with this key caused event n, and was sent `times` times."""
        with self._guard:
            self.games.add(game)
            self._acknowledged[game, key] = (n, times)

    def of(self, game: str) -> list[tuple[int, str]]:
        """Return events and keys of a game, in order."""
        return sorted((n, key) for (name, key), (n, _) in self._acknowledged.items() if name == game)

    @property
    def repeated(self) -> int:
        """How many commands were sent more than once."""
        return sum(times > 1 for _, times in self._acknowledged.values())


def play(port: int, table: int, done: Acknowledged, enough: Event) -> None:
    """Play game after game, and repeat a command only with its key."""
    luck = Random(table)
    with Client(port) as client:
        while not enough.is_set():
            game = client.new_game()
            for number in count():
                if enough.is_set() or (command := game.choice(luck)) is None:
                    break
                method, path, body, token = game.order(command)
                key = f"{game.game} {number}"
                done.under_way.add(table)
                reply, times = client.insist(method, path, body, token=token, key=key)
                done.under_way.discard(table)
                assert reply.status == 201, reply
                done.add(game.game, key, reply.body["events"][0]["n"], times)
                if len(done) >= COMMANDS:
                    enough.set()


@pytest.mark.long
def test_acknowledged_commands_are_stored_once_through_three_kills(serve: Serve) -> None:
    server = serve().start()
    done, enough = Acknowledged(), Event()
    with ThreadPoolExecutor(TABLES) as pool:
        players = [pool.submit(play, server.port, table, done, enough) for table in range(TABLES)]
        try:
            for kill in range(1, KILLS + 1):
                while len(done) < kill * COMMANDS // (KILLS + 1) or not done.under_way:
                    assert not any(player.done() for player in players), "a player stopped too soon"
                    time.sleep(0.0005)
                server.kill()
                server.start()
        except BaseException:
            enough.set()
            raise
        for player in players:
            player.result(60)
    server.stop()
    assert len(done) >= COMMANDS
    assert done.repeated >= KILLS // 2  # or the kills were not in the middle
    for game in done.games:
        record = record_of(server.data, game)
        assert keys_of(record) == done.of(game)
        assert_sound(record)
        assert set(Counter(key for _, key in keys_of(record)).values()) == {1}
