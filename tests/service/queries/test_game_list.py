"""Check the list of games: lobby lines of the index equal those of the log, and need no folding of events."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from projections.lobby import LobbyLine
from service.api.games import listing
from service.queries.table_cache import TableCache
from service.store.event_store import GameStore
from service.store.index.game_index import GameIndex
from service.store.index.game_index_tables import GameIndexTables
from tests.service.api.conftest import ApiClient
from tests.service.command_line import haricot
from tests.service.queries.conftest import PUBLIC, RedisService, play
from tests.service.store.folders import closing_file
from tests.service.store.games import EVERYTHING, LATE, add_game, play_game
from tests.service.store.test_damaged_games import DAMAGES

STATUSES = (None, "open", "running", "finished", "voided", "imported")
QUERIES = [
    PUBLIC + (f"&status={status}" if status else "") + (f"&edition={edition}" if edition else "")
    for status, edition in itertools.product(STATUSES, (None, "classic", "duel"))
]
INDEX = ("roll", "roll_options", "best_results", "roll_reached")


def answers(api: ApiClient, token: str | None = None) -> dict[str, Any]:
    """Return the responses of all lists and boards."""
    answer = {path: api.get(path, token) for path in QUERIES}
    for edition, players in (("classic", 3), ("duel", 2), ("sissi", 3), ("bohnaparte", 3), ("classic", 4)):
        path = f"/v1/statistics/best?edition={edition}&players={players}"
        answer[path] = api.get(path, token)
    return answer


def games_with_lines(store: GameStore) -> set[str]:
    """Return the games whose lobby lines are in the index."""
    return {game for (game,) in store._recorder.rows("SELECT game FROM lobby_lines")}


def index_rows(store: GameStore) -> dict[str, list[Any]]:
    """Return all rows of the index of games."""
    return {table: sorted(store._recorder.rows(f"SELECT * FROM {table}")) for table in INDEX}


@contextmanager
def second_service(service: RedisService) -> Iterator[ApiClient]:
    """Open a second service over the store, as a new process does."""
    api = ApiClient(service.folder)
    try:
        yield api
    finally:
        api.context.close()


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which every game is added whose events are folded from now on."""
    games, with_new_events = list[str](), TableCache._with_new_events

    def noting(tables: TableCache, live: Any, at_least: int) -> Any:
        games.append(live.game)
        return with_new_events(tables, live, at_least)

    monkeypatch.setattr(TableCache, "_with_new_events", noting)
    return games


@pytest.mark.long
def test_a_new_process_lists_ended_games_without_folding_them(
    service: RedisService, folded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = answers(service.api)
    ended = games_with_lines(service.api.context.store)
    statuses = {head["game"]: head["status"] for head in first[PUBLIC]["games"]}
    assert {statuses[game] for game in ended} == {"finished", "voided", "imported"}
    assert ended <= set(folded), "the first list folds them"
    folded.clear()
    with second_service(service) as api:
        for path in QUERIES:
            assert api.get(path) == first[path]
        assert not ended & set(folded)
        assert folded, "control: running games are folded"
        assert answers(api) == first
        assert answers(api, api.service) == answers(service.api, service.api.service)
    monkeypatch.setattr(GameIndex, "lobby_lines", lambda *_: {})
    with second_service(service) as api:
        assert answers(api) == first


def test_only_lines_of_public_quiet_games_are_stored(service: RedisService, monkeypatch: pytest.MonkeyPatch) -> None:
    api, store = service.api, service.api.context.store
    private, late, running = (
        api.match(private=True),
        api.match(spectator_delay={"events": 8}),
        api.match(),
    )
    for match in (private, late, running):
        play(api, match, 6, service.luck)
    fork = api.fork(running, 14)
    mine = {"private": private.game, "late": late.game, "running": running.game, "fork": fork.game}
    api.get(PUBLIC, api.service)
    assert not games_with_lines(store) & set(mine.values())
    monkeypatch.setattr(listing, "QUIET_MS", -60_000)
    api.get(PUBLIC, api.service)
    assert {name for name, game in mine.items() if game in games_with_lines(store)} <= {"running"}, "it is quiet"
    monkeypatch.setattr(listing, "is_fully_public", lambda *_: True)
    api.get(PUBLIC, api.service)
    assert {"private", "fork"} <= {name for name, game in mine.items() if game in games_with_lines(store)}, "control"


def test_an_outdated_or_unreadable_line_is_not_shown(service: RedisService) -> None:
    api, game_index = service.api, service.api.context.store.game_index
    expected = api.get(PUBLIC)
    heads = [head for head in game_index.heads() if head.game in games_with_lines(service.api.context.store)]
    lines = list(game_index.lobby_lines(heads).values())
    game_index.keep_lobby_lines([forged(line, line.summary.version - 1) for line in lines])
    assert game_index.lobby_lines(heads) == {}
    assert api.get(PUBLIC) == expected
    api.context.store._recorder.change_derived([("UPDATE lobby_lines SET line = ?", [(b"\xc1",)])])
    assert api.get(PUBLIC) == expected
    game_index.keep_lobby_lines([forged(line, line.summary.version) for line in lines])
    assert api.get(PUBLIC) != expected, "control: the list shows the line of the index"
    game_index.clear()
    assert api.get(PUBLIC) == expected, "a discarded index takes its lobby lines along"


def forged(line: LobbyLine, version: int) -> LobbyLine:
    """Return the line with other coins, as of this version."""
    seats = tuple(replace(seat, coins=77) for seat in line.seats)
    return replace(line, summary=replace(line.summary, version=version), seats=seats)


def test_a_read_only_store_is_listed(service: RedisService) -> None:
    expected = service.api.get(PUBLIC)
    service.api.context.store.game_index.clear()
    service.api.context.store.suspend_writes("the disk is full")
    assert service.api.get(PUBLIC) == expected


def test_the_index_takes_each_batch_once_and_in_order(service: RedisService) -> None:
    store = service.api.context.store
    store.heads()
    tables = GameIndexTables(store._recorder.rows, store._recorder.change_derived)
    held, reached = index_rows(store), tables.position()
    for before in (reached._replace(position=0), reached._replace(position=reached.position + 7)):
        assert not tables.put(before, reached._replace(position=10**6), ())
        assert index_rows(store) == held
    assert tables.put(reached, reached._replace(position=10**6), ())
    assert index_rows(store) != held


def test_an_index_that_grew_with_the_log_equals_a_rebuilt_one(service: RedisService) -> None:
    store, steps = service.api.context.store, list[float]()
    for _ in range(3):
        play(service.api, service.api.match(), 3, service.luck)
        store.heads()
    grown = index_rows(store)
    store.game_index.rebuild(steps.append)
    rebuilt = index_rows(store)
    assert {**rebuilt, "roll_reached": grown["roll_reached"]} == grown
    assert sum(steps) == pytest.approx(1)


def test_haricot_rebuild_repairs_the_index_and_names_damaged_games(tmp_path: Path) -> None:
    api = ApiClient(tmp_path)
    add_game(api.context.store, play_game("done", EVERYTHING))
    add_game(api.context.store, play_game("bad", LATE))
    api.get(PUBLIC)
    assert {"done"} <= games_with_lines(api.context.store)
    api.context.close()
    with closing_file(tmp_path) as file:
        DAMAGES["first row gone"](file)
        file.execute("UPDATE roll SET edition = 'duel'")
        file.commit()
    rebuilt = haricot("rebuild", "--data", tmp_path)
    assert (rebuilt.code, "up to event" in rebuilt.out) == (0, True)
    assert "bad is left out" in rebuilt.err
    api = ApiClient(tmp_path)
    assert [head["rules"]["edition"] for head in api.get(PUBLIC)["games"]] == ["classic"]
    api.context.close()
