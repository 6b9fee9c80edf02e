"""Read and change the folder of a store on SQLite directly."""

import multiprocessing
import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from service.store.errors import StoreProblem
from service.store.sqlite.file import STORE, sqlite3

UNPRIVILEGED_USER = 65_534
"""The id of a user without rights."""
SPAWN = multiprocessing.get_context("spawn")


def count(folder: Path, table: str = "events", game: str | None = None) -> int:
    """Count the rows of a table, or of a game in it."""
    column = "originator_id" if table == "events" else "game"
    where = "" if game is None else f" WHERE {column} = ?"
    with closing_file(folder) as file:
        found: int = file.execute(f"SELECT count(*) FROM {table}{where}", () if game is None else (game,)).fetchone()[0]
    return found


class closing_file:  # noqa: N801  # reads like the contextlib function that it stands for
    """A direct connection to the file of a store, closed at the end."""

    def __init__(self, folder: Path) -> None:
        self.file = sqlite3.connect(folder / STORE, isolation_level=None)
        self.file.execute("PRAGMA synchronous = OFF")

    def __enter__(self) -> sqlite3.Connection:
        return self.file

    def __exit__(self, *_: object) -> None:
        self.file.close()


def meddle(folder: Path, *statements: str) -> None:
    """Execute statements on the file of a store directly."""
    with closing_file(folder) as file:
        for statement in statements:
            file.execute(statement)


def contents(folder: Path) -> dict[str, bytes | None]:
    """Return every path below a folder and its content."""
    paths = folder.rglob("*") if folder.is_dir() else [folder]
    return {str(path): path.read_bytes() if path.is_file() else None for path in paths}


def cut(folder: Path, size: int) -> None:
    with (folder / STORE).open("r+b") as file:
        file.truncate(size)


def overwrite(folder: Path, offset: int, data: bytes) -> None:
    with (folder / STORE).open("r+b") as file:
        file.seek(offset)
        file.write(data)


def tried(attempt: Callable[[], object]) -> object:
    """Return the result of an attempt, or its error as text."""
    try:
        return attempt()
    except StoreProblem as problem:
        return f"{type(problem).__name__}: {problem.says}"


def found_without_rights(look: Callable[[Path], object], folder: Path) -> Any:
    """Call `look` in a process of a user without rights, and return its result."""
    receiver, sender = SPAWN.Pipe(duplex=False)
    child = SPAWN.Process(target=_look_without_rights, args=(look, folder, sender))
    child.start()
    sender.close()
    found = receiver.recv()
    child.join()
    return found


def _look_without_rights(look: Callable[[Path], object], folder: Path, answer: Connection) -> None:
    if os.getuid() == 0:
        os.setuid(UNPRIVILEGED_USER)
    answer.send(look(folder))
