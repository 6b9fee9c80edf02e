"""The commands of the image and of the compose file, run with a real PostgreSQL and a real Redis."""

import json
import os
import re
import shlex
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner

from service.cli import main
from tests.docker.container_commands import ContainedDatabase, ContainerCommand, environment, fetch, in_container
from tests.docker.docker_files import (
    COMPOSE,
    DOCKERFILE,
    KEEPER_PASSWORD,
    PASSWORD,
    PASSWORDS,
    ROOT,
    compose_model,
    last,
    stages,
    variables,
)
from tests.servers.postgres import free_port
from tests.waiting import wait_until

FINAL = stages(DOCKERFILE.read_text("utf-8"))[-1]
ENTRYPOINT = next(i for i in FINAL if i.name == "ENTRYPOINT").words()
IMAGE = {name: value for name, value in variables(FINAL).items() if name not in ("PATH", "HARICOT_DATA")}
DOC = (ROOT / "docs" / "operations.md").read_text("utf-8")
ONE_ROLE = """\
\\getenv password POSTGRES_PASSWORD
CREATE ROLE haricot LOGIN PASSWORD :'password';
CREATE DATABASE haricot OWNER haricot;
ALTER ROLE CURRENT_USER PASSWORD NULL;
"""
"""The setup of databases before the keeper existed."""
GAME = {"edition": "classic", "pace": 0, "seats": [{"kind": "bot", "bot": "greedy"}] * 3}


@pytest.fixture(scope="module")
def services(tmp_path_factory):
    return compose_model(COMPOSE.read_text("utf-8"), tmp_path_factory.mktemp("repository"))["services"]


@pytest.fixture(scope="module")
def database(services):
    with ContainedDatabase(services["postgres"]) as database:
        yield database


@pytest.fixture(scope="module")
def redis(services, tmp_path_factory):
    """Start Redis by the command of its service; return the port."""
    service, port, data = services["redis"], free_port(), tmp_path_factory.mktemp("views")
    command = [*service["command"], "--port", str(port), "--bind", "127.0.0.1"]
    _, client, *check = service["healthcheck"]["test"]
    with ContainerCommand(command, tmp_path_factory.mktemp("redis"), service["environment"], data=data) as running:
        running.until_healthy([client, "-p", str(port), *check])
        yield port


def environment_of(
    service: dict[str, Any], database: ContainedDatabase, redis: int = 6379, port: int = 8000
) -> dict[str, str]:
    """Return the environment of a service, with the addresses of local servers."""
    answer = {**IMAGE, **service["environment"], "HARICOT_PORT": str(port)}
    neighbours = {"@postgres:5432/": f"@127.0.0.1:{database.port}/", "@redis:6379/": f"@127.0.0.1:{redis}/"}
    for name in answer.keys() & {"HARICOT_STORE", "HARICOT_REDIS_URL"}:
        for there, here in neighbours.items():
            answer[name] = answer[name].replace(there, here)
    return answer


def run_as(
    service: dict[str, Any], database: ContainedDatabase, folder: Path, *words: str, redis: int = 6379
) -> tuple[int, str]:
    """Run a command as this service, by default its own; return exit status and output."""
    command = [*ENTRYPOINT, *(words or service["command"])]
    with ContainerCommand(command, folder, environment_of(service, database, redis)) as running:
        code = running.ended()
        assert not [password for password in PASSWORDS.values() if password in running.said]
        return code, running.said


def run_haricot(
    service: dict[str, Any], database: ContainedDatabase, folder: Path, *words: str, redis: int = 6379
) -> str:
    """Run a command as this service, which must succeed; return its output."""
    code, said = run_as(service, database, folder, *words, redis=redis)
    assert code == 0, said
    return said


def documented_arguments(program: str) -> list[str]:
    """Return the last arguments with which docs/operations.md runs a program in the container of PostgreSQL."""
    *_, arguments = re.findall(rf"exec (?:-T )?postgres {program} (.*?)(?: [<>]+ ?\S+)?$", DOC, re.MULTILINE)
    return shlex.split(arguments)


def allowed_changes(database: ContainedDatabase, role: str, password: str) -> list[str]:
    """Return which changes of the log are allowed to this role; all are rolled back."""
    can = []
    for statement in (
        "UPDATE haricot.events SET state = state",
        "DELETE FROM haricot.events",
        "TRUNCATE haricot.events",
    ):
        with psycopg.connect(
            host="127.0.0.1", port=database.port, user=role, password=password, dbname="haricot"
        ) as connection:
            try:
                connection.execute(statement.encode())
                can.append(statement.split()[0])
            except psycopg.errors.InsufficientPrivilege:
                pass
            connection.rollback()
    return can


def healthcheck_of(service: dict[str, Any], port: int) -> list[str]:
    """Return the health check of a service, for the application at this port."""
    kind, *command = service["healthcheck"]["test"]
    assert kind == "CMD"
    return [word.replace("8000", str(port)).replace("'app'", "'127.0.0.1'") for word in command]


@pytest.mark.long
def test_the_services_become_healthy_serve_and_stop(services, database, redis, tmp_path):
    app, worker, port = services["app"], services["worker"], free_port()
    run_haricot(services["keeper"], database, tmp_path / "keeper")
    answer, check = environment_of(app, database, redis, port), healthcheck_of(worker, port)
    with ContainerCommand([*ENTRYPOINT, *app["command"]], tmp_path / "app", answer) as web:
        assert web.checked(healthcheck_of(app, port)) != 0  # not ready yet
        web.until_healthy(healthcheck_of(app, port))
        status, made = fetch(port, "/v1/games", "POST", json.dumps(GAME))
        assert status == 201, made
        mine = environment_of(worker, database, redis, port)
        with ContainerCommand([*ENTRYPOINT, *worker["command"]], tmp_path / "worker", mine) as working:
            working.until_healthy(check)
            wait_until(lambda: "at work" in working.said, "the worker does not come up")
            assert working.stop(signal.SIGTERM) == 0, working.said
        pages = ("/", "/docs", "/metrics", f"/games/{json.loads(made)['game']}")
        assert {200} == {fetch(port, page)[0] for page in pages}
        assert web.stop(signal.SIGTERM) in (0, -signal.SIGTERM), web.said
        assert PASSWORD not in web.said + working.said


@pytest.mark.long
def test_the_keeper_creates_the_store_and_can_run_again(services, database, tmp_path):
    for run in ("once", "twice"):
        said = run_haricot(services["keeper"], database, tmp_path / run)
        assert "haricot may serve from" in said
        assert ["1"] == database.store("SELECT count(*) FROM haricot.about")
    assert ["keeper"] == database.store("SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'haricot'")


@pytest.mark.long
def test_the_serving_role_appends_and_cannot_change_the_log(services, database, redis, tmp_path):
    run_haricot(services["keeper"], database, tmp_path / "keeper")
    for name, seed in (("app", "11"), ("worker", "12")):
        run_haricot(services[name], database, tmp_path / name, "simulate", "--players", "3", "--seed", seed)
        said = run_haricot(services[name], database, tmp_path / "doctor", "doctor", redis=redis)
        assert "haricot may read and append the log, and not change it" in said
    assert [] == allowed_changes(database, "haricot", PASSWORD)


@pytest.mark.long
def test_control_the_keeper_can_change_the_log(services, database, tmp_path):
    run_haricot(services["keeper"], database, tmp_path / "keeper")
    assert ["UPDATE", "DELETE", "TRUNCATE"] == allowed_changes(database, "keeper", KEEPER_PASSWORD)


@pytest.mark.long
def test_the_keeper_owns_the_database_and_passwords_are_separate(database):
    roles = database.asked("SELECT rolname, rolsuper, rolcreaterole FROM pg_roles WHERE rolcanlogin ORDER BY 1")
    assert ["haricot|f|f", "keeper|f|f", "postgres|t|t"] == roles
    assert ["keeper"] == database.asked("SELECT datdba::regrole FROM pg_database WHERE datname = 'haricot'")
    assert ["on"] == database.asked("SHOW data_checksums")
    for user, password in (
        ("postgres", PASSWORD),
        ("postgres", KEEPER_PASSWORD),
        ("keeper", PASSWORD),
        ("haricot", KEEPER_PASSWORD),
        ("haricot", "wrong"),
    ):
        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            psycopg.connect(host="127.0.0.1", port=database.port, user=user, password=password, dbname="haricot")


@pytest.mark.long
def test_a_dump_of_the_database_can_be_restored(services, database, tmp_path):
    """Follow docs/operations.md without the container: dump, lose, restore, and grant the role again."""
    app, keeper = services["app"], services["keeper"]
    run_haricot(keeper, database, tmp_path / "keeper")
    run_haricot(app, database, tmp_path / "app", "simulate", "--players", "3")
    before = run_haricot(app, database, tmp_path / "app", "digest")
    dump = database.local("pg_dump", *documented_arguments("pg_dump"))
    database.local("dropdb", *documented_arguments("dropdb"))
    database.local("createdb", *documented_arguments("createdb"))
    database.local("pg_restore", *documented_arguments("pg_restore"), read=dump)
    code, said = run_as(app, database, tmp_path / "app", "digest")
    assert code == 2, said  # the role is not granted yet
    run_haricot(keeper, database, tmp_path / "keeper")
    assert before == run_haricot(app, database, tmp_path / "app", "digest")
    assert [] == allowed_changes(database, "haricot", PASSWORD)


@pytest.mark.long
def test_an_installation_with_one_role_is_migrated_to_a_keeper(services, tmp_path):
    """Run the lines of docs/operations.md; without them the keeper fails, explains why, and changes nothing."""
    app, keeper = services["app"], services["keeper"]
    lines = re.search(r"<<'SQL'\n(.*?)^SQL$", DOC, re.DOTALL | re.MULTILINE)
    assert lines is not None
    with ContainedDatabase(services["postgres"], roles=ONE_ROLE) as database:
        run_haricot(app, database, tmp_path / "app", "simulate", "--players", "3")
        before = run_haricot(app, database, tmp_path / "app", "digest")
        assert ["UPDATE", "DELETE", "TRUNCATE"] == allowed_changes(database, "haricot", PASSWORD)
        code, said = run_as(keeper, database, tmp_path / "keeper")
        assert code == 2
        assert "check user, password and database" in said
        database.local("psql", *documented_arguments("psql"), read=lines[1].encode())
        run_haricot(keeper, database, tmp_path / "keeper")
        assert before == run_haricot(app, database, tmp_path / "app", "digest")
        assert [] == allowed_changes(database, "haricot", PASSWORD)
        assert ["0"] == database.store(
            "SELECT count(*) FROM pg_shdepend WHERE refobjid = 'haricot'::regrole AND deptype = 'o'"
        )


@pytest.mark.long
def test_postgres_is_healthy_once_it_accepts_connections(services, database):
    _, *check = services["postgres"]["healthcheck"]["test"]
    for port, healthy in ((database.port, True), (free_port(), False)):
        ran = subprocess.run([*check, "--port", str(port)], capture_output=True, check=False, timeout=20)
        assert (ran.returncode == 0) is healthy


@pytest.mark.long
def test_redis_evicts_nothing_and_persists(services, redis, tmp_path):
    for setting, value in (("maxmemory-policy", "noeviction"), ("appendonly", "yes"), ("maxmemory", str(384 << 20))):
        ran = subprocess.run(
            ["redis-cli", "-p", str(redis), "config", "get", setting],
            env=environment(tmp_path, services["redis"]["environment"]),
            capture_output=True,
            text=True,
            check=True,
        )
        assert ran.stdout.split()[-1] == value


def test_redis_refuses_clients_without_password(services, redis, tmp_path):
    _, client, *check = services["redis"]["healthcheck"]["test"]
    for answer, healthy in (
        (services["redis"]["environment"], True),
        ({}, False),
        ({"REDISCLI_AUTH": "guessed"}, False),
    ):
        command = [client, "-p", str(redis), *check]
        asked = subprocess.run(command, env=environment(tmp_path, answer), capture_output=True, text=True, check=False)
        assert ((asked.returncode, asked.stdout) == (0, "PONG\n")) is healthy, asked


def test_the_image_serves_from_its_data_folder(tmp_path, monkeypatch):
    """Use entry point, command, health check and stop signal of the Dockerfile."""
    port, data = free_port(), tmp_path / "data"
    monkeypatch.delenv("HARICOT_KEY_FILE")
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    assert CliRunner().invoke(main, ["simulate", "--players", "3", "--data", str(data)]).exit_code == 0
    answer = {**IMAGE, "HARICOT_DATA": str(data), "XDG_DATA_HOME": str(data), "HARICOT_PORT": str(port)}
    healthcheck, command, stop = (last(FINAL, name) for name in ("HEALTHCHECK", "CMD", "STOPSIGNAL"))
    assert healthcheck is not None
    assert command is not None
    assert stop is not None
    check = healthcheck.words()
    with ContainerCommand([*ENTRYPOINT, *command.words()], tmp_path / "image", answer, data=data) as image:
        assert image.checked(check) != 0
        image.until_healthy(check)
        assert fetch(port, "/v1/games/classic-3-1-0001")[0] == 200
        assert image.stop(signal.Signals[stop.text]) in (0, -signal.SIGTERM), image.said


@pytest.mark.needs_mount
def test_control_writing_outside_the_data_folder_fails(tmp_path):
    def tries(words: Sequence[str], data: Path) -> int:
        ran = subprocess.run(
            in_container(words, data), env=environment(tmp_path, {}), capture_output=True, check=False, timeout=20
        )
        return ran.returncode

    data = tmp_path / "data"
    data.mkdir()
    for folder, allowed in ((ROOT, False), (Path("/var/tmp"), False), (data, True), (tmp_path / "tmp", True)):
        assert (tries(["touch", str(folder / "written")], data) == 0) is allowed, folder
    assert not (ROOT / "written").exists()
    assert os.access(ROOT, os.W_OK)
