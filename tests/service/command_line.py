"""The command line for tests: one call, its exit code, and what it said where."""

import hashlib
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner

from service.cli import main
from service.store.sqlite.file import STORE

GAME = "classic-4-7-0001"
THREE = "classic-3-7-0001"
PROGRAM = "from service.cli import main; main(prog_name='haricot')"
SUFFIX = ".haricot.jsonl"
HUGE = "1" + "0" * 30
ENDLESS = "9" * 5000
NUMBERS = ["0", "-1", HUGE, "-" + HUGE, "x", "", "1.5", "0x10", ENDLESS]
STRANGERS = [
    "",
    " ",
    "-",
    "../../etc/passwd-",
    "a/b",
    "a b",
    "\n",
    "a\tb",
    f"{GAME}/",
    GAME.upper(),
    "*",
    "%",
    "' OR 1=1 --",
    "seat:0",
    "h\u00e9ron",
    "\udcff",
    "\u202e",
    "\x1b[31m",
    "a" * 300,
    "a" * 100_000,
]
"""Games that are in no store and no file."""


class CommandAnswer(NamedTuple):
    """What a call of `haricot` came to."""

    code: int
    out: str
    err: str
    raw: bytes

    @property
    def lines(self) -> list[Any]:
        """The JSON values on standard output, one a line."""
        return [json.loads(line) for line in self.out.split("\n")[:-1]]


def haricot(*arguments: object, stdin: str | bytes | None = None) -> CommandAnswer:
    """Calls the command line in this process; whatever is not a documented exit is raised."""
    result = CliRunner().invoke(main, list(map(str, arguments)), stdin, catch_exceptions=False, prog_name="haricot")
    return CommandAnswer(result.exit_code, result.stdout, result.stderr, result.stdout_bytes)


def run_ok(*arguments: object, stdin: str | bytes | None = None) -> CommandAnswer:
    """The answer of a call that must succeed and have nothing to complain of."""
    answer = haricot(*arguments, stdin=stdin)
    assert (answer.code, answer.err) == (0, ""), (answer.err, answer.out)
    return answer


def run_refused(*arguments: object, stdin: str | bytes | None = None) -> str:
    """What a call says that must be refused: exit code 2, one line on standard error, nothing on standard output."""
    answer = haricot(*arguments, stdin=stdin)
    assert (answer.code, answer.out) == (2, "")
    return one_line(answer.err)


def one_line(err: str) -> str:
    """The one line of a complaint, without what begins each of them."""
    assert err.endswith("\n")
    assert err.count("\n") == 1
    assert err.startswith("haricot: ")
    assert "Traceback" not in err
    assert err.isascii() or err[:-1].isprintable()
    return err.removeprefix("haricot: ").removesuffix("\n")


def process(
    *arguments: object, stdin: bytes = b"", code: str = PROGRAM, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Calls the command line in a process of its own."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(
        command,
        input=stdin,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), **environment},
        timeout=60,
        check=False,
    )


def contents(folder: Path) -> dict[str, list[Any]]:
    """Every row of every table of a store."""
    with closing(sqlite3.connect(folder / STORE)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in tables}


def chained(lines: Iterable[dict[str, Any]]) -> bytes:
    """A game file of these lines, each with the check that it should have."""
    check, written = "", []
    for line in lines:
        bare = json.dumps({key: line[key] for key in line if key != "check"}, ensure_ascii=False, separators=(",", ":"))
        check = hashlib.sha256((check + bare).encode()).hexdigest()[:12]
        written.append(f'{bare[:-1]},"check":"{check}"}}\n')
    return "".join(written).encode()


def unchained(data: bytes) -> list[dict[str, Any]]:
    """The lines of a game file, to be changed."""
    return [json.loads(line) for line in data.split(b"\n")[:-1]]


def shortened(lines: Sequence[dict[str, Any]], events: int) -> list[dict[str, Any]]:
    """The game up to this event, as if it had gone no further."""
    return [{**lines[0], "events": events}, *lines[1 : events + 1], {"end": events}]


def types(value: dict[str, Any]) -> dict[str, type]:
    """The type of each field, in order."""
    return {key: type(part) for key, part in value.items()}


def shape(value: dict[str, Any], expected: dict[str, type]) -> None:
    """The fields are these, in this order and of these types."""
    assert list(types(value).items()) == list(expected.items())


def command_file(store: Path, commands: object) -> Path:
    """A file with these commands."""
    path = store.parent / "commands.json"
    path.write_text(json.dumps(commands))
    return path


def files(folder: Path) -> dict[str, bytes]:
    """Every file in a folder, by its name."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}
