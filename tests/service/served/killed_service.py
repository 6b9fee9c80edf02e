"""Two servers on one store that are killed while clients play, and what they acknowledged."""

from collections.abc import Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Lock, Thread
from typing import Any, Final, Self

import msgspec

from domain.visibility import SPECTATOR
from replay.codec import Codec
from replay.record import Record
from service.access.tokens import new_token
from service.ops.clock import now_ms
from service.store.event_store import open_store
from service.store.location import Location
from tests.service.served.conftest import Client, Played, Server
from tests.waiting import wait_until

TABLES: Final = 4
"""How many games are played at once."""
BETWEEN_KILLS: Final = 25
"""About how many commands are acknowledged between two kills."""
PLAY_SECONDS: Final = 90.0
QUIET: Final = {"HARICOT_COSTS": "", "HARICOT_ADDRESS_RATE": "", "HARICOT_ADDRESS_COSTS": "", "HARICOT_LOG": "warning"}
"""Settings without rate limits."""
Acknowledged = tuple[str, int, str]
"""The game, the first event and the key of a command that was acknowledged."""


class KilledService:
    """Two servers on one store, of which one or the other is killed at random moments."""

    def __init__(self, folder: Path, store: str | None, seed: int, *, planted: str = "", **settings: str) -> None:
        """`planted` is Python that each server runs first: a fault that the check must detect."""
        environment = {**QUIET, "HARICOT_KEY_FILE": str(folder / "key"), **settings}
        self.servers = [
            Server(folder / "data", folder / f"{name}.log", limit=planted, store=store, **environment) for name in "ab"
        ]
        self.where: Location = self.servers[0].where
        self.luck = Random(seed)
        self.deaths = 0

    def __enter__(self) -> Self:
        for server in self.servers:
            server.start()
        return self

    def __exit__(self, *_: object) -> None:
        for server in self.servers:
            server.end()

    def kill_one(self) -> None:
        """Kill one of the servers, and start it again."""
        server = self.luck.choice(self.servers)
        server.kill()
        server.start()
        self.deaths += 1

    def kill_during(self, traffic: "Traffic", kills: int) -> None:
        """Kill a server `kills` times, each after some more commands."""
        for _ in range(kills):
            traffic.go_on(self.luck.randint(1, 2 * BETWEEN_KILLS))
            self.kill_one()
        traffic.go_on(BETWEEN_KILLS)

    def token(self) -> str:
        """Return a token of the service, made in the store."""
        text, entry = new_token("service", at=now_ms())
        with open_store(self.where) as store:
            store.save_entries(entry)
        return text

    def records(self, games: Sequence[str]) -> dict[str, Record]:
        """Return the records of games as they lie in the store."""
        with open_store(self.where, create=False) as store:
            return {game: store.record(game) for game in games}


class Traffic:
    """Clients that play game after game at both servers, and repeat each command with its key until it is answered."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self.acknowledged: list[Acknowledged] = []
        self.games: dict[str, Played] = {}
        self.private: set[str] = set()
        """The private games."""
        self._guard, self._stop = Lock(), Event()
        ports = [servers[table % len(servers)].port for table in range(TABLES)]
        self._threads = [Thread(target=self._play, args=(port, table)) for table, port in enumerate(ports)]
        self._failed: list[BaseException] = []

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def go_on(self, commands: int) -> None:
        """Wait until this many more commands are acknowledged."""
        before = len(self.acknowledged)
        wait_until(
            lambda: self._failed or len(self.acknowledged) >= before + commands,
            "no command is acknowledged",
            seconds=PLAY_SECONDS,
        )
        assert not self._failed, self._failed

    def of(self, game: str) -> list[tuple[int, str]]:
        """Return the events and keys of the commands that were acknowledged of a game."""
        return sorted((n, key) for name, n, key in self.acknowledged if name == game)

    def end_all(self, port: int) -> None:
        """Void every running game, so that no further events come."""
        with Client(port) as client:
            for game, played in self.games.items():
                head, _ = client.insist("GET", f"/v1/games/{game}", token=played.organiser)
                if head.body["status"] == "running":
                    reply, _ = client.insist(
                        "POST", f"{played.path}/void", {"reason": "enough"}, token=played.organiser
                    )
                    assert reply.status == 200, reply

    def _play(self, port: int, table: int) -> None:
        luck = Random(table)
        try:
            with Client(port) as client:
                for number in count():
                    if self._stop.is_set():
                        return
                    self._play_one(client, luck, private=(number + table) % 3 == 2)
        except BaseException as error:  # noqa: BLE001  # the test reports it
            self._failed.append(error)

    def _play_one(self, client: Client, luck: Random, *, private: bool) -> None:
        game = client.new_game(private=private)
        with self._guard:
            self.games[game.game] = game
            if private:
                self.private.add(game.game)
        for number in range(60):  # then another game begins
            if self._stop.is_set() or (command := game.choice(luck)) is None:
                return
            method, path, body, token = game.order(command)
            key = f"{game.game} {number}"
            reply, _ = client.insist(method, path, body, token=token, key=key)
            assert reply.status == 201, reply
            with self._guard:
                self.acknowledged.append((game.game, reply.body["events"][0]["n"], key))


def public_lines(records: dict[str, Record], private: set[str]) -> dict[str, list[Any]]:
    """Return the public events of each public game, read from the log."""
    codec = Codec()
    return {
        game: [msgspec.json.decode(codec.to_json(one)) for one in record.seen_by(SPECTATOR).envelopes]
        for game, record in records.items()
        if game not in private
    }


def feed_read(port: int, token: str) -> list[dict[str, Any]]:
    """Return all lines of the feed, page by page."""
    found: list[dict[str, Any]] = []
    with closing(Client(port, token, timeout=60)) as client:
        after = ""
        while True:
            page, _ = client.insist("GET", f"/v1/feed?limit=1000{after}")
            assert page.status == 200, page
            found += page.body["lines"]
            after = f"&after={page.body['cursor']}"
            if not page.body["more"]:
                return found


def wrong_lines(lines: Sequence[dict[str, Any]], log: dict[str, list[Any]]) -> list[str]:
    """Return the faults of lines of the feed: lost, repeated, out of order, different from the log, or not public."""
    wrong, said = list[str](), dict[str, list[Any]]()
    cursors = [line["cursor"] for line in lines]
    wrong += [f"{len(cursors) - len(set(cursors))} cursors stand twice"] if len(set(cursors)) < len(cursors) else []
    for line in lines:
        said.setdefault(line["game"], []).append(line["envelope"])
    wrong += [f"{game} is in the feed though it is private" for game in said.keys() - log.keys()]
    for game, envelopes in log.items():
        found = said.get(game, [])
        numbers, owed = [one["n"] for one in found], [one["n"] for one in envelopes]
        if numbers != owed:
            lost, twice = sorted({*owed} - {*numbers}), len(numbers) - len({*numbers})
            wrong.append(f"{game}: events {lost[:5]} are missing, {twice} stand twice, of {len(owed)}")
        elif found != envelopes:
            wrong.append(
                f"{game}: event {next(a['n'] for a, b in zip(found, envelopes, strict=True) if a != b)} differs"
            )
    return wrong
