"""`haricot audit`: checks the moves, the deal and the record of games."""

import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import click

from domain.refusals import Misuse
from domain.remedies import Book
from replay.alternative_rules import RulesDifference, parse_alternative_rules
from service.cli.judge.audit_jobs import JOBS_MAX, audit_games
from service.cli.judge.game_audit import AuditOptions
from service.cli.judge.verdict_details import print_verdict_details
from service.cli.options import RenamedOption, json_option, lang_option, store_option
from service.cli.output import print_json, print_utf8
from service.cli.remedies import book_option
from service.signing.rollback_guard import open_to_read
from service.store.event_store import GameStore
from service.store.location import Location

VERDICTS: Final = ("clean", "legal", "irregular", "corrupt")
"""The verdicts of an audit, the best first."""


@click.command("audit")
@click.argument("games", nargs=-1, metavar="GAME...")
@click.option("--all", "every", is_flag=True, help="Audit every game in the store.")
@click.option("--at", type=int, metavar="N", help="Print only the verdict on event N.")
@click.option("--explain", is_flag=True, help="With --at: also print the facts, what else was legal, and the effect.")
@click.option("--event", type=int, hidden=True, help="The former name of --at N --explain.")
@click.option("--strict", is_flag=True, help="Exit with code 0 only for clean games, in which everything is proved.")
@click.option(
    "--ruleset",
    "under",
    cls=RenamedOption,
    former_names=["--under"],
    metavar="RULES",
    help="Also judge by other rules: a version, or EDITION:option=value,...",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, JOBS_MAX),
    show_default="one for each core, and for 50 games",
    help="How many processes audit at once.",
)
@lang_option
@book_option
@store_option
@json_option
def audit_command(
    games: tuple[str, ...],
    every: bool,
    at: int | None,
    explain: bool,
    event: int | None,
    strict: bool,
    under: str | None,
    jobs: int | None,
    lang: str,
    book: Book,
    location: Location,
    as_json: bool,
) -> None:
    """Check the moves, the deal and the record of games.

    It decides every command again and compares every event, with its clause. Each game is judged by the rules that it
    was played under. A game is clean if everything is proved. It is legal if there is no fault but something is
    unproved. Otherwise it is irregular or corrupt. Exit code 0 for clean and legal games, 1 if something is wrong.

    \b
    Examples:
      haricot audit classic-4-7-0001
      haricot audit game.haricot.jsonl --at 231
      haricot audit classic-4-7-0001 --at 231 --explain
      haricot audit --all --strict --json
      haricot audit --all --jobs 4
      haricot audit classic-4-7-0001 --ruleset 2
      haricot audit --all --ruleset classic:bean_protection=off
    """
    if every == bool(games):
        raise Misuse("name the games to audit, or --all")
    if explain or event is not None:
        if at is not None and event is not None:
            raise Misuse("--event is the former name of --at N --explain: give one of them")
        explained = at if event is None else event
        if explained is None or len(games) != 1 or under is not None:
            raise Misuse("--explain needs one GAME and --at N, without --all and --ruleset")
        sys.exit(print_verdict_details(games[0], explained, location, lang, book, as_json=as_json))
    verdict_counts: Counter[str] = Counter()
    differences: list[RulesDifference] = []
    names = _games_to_audit(location, under) if every else games
    options = AuditOptions(location=location, stored=every, lang=lang, book=book, at=at, under=under, as_json=as_json)
    for game_audit in audit_games(names, options, jobs):
        verdict_counts[game_audit.verdict] += 1
        differences.append(game_audit.difference)
        for line in game_audit.lines:
            (print_utf8 if as_json else click.echo)(line)
    if every or verdict_counts.total() > 1:
        summary = {verdict: verdict_counts[verdict] for verdict in VERDICTS}
        differences_sum = {} if under is None else {"under": _sum_differences(under, differences)}
        if as_json:
            print_json({"games": verdict_counts.total(), **summary, **differences_sum})
        else:
            click.echo(
                f"{verdict_counts.total()} games: " + ", ".join(f"{n} {verdict}" for verdict, n in summary.items())
            )
    if under is not None and not as_json:
        _print_differences(_sum_differences(under, differences), len(differences))
    good = verdict_counts["clean"] + (0 if strict else verdict_counts["legal"])
    sys.exit(0 if good == verdict_counts.total() else 1)


def _games_to_audit(location: Location, under: str | None) -> list[str]:
    """Return the ids of all stored games, or of those to which these other rules apply."""
    with open_to_read(location) as store:
        stored_games = list(store.game_index.games())
        if under is None:
            return stored_games
        other_rules = parse_alternative_rules(under)
        return [game for game in stored_games if other_rules.applies_to(_edition(store, game))]


def _sum_differences(under: str, differences: Sequence[RulesDifference]) -> dict[str, Any]:
    """Count the games, events, scores and winners that other rules would change."""
    return {
        "rules": under,
        "otherwise": sum(one.events > 0 for one in differences),
        "events": sum(one.events for one in differences),
        "scores": sum(one.scores for one in differences),
        "winners": sum(one.winners for one in differences),
    }


def _print_differences(sums: dict[str, Any], games: int) -> None:
    click.echo(
        f"judged by {sums['rules']}: {sums['otherwise']} of {games} games would have gone otherwise, "
        f"at {sums['events']} events; scores change in {sums['scores']}, winners in {sums['winners']}. "
        "Nothing is rewritten."
    )


def _edition(store: GameStore, game: str) -> str:
    head = store.game_index.head(game)
    return "" if head is None else head.edition
