"""Files that a command is given."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from domain.refusals import HaricotError, Misuse
from replay.text_input import UnreadableText, decode_json, plain_text

SUFFIX: Final = ".haricot.jsonl"


class NotJson(HaricotError):
    """A file, or standard input, that holds no JSON."""


def read_bytes(path: Path) -> bytes:
    """Read a file, or standard input for `-`; Misuse for a folder."""
    if str(path) == "-":
        if sys.stdin is None:
            raise NotJson("there is no standard input")
        return sys.stdin.buffer.read()
    if path.is_dir():
        raise Misuse(f"{path} is a folder, not a file")
    return path.read_bytes()


def read_text(path: Path) -> str:
    """Read a text, without what another program has put around it; Misuse names what it is instead."""
    with named_file(path):
        return plain_text(read_bytes(path))


@contextmanager
def named_file(path: Path) -> Iterator[None]:
    """Name the file in what is said of a text that cannot be read."""
    try:
        yield
    except UnreadableText as error:
        raise Misuse(f"{path}: {error.says}") from error


def read_json(path: Path) -> Any:
    """Read a JSON file; NotJson for any other."""
    return json_in(read_bytes(path), str(path))


def json_in(written: bytes, name: str) -> Any:
    """Return the JSON that was written in a file of this name; NotJson names the cause for anything else."""
    try:
        return decode_json(written)
    except UnreadableText as error:
        raise NotJson(f"{name} is not JSON: {error.says}") from error


def make_folder(folder: Path) -> None:
    """Make a folder for game files; Misuse where a file is."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise Misuse(f"{folder} is a file, not a folder") from error
