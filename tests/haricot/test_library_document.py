"""Tests of docs/library.md: its examples run, and it documents exactly the public names."""

import doctest
import inspect
import re
from pathlib import Path

import pytest

import haricot
from domain.edition_data.edition import EditionData
from domain.table import Seat, Table, Turn
from haricot import GameRecord, Match, events

DOCUMENT = Path(__file__).parents[2] / "docs" / "library.md"
TEXT = DOCUMENT.read_text("utf-8")


def failures(text: str) -> doctest.TestResults:
    """Run the examples of a page."""
    page = doctest.DocTestParser().get_doctest(text, {}, "library.md", str(DOCUMENT), 0)
    return doctest.DocTestRunner(verbose=False).run(page)


def documented(header: str) -> set[str]:
    """Return the names in the first column of the table below this header, without arguments."""
    table = re.search(rf"^\| {re.escape(header)} \|.*\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
    assert table is not None
    return {name for line in table[1].splitlines() for name in re.findall(r"`(\w+)", line.split("|")[1])}


def members(kind: type) -> set[str]:
    """Return the public fields, attributes and methods of a class."""
    return {name for name, _ in inspect.getmembers(kind) if not name.startswith("_")}


def test_every_example_of_the_library_guide_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = failures(TEXT)
    assert answer.failed == 0
    assert answer.attempted > 30


def test_control_a_wrong_output_in_the_library_guide_is_detected(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert failures(TEXT.replace("'classic-4-7-0001', 13", "'classic-4-7-0001', 14")).failed == 1
    assert "Expected" in capsys.readouterr().out


def test_the_documented_names_are_exactly_the_public_ones():
    assert set(haricot.__all__) == documented("name")
    assert len(haricot.__all__) <= 12
    for name in haricot.__all__:
        assert inspect.getdoc(getattr(haricot, name)), name


def test_the_documented_attributes_of_a_table_are_the_public_ones():
    for kind in (Table, Seat, Turn):
        assert {*kind.__struct_fields__} == documented(f"of a `{kind.__name__}`")
    assert {*events.__all__} == documented("of `haricot.events`")
    for name, row in re.findall(r"^\| `(TradeProposed|DonationOffered|GivenCard)` \| (.*) \|$", TEXT, re.MULTILINE):
        assert {*getattr(events, name).__struct_fields__} <= {*re.findall(r"`(\w+)`", row)}, name
    assert documented("of a rulebook's `data`") <= {*EditionData.__struct_fields__}


@pytest.mark.parametrize("kind", [Match, GameRecord])
def test_the_documented_members_of_match_and_record_are_the_public_ones(kind):
    assert members(kind) == documented(f"of a `{kind.__name__}`")


def test_control_an_undocumented_name_is_detected():
    assert "undocumented" not in documented("name")
    assert members(type("More", (Match,), {"undocumented": 1})) != documented("of a `Match`")
