"""Files and standard input that a command reads."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from domain.refusals import HaricotError, Misuse
from replay.text_input import UnreadableText, decode_json, plain_text

SUFFIX: Final = ".haricot.jsonl"


class NotJson(HaricotError):
    """A file or standard input is not JSON."""


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
    """Read a text file without its byte order mark. Raises Misuse if the file is not a text."""
    with errors_with_path(path):
        return plain_text(read_bytes(path))


@contextmanager
def errors_with_path(path: Path) -> Iterator[None]:
    """Replace UnreadableText by Misuse with the path of the file."""
    try:
        yield
    except UnreadableText as error:
        raise Misuse(f"{path}: {error.says}") from error


def read_json(path: Path) -> Any:
    """Read a JSON file. Raises NotJson if it is not JSON."""
    return parse_json(read_bytes(path), str(path))


def parse_json(data: bytes, name: str) -> Any:
    """Return the value of a JSON text from the file of this name. Raises NotJson with the cause."""
    try:
        return decode_json(data)
    except UnreadableText as error:
        raise NotJson(f"{name} is not JSON: {error.says}") from error


def make_folder(folder: Path) -> None:
    """Create a folder for game files. Raises Misuse if its path is a file."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise Misuse(f"{folder} is a file, not a folder") from error
