"""Every reading of a game checks its visibility: modules bypass the reader only as listed, and no operation does."""

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
from service.store.public_visibility import LineageSource, is_fully_public
from tests.service.api.test_policy import answer_of_operation, documented_operations

SERVICE = Path(__file__).parents[3] / "service"
PACKAGES = ("api", "http", "streaming", "openapi", "web", "exports")
MODULES = [path for package in PACKAGES for path in sorted((SERVICE / package).rglob("*.py"))]
LOGS = ("logs", "service_log", "tournament_logs")
HOLDERS = (
    "store",
    "command_handler",
    "records",
    "tables",
    "game_lists",
    "register",
    "tournaments",
    "statistics",
    "ratings",
    *LOGS,
)
"""Members of a context that hold games. Its reader checks the visibility; these do not."""
BYPASSES = {
    # Of games whose end is public, and the names at their seats.
    "analytics_answers.py": {
        *("ratings.corrections", "ratings.names", "ratings.rating", "ratings.ratings", "ratings.steps"),
        *("statistics.games", "statistics.names", "statistics.place_of", "statistics.player"),
        *("statistics.find_places", "statistics.statistics"),
    },
    "annotations.py": {"register.refresh"},  # what another process has written of the visible game
    "broadcasts.py": {"register"},  # which tables the slots show
    "audits.py": {
        "store.game_index.head",  # whether a visible game has ended
        "logs.update",
        *("logs.is_signed", "logs.signed"),  # the visible game, up to its visible version
        "store",  # the log of the service, and the keys of the visible game and its ancestors
    },
    "dispatch.py": {"store.game_index.head"},  # whether its rules can be described
    "commands.py": {
        "command_handler.handle",
        "command_handler.preview",
        "records.lines_of",
        "logs.log",
        "logs.state_after",
    },  # of the visible game
    "dead_letters.py": {"store.query"},  # lines that a webhook of the token itself gave up
    "dispute_schemas.py": {"register", "store"},  # what was filed on the visible game, up to its visible version
    "events.py": {"records.codec.to_json"},  # up to the visible version
    "feed.py": {"register"},  # whether a token is valid
    "stream_steps.py": {"command_handler.is_handling"},  # whether a command is being written to the visible game
    "tournament_audits.py": {"store"},  # the games of a tournament, for its officials
    "tournament_games.py": {"store"},  # comments on games made for the tournament, for its officials
    "tournament_proofs.py": {
        *("tournament_logs.log", "tournament_logs.state", "store"),  # the visible events, and what was signed of them
        *("service_log.checkpoint_over", "service_log.proof"),
    },
    "tournament_stream.py": {"register"},  # whether a token is valid
    "create_fork.py": {"store.game_index.forks_of"},  # each fork is checked
    "game_summary.py": {"register"},  # persons, for the token that set them
    "health.py": {
        "store.position",
        "store.writable",
        "store.require_not_suspended",
        "store.require_writable",
        "store.game_index",
        "store.game_index.missing_count",
    },
    # Public data, else of visible games.
    "listing.py": {"game_lists.entries", "game_lists.keep", "register", "register.find_entries"},
    "webhook_schemas.py": {"store.query"},  # what waits at a webhook of the token itself
    "http_caching.py": {"register.age"},  # what is cached of the visible game depends on it
    "stream_messages.py": {"logs"},  # of the visible game
    "persons.py": {"register", "register.age"},  # whether a token is valid, and where a person may have a new seat
    "proofs.py": {
        *("logs.update", "logs.log", "logs.signed", "logs.state"),  # the visible game, up to its visible version
        # Entries without a game, and proofs of a note of a visible game.
        *("service_log.checkpoint", "service_log.checkpoint_over", "service_log.entries"),
        *("service_log.update", "service_log.keys"),
        "service_log.proof",
    },
    "export_job.py": {  # games whose visibility is checked before anything is written
        *("store.game_index.search", "store.game_index.head", "store.game_index.place_in"),
        "register",  # whether a token is valid
        "store",  # what is public of those games
    },
    "middleware.py": {"register", "store"},  # the holder of a token; the secret that signs the cookies of visitors
    "export_access.py": {"register", "store"},  # public data, else of visible games
    "pars.py": {"store", "store.find_entries"},  # of the visible game, once its end is public
    "statistics.py": {"game_lists.best", "statistics.is_hidden_seat"},  # public data
    "tokens.py": {"store.find_entries"},  # a token, by its digest
    # Commitments are public; games are named only if they are visible.
    "commitments.py": {"game_lists.unfinished", "register", "register.find_entries", "store"},
    "webhooks.py": {"store"},  # the key of the service
}
"""The only permitted uses that bypass the reader, by module."""


def uses_of(source: str) -> set[str]:
    """Return what a module uses of the members that hold games, as `store.position`."""
    found = set()
    tree = ast.parse(source)
    inner = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and id(node) not in inner:
            answer = ast.unparse(node)
            held = answer.replace("_context.", "context.").partition("context.")[2]
            if "(" not in answer and held.split(".")[0] in HOLDERS:
                found.add(held)
    return found


def test_modules_bypass_the_reader_only_as_listed():
    found = {path.name: uses_of(path.read_text("utf-8")) for path in MODULES}
    assert BYPASSES == {name: bypasses for name, bypasses in found.items() if bypasses}


@pytest.mark.parametrize(
    "planted",
    [
        "def leak(call): return call.context.store.record(call.args['game'])",
        "class Lobby:\n    def leak(self, game): return self._context.records.envelopes(game, 9)",
        "def leak(context, game):\n    with context.notifier: return context.tables.current(game).table",
    ],
)
def test_control_a_module_that_bypasses_the_reader_is_detected(planted):
    assert uses_of(planted)


# Checks at run time


READERS = (
    (GameStore, "envelopes"),
    (GameStore, "record"),
    *((RecordCache, name) for name in ("envelopes", "lines", "table", "position")),
    (TableCache, "current"),
)


class ReadGames:
    """The games that a request read, and those whose visibility it checked."""

    def __init__(self) -> None:
        self.read: set[str] = set()
        self.checked: set[str] = set()

    def unchecked(self, context: Context) -> set[str]:
        """Return the games that were read although neither they nor a fork of theirs was checked."""
        known = {holder for game in self.checked for holder, _ in context.store.lineage(game)}
        return self.read - known


@contextmanager
def recorded_reads(monkeypatch: pytest.MonkeyPatch) -> Iterator[ReadGames]:
    """Record every reading of events and every visibility check."""
    seen = ReadGames()
    with monkeypatch.context() as patch:
        for holder, name in READERS:
            patch.setattr(holder, name, _recording(getattr(holder, name), seen.read))
        patch.setattr(Reader, "sight", _recording(Reader.sight, seen.checked))

        def for_all(archive: LineageSource, game: str) -> bool:
            found = is_fully_public(archive, game)
            seen.checked |= {game} if found else set()
            return found

        patch.setattr(export_access, "is_fully_public", for_all)  # exports check no further if the game is public
        yield seen


def _recording(inner: Any, games: set[str]) -> Any:
    def outer(self: Any, game: str, *args: Any, **more: Any) -> Any:
        games.add(game)
        return inner(self, game, *args, **more)

    return outer


def unchecked_reads(
    api: Any, game_file: bytes, monkeypatch: pytest.MonkeyPatch, operations: Iterable[str] = POLICY
) -> dict[str, set[str]]:
    """Return the games that each of these operations read without a visibility check."""
    found: dict[str, set[str]] = {}
    read_only = api.match()
    for private in (True, False):
        api.match(spectator_delay={"events": 4}, private=private)
    for operation in operations:
        match = read_only if documented_operations()[operation][0] == "GET" else api.match()
        # Empties the caches.
        api.context.records.__init__(api.context.store)
        api.context.tables.__init__(api.context.store, api.context.records)
        tokens: list[str | None] = [None, match.seats[0], match.organiser, api.service]
        before = _games(api)
        with recorded_reads(monkeypatch) as seen:
            for token in tokens:
                answer_of_operation(api, operation, match, token, game_file)
        found[operation] = seen.unchecked(api.context) & before  # it may read what it has created itself
    return {operation: games for operation, games in found.items() if games}


def _games(api: Any) -> set[str]:
    return {game for (game,) in api.context.store._recorder.rows("SELECT game FROM games")}


def test_no_operation_reads_a_game_without_a_visibility_check(api, game_file, monkeypatch):
    assert unchecked_reads(api, game_file, monkeypatch) == {}


@pytest.mark.long
def test_control_an_operation_without_a_visibility_check_is_detected(api, game_file, monkeypatch):
    monkeypatch.setattr(Reader, "games_of_player", lambda self, name: set())
    inner = Reader.arrangement

    def curious(self: Reader, game: str) -> Any:
        for head in self._store.heads():
            self._store.envelopes(head.game)
        return inner(self, game)

    monkeypatch.setattr(Reader, "arrangement", curious)
    assert "get_game" in unchecked_reads(api, game_file, monkeypatch, ["get_game"])
