"""The compose file: read by compose itself, then held to what every container of this house must be."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from service.settings import PREFIX, SETTINGS
from tests.docker.written import COMPOSE, HOUSE, PASSWORD, REDIS_PASSWORD, VERSION, composed, model

TEXT = COMPOSE.read_text("utf-8")
EXACT = re.compile(r"[a-z/]+:\d+\.\d+(\.\d+)?(-[a-z]+)?(@sha256:[0-9a-f]{64})?")


def offences(service: dict[str, Any]) -> Iterator[str]:
    """What one service has that it must not, and what it lacks."""
    limits = service.get("deploy", {}).get("resources", {}).get("limits", {})
    wanted = {
        "an image with an exact tag": EXACT.fullmatch(service.get("image", "")),
        "a healthcheck": service.get("healthcheck", {}).get("test", ["NONE"])[0].startswith("CMD"),
        "a root that is read-only": service.get("read_only"),
        "a user who is not root": service.get("user", "root").split(":")[0] not in ("", "0", "root"),
        "no capabilities": service.get("cap_drop") == ["ALL"] and not service.get("cap_add"),
        "no new privileges": "no-new-privileges:true" in service.get("security_opt", []),
        "no privileges": not service.get("privileged"),
        "an init process": service.get("init"),
        "a restart": service.get("restart") == "unless-stopped",
        "time to stop": service.get("stop_grace_period"),
        "limits": {"cpus", "memory", "pids"} <= set(limits),
        "logs that end": "max-size" in service.get("logging", {}).get("options", {}),
        "a /tmp in memory": any(mount.startswith("/tmp") for mount in service.get("tmpfs", [])),
        "ports for this machine alone": all(port.get("host_ip") == "127.0.0.1" for port in service.get("ports", [])),
        "volumes and no folder of this machine": all(mount["type"] == "volume" for mount in service.get("volumes", [])),
    }
    yield from (what for what, there in wanted.items() if not there)


@pytest.fixture(scope="module")
def services(tmp_path_factory):
    return model(TEXT, tmp_path_factory.mktemp("house"))["services"]


@pytest.mark.parametrize("name", ["app", "worker", "postgres", "redis"])
def test_every_service_is_contained(services, name):
    assert set(services) == {"app", "worker", "postgres", "redis"}
    assert [] == list(offences(services[name]))


def test_without_a_password_it_says_how_to_choose_one(tmp_path):
    both = {"POSTGRES_PASSWORD": "x", "REDIS_PASSWORD": "x"}
    for environment in ({}, {**both, "POSTGRES_PASSWORD": ""}, {**both, "REDIS_PASSWORD": ""}):
        told = composed(TEXT, tmp_path, **environment)
        assert told.returncode != 0
        assert "choose one and write it into docker/.env" in told.stderr


def test_the_password_arrives_as_it_is_and_only_where_it_is_needed(services):
    holders = {name: PASSWORD in json.dumps(service) for name, service in services.items()}
    assert {"app": True, "worker": True, "postgres": True, "redis": False} == holders
    for name in ("app", "worker"):
        assert services[name]["environment"]["PGPASSWORD"] == PASSWORD
        assert PASSWORD not in services[name]["environment"]["HARICOT_STORE"]


def test_nobody_asks_redis_without_its_password(services):
    command = services["redis"]["command"]
    assert REDIS_PASSWORD == command[command.index("--requirepass") + 1]
    assert REDIS_PASSWORD == services["redis"]["environment"]["REDISCLI_AUTH"]
    for name in ("app", "worker"):
        assert services[name]["environment"]["HARICOT_REDIS_URL"] == f"redis://:{REDIS_PASSWORD}@redis:6379/0"
    assert REDIS_PASSWORD not in json.dumps(services["postgres"])


def test_every_setting_in_it_is_one(services):
    known = {f"{PREFIX}{setting.name}" for setting in SETTINGS}
    for name in ("app", "worker"):
        assert {variable for variable in services[name]["environment"] if variable.startswith(PREFIX)} <= known


def test_web_processes_leave_the_bots_to_the_worker(services):
    assert services["app"]["environment"]["HARICOT_WORKERS"] == "2"
    assert services["app"]["environment"]["HARICOT_BOTS"] == "false"
    assert "HARICOT_BOTS" not in services["worker"]["environment"]


def test_only_the_service_can_be_reached_from_outside(services, tmp_path):
    whole = model(TEXT, tmp_path)
    assert [name for name, service in services.items() if "ports" in service] == ["app"]
    assert whole["networks"]["inside"]["internal"] is True
    assert all(list(services[name]["networks"]) == ["inside"] for name in ("worker", "postgres", "redis"))


def test_it_starts_in_an_order_in_which_everything_comes_up(services):
    waits = {
        name: {other: how["condition"] for other, how in service.get("depends_on", {}).items()}
        for name, service in services.items()
    }
    assert waits["app"] == {"postgres": "service_healthy", "redis": "service_started"}
    assert waits["worker"] == {"app": "service_healthy", "redis": "service_healthy"}


def test_events_are_checked_and_views_never_thrown_out(services):
    assert "--data-checksums" in services["postgres"]["environment"]["POSTGRES_INITDB_ARGS"]
    command = " ".join(services["redis"]["command"])
    assert "--appendonly yes" in command
    assert "--maxmemory-policy noeviction" in command


def test_the_version_is_that_of_the_package(services):
    assert {services[name]["image"] for name in ("app", "worker")} == {f"haricot:{VERSION}"}


def test_the_example_of_an_env_file_names_every_variable_and_no_secret():
    example = (HOUSE / "docker" / ".env.example").read_text("utf-8")
    named = dict(re.findall(r"^#?([A-Z_]+)=(.*)$", example, re.MULTILINE))
    assert set(named) == set(re.findall(r"(?<!\$)\$\{([A-Z_]+)", TEXT))
    assert named["POSTGRES_PASSWORD"] == named["REDIS_PASSWORD"] == ""


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
    ],
)
def test_control(tmp_path, service, there, instead, seen):
    assert there in TEXT
    changed = model(TEXT.replace(there, instead), tmp_path)["services"][service]
    assert seen in list(offences(changed))


def test_control_a_healthcheck_removed(services):
    for name, service in services.items():
        assert ["a healthcheck"] == list(offences({k: v for k, v in service.items() if k != "healthcheck"})), name


def test_control_what_the_specification_does_not_know_is_refused(tmp_path):
    told = composed(
        TEXT.replace("    user: redis\n", "    useer: redis\n"), tmp_path, POSTGRES_PASSWORD="x", REDIS_PASSWORD="x"
    )
    assert told.returncode != 0
    assert "useer" in told.stderr
