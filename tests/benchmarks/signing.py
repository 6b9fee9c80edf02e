"""What signing costs: the same games at the service as it is, without a signer, without logs of games."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from service import wsgi
from service.cli import main
from service.signing.log_service import LogService
from service.store.entries.signing_entries import LogCheckpoint, LoggedNote, own_rows
from service.store.event_store import open_store
from service.store.queries import INT64_MAX
from tests.benchmarks.cores import CLIENTS, SERVER, on_core, processor_seconds
from tests.benchmarks.figure import Figure, percentile
from tests.benchmarks.scripts import SEATS, closed_loop, scripted, serving

ROUNDS: Final = 5
GAMES: Final = (1, 32)
SECONDS_MAX: Final = 120.0
"""Each game is played to its end: so many seconds are never needed."""
QUIET_SECONDS: Final = 1.5
"""Who has used next to nothing for so long has nothing left to sign but what waits for its minute."""
QUIET_SHARE: Final = 0.05
AS_IT_IS: Final = "signed"
UNSIGNED: Final = "not signed"
BARE: Final = "without logs"
"""No signer, and no command or message tells of a log: what the service would be that had never heard of proofs."""
KINDS: Final = (AS_IT_IS, UNSIGNED, BARE)


class Priced(NamedTuple):
    """Commands a second, milliseconds that one takes, and those of a core that it costs, also after its answer."""

    rate: float
    p50: float
    p99: float
    cost: float


def figures() -> Iterator[Figure]:
    """One game alone and 32 at once, whole games, in turns; what is signed after the last answer is counted too."""
    for games in GAMES:
        rounds = [{kind: _round(kind, games, number) for kind in _turned(number)} for number in range(ROUNDS)]
        ours, bare, unsigned = ([played[kind] for played in rounds] for kind in (AS_IT_IS, BARE, UNSIGNED))
        name = f"signing, {games} games x {SEATS} followed seats"
        yield from _beside(name, ours, bare, BARE, ("<= 1.2x", ">= 0.83x"))
        yield from _beside(f"{name}, the signer alone", ours, unsigned, UNSIGNED)


def _beside(
    name: str, ours: list[Priced], others: list[Priced], peer: str, goals: tuple[str, str] = ("", "")
) -> Iterator[Figure]:
    for what, unit, field, goal in (
        ("processor of the server, a command", "ms", "cost", goals[0]),
        ("durable commands", "1/s", "rate", goals[1]),
        ("acknowledged, p50", "ms", "p50", ""),
        ("acknowledged, p99", "ms", "p99", ""),
    ):
        values, beside = ([getattr(played, field) for played in side] for side in (ours, others))
        yield Figure(f"{name}, {what}", unit, values, goal, beside, peer)


def _turned(number: int) -> tuple[str, ...]:
    """Who plays first in a round: each in its turn, as machines grow slower or faster meanwhile."""
    first = number % len(KINDS)
    return KINDS[first:] + KINDS[:first]


def _round(kind: str, games: int, number: int) -> Priced:
    with tempfile.TemporaryDirectory() as folder:
        with open_store(Path(folder)) as store:
            scripts = [scripted(store, f"bench-{number}-{game}") for game in range(games)]
        run = f"from tests.benchmarks.signing import serve_as; serve_as({kind!r})"
        with on_core(SERVER), serving(Path(folder), run=run) as (port, server), on_core(CLIENTS):
            used = processor_seconds(server.pid)
            played = closed_loop(port, server.pid, scripts, SECONDS_MAX, whole=True)
            used = _when_quiet(server.pid) - used
        _require_signed(kind, Path(folder), [script.game for script in scripts])
    count = len(played.times)
    assert count == sum(len(script.commands) for script in scripts)
    late = [percentile(played.times, share) * 1000 for share in (0.5, 0.99)]
    return Priced(count / played.seconds, late[0], late[1], used / count * 1000)


def _when_quiet(server: int) -> float:
    """What a server has used when it has nothing left to do, in seconds of a core."""
    used = processor_seconds(server)
    while True:
        time.sleep(QUIET_SECONDS)
        before, used = used, processor_seconds(server)
        if used - before <= QUIET_SHARE * QUIET_SECONDS:
            return before


def _require_signed(kind: str, folder: Path, games: list[str]) -> None:
    """AssertionError unless each game was signed to its end, or nothing at all: a round measures what it says."""
    with open_store(folder) as store:
        for game in games:
            notes, events = store.find_entries(LoggedNote, log=game), len(store.query(own_rows, game, INT64_MAX))
            assert [note.size for note in notes[-1:]] == ([events] if kind == AS_IT_IS else []), (kind, game)
        assert (store.last_entry(LogCheckpoint) is not None) == (kind == AS_IT_IS)


def serve_as(kind: str) -> None:
    """`haricot serve` as it is, or with what this kind does not do taken out of it."""
    if kind != AS_IT_IS:
        wsgi.SigningWorker.start = lambda *_: None  # type: ignore[method-assign]  # taken out, not replaced
    if kind == BARE:
        LogService._cached_log = lambda *_: None  # type: ignore[method-assign]  # no game has a log
    main(prog_name="haricot")
