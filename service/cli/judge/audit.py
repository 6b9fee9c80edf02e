"""`haricot audit`: checks the moves, the deal and the record of games."""

import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import click

from domain.refusals import Misuse
from domain.remedies import Book
from replay.alternative_rules import RulesDifference, parse_alternative_rules
from service.cli.judge.audit_jobs import JOBS_MAX, printed_audits
from service.cli.judge.game_audit import AuditOptions
from service.cli.judge.verdict_details import print_verdict_details
from service.cli.options import RenamedOption, json_option, lang_option, store_option
from service.cli.output import print_json, print_utf8
from service.cli.remedies import book_option
from service.signing.rollback_guard import open_to_read
from service.store.event_store import GameStore
from service.store.location import Location

VERDICTS: Final = ("clean", "legal", "irregular", "corrupt")
"""The results of an audit, the best first."""


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
    counted: Counter[str] = Counter()
    opinions: list[RulesDifference] = []
    named = _every_game(location, under) if every else games
    options = AuditOptions(location=location, stored=every, lang=lang, book=book, at=at, under=under, as_json=as_json)
    for audited in printed_audits(named, options, jobs):
        counted[audited.verdict] += 1
        opinions.append(audited.opinion)
        for line in audited.lines:
            (print_utf8 if as_json else click.echo)(line)
    if every or counted.total() > 1:
        summary = {verdict: counted[verdict] for verdict in VERDICTS}
        second = {} if under is None else {"under": _summed_up(under, opinions)}
        if as_json:
            print_json({"games": counted.total(), **summary, **second})
        else:
            click.echo(f"{counted.total()} games: " + ", ".join(f"{n} {verdict}" for verdict, n in summary.items()))
    if under is not None and not as_json:
        _tell_opinion(_summed_up(under, opinions), len(opinions))
    good = counted["clean"] + (0 if strict else counted["legal"])
    sys.exit(0 if good == counted.total() else 1)


def _every_game(location: Location, under: str | None) -> list[str]:
    """Return every game of the store that the rules can judge."""
    with open_to_read(location) as store:
        kept = list(store.game_index.games())
        if under is None:
            return kept
        opinion = parse_alternative_rules(under)
        return [game for game in kept if opinion.applies_to(_edition(store, game))]


def _summed_up(under: str, opinions: Sequence[RulesDifference]) -> dict[str, Any]:
    """Return how many games and events, and how many scores or winners, would be different under other rules."""
    return {
        "rules": under,
        "otherwise": sum(one.events > 0 for one in opinions),
        "events": sum(one.events for one in opinions),
        "scores": sum(one.scores for one in opinions),
        "winners": sum(one.winners for one in opinions),
    }


def _tell_opinion(summed: dict[str, Any], games: int) -> None:
    click.echo(
        f"judged by {summed['rules']}: {summed['otherwise']} of {games} games would have gone otherwise, "
        f"at {summed['events']} events; scores change in {summed['scores']}, winners in {summed['winners']}. "
        "Nothing is rewritten."
    )


def _edition(store: GameStore, game: str) -> str:
    head = store.game_index.head(game)
    return "" if head is None else head.edition
