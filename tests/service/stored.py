"""Stores with something of everything in them, and what is expected of a copy of a store."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from replay.record import read_file, write_file
from service.store.archive.backup import backup, restore
from service.store.archive.digest import StoreDigest, summary
from service.store.entries.metadata_store import Annotation, Answered, Arrangement, FormerPlayer, Player, TokenEntry
from service.store.event_store import GameStore, open_store
from service.store.location import Location
from service.store.record_import import import_record
from service.store.recorder import REGISTER
from service.store.sqlite.structure import DERIVED
from tests.service.store.folders import closing_file
from tests.service.store.games import EARLY, EVERYTHING, LATE, SITTING, forked, keep, own, played


@contextmanager
def quietly(steps: int, what: str) -> Iterator[Callable[[], None]]:
    """The progress of what nobody watches."""
    yield lambda: None


def backed_up(location: Location, file: Path) -> StoreDigest:
    """Writes a backup."""
    return backup(location, file, quietly)


def restored(location: Location, file: Path) -> StoreDigest:
    """Restores a backup."""
    return restore(location, file, quietly)


def digest_of(location: Location) -> str:
    """The digest of a store."""
    return summary(location, quietly).digest


def sitting(location: Location) -> Location:
    """A small store: a game for which everybody has sat down."""
    with open_store(location) as store:
        keep(store, played("small", SITTING))
    return location


def filled(location: Location) -> Location:
    """A store with games and forks, running and ended, played and imported, and lines of every kind in the register."""
    done, running = played("done", EVERYTHING), played("running", LATE)
    fork = forked(running.record(), 20, "fork")
    with open_store(location) as store:
        batch = running.envelopes[:1]
        store.append("running", batch, request="organiser create", entries=[Arrangement(game="running", private=True)])
        keep(store, done)
        store.append("running", running.envelopes[1:], request="seat:0 key \u2603")
        keep(store, fork)
        keep(store, forked(fork.record(), fork.version, "fork.again"))
        store.append("f3", own(forked(running.record(), 12, "f3")), request="organiser fork")
        elsewhere = forked(forked(played("away", EARLY).record(), 8, "brought.f8").record(), 12, "brought")
        import_record(store, elsewhere.record())  # under three names, since neither parent is here
        import_record(store, forked(done.record(), 30, "brought.too").record())
        store.note(
            Arrangement(game="done", delay_events=3, delay_ms=4, pace_ms=5),
            Player(game="running", seat=1, kind="human", name='Zo\u00eb "\u2603"\n'),
            Player(game="running", seat=0, kind="bot", bot="greedy"),
            TokenEntry(digest="d" * 64, kind="service", game=None, seat=None, made=1),
            TokenEntry(
                digest="c" * 64, kind="seat", game="running", seat=1, made=2, expires=2**53 + 1, reason="\x01 \u2028"
            ),
            Annotation(id="a", game="done", n=7, at=1, by="seat:1", kind="comment", text="x" * 5000),
            FormerPlayer(game="running", seat=1, n=3, at=2, kind="bot", bot="trader"),
            Answered(scope="s", key="k", digest="e" * 64, made="running"),
        )
        store.note(Arrangement(game="running", private=True, paused=True))  # changed, in its old place
    return location


def contents_of(folder: Path) -> dict[str, list[object]]:
    """Every row of every table of a store, in the order of their writing; but for what is derived from the others."""
    with closing_file(folder) as file:
        tables = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        tables = [name for name in tables if name not in DERIVED]
        return {name: file.execute(f"SELECT * FROM {name} ORDER BY rowid").fetchall() for name in tables}


def noted(store: GameStore) -> list[object]:
    """The whole register."""
    return [entry for kind in REGISTER for entry in store.noted(kind)]


def same(store: GameStore, other: GameStore) -> bool:
    """Whether two stores hold the same games with the same bytes, seeds, requests and register, in the same order."""
    heads = store.heads()
    if heads != other.heads() or noted(store) != noted(other):
        return False
    games = [head.game for head in heads]
    return all(
        ask(store, game) == ask(other, game)
        for game in games
        for ask in (
            lambda store, game: write_file(store.record(game)),
            GameStore.seed,
            GameStore.lineage,
            lambda store, game: [store.asked(game, request) for request in REQUESTS],
        )
    )


REQUESTS = ("organiser create", "seat:0 key \u2603", "organiser fork")


def digest_of_files(files: Iterator[bytes]) -> str:
    """The digest of a store by its definition, from the files of its games."""
    lines = sorted(f"{read_file(data).game} {data[-15:-3].decode()}\n" for data in files)
    return hashlib.sha256("".join(lines).encode()).hexdigest()
