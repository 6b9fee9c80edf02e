"""`haricot rebuild`: computes statistics and ratings again, also after a kill."""

import os
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.events import SeatTaken
from domain.upcasters import SeatTaken as FirstSeatTaken
from service.analytics import analytics_updater
from service.store.entries.analytics_entries import FiguresEntry, StatisticsSumEntry
from service.store.entries.metadata_store import Arrangement, EntryChanges, Player
from service.store.event_store import GameStore, open_store
from tests.service.command_line import run_ok
from tests.service.store.contract.test_figures import all_rows, hold, played


def rows(folder: Path) -> dict[str, list[Any]]:
    """Return all rows that analytics keep in a store."""
    with open_store(folder) as store:
        return all_rows(store)


def store_first_version(store: GameStore) -> None:
    """Store a game whose seats were taken by events of the first version."""
    game, seed = played(5)
    envelopes = [
        replace(
            one,
            event=FirstSeatTaken(
                seat=one.event.seat,
                pseudonym=one.event.pseudonym,
                kind=one.event.kind,
                contribution=one.event.contribution,
            ),
        )
        if isinstance(one.event, SeatTaken)
        else one
        for one in game.envelopes
    ]
    store.append(game.game, envelopes, seed=seed)
    store.save_entries(*(Player(game=game.game, seat=seat, kind="bot", bot="greedy") for seat in range(3)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A store of four games that count and one that does not."""
    with open_store(tmp_path / "store", create=True) as store:
        hold(store, 1, ("ana", "bo"))
        hold(store, 2, ("ana", "ana", "bo"))
        hold(store, 3)
        store.save_entries(Arrangement(game=hold(store, 4), private=True))
        store_first_version(store)
    assert run_ok("stats", "classic", "--data", tmp_path / "store").out.startswith("classic: 4 games")
    return tmp_path / "store"


def test_rebuild_restores_changed_statistics(folder: Path) -> None:
    before = rows(folder)
    assert [one.state for one in before["counted_games"]] == ["counted"] * 4
    answered = run_ok("stats", "classic", "--data", folder, "--json").lines
    with open_store(folder) as store:
        first, *_ = store.find_entries(FiguresEntry)
        store.save_entries(replace(first, figures="{}"), replace(store.find_entries(StatisticsSumEntry)[0], games=7))
    assert rows(folder) != before, "control"
    said = run_ok("rebuild", "--data", folder).out
    assert "Statistics and ratings of 4 finished games are made again." in said
    assert rows(folder) == before
    assert run_ok("stats", "classic", "--data", folder, "--json").lines == answered


def test_the_next_command_finishes_a_killed_rebuild(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = rows(folder)
    if (child := os.fork()) == 0:  # pragma: no cover
        monkeypatch.setattr(analytics_updater, "GAMES_PER_TRANSACTION", 1)
        settle, settled = GameStore.change_entries, []

        def dying(store: GameStore, entries: EntryChanges) -> None:
            settled.append(entries)
            settle(store, entries if len(settled) < 6 else lambda _: os._exit(0))

        monkeypatch.setattr(GameStore, "change_entries", dying)
        run_ok("rebuild", "--data", folder)
        os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    left = rows(folder)
    assert 0 < len(left["game_figures"]) < 4
    assert {*map(repr, left["game_figures"])} < {*map(repr, before["game_figures"])}
    assert left["player_ids"] == before["player_ids"]
    run_ok("ratings", "--data", folder)
    assert rows(folder) == before
    run_ok("rebuild", "--data", folder)
    assert rows(folder) == before
