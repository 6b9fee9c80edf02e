"""The read models beside a damaged game: worker and `rebuild` pass it over, and it leaves the models when found."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from service.ops.redis_client import RedisClient
from service.queries.game_list import Catalogue
from service.queries.projector import Projector, build
from service.queries.read_model_writer import ReadModelWriter
from service.store.errors import DamagedGame
from service.store.event_store import open_store
from service.store.index.search import GameSearch
from tests.service.command_line import haricot
from tests.service.store.folders import closing_file
from tests.service.store.games import EVERYTHING, LATE, forked, keep, played
from tests.service.store.test_bad_games import DAMAGES, WELL

FOR_ALL: Final = ("done", "running")
"""Those to which nothing happens that everybody may know all of; a fork is told from the log alone."""


@pytest.fixture
def views(redis_url: str) -> ReadModelWriter:
    """Read models in a Redis of one's own."""
    return ReadModelWriter(RedisClient(redis_url, patient=True))


def kept_in_redis(views: ReadModelWriter) -> set[str]:
    """All games of which the models that are read hold a line, and so a timeline."""
    held = views.everything(str(views.live()))
    assert set(held[":lines"]) == set(held[":timelines"])
    return {game.decode() for game in held[":lines"]}


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda name: str(name).replace(" ", "-"))
def test_every_other_game_is_projected(damage: str, tmp_path: Path, views: ReadModelWriter) -> None:
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
        faults = store.roll.faults()
        assert kept_in_redis(views) - {"bad"} == set(FOR_ALL)
        assert ("bad" in faults) != ("bad" in kept_in_redis(views))
        entries = Catalogue(store, views).entries(GameSearch(), after=None, among=None)
        lines = {entry.game: entry.line for entry in entries}
        assert set(WELL) <= set(lines), "every other game is listed"
        assert {game for game in WELL if lines[game] is not None} == set(FOR_ALL), "from lines that are up to date"
        for game in FOR_ALL:
            timeline, head = views.timeline(game), store.roll.head(game)
            assert timeline is not None
            assert head is not None
            assert timeline.version == head.version


def test_a_game_that_is_found_damaged_leaves_the_models(tmp_path: Path, views: ReadModelWriter) -> None:
    with open_store(tmp_path) as store:
        keep(store, played("done", EVERYTHING))
        bad = played("bad", LATE)
        store.append("bad", bad.envelopes[:40])
        projector = build(store, views)
        assert kept_in_redis(views) == {"done", "bad"}
        with closing_file(tmp_path) as file:
            DAMAGES["unreadable"](file)
            file.commit()
        store.append("bad", bad.envelopes[40:])
        assert Projector(store, views, projector.generation, projector.position).step()
        assert kept_in_redis(views) == {"done"}
        assert views.timeline("bad") is None
        assert "bad" in store.roll.faults()


def test_rebuild_names_what_it_leaves_out(tmp_path: Path, redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HARICOT_REDIS_URL", redis_url)
    with open_store(tmp_path) as store:
        keep(store, played("done", EVERYTHING))
        keep(store, played("bad", LATE))
    with closing_file(tmp_path) as file:
        DAMAGES["row in the middle gone"](file)
        file.commit()
    rebuilt = haricot("rebuild", "--data", tmp_path)
    assert rebuilt.code == 0
    assert "bad is left out" in rebuilt.err


def test_planted_a_projector_that_lets_an_error_through_is_seen(
    tmp_path: Path, views: ReadModelWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    def through(projector: Projector, game: str, position: int, error: Exception, changes: object) -> None:
        raise error

    monkeypatch.setattr(Projector, "_leave_out", through)
    expected: Callable[..., None] = test_every_other_game_is_projected
    with pytest.raises(DamagedGame, match=r"bad in .* is damaged: event 20 is missing"):
        expected("row in the middle gone", tmp_path, views)
