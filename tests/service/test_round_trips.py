"""Round trips: positions, moves, sheets, game files and exports are read back as they were written."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from domain.commands import SeatCommand
from domain.editions import EDITIONS
from domain.engine import legal_commands
from domain.refusals import Misuse, Refusal
from domain.rulebook import Bounds
from domain.table import Table
from domain.visibility import OMNISCIENT, SPECTATOR, Option, Viewer, seat_viewer
from replay.game import Game
from replay.notation.export import write_sheet
from replay.notation.moves import read_move, write_move
from replay.notation.names import Unreadable
from replay.notation.position_reader import read_position_line
from replay.notation.position_writer import write_position_line
from replay.notation.transcript import record_sheet
from replay.positions.read import read_position
from replay.positions.write import position_of
from replay.record import Record, read_file, write_file
from replay.rewind import is_batch_end, tables
from tests.random_games import required_options
from tests.random_player import begin, play, random_offer
from tests.replay.notation.test_paper_games import moves_of
from tests.replay.notation.test_position_lines import without_slots
from tests.service.api.conftest import open_api
from tests.service.command_line import run_ok
from tests.service.filled_stores import full_store

TRIPS: Final = int(os.environ.get("HARICOT_TRIPS", "2"))
"""How many games are written and read."""
LANGUAGES: Final = ("en", "fr", "de")
AT_ONCE: Final = -(-TRIPS // 100)
SEEDS: Final = [range(first, min(first + AT_ONCE, TRIPS)) for first in range(0, TRIPS, AT_ONCE)]
"""At most a hundred tests."""


def options_of(edition: str, players: int, luck: Random) -> dict[str, Option]:
    """Return random values of random options with what they require; they may exclude each other."""
    found: dict[str, Option] = {}
    known = EDITIONS[edition].data.all_options
    for rule in luck.sample([*known], luck.randint(0, min(4, len(known)))):
        if rule.allowed:
            value = luck.choice([*rule.allowed])
            found |= {rule.name: value, **required_options(value, players)}
    return found


def some_game(seed: int) -> tuple[Game, Random]:
    """Return a whole game of a random edition, number of players and options."""
    luck = Random(f"trip {seed}")
    while True:
        edition = luck.choice([*EDITIONS])
        players = luck.choice([*EDITIONS[edition].data.players])
        try:
            game = begin(edition, players, options_of(edition, players, luck), seed)
        except (Misuse, Refusal):
            continue
        return play(game, luck, thrifty=True), luck


def as_json(position: dict[str, Any]) -> Any:
    """Return a position as a client gets it, without its event number."""
    return json.loads(json.dumps({**position, "n": None}))


def position_faults(table: Table, viewer: Viewer) -> Iterator[str]:
    """Yield what a position of this table lost in JSON and in its line."""
    written = as_json(position_of(table, viewer))
    read = read_position(written)
    as_read = [as_json(position_of(read, view)) for view in (viewer, OMNISCIENT)]
    # A hidden part is hidden from all views of the table that was read.
    yield from (name for name, value in written.items() if value not in [one[name] for one in as_read])
    if viewer == OMNISCIENT:
        line = read_position(read_position_line(write_position_line(written)))
        if without_slots(line) != without_slots(read):
            yield f"the line {write_position_line(written)}"


def legal_moves(game: Game, table: Table, luck: Random) -> Iterator[SeatCommand]:
    """Yield every legal command of every seat at this table, and one offer within each bound."""
    for seat in range(len(table.seats)):
        for one in legal_commands(game.rulebook, table, seat):
            command = random_offer(one, game.rulebook, table, seat, luck) if isinstance(one, Bounds) else one
            if isinstance(command, SeatCommand):
                yield command


def move_faults(game: Game, table: Table, luck: Random) -> Iterator[str]:
    """Yield the legal moves at this table that are not read back as they were written."""
    for command in legal_moves(game, table, luck):
        text = write_move(game.rulebook, table, command, luck.choice(LANGUAGES))
        read = read_move(game.rulebook, table, text)
        if (read.command, read.end) != (command, len(text)):
            yield f"{text}: {command} was read as {read.command}"


def faults(seed: int) -> Iterator[str]:
    """Yield what of a game is not read back as it was written: file, positions, moves, sheets."""
    game, luck = some_game(seed)
    record = Record(game=game.game, envelopes=tuple(game.envelopes))
    if read_file(write_file(record)) != record:
        yield f"{seed}: the file"
    settled = [table for envelope, table in tables(record) if table.begun and is_batch_end(record, envelope.n)]
    for table in luck.sample(settled, 6):
        for viewer in (OMNISCIENT, SPECTATOR, seat_viewer(luck.randrange(len(table.seats)))):
            yield from (f"{seed}: {viewer.name} {lost}" for lost in position_faults(table, viewer))
        yield from (f"{seed}: {lost}" for lost in move_faults(game, table, luck))
    names = [f"P{seat}" for seat in range(record.created.players)]
    for language in luck.sample(LANGUAGES, 1):
        back = record_sheet(write_sheet(record, names, language=language), game="paper", at=0).record
        if back.created.rules.options != record.created.rules.options or moves_of(back) != moves_of(record):
            yield f"{seed}: the sheet in {language}"


@pytest.mark.parametrize("seeds", SEEDS, ids=lambda seeds: f"{seeds[0]}")
def test_what_is_written_of_a_game_is_read_back_the_same(seeds: range) -> None:
    assert [] == [fault for seed in seeds for fault in faults(seed)]


def test_control_something_written_otherwise_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    game, luck = some_game(1)
    record = Record(game=game.game, envelopes=tuple(game.envelopes))
    table = [table for envelope, table in tables(record) if table.begun and is_batch_end(record, envelope.n)][9]
    read, written = read_position, write_move
    assert [*position_faults(table, OMNISCIENT), *move_faults(game, table, luck)] == []
    here = sys.modules[__name__]
    with monkeypatch.context() as planted:
        planted.setattr(here, "read_position", lambda position: read({**position, "next_proposal": 900}))
        assert "next_proposal" in [*position_faults(table, SPECTATOR)]
    with monkeypatch.context() as planted:
        planted.setattr(here, "write_move", lambda *asked: written(*asked).replace("1", "2"))
        with pytest.raises((AssertionError, Unreadable)):
            assert [] == [*move_faults(game, table, luck)]


# Whole stores


def digest(store: Path) -> Any:
    """Return the answer of `haricot digest` for a store."""
    (line,) = run_ok("digest", "--data", store, "--json").lines
    return {name: line[name] for name in ("games", "digest")}


@pytest.mark.long
def test_an_exported_and_imported_store_has_the_same_digest(tmp_path: Path) -> None:
    store, files, copy, again = (tmp_path / name for name in ("store", "files", "copy", "again"))
    full_store(store)
    game, _ = some_game(3)
    (tmp_path / "game.haricot.jsonl").write_bytes(write_file(Record(game=game.game, envelopes=tuple(game.envelopes))))
    run_ok("import", tmp_path / "game.haricot.jsonl", "--data", store)
    parent = next(one for one in run_ok("list", "--data", store, "--json").lines if one["status"] == "finished")["game"]
    run_ok("fork", parent, "--at", 40, "--mode", "redeal", "--as", "seat:1", "--id", "dealt.anew", "--data", store)
    run_ok("export", "--all", "--out", files, "--data", store)
    run_ok("import", files, "--data", copy)
    assert digest(copy) == digest(store)
    run_ok("export", "--all", "--out", tmp_path / "more", "--data", copy)
    assert {one.name: one.read_bytes() for one in (tmp_path / "more").iterdir()} == {
        one.name: one.read_bytes() for one in files.iterdir()
    }
    with open_api(copy) as api:
        whole = api.request("GET", "/v1/exports/files?as=omniscient", api.service).data
    (tmp_path / "all.jsonl").write_bytes(whole)
    run_ok("import", tmp_path / "all.jsonl", "--data", again)
    given = {line["game"] for line in run_ok("list", "--data", again, "--json").lines}
    assert len(given) >= 3
    for name in given:
        there, here = (run_ok("export", name, "--data", place).out for place in (copy, again))
        assert there == here, name


def test_exported_event_lines_equal_the_events_of_the_files(tmp_path: Path) -> None:
    store = full_store(tmp_path / "store")
    run_ok("export", "--all", "--table", "events", "--out", tmp_path, "--data", store)
    rows = [json.loads(line) for line in (tmp_path / "events.ndjson").read_text("utf-8").splitlines()]
    for game in {row["game"] for row in rows}:
        lines = run_ok("events", game, "--data", store).lines
        own = [row for row in rows if row["game"] == game]
        assert [(row["n"], row["at"], row["event"]) for row in own] == [
            (line["n"], line["at"], line["event"]) for line in lines
        ]
