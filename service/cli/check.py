"""`haricot doctor`: is everything in order here?"""

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from domain.editions import EDITIONS
from domain.refusals import HaricotError
from service.cli.games import json_option, say_json, store_option
from service.event_store import open_store
from service.places import Place
from service.sqlite_file import STORE

PYTHON_LEAST = (3, 11)
PACKAGES = ("haricot", "eventsourcing", "flask", "flask-smorest", "granian", "marshmallow", "msgspec")


@click.command("doctor")
@store_option
@json_option
def doctor(place: Place, as_json: bool) -> None:
    """Check this installation and its store. Exit code 1 when something is wrong.

    \b
    haricot doctor --data games
    """
    checks = [
        ("python", sys.version_info >= PYTHON_LEAST, f"Python {platform.python_version()}"),
        _packages(),
        ("rulebooks", True, ", ".join(f"{e.data.key} ({len(e.data.clauses)} clauses)" for e in EDITIONS.values())),
    ]
    try:
        with open_store(place, create=False) as store:
            checks += store.checks()
    except HaricotError as error:
        checks.append(("store", _could_hold_one(place), str(error)))
    for name, ok, says in checks:
        if as_json:
            say_json({"check": name, "ok": ok, "says": says})
        else:
            click.echo(f"{'ok ' if ok else 'BAD'}  {name}: {says}")
    sys.exit(0 if all(ok for _, ok, _ in checks) else 1)


def _packages() -> tuple[str, bool, str]:
    found, complete = [], True
    for name in PACKAGES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"{name} is not installed: `make install`")
            complete = False
    return "packages", complete, ", ".join(found)


def _could_hold_one(place: Place) -> bool:
    """Whether there is no store here yet, but one could be made."""
    if not isinstance(place, Path) or (place / STORE).exists():
        return False
    nearest = next(folder for folder in (place, *place.absolute().parents) if folder.exists())
    return nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK)
