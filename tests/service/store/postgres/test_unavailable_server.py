"""Check that services wait for an unavailable database, and that a read-only one makes them not ready."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.store.errors import StoreProblem
from service.store.event_store import open_store
from service.store.location import Database
from tests.servers.postgres import QUOTED, Postgres
from tests.service.api.conftest import ApiClient, open_api
from tests.service.command_line import PROGRAM
from tests.service.served.conftest import ROOT, Serve, serve
from tests.waiting import happens_within

__all__ = ["serve"]

IMPATIENT = "import service.store.postgres.connection as c; c.Connector.is_unreachable = lambda *_: False; "


@pytest.fixture
def worker(own_postgres: Postgres, tmp_path: Path) -> Iterator["LoneWorker"]:
    """A worker for an unavailable database, not yet started."""
    own_postgres.stop()
    found = LoneWorker(own_postgres, tmp_path / "log")
    yield found
    found.end()


class LoneWorker:
    """A process `haricot worker` on the database of this server."""

    def __init__(self, server: Postgres, log: Path) -> None:
        self.server, self.log = server, log
        self.process: subprocess.Popen[bytes] | None = None

    def begin(self, url: str = "", code: str = "") -> subprocess.Popen[bytes]:
        """Start the process."""
        command = [sys.executable, "-c", code + PROGRAM, "worker", "--store", url or self.server.url()]
        with self.log.open("wb") as said:
            self.process = subprocess.Popen(command, stdout=said, stderr=said, cwd=ROOT)
        return self.process

    def says(self, what: str, seconds: float = 60) -> bool:
        """Return whether it prints this in time."""
        return happens_within(seconds, lambda: what in self.log.read_text("utf-8"))

    def end(self) -> None:
        """Kill the process if it runs."""
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait(5)


@pytest.mark.long
def test_a_worker_waits_for_the_database_and_starts(worker: LoneWorker) -> None:
    process = worker.begin()
    assert worker.says("Waiting for it"), worker.log.read_text()
    assert process.poll() is None
    worker.server.start()
    assert worker.says("at work"), worker.log.read_text()
    process.send_signal(signal.SIGTERM)
    assert 0 == process.wait(60)
    assert QUOTED not in worker.log.read_text("utf-8")


@pytest.mark.long
def test_a_waiting_worker_can_be_stopped(worker: LoneWorker) -> None:
    process = worker.begin()
    assert worker.says("Waiting for it")
    process.send_signal(signal.SIGTERM)
    assert 0 == process.wait(60)


@pytest.mark.long
def test_control_a_worker_without_the_wait_exits(worker: LoneWorker) -> None:
    assert 2 == worker.begin(code=IMPATIENT).wait(60)
    assert "Waiting" not in worker.log.read_text("utf-8")


@pytest.mark.long
def test_a_wrong_password_is_reported_at_once(worker: LoneWorker) -> None:
    worker.server.start()
    assert 2 == worker.begin(worker.server.url().replace(QUOTED, "wrong")).wait(60)
    assert worker.says("password authentication failed")


@pytest.mark.long
def test_serve_waits_for_the_database(serve: Serve, own_postgres: Postgres) -> None:
    own_postgres.stop()
    server = serve(store=own_postgres.url()).begin()
    assert happens_within(60, lambda: "Waiting for it" in server.said())
    own_postgres.start()
    assert happens_within(60, server.alive)
    assert 0 == server.stop()


def test_a_service_on_a_read_only_server_is_not_ready(own_postgres: Postgres, tmp_path: Path) -> None:
    location = Database(url=own_postgres.url())
    with open_api(location) as api:
        assert 200 == api.request("GET", "/readyz").status_code
        refuse_writing(own_postgres, api)
        api.problem(503, "unavailable", "GET", "/readyz")


@pytest.mark.long
def test_control_without_a_trial_write_the_service_seems_ready(
    own_postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    location = Database(url=own_postgres.url())
    with open_api(location) as api:
        refuse_writing(own_postgres, api)
        monkeypatch.setattr("service.store.event_store.GameStore.require_writable", lambda _: None)
        assert 200 == api.request("GET", "/readyz").status_code


def refuse_writing(server: Postgres, api: ApiClient) -> None:
    """Make the server read-only, and forget the time of the last write."""
    server.execute("ALTER SYSTEM SET default_transaction_read_only = on")
    server.execute("SELECT pg_reload_conf()")
    assert happens_within(5, lambda: server.execute("SHOW default_transaction_read_only") == [("on",)])
    api.context.store._recorder._group._written_at = -100.0
    with pytest.raises(StoreProblem), open_store(api.context.settings.store) as store:
        store.require_writable()
