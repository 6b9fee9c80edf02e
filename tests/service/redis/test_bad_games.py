"""The read models beside a damaged game: worker and `rebuild` pass it over, and it leaves the models when found."""

from collections.abc import Callable
from pathlib import Path

import pytest

from service.event_store import open_store
from service.projecting import Projector, build
from service.redis_door import RedisDoor
from service.view_store import ViewStore
from tests.service.command_line import haricot
from tests.service.test_bad_games import DAMAGES, WELL
from tests.service.test_event_store import EVERYTHING, LATE, closing_file, forked, keep, played


@pytest.fixture
def views(redis_url: str) -> ViewStore:
    """Read models in a Redis of one's own."""
    return ViewStore(RedisDoor(redis_url, patient=True))


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda name: str(name).replace(" ", "-"))
def test_every_other_game_is_projected(damage: str, tmp_path: Path, views: ViewStore) -> None:
    with open_store(tmp_path) as store:
        keep(store, played("done", EVERYTHING))
        keep(store, played("bad", LATE))
        keep(store, forked(keep(store, played("running", LATE)), 12, "running.f"))
    with closing_file(tmp_path) as file:
        DAMAGES[damage](file)
        file.commit()
    with open_store(tmp_path) as store:
        projector = build(store, views)
        assert projector.position == store.position()
        found = views.named([*WELL, "bad"])
        assert found is not None
        assert set(WELL) <= {placed.line.game for placed in found[1]}
        told = views.lines(None, None, None)
        assert told is not None
        named = {placed.line.game for placed in told[1]}
        assert named - {"bad"} == set(WELL)
        assert "bad" in store.roll.faults() or "bad" in named


def test_a_game_that_is_found_damaged_leaves_the_models(tmp_path: Path, views: ViewStore) -> None:
    with open_store(tmp_path) as store:
        keep(store, played("done", EVERYTHING))
        bad = played("bad", LATE)
        store.append("bad", bad.envelopes[:40])
        projector = build(store, views)
        told = views.lines(None, None, None)
        assert told is not None
        assert {"done", "bad"} == {placed.line.game for placed in told[1]}
        with closing_file(tmp_path) as file:
            DAMAGES["unreadable"](file)
            file.commit()
        store.append("bad", bad.envelopes[40:])
        assert Projector(store, views, projector.generation, projector.position).step()
        told = views.lines(None, None, None)
        assert told is not None
        assert {"done"} == {placed.line.game for placed in told[1]}
        assert "bad" in store.roll.faults()


def test_rebuild_names_what_it_leaves_out(tmp_path: Path, redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HARICOT_REDIS_URL", redis_url)
    with open_store(tmp_path) as store:
        keep(store, played("done", EVERYTHING))
        keep(store, played("bad", LATE))
    with closing_file(tmp_path) as file:
        DAMAGES["row in the middle gone"](file)
        file.commit()
    told = haricot("rebuild", "--data", tmp_path)
    assert told.code == 0
    assert "bad is left out" in told.err


def test_planted_a_projector_that_lets_an_error_through_is_seen(
    tmp_path: Path, views: ViewStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def through(projector: Projector, game: str, position: int, error: Exception, changes: object) -> None:
        raise error

    monkeypatch.setattr(Projector, "_park", through)
    expected: Callable[..., None] = test_every_other_game_is_projected
    with pytest.raises(Exception, match=r"bad|cannot be listed"):
        expected("row in the middle gone", tmp_path, views)
