"""R5: wherever the power is cut, what was acknowledged is there, nothing is there by halves, and the store opens."""

import os
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Final, NamedTuple

import pytest
from eventsourcing.persistence import PersistenceError

from replay.proofs.shuffle import seed_of_text
from service.store.concurrency.group_commit import GroupCommit
from service.store.entries.metadata_store import Annotation
from service.store.errors import StoreProblem
from service.store.event_store import GameStore, open_store
from service.store.sqlite.writer import SqliteWriter
from tests.service.store import test_crash
from tests.service.store.power import cuts, emptied
from tests.service.store.recorded_disk import Disk, FolderSynced, NameMade, Promised, Synced
from tests.service.store.test_crash import (
    BATCHES,
    ENDS,
    WRITERS,
    append,
    append_somehow,
    retry,
    run_before_commit,
    sends,
    tell_before_commit,
    wrong_after,
)

CUTS: Final = int(os.environ.get("HARICOT_POWER_CUTS", "150"))
"""How many states of the disk are looked at, all tests together."""
LIVES: Final = 3
"""How often the store is opened, written to by several threads, and closed."""
BATCHES_EACH: Final = 12
THOROUGH: Final = 100
"""Of how many states one is read and decoded as a whole, and written to."""
LOW = {"PRAGMA synchronous = FULL": "PRAGMA synchronous = NORMAL"}
Promises = dict[str, int]
"""The last event of each game that somebody was told to be there."""


class Tape(NamedTuple):
    """A disk with all that happened on it, and what the store came to in the end."""

    disk: Disk
    events: dict[str, list[tuple[object, ...]]]


@pytest.fixture
def ram() -> Iterator[Path]:
    """A folder in memory where there is such a thing: the many states need no real disk."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
        yield Path(folder)


def write(store: GameStore, disk: Disk, game: str) -> None:
    """Appends some batches, and notes each acknowledgement."""
    for batch in BATCHES[:BATCHES_EACH]:
        append_somehow(store, game, batch, lambda n: disk.tell((game, n)))


def recorded(root: Path, patch: pytest.MonkeyPatch, said_instead: Mapping[str, str] | None = None) -> Tape:
    """Some lives of a store, from its making on."""
    disk, data = Disk(root), root / "games" / "store"
    with disk.recording(patch, said_instead), ThreadPoolExecutor(WRITERS) as pool:
        for life in range(LIVES):
            with open_store(data) as store:
                writers = [pool.submit(write, store, disk, f"life {life}-{writer}") for writer in range(WRITERS)]
                for writer in writers:
                    writer.result(60)
    return Tape(disk, rows_of(data))


def begun(root: Path, patch: pytest.MonkeyPatch) -> Tape:
    """A store that is made and has one batch."""
    disk, data = Disk(root), root / "games" / "store"
    with disk.recording(patch), open_store(data) as store:
        append(store, "life-0", BATCHES[0])
        disk.tell(("life-0", BATCHES[0][-1].n))
    return Tape(disk, rows_of(data))


def rows_of(data: Path) -> dict[str, list[tuple[object, ...]]]:
    """Number, topic, bytes and request of every event, by game."""
    with open_store(data) as store:
        return events_in(store)


def events_in(store: GameStore) -> dict[str, list[tuple[object, ...]]]:
    """Number, topic, bytes and request of every event, by game."""
    found: dict[str, list[tuple[object, ...]]] = {}
    query = "SELECT originator_id, originator_version, topic, state, request FROM events ORDER BY position"
    for game, *event in store._recorder.rows(query):
        found.setdefault(game, []).append(tuple(event))
    return found


def promised(acknowledged: list[tuple[str, int]]) -> Promises:
    """The last event of each game that somebody was told of."""
    return dict(acknowledged)  # the last of each game counts


def wrong_in(data: Path, tape: Tape, promises: Promises) -> Iterator[str]:
    """What a cut has removed or left by halves."""
    try:
        with open_store(data) as store:
            yield from wrong_in_store(store, tape, promises)
    except (StoreProblem, PersistenceError) as problem:
        yield f"it cannot be read: {problem}"


def wrong_in_store(store: GameStore, tape: Tape, promises: Promises) -> Iterator[str]:
    """The same of an open store."""
    rows = store._recorder.rows
    if (says := rows("PRAGMA integrity_check")) != [("ok",)] or rows("PRAGMA foreign_key_check"):
        yield f"it is damaged: {says}"
    found = events_in(store)
    for game, expected in tape.events.items():
        events = found.get(game, [])
        if len(events) < promises.get(game, 0):
            yield f"{game} lost event {promises[game]}"
        if len(events) not in ENDS or events != expected[: len(events)]:
            yield f"{game} ends by halves, or is not as it was written"
    ends = {(game, n) for game, events in found.items() for n in ENDS[1:] if n <= len(events)}
    remarks = {(remark.game, remark.n) for remark in store.noted(Annotation)}
    if not {(game, n) for game, n in ends if n == 1 or not sends(game)} <= remarks <= ends:
        yield "the register does not fit the events"
    seeds = {seed for (seed,) in rows("SELECT seed FROM secrets")}
    if {game for (game,) in rows("SELECT game FROM games")} != set(found) or seeds != set(map(seed_of_text, found)):
        yield "games without events, or without seeds"


def harm(tape: Tape, ram: Path, count: int, seed: str) -> Iterator[str]:
    """What goes wrong at so many cuts, each with where and how it came about."""
    for number, (platter, at, mode, luck) in enumerate(cuts(tape.disk, count, seed)):
        root = emptied(ram / "state")
        platter.lay_out(root, mode, luck)
        data, promises = root / "games" / "store", promised(platter.acknowledged)
        for wrong in wrong_in(data, tape, promises):
            yield f"{wrong} [cut after step {at} of {len(tape.disk.steps)}, {mode} arrived]"
        if number % THOROUGH == 0 and data.exists():
            yield from harm_later(data, promises)


def harm_later(data: Path, promises: Promises) -> Iterator[str]:
    """What is wrong when whoever got no answer asks again."""
    for life in {game.partition("-")[0] for game in promises}:
        with open_store(data) as store:
            yield from wrong_after(store, life, promises)
            retry(store, life, promises)
            yield from wrong_after(store, life, promises)


def test_wherever_the_power_is_cut_what_was_acknowledged_is_there(
    tmp_path: Path, ram: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tape = recorded(tmp_path, monkeypatch)
    answer = [step for step in tape.disk.steps if isinstance(step, Promised)]
    assert len(answer) == LIVES * WRITERS * BATCHES_EACH
    assert [] == list(harm(tape, ram, CUTS * 7 // 10, "anywhere"))


@pytest.mark.long
def test_a_store_that_is_being_made_is_there_whole_or_not_at_all(
    tmp_path: Path, ram: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [] == list(harm(begun(tmp_path, monkeypatch), ram, CUTS * 2 // 10, "while it is made"))


@pytest.mark.long
def test_the_power_may_be_cut_again_while_the_store_comes_back(
    tmp_path: Path, ram: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tape = recorded(tmp_path / "first", monkeypatch)
    rounds = max(CUTS // 200, 1)
    for number, (platter, _, mode, luck) in enumerate(cuts(tape.disk, rounds, "first")):
        root = emptied(tmp_path / "second")
        platter.lay_out(root, mode, luck)
        data, promises = root / "games" / "store", promised(platter.acknowledged)
        disk = Disk(root)
        with disk.recording(monkeypatch):
            disk.steps += map(Promised, promises.items())
            disk.begun = len(disk.steps)
            for life in range(LIVES):
                with open_store(data) as store:
                    retry(store, f"life {life}", promises)
        assert [] == list(harm(Tape(disk, rows_of(data)), ram, CUTS // 10 // rounds, f"second {number}"))


# The looker is known to see what it looks for


@pytest.mark.long
def test_control_a_store_that_syncs_less_is_found_out(
    tmp_path: Path, ram: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tape = recorded(tmp_path, monkeypatch, LOW)
    assert any("lost event" in wrong for wrong in harm(tape, ram, 100, "low"))


@pytest.mark.long
def test_control_a_store_that_acknowledges_before_it_commits_is_found_out(
    tmp_path: Path, ram: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    acknowledged = Event()
    monkeypatch.setattr(test_crash, "ACKNOWLEDGED", acknowledged)
    with monkeypatch.context() as patch:
        patch.setattr(GroupCommit, "run", run_before_commit)
        disk, data = Disk(tmp_path), tmp_path / "games" / "store"
        with disk.recording(monkeypatch), open_store(data) as store:
            append(store, "life-0", BATCHES[0])
            disk.tell(("life-0", BATCHES[0][-1].n))
            acknowledged.set()
            patch.undo()
            append(store, "life-0", BATCHES[1])  # waits until the first is really there
    assert any("lost event" in wrong for wrong in harm(Tape(disk, rows_of(data)), ram, 1000, "hasty"))


@pytest.mark.long
def test_control_a_store_that_tells_before_it_commits_is_found_out(
    tmp_path: Path, ram: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SqliteWriter, "commit", tell_before_commit)
    disk, data = Disk(tmp_path), tmp_path / "games" / "store"
    with disk.recording(monkeypatch), open_store(data) as store:
        write(store, disk, "life-1")
    assert any("lost event" in wrong for wrong in harm(Tape(disk, rows_of(data)), ram, 1000, "hasty"))


@pytest.mark.parametrize("forgotten", ["haricot.sqlite3.new", "games/store", "games", "."])
def test_control_a_file_or_folder_that_is_not_synced_is_found_out(
    forgotten: str, tmp_path: Path, ram: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tape = begun(tmp_path, monkeypatch)
    draft = next(step for step in tape.disk.steps if isinstance(step, NameMade) and step.name.endswith(".new"))
    missed = Synced(draft.content) if forgotten == "haricot.sqlite3.new" else FolderSynced(forgotten)
    assert missed in tape.disk.steps
    tape.disk.steps[:] = [step for step in tape.disk.steps if step != missed]
    tape.disk.begun = len(tape.disk.steps)  # the power goes when all was acknowledged: what is missing then is lost
    assert next(harm(tape, ram, 100, "forgetful"), None) is not None


@pytest.mark.long
def test_control_a_store_that_was_made_as_a_whole_loses_nothing_then(
    tmp_path: Path, ram: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tape = begun(tmp_path, monkeypatch)
    tape.disk.begun = len(tape.disk.steps)
    assert [] == list(harm(tape, ram, 100, "forgetful"))
