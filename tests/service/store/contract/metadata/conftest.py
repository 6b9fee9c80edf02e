"""Share a store with two games among the tests of its metadata."""

from collections.abc import Iterator

import pytest

from service.store.event_store import GameStore, open_store
from service.store.location import Location
from tests.service.store.games import play_game


@pytest.fixture
def store(location: Location) -> Iterator[GameStore]:
    """A store with the games g and h."""
    with open_store(location) as opened:
        for game in ("g", "h"):
            opened.append(game, play_game(game, 1).envelopes)
        yield opened
