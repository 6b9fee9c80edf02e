"""How the tests are run: those that wait come first and are marked, wherever their files lie."""

import json
import subprocess
import sys
from collections.abc import Sequence

import pytest

from tests.conftest import LONG, POSTGRES, SERVED, TESTS, rank
from tests.waiting import until, within


@pytest.mark.parametrize("path", [*SERVED, *LONG], ids=lambda path: path.relative_to(TESTS).as_posix())
def test_what_comes_first_is_there(path):
    assert path.exists()


def test_what_waits_comes_before_what_takes_long_and_that_before_the_rest():
    waits, long, rest = TESTS / "service" / "served" / "test_crash.py", *LONG, TESTS / "test_house.py"
    assert [waits, long, rest] == sorted([rest, long, waits], key=rank)


def may_be_marked(item: pytest.Item) -> bool:
    """Whether a test waits for others by its file, by what it uses, or by the database that it is run on."""
    params = item.callspec.params if hasattr(item, "callspec") else {}
    return rank(item.path) < len(SERVED) or uses_postgres(item) or params.get("tables") == "postgresql"


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


def test_a_test_that_uses_postgresql_is_marked_wherever_its_file_lies():
    """Collected anew, since the guard sees only what is run together with it, which may be nothing."""
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
