"""`haricot doctor`: is everything in order here?"""

import platform
import sys
from importlib.metadata import version
from pathlib import Path

import click

from domain.editions import EDITIONS
from domain.refusals import HaricotError
from service.cli.games import data_option, json_option, say_json
from service.event_store import open_store

PYTHON_LEAST = (3, 11)


@click.command("doctor")
@data_option
@json_option
def doctor(data: Path, as_json: bool) -> None:
    """Check this installation and its store. Exit code 1 when something is wrong.

    \b
    haricot doctor --data games
    """
    checks = [
        ("python", sys.version_info >= PYTHON_LEAST, f"Python {platform.python_version()}"),
        ("packages", True, ", ".join(f"{name} {version(name)}" for name in ("haricot", "eventsourcing", "msgspec"))),
        ("rulebooks", True, ", ".join(f"{e.data.key} ({len(e.data.clauses)} clauses)" for e in EDITIONS.values())),
    ]
    try:
        with open_store(data, create=False) as store:
            checks += store.checks()
    except HaricotError as error:
        checks.append(("store", not data.exists(), str(error)))
    for name, ok, says in checks:
        if as_json:
            say_json({"check": name, "ok": ok, "says": says})
        else:
            click.echo(f"{'ok ' if ok else 'BAD'}  {name}: {says}")
    sys.exit(0 if all(ok for _, ok, _ in checks) else 1)
