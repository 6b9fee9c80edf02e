"""Prints the details of the verdict on one event."""

import click
from msgspec import UNSET

from domain.remedies import Book
from replay.audit import audit
from replay.rewind import require_n
from replay.verdict_details import explain_verdict
from service.cli.games import load_record
from service.cli.output import print_json
from service.queries.audit_responses import verdict_answer
from service.queries.verdict_detail_responses import VerdictDetails, details_answer
from service.store.location import Location


def print_verdict_details(game: str, n: int, location: Location, lang: str, book: Book, *, as_json: bool) -> int:
    """Print the verdict on event n, its facts, what else was legal, and its effect. Return the exit code."""
    record = load_record(game, location)
    require_n(record, n)
    edition, verdict = record.created.edition, audit(record).verdicts[n - 1]
    verdict_json = verdict_answer(edition, verdict, lang, book=book)
    details = details_answer(explain_verdict(record, n), verdict_json, edition, lang)
    if as_json:
        print_json(details)
    else:
        _print_details(game, details)
    return 1 if verdict.wrong else 0


def _print_details(game: str, details: VerdictDetails) -> None:
    verdict = details.verdict
    assert verdict is not None
    click.echo(f"{game} event {details.n}: {verdict.verdict} {verdict.clause or ''}\n  {verdict.says}")
    if verdict.remedy is not UNSET:
        click.echo(f"    {verdict.remedy.id}: {verdict.remedy.says}")
    for fact in details.facts or ():
        click.echo(f"  fact: {fact}")
    for alternative in details.alternatives.words if details.alternatives is not None else ():
        click.echo(f"  or: {alternative}")
    if details.effect is not None:
        click.echo(f"  {details.effect.says}")
