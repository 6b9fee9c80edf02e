"""Stores with games and entries of every kind, and comparisons of a store with its copy."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from replay.record import read_file, write_file
from service.store.archive.backup import backup, restore
from service.store.archive.digest import StoreDigest, compute_digest
from service.store.entries.metadata_store import (
    Annotation,
    Arrangement,
    FormerPlayer,
    IdempotencyRecord,
    Player,
    TokenEntry,
)
from service.store.event_store import GameStore, open_store
from service.store.location import Location
from service.store.record_import import import_record
from service.store.recorder import ENTRY_KINDS
from service.store.sqlite.structure import DERIVED_TABLES
from tests.service.store.folders import closing_file
from tests.service.store.games import EARLY, EVERYTHING, LATE, SITTING, add_game, own_envelopes, play_fork, play_game


@contextmanager
def no_progress(steps: int, what: str) -> Iterator[Callable[[], None]]:
    """Show no progress."""
    yield lambda: None


def make_backup(location: Location, file: Path) -> StoreDigest:
    """Write a backup without showing progress, and return its digest."""
    return backup(location, file, no_progress)


def restore_backup(location: Location, file: Path) -> StoreDigest:
    """Restore a backup without showing progress, and return its digest."""
    return restore(location, file, no_progress)


def store_digest(location: Location) -> str:
    """Return the digest of a store."""
    return compute_digest(location, no_progress).digest


def small_store(location: Location) -> Location:
    """Make a small store: one game in which all seats are taken."""
    with open_store(location) as store:
        add_game(store, play_game("small", SITTING))
    return location


def full_store(location: Location) -> Location:
    """Make a store of running and finished games, forks and imports, with metadata entries of every kind."""
    done, running = play_game("done", EVERYTHING), play_game("running", LATE)
    fork = play_fork(running.record(), 20, "fork")
    with open_store(location) as store:
        batch = running.envelopes[:1]
        store.append("running", batch, request="organiser create", entries=[Arrangement(game="running", private=True)])
        add_game(store, done)
        store.append("running", running.envelopes[1:], request="seat:0 key \u2603")
        add_game(store, fork)
        add_game(store, play_fork(fork.record(), fork.version, "fork.again"))
        store.append("f3", own_envelopes(play_fork(running.record(), 12, "f3")), request="organiser fork")
        elsewhere = play_fork(play_fork(play_game("away", EARLY).record(), 8, "brought.f8").record(), 12, "brought")
        import_record(store, elsewhere.record())  # imported under three names, since neither parent is in this store
        import_record(store, play_fork(done.record(), 30, "brought.too").record())
        store.save_entries(
            Arrangement(game="done", delay_events=3, delay_ms=4, pace_ms=5),
            Player(game="running", seat=1, kind="human", name='Zo\u00eb "\u2603"\n'),
            Player(game="running", seat=0, kind="bot", bot="greedy"),
            TokenEntry(digest="d" * 64, kind="service", game=None, seat=None, made=1),
            TokenEntry(
                digest="c" * 64, kind="seat", game="running", seat=1, made=2, expires=2**53 + 1, reason="\x01 \u2028"
            ),
            Annotation(id="a", game="done", n=7, at=1, by="seat:1", kind="comment", text="x" * 5000),
            FormerPlayer(game="running", seat=1, n=3, at=2, kind="bot", bot="trader"),
            IdempotencyRecord(scope="s", key="k", digest="e" * 64, made="running"),
        )
        store.save_entries(
            Arrangement(game="running", private=True, paused=True)
        )  # replaces the earlier entry, in its place
    return location


def table_contents(folder: Path) -> dict[str, list[object]]:
    """Return all rows of all tables of a store in the order of writing, without tables derived from others."""
    with closing_file(folder) as file:
        tables = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        tables = [name for name in tables if name not in DERIVED_TABLES]
        return {name: file.execute(f"SELECT * FROM {name} ORDER BY rowid").fetchall() for name in tables}


def metadata_entries(store: GameStore) -> list[object]:
    """Return all entries of the metadata store."""
    return [entry for kind in ENTRY_KINDS for entry in store.find_entries(kind)]


def has_same_contents(store: GameStore, other: GameStore) -> bool:
    """Return whether two stores hold the same games, seeds, requests and metadata entries, in the same order."""
    heads = store.heads()
    if heads != other.heads() or metadata_entries(store) != metadata_entries(other):
        return False
    games = [head.game for head in heads]
    return all(
        ask(store, game) == ask(other, game)
        for game in games
        for ask in (
            lambda store, game: write_file(store.record(game)),
            GameStore.seed,
            GameStore.lineage,
            lambda store, game: [store.event_of_request(game, request) for request in REQUESTS],
        )
    )


REQUESTS = ("organiser create", "seat:0 key \u2603", "organiser fork")


def digest_from_files(files: Iterator[bytes]) -> str:
    """Return the digest of a store by its definition, from the files of its games."""
    lines = sorted(f"{read_file(data).game} {data[-15:-3].decode()}\n" for data in files)
    return hashlib.sha256("".join(lines).encode()).hexdigest()
