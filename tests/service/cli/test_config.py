"""`haricot config show`: values and their sources, without passwords; wrong and unknown settings."""

import os
from pathlib import Path

import pytest

from service.settings import PREFIX, SETTINGS
from tests.service.command_line import haricot, one_line, run_ok, run_refused

SECRET = "s3cret beans:/@x"
URLS = [
    "postgresql://ana:{}@db/haricot",
    "redis://:{}@localhost:6379/0",
    "redis://ana:{}@localhost:port",
    "postgresql://db/haricot?sslmode=require&password={}",
    "postgres//ana:{}@db/haricot",
    "http://ana:{}@db",
    "ana:{}@db",
]


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Unset all settings, and use an empty data folder."""
    for name in os.environ:
        if name.startswith(PREFIX):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def shown(*arguments: object) -> dict[str, dict[str, str | None]]:
    """Return what `config show` prints of each setting."""
    return {line["name"].removeprefix(PREFIX): line for line in haricot("config", "show", "--json", *arguments).lines}


def test_config_show_prints_each_setting_with_its_value_source_and_meaning(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = shown()
    assert [setting.name for setting in SETTINGS] == list(before)
    assert {line["source"] for line in before.values()} == {"default"}
    assert all(line["says"] and line["wrong"] is None for line in before.values())
    assert ("127.0.0.1", "8000", "true") == tuple(before[name]["value"] for name in ("HOST", "PORT", "BOTS"))
    assert before["DATA"]["value"] == str(tmp_path / "haricot")
    monkeypatch.setenv("HARICOT_WORKERS", "3")
    monkeypatch.setenv("HARICOT_RATE", "")
    changed = shown("--data", "games")
    assert ("3", "environment") == (changed["WORKERS"]["value"], changed["WORKERS"]["source"])
    assert ("", "environment") == (changed["RATE"]["value"], changed["RATE"]["source"])
    assert ("games", "option") == (changed["DATA"]["value"], changed["DATA"]["source"])
    assert {name for name in before if before[name] != changed[name]} == {"WORKERS", "RATE", "DATA"}


def test_config_show_prints_a_table_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HARICOT_WORKERS", "3")
    text = run_ok("config", "show").out
    assert all(f"{PREFIX}{setting.name} " in text and setting.says in text for setting in SETTINGS)
    assert any(line.split() == ["HARICOT_WORKERS", "3", "environment"] for line in text.splitlines())


@pytest.mark.parametrize("url", URLS)
@pytest.mark.parametrize("name", ["STORE", "REDIS_URL"])
@pytest.mark.parametrize("secret", ["geheim", SECRET])
def test_config_show_prints_no_password_of_valid_and_invalid_urls(
    secret: str, name: str, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PREFIX + name, url.format(secret))
    for arguments in (["config", "show"], ["config", "show", "--json"]):
        answer = haricot(*arguments)
        assert secret not in answer.out + answer.err
        assert repr(secret)[1:-1] not in answer.out + answer.err


def test_control_a_value_that_is_no_url_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HARICOT_STORE", "geheim")
    assert "geheim" in haricot("config", "show").out


WRONG = {
    "STORE": "mysql://x/y",
    "REDIS_URL": "redis://x:port",
    "PORT": "eighty",
    "WORKERS": "0",
    "BOTS": "perhaps",
    "STREAMS_MAX": "-1",
    "RATE": "often",
    "SPECTATOR_DELAY": "nan s",
    "LOG": "loud",
}


@pytest.mark.parametrize(("name", "value"), WRONG.items())
def test_config_show_reports_a_wrong_value_and_prints_the_rest(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PREFIX + name, value)
    for arguments in (["config", "show"], ["config", "show", "--json"]):
        answer = haricot(*arguments)
        assert answer.code == 2
        assert one_line(answer.err).startswith(f"{PREFIX}{name} is wrong: ")
        assert value in answer.out
        assert all(PREFIX + setting.name in answer.out for setting in SETTINGS)
    assert [line["name"] for line in haricot("config", "show", "--json").lines if line["wrong"]] == [PREFIX + name]


READ_WITH_DATA = {name: value for name, value in WRONG.items() if name != "STORE"}
"""The wrong settings that a command reads even if it is given a store."""


def test_all_wrong_settings_are_reported_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, value in WRONG.items():
        monkeypatch.setenv(PREFIX + name, value)
    shown_wrong = one_line(haricot("config", "show").err)
    assert all(f"{PREFIX}{name} is wrong: " in shown_wrong for name in WRONG)
    for command in ("worker", "serve"):
        for place, named in ((["--data", tmp_path], set(READ_WITH_DATA)), ([], set(WRONG))):
            says = run_refused(command, *place)
            assert says.startswith("settings are wrong: ")
            assert {name for name in WRONG if f"{PREFIX}{name}: " in says} == named, (command, place)


def test_an_option_overrides_a_wrong_setting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HARICOT_PORT", "eighty")
    monkeypatch.setenv("HARICOT_BOTS", "perhaps")
    assert "HARICOT_PORT" in run_refused("serve", "--data", tmp_path)
    assert run_refused("serve", "--data", tmp_path, "--port", "8100").startswith("a setting is wrong: HARICOT_BOTS: ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("name", "value"), READ_WITH_DATA.items())
def test_worker_names_a_wrong_setting(name: str, value: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(PREFIX + name, value)
    assert run_refused("worker", "--data", tmp_path).startswith(f"a setting is wrong: {PREFIX}{name}: ")


@pytest.mark.parametrize(
    ("name", "near"),
    [("STREAM_MAX", "STREAMS_MAX"), ("REDIS", "REDIS_URL"), ("SPECTATORS_DELAY", "SPECTATOR_DELAY"), ("Rate", None)],
)
def test_config_show_names_the_setting_nearest_to_an_unknown_variable(
    name: str, near: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PREFIX + name, SECRET)
    line = shown()[name]
    assert line["says"] == "not known: no setting"
    assert (near is None) == (line["wrong"] is None)
    assert near is None or f"{PREFIX}{near} " in str(line["wrong"])
    assert SECRET not in str(line)
    assert haricot("config", "show").code == 0
    assert haricot("doctor").code == (0 if near is None else 1)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["shows"],
        ["show", "extra"],
        ["show", "--store", "x"],
        ["show", "--data", ""],
        ["show", "--data", "a", "--store", "sqlite:///b"],
    ],
    ids=" ".join,
)
def test_misuse_of_config_is_reported_in_one_line(arguments: list[str]) -> None:
    assert run_refused("config", *arguments)
