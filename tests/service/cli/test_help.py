"""`haricot --help`: the overview, the help of each command, and its examples."""

import re
import shlex
from pathlib import Path

import click
import pytest

from service.cli import COMMANDS, FORMER_NAMES, load_command
from tests.golden.bundles import golden_bundle
from tests.replay.proofs.bundles import KEY
from tests.service.command_line import GAME, PROGRAM, CommandAnswer, haricot, process, run_ok, run_refused

HEAVY = "*(name in sys.modules for name in ('marshmallow', 'eventsourcing', 'domain.editions'))"


def test_the_commands_of_the_overview_work_in_their_order(empty_home):
    tried = [line.strip() for line in run_ok("--help").out.splitlines() if line.startswith("    haricot ")]
    assert len(tried) == 8
    for line in tried:
        command, _, _ = line.partition("   ")
        if command != "haricot serve":  # it runs until it is stopped; see test_serve.py
            assert run_ok(*shlex.split(command)[1:]).out


def unknown_commands(text: str) -> list[str]:
    """Return the commands in backquotes of a text that do not exist."""
    return [name for name in re.findall(r"`haricot ([a-z]+)", text) if name not in (*COMMANDS, *FORMER_NAMES, "help")]


def test_every_command_in_a_message_exists():
    root = Path(__file__).parents[3]
    files = [path for folder in ("service", "replay", "domain") for path in (root / folder).rglob("*.py")]
    assert len(files) > 500
    assert {path.name: found for path in files if (found := unknown_commands(path.read_text("utf-8")))} == {}
    assert unknown_commands("no such game: `haricot games` lists them") == ["games"], "control"


SUMMARY_MAX = 50


def test_the_overview_lists_every_command():
    commands = run_ok("--help").out.partition("-h, --help")[2].partition("Examples:")[0]
    listed = re.findall(r"^  ([a-z]+)  +\S", commands, re.MULTILINE)
    assert tuple(listed) == COMMANDS
    assert len(set(COMMANDS)) == len(COMMANDS)
    assert {"simulate", "show", "events", "legal", "fork", "list", "export", "import"} <= set(COMMANDS)
    assert {"audit", "adjudicate", "rules", "doctor"} <= set(COMMANDS)
    assert run_ok("-h").out == run_ok("--help").out


def test_the_overview_lists_the_summary_of_each_command():
    listed = dict(re.findall(r"^  ([a-z]+)  +(\S.*)$", run_ok("--help").out, re.MULTILINE))
    for name in COMMANDS:
        summary = (load_command(name).help or "").partition("\n")[0].removesuffix(".")
        assert listed[name] == summary
        assert len(summary) <= SUMMARY_MAX, name


def test_former_names_work_and_are_not_in_the_help():
    for former, name in FORMER_NAMES.items():
        assert (
            run_ok(former, "--help").out.partition("Options:")[2] == run_ok(name, "--help").out.partition("Options:")[2]
        )
        assert f"  {former} " not in run_ok("--help").out
    for command, former, option in (
        ("show", "--say", "--lang"),
        ("show", "--knows", "--known-by"),
        ("events", "--say", "--lang"),
        ("audit", "--under", "--ruleset"),
        ("audit", "--book", "--remedies"),
        ("audit", "--event", "--explain"),
    ):
        offered = [name for one in load_command(command).params for name in one.opts]
        assert {former, option} <= {*offered}
        assert former not in run_ok(command, "--help").out
        assert option in run_ok(command, "--help").out


def test_a_mistyped_command_is_answered_with_the_nearest_name():
    assert "Did you mean 'simulate'?" in run_refused("simulat")
    assert "Did you mean" not in run_refused("xyzzy")


def test_help_is_also_a_command():
    assert run_ok("help").out == run_ok("--help").out
    assert run_ok("help", "audit").out == run_ok("audit", "--help").out
    assert "No such command 'nothing'" in run_refused("help", "nothing")


@pytest.mark.parametrize(
    ("argument", "imports"),
    [
        *((argument, False) for argument in ("--help", "--version", "serve --help", "config --help", "doctor --help")),
        ("token --help", True),
    ],
)
def test_help_imports_no_heavy_module_for_light_commands(argument, imports):
    ended = process(
        *argument.split(),
        code=f"import sys, atexit\natexit.register(lambda: print({HEAVY}, file=sys.stderr))\n{PROGRAM}",
    )
    assert (ended.returncode, ended.stderr.split()) == (0, [str(imports).encode()] * 3)


def examples(name: str) -> list[str]:
    """Return the examples of a command's help."""
    lines = [line.strip() for line in (load_command(name).help or "").splitlines()]
    return [line for line in lines if line.startswith(("haricot ", "echo "))]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_help_with_an_example(name):
    answer = run_ok(name, "--help")
    assert answer.out.startswith(f"Usage: haricot {name}")
    assert examples(name)
    for example in examples(name):
        assert example in answer.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_a_help_text(name):
    for parameter in load_command(name).params:
        assert not isinstance(parameter, click.Option) or parameter.help, parameter.name


@pytest.fixture
def context(own_store: Path, game_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files of the examples, and the store as the default one."""
    monkeypatch.setenv("HARICOT_DATA", str(own_store))
    monkeypatch.setattr("service.cli.run.doctor_checks.version", lambda name: "0")  # it may not be installed
    monkeypatch.chdir(tmp_path)
    Path("game.haricot.jsonl").write_bytes(game_file.read_bytes())
    Path("here.json").write_text(run_ok("show", GAME, "--at", 120, "--json").out)
    Path("game.haricot-audit.json").write_bytes(golden_bundle("duel"))
    Path("example.org.vkey").write_text(KEY.verifier.text)
    return tmp_path


def typed(line: str) -> CommandAnswer:
    """Run an example with its pipe or redirection, as a shell would."""
    said, _, command = line.rpartition(" | ")
    command, _, target = command.partition(" > ")
    answer = haricot(*shlex.split(command)[1:], stdin=shlex.split(said)[1] if said else None)
    if target:
        Path(target).write_bytes(answer.raw)
    return answer


ENDLESS = {"serve", "worker", "grant"}
"""`serve` and `worker` run until they are stopped, and `grant` needs roles of a database."""
SLOW = {"audit", "export", "openapi", "par", "scoresheet", "simulate"}
"""Commands with examples that take long. The tests of these commands run similar ones."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.long] if name in SLOW else []) for name in COMMANDS if name not in ENDLESS],
)
def test_the_examples_of_a_help_work(name, context):
    for example in examples(name):
        if example.endswith("..."):  # for the reader to fill in
            continue
        answer = typed(example.replace("--games 50", "--games 2").replace("--jobs 4", "--jobs 1"))
        assert (answer.code, answer.err) == (0, ""), example


def test_version_prints_the_version(monkeypatch):
    monkeypatch.setattr("importlib.metadata.version", lambda name: f"of {name}")
    assert run_ok("--version").out == "haricot, version of haricot\n"


def test_haricot_without_a_command_prints_the_overview_and_makes_no_store(monkeypatch, tmp_path):
    monkeypatch.setenv("HARICOT_DATA", str(tmp_path / "games"))
    monkeypatch.chdir(tmp_path)
    assert run_ok().out == run_ok("--help").out
    assert list(tmp_path.iterdir()) == []
