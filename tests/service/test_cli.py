"""What a newcomer meets: the welcome, the help and its examples, and every answer as a person reads it."""

import json
import re
import shlex
from pathlib import Path

import click
import pytest

from service.cli import main
from service.settings import default_place
from tests.service.command_line import GAME, THREE, Answer, fine, haricot, misused

COMMANDS = sorted(main.commands)


def test_the_help_says_what_to_try_and_every_command_in_it_can_be_tried_in_its_order(no_home):
    tried = [line.strip() for line in fine("--help").out.splitlines() if line.startswith("    haricot ")]
    assert len(tried) == 7
    for line in tried:
        command, _, _ = line.partition("   ")
        if command != "haricot serve":  # which goes on until it is stopped; see test_serve.py
            assert fine(*shlex.split(command)[1:]).out


def test_the_help_lists_every_command_in_a_line():
    commands = fine("--help").out.partition("Commands:")[2].partition("Try this first")[0]
    listed = re.findall(r"^  ([a-z]+)  +\S", commands, re.MULTILINE)
    assert listed == COMMANDS
    assert {"simulate", "show", "events", "legal", "fork", "list", "export", "import"} <= set(COMMANDS)
    assert {"audit", "adjudicate", "rules", "doctor"} <= set(COMMANDS)
    assert fine("-h").out == fine("--help").out


def examples(name: str) -> list[str]:
    """The lines of a command's help that can be typed."""
    lines = [line.strip() for line in (main.commands[name].help or "").splitlines()]
    return [line for line in lines if line.startswith(("haricot ", "echo "))]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_help_with_an_example(name):
    answer = fine(name, "--help")
    assert answer.out.startswith(f"Usage: haricot {name}")
    assert examples(name)
    for example in examples(name):
        assert example in answer.out


@pytest.mark.parametrize("name", COMMANDS)
def test_the_options_of_every_command_say_what_they_do(name):
    for parameter in main.commands[name].params:
        assert not isinstance(parameter, click.Option) or parameter.help, parameter.name


@pytest.fixture
def desk(own_store: Path, game_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which the examples work: the store is the default one, a game and a position lie there."""
    monkeypatch.setenv("HARICOT_DATA", str(own_store))
    monkeypatch.setattr("service.cli.check.version", lambda name: "0")  # these tests run where it is not installed too
    monkeypatch.chdir(tmp_path)
    Path("game.haricot.jsonl").write_bytes(game_file.read_bytes())
    Path("here.json").write_text(fine("show", GAME, "--at", 120, "--json").out)
    return tmp_path


def typed(line: str) -> Answer:
    """What a shell would make of such a line."""
    said, _, command = line.rpartition(" | ")
    command, _, target = command.partition(" > ")
    answer = haricot(*shlex.split(command)[1:], stdin=shlex.split(said)[1] if said else None)
    if target:
        Path(target).write_bytes(answer.raw)
    return answer


# `serve` and `worker` go on until they are stopped, and `admit` speaks of roles that somebody has to make first.
@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in ("serve", "worker", "admit")])
def test_the_examples_of_every_help_work_as_they_stand(name, desk):
    for example in examples(name):
        if example.endswith("..."):  # for the reader to fill in
            continue
        answer = typed(example.replace("--games 50", "--games 2"))
        assert (answer.code, answer.err) == (0, ""), example


def test_the_version_is_told(monkeypatch):
    monkeypatch.setattr("importlib.metadata.version", lambda name: f"of {name}")
    assert fine("--version").out == "haricot, version of haricot\n"


# The answers that people read.


def test_simulate_tells_the_result_of_each_game(tmp_path):
    answer = fine("simulate", "--players", 3, "--games", 2, "--seed", 3, "--out", tmp_path)
    told = r"classic-3-3-000[12]: \d+ events, coins( \d+){3}, won by seat \d( and seat \d)*"
    assert all(re.fullmatch(told, line) for line in answer.out.splitlines())
    assert len(answer.out.splitlines()) == 2


def test_list_has_a_line_for_each_game_in_the_order_they_came(own_store):
    fine("fork", GAME, "--at", 30, "--data", own_store)
    first, second, third = fine("list", "--data", own_store).out.splitlines()
    assert re.fullmatch(rf"{GAME}: classic, 4 players, finished, \d+ events, won by seat \d.*", first)
    assert re.fullmatch(rf"{THREE}: classic, 3 players, finished, \d+ events, won by seat \d.*", second)
    assert re.fullmatch(rf"{GAME}\.f30: classic, 4 players, running, \d+ events, forked from {GAME} at \d+", third)


def test_an_empty_list_says_how_to_begin(own_store, tmp_path, game_file):
    says = misused("list", "--data", tmp_path / "none")
    assert "there is no store" in says
    assert "haricot simulate" in says


def test_show_draws_the_table_with_every_seat_and_what_just_happened(store):
    drawn = fine("show", GAME, "--at", 120, "--data", store).out
    assert f"{GAME}  event 120 of " in drawn
    assert all(f"seat-{seat}" in drawn for seat in range(4))
    assert "draw pile" in drawn
    assert "[#]" not in drawn
    assert "[#]" in fine("show", GAME, "--at", 120, "--as", "spectator", "--data", store).out
    assert "The game has ended" in fine("show", GAME, "--data", store).out


def test_show_since_tells_only_what_changed(store):
    told = fine("show", GAME, "--at", 120, "--since", 112, "--data", store).out
    assert "n: 112 -> 120" in told.splitlines()
    assert fine("show", GAME, "--at", 120, "--since", 120, "--data", store).out == ""


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "A game is created"), ("fr", "créée"), ("de", "wird angelegt")]
)
def test_events_are_told_in_three_languages(language, sentence, store):
    lines = fine("events", GAME, "--say", language, "--data", store).out.splitlines()
    assert lines[0].startswith("    1  ")
    assert sentence in lines[0]
    assert len(lines) == len(fine("events", GAME, "--data", store).lines)


def test_legal_says_what_may_be_done_and_cites_a_clause_for_the_rest(store):
    told = fine("legal", GAME, "--seat", 2, "--at", 120, "--data", store).out.splitlines()
    assert all(line.startswith(("may      ", "may not  ", "         CL-")) for line in told)
    assert any(line.startswith("         CL-") for line in told)


def test_legal_inside_a_batch_says_that_nobody_may_act(store):
    assert "inside a batch" in fine("legal", GAME, "--seat", 0, "--at", 2 + 4, "--data", store).out


def test_fork_tells_whence_and_how_far(own_store):
    says = fine("fork", GAME, "--at", 120, "--data", own_store).out
    assert re.fullmatch(rf"{GAME}\.f120: forked from {GAME} at 1[23]\d, 1[23]\d events\n", says)


def test_import_tells_new_from_known(tmp_path, game_file):
    assert fine("import", game_file, "--data", tmp_path).out == f"{GAME}: imported\n"
    assert fine("import", game_file, "--data", tmp_path).out == f"{GAME}: was here already\n"


# Where things are.


def test_the_data_folder_is_the_one_named_then_the_users(monkeypatch, tmp_path):
    monkeypatch.setenv("HARICOT_DATA", "/named")
    assert default_place() == Path("/named")
    monkeypatch.setenv("HARICOT_DATA", "")
    monkeypatch.setenv("XDG_DATA_HOME", "/xdg")
    assert default_place() == Path("/xdg/haricot")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/bean")
    assert default_place() == Path("/home/bean/.local/share/haricot")


def test_without_a_home_one_is_asked_to_name_a_folder(monkeypatch):
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("HARICOT_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert "--data" in misused("list")


def test_a_path_wins_over_an_id(store, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path(GAME).write_bytes(fine("export", THREE, "--data", store).raw)
    assert fine("show", GAME, "--json", "--data", store).lines[0]["seats"][2:] != []
    assert len(fine("show", GAME, "--json", "--data", store).lines[0]["seats"]) == 3


def test_a_word_that_is_neither_file_nor_game_is_told_so_even_where_there_is_no_store(store, tmp_path):
    assert "no file and no game in the store is called 'nowhere'" in misused("show", "nowhere", "--data", store)
    assert "'nowhere' is no file" in misused("audit", "nowhere", "--data", tmp_path / "none")


def test_what_the_terminal_cannot_spell_is_no_reason_to_stop(own_store, tmp_path, game_file):
    name = tmp_path / "h\udce9ron.haricot.jsonl"
    name.write_bytes(game_file.read_bytes())
    answer = fine("import", name, "--json", "--data", own_store)
    assert json.loads(answer.out)["file"] == str(name)
