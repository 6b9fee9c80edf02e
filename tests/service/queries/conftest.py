"""Share fixtures of the read side: a service with games of every kind, connected to Redis."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from replay.record import write_file
from service.lifecycle.bots.simulate import simulate
from service.ops.redis_client import RedisClient
from service.store.store_secret import shared_secret
from tests.servers.redis_server import own_redis, redis_url, shared_redis
from tests.service.api.conftest import ApiClient, Match, open_api

__all__ = ["own_redis", "redis_url", "shared_redis"]

PUBLIC: str = "/v1/games?limit=200"


def play(api: ApiClient, match: Match, moves: int, luck: Random) -> None:
    """Play `moves` moves, or to the end of the game."""
    for _ in range(moves):
        if not api.move(match, luck):
            break


def add_games(api: ApiClient) -> None:
    """Add finished, imported, forked, private, delayed, open, voided and running games of several editions."""
    store = api.context.store
    for number, (edition, players) in enumerate((("classic", 3), ("duel", 2), ("sissi", 3), ("bohnaparte", 3))):
        game, seed = simulate(edition, players, "service", number + 1, {}, ["greedy"])
        store.append(game.game, game.envelopes, seed=seed)
    imported, _ = simulate("classic", 4, "service", 9, {}, ["greedy"])
    api.request("POST", "/v1/games:import", data=write_file(imported.record()), content_type="application/x-ndjson")
    api.post("/v1/games/classic-3-service-0001/forks", json={"at": 60})
    api.post("/v1/games", json={"edition": "modern", "players": 3, "start": "when_seated"})
    voided = api.match()
    api.post(f"{voided.at}/void", voided.organiser, json={"reason": "Rain."})
    luck = Random(5)
    for wish in ({}, {"private": True}, {"spectator_delay": {"events": 8}}, {"practice": True}):
        play(api, api.match(**wish), 12, luck)


class RedisService:
    """An API client of a service with Redis."""

    def __init__(self, folder: Path, url: str, **settings: object) -> None:
        self.folder = folder
        self.api = ApiClient(folder, redis_url=url, heartbeat=0.05, **settings)
        self.redis = RedisClient(url, secret=shared_secret(self.api.context.store))
        self.luck = Random(5)

    def play(self, match: Match, moves: int) -> None:
        """Play `moves` moves, or to the end of the game."""
        play(self.api, match, moves, self.luck)

    def close(self) -> None:
        """Close the service and its client of Redis."""
        self.redis.close()
        self.api.context.close()


@pytest.fixture
def open_redis_service(tmp_path: Path) -> Iterator[Callable[..., RedisService]]:
    """Return a function that opens services with a Redis."""
    opened = list[RedisService]()

    def open_one(url: str, *, folder: Path | None = None, **settings: object) -> RedisService:
        opened.append(RedisService(folder or tmp_path / f"store-{len(opened)}", url, **settings))
        return opened[-1]

    yield open_one
    for service in opened:
        service.close()


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with games of every kind, to be copied."""
    folder = tmp_path_factory.mktemp("service") / "store"
    with open_api(folder) as api:
        add_games(api)
    return folder


@pytest.fixture
def service(
    open_redis_service: Callable[..., RedisService], filled: Path, redis_url: str, tmp_path: Path
) -> RedisService:
    """A service with games of every kind, of which no list was requested yet."""
    return open_redis_service(redis_url, folder=Path(shutil.copytree(filled, tmp_path / "store")))
