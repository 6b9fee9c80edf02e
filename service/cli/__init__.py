"""The command line `haricot`: one group, a file for each command, each imported when it is called."""

import ast
import sys
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper
from keyword import iskeyword
from pathlib import Path
from typing import Any, Final

import click

from service.cli.errors import errors_in_one_line, flush_output

GROUPS: Final = {
    "play": (
        "Play and replay",
        ("simulate", "list", "show", "events", "legal", "story", "par", "fork", "rules", "tournament"),
    ),
    "judge": ("Audit and rule", ("audit", "verify", "adjudicate", "record", "scoresheet", "collusion")),
    "analyse": ("Statistics and ratings", ("stats", "ratings", "player")),
    "exchange": ("Exchange", ("import", "export", "openapi")),
    "run": ("Run a service", ("serve", "worker", "config", "doctor", "token", "key", "grant")),
    "keep": ("Look after a store", ("backup", "restore", "migrate", "rebuild", "digest", "erase", "demo")),
}
"""The folders of the commands. Each has its heading in the help and the names of its commands."""
COMMAND_FOLDERS: Final = {name: folder for folder, (_, names) in GROUPS.items() for name in names}
COMMANDS: Final = tuple(COMMAND_FOLDERS)
FORMER_NAMES: Final = {"protocol": "scoresheet", "evidence": "collusion", "admit": "grant"}
"""Former names of commands. They work for one more release, and the help leaves them out."""
NO_PLUGIN_REPORT: Final = ("config", "doctor", "serve")
"""Commands that need no editions or bots of other packages, or load and report these themselves."""
EXAMPLES = """\
\b
Examples:
  haricot simulate --edition classic --players 4 --games 1 --seed 7   let bots play a game into your store
  haricot show classic-4-7-0001 --at 120                              show the table after event 120
  haricot events classic-4-7-0001 --lang en                           read the game in sentences
  haricot audit classic-4-7-0001                                      check every event
  haricot story classic-4-7-0001                                      tell who won, and how
  haricot fork classic-4-7-0001 --at 120 --play                       let bots play on from event 120
  haricot rules classic CL-6.4                                        read one clause
  haricot serve                                                       do all of this in the browser
"""


class Haricot(click.Group):
    """The group of all commands. It turns errors into one line with the documented exit code."""

    def make_context(self, *args: Any, **settings: Any) -> click.Context:
        """Parse the options before the command's name."""
        with errors_in_one_line():
            return super().make_context(*args, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        for stream in (sys.stdout, sys.stderr):  # an unprintable character must not stop the command
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        with errors_in_one_line():
            try:
                return super().invoke(ctx)
            finally:
                flush_output()

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's own signature
        """Return the names of all commands, in order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # click's own
        """Import the file of a command, or return None if there is no such command."""
        if cmd_name == help_command.name:
            return help_command
        name = FORMER_NAMES.get(cmd_name, cmd_name)
        return load_command(name) if name in COMMANDS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or suggest one with a similar name."""
        known_names = {*COMMANDS, *FORMER_NAMES, help_command.name}
        if args[0] not in known_names and (similar := get_close_matches(args[0], COMMANDS, n=1)):
            ctx.fail(f"No such command {args[0]!r}. Did you mean {similar[0]!r}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  # click's own
        """List the commands by group without importing their files."""
        width = max(map(len, COMMANDS))
        for title, names in GROUPS.values():
            with formatter.section(title):
                formatter.write_dl([(f"{name:{width}}", _summary_of(name)) for name in names])


@click.command("help")
@click.argument("command", required=False)
@click.pass_context
def help_command(ctx: click.Context, command: str | None) -> None:
    """Show the help of a command, or of all."""
    assert ctx.parent is not None
    if command is None:
        click.echo(ctx.parent.get_help())
        return
    name, found_command, _ = main.resolve_command(ctx.parent, [command])
    assert found_command is not None
    click.echo(found_command.get_help(click.Context(found_command, info_name=name, parent=ctx.parent)))


def load_command(name: str) -> click.Command:
    """Import the command of this name from its file. Importing it may load the editions and bots."""
    if name not in NO_PLUGIN_REPORT:
        report_plugin_errors()
    module = import_module(f"service.cli.{COMMAND_FOLDERS[name]}.{_module_name(name)}")
    command: click.Command = getattr(module, f"{name}_command")
    return command


def report_plugin_errors() -> None:
    """Load the editions and bots of other packages, and report those that were left out."""
    from service.plugins import plugin_errors  # noqa: PLC0415  # it imports every edition, and --help needs none

    for message in plugin_errors():
        click.echo(f"haricot: {message}", err=True)


def _summary_of(name: str) -> str:
    """Return the first line of a command's help, read from its source."""
    source = ast.parse((Path(__file__).parent / COMMAND_FOLDERS[name] / f"{_module_name(name)}.py").read_text("utf-8"))
    functions = (node for node in source.body if isinstance(node, ast.FunctionDef))
    docstring = next(ast.get_docstring(node) or "" for node in functions if node.name == f"{name}_command")
    return docstring.partition("\n")[0].removesuffix(".")


def _module_name(name: str) -> str:
    return f"{name}_" if iskeyword(name) else name


@click.group(
    cls=Haricot,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EXAMPLES,
)
@click.version_option(package_name="haricot")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Play, replay, audit and fork games of the Bohnanza family.

    GAME is the id of a game in the store, or the path of a game file. Exit codes:
    0 fine, 1 found something (an illegal move, a corrupt file), 2 misuse, 4 no key to sign with.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
