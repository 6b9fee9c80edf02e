"""The command line `haricot`: one group, a file a command, each imported when it is called."""

import ast
import sys
from importlib import import_module
from io import TextIOWrapper
from keyword import iskeyword
from pathlib import Path
from typing import Any, Final

import click

from service.cli.errors import one_line, write_out

COMMANDS: Final = (
    "adjudicate",
    "admit",
    "audit",
    "backup",
    "config",
    "digest",
    "doctor",
    "erase",
    "events",
    "evidence",
    "export",
    "fork",
    "import",
    "key",
    "legal",
    "list",
    "migrate",
    "openapi",
    "protocol",
    "rebuild",
    "record",
    "restore",
    "rules",
    "serve",
    "show",
    "simulate",
    "token",
    "verify",
    "worker",
)

WITHOUT_RULES: Final = ("config", "doctor", "serve")
"""The commands that import no rules before they run."""
TRY_THIS = """\
\b
Try this first:
  haricot simulate --edition classic --players 4 --games 1 --seed 7   bots play a game into your store
  haricot show classic-4-7-0001 --at 120                              the table after event 120
  haricot events classic-4-7-0001 --say en                            the game in sentences
  haricot audit classic-4-7-0001                                      was every event legal?
  haricot fork classic-4-7-0001 --at 120 --play                       what if they had gone on otherwise?
  haricot rules classic CL-6.4                                        what does that clause say?
  haricot serve                                                       all of this in the browser
"""


class Haricot(click.Group):
    """The group of all commands; it turns errors into one line with the documented exit code."""

    def make_context(self, *args: Any, **settings: Any) -> click.Context:
        """Parses the options before the command's name."""
        with one_line():
            return super().make_context(*args, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command."""
        for stream in (sys.stdout, sys.stderr):  # a name that the terminal cannot spell is no reason to stop
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        with one_line():
            try:
                return super().invoke(ctx)
            finally:
                write_out()

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's own signature
        """The names of all commands, in order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # click's own
        """Imports the file of a command; None where there is no such command."""
        return command_named(cmd_name) if cmd_name in COMMANDS else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands as click does, but imports none of their files."""
        listed = {name: click.Command(name, help=_help_of(name)) for name in COMMANDS}
        click.Group(commands=listed).format_commands(ctx, formatter)


def command_named(name: str) -> click.Command:
    """The command of this name, out of the file of this name, which may list the editions and bots that are here."""
    if name not in WITHOUT_RULES:
        tell_left_out()
    command: click.Command = getattr(import_module(f"service.cli.{_file_of(name)}"), f"{name}_command")
    return command


def tell_left_out() -> None:
    """Takes in the editions and bots of other packages, and says which had to be left out."""
    from service.plugins import wrong_ones  # noqa: PLC0415  # it imports every edition, and --help needs none

    for says in wrong_ones():
        click.echo(f"haricot: {says}", err=True)


def _help_of(name: str) -> str:
    """The docstring of a command, read out of its source."""
    source = ast.parse(Path(__file__).with_name(f"{_file_of(name)}.py").read_text("utf-8"))
    functions = (node for node in source.body if isinstance(node, ast.FunctionDef))
    return next(ast.get_docstring(node) or "" for node in functions if node.name == f"{name}_command")


def _file_of(name: str) -> str:
    return f"{name}_" if iskeyword(name) else name


@click.group(
    cls=Haricot,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=TRY_THIS,
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
