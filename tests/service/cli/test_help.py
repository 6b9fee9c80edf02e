"""`haricot --help`: the welcome, the help of each command, examples that can be typed."""

import re
import shlex
from pathlib import Path

import click
import pytest

from service.cli import COMMANDS, FORMERLY, command_named
from tests.golden.bundles import golden_bundle
from tests.long_tests import one_in
from tests.replay.proofs.bundles import KEY
from tests.service.command_line import GAME, PROGRAM, CommandAnswer, fine, haricot, misused, process

HEAVY = "*(name in sys.modules for name in ('marshmallow', 'eventsourcing', 'domain.editions'))"


def test_the_help_says_what_to_try_and_every_command_in_it_can_be_tried_in_its_order(empty_home):
    tried = [line.strip() for line in fine("--help").out.splitlines() if line.startswith("    haricot ")]
    assert len(tried) == 8
    for line in tried:
        command, _, _ = line.partition("   ")
        if command != "haricot serve":  # which goes on until it is stopped; see test_serve.py
            assert fine(*shlex.split(command)[1:]).out


def unknown_commands(text: str) -> list[str]:
    """The commands that a text says in backquotes, as a reader would type them, and that do not exist."""
    return [name for name in re.findall(r"`haricot ([a-z]+)", text) if name not in (*COMMANDS, *FORMERLY, "help")]


def test_every_command_that_a_message_names_exists():
    root = Path(__file__).parents[3]
    files = [path for folder in ("service", "replay", "domain") for path in (root / folder).rglob("*.py")]
    assert len(files) > 500
    assert {path.name: found for path in files if (found := unknown_commands(path.read_text("utf-8")))} == {}
    assert unknown_commands("no such game: `haricot games` lists them") == ["games"], "control"


SUMMARY_MAX = 50


def test_the_help_lists_every_command_in_a_line():
    commands = fine("--help").out.partition("-h, --help")[2].partition("Examples:")[0]
    listed = re.findall(r"^  ([a-z]+)  +\S", commands, re.MULTILINE)
    assert tuple(listed) == COMMANDS
    assert len(set(COMMANDS)) == len(COMMANDS)
    assert {"simulate", "show", "events", "legal", "fork", "list", "export", "import"} <= set(COMMANDS)
    assert {"audit", "adjudicate", "rules", "doctor"} <= set(COMMANDS)
    assert fine("-h").out == fine("--help").out


def test_the_help_lists_what_each_command_says_of_itself():
    listed = dict(re.findall(r"^  ([a-z]+)  +(\S.*)$", fine("--help").out, re.MULTILINE))
    for name in COMMANDS:
        summary = (command_named(name).help or "").partition("\n")[0].removesuffix(".")
        assert listed[name] == summary
        assert len(summary) <= SUMMARY_MAX, name


def test_former_names_work_and_the_help_leaves_them_out():
    for former, name in FORMERLY.items():
        assert fine(former, "--help").out.partition("Options:")[2] == fine(name, "--help").out.partition("Options:")[2]
        assert f"  {former} " not in fine("--help").out
    for command, former, option in (
        ("show", "--say", "--lang"),
        ("show", "--knows", "--known-by"),
        ("events", "--say", "--lang"),
        ("audit", "--under", "--ruleset"),
        ("audit", "--book", "--remedies"),
        ("audit", "--event", "--explain"),
    ):
        offered = [name for one in command_named(command).params for name in one.opts]
        assert {former, option} <= {*offered}
        assert former not in fine(command, "--help").out
        assert option in fine(command, "--help").out


def test_a_mistyped_command_is_answered_with_the_nearest():
    assert "Did you mean 'simulate'?" in misused("simulat")
    assert "Did you mean" not in misused("xyzzy")


def test_help_is_a_command_too():
    assert fine("help").out == fine("--help").out
    assert fine("help", "audit").out == fine("audit", "--help").out
    assert "No such command 'nothing'" in misused("help", "nothing")


@pytest.mark.parametrize(
    ("argument", "imports"),
    [
        *((argument, False) for argument in ("--help", "--version", "serve --help", "config --help", "doctor --help")),
        ("token --help", True),
    ],
)
def test_a_command_is_imported_when_it_is_called(argument, imports):
    ended = process(
        *argument.split(),
        code=f"import sys, atexit\natexit.register(lambda: print({HEAVY}, file=sys.stderr))\n{PROGRAM}",
    )
    assert (ended.returncode, ended.stderr.split()) == (0, [str(imports).encode()] * 3)


def examples(name: str) -> list[str]:
    """The lines of a command's help that can be typed."""
    lines = [line.strip() for line in (command_named(name).help or "").splitlines()]
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
    for parameter in command_named(name).params:
        assert not isinstance(parameter, click.Option) or parameter.help, parameter.name


@pytest.fixture
def context(own_store: Path, game_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which the examples work: the store is the default one, a game and a position lie there."""
    monkeypatch.setenv("HARICOT_DATA", str(own_store))
    monkeypatch.setattr("service.cli.run.doctor_checks.version", lambda name: "0")  # it may not be installed
    monkeypatch.chdir(tmp_path)
    Path("game.haricot.jsonl").write_bytes(game_file.read_bytes())
    Path("here.json").write_text(fine("show", GAME, "--at", 120, "--json").out)
    Path("game.haricot-audit.json").write_bytes(golden_bundle("duel"))
    Path("example.org.vkey").write_text(KEY.verifier.text)
    return tmp_path


def typed(line: str) -> CommandAnswer:
    """What a shell would make of such a line."""
    said, _, command = line.rpartition(" | ")
    command, _, target = command.partition(" > ")
    answer = haricot(*shlex.split(command)[1:], stdin=shlex.split(said)[1] if said else None)
    if target:
        Path(target).write_bytes(answer.raw)
    return answer


# `serve` and `worker` go on until they are stopped, and `admit` speaks of roles that somebody has to make first.
@pytest.mark.parametrize("name", one_in(2, (name for name in COMMANDS if name not in ("serve", "worker", "grant"))))
def test_the_examples_of_every_help_work_as_they_stand(name, context):
    for example in examples(name):
        if example.endswith("..."):  # for the reader to fill in
            continue
        answer = typed(example.replace("--games 50", "--games 2"))
        assert (answer.code, answer.err) == (0, ""), example


def test_the_version_is_told(monkeypatch):
    monkeypatch.setattr("importlib.metadata.version", lambda name: f"of {name}")
    assert fine("--version").out == "haricot, version of haricot\n"


def test_without_a_command_the_help_is_printed_and_no_store_is_made(monkeypatch, tmp_path):
    monkeypatch.setenv("HARICOT_DATA", str(tmp_path / "games"))
    monkeypatch.chdir(tmp_path)
    assert fine().out == fine("--help").out
    assert list(tmp_path.iterdir()) == []
