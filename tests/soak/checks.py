"""The reliability checks that can run for long: what each counts, and its long count."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]


class Check(NamedTuple):
    """Tests that repeat something as often as a variable says; `long` is the default count of a long run.

    `spread`: they are many independent tests, which run on all cores.
    """

    name: str
    variable: str
    long: int
    says: str
    files: tuple[str, ...]
    spread: bool

    def __str__(self) -> str:
        return f"  {self.name:<15} {self.long:>9,}  {self.says} ({self.variable})"


def _check(name: str, variable: str, long: int, says: str, *files: str, spread: bool = False) -> Check:
    return Check(name, f"HARICOT_{variable}", long, says, tuple(f"tests/service/{file}" for file in files), spread)


CHECKS: Final = {
    check.name: check
    for check in (
        _check(
            "kills",
            "KILLS",
            10_000,
            "processes killed while they write",
            "store/test_crash.py",
            "store/postgres/test_kills.py",
        ),
        _check("stops", "STOPS", 1_000, "stops of PostgreSQL under a store", "store/postgres/test_kills.py"),
        _check("power", "POWER_CUTS", 1_000_000, "states of a disk whose power was cut", "store/test_power_cut.py"),
        _check(
            "webhooks",
            "WEBHOOK_KILLS",
            300,
            "deaths of servers and receivers, on each kind of store, while webhooks are sent",
            "served/test_webhooks_under_kills.py",
        ),
        _check(
            "feed",
            "FEED_KILLS",
            300,
            "deaths of servers, on each kind of store, while the feed is followed",
            "served/test_feed_under_kills.py",
        ),
        _check(
            "signers",
            "SIGNER_KILLS",
            300,
            "deaths of servers and simulations that sign, on each kind of store",
            "served/test_signing_under_kills.py",
        ),
        _check(
            "tournaments",
            "TOURNAMENT_KILLS",
            300,
            "deaths of servers, on each kind of store, while tournaments are directed",
            "served/test_tournaments_under_kills.py",
        ),
        _check("cuts", "CUTS", 100_000, "commands over a line that cuts replies", "served/test_cut_replies.py"),
        _check("races", "RACES", 10_000, "rounds of writers", "served/test_races.py", "store/postgres/test_tailing.py"),
        _check("streams", "STREAMS", 1_000, "streams open at once", "served/test_streams_live.py"),
        _check(
            "slow",
            "SLOW",
            5_000,
            "subscribers that do not read, with their memory",
            "served/test_slow_readers.py",
        ),
        _check("vanish", "VANISHED", 100_000, "subscribers that disconnect", "served/test_slow_readers.py"),
        _check("bursts", "BURSTS", 200, "stops in the middle of a burst of commands", "served/test_shutdown.py"),
        _check("fuzz", "FUZZ_EXAMPLES", 10_000, "odd requests to each operation", "api/test_fuzz.py"),
        _check("faults", "FAULT_EXAMPLES", 10_000, "the same while the store fails", "api/test_fuzz_faults.py"),
        _check("crowds", "CROWD", 5_000, "connections that say half of something", "served/test_idle_connections.py"),
        _check("abuse", "ABUSES", 100, "times each abuse of a server", "served/test_abuse.py"),
        _check("moods", "MOODS", 10_000, "faults of Redis", "queries/test_redis_faults.py"),
        _check("together", "TOGETHER", 1_000, "games at several servers", "served/test_fleet_under_kills.py"),
        _check(
            "play",
            "PLAYED",
            15,
            "whole games played in a browser, by mouse, finger and keyboard",
            "web/test_whole_games.py",
        ),
        _check("layouts", "LAYOUTS", 54, "visits of pages, each in windows of all sizes", "web/test_layout.py"),
        _check("restores", "RESTORES", 1_000, "backups made meanwhile and restored", "store/test_backup.py"),
        _check(
            "foreign",
            "FOREIGN",
            20_000,
            "game files with planted faults",
            "../replay/test_foreign_records.py",
            "api/test_mutated_files.py",
        ),
        _check(
            "backs",
            "BACKS",
            100,
            "games of each edition with what is known of backs",
            "../projections/test_known_hand_cards.py",
            "../projections/test_known_card_twins.py",
        ),
        _check(
            "twins",
            "TWINS",
            100,
            "games of each kind with a twin that answers alike after each event",
            "api/test_game_twins.py",
            spread=True,
        ),
        _check(
            "bundles",
            "BUNDLES",
            20_000,
            "attacks on audit bundles, for each of three verifiers",
            "../replay/proofs/test_attacks.py",
            "../web/test_verifier.py",
        ),
        _check(
            "edits",
            "EDITS",
            100_000,
            "edits of the rows of signed games",
            "signing/test_row_edits.py",
            spread=True,
        ),
        _check(
            "shuffles",
            "SHUFFLES",
            10_000_000,
            "shuffles, none of whose orders is likelier than another",
            "../replay/proofs/test_fair_shuffles.py",
        ),
        _check(
            "forged",
            "TAMPERED",
            500,
            "games, each tampered with in every way",
            "../replay/test_many_forgeries.py",
            spread=True,
        ),
        _check(
            "openings",
            "OPENINGS",
            20_000,
            "tournaments with random acts before the deal",
            "../replay/test_random_openings.py",
        ),
        _check(
            "forks",
            "FORKS",
            1_000,
            "games, forked at each of their events",
            "../replay/test_many_forks.py",
            spread=True,
        ),
        _check("redeals", "REDEALS", 100, "games of each kind, redealt", "../replay/test_redeal.py", spread=True),
        _check(
            "notation",
            "NOTATION",
            10_000,
            "games to paper and back",
            "../replay/notation/test_paper_games.py",
            spread=True,
        ),
        _check(
            "trips",
            "TRIPS",
            2_000,
            "games whose file, positions, moves and sheets are read back",
            "test_round_trips.py",
            spread=True,
        ),
        _check(
            "hall", "HALL", 100, "clients behind one address that watch, follow and play", "web/test_shared_address.py"
        ),
        _check(
            "tournament_hall",
            "TOURNAMENT_HALL",
            500,
            "players of a round, five at a table, with spectators behind one address and kills",
            "served/test_tournament_hall.py",
        ),
        _check("overlays", "OVERLAYS", 200, "overlays of five tables that bots play", "served/test_overlays.py"),
        _check(
            "seating",
            "SEATINGS",
            1_980,
            "plans of heats, and a Swiss tournament of 500",
            "../domain/tournaments/test_seating.py",
        ),
        _check(
            "luck",
            "LUCK_GAMES",
            250,
            "games of each edition and size, whose luck says how many rounds are needed",
            "../domain/tournaments/test_rounds_needed.py",
        ),
        _check(
            "par",
            "PAR_DEALS",
            200,
            "deals of each edition and size, for what par explains and what turn order is worth",
            "lifecycle/test_par.py",
        ),
        _check("disk", "FILLINGS", 1_000, "times a disk fills up", "served/test_full_disk.py"),
    )
}


NO_LIMIT: Final = ("-o", "timeout=0", "-o", "faulthandler_timeout=0")
"""Options without a timeout, for runs of hours."""


def run_check(name: str, count: int | None = None, *more: str) -> int:
    """Run the tests of a check with this count and these options; return the exit code of pytest."""
    check = CHECKS[name]
    environment = {**os.environ, check.variable: str(check.long if count is None else count)}
    spread = ["-n", str(os.cpu_count())] if check.spread else []
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--long",
        "-q",
        "-x",
        "-p",
        "no:cacheprovider",
        *NO_LIMIT,
        *spread,
        *check.files,
    ]
    return subprocess.run([*command, *more], cwd=ROOT, env=environment, check=False).returncode
