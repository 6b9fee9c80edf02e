"""The checks of `haricot doctor`: the installation, its settings, its store, its Redis."""

import os
import platform
import shutil
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from domain.editions import EDITIONS
from domain.refusals import HaricotError
from replay.codec import time_text
from service.cli.judge.game_audit import audit_stored_game
from service.cli.progress import progress_bar
from service.cli.run.config import default_store_folder
from service.ops.clock import now_ms
from service.ops.redis_client import redis_checks
from service.ops.settings_report import report_settings, unknown_settings
from service.plugins import Plugin, load_plugins
from service.settings import default_location
from service.signing.key_check import key_check
from service.signing.rollback_guard import open_to_read
from service.signing.row_verification import AlteredLog
from service.signing.tamper_check import signed_or_stored_tournaments, verify_tournament
from service.signing.transparency_log import TransparencyLog
from service.store.archive.digest import open_snapshot
from service.store.archive.integrity_check import check_games
from service.store.errors import NoStoreYet
from service.store.event_store import GameStore
from service.store.location import Location, nearest_existing
from service.store.recorder import Check

PYTHON_LEAST = (3, 11)
PACKAGES = ("haricot", "eventsourcing", "flask", "granian", "marshmallow", "msgspec", "redis")
FREE_BYTES_LEAST: Final = 200_000_000
FREE_SHARE_LEAST: Final = 0.05
EARLIEST_NOW_MS: Final = 1_767_225_600_000
"""The first day of 2026, in milliseconds since 1970. A correct clock shows a later time."""
LAG_MS_MAX: Final = 60_000
"""How far the clock may be behind the last event that was played here."""


def checks(given_location: Location | None, *, full: bool) -> Iterator[Check]:
    """Yield all checks, for the store at this location or the default one. With `full`, every game is checked."""
    yield "python", sys.version_info >= PYTHON_LEAST, f"Python {platform.python_version()}"
    yield _packages()
    plugins = load_plugins()
    yield "rulebooks", True, ", ".join(f"{e.data.key} ({len(e.data.clauses)} clauses)" for e in EDITIONS.values())
    yield from _plugins(plugins)
    yield from _settings()
    try:
        location = default_location() if given_location is None else given_location
    except HaricotError:
        yield "store", False, "HARICOT_STORE does not say where it is"
    else:
        if isinstance(location, Path):
            yield _disk(location)
        yield from _store(location, full)
    yield from _redis()


def _packages() -> Check:
    versions, complete = [], True
    for name in PACKAGES:
        try:
            versions.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            versions.append(f"{name} is not installed: `make install`")
            complete = False
    return "packages", complete, ", ".join(versions)


def _plugins(plugins: Sequence[Plugin]) -> Iterator[Check]:
    """Yield a check for each edition or bot of another package that was left out, and one for all others."""
    for plugin in plugins:
        if plugin.wrong:
            yield (
                plugin.what,
                False,
                f"{plugin.name} of {plugin.distribution} {plugin.version} is left out: {plugin.wrong}",
            )
    loaded = [str(plugin) for plugin in plugins if not plugin.wrong]
    yield "outside", True, ", ".join(loaded) or "no editions or bots of other packages"


def _settings() -> Iterator[Check]:
    settings, unknown = list(report_settings({}, default_store_folder())), unknown_settings()
    wrong = [line for line in (*settings, *unknown) if line.wrong]
    for line in wrong:
        yield "settings", False, f"{line.name} is {'wrong' if line in settings else 'not known'}: {line.wrong}"
    if not wrong:
        chosen = sum(line.source == "environment" for line in settings)
        summary = f"{chosen} of {len(settings)} are set; `haricot config show` lists them"
        others = f"; not known: {', '.join(line.name for line in unknown)}" if unknown else ""
        yield "settings", True, summary + others


def _store(location: Location, full: bool) -> Iterator[Check]:
    try:
        with open_to_read(location) as store:
            yield from store.checks(full=full)
            yield _clock(store)
            yield key_check(store, location)
            if full:
                yield from _audits(store)
                yield from _tournaments(store)
        with open_snapshot(location) as snapshot:
            yield from check_games(snapshot, location, progress_bar, full=full)
    except NoStoreYet as error:
        yield "store", True, str(error)
    except HaricotError as error:
        yield "store", False, str(error)


def _audits(store: GameStore) -> Iterator[Check]:
    """Audit every game as `haricot audit --all` does. A game is damaged if its audit is corrupt."""
    games, corrupt, log = list(store.game_index.games()), 0, TransparencyLog(store)
    with progress_bar(len(games), "auditing") as advance:
        for game in games:
            audit, _ = audit_stored_game(store, game, None, log)
            if audit.verdict == "corrupt":
                corrupt += 1
                yield (
                    "audit",
                    False,
                    f"{game} is corrupt: `haricot audit {game}` says where, and a backup can be restored",
                )
            advance()
    if not corrupt:
        yield "audit", True, f"none of {len(games)} games is corrupt"


def _tournaments(store: GameStore) -> Iterator[Check]:
    """Compare the events of every tournament with its signatures."""
    tournaments, altered = signed_or_stored_tournaments(store), 0
    for tournament in tournaments:
        try:
            verify_tournament(store, tournament)
        except AlteredLog as fault:
            altered += 1
            yield "tournaments", False, f"{tournament} is not as it was signed: {fault}; a backup can be restored"
    if tournaments and not altered:
        yield "tournaments", True, f"all {len(tournaments)} tournaments are as they were signed"


def _clock(store: GameStore) -> Check:
    """Check the clock against a fixed day, then against the last event that was played here."""
    now = now_ms()
    time = f"it is {time_text(now)}"
    if now < EARLIEST_NOW_MS:
        return "clock", False, f"{time}: set the clock"
    for _, game, last in store.envelopes_since(max(store.position() - 1, 0)):
        row = store.game_row(game)
        if last and row and row.origin == "played" and last.at > now + LAG_MS_MAX:
            return (
                "clock",
                False,
                f"{time}, but event {last.n} of {game} is of {time_text(last.at)}: set the clock",
            )
    return "clock", True, time


def _disk(folder: Path) -> Check:
    """Check that the disk of this folder has room left."""
    try:
        total, _, free = shutil.disk_usage(nearest_existing(folder))
    except OSError as error:
        return "disk", False, f"{folder}: {error.strerror or error}"
    enough = free >= FREE_BYTES_LEAST and free >= FREE_SHARE_LEAST * total
    room = f"{free / 1e9:.1f} GB of {total / 1e9:.1f} GB are free"
    return "disk", enough, room if enough else f"{room}: make room before games can no longer be written"


def _redis() -> Iterator[Check]:
    url = os.environ.get("HARICOT_REDIS_URL")
    if url and not any(line.wrong for line in report_settings({}, {}) if line.name == "HARICOT_REDIS_URL"):
        yield from redis_checks(url)
