"""Each of the forty needs of organisers in docs/tournament-needs.md names existing tests or a plan."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
TEST = re.compile(r"`(tests/[a-z_/]+\.py)::(test_\w+)`")


def missing_tests(text: str) -> list[str]:
    return [name for file, name in TEST.findall(text) if f"def {name}(" not in (ROOT / file).read_text("utf-8")]


def test_each_tournament_need_names_a_test_or_a_plan():
    text = (ROOT / "docs/tournament-needs.md").read_text("utf-8")
    rows = [
        [cell.strip() for cell in row.strip("|").split("|")] for row in text.splitlines() if re.match(r"\| \d", row)
    ]
    assert [int(number) for number, *_ in rows] == [*range(1, 41)]
    for number, need, answer, shown in rows:
        assert "" not in (need, answer), number
        assert TEST.search(shown) or re.search(r"Not yet: \w|, for ", answer), number
    assert missing_tests(text) == []
    assert missing_tests(text.replace("::test_", "::test_no_"))  # a control
