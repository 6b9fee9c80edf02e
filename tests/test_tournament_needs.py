"""The forty needs of organisers: each has a line, and the tests that it names are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
TEST = re.compile(r"`(tests/[a-z_/]+\.py)::(test_\w+)`")


def missing_tests(text: str) -> list[str]:
    return [name for file, name in TEST.findall(text) if f"def {name}(" not in (ROOT / file).read_text("utf-8")]


def test_each_of_the_forty_needs_has_a_line_with_a_test_or_what_is_planned():
    text = (ROOT / "docs/tournament-needs.md").read_text("utf-8")
    rows = [
        [cell.strip() for cell in row.strip("|").split("|")] for row in text.splitlines() if re.match(r"\| \d", row)
    ]
    assert [int(number) for number, *_ in rows] == [*range(1, 41)]
    for number, need, answer, shown in rows:
        assert "" not in (need, answer), number
        assert TEST.search(shown) or re.search(r"Not yet: \w|, for ", answer), number
    assert missing_tests(text) == []
    assert missing_tests(text.replace("::test_a_round_holds", "::test_no_round_holds"))  # a control
