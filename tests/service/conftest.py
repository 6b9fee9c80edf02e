"""Fixtures for tests of the command line: a store with two games, and one of them as a file."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.cached_setup import cache_compiled_routes
from tests.service.command_line import GAME, run_ok

cache_compiled_routes()


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a game of four and a game of three; tests only read it."""
    folder = tmp_path_factory.mktemp("command-line") / "store"
    for players in (4, 3):
        run_ok("simulate", "--players", players, "--seed", 7, "--data", folder)
    return folder


@pytest.fixture
def own_store(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the store and of its signing key, which a test may write to."""
    key = tmp_path / "signing.key"
    shutil.copy(os.environ["HARICOT_KEY_FILE"], key)
    monkeypatch.setenv("HARICOT_KEY_FILE", str(key))
    return shutil.copytree(store, tmp_path / "own-store")


@pytest.fixture(scope="session")
def game_file(store: Path) -> Path:
    """The game of four as a file; tests only read it."""
    path = store.parent / f"{GAME}.haricot.jsonl"
    run_ok("export", GAME, "--data", store, "--out", path)
    return path


@pytest.fixture
def empty_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A data folder that does not exist yet, set as the user's."""
    monkeypatch.setenv("HARICOT_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("HARICOT_ERASED", str(tmp_path / "erased.json"))
    return tmp_path / "data"


@pytest.fixture
def unchanged_store(store: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The store, in an empty current folder; fails if either has changed after the test."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    before = {path.name: path.read_bytes() for path in store.iterdir()}
    yield store
    assert {path.name: path.read_bytes() for path in store.iterdir()} == before
    assert list(here.iterdir()) == []
