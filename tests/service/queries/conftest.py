"""What the tests of the read side share: a service with games of every kind, at a Redis."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from replay.record import write_file
from service.lifecycle.bots.simulate import simulate
from service.ops.redis_client import RedisClient
from service.store.store_secret import own_secret
from tests.servers.redis_server import own_redis, redis_url, shared_redis
from tests.service.api.conftest import ApiClient, Match, open_api

__all__ = ["own_redis", "redis_url", "shared_redis"]

PUBLIC: str = "/v1/games?limit=200"


def play(api: ApiClient, match: Match, moves: int, luck: Random) -> None:
    """So many moves, or until the game is over."""
    for _ in range(moves):
        if not api.move(match, luck):
            break


def furnish(api: ApiClient) -> None:
    """Finished, imported, forked, private, delayed, open, voided and running games of several editions."""
    store = api.context.store
    for number, (edition, players) in enumerate((("classic", 3), ("duel", 2), ("sissi", 3), ("bohnaparte", 3))):
        game, seed = simulate(edition, players, "fair", number + 1, {}, ["greedy"])
        store.append(game.game, game.envelopes, seed=seed)
    imported, _ = simulate("classic", 4, "fair", 9, {}, ["greedy"])
    api.ask("POST", "/v1/games:import", data=write_file(imported.record()), content_type="application/x-ndjson")
    api.post("/v1/games/classic-3-fair-0001/forks", json={"at": 60})
    api.post("/v1/games", json={"edition": "modern", "players": 3, "start": "when_seated"})
    voided = api.match()
    api.post(f"{voided.at}/void", voided.organiser, json={"reason": "Rain."})
    luck = Random(5)
    for wish in ({}, {"private": True}, {"spectator_delay": {"events": 8}}, {"practice": True}):
        play(api, api.match(**wish), 12, luck)


class Fair:
    """An API client with Redis, and games of every kind in it."""

    def __init__(self, folder: Path, url: str, **settings: object) -> None:
        self.folder = folder
        self.api = ApiClient(folder, redis_url=url, heartbeat=0.05, **settings)
        self.redis = RedisClient(url, secret=own_secret(self.api.context.store))
        self.luck = Random(5)

    def play(self, match: Match, moves: int) -> None:
        """So many moves, or until the game is over."""
        play(self.api, match, moves, self.luck)

    def close(self) -> None:
        """Everybody goes home."""
        self.redis.close()
        self.api.context.close()


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


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of a fair with games, to be copied."""
    folder = tmp_path_factory.mktemp("fair") / "store"
    with open_api(folder) as api:
        furnish(api)
    return folder


@pytest.fixture
def fair(new_fair: Callable[..., Fair], furnished: Path, redis_url: str, tmp_path: Path) -> Fair:
    """A fair with games, of which nobody has asked for a list yet."""
    return new_fair(redis_url, folder=Path(shutil.copytree(furnished, tmp_path / "furnished")))
