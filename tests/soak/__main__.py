"""The long checks: random games by default, or one of the reliability checks with its own count.

python -m tests.soak --games 2000
python -m tests.soak --edition classic --players 4 --option trade_coins=true --seed 17 --games 1
python -m tests.soak --check power --count 1000000
"""

import argparse
import sys
import time

from domain.visibility import Option
from tests.soak.checks import CHECKS, run_check
from tests.soak.games import play
from tests.soak.results import append


def main() -> int:
    """Run the requested long check, and append it to results.md; return 1 if it failed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.soak",
        description=__doc__.splitlines()[0],
        epilog="\n".join(["checks:", *map(str, CHECKS.values())]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--games", type=int, default=2000, help="how many games are played")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", action="append")
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--check", choices=CHECKS, metavar="CHECK", help="one of the checks below, instead of games")
    parser.add_argument("--count", type=int, help="how often, by default as often as it says below")
    asked = parser.parse_args()
    began = time.monotonic()
    if asked.check is not None:
        name, count = asked.check, CHECKS[asked.check].long if asked.count is None else asked.count
        code = run_check(name, count)
    else:
        name, count, chosen = "games", asked.games, dict(_option(text) for text in asked.option)
        code = play(count, seed=asked.seed, editions=asked.edition, players=asked.players, options=chosen)
    sys.stdout.write(append(name, count, code, time.monotonic() - began))
    return code


def _option(text: str) -> tuple[str, Option]:
    name, _, value = text.partition("=")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.isdigit() else value


if __name__ == "__main__":
    sys.exit(main())
