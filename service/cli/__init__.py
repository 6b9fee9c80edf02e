"""The command line `haricot`: one group, its commands in rooms by what they are for."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Any

import click

from domain.refusals import HaricotError, Refusal
from service.cli.admit import admit_command
from service.cli.audit import audit_command
from service.cli.backup import backup_command, digest_command, restore_command
from service.cli.check import doctor
from service.cli.config import config
from service.cli.games import told
from service.cli.judge import adjudicate_command, rules_command
from service.cli.keep import export_command, fork_command, import_command
from service.cli.look import events_command, legal_command, list_command, show_command
from service.cli.play import simulate_command
from service.cli.serve import serve_command
from service.cli.tokens import openapi_command, token_command
from service.cli.worker import rebuild_command, worker_command

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
    """Turns what went wrong into one line and the documented exit code: 2 for misuse."""

    def make_context(self, *args: Any, **settings: Any) -> click.Context:
        """Reads what stands before the name of the command."""
        with _one_line():
            return super().make_context(*args, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command."""
        for stream in (sys.stdout, sys.stderr):  # a name that the terminal cannot spell is no reason to stop
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        with _one_line():
            try:
                return super().invoke(ctx)
            finally:
                _answer_fully()


def _answer_fully() -> None:
    """Writes out what is still buffered, while a full disk can yet be told in one line."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the exit would try, and fail, again
        raise


@contextmanager
def _one_line() -> Iterator[None]:
    try:
        yield
    except click.UsageError as error:
        see = "" if error.ctx is None else f" See `{error.ctx.command_path} --help`."
        _give_up(f"{error.format_message()}{see}")
    except Refusal as refusal:
        _give_up(f"{refusal.clause}: {refusal.says}")
    except BrokenPipeError:
        raise
    except (HaricotError, OSError) as error:
        _give_up(told(error))


def _give_up(says: str) -> None:
    one_line = " ".join(says.split())
    click.echo("haricot: " + "".join(sign if sign.isprintable() else "?" for sign in one_line), err=True)
    sys.exit(2)


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

    Without a command, `haricot serve`. GAME is the id of a game in the store, or the path of a game file. Exit codes:
    0 fine, 1 found something (an illegal move, a corrupt file), 2 misuse.
    """
    if ctx.invoked_subcommand is None:
        serve_command.main([], prog_name="haricot serve", standalone_mode=False)


for command in (
    serve_command,
    worker_command,
    simulate_command,
    show_command,
    events_command,
    legal_command,
    fork_command,
    list_command,
    export_command,
    import_command,
    audit_command,
    adjudicate_command,
    rules_command,
    backup_command,
    restore_command,
    digest_command,
    config,
    rebuild_command,
    doctor,
    token_command,
    admit_command,
    openapi_command,
):
    main.add_command(command)
