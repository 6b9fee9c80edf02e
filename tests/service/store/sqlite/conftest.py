"""Share an empty store on SQLite among the tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.store.event_store import GameStore, open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    """An empty store."""
    with open_store(tmp_path) as opened:
        yield opened
