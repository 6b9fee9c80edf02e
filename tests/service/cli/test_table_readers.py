"""polars and pandas read every exported table in every form, and agree with DuckDB."""

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from service.api.integration.export_schemas import TABLES
from service.exports.writers import TableForm
from tests.service.cli.exported_tables import Exported
from tests.service.command_line import run_ok
from tests.test_sources import ROOT

GUIDE = (ROOT / "docs" / "exports.md").read_text("utf-8")
FOUND = "SELECT variety, sum(cards) AS cards, sum(coins) AS coins FROM 'harvests.csv' GROUP BY variety ORDER BY variety"
READERS: dict[str, dict[TableForm, Callable[[Any, Path], Any]]] = {
    "polars": {
        TableForm.PARQUET: lambda pl, path: pl.read_parquet(path),
        TableForm.CSV: lambda pl, path: pl.read_csv(path, infer_schema_length=None),
        TableForm.NDJSON: lambda pl, path: pl.read_ndjson(path, infer_schema_length=None),
    },
    "pandas": {
        TableForm.PARQUET: lambda pd, path: pd.read_parquet(path),
        TableForm.CSV: lambda pd, path: pd.read_csv(path),
        TableForm.NDJSON: lambda pd, path: pd.read_json(path, lines=True),
    },
}
"""How each library reads each form."""


@pytest.fixture(scope="module")
def flat(exported: Exported, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of the export in all forms, with flat lines."""
    folder = tmp_path_factory.mktemp("flat")
    for form in TableForm:
        run_ok("export", "--all", "--format", form, "--flat", "--out", folder, "--data", exported.store)
    return folder


@pytest.mark.parametrize("library", READERS)
def test_every_table_is_read_with_its_columns_and_rows(exported: Exported, flat: Path, library: str) -> None:
    module = import_module(library)
    for table in TABLES:
        expected = exported.asked(f"SELECT * FROM '{table}.parquet'")
        for form, read in READERS[library].items():
            found = read(module, flat / f"{table}.{form}")
            assert (list(found.columns), len(found)) == ([*expected[0]], len(expected)), (table, form)


def test_polars_and_pandas_agree_with_duckdb(exported: Exported, flat: Path) -> None:
    pl, pd = map(import_module, READERS)
    expected = [(row["variety"], row["cards"], row["coins"]) for row in exported.asked(FOUND)]
    assert expected
    for form in TableForm:
        path = flat / f"harvests.{form}"
        by_polars = READERS["polars"][form](pl, path).group_by("variety").agg(pl.sum("cards"), pl.sum("coins"))
        assert by_polars.sort("variety").rows() == expected, form
        by_pandas = READERS["pandas"][form](pd, path).groupby("variety")[["cards", "coins"]].sum().sort_index()
        assert [*by_pandas.itertuples(name=None)] == expected, form


def test_the_program_of_the_export_guide_works(flat: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    (flat / "tables").symlink_to(flat)
    monkeypatch.chdir(flat)
    (program,) = re.findall(r"```python\n(import polars.+?)```", GUIDE, re.DOTALL)
    exec(compile(program, "docs/exports.md", "exec"), {})  # what our own guide says
    assert "classic" in capsys.readouterr().out
