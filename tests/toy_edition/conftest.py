"""The toy stands on the shelf while its tests run, and nowhere else."""

from collections.abc import Iterator

import pytest

from domain import editions
from tests.toy_edition.played import PlayedGame, played
from tests.toy_edition.toy import TOY


@pytest.fixture(scope="module", autouse=True)
def toy_on_the_shelf() -> Iterator[None]:
    """The one line in `EDITIONS` that a shipped edition has."""
    editions.EDITIONS["toy"] = TOY
    editions._composed.cache_clear()
    yield
    del editions.EDITIONS["toy"]
    editions._composed.cache_clear()


@pytest.fixture(scope="module")
def games(toy_on_the_shelf: None) -> tuple[PlayedGame, ...]:
    """Two hundred random games."""
    return played(200)
