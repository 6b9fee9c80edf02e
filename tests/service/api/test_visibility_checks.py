"""Nobody reads a game without having asked who may know how much of it: by what the rooms may touch, and by walking."""

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from service.access.context import Context
from service.access.policy import POLICY
from service.access.reader import Reader
from service.exports import export_access
from service.queries.record_cache import RecordCache
from service.queries.table_cache import TableCache
from service.store.event_store import GameStore
from service.store.public_visibility import GameOrigins, is_for_all
from tests.service.api.test_policy import outcome

SERVICE = Path(__file__).parents[3] / "service"
PACKAGES = ("api", "http", "streaming", "openapi", "web", "exports")
ROOMS = [path for package in PACKAGES for path in sorted((SERVICE / package).rglob("*.py"))]
LOGS = ("logs", "service_log", "tournament_logs")
KEPT = ("store", "live", "records", "tables", "catalogue", "register", "tournaments", "statistics", "ratings", *LOGS)
"""What of a context holds games: its reader asks for a sight, these do not."""
DOORS = {
    # Of games whose end everybody may know, and the names at their seats.
    "analytics_answers.py": {
        *("ratings.corrections", "ratings.names", "ratings.rating", "ratings.ratings", "ratings.steps"),
        *("statistics.games", "statistics.names", "statistics.place", "statistics.player"),
        *("statistics.selected", "statistics.statistics"),
    },
    "annotations.py": {"register.refresh"},  # what another process has written of the game of the sight
    "broadcasts.py": {"register"},  # which tables the slots show
    "audits.py": {
        "store.game_index.head",  # whether a game that may be asked about has ended
        "logs.follow",
        *("logs.is_signed", "logs.signed"),  # the game of the sight, up to its version
        "store",  # the log of the service, and the keys of the game of the sight and of those that it goes on from
    },
    "dispatch.py": {"store.game_index.head"},  # whether rules can speak of it
    "commands.py": {
        "live.handle",
        "live.preview",
        "records.lines_of",
        "logs.log",
        "logs.state_after",
    },  # at the game of the sight
    "dead_letters.py": {"store.ask"},  # lines that a webhook of the token itself gave up
    "dispute_schemas.py": {"register", "store"},  # what was filed on the game of the sight, as far as it reaches
    "events.py": {"records.codec.to_json"},  # up to the version of the sight
    "feed.py": {"register"},  # whether a token still counts
    "stream_steps.py": {"live.is_at"},  # whether a command is under way at the game of the sight
    "tournament_audits.py": {"store"},  # the games of a tournament, for its officials
    "tournament_proofs.py": {
        *("tournament_logs.log", "tournament_logs.state", "store"),  # the visible events, and what was signed of them
        *("service_log.checkpoint_over", "service_log.proof"),
    },
    "tournament_stream.py": {"register"},  # whether a token still counts
    "create_fork.py": {"store.game_index.forks_of"},  # each of which is looked at under a sight
    "game_summary.py": {"register"},  # persons, for whoever gave their ids
    "health.py": {
        "store.position",
        "store.writable",
        "store.require_writing",
        "store.require_room",
        "store.game_index",
        "store.game_index.missing",
    },
    # Of what is for all, else under a sight.
    "listing.py": {"catalogue.entries", "catalogue.keep", "register", "register.noted"},
    "webhook_schemas.py": {"store.ask"},  # what waits at a webhook of the token itself
    "http_caching.py": {"register.age"},  # what is kept of the game of the sight depends on it
    "stream_messages.py": {"logs"},  # the game of the sight
    "persons.py": {"register", "register.age"},  # whether a token counts, and where a seat of theirs may be new
    "proofs.py": {
        *("logs.follow", "logs.log", "logs.signed", "logs.state"),  # the game of the sight, up to its version
        # Entries that tell of no game, and what proves a note that is told under a sight.
        *("service_log.checkpoint", "service_log.checkpoint_over", "service_log.entries"),
        *("service_log.follow", "service_log.keys"),
        "service_log.proof",
    },
    "export_job.py": {  # games of which the sight is asked next, before anything is told
        *("store.game_index.found", "store.game_index.head", "store.game_index.place_in"),
        "register",  # whether a token still counts
        "store",  # what all clients may know of those games
    },
    "middleware.py": {"register", "store"},  # who bears a token; the secret that signs the cookies of visitors
    "export_access.py": {"register", "store"},  # of what is for all, else under a sight
    "pars.py": {"store", "store.noted"},  # of the game of the sight, once its end is known
    "statistics.py": {"catalogue.best", "statistics.hides"},  # of what everybody may know
    "tokens.py": {"store.noted"},  # a token, by its digest
    # Commitments, which are for everybody, by games that are named under a sight alone.
    "commitments.py": {"catalogue.unfinished", "register", "register.noted", "store"},
    "webhooks.py": {"store"},  # the key of the service
}
"""The only ways past the reader."""


def touched(source: str) -> set[str]:
    """What a room touches of what a context holds, as `store.position`."""
    found = set()
    tree = ast.parse(source)
    inner = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and id(node) not in inner:
            answer = ast.unparse(node)
            held = answer.replace("_context.", "context.").partition("context.")[2]
            if "(" not in answer and held.split(".")[0] in KEPT:
                found.add(held)
    return found


def test_modules_bypass_the_reader_only_as_listed():
    found = {path.name: touched(path.read_text("utf-8")) for path in ROOMS}
    assert DOORS == {name: doors for name, doors in found.items() if doors}


@pytest.mark.parametrize(
    "planted",
    [
        "def leak(call): return call.context.store.record(call.args['game'])",
        "class Lobby:\n    def leak(self, game): return self._context.records.envelopes(game, 9)",
        "def leak(context, game):\n    with context.notifier: return context.tables.at_present(game).table",
    ],
)
def test_control_a_module_that_bypasses_the_reader_is_detected(planted):
    assert touched(planted)


# By walking


READERS = (
    (GameStore, "envelopes"),
    (GameStore, "record"),
    *((RecordCache, name) for name in ("envelopes", "lines", "table", "position")),
    (TableCache, "at_present"),
)


class Watched:
    """Which games a request read, and of which it asked for a sight."""

    def __init__(self) -> None:
        self.read: set[str] = set()
        self.asked: set[str] = set()

    def unasked(self, context: Context) -> set[str]:
        """The games that were read though nobody asked who may know how much of them, nor of a fork of theirs."""
        known = {holder for game in self.asked for holder, _ in context.store.lineage(game)}
        return self.read - known


@contextmanager
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    """Watches every reading of events."""
    seen = Watched()
    with monkeypatch.context() as patch:
        for holder, name in READERS:
            patch.setattr(holder, name, _noted(getattr(holder, name), seen.read))
        patch.setattr(Reader, "sight", _noted(Reader.sight, seen.asked))

        def for_all(archive: GameOrigins, game: str) -> bool:
            found = is_for_all(archive, game)
            seen.asked |= {game} if found else set()
            return found

        patch.setattr(export_access, "is_for_all", for_all)  # exports ask no more where that is so
        yield seen


def _noted(inner: Any, games: set[str]) -> Any:
    def outer(self: Any, game: str, *args: Any, **more: Any) -> Any:
        games.add(game)
        return inner(self, game, *args, **more)

    return outer


def walked(
    api: Any, game_file: bytes, monkeypatch: pytest.MonkeyPatch, operations: Iterable[str] = POLICY
) -> dict[str, set[str]]:
    """What each of these operations of the description read without a sight."""
    found: dict[str, set[str]] = {}
    for operation in operations:
        match = api.match()
        api.match(spectator_delay={"events": 4}, private=operation < "h")
        # Nothing is remembered of what was read before.
        api.context.records.__init__(api.context.store)
        api.context.tables.__init__(api.context.store, api.context.records)
        tokens: list[str | None] = [None, match.seats[0], match.organiser, api.service]
        before = _games(api)
        with watched(monkeypatch) as seen:
            for token in tokens:
                outcome(api, operation, match, token, game_file)
        found[operation] = seen.unasked(api.context) & before  # what it has made itself it may read
    return {operation: games for operation, games in found.items() if games}


def _games(api: Any) -> set[str]:
    return {game for (game,) in api.context.store._recorder.rows("SELECT game FROM games")}


def test_no_operation_reads_a_game_without_a_visibility_check(api, game_file, monkeypatch):
    assert walked(api, game_file, monkeypatch) == {}


@pytest.mark.long
def test_control_an_operation_without_a_visibility_check_is_detected(api, game_file, monkeypatch):
    monkeypatch.setattr(Reader, "games_of", lambda self, name: set())
    inner = Reader.arrangement

    def curious(self: Reader, game: str) -> Any:
        for head in self._store.heads():
            self._store.envelopes(head.game)
        return inner(self, game)

    monkeypatch.setattr(Reader, "arrangement", curious)
    assert "get_game" in walked(api, game_file, monkeypatch, ["get_game"])
