"""Tests of docs/notation.md: its examples are read, and it is complete."""

import re
from pathlib import Path

from domain.edition_data.family import FAMILY
from domain.editions import EDITIONS
from replay.audit import audit
from replay.notation.sheet import HEADER_KEYS
from replay.notation.transcript import record_sheet

DOCUMENT = (Path(__file__).parents[3] / "docs/notation.md").read_text("utf-8")


def test_the_example_of_the_notation_guide_is_read():
    (sheet,) = re.findall(r"```ben\n(.*?)```", DOCUMENT, re.DOTALL)
    back = record_sheet(sheet, game="example", at=0)
    wrong = [verdict.clause for verdict in audit(back.record).verdicts if verdict.verdict == "illegal"]
    assert wrong[0] == "CL-4.5"
    assert [parent.game for parent in back.parents] == ["example.undo-1"]


def test_the_notation_guide_names_every_key_line_and_code():
    assert all(f"`{key}`" in DOCUMENT for key in HEADER_KEYS)
    for language in ("en", "de"):
        assert all(f" {code} " in DOCUMENT for code in FAMILY.codes[language].values())


def test_the_notation_guide_shows_a_form_of_each_command():
    for edition in EDITIONS.values():
        for name, forms in edition.data.all_notation.items():
            begins = re.split(r"[{\[ ]", forms[0])[0]
            assert f"`{begins}" in DOCUMENT or begins == "", name
