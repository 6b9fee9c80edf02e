"""Tests of docs/learning.md: its program runs, and its tables are up to date."""

import re
from itertools import permutations

from domain.editions import EDITIONS
from haricot_rl.agents import AGENT_NAMES
from tests.rl.learning_page import MARK, PAGE, tables

BASELINES = PAGE.with_name("baselines.md")


def test_the_program_of_the_learning_page_plays_a_game(capsys):
    (program,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    exec(compile(program, "learning.md", "exec"), {})  # as the reader runs it
    assert re.fullmatch(r"\(\d+, \d+, \d+\)\n", capsys.readouterr().out)


def test_the_tables_of_the_learning_page_are_up_to_date():
    assert PAGE.read_text("utf-8").partition(MARK)[2] == "\n" + tables(), "run `python -m tests.rl.learning_page`"


def test_control_another_action_changes_the_tables(monkeypatch):
    monkeypatch.setattr("haricot_rl.layout.HAND_PLACES", 11)
    assert PAGE.read_text("utf-8").partition(MARK)[2] != "\n" + tables()


def test_the_page_of_baselines_has_every_edition_and_pair():
    text = BASELINES.read_text("utf-8")
    pairs = [f"| {one} | {others} | " for one, others in permutations(AGENT_NAMES, 2)]
    sections = re.split(r"\n## (\w+), ", text)
    assert sections[1::2] == list(EDITIONS)
    assert all(section.count(pair) == 1 for section in sections[2::2] for pair in pairs)
    assert re.search(r"Commit [0-9a-f]{7}", sections[0])
