"""Check R5: after a power cut at any moment the store opens, with all acknowledged and only whole batches."""

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
from tests.service.store.power_cuts import cuts, emptied
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
"""The number of examined states of the disk, all tests together."""
LIVES: Final = 3
"""The number of times the store is opened, written by several threads, and closed."""
BATCHES_EACH: Final = 12
THOROUGH: Final = 100
"""One of this many states is decoded as a whole and written to."""
LOW = {"PRAGMA synchronous = FULL": "PRAGMA synchronous = NORMAL"}
Promises = dict[str, int]
"""The last acknowledged event of each game."""


class Recording(NamedTuple):
    """A disk with its recorded steps, and the final events of its store."""

    disk: Disk
    events: dict[str, list[tuple[object, ...]]]


@pytest.fixture
def ram() -> Iterator[Path]:
    """A folder in memory if possible: the many states need no real disk."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
        yield Path(folder)


def write(store: GameStore, disk: Disk, game: str) -> None:
    """Append some batches, and record each acknowledgement."""
    for batch in BATCHES[:BATCHES_EACH]:
        append_somehow(store, game, batch, lambda n: disk.tell((game, n)))


def recorded(root: Path, patch: pytest.MonkeyPatch, said_instead: Mapping[str, str] | None = None) -> Recording:
    """Record some lives of a store, from its creation on."""
    disk, data = Disk(root), root / "games" / "store"
    with disk.recording(patch, said_instead), ThreadPoolExecutor(WRITERS) as pool:
        for life in range(LIVES):
            with open_store(data) as store:
                writers = [pool.submit(write, store, disk, f"life {life}-{writer}") for writer in range(WRITERS)]
                for writer in writers:
                    writer.result(60)
    return Recording(disk, rows_of(data))


def recorded_creation(root: Path, patch: pytest.MonkeyPatch) -> Recording:
    """Record a store that is created and gets one batch."""
    disk, data = Disk(root), root / "games" / "store"
    with disk.recording(patch), open_store(data) as store:
        append(store, "life-0", BATCHES[0])
        disk.tell(("life-0", BATCHES[0][-1].n))
    return Recording(disk, rows_of(data))


def rows_of(data: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return number, topic, bytes and request of every event, by game."""
    with open_store(data) as store:
        return events_in(store)


def events_in(store: GameStore) -> dict[str, list[tuple[object, ...]]]:
    """Return number, topic, bytes and request of every event, by game."""
    found: dict[str, list[tuple[object, ...]]] = {}
    query = "SELECT originator_id, originator_version, topic, state, request FROM events ORDER BY position"
    for game, *event in store._recorder.rows(query):
        found.setdefault(game, []).append(tuple(event))
    return found


def promised(acknowledged: list[tuple[str, int]]) -> Promises:
    """Return the last acknowledged event of each game."""
    return dict(acknowledged)  # the last of each game counts


def wrong_in(data: Path, recording: Recording, promises: Promises) -> Iterator[str]:
    """Yield what a cut has removed or left incomplete."""
    try:
        with open_store(data) as store:
            yield from wrong_in_store(store, recording, promises)
    except (StoreProblem, PersistenceError) as problem:
        yield f"it cannot be read: {problem}"


def wrong_in_store(store: GameStore, recording: Recording, promises: Promises) -> Iterator[str]:
    """Yield the same of an open store."""
    rows = store._recorder.rows
    if (says := rows("PRAGMA integrity_check")) != [("ok",)] or rows("PRAGMA foreign_key_check"):
        yield f"it is damaged: {says}"
    found = events_in(store)
    for game, expected in recording.events.items():
        events = found.get(game, [])
        if len(events) < promises.get(game, 0):
            yield f"{game} lost event {promises[game]}"
        if len(events) not in ENDS or events != expected[: len(events)]:
            yield f"{game} ends by halves, or is not as it was written"
    ends = {(game, n) for game, events in found.items() for n in ENDS[1:] if n <= len(events)}
    remarks = {(remark.game, remark.n) for remark in store.find_entries(Annotation)}
    if not {(game, n) for game, n in ends if n == 1 or not sends(game)} <= remarks <= ends:
        yield "the register does not fit the events"
    seeds = {seed for (seed,) in rows("SELECT seed FROM secrets")}
    if {game for (game,) in rows("SELECT game FROM games")} != set(found) or seeds != set(map(seed_of_text, found)):
        yield "games without events, or without seeds"


def harm(recording: Recording, ram: Path, count: int, seed: str) -> Iterator[str]:
    """Yield what is wrong after `count` cuts, each with its step and mode."""
    for number, (platter, at, mode, luck) in enumerate(cuts(recording.disk, count, seed)):
        root = emptied(ram / "state")
        platter.lay_out(root, mode, luck)
        data, promises = root / "games" / "store", promised(platter.acknowledged)
        for wrong in wrong_in(data, recording, promises):
            yield f"{wrong} [cut after step {at} of {len(recording.disk.steps)}, {mode} arrived]"
        if number % THOROUGH == 0 and data.exists():
            yield from harm_later(data, promises)


def harm_later(data: Path, promises: Promises) -> Iterator[str]:
    """Yield what is wrong after clients retry."""
    for life in {game.partition("-")[0] for game in promises}:
        with open_store(data) as store:
            yield from wrong_after(store, life, promises)
            retry(store, life, promises)
            yield from wrong_after(store, life, promises)


def test_a_power_cut_at_any_moment_keeps_what_was_acknowledged(
    tmp_path: Path, ram: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = recorded(tmp_path, monkeypatch)
    answer = [step for step in recording.disk.steps if isinstance(step, Promised)]
    assert len(answer) == LIVES * WRITERS * BATCHES_EACH
    assert [] == list(harm(recording, ram, CUTS * 7 // 10, "anywhere"))


@pytest.mark.long
def test_a_power_cut_during_creation_leaves_a_whole_store_or_none(
    tmp_path: Path, ram: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [] == list(harm(recorded_creation(tmp_path, monkeypatch), ram, CUTS * 2 // 10, "while it is made"))


@pytest.mark.long
def test_a_second_power_cut_during_recovery_keeps_what_was_acknowledged(
    tmp_path: Path, ram: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = recorded(tmp_path / "first", monkeypatch)
    rounds = max(CUTS // 200, 1)
    for number, (platter, _, mode, luck) in enumerate(cuts(recording.disk, rounds, "first")):
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
        assert [] == list(harm(Recording(disk, rows_of(data)), ram, CUTS // 10 // rounds, f"second {number}"))


@pytest.mark.long
def test_control_a_store_that_syncs_less_loses_events(
    tmp_path: Path, ram: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = recorded(tmp_path, monkeypatch, LOW)
    assert any("lost event" in wrong for wrong in harm(recording, ram, 100, "low"))


def test_control_acknowledging_before_the_commit_loses_events(
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
            disk.begun = len(disk.steps)  # the power is cut after the acknowledgement
            acknowledged.set()
            patch.undo()
            append(store, "life-0", BATCHES[1])  # waits until the first is written
    assert any("lost event" in wrong for wrong in harm(Recording(disk, rows_of(data)), ram, 100, "hasty"))


@pytest.mark.long
def test_control_calling_back_before_the_commit_loses_events(
    tmp_path: Path, ram: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SqliteWriter, "commit", tell_before_commit)
    disk, data = Disk(tmp_path), tmp_path / "games" / "store"
    with disk.recording(monkeypatch), open_store(data) as store:
        write(store, disk, "life-1")
    assert any("lost event" in wrong for wrong in harm(Recording(disk, rows_of(data)), ram, 1000, "hasty"))


@pytest.mark.parametrize("forgotten", ["haricot.sqlite3.new", "games/store", "games", "."])
def test_control_a_file_or_folder_that_is_not_synced_is_lost(
    forgotten: str, tmp_path: Path, ram: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = recorded_creation(tmp_path, monkeypatch)
    draft = next(step for step in recording.disk.steps if isinstance(step, NameMade) and step.name.endswith(".new"))
    missed = Synced(draft.content) if forgotten == "haricot.sqlite3.new" else FolderSynced(forgotten)
    assert missed in recording.disk.steps
    recording.disk.steps[:] = [step for step in recording.disk.steps if step != missed]
    recording.disk.begun = len(recording.disk.steps)  # the power is cut when all was acknowledged
    assert next(harm(recording, ram, 100, "forgetful"), None) is not None


@pytest.mark.long
def test_control_a_complete_store_loses_nothing(tmp_path: Path, ram: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recording = recorded_creation(tmp_path, monkeypatch)
    recording.disk.begun = len(recording.disk.steps)
    assert [] == list(harm(recording, ram, 100, "forgetful"))
