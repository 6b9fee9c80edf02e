"""The compose file, read by Docker Compose itself: each service is hardened, and knows only its passwords."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from service.settings import PREFIX, SETTINGS
from tests.docker.docker_files import (
    COMPOSE,
    KEEPER_PASSWORD,
    PASSWORD,
    PASSWORDS,
    REDIS_PASSWORD,
    ROOT,
    VERSION,
    compose_model,
    run_compose_config,
)

TEXT = COMPOSE.read_text("utf-8")
EXACT = re.compile(r"[a-z/]+:\d+\.\d+(\.\d+)?(-[a-z]+)?(@sha256:[0-9a-f]{64})?")
SERVICES = ["app", "keeper", "postgres", "redis", "worker"]
ENDING = {"keeper"}
"""Services that end: they have no health check, and are restarted only on failure."""
PASSWORD_HOLDERS = {
    "POSTGRES_PASSWORD": {"app", "worker", "postgres"},
    "POSTGRES_KEEPER_PASSWORD": {"keeper", "postgres"},
    "REDIS_PASSWORD": {"app", "worker", "redis"},
}


def faults(service: dict[str, Any], *, ends: bool = False) -> Iterator[str]:
    """Yield the requirements that a service does not meet."""
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


def password_holders(services: dict[str, Any]) -> dict[str, set[str]]:
    """Return for each password the services whose configuration contains it."""
    return {
        variable: {name for name, answer in services.items() if json.dumps(password)[1:-1] in json.dumps(answer)}
        for variable, password in PASSWORDS.items()
    }


def dependencies(services: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Return for each service the others it waits for, with the condition."""
    return {
        name: {other: how["condition"] for other, how in service.get("depends_on", {}).items()}
        for name, service in services.items()
    }


@pytest.fixture(scope="module")
def services(tmp_path_factory):
    return compose_model(TEXT, tmp_path_factory.mktemp("repository"))["services"]


@pytest.mark.parametrize("name", SERVICES)
def test_each_service_of_compose_is_hardened(services, name):
    assert set(services) == set(SERVICES)
    assert [] == list(faults(services[name], ends=name in ENDING))


def test_a_missing_password_is_explained(tmp_path):
    for environment in ({}, *({**PASSWORDS, missing: ""} for missing in PASSWORDS)):
        ran = run_compose_config(TEXT, tmp_path, **environment)
        assert ran.returncode != 0
        assert "choose one and write it into docker/.env" in ran.stderr


def test_each_service_knows_only_its_passwords(services):
    assert password_holders(services) == PASSWORD_HOLDERS
    for name, role, password in (
        ("app", "haricot", PASSWORD),
        ("worker", "haricot", PASSWORD),
        ("keeper", "keeper", KEEPER_PASSWORD),
    ):
        assert services[name]["environment"]["PGPASSWORD"] == password
        assert services[name]["environment"]["HARICOT_STORE"] == f"postgresql://{role}@postgres:5432/haricot"


def test_the_keeper_grants_the_serving_role(services):
    assert services["keeper"]["command"] == ["grant", "haricot"]


def test_redis_requires_its_password(services):
    command = services["redis"]["command"]
    assert REDIS_PASSWORD == command[command.index("--requirepass") + 1]
    assert REDIS_PASSWORD == services["redis"]["environment"]["REDISCLI_AUTH"]
    for name in ("app", "worker"):
        assert services[name]["environment"]["HARICOT_REDIS_URL"] == f"redis://:{REDIS_PASSWORD}@redis:6379/0"


def test_each_setting_of_compose_exists(services):
    known = {f"{PREFIX}{setting.name}" for setting in SETTINGS}
    for name in ("app", "keeper", "worker"):
        assert {variable for variable in services[name]["environment"] if variable.startswith(PREFIX)} <= known


def test_web_processes_leave_the_bots_to_the_worker(services):
    assert services["app"]["environment"]["HARICOT_WORKERS"] == "2"
    assert services["app"]["environment"]["HARICOT_BOTS"] == "false"
    assert "HARICOT_BOTS" not in services["worker"]["environment"]


def test_only_the_app_has_ports(services, tmp_path):
    whole = compose_model(TEXT, tmp_path)
    assert [name for name, service in services.items() if "ports" in service] == ["app"]
    assert whole["networks"]["inside"]["internal"] is True
    assert all(list(services[name]["networks"]) == ["inside"] for name in SERVICES if name != "app")


def test_services_wait_for_their_dependencies(services):
    assert dependencies(services) == {
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


def test_postgres_has_checksums_and_redis_evicts_nothing(services):
    assert "--data-checksums" in services["postgres"]["environment"]["POSTGRES_INITDB_ARGS"]
    command = " ".join(services["redis"]["command"])
    assert "--appendonly yes" in command
    assert "--maxmemory-policy noeviction" in command


@pytest.mark.parametrize(("chosen", "tag"), [({}, "built-here"), ({"TAG": VERSION}, VERSION)])
def test_all_own_services_use_one_image(tmp_path, chosen, tag):
    services = compose_model(TEXT, tmp_path, **chosen)["services"]
    ours = [services[name] for name in ("app", "keeper", "worker")]
    assert {f"haricot:{tag}"} == {service["image"] for service in ours}
    assert [{"VERSION": tag}] * 3 == [service["build"]["args"] for service in ours]


def test_the_example_env_file_names_each_variable_and_no_secret():
    example = (ROOT / "docker" / ".env.example").read_text("utf-8")
    named = dict(re.findall(r"^#?([A-Z_]+)=(.*)$", example, re.MULTILINE))
    assert set(named) == set(re.findall(r"(?<!\$)\$\{([A-Z_]+)", TEXT))
    assert {""} == {named[password] for password in PASSWORDS}


# Negative controls: each of these changes must be detected.


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
def test_control_an_insecure_service_is_detected(tmp_path, service, there, instead, seen):
    assert there in TEXT
    changed = compose_model(TEXT.replace(there, instead), tmp_path)["services"][service]
    assert seen in list(faults(changed, ends=service in ENDING))


@pytest.mark.parametrize(
    ("there", "instead", "variable", "holder"),
    [
        ("      HARICOT_WORKERS:", "      A: ${POSTGRES_KEEPER_PASSWORD}\n      B:", "POSTGRES_KEEPER_PASSWORD", "app"),
        ("      REDISCLI_AUTH:", "      A: ${POSTGRES_KEEPER_PASSWORD}\n      B:", "POSTGRES_KEEPER_PASSWORD", "redis"),
        ("command: [worker]", "command: ['${POSTGRES_KEEPER_PASSWORD}']", "POSTGRES_KEEPER_PASSWORD", "worker"),
        ("@postgres:5432/haricot\n      PG", ":x@h/d\n      <<: *settings\n      PG", "REDIS_PASSWORD", "keeper"),
    ],
)
def test_control_a_leaked_password_is_detected(tmp_path, there, instead, variable, holder):
    assert TEXT.count(there) == 1
    found = password_holders(compose_model(TEXT.replace(there, instead), tmp_path)["services"])
    assert found == {**PASSWORD_HOLDERS, variable: PASSWORD_HOLDERS[variable] | {holder}}


def test_control_a_removed_healthcheck_is_detected(services):
    for name, service in services.items():
        ill = {k: v for k, v in service.items() if k != "healthcheck"}
        assert ["a healthcheck"] == list(faults(ill, ends=name in ENDING)), name


def test_control_compose_refuses_an_unknown_key(tmp_path):
    ran = run_compose_config(TEXT.replace("    user: redis\n", "    useer: redis\n"), tmp_path, **PASSWORDS)
    assert ran.returncode != 0
    assert "useer" in ran.stderr
