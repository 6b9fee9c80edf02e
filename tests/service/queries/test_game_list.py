"""The list of games: its lobby lines, kept in the index, answer what the log answers, and no process folds for them."""

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
from tests.service.queries.conftest import PUBLIC, Fair, play
from tests.service.store.folders import closing_file
from tests.service.store.games import EVERYTHING, LATE, keep, played
from tests.service.store.test_bad_games import DAMAGES

STATUSES = (None, "open", "running", "finished", "voided", "imported")
QUERIES = [
    PUBLIC + (f"&status={status}" if status else "") + (f"&edition={edition}" if edition else "")
    for status, edition in itertools.product(STATUSES, (None, "classic", "duel"))
]
INDEX = ("roll", "roll_options", "best_results", "roll_reached")


def answers(api: ApiClient, token: str | None = None) -> dict[str, Any]:
    """What the lists and the boards answer."""
    answer = {path: api.get(path, token) for path in QUERIES}
    for edition, players in (("classic", 3), ("duel", 2), ("sissi", 3), ("bohnaparte", 3), ("classic", 4)):
        path = f"/v1/statistics/best?edition={edition}&players={players}"
        answer[path] = api.get(path, token)
    return answer


def kept(store: GameStore) -> set[str]:
    """The games whose lobby lines are kept."""
    return {game for (game,) in store._recorder.rows("SELECT game FROM lobby_lines")}


def index_rows(store: GameStore) -> dict[str, list[Any]]:
    """All that the index of games holds."""
    return {table: sorted(store._recorder.rows(f"SELECT * FROM {table}")) for table in INDEX}


@contextmanager
def another_process(fair: Fair) -> Iterator[ApiClient]:
    """A process that begins to serve the store."""
    api = ApiClient(fair.folder)
    try:
        yield api
    finally:
        api.context.close()


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games whose events are folded from now on."""
    games, caught_up = list[str](), TableCache._caught_up

    def noting(tables: TableCache, live: Any, at_least: int) -> Any:
        games.append(live.game)
        return caught_up(tables, live, at_least)

    monkeypatch.setattr(TableCache, "_caught_up", noting)
    return games


@pytest.mark.long
def test_a_new_process_lists_ended_games_without_folding_them_and_answers_what_the_log_answers(
    fair: Fair, folded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = answers(fair.api)
    ended = kept(fair.api.context.store)
    statuses = {head["game"]: head["status"] for head in first[PUBLIC]["games"]}
    assert {statuses[game] for game in ended} == {"finished", "voided", "imported"}
    assert ended <= set(folded), "the first who lists them folds them"
    folded.clear()
    with another_process(fair) as api:
        for path in QUERIES:
            assert api.get(path) == first[path]
        assert not ended & set(folded)
        assert folded, "the control: those that go on are folded"
        assert answers(api) == first
        assert answers(api, api.service) == answers(fair.api, fair.api.service)
    monkeypatch.setattr(GameIndex, "lobby_lines", lambda *_: {})
    with another_process(fair) as api:
        assert answers(api) == first


def test_only_lines_that_everybody_may_know_and_that_last_are_kept(fair: Fair, monkeypatch: pytest.MonkeyPatch) -> None:
    api, store = fair.api, fair.api.context.store
    private, late, running = (
        api.match(private=True),
        api.match(spectator_delay={"events": 8}),
        api.match(),
    )
    for match in (private, late, running):
        play(api, match, 6, fair.luck)
    fork = api.fork(running, 14)
    mine = {"private": private.game, "late": late.game, "running": running.game, "fork": fork.game}
    api.get(PUBLIC, api.service)
    assert not kept(store) & set(mine.values())
    monkeypatch.setattr(listing, "QUIET_MS", -60_000)
    api.get(PUBLIC, api.service)
    assert {name for name, game in mine.items() if game in kept(store)} <= {"running"}, "nothing happens there"
    monkeypatch.setattr(listing, "is_for_all", lambda *_: True)
    api.get(PUBLIC, api.service)
    assert {"private", "fork"} <= {name for name, game in mine.items() if game in kept(store)}, "the control"


def test_a_line_that_is_older_than_its_game_or_that_cannot_be_read_is_not_told(fair: Fair) -> None:
    api, game_index = fair.api, fair.api.context.store.game_index
    expected = api.get(PUBLIC)
    heads = [head for head in game_index.heads() if head.game in kept(fair.api.context.store)]
    lines = list(game_index.lobby_lines(heads).values())
    game_index.keep_lobby_lines([false(line, line.summary.version - 1) for line in lines])
    assert game_index.lobby_lines(heads) == {}
    assert api.get(PUBLIC) == expected
    api.context.store._recorder.derive([("UPDATE lobby_lines SET line = ?", [(b"\xc1",)])])
    assert api.get(PUBLIC) == expected
    game_index.keep_lobby_lines([false(line, line.summary.version) for line in lines])
    assert api.get(PUBLIC) != expected, "the control: what the index says is told"
    game_index.forget()
    assert api.get(PUBLIC) == expected, "lines of an index that is in doubt go with it"


def false(line: LobbyLine, version: int) -> LobbyLine:
    """A line that tells of other coins, as of this event."""
    seats = tuple(replace(seat, coins=77) for seat in line.seats)
    return replace(line, summary=replace(line.summary, version=version), seats=seats)


def test_a_store_that_cannot_be_written_is_listed_all_the_same(fair: Fair) -> None:
    expected = fair.api.get(PUBLIC)
    fair.api.context.store.game_index.forget()
    fair.api.context.store.hold("the disk is full")
    assert fair.api.get(PUBLIC) == expected


def test_a_batch_comes_into_the_index_once_and_never_out_of_turn(fair: Fair) -> None:
    store = fair.api.context.store
    store.heads()
    tables = GameIndexTables(store._recorder.rows, store._recorder.derive)
    held, reached = index_rows(store), tables.position()
    for before in (reached._replace(position=0), reached._replace(position=reached.position + 7)):
        assert not tables.put(before, reached._replace(position=10**6), ())
        assert index_rows(store) == held
    assert tables.put(reached, reached._replace(position=10**6), ())
    assert index_rows(store) != held


def test_an_index_that_grew_with_the_log_equals_one_that_is_made_anew(fair: Fair) -> None:
    store, steps = fair.api.context.store, list[float]()
    for _ in range(3):
        play(fair.api, fair.api.match(), 3, fair.luck)
        store.heads()
    grown = index_rows(store)
    store.game_index.rebuild(steps.append)
    anew = index_rows(store)
    assert {**anew, "roll_reached": grown["roll_reached"]} == grown
    assert sum(steps) == pytest.approx(1)


def test_rebuild_makes_the_index_anew_and_names_what_it_leaves_out(tmp_path: Path) -> None:
    api = ApiClient(tmp_path)
    keep(api.context.store, played("done", EVERYTHING))
    keep(api.context.store, played("bad", LATE))
    api.get(PUBLIC)
    assert {"done"} <= kept(api.context.store)
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
