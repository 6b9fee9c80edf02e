"""Check that the index of games follows from the log: after any fault its lists equal rebuilt ones."""

from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest
from eventsourcing.persistence import OperationalError

from domain.events import GameVoided
from projections.summary import GameStatus, Summary
from replay.codec import Cause, Envelope
from service.store.entries.metadata_store import Arrangement
from service.store.envelope_mapper import EnvelopeMapper
from service.store.event_store import GameStore, open_store
from service.store.index import game_index_updater, index_entry
from service.store.index.game_index_tables import _MOVE_POSITION, GameIndexTables
from service.store.index.search import NEWEST, GameSearch, Order
from service.store.location import Location
from service.store.log_source import Statements
from tests.long_tests import mostly_long, one_in
from tests.service.store.contract.conftest import Tables, sqlite_first
from tests.service.store.games import EVERYTHING, add_game, own_envelopes, play_fork, play_game

FORM_4 = "f864"
"""A digest of the schema of summaries in form 4: when it changes, raise `LINE_FORMAT`."""
AMONG = ["late", "open", "ended", "x"]
SEARCHES = [
    GameSearch(order, status=status, created_after=after, created_before=before, practice=practice)
    for order in (NEWEST, Order("created"), Order("created", descending=False), Order("ended"))
    for status in (None, GameStatus.RUNNING)
    for after, before in ((None, None), (1, None), (None, 1))
    for practice in (None, False)
]


def voided(n: int, game: str) -> Envelope:
    """Return the event that ends an open game."""
    return Envelope(game=game, n=n, at=9, event=GameVoided(reason="rain"), cause=Cause(command=None, by="organiser"))


def fill(store: GameStore) -> None:
    """Add games of each status, and forks of them."""
    ended = add_game(store, play_game("ended", EVERYTHING))
    running = add_game(store, play_game("running"))
    add_game(store, play_game("open", 2))
    add_game(store, play_game("void", 2))
    store.append("void", [voided(3, "void")])
    middle = add_game(store, play_fork(ended, 20, "middle"))
    add_game(store, play_fork(ended, len(ended.envelopes), "end"))
    add_game(store, play_fork(middle, 10, "early", count=0))
    add_game(store, play_fork(running, 8, "fork"))
    store.append("late", own_envelopes(play_game("late")), entries=[Arrangement(game="late", delay_events=5)])


def answers(store: GameStore) -> list[object]:
    """Return the answers to all queries of the index."""
    game_index = store.game_index
    asked = [(edition, status) for edition in (None, "classic", "bohnaparte", "x") for status in (None, *GameStatus)]
    return [
        store.heads(),
        [list(game_index.newest(*one)) for one in asked],
        [list(game_index.search(GameSearch(edition=one[0], status=one[1]), None, AMONG)) for one in asked],
        [list(game_index.search(GameSearch(), game_index.place_in(NEWEST, head.game))) for head in store.heads()],
        [list(game_index.search(one, None, among)) for one in SEARCHES for among in (None, AMONG)],
        [game_index.head(head.game) for head in store.heads()],
        [game_index.forks_of(head.game) for head in store.heads()],
        [list(game_index.best_results("classic", players)) for players in (2, 3, 4)],
        list(game_index.games_of_status(GameStatus.OPEN, GameStatus.RUNNING)),
        dict(game_index.faults()),
    ]


def rebuilt_answers(location: Location) -> list[object]:
    """Return the same from a rebuilt index."""
    with open_store(location) as store:
        store.game_index.clear()
        return answers(store)


@sqlite_first
def test_lists_are_the_same_however_often_the_index_is_updated(store: GameStore, location: Location) -> None:
    luck = Random(3)
    waiting = [play_game(f"g{number}", EVERYTHING if number % 4 == 0 else 3 + number) for number in range(8)]
    written = dict.fromkeys((game.game for game in waiting), 0)
    while left := [game for game in waiting if written[game.game] < len(game.envelopes)]:
        game = luck.choice(left)
        begin, count = written[game.game], luck.choice([1, 3, 40, 200])
        batch = game.envelopes[begin : begin + count]
        store.append(game.game, batch)
        written[game.game] += len(batch)
        if luck.random() < 0.3:
            store.heads()
    fill(store)
    found = answers(store)
    assert found[0]
    with open_store(location, create=False) as reader:
        assert found == answers(reader)
    assert found == rebuilt_answers(location)


@sqlite_first
def test_long_lists_are_read_in_pages(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.store.index.game_index.GAMES_PER_PAGE", 2)
    monkeypatch.setattr("service.store.index.game_index.GAMES_PER_READ", 2)
    monkeypatch.setattr(game_index_updater, "GAMES_PER_UPDATE", 2)
    fill(store)
    paged = answers(store)
    monkeypatch.undo()
    assert paged == answers(store)


@pytest.mark.long
def test_concurrent_updates_of_the_index_agree(store: GameStore, location: Location) -> None:
    fill(store)
    others = [open_store(location) for _ in range(4)]
    try:
        for number in range(4):
            add_game(store, play_game(f"more {number}", 6))
            with ThreadPoolExecutor(5) as threads:
                heads = list(threads.map(lambda one: one.heads(), [store, *others]))
            assert heads[1:] == heads[:-1]
        assert answers(store) == rebuilt_answers(location)
    finally:
        for one in others:
            one.close()


def lists_all_after_a_discard(store: GameStore, location: Location) -> bool:
    """Return whether all games are listed after one process discards the index while another one updates it."""
    add_game(store, play_game("before", 2))
    store.heads()
    add_game(store, play_game("new", 2))
    put = GameIndexTables.put
    with pytest.MonkeyPatch.context() as patch, open_store(location) as other:

        def late(tables: GameIndexTables, *values: Any) -> bool:
            patch.undo()
            other.game_index.clear()
            return put(tables, *values)

        patch.setattr(GameIndexTables, "put", late)
        store.heads()
        return ["before", "new"] == [head.game for head in store.heads()]


def test_an_overtaken_update_continues_from_the_stored_index(store: GameStore, location: Location) -> None:
    assert lists_all_after_a_discard(store, location)


def test_control_an_update_without_its_check_loses_games(
    store: GameStore, location: Location, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_number = _MOVE_POSITION.replace("AND number = ?", "AND number = ? OR true")
    monkeypatch.setattr("service.store.index.game_index_tables._MOVE_POSITION", without_number)
    assert not lists_all_after_a_discard(store, location)


@sqlite_first
@pytest.mark.parametrize("after", mostly_long([0, 1, 2]))
def test_the_next_update_repairs_the_index_after_a_crash(after: int, store: GameStore, location: Location) -> None:
    fill(store)
    store.heads()
    add_game(store, play_game("new"))
    real = store.game_index._updater._stored_tables.change_derived  # type: ignore[union-attr]  # it is writable

    def torn(changes: Statements) -> bool:
        return real([*changes[: after + 1], ("INSERT INTO nowhere VALUES (?)", [(1,)])])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store.game_index._updater._stored_tables, "change_derived", torn)
        assert "new" in {head.game for head in store.heads()}, "from memory"
    with open_store(location) as again:
        assert answers(again) == rebuilt_answers(location)


def test_an_index_that_cannot_be_written_is_kept_in_memory(
    store: GameStore, location: Location, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(store)
    store.heads()
    add_game(store, play_game("another"))
    before = store.game_index._updater._tables.position()

    def full(_: object) -> bool:
        raise OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(store.game_index._updater._stored_tables, "change_derived", full)
        assert 10 == len(store.heads())
        add_game(store, play_game("new"))
        assert 11 == len(store.heads())
    assert before == store.game_index._updater._stored_tables.position()  # type: ignore[union-attr]  # it is writable
    monkeypatch.setattr(store.game_index._updater, "_in_memory_until", 0.0)
    assert 11 == len(store.heads())
    assert before != store.game_index._updater._stored_tables.position()  # type: ignore[union-attr]  # it is writable


def test_a_reader_does_not_change_the_index(store: GameStore, location: Location, tables: Tables) -> None:
    fill(store)
    store.heads()
    add_game(store, play_game("new"))
    query = f"SELECT position, number FROM {tables.schema}roll_reached"
    before = tables.execute(query)
    with open_store(location, create=False) as reader:
        assert 10 == len(reader.heads())
        add_game(store, play_game("newer"))
        assert 11 == len(reader.heads())
    assert before == tables.execute(query)
    store.heads()
    assert before != tables.execute(query)


DOUBTS: dict[str, str] = {
    "the log is another one": "UPDATE {0}roll_reached SET anchor = anchor || anchor",
    "the log is shorter": "UPDATE {0}roll_reached SET position = position + 1000",
    "an older form": "UPDATE {0}roll_reached SET form = 0",
    "spoilt lines": "UPDATE {0}roll SET summary = anchor FROM {0}roll_reached",
    "nothing there": "UPDATE {0}roll_reached SET position = 0, number = 0, form = 0",
}


@sqlite_first
@pytest.mark.parametrize("doubt", one_in(3, DOUBTS))
def test_a_doubtful_index_is_rebuilt(doubt: str, store: GameStore, location: Location, tables: Tables) -> None:
    fill(store)
    found = answers(store)
    tables.execute(DOUBTS[doubt].format(tables.schema))
    with open_store(location) as again:
        assert found == answers(again)
    assert found == answers(store)


@pytest.mark.parametrize("create", [True, False], ids=["to write", "to read"])
def test_an_index_with_shifted_numbers_is_rebuilt(
    create: bool, store: GameStore, location: Location, tables: Tables
) -> None:
    add_game(store, play_game("a"))
    store.heads()
    tables.execute(f"UPDATE {tables.schema}roll SET number = number + 1")
    add_game(store, play_game("b"))
    with open_store(location, create=create) as again:
        assert ["a", "b"] == [head.game for head in again.heads()]


@pytest.mark.long
def test_an_index_of_a_newer_form_is_left_unchanged(store: GameStore, location: Location, tables: Tables) -> None:
    fill(store)
    found = answers(store)
    tables.execute(f"UPDATE {tables.schema}roll_reached SET form = 99")
    with open_store(location) as again:
        assert found == answers(again)
    assert [(99,)] == tables.execute(f"SELECT form FROM {tables.schema}roll_reached")


def test_a_game_of_unknown_rules_is_listed_once_they_are_known(
    store: GameStore, location: Location, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(index_entry, "ruleset_incompatibility", lambda created: "unknown rules")
        add_game(store, play_game("g"))
        assert [] == store.heads()
        assert {"g": "unknown rules"} == store.game_index.faults()
    with open_store(location) as newer:
        assert ["g"] == [head.game for head in newer.heads()]
        assert {} == newer.game_index.faults()


def test_indexing_forks_of_forks_reads_as_much_as_other_games(
    store: GameStore, location: Location, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoded: list[str] = []
    real = EnvelopeMapper.envelope

    def decode(mapper: EnvelopeMapper, game: str, n: int, topic: str, state: bytes) -> Envelope:
        decoded.append(topic)
        return real(mapper, game, n, topic, state)

    root = add_game(store, play_game("root"))
    for number in range(60):
        root = add_game(store, play_fork(root, len(root.envelopes), f"f{number}", count=0))
    monkeypatch.setattr(EnvelopeMapper, "envelope", decode)
    with open_store(location) as again:
        assert 61 == len(again.heads())
        lines = again.game_index._updater._tables.lines([f"f{number}" for number in range(60)])
    assert 62 == len(decoded)
    assert (
        max(len(line.summary or b"") for line in lines.values())
        <= min(len(line.summary or b"") for line in lines.values()) + 20
    )


def without_descriptions(schema: Any) -> Any:
    """Return the schema without its docstrings."""
    if isinstance(schema, dict):
        return {key: without_descriptions(value) for key, value in schema.items() if key != "description"}
    return [without_descriptions(one) for one in schema] if isinstance(schema, list) else schema


def test_the_form_of_the_index_changes_with_the_schema_of_summaries() -> None:
    made_of = msgspec.json.encode(without_descriptions(msgspec.json.schema(Summary)), order="sorted")
    assert (4, FORM_4) == (index_entry.LINE_FORMAT, sha256(made_of).hexdigest()[:4])
