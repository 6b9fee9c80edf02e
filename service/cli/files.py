"""Files that a command is given."""

import sys
from pathlib import Path
from typing import Any, Final

import msgspec

from domain.refusals import HaricotError, Misuse

SUFFIX: Final = ".haricot.jsonl"


class NotJson(HaricotError):
    """A file, or standard input, that holds no JSON."""


def read_bytes(path: Path) -> bytes:
    """Reads a file, or standard input for `-`; Misuse for a folder."""
    if str(path) == "-":
        if sys.stdin is None:
            raise NotJson("there is no standard input")
        return sys.stdin.buffer.read()
    if path.is_dir():
        raise Misuse(f"{path} is a folder, not a file")
    return path.read_bytes()


def read_json(path: Path) -> Any:
    """Reads a JSON file; NotJson for any other."""
    return json_in(read_bytes(path), str(path))


def json_in(written: bytes, name: str) -> Any:
    """The JSON that was written in a file of this name; NotJson for anything else."""
    try:
        return msgspec.json.decode(written)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotJson(f"{name} is not JSON: {error}") from error


def make_folder(folder: Path) -> None:
    """Makes a folder for game files; Misuse where a file is."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise Misuse(f"{folder} is a file, not a folder") from error
