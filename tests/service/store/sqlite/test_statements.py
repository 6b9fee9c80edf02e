"""Check that a group of writes is one commit with as few statements as one write."""

import sys
from collections.abc import Iterator
from functools import partial
from operator import setitem
from types import FrameType
from typing import Any

import pytest

from replay.rewind import batches
from service.store.event_store import GameStore
from service.store.sqlite.file import sqlite3
from service.store.sqlite.locks import exclusive
from tests.service.store.games import LATE, play_game, with_game_id
from tests.waiting import wait_until

ENVELOPES = play_game("g", LATE).envelopes
BATCHES = tuple(batches(ENVELOPES[4:]))
GAMES = [f"g{number}" for number in range(20)]


class RecordingConnection:
    """A connection that records its statements."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.said: list[str] = []

    def execute(self, query: str, *values: Any) -> Any:
        """Record and execute a statement."""
        self.said.append(query.partition(" (")[0])
        return self._connection.execute(query, *values)

    def executemany(self, query: str, rows: Any) -> Any:
        """Record and execute a statement."""
        self.said.append(query.partition(" (")[0])
        return self._connection.executemany(query, rows)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


@pytest.fixture
def statements(store: GameStore) -> Iterator[list[str]]:
    """The statements of the writer, after twenty games whose seats are taken."""
    for game in GAMES:
        store.append(game, with_game_id(ENVELOPES[:4], game))
    group = store._recorder._group
    group._connection = recording = RecordingConnection(group._connection)
    yield recording.said
    store.close()


def send(store: GameStore, *games: str, batch: int = 0) -> list[Exception | None]:
    """Append a batch to each game, all in one group after the first. Return the errors."""
    met: dict[str, Exception | None] = {}
    with exclusive(store._location):
        for number, game in enumerate(games):
            store.append_soon(
                game, with_game_id(BATCHES[batch], game), request=f"{batch}", done=partial(setitem, met, game)
            )
            if not number:
                wait_until(lambda: not store._recorder._group._waiting)
    wait_until(lambda: len(met) == len(games))
    return [met[game] for game in games]


def test_a_group_of_any_size_is_two_inserts(store: GameStore, statements: list[str]) -> None:
    assert [None] * 20 == send(store, *GAMES)
    once = ["BEGIN IMMEDIATE", "INSERT INTO events", "INSERT INTO events", "COMMIT"]
    assert once * 2 == statements, "once for the first, once for the others"
    for game in GAMES:
        assert with_game_id(ENVELOPES[: BATCHES[0][-1].n], game) == store.envelopes(game)


def test_each_write_of_a_group_is_separate_only_if_one_fails(store: GameStore, statements: list[str]) -> None:
    store.append(GAMES[2], with_game_id(BATCHES[0], GAMES[2]), request="0")
    statements.clear()
    store._last_events[GAMES[2]] = 4, None  # as if another process had written it
    met = send(store, *GAMES[:5])
    assert [False, False, True, False, False] == [error is not None for error in met]
    inserts = ["INSERT INTO events"] * 2
    kept = ["SAVEPOINT job", *inserts, "RELEASE job"]
    lost = ["SAVEPOINT job", inserts[0], "ROLLBACK TO job", "RELEASE job"]
    first = ["BEGIN IMMEDIATE", *inserts, "COMMIT"]
    failed = ["BEGIN IMMEDIATE", inserts[0], "ROLLBACK"]
    assert [*first, *failed, "BEGIN IMMEDIATE", *kept, *lost, *kept, *kept, "COMMIT"] == statements
    for game in GAMES[:5]:
        assert BATCHES[0][-1].n == len(store.envelopes(game))


def test_append_soon_costs_the_loop_at_most_22_calls(store: GameStore, statements: list[str]) -> None:
    assert [None] == send(store, "g0")  # starts the writing thread
    called: list[str] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            called.append(frame.f_code.co_qualname)

    (envelope, *_) = with_game_id(BATCHES[0], "g1")
    sys.setprofile(note)
    try:
        store.append_soon("g1", [envelope], request="r", done=list[Exception | None]().append)
    finally:
        sys.setprofile(None)
    assert len(called) <= 22, called
    store.close()
    assert 2 == statements.count("COMMIT")
