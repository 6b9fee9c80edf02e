"""What the tests of the store on SQLite share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.store.event_store import GameStore, open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    """A store that is new."""
    with open_store(tmp_path) as opened:
        yield opened
