"""Rules for all commands: how games and stores are named, and how misuse ends."""

import json
from pathlib import Path

import pytest

from service.settings import default_location
from tests.service.command_line import GAME, NUMBERS, STRANGERS, THREE, one_line, run_ok, run_refused

OTHERS = [
    ["nonsense"],
    ["--nonsense"],
    ["", "list"],
    ["list", "extra"],
    ["list", "--data", ""],
    ["show"],
    ["show", GAME, GAME],
    ["show", GAME, "--lang", "la"],
    ["events", GAME, "--lang", "la"],
    ["legal", GAME],
    ["fork", GAME],
    ["fork", GAME, "--at", "30", "--mode", "anew"],
    ["fork", GAME, "--at", "30", "--seed", "-1"],
    ["fork", GAME, "--at", "30", "--bots", "nonsense", "--play"],
    ["import"],
    ["import", ""],
    ["import", "nowhere"],
    ["import", "."],
    ["audit", "."],
    ["audit", GAME, "--at", "3", "--event", "4"],
    ["audit", GAME, "--explain"],
    ["scoresheet"],
    ["scoresheet", "."],
    ["scoresheet", GAME, "--lang", "la"],
    ["scoresheet", GAME, "--html", "--json"],
    ["rules", "monopoly"],
    ["rules", "classic", "CL-99.9"],
    ["rules", "CL-6.4"],
    ["rules", "--options"],
    ["rules", "--version", "1"],
    ["rules", "classic", "--version", "7"],
    ["audit", GAME, "--ruleset", "7"],
    ["rules", "classic", "CL-6.4", "--options"],
    ["adjudicate", "--batch", "nowhere"],
    ["adjudicate", "--batch", "."],
    ["doctor", "extra"],
]


def test_json_output_is_compact_and_in_utf_8():
    answer = run_ok("rules", "classic", "--json")
    for line in answer.raw.split(b"\n")[:-1]:
        assert json.dumps(json.loads(line), ensure_ascii=False, separators=(",", ":")).encode() == line


@pytest.mark.parametrize("n", NUMBERS, ids=lambda n: n[:9] or "empty")
@pytest.mark.parametrize(
    "command",
    [
        ["show"],
        ["legal", "--seat", "0"],
        ["fork"],
        ["fork", "--seed", "1"],
        ["fork", "--play", "--out", "f"],
        ["audit"],
    ],
    ids=" ".join,
)
def test_commands_refuse_an_event_number_that_does_not_exist(command, n, unchanged_store):
    run_refused(*command, GAME, "--at", n, "--data", unchanged_store)


@pytest.mark.parametrize(
    "view",
    ["seat:4", "seat:99", "seat:-1", "seat:", "seat:01", "seat:\u0663", "seat:1.0", "SEAT:1", "", "all", "seat:1\n"],
)
@pytest.mark.parametrize("command", ["show", "events", "export"])
def test_commands_refuse_a_view_that_does_not_exist(command, view, unchanged_store):
    says = run_refused(command, GAME, "--as", view, "--data", unchanged_store)
    assert "views are seat:K" in says or "seats are seat:0 to seat:3" in says


def test_commands_refuse_a_game_that_does_not_exist(unchanged_store):
    commands = [[name] for name in ("show", "events", "export", "audit", "scoresheet")]
    commands += [["legal", "--seat", 0], ["fork", "--at", 3]]
    for number, game in enumerate(STRANGERS):
        for command in (["show"], commands[number % len(commands)]):
            run_refused(*command, "--data", unchanged_store, "--", game)


@pytest.mark.parametrize("arguments", OTHERS, ids=" ".join)
def test_misuse_is_reported_in_one_line(arguments, unchanged_store, monkeypatch):
    monkeypatch.setenv("HARICOT_DATA", str(unchanged_store))
    assert run_refused(*arguments)


def test_a_usage_error_names_the_help_to_read(store):
    assert run_refused("nonsense") == "No such command 'nonsense'. See `haricot --help`."
    assert run_refused("show") == "Missing argument 'GAME'. See `haricot show --help`."
    assert run_refused("--nonsense").endswith("See `haricot --help`.")


def test_the_data_folder_comes_from_the_setting_or_the_home_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("HARICOT_DATA", "/named")
    assert default_location() == Path("/named")
    monkeypatch.setenv("HARICOT_DATA", "")
    monkeypatch.setenv("XDG_DATA_HOME", "/xdg")
    assert default_location() == Path("/xdg/haricot")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/bean")
    assert default_location() == Path("/home/bean/.local/share/haricot")


def test_without_a_home_folder_commands_ask_for_data(monkeypatch):
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("HARICOT_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert "--data" in run_refused("list")


def test_a_file_takes_precedence_over_a_game_of_the_same_name(store, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path(GAME).write_bytes(run_ok("export", THREE, "--data", store).raw)
    assert run_ok("show", GAME, "--json", "--data", store).lines[0]["seats"][2:] != []
    assert len(run_ok("show", GAME, "--json", "--data", store).lines[0]["seats"]) == 3


def test_a_name_that_is_neither_file_nor_game_is_reported(store, tmp_path):
    assert "no file and no game in the store is called 'nowhere'" in run_refused("show", "nowhere", "--data", store)
    assert "'nowhere' is no file" in run_refused("audit", "nowhere", "--data", tmp_path / "none")


def test_control_one_line_refuses_other_messages():
    for several in ("haricot: a\nharicot: b\n", "haricot: a", "a\n"):
        with pytest.raises(AssertionError):
            one_line(several)
