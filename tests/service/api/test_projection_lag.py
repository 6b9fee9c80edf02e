"""The index of games and the feed lag behind the log: workers update them, and reads return what is ready."""

import pytest

from service.feed import feed_projector as feeding
from service.feed import feed_reader as feed_lines
from service.feed.feed_worker import FeedWorker
from service.store.concurrency.worker_thread import WorkerThread
from service.store.index import game_index as game_indexes
from service.store.index.search import GameSearch
from tests.service.api.conftest import ApiClient
from tests.waiting import happens_within


def test_lists_answer_503_while_the_index_is_built(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_indexes, "INLINE_LINES_MAX", 0)
    match, game_index = api.match(), api.context.store.game_index
    game_index.clear()
    waited: list[int] = []
    with game_index._updater._guard:  # stops the thread that builds the index
        game_index.start_build()
        problem = api.problem(503, "unavailable", "GET", "/v1/games")
        assert problem["detail"].startswith("the list of games is being built: retry")
        secret = api.match(private=True)  # the refusal must not reveal one more game
        assert api.problem(503, "unavailable", "GET", "/v1/games") == problem
        ready = api.get("/readyz")
        assert (ready["status"], ready["index"], ready["damaged"]) == ("ready", 0.0, None)
        assert api.get(match.at)["game"] == match.game
        waiting = WorkerThread("waiting", lambda: waited.append(len(game_index.heads())))
        waiting.start()
    waiting.join(timeout=20)
    assert waited == [2]
    api.post(f"{secret.at}/void", secret.organiser, json={"reason": "enough"})
    assert [head["game"] for head in api.get("/v1/games")["games"]] == [match.game]
    ready = api.get("/readyz")
    assert (ready["index"], ready["damaged"]) == (None, 0)


def test_stopping_the_build_of_the_index_keeps_lists_unavailable(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_indexes, "INLINE_LINES_MAX", -1)
    game_index = api.context.store.game_index
    monkeypatch.setattr(game_index._updater, "update_some", lambda: False)  # never done
    game_index.start_build()
    game_index.stop_build()
    api.problem(503, "unavailable", "GET", "/v1/games")


def test_a_lagging_feed_serves_what_it_has_until_its_worker_catches_up(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = api.match()
    before = api.get("/v1/feed", api.service)["lines"]
    assert {line["game"] for line in before} == {first.game}
    second, feeder = api.match(), api.context.feed.projector
    monkeypatch.setattr(feed_lines, "REQUEST_LAG_EVENTS_MAX", 0)
    page = api.get("/v1/feed", api.service)
    assert (page["lines"], page["more"]) == (before, True)
    problem = api.problem(503, "unavailable", "GET", "/v1/feed?after=now", api.service)
    api.match(private=True)  # the refusal must not reveal events of hidden games
    assert api.problem(503, "unavailable", "GET", "/v1/feed?after=now", api.service) == problem
    assert feeder.lag_events() > second.version
    assert api.get("/readyz")["feed"] == feeder.lag_events()
    monkeypatch.setattr(feeding, "BACKGROUND_LAG_EVENTS", 0)
    worker = FeedWorker(feeder)
    worker.start()
    try:
        assert happens_within(20, lambda: not feeder.lag_events())
    finally:
        worker.stop()
    assert api.get("/v1/feed?after=now", api.service)["lines"] == []
    assert {line["game"] for line in api.get("/v1/feed", api.service)["lines"]} == {first.game, second.game}


def test_the_feed_of_a_read_only_store_serves_what_it_has(api: ApiClient) -> None:
    match = api.match()
    before = api.get("/v1/feed", api.service)["lines"]
    api.match()
    api.context.store.suspend_writes("the disk is full")
    page = api.get("/v1/feed", api.service)
    assert (page["lines"], page["more"]) == (before, False)
    assert before[0]["game"] == match.game
    api.problem(503, "unavailable", "GET", "/v1/feed?after=now", api.service)


@pytest.mark.parametrize(
    ("search", "index"),
    [
        (GameSearch(option=("trade_coins", "true")), "roll_options USING PRIMARY KEY (option=? AND value=?)"),
        (GameSearch(level="open"), "roll USING INDEX roll_by_level (level=?)"),
    ],
    ids=["option", "level"],
)
def test_a_filter_without_matches_uses_a_database_index(search: GameSearch, index: str, shared: ApiClient) -> None:
    shared.match()
    assert list(shared.context.store.game_index.search(search)) == []
    conditions, values = search.conditions(None)
    plan = shared.context.store.query(
        lambda rows: rows(f"EXPLAIN QUERY PLAN SELECT roll.number FROM roll {conditions} LIMIT 60", *values)
    )
    assert f"SEARCH {index}" in plan[0][-1], plan
    assert not [line for line in plan if line[-1].startswith("SCAN")]
