"""The compose file: read by compose itself, then held to what every container of this repository must be."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from service.settings import PREFIX, SETTINGS
from tests.docker.written import (
    COMPOSE,
    KEEPER_PASSWORD,
    PASSWORD,
    PASSWORDS,
    REDIS_PASSWORD,
    ROOT,
    VERSION,
    composed,
    model,
)

TEXT = COMPOSE.read_text("utf-8")
EXACT = re.compile(r"[a-z/]+:\d+\.\d+(\.\d+)?(-[a-z]+)?(@sha256:[0-9a-f]{64})?")
SERVICES = ["app", "keeper", "postgres", "redis", "worker"]
ENDING = {"keeper"}
"""Services that do one thing and end: they have no health, and are started again only when they fail."""
HOLDERS = {
    "POSTGRES_PASSWORD": {"app", "worker", "postgres"},
    "POSTGRES_KEEPER_PASSWORD": {"keeper", "postgres"},
    "REDIS_PASSWORD": {"app", "worker", "redis"},
}


def offences(service: dict[str, Any], *, ends: bool = False) -> Iterator[str]:
    """What one service has that it must not, and what it lacks."""
    health = service.get("healthcheck", {})
    limits = service.get("deploy", {}).get("resources", {}).get("limits", {})
    wanted = {
        "an image with an exact tag": EXACT.fullmatch(service.get("image", "")) or service.get("build"),
        "a healthcheck": health.get("disable") if ends else health.get("test", ["NONE"])[0].startswith("CMD"),
        "a root that is read-only": service.get("read_only"),
        "a user who is not root": service.get("user", "root").split(":")[0] not in ("", "0", "root"),
        "no capabilities": service.get("cap_drop") == ["ALL"] and not service.get("cap_add"),
        "no new privileges": "no-new-privileges:true" in service.get("security_opt", []),
        "no privileges": not service.get("privileged"),
        "an init process": service.get("init"),
        "a restart": service.get("restart") == ("on-failure:5" if ends else "unless-stopped"),
        "time to stop": service.get("stop_grace_period"),
        "limits": {"cpus", "memory", "pids"} <= set(limits),
        "logs that end": "max-size" in service.get("logging", {}).get("options", {}),
        "a /tmp in memory": any(mount.startswith("/tmp") for mount in service.get("tmpfs", [])),
        "ports for this machine alone": all(port.get("host_ip") == "127.0.0.1" for port in service.get("ports", [])),
        "volumes and no folder of this machine": all(mount["type"] == "volume" for mount in service.get("volumes", [])),
    }
    yield from (what for what, there in wanted.items() if not there)


def holders(services: dict[str, Any]) -> dict[str, set[str]]:
    """For each password the services that know it, be it in a command, in the environment or in anything else."""
    return {
        variable: {name for name, answer in services.items() if json.dumps(password)[1:-1] in json.dumps(answer)}
        for variable, password in PASSWORDS.items()
    }


def waits(services: dict[str, Any]) -> dict[str, dict[str, str]]:
    """For each service the others it waits for, and until what."""
    return {
        name: {other: how["condition"] for other, how in service.get("depends_on", {}).items()}
        for name, service in services.items()
    }


@pytest.fixture(scope="module")
def services(tmp_path_factory):
    return model(TEXT, tmp_path_factory.mktemp("repository"))["services"]


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_contained(services, name):
    assert set(services) == set(SERVICES)
    assert [] == list(offences(services[name], ends=name in ENDING))


def test_without_a_password_it_says_how_to_choose_one(tmp_path):
    for environment in ({}, *({**PASSWORDS, missing: ""} for missing in PASSWORDS)):
        ran = composed(TEXT, tmp_path, **environment)
        assert ran.returncode != 0
        assert "choose one and write it into docker/.env" in ran.stderr


def test_passwords_arrive_as_they_are_and_only_where_they_are_needed(services):
    assert holders(services) == HOLDERS
    for name, role, password in (
        ("app", "haricot", PASSWORD),
        ("worker", "haricot", PASSWORD),
        ("keeper", "keeper", KEEPER_PASSWORD),
    ):
        assert services[name]["environment"]["PGPASSWORD"] == password
        assert services[name]["environment"]["HARICOT_STORE"] == f"postgresql://{role}@postgres:5432/haricot"


def test_the_keeper_admits_the_role_that_the_others_serve_as(services):
    assert services["keeper"]["command"] == ["grant", "haricot"]


def test_nobody_asks_redis_without_its_password(services):
    command = services["redis"]["command"]
    assert REDIS_PASSWORD == command[command.index("--requirepass") + 1]
    assert REDIS_PASSWORD == services["redis"]["environment"]["REDISCLI_AUTH"]
    for name in ("app", "worker"):
        assert services[name]["environment"]["HARICOT_REDIS_URL"] == f"redis://:{REDIS_PASSWORD}@redis:6379/0"


def test_every_setting_in_it_is_one(services):
    known = {f"{PREFIX}{setting.name}" for setting in SETTINGS}
    for name in ("app", "keeper", "worker"):
        assert {variable for variable in services[name]["environment"] if variable.startswith(PREFIX)} <= known


def test_web_processes_leave_the_bots_to_the_worker(services):
    assert services["app"]["environment"]["HARICOT_WORKERS"] == "2"
    assert services["app"]["environment"]["HARICOT_BOTS"] == "false"
    assert "HARICOT_BOTS" not in services["worker"]["environment"]


def test_only_the_service_can_be_reached_from_outside(services, tmp_path):
    whole = model(TEXT, tmp_path)
    assert [name for name, service in services.items() if "ports" in service] == ["app"]
    assert whole["networks"]["inside"]["internal"] is True
    assert all(list(services[name]["networks"]) == ["inside"] for name in SERVICES if name != "app")


def test_it_starts_in_an_order_in_which_everything_comes_up(services):
    assert waits(services) == {
        "postgres": {},
        "redis": {},
        "keeper": {"postgres": "service_healthy"},
        "app": {
            "postgres": "service_healthy",
            "keeper": "service_completed_successfully",
            "redis": "service_started",
        },
        "worker": {"app": "service_healthy", "redis": "service_healthy"},
    }


def test_events_are_checked_and_views_never_thrown_out(services):
    assert "--data-checksums" in services["postgres"]["environment"]["POSTGRES_INITDB_ARGS"]
    command = " ".join(services["redis"]["command"])
    assert "--appendonly yes" in command
    assert "--maxmemory-policy noeviction" in command


@pytest.mark.parametrize(("chosen", "tag"), [({}, "built-here"), ({"TAG": VERSION}, VERSION)])
def test_all_of_ours_are_one_image_of_these_sources_or_of_a_release(tmp_path, chosen, tag):
    services = model(TEXT, tmp_path, **chosen)["services"]
    ours = [services[name] for name in ("app", "keeper", "worker")]
    assert {f"haricot:{tag}"} == {service["image"] for service in ours}
    assert [{"VERSION": tag}] * 3 == [service["build"]["args"] for service in ours]


def test_the_example_of_an_env_file_names_every_variable_and_no_secret():
    example = (ROOT / "docker" / ".env.example").read_text("utf-8")
    named = dict(re.findall(r"^#?([A-Z_]+)=(.*)$", example, re.MULTILINE))
    assert set(named) == set(re.findall(r"(?<!\$)\$\{([A-Z_]+)", TEXT))
    assert {""} == {named[password] for password in PASSWORDS}


# Negative controls: each of these changes must be seen.


@pytest.mark.parametrize(
    ("service", "there", "instead", "seen"),
    [
        ("postgres", "postgres:16.14-bookworm", "postgres:latest", "an image with an exact tag"),
        ("postgres", "postgres:16.14-bookworm", "postgres:16-bookworm", "an image with an exact tag"),
        ("redis", "redis:7.2.14-bookworm", "redis", "an image with an exact tag"),
        ("redis", "[CMD, redis-cli, -e, ping]", "[NONE]", "a healthcheck"),
        ("app", "  read_only: true\n", "", "a root that is read-only"),
        ("redis", "    user: redis\n", "", "a user who is not root"),
        ("app", 'user: "10001:10001"', 'user: "0:0"', "a user who is not root"),
        ("worker", "  cap_drop: [ALL]\n", "", "no capabilities"),
        ("worker", "no-new-privileges:true", "no-new-privileges:false", "no new privileges"),
        ("worker", "  init: true\n", "", "an init process"),
        ("app", "memory: 2g, ", "", "limits"),
        ("app", "-127.0.0.1:8000}", "-0.0.0.0:8000}", "ports for this machine alone"),
        ("redis", '"views:/data"', '"/srv:/data"', "volumes and no folder of this machine"),
        ("keeper", "    healthcheck: {disable: true}", "    #", "a healthcheck"),
        ("keeper", "    restart: on-failure:5\n", "", "a restart"),
        ("keeper", "memory: 512m, ", "", "limits"),
        ("app", "  restart: unless-stopped", "  restart: on-failure:5", "a restart"),
    ],
)
def test_control(tmp_path, service, there, instead, seen):
    assert there in TEXT
    changed = model(TEXT.replace(there, instead), tmp_path)["services"][service]
    assert seen in list(offences(changed, ends=service in ENDING))


@pytest.mark.parametrize(
    ("there", "instead", "variable", "holder"),
    [
        ("      HARICOT_WORKERS:", "      A: ${POSTGRES_KEEPER_PASSWORD}\n      B:", "POSTGRES_KEEPER_PASSWORD", "app"),
        ("      REDISCLI_AUTH:", "      A: ${POSTGRES_KEEPER_PASSWORD}\n      B:", "POSTGRES_KEEPER_PASSWORD", "redis"),
        ("command: [worker]", "command: ['${POSTGRES_KEEPER_PASSWORD}']", "POSTGRES_KEEPER_PASSWORD", "worker"),
        ("@postgres:5432/haricot\n      PG", ":x@h/d\n      <<: *settings\n      PG", "REDIS_PASSWORD", "keeper"),
    ],
)
def test_control_who_knows_a_password_that_is_not_theirs_is_seen(tmp_path, there, instead, variable, holder):
    assert TEXT.count(there) == 1
    found = holders(model(TEXT.replace(there, instead), tmp_path)["services"])
    assert found == {**HOLDERS, variable: HOLDERS[variable] | {holder}}


def test_control_a_healthcheck_removed(services):
    for name, service in services.items():
        ill = {k: v for k, v in service.items() if k != "healthcheck"}
        assert ["a healthcheck"] == list(offences(ill, ends=name in ENDING)), name


def test_control_what_the_specification_does_not_know_is_refused(tmp_path):
    ran = composed(TEXT.replace("    user: redis\n", "    useer: redis\n"), tmp_path, **PASSWORDS)
    assert ran.returncode != 0
    assert "useer" in ran.stderr
