"""What the tests of the read models share: a service with games of every kind, and a worker beside it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest

from replay.record import write_file
from service.bots.simulate import simulate
from service.own_secret import own_secret
from service.projecting import follow
from service.redis_door import RedisDoor
from service.view_store import ViewStore
from tests.servers.redis_server import own_redis, redis_url, shared_redis
from tests.service.api.conftest import House, Match

__all__ = ["own_redis", "redis_url", "shared_redis"]

PUBLIC: str = "/v1/games?limit=200"


class Fair:
    """A house with Redis, and games of every kind in it."""

    def __init__(self, folder: Path, url: str, **settings: object) -> None:
        self.folder = folder
        self.house = House(folder, redis_url=url, heartbeat=0.05, **settings)
        self.door = RedisDoor(url, patient=True, secret=own_secret(self.house.desk.store))
        self.views = ViewStore(self.door)
        self.luck = Random(5)

    def furnish(self) -> None:
        """Finished, imported, forked, private, delayed, open, voided and running games of several editions."""
        house = self.house
        store = house.desk.store
        for number, (edition, players) in enumerate((("classic", 3), ("duel", 2), ("sissi", 3), ("bohnaparte", 3))):
            game, seed = simulate(edition, players, "fair", number + 1, {}, ["greedy"])
            store.append(game.game, game.envelopes, seed=seed)
        imported, _ = simulate("classic", 4, "fair", 9, {}, ["greedy"])
        house.ask("POST", "/v1/games:import", data=write_file(imported.record()), content_type="application/x-ndjson")
        house.post("/v1/games/classic-3-fair-0001/forks", json={"at": 60})
        house.post("/v1/games", json={"edition": "modern", "players": 3, "start": "when_seated"})
        voided = house.match()
        house.post(f"{voided.at}/void", voided.organiser, json={"reason": "Rain."})
        for wish in ({}, {"private": True}, {"spectator_delay": {"events": 8}}, {"practice": True}):
            self.play(house.match(**wish), 12)

    def play(self, match: Match, moves: int) -> None:
        """So many moves, or until the game is over."""
        for _ in range(moves):
            if not self.house.move(match, self.luck):
                break

    def lag(self) -> int | None:
        """How far the models lie behind."""
        at = self.views.position()
        return None if at is None else self.house.desk.store.position() - at

    @contextmanager
    def worker(self) -> Iterator[None]:
        """The models are kept up to date meanwhile."""
        stopped, woken = Event(), Event()
        self.house.desk.bell.on_ring(lambda _: woken.set())
        thread = Thread(target=follow, args=(self.house.desk.store, self.views, stopped, woken))
        thread.start()
        try:
            yield
        finally:
            stopped.set()
            woken.set()
            thread.join()

    def close(self) -> None:
        """Everybody goes home."""
        self.door.close()
        self.house.desk.close()


@pytest.fixture
def new_fair(tmp_path: Path) -> Iterator[Callable[..., Fair]]:
    """Makes fairs at a Redis."""
    fairs: list[Fair] = []

    def make(url: str, *, folder: Path | None = None, **settings: object) -> Fair:
        fairs.append(Fair(folder or tmp_path / f"store-{len(fairs)}", url, **settings))
        return fairs[-1]

    yield make
    for fair in fairs:
        fair.close()


@pytest.fixture
def fair(new_fair: Callable[..., Fair], redis_url: str) -> Fair:
    """A fair with games, whose models nobody has built yet."""
    fair = new_fair(redis_url)
    fair.furnish()
    return fair
