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
    """Read a file, or standard input for `-`. Raises Misuse for a folder."""
    if str(path) == "-":
        if sys.stdin is None:
            raise NotJson("there is no standard input")
        return sys.stdin.buffer.read()
    if path.is_dir():
        raise Misuse(f"{path} is a folder, not a file")
    return path.read_bytes()


def read_text(path: Path) -> str:
    """Read a text, without what other programs add around it. Raises Misuse, which names what it is instead."""
    with named_file(path):
        return plain_text(read_bytes(path))


@contextmanager
def named_file(path: Path) -> Iterator[None]:
    """Add the file's name to the error if a text cannot be read."""
    try:
        yield
    except UnreadableText as error:
        raise Misuse(f"{path}: {error.says}") from error


def read_json(path: Path) -> Any:
    """Read a JSON file. Raises NotJson for any other."""
    return json_in(read_bytes(path), str(path))


def json_in(written: bytes, name: str) -> Any:
    """Return the JSON that a file of this name holds. Raises NotJson, which names the cause."""
    try:
        return decode_json(written)
    except UnreadableText as error:
        raise NotJson(f"{name} is not JSON: {error.says}") from error


def make_folder(folder: Path) -> None:
    """Make a folder for game files. Raises Misuse if there is a file."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise Misuse(f"{folder} is a file, not a folder") from error
