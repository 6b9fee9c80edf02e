"""The web processes of `haricot serve`."""

import multiprocessing
import os
import signal
import socket
import time
import urllib.error
import urllib.request
from itertools import islice
from threading import Event, Thread
from typing import Any, Final

import click
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server import MPServer

from domain.refusals import Misuse
from projections.summary import GameStatus
from service.cli.errors import flush_output
from service.cli.output import print_damaged, print_note
from service.cli.progress import progress_bar
from service.http.origins import allowed_hosts
from service.lifecycle.demo import DEMO_GAMES, write_demo_games
from service.ops.connections import raise_file_limit
from service.ops.process import STOP_SIGNALS, handle_signals, mark_as_parent
from service.ops.telemetry import share_metrics
from service.settings import Settings
from service.signing.key_file import key_path, require_key
from service.signing.restore_acceptance import accept_restored_store
from service.signing.rollback_guard import open_to_serve
from service.store.event_store import GameStore
from service.store.index.game_index_builder import INLINE_LINES_MAX
from service.store.location import url_of
from service.tournaments.demo_tournaments import DEMO_TOURNAMENTS, write_demo_tournaments
from service.wsgi import HOSTS, PORT, STORE, WORKERS

BACKLOG: Final = 4096
"""How many connections may wait to be accepted. A burst of connections must not be refused."""
HEAD_SECONDS: Final = 15
"""How long the head of a request may take to arrive, also that of the next request on an open connection."""
HEAD_BYTES_MAX: Final = 64 * 1024
STOP_SECONDS: Final = 10
START_SECONDS: Final = 60.0
ANNOUNCED_STATUSES: Final = {
    GameStatus.FINISHED: "replay",
    GameStatus.RUNNING: "watch live",
    GameStatus.IMPORTED: "audit",
}
"""The statuses whose newest game is announced, each with what a visitor may do there."""


class Supervisor(MPServer):
    """Starts the web processes, replaces those that end, and handles signals in a thread.

    The library's own handlers set an event that the main thread waits for. A signal that came while the event's lock
    was held blocked permanently, for example a stop while a web process ended.
    """

    def interrupt(self) -> None:
        """Stop the web processes and this process."""
        super().signal_handler_interrupt()  # type: ignore[no-untyped-call]  # the library has no types

    def reload(self) -> None:
        """Replace all web processes."""
        super().signal_handler_reload()  # type: ignore[no-untyped-call]  # the library has no types

    def _respawn_workers(self, *workers: Any, **options: Any) -> None:
        """Replace web processes. Check again for a signal that came just before the library cleared its event."""
        super()._respawn_workers(*workers, **options)
        if self.interrupt_signal or self.reload_signal:
            self.main_loop_interrupt.set()

    def signal_handler_interrupt(self, *_: object, **__: object) -> None:
        """Do nothing in the main thread."""

    def signal_handler_reload(self, *_: object, **__: object) -> None:
        """Do nothing in the main thread."""


def serve(settings: Settings, *, demo: bool, accept_restore: bool = False) -> None:
    """Serve the games of a store until a signal ends it. Raises Misuse if it cannot listen on the port."""
    _require_free_port(settings.host, settings.port)
    with open_to_serve(settings.store, print_note, Event()) as store:
        if store.suspended is not None:
            _report_rollback(store, accept_restore=accept_restore)
        if store.writable:
            require_key(store, print_note)
        if demo and store.writable and not store.position():
            with progress_bar(DEMO_GAMES + DEMO_TOURNAMENTS, "laying out demo games") as advance:
                write_demo_games(store, advance)
                write_demo_tournaments(store, advance)
        if (missing := store.game_index.missing_count()) > INLINE_LINES_MAX:
            announced = []
            print_note(f"making the index of {missing} games; lists wait for it, and /readyz shows the progress")
        else:
            announced = [
                (status, game)
                for status in ANNOUNCED_STATUSES
                for game in islice(store.game_index.games_of_status(status), 1)
            ]
            print_damaged(store.game_index.faults(), "is damaged, and left out")
    _run_web_processes(settings, announced)


def _report_rollback(store: GameStore, *, accept_restore: bool) -> None:
    """Report a store that was rolled back to an older state. Accept it if the operator asked for that."""
    if accept_restore:
        accept_restored_store(store, key_path())
        click.echo("haricot: the store is older than its signatures; accepted, and logged", err=True)
    else:
        click.echo(f"haricot: {store.suspended}. Until then it is served for reading only", err=True)


def _require_free_port(host: str, port: int) -> None:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        message = f"cannot listen at {host}:{port}: {error.strerror or error}"
        raise Misuse(f"{message}. Choose another with --port or --host") from error


def _run_web_processes(settings: Settings, games: list[tuple[GameStatus, str]]) -> None:
    host, port, connections = settings.host, settings.port, raise_file_limit()
    os.environ[HOSTS] = ",".join(allowed_hosts(host, settings))
    os.environ[STORE], os.environ[PORT] = url_of(settings.store), str(port)
    os.environ[WORKERS] = str(settings.workers)
    mark_as_parent()
    if settings.workers > 1:
        # The metrics library reads on import whether several processes share its metrics.
        multiprocessing.set_start_method("spawn", force=True)
        share_metrics()
    server = Supervisor(
        "service.wsgi:application",
        address=host,
        port=port,
        interface=Interfaces.RSGI,
        factory=True,
        workers=settings.workers,
        http=HTTPModes.http1,  # the other version keeps silent connections open
        http1_settings=HTTP1Settings(header_read_timeout=1000 * HEAD_SECONDS, max_buffer_size=HEAD_BYTES_MAX),
        backpressure=connections,  # the limit counts connections, most of which are idle
        backlog=BACKLOG,
        respawn_failed_workers=True,
        workers_kill_timeout=STOP_SECONDS,
        log_enabled=False,
    )
    host_in_url = f"[{host}]" if ":" in host else host
    Thread(target=_announce, args=(f"http://{host_in_url}:{port}", games), daemon=True).start()
    handle_signals({**dict.fromkeys(STOP_SIGNALS, server.interrupt), signal.SIGHUP: server.reload})
    server.serve()


def _announce(address: str, games: list[tuple[GameStatus, str]]) -> None:
    """Print the addresses as soon as the service answers."""
    deadline = time.monotonic() + START_SECONDS
    while not _is_alive(address):
        if time.monotonic() > deadline:
            click.echo("haricot: the service does not start; `haricot doctor` finds the cause", err=True)
            return
        time.sleep(0.05)
    pages = [("lobby", "/"), *((ANNOUNCED_STATUSES[status], f"/games/{game}") for status, game in games)]
    pages += [
        ("tournaments", "/tournaments"),
        ("rulebooks", "/rules"),
        ("ask the arbiter", "/adjudicate"),
        ("API", "/docs"),
        ("health", "/readyz"),
    ]
    click.echo(f"Haricot serves at {address}; stop it with Ctrl-C.")
    for name, path in pages:
        click.echo(f"  {name:<16}{address}{path}")
    flush_output()


def _is_alive(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False
