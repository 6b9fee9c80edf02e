"""Random whole games of every edition, player count and option value, in as many processes as there are cores."""

import multiprocessing
import sys
import time
import traceback
from itertools import cycle, islice

from domain.visibility import Option
from tests.random_games import check_game, tables_to_play

Case = tuple[str, int, dict[str, Option], int]


def run(case: Case) -> tuple[Case, int, str | None]:
    """Play one game; return its case, its number of events, and the traceback of a failure."""
    try:
        return case, check_game(*case[:4], thorough=case[3] % 10 == 0).version, None
    except Exception:  # noqa: BLE001  # any failure is reported with its seed
        return case, 0, traceback.format_exc()


def again(case: Case) -> str:
    """Return the command that plays this game again."""
    edition, players, options, seed = case
    chosen = "".join(f" --option {name}={str(value).lower()}" for name, value in options.items())
    return f"python -m tests.soak --edition {edition} --players {players}{chosen} --seed {seed} --games 1"


def play(
    games: int,
    *,
    seed: int = 1,
    editions: list[str] | None = None,
    players: int | None = None,
    options: dict[str, Option] | None = None,
) -> int:
    """Play this many games, at all tables or the chosen ones; return 1 if one failed."""
    tables = [table for table in tables_to_play(editions) if players in (None, table[1])]
    tables = [table for table in tables if not options or table[2] == options]
    if not tables:
        sys.exit("no such table: see `haricot rules EDITION --options`")
    if games == 1:
        tables = tables[:1]
    cases = [(*table, seed + index // len(tables)) for index, table in enumerate(islice(cycle(tables), games))]
    started, events = time.perf_counter(), 0
    with multiprocessing.Pool() as pool:
        for done, (case, count, wrong) in enumerate(pool.imap_unordered(run, cases, chunksize=4), 1):
            events += count
            if wrong is not None:
                print(f"{wrong}\nPlay it again: {again(case)}", file=sys.stderr)
                return 1
            if done % 500 == 0:
                seconds = time.perf_counter() - started
                print(f"{done} of {len(cases)} games, {events} events, {seconds:.0f} s", flush=True)
    print(f"{len(cases)} games at {len(tables)} tables, {events} events: nothing broken")
    return 0
