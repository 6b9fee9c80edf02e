"""The long check: random whole games of every edition, player count and option value.

python -m tests.soak --games 2000
python -m tests.soak --edition classic --players 4 --option trade_coins=true --seed 17 --games 1
"""

import argparse
import multiprocessing
import sys
import time
import traceback
from itertools import cycle, islice

from domain.visibility import Option
from tests.random_games import check_game, tables_to_play

Case = tuple[str, int, dict[str, Option], int]


def run(case: Case) -> tuple[Case, int, str | None]:
    """One game: its number of events, and what went wrong."""
    try:
        return case, check_game(*case[:4], thorough=case[3] % 10 == 0).version, None
    except Exception:  # noqa: BLE001  # whatever it was, the seed is worth more than the stack
        return case, 0, traceback.format_exc()


def again(case: Case) -> str:
    """The command that plays this very game again."""
    edition, players, options, seed = case
    chosen = "".join(f" --option {name}={str(value).lower()}" for name, value in options.items())
    return f"python -m tests.soak --edition {edition} --players {players}{chosen} --seed {seed} --games 1"


def main() -> int:
    """Plays the games in as many processes as there are cores; 1 when one of them broke."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", action="append")
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[])
    asked = parser.parse_args()
    chosen = dict(_option(text) for text in asked.option)
    tables = [
        (edition, players, options)
        for edition, players, options in tables_to_play(asked.edition)
        if asked.players in (None, players) and (not chosen or options == chosen)
    ]
    if not tables:
        sys.exit("no such table: see `haricot rules EDITION --options`")
    if asked.games == 1:
        tables = tables[:1]
    cases = [
        (*table, asked.seed + index // len(tables)) for index, table in enumerate(islice(cycle(tables), asked.games))
    ]
    started, events = time.perf_counter(), 0
    with multiprocessing.Pool() as pool:
        for done, (case, count, wrong) in enumerate(pool.imap_unordered(run, cases, chunksize=4), 1):
            events += count
            if wrong is not None:
                print(f"{wrong}\nPlay it again: {again(case)}", file=sys.stderr)
                return 1
            if done % 500 == 0:
                print(
                    f"{done} of {len(cases)} games, {events} events, {time.perf_counter() - started:.0f} s", flush=True
                )
    print(f"{len(cases)} games at {len(tables)} tables, {events} events: nothing broken")
    return 0


def _option(text: str) -> tuple[str, Option]:
    name, _, value = text.partition("=")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.isdigit() else value


if __name__ == "__main__":
    sys.exit(main())
