"""How the tests are run: those that wait come first and are marked, wherever their files lie."""

import pytest

from tests.conftest import LONG, SERVED, TESTS, rank
from tests.waiting import until, within


@pytest.mark.parametrize("path", [*SERVED, *LONG], ids=lambda path: path.relative_to(TESTS).as_posix())
def test_what_comes_first_is_there(path):
    assert path.exists()


def test_what_waits_comes_before_what_takes_long_and_that_before_the_rest():
    waits, long, rest = TESTS / "service" / "served" / "test_crash.py", *LONG, TESTS / "test_house.py"
    assert [waits, long, rest] == sorted([rest, long, waits], key=rank)


def test_only_what_waits_is_marked(request: pytest.FixtureRequest):
    marked = {item.path for item in request.session.items if item.get_closest_marker("served")}
    assert all(rank(path) < len(SERVED) or "contract" in path.parts for path in marked)
    assert request.node.get_closest_marker("served") is None


def test_waiting_for_what_never_comes_ends_and_says_so():
    assert within(1, lambda: True)
    assert not within(0.05, lambda: False)
    with pytest.raises(AssertionError, match="no bean grows"):
        until(lambda: False, "no bean grows", seconds=0.05)
