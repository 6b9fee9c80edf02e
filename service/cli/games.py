"""Where the command line finds a game: a file by its path, else the store by its id."""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from domain.refusals import Misuse
from domain.visibility import Viewer, viewer_named
from replay.record import CorruptFile, Record, read_file
from replay.rewind import viewer_of
from service.event_store import GameStore, StoreProblem, open_store
from service.places import Place, place_named
from service.settings import default_place

Function = TypeVar("Function", bound=Callable[..., Any])
Item = TypeVar("Item")


class NamedPath(click.Path):
    """A path; an empty one is a mistake, often of a variable that is not set, and not the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path that was named."""
        if not str(value):
            self.fail("it is empty.", param, ctx)
        return super().convert(value, param, ctx)


PATH: Final = NamedPath(path_type=Path)
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON for machines.")
view_option = click.option(
    "--as", "view", metavar="VIEW", help="Whose eyes: seat:K, spectator or omniscient (the default)."
)
game_argument = click.argument("game", metavar="GAME")


def store_option(command: Function) -> Function:
    """Lets a command be told where the store is, as its parameter `place`: by --data, by --store, or by a setting."""

    @click.option(
        "--data", type=PATH, show_default="the user's data folder, or HARICOT_DATA", help="The folder of the store."
    )
    @click.option(
        "--store",
        metavar="URL",
        show_default="HARICOT_STORE",
        help="The store by its URL, instead: sqlite:///folder or postgresql://user:password@host/database.",
    )
    @wraps(command)
    def at_place(*args: Any, data: Path | None, store: str | None, **given: Any) -> Any:
        if data is not None and store is not None:
            raise Misuse("request.shape", "name the store by --data or by --store, not by both")
        place = data if data is not None else None if store is None else place_named(store)
        return command(*args, place=place if place is not None else default_place(), **given)

    return cast("Function", at_place)


def is_file(game: str) -> bool:
    """Whether GAME is a path; a path wins over an id."""
    try:
        return bool(game) and Path(game).exists()
    except PermissionError:  # reading it will say so
        return True
    except OSError:  # too long for a path
        return False


def load(game: str, place: Place) -> Record:
    """The record of a game file or of a game in the store."""
    if is_file(game):
        return read_game(Path(game))
    try:
        store = open_store(place, create=False)
    except StoreProblem as error:
        raise StoreProblem(error.code, f"{game!r} is no file, and {error.says}") from error
    with store:
        return _record_in(store, game)


def _record_in(store: GameStore, game: str) -> Record:
    if not store.exists(game):
        raise Misuse(
            "not-found", f"no file and no game in the store is called {game!r}; `haricot list` shows the games"
        )
    return store.record(game)


def read_game(path: Path) -> Record:
    """The record in a game file; Misuse `file.corrupt` when it is not as it was written."""
    try:
        return read_file(read_bytes(path))
    except CorruptFile as error:
        raise Misuse("file.corrupt", f"{path} is corrupt: {error}") from error


def seen(record: Record, view: str | None) -> tuple[Record, Viewer]:
    """The record in the view asked for; Misuse when it does not hold that view."""
    viewer = viewer_of(record, None if view is None else viewer_named(view, record.created.players))
    return (record if viewer == record.viewer else record.seen_by(viewer)), viewer


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, `-` for standard input; Misuse for a folder."""
    if str(path) == "-":
        if sys.stdin is None:
            raise Misuse("request.malformed", "there is no standard input")
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
    """Writes a file so that it is there whole or not at all; a device or a pipe is written to as it is.

    Only its owner may read it: it may show the hands of a running game.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _replace(path.resolve() if path.exists() else path, data)
    except OSError as error:
        raise Misuse("unavailable", f"{path} cannot be written: {error.strerror}") from error


def _replace(path: Path, data: bytes) -> None:
    beside = path.with_name(f".haricot-{os.getpid()}.part")
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(handle, "wb") as file:  # noqa: PTH123  # it is open already, so that nobody else ever could read it
            file.write(data)
        beside.replace(path)
    finally:
        with suppress(OSError):  # where it could not be made it is not there
            beside.unlink()


def tell_damaged(games: Mapping[str, str], what: str) -> None:
    """Names the games that are not as they were written, and says `what` that means here."""
    for game, says in games.items():
        click.echo(f"haricot: {game} {what}: {says}", err=True)


def told(error: Exception) -> str:
    """What went wrong, in words; an OSError by its path and reason."""
    if isinstance(error, OSError) and error.strerror is not None:
        return ": ".join(str(part) for part in (error.filename, error.strerror) if part is not None)
    return str(error)


def say_json(answer: Any) -> None:
    """One JSON value on one line, in UTF-8 whatever the terminal speaks."""
    line = json.dumps(msgspec.to_builtins(answer), ensure_ascii=False, separators=(",", ":"))
    click.echo(line.encode("utf-8", "backslashreplace"))


def with_progress(items: Iterable[Item], total: int, what: str) -> Iterator[Item]:
    """The items, with a progress bar on a terminal when the answers go elsewhere.

    Answers that are printed to the terminal one by one show the progress themselves.
    """
    console = Console(stderr=True)
    if not console.is_terminal or sys.stdout.isatty() or total < 2:
        yield from items
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as progress:
        yield from progress.track(items, total=total, description=what)


def waits(why: str) -> None:
    """Tells whoever started this what it waits for."""
    click.echo(f"haricot: {why}", err=True)


@contextmanager
def progress(total: int, what: str) -> Iterator[Callable[..., None]]:
    """What to call after each of `total` steps, or with how many were done; on a terminal a bar shows how far it is."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _=1: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as bar:
        task = bar.add_task(what, total=total)
        yield lambda steps=1: bar.advance(task, steps)
