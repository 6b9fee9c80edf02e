"""`haricot doctor`: checks the installation."""

import sys
from pathlib import Path

import click

from service.cli.options import json_option, location_from_options, optional_store_options
from service.cli.output import print_json


@click.command("doctor")
@optional_store_options
@click.option("--full", is_flag=True, help="Also follow and audit every game, and compare rows and indexes.")
@json_option
def doctor_command(data: Path | None, store: str | None, full: bool, as_json: bool) -> None:
    """Check the installation, settings, store and Redis.

    Exit code 1 if something is wrong. It reads every event, and names the game of each fault: a missing or unreadable
    event, a date that goes back, a changed key, a game without rules. With --full it also audits every game, so that it
    finds all damage that can be found. This takes some 0.1 s for each game.

    \b
    Examples:
      haricot doctor
      haricot doctor --data games --full
    """
    from service.cli.run.doctor_checks import checks  # noqa: PLC0415  # importing it is slow, and --help needs none

    sound = True
    for name, ok, says in checks(location_from_options(data, store), full=full):
        sound &= ok
        if as_json:
            print_json({"check": name, "ok": ok, "says": says})
        else:
            click.echo(f"{'ok ' if ok else 'BAD'}  {name}: {says}")
    sys.exit(0 if sound else 1)
