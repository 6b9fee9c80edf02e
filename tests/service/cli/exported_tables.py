"""A store of bots' games and its exports in all forms, for the tests of exports."""

import json
from pathlib import Path
from typing import Any

import duckdb

from replay.record import read_file
from service.exports.writers import TableForm
from tests.service.command_line import run_ok


class Exported:
    """A store, its game files, its tables in all forms."""

    def __init__(self, folder: Path) -> None:
        self.store, self.tables = folder / "store", folder / "tables"
        for edition, players, games in (("classic", 3, 2), ("classic", 4, 2), ("modern", 4, 2)):
            asked = ["--edition", edition, "--players", players, "--games", games, "--bots", "trader,greedy"]
            run_ok("simulate", *asked, "--data", self.store)
        run_ok("fork", "classic-3-1-0001", "--at", 40, "--data", self.store)
        asked = ["--edition", "duel", "--players", 4, "--rounds", 1, "--table-size", 2, "--bots", "random"]
        run_ok("tournament", "simulate", *asked, "--data", self.store)
        for form in TableForm:
            said = run_ok("export", "--all", "--format", form, "--out", self.tables, "--data", self.store).out
            assert said == f"{self.tables}: 9 games\n"
        run_ok("export", "--all", "--out", folder / "files", "--data", self.store)
        self._tables = duckdb.connect()
        self._tables.execute(f"SET file_search_path = '{self.tables}'; SET TimeZone = 'UTC'; SET threads = 1")
        self.records = [read_file(path.read_bytes()) for path in sorted((folder / "files").iterdir())]

    def asked(self, query: str) -> list[dict[str, Any]]:
        """Run a query on the tables, and return its rows."""
        found = self._tables.execute(query)
        names = [column[0] for column in found.description]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]

    def lines(self, table: str) -> list[dict[str, Any]]:
        """Return the lines of a table."""
        return [json.loads(line) for line in (self.tables / f"{table}.ndjson").read_text("utf-8").splitlines()]
