"""What docs/learning.md says is so: its program runs, its tables are those of the code."""

import re

from tests.rl.learning_page import MARK, PAGE, tables


def test_the_program_on_the_page_plays_a_game(capsys):
    (program,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    exec(compile(program, "learning.md", "exec"), {})  # as the reader runs it
    assert re.fullmatch(r"\(\d+, \d+, \d+\)\n", capsys.readouterr().out)


def test_the_tables_are_those_of_the_code():
    assert PAGE.read_text("utf-8").partition(MARK)[2] == "\n" + tables(), "run `python -m tests.rl.learning_page`"


def test_control_another_action_is_another_table(monkeypatch):
    monkeypatch.setattr("haricot.rl.layout.HAND_PLACES", 11)
    assert PAGE.read_text("utf-8").partition(MARK)[2] != "\n" + tables()
