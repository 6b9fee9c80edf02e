"""Tests of the tutorial of an edition: its blocks build the toy edition, and its outputs are current."""

import re
import shutil
import tomllib

import pytest

from tests.toy_edition.tutorial import (
    DOCUMENT,
    FENCED,
    PACKAGES,
    ROOM,
    ROOT,
    TOY,
    Block,
    followed,
    imports,
    of_the_toy,
    statements,
)

TEXT = DOCUMENT.read_text("utf-8")
FILES = ("__init__.py", "areas.py", "raids.py", "stores.py")


@pytest.mark.long
def test_the_tutorial_builds_the_toy_edition_and_is_up_to_date(tmp_path):
    today = followed(TEXT, tmp_path)
    assert today == TEXT, "python -m tests.toy_edition.tutorial writes it again"
    for name in FILES:
        written, toy = (tmp_path / ROOM / name).read_text("utf-8"), of_the_toy(f"{ROOM}/{name}")
        assert statements(toy) == statements(written), name
        assert imports(toy) == imports(written), name
    written = (tmp_path / ROOM / "toy.toml").read_text("utf-8")
    assert tomllib.loads((TOY / "toy.toml").read_text("utf-8")) == tomllib.loads(written)


def test_the_toy_edition_works_in_every_command():
    answers = [found["body"] for found in FENCED.finditer(TEXT) if found["language"] == "console"]
    assert 3 == sum("simulate" in answer and "won by Seat" in answer and ": clean," in answer for answer in answers)
    (drawn,) = (answer for answer in answers if "╭─" in answer)
    seen_by = drawn.split("$ ")[1:]
    assert ["face-down card" in seen for seen in seen_by] == [True, False]
    assert all("[#]" in seen and "store: " in seen for seen in seen_by)
    assert any("depend on what is hidden in this view" in answer for answer in answers)


# Negative controls: the page as it must not be.


@pytest.mark.long
def test_control_a_removed_name_of_the_engine_is_detected(tmp_path):
    damaged = tmp_path / "damaged"
    for package in PACKAGES:
        shutil.copytree(ROOT / package, damaged / package)
    family = damaged / "domain" / "rules" / "family.py"
    assert "def family_rulebook(" in family.read_text("utf-8")
    family.write_text(family.read_text("utf-8").replace("def family_rulebook(", "def renamed("), "utf-8")
    with pytest.raises(ValueError, match=r"haricot simulate .*family_rulebook"):
        followed(TEXT, tmp_path / "evening", damaged)


@pytest.mark.long
def test_control_a_stale_output_of_the_tutorial_is_replaced(tmp_path):
    page = "```console\n$ haricot rules classic CL-6.4\nCL-6.4  Anybody may sell anything.\n```\n"
    today = followed(page, tmp_path)
    assert "Anybody" not in today
    assert "CL-6.4  " in today


@pytest.mark.parametrize(
    ("block", "problem"),
    [
        ("```diff domain/editions/__init__.py\n-no such line\n+TOY\n```\n", "has no such lines"),
        ("```console\n$ haricot judge\n```\n", "haricot judge: .*No such command"),
        ("```ruby a.rb\nputs\n```\n", "nobody knows"),
        (f"```python {ROOM}/areas.py\nwhile True:\n    pass\n```\n", "cannot quote"),
        (f"```python {ROOM}/areas.py\nclass Gone:\n    pass\n```\n", "the toy has no Gone any more"),
    ],
)
def test_control_an_unrunnable_block_is_detected(tmp_path, block, problem):
    with pytest.raises(ValueError, match=problem):
        followed(block, tmp_path)


def test_control_stale_code_of_the_tutorial_is_replaced(tmp_path):
    old = f"```python {ROOM}/areas.py\ndef raids_this_turn(table: Table) -> int:\n    return 0\n```\n"
    today = followed(old, tmp_path)
    assert "table.turn.annex.raids" in today
    assert "from domain.table import Table" in today
    assert today == followed(today, tmp_path / "again")


def test_control_a_difference_from_the_toy_is_detected():
    block = Block("python", f"{ROOM}/__init__.py", "GARDEN = 'bean'\n")
    assert block.names == ["GARDEN"]
    assert statements(of_the_toy(block.file))["GARDEN"] != statements(block.body)["GARDEN"]
    assert re.search(r"^from domain\.editions\.toy\.areas import", of_the_toy(block.file), re.MULTILINE)


def test_control_missing_lines_of_the_toy_are_added(tmp_path):
    whole = (TOY / "toy.toml").read_text("utf-8")
    old = (
        whole.replace("raid_price = 1\n", "")
        .replace("raids_a_turn = 2", "raids_a_turn = 9")
        .replace("[phases.raid]", "[p]")
    )
    today = followed(f"```toml {ROOM}/toy.toml\n{old}```\n", tmp_path)
    (block,) = FENCED.finditer(today)
    assert tomllib.loads(whole) == tomllib.loads(block["body"])
