"""Where the command line finds a game: a file by its path, else the store by its id."""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from domain.refusals import Misuse
from domain.visibility import Viewer, viewer_named
from replay.record import Record, read_file
from replay.rewind import viewer_of
from service.event_store import GameStore, open_store

Function = TypeVar("Function", bound=Callable[..., Any])
Item = TypeVar("Item")


def default_data() -> Path:
    """The user's data folder: HARICOT_DATA, else the one of the XDG base directories."""
    if folder := os.environ.get("HARICOT_DATA"):
        return Path(folder)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "haricot"


data_option = click.option(
    "--data",
    type=click.Path(path_type=Path),
    default=default_data,
    show_default="the user's data folder, or HARICOT_DATA",
    help="The folder of the store.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON for machines.")
view_option = click.option(
    "--as", "view", metavar="VIEW", help="Whose eyes: seat:K, spectator or omniscient (the default)."
)
game_argument = click.argument("game", metavar="GAME")


def is_file(game: str) -> bool:
    """Whether GAME is a path; a path wins over an id."""
    return Path(game).exists()


def load(game: str, data: Path) -> Record:
    """The record of a game file or of a game in the store."""
    if is_file(game):
        return read_file(read_bytes(Path(game)))
    with open_store(data, create=False) as store:
        return record_in(store, game)


def record_in(store: GameStore, game: str) -> Record:
    """The record of a game in the store; Misuse when there is none."""
    if not store.exists(game):
        raise Misuse(
            "not-found", f"no file and no game in the store is called {game!r}; `haricot list` shows the games"
        )
    return store.record(game)


def seen(record: Record, view: str | None) -> tuple[Record, Viewer]:
    """The record in the view asked for; Misuse when it does not hold that view."""
    viewer = viewer_of(record, None if view is None else viewer_named(view, record.created.players))
    return (record if viewer == record.viewer else record.seen_by(viewer)), viewer


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, `-` for standard input; Misuse for a folder."""
    if str(path) == "-":
        return sys.stdin.buffer.read()
    if path.is_dir():
        raise Misuse("request.shape", f"{path} is a folder, not a file")
    return path.read_bytes()


def read_json(path: Path) -> Any:
    """The JSON in a file; Misuse `request.malformed` when it is none."""
    try:
        return msgspec.json.decode(read_bytes(path))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Misuse("request.malformed", f"{path} is not JSON: {error}") from error


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file so that it is there whole or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def say_json(answer: Any) -> None:
    """One JSON value on one line."""
    click.echo(json.dumps(msgspec.to_builtins(answer), ensure_ascii=False, separators=(",", ":")))


def with_progress(items: Iterable[Item], total: int, what: str) -> Iterator[Item]:
    """The items, with a progress bar on a terminal while that takes a while."""
    console = Console(stderr=True)
    if not console.is_terminal or total < 2:
        yield from items
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        yield from progress.track(items, total=total, description=what)
