"""Register the toy edition while its tests run."""

from collections.abc import Iterator

import pytest

from domain import editions, field_audiences
from tests.toy_edition.random_toy_games import PlayedGame, played
from tests.toy_edition.toy import TOY

OWN = {
    kind: (field_audiences._restricted[kind], field_audiences._erasable[kind])
    for kind in field_audiences.declared_records()
    if "toy_edition" in kind.__module__
}
"""Its events and commands, which are declared in every process that has collected these tests."""
field_audiences.unregister(OWN)


@pytest.fixture(scope="module", autouse=True)
def registered_toy() -> Iterator[None]:
    """Add the toy to `EDITIONS`, as a built-in edition is."""
    for kind, (guarded, erasable) in OWN.items():
        field_audiences._restricted[kind], field_audiences._erasable[kind] = guarded, erasable
    editions.EDITIONS["toy"] = TOY
    editions._composed.cache_clear()
    yield
    del editions.EDITIONS["toy"]
    editions._composed.cache_clear()
    field_audiences.unregister(OWN)


@pytest.fixture(scope="module")
def games(registered_toy: None) -> tuple[PlayedGame, ...]:
    """Return random games of the toy."""
    return played(200)
