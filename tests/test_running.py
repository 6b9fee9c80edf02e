"""How the tests are run: those that wait begin first and are marked, wherever their files lie."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import COMPUTING, PAGES, POSTGRES, ROWS, SERVED, TESTS, one_row_each, row_of
from tests.waiting import until, within


@pytest.mark.parametrize(
    "path", [one for row in ROWS for one in row], ids=lambda path: path.relative_to(TESTS).as_posix()
)
def test_what_comes_first_is_there(path):
    assert path.exists()


class Placed(NamedTuple):
    """A test in a file."""

    path: Path
    number: int


@pytest.mark.parametrize("workers", [1, 2, 3, 4])
def test_each_worker_begins_with_a_row_of_its_own(workers: int):
    served, page, long = SERVED[1], PAGES[0] / "test_axe.py", *COMPUTING
    items = [Placed(path, n) for path in (TESTS / "test_sources.py", long, page, served) for n in range(40)]
    dealt = one_row_each(items, workers)
    assert sorted(dealt) == sorted(items)
    starts = [dealt[len(items) * k // workers].path for k in range(workers)]
    assert starts[:3] == {1: [served], 2: [served, page]}.get(workers, [served, page, long])
    assert dealt.index((long, 0)) > dealt.index((page, 0)) > dealt.index((served, 0))


def test_a_row_that_is_longer_than_a_lot_is_dealt_whole():
    items = [Placed(SERVED[0], n) for n in range(9)] + [Placed(*COMPUTING, 0)]
    assert one_row_each(items, 3) == items


def may_be_marked(item: pytest.Item) -> bool:
    """Whether a test waits for others by its file, by what it uses, or by the database that it is run on."""
    params = item.callspec.params if hasattr(item, "callspec") else {}
    return row_of(item.path)[0] < ROWS.index(COMPUTING) or uses_postgres(item) or params.get("tables") == "postgresql"


def uses_postgres(item: pytest.Item) -> bool:
    """Whether a test says that it needs a server of PostgreSQL."""
    return POSTGRES in getattr(item, "fixturenames", ())


def wrongly_marked(items: Sequence[pytest.Item]) -> list[str]:
    """The tests that wait for nobody and are marked, or use PostgreSQL and are not."""
    served = {item for item in items if item.get_closest_marker("served")}
    idle = [item.nodeid for item in items if item in served and not may_be_marked(item)]
    return idle + [item.nodeid for item in items if item not in served and uses_postgres(item)]


def test_only_what_waits_is_marked(request: pytest.FixtureRequest):
    assert wrongly_marked(request.session.items) == []
    assert request.node.get_closest_marker("served") is None


OUTSIDE = ("drill/test_old_stores.py", "service/store/contract/test_library.py", "service/store/contract/test_list.py")
"""Whose tests use PostgreSQL though their files are not listed."""
COLLECT = """
import json
import sys

import pytest

from tests.test_running import uses_postgres, wrongly_marked


class Looker:
    def pytest_collection_finish(self, session):
        items = session.items
        marked = [item.nodeid for item in items if item.get_closest_marker("served")]
        using = [item.nodeid for item in items if uses_postgres(item)]
        print("found", json.dumps([len(items), marked, using, wrongly_marked(items)]))


sys.exit(pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", *sys.argv[1:]], plugins=[Looker()]))
"""


@pytest.mark.long
def test_a_test_that_uses_postgresql_is_marked_wherever_its_file_lies():
    """Collected again, since the guard sees only what is run together with it, which may be nothing."""
    command = [sys.executable, "-c", COLLECT, *(str(TESTS / name) for name in OUTSIDE)]
    said = subprocess.run(command, cwd=TESTS.parent, capture_output=True, text=True, check=True).stdout
    (found,) = (line.removeprefix("found ") for line in said.splitlines() if line.startswith("found "))
    count, marked, using, wrong = json.loads(found)
    assert wrong == []
    assert set(using) <= set(marked)
    for name in ("test_old_stores.py", "TestRecorderOnPostgres", "TestPositionsOnPostgres"):
        assert any(name in one for one in using), name
    assert any("test_list.py" in one and "postgresql" in one for one in marked)
    assert len(marked) < count


def test_waiting_for_what_never_comes_ends_and_says_so():
    assert within(1, lambda: True)
    assert not within(0.05, lambda: False)
    with pytest.raises(AssertionError, match="no bean grows"):
        until(lambda: False, "no bean grows", seconds=0.05)
