"""Tests of the order of tests: those that wait for servers begin first and are marked `served`."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import COMPUTING, PAGES, POSTGRES, ROWS, SERVED, TESTS, one_row_each, row_of
from tests.waiting import happens_within, wait_until


@pytest.mark.parametrize(
    "path", [one for row in ROWS for one in row], ids=lambda path: path.relative_to(TESTS).as_posix()
)
def test_each_listed_path_exists(path):
    assert path.exists()


class Placed(NamedTuple):
    """A test in a file."""

    path: Path
    number: int


@pytest.mark.parametrize("workers", [1, 2, 3, 4])
def test_each_worker_begins_with_its_own_row(workers: int):
    served, page, long = SERVED[1], PAGES[0] / "test_axe.py", *COMPUTING
    items = [Placed(path, n) for path in (TESTS / "test_sources.py", long, page, served) for n in range(40)]
    dealt = one_row_each(items, workers)
    assert sorted(dealt) == sorted(items)
    starts = [dealt[len(items) * k // workers].path for k in range(workers)]
    assert starts[:3] == {1: [served], 2: [served, page]}.get(workers, [served, page, long])
    assert dealt.index((long, 0)) > dealt.index((page, 0)) > dealt.index((served, 0))


def test_a_row_longer_than_a_share_stays_whole():
    items = [Placed(SERVED[0], n) for n in range(9)] + [Placed(*COMPUTING, 0)]
    assert one_row_each(items, 3) == items


def may_be_marked(item: pytest.Item) -> bool:
    """Return whether a test waits: by its file, its fixtures, or the database that it is run on."""
    params = item.callspec.params if hasattr(item, "callspec") else {}
    return row_of(item.path)[0] < ROWS.index(COMPUTING) or uses_postgres(item) or params.get("tables") == "postgresql"


def uses_postgres(item: pytest.Item) -> bool:
    """Return whether a test uses a server of PostgreSQL."""
    return POSTGRES in getattr(item, "fixturenames", ())


def wrongly_marked(items: Sequence[pytest.Item]) -> list[str]:
    """Return the tests that are marked and do not wait, or use PostgreSQL and are not marked."""
    served = {item for item in items if item.get_closest_marker("served")}
    idle = [item.nodeid for item in items if item in served and not may_be_marked(item)]
    return idle + [item.nodeid for item in items if item not in served and uses_postgres(item)]


def test_only_tests_that_wait_are_marked_served(request: pytest.FixtureRequest):
    assert wrongly_marked(request.session.items) == []
    assert request.node.get_closest_marker("served") is None


OUTSIDE = (
    "drill/test_old_stores.py",
    "service/store/contract/test_eventsourcing_suite.py",
    "service/store/contract/test_heads.py",
)
"""Files with tests that use PostgreSQL though the files are not listed."""
COLLECT = """
import json
import sys

import pytest

from tests.test_scheduling import uses_postgres, wrongly_marked


class Looker:
    def pytest_collection_finish(self, session):
        items = session.items
        marked = [item.nodeid for item in items if item.get_closest_marker("served")]
        using = [item.nodeid for item in items if uses_postgres(item)]
        print("found", json.dumps([len(items), marked, using, wrongly_marked(items)]))


sys.exit(pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", *sys.argv[1:]], plugins=[Looker()]))
"""


@pytest.mark.long
def test_a_test_that_uses_postgresql_is_marked_in_any_folder():
    """Collect these files in another process: the check above sees only the tests of its own run."""
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


def test_waiting_fails_with_a_message_after_its_deadline():
    assert happens_within(1, lambda: True)
    assert not happens_within(0.05, lambda: False)
    with pytest.raises(AssertionError, match="no bean grows"):
        wait_until(lambda: False, "no bean grows", seconds=0.05)
