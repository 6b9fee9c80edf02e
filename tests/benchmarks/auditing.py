"""The figures of `haricot audit --all`: processor of a game, beside deciding its commands again and nothing else."""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from replay.audit import audit
from service.cli.judge.game_audit import audit_stored_game
from service.signing.rollback_guard import open_to_read
from service.signing.transparency_log import TransparencyLog
from service.store.event_store import GameStore
from tests.benchmarks.figure import Figure
from tests.service.command_line import PROGRAM

ROUNDS = 3
GAMES = 40
JOBS = (1, 2)


def figures() -> Iterator[Figure]:
    """A store of signed games, 4 seats and some 690 events each."""
    with tempfile.TemporaryDirectory() as folder:
        data = ("--data", folder)
        _processor_ms("simulate", "--players", "4", "--games", str(GAMES), "--seed", "7", *data)
        with open_to_read(Path(folder)) as store:
            yield from _of_games(store)
        for jobs in JOBS:
            rounds = [_processor_ms("audit", "--all", "--jobs", str(jobs), *data) / GAMES for _ in range(ROUNDS)]
            yield Figure(f"audit --all --jobs {jobs}, with its start, processor of a game", "ms", rounds, "")


def _of_games(store: GameStore) -> Iterator[Figure]:
    log, games = TransparencyLog(store), list(store.game_index.games())
    records = {game: store.record(game) for game in games}
    whole: list[float] = []
    rules: list[float] = []
    for _ in range(ROUNDS + 1):
        for times, work in (
            (whole, lambda game: audit_stored_game(store, game, None, log)),
            (rules, lambda game: audit(records[game])),
        ):
            began = time.process_time()
            for game in games:
                work(game)
            times.append((time.process_time() - began) * 1000 / len(games))
    yield Figure("audit of a stored game, processor", "ms", whole[1:], "<= 25", rules[1:], "rules and deal alone")


def _processor_ms(*arguments: str) -> float:
    """Milliseconds of the processor that a command and its processes take."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", PROGRAM, *arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000
