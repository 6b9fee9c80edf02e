"""Keeps a small store of the current schema for tests of later ones: `python -m tests.drill.keep_schema`.

Run it in each commit that changes the steps of the schema, after VERSION was raised.
"""

import lzma
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from service.store.sqlite.file import STORE
from service.store.sqlite.migrations import VERSION

KEPT = Path(__file__).parent / "schemas"
GAME = ("simulate", "--edition", "duel", "--players", "2", "--games", "1", "--seed", "4")


def keep(name: str) -> Path:
    """Let bots play a game into a new store, and keep the store under this name."""
    with TemporaryDirectory() as folder:
        own = {"HARICOT_KEY_FILE": f"{folder}/key", "HARICOT_ERASED": f"{folder}/erased"}
        program = [sys.executable, "-c", "from service.cli import main; main()", *GAME, "--data", f"{folder}/store"]
        subprocess.run(program, check=True, env={**os.environ, **own})
        with closing(sqlite3.connect(f"{folder}/store/{STORE}")) as connection:
            connection.execute("VACUUM INTO ?", (f"{folder}/small",))
        kept = KEPT / f"{name}.sqlite3.xz"
        kept.write_bytes(lzma.compress(Path(folder, "small").read_bytes(), preset=9 | lzma.PRESET_EXTREME))
        return kept


if __name__ == "__main__":
    sys.stdout.write(f"{keep(str(VERSION))}\n")
