"""The very commands of the image and of the compose file, run against a real PostgreSQL and a real Redis."""

import json
import os
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from click.testing import CliRunner

from service.cli import main
from tests.docker.contained import Database, Running, contained, environment, fetched
from tests.docker.written import COMPOSE, DOCKERFILE, HOUSE, PASSWORD, last, model, stages, variables
from tests.servers.postgres import free_port

FINAL = stages(DOCKERFILE.read_text("utf-8"))[-1]
ENTRYPOINT = next(i for i in FINAL if i.name == "ENTRYPOINT").words()
IMAGE = {name: value for name, value in variables(FINAL).items() if name not in ("PATH", "HARICOT_DATA")}
GAME = {"edition": "classic", "pace": 0, "seats": [{"kind": "bot", "bot": "greedy"}] * 3}


@pytest.fixture(scope="module")
def services(tmp_path_factory):
    return model(COMPOSE.read_text("utf-8"), tmp_path_factory.mktemp("house"))["services"]


@pytest.fixture(scope="module")
def database(services):
    with Database(services["postgres"]) as database:
        yield database


@pytest.fixture(scope="module")
def redis(services, tmp_path_factory):
    """The port of Redis, started as its service starts it."""
    service, port, data = services["redis"], free_port(), tmp_path_factory.mktemp("views")
    command = [*service["command"], "--port", str(port), "--bind", "127.0.0.1"]
    _, client, *check = service["healthcheck"]["test"]
    with Running(command, tmp_path_factory.mktemp("redis"), service["environment"], data=data) as running:
        running.until_healthy([client, "-p", str(port), *check])
        yield port


def placed(service: dict[str, Any], database: Database, redis: int, port: int) -> dict[str, str]:
    """The environment of a service, where its neighbours are here."""
    told = {**IMAGE, **service["environment"], "HARICOT_PORT": str(port)}
    told["HARICOT_STORE"] = told["HARICOT_STORE"].replace("@postgres:5432", f"@127.0.0.1:{database.port}")
    told["HARICOT_REDIS_URL"] = told["HARICOT_REDIS_URL"].replace("@redis:6379", f"@127.0.0.1:{redis}")
    return told


def check_of(service: dict[str, Any], port: int) -> list[str]:
    """Its healthcheck, asking the application at this port."""
    kind, *command = service["healthcheck"]["test"]
    assert kind == "CMD"
    return [word.replace("8000", str(port)).replace("'app'", "'127.0.0.1'") for word in command]


def test_the_services_come_up_healthy_serve_and_stop_when_asked(services, database, redis, tmp_path):
    app, worker, port = services["app"], services["worker"], free_port()
    told, check = placed(app, database, redis, port), check_of(worker, port)
    with Running([*ENTRYPOINT, *app["command"]], tmp_path / "app", told) as web:
        assert web.checked(check_of(app, port)) != 0  # nobody answers yet
        web.until_healthy(check_of(app, port))
        status, made = fetched(port, "/v1/games", "POST", json.dumps(GAME))
        assert status == 201, made
        assert web.checked(check) != 0  # nothing is projected yet
        mine = placed(worker, database, redis, port)
        with Running([*ENTRYPOINT, *worker["command"]], tmp_path / "worker", mine) as working:
            working.until_healthy(check)
            assert working.stop(signal.SIGTERM) == 0, working.said
        pages = ("/", "/docs", "/metrics", f"/games/{json.loads(made)['game']}")
        assert {200} == {fetched(port, page)[0] for page in pages}
        assert web.stop(signal.SIGTERM) in (0, -signal.SIGTERM), web.said
        assert PASSWORD not in web.said + working.said


def test_haricot_owns_its_database_and_nobody_else_can_log_in(database):
    roles = database.asked("SELECT rolname, rolsuper, rolcreaterole FROM pg_roles WHERE rolcanlogin ORDER BY 1")
    assert ["haricot|f|f", "postgres|t|t"] == roles
    assert ["haricot"] == database.asked("SELECT datname FROM pg_database WHERE datdba = 'haricot'::regrole")
    assert ["on"] == database.asked("SHOW data_checksums")
    for user, password in (("postgres", PASSWORD), ("haricot", "wrong")):
        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            psycopg.connect(host="127.0.0.1", port=database.port, user=user, password=password, dbname="haricot")


def test_a_dump_of_the_database_can_be_restored(database):
    """As docs/operations.md says, but for the container around it."""
    store = f"postgresql://haricot:{quote(PASSWORD, safe='')}@127.0.0.1:{database.port}"

    def haricot(*words: str) -> str:
        told = CliRunner().invoke(main, words)
        assert told.exit_code == 0, told.output
        return told.output

    haricot("simulate", "--players", "3", "--store", f"{store}/haricot")
    dump = database.local("pg_dump", "--format", "custom", "haricot", user="haricot")
    database.local("createdb", "--owner", "haricot", "restored")
    database.local("pg_restore", "--dbname", "restored", user="haricot", read=dump)
    assert haricot("digest", "--store", f"{store}/haricot") == haricot("digest", "--store", f"{store}/restored")


def test_postgres_is_healthy_only_once_it_can_be_reached(services, database):
    _, *check = services["postgres"]["healthcheck"]["test"]
    for port, healthy in ((database.port, True), (free_port(), False)):
        told = subprocess.run([*check, "--port", str(port)], capture_output=True, check=False, timeout=20)
        assert (told.returncode == 0) is healthy


def test_redis_never_throws_out_a_view_and_keeps_them_over_a_restart(services, redis, tmp_path):
    for setting, value in (("maxmemory-policy", "noeviction"), ("appendonly", "yes"), ("maxmemory", str(384 << 20))):
        told = subprocess.run(
            ["redis-cli", "-p", str(redis), "config", "get", setting],
            env=environment(tmp_path, services["redis"]["environment"]),
            capture_output=True,
            text=True,
            check=True,
        )
        assert told.stdout.split()[-1] == value


def test_redis_answers_nobody_without_its_password(services, redis, tmp_path):
    _, client, *check = services["redis"]["healthcheck"]["test"]
    for told, healthy in ((services["redis"]["environment"], True), ({}, False), ({"REDISCLI_AUTH": "guessed"}, False)):
        command = [client, "-p", str(redis), *check]
        asked = subprocess.run(command, env=environment(tmp_path, told), capture_output=True, text=True, check=False)
        assert ((asked.returncode, asked.stdout) == (0, "PONG\n")) is healthy, asked


def test_the_image_alone_serves_from_its_data_folder(tmp_path):
    """Entry point, command, health check and stop signal of the Dockerfile; a container has no other port to free."""
    port, data = free_port(), tmp_path / "data"
    assert CliRunner().invoke(main, ["simulate", "--players", "3", "--data", str(data)]).exit_code == 0
    told = {**IMAGE, "HARICOT_DATA": str(data), "HARICOT_PORT": str(port)}
    healthcheck, command, stop = (last(FINAL, name) for name in ("HEALTHCHECK", "CMD", "STOPSIGNAL"))
    assert healthcheck is not None
    assert command is not None
    assert stop is not None
    check = healthcheck.words()
    with Running([*ENTRYPOINT, *command.words()], tmp_path / "image", told, data=data) as image:
        assert image.checked(check) != 0
        image.until_healthy(check)
        assert fetched(port, "/v1/games/classic-3-1-0001")[0] == 200
        assert image.stop(signal.Signals[stop.text]) in (0, -signal.SIGTERM), image.said


@pytest.mark.needs_mount
def test_control_a_command_that_writes_elsewhere_fails(tmp_path):
    def tries(words: Sequence[str], data: Path) -> int:
        told = subprocess.run(
            contained(words, data), env=environment(tmp_path, {}), capture_output=True, check=False, timeout=20
        )
        return told.returncode

    data = tmp_path / "data"
    data.mkdir()
    for folder, allowed in ((HOUSE, False), (Path("/var/tmp"), False), (data, True), (tmp_path / "tmp", True)):
        assert (tries(["touch", str(folder / "written")], data) == 0) is allowed, folder
    assert not (HOUSE / "written").exists()
    assert os.access(HOUSE, os.W_OK)
