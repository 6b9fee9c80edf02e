"""`haricot audit`: was every move legal, is the deal proved, is the record whole?"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import click

from domain.refusals import Misuse
from replay import audit as found
from replay.codec import Envelope
from replay.record import CorruptFile
from service.cli.files import read_bytes
from service.cli.games import is_file, record_in, store_for
from service.cli.options import json_option, lang_option, store_option
from service.cli.output import say_json
from service.cli.progress import with_progress
from service.reading import audit_answers as audits
from service.store.errors import DamagedGame
from service.store.event_store import GameStore, open_store
from service.store.location import Location

VERDICTS: Final = ("clean", "legal", "irregular", "corrupt")
"""The results of an audit, the best first."""


@click.command("audit")
@click.argument("games", nargs=-1, metavar="GAME...")
@click.option("--all", "every", is_flag=True, help="Every game in the store.")
@click.option("--at", type=int, metavar="N", help="Only the verdict on event N.")
@click.option("--strict", is_flag=True, help="Exit code 0 for clean games only: all proved, nothing left open.")
@click.option(
    "--under", metavar="VERSION", help="A second opinion: judge by this version of the rules, not by the game's own."
)
@lang_option
@store_option
@json_option
def audit_command(
    games: tuple[str, ...],
    every: bool,
    at: int | None,
    strict: bool,
    under: str | None,
    lang: str,
    location: Location,
    as_json: bool,
) -> None:
    """Was every move legal, is the deal proved, is the record whole?

    Every command is decided again and every event compared, with its clause; each game is judged by the rules that it
    was played under. A game is clean when all is proved, legal when no fault was found but something is left open, else
    irregular or corrupt. Exit code 0 for clean and legal, 1 when something is wrong.

    \b
    haricot audit classic-4-7-0001
    haricot audit game.haricot.jsonl --at 231
    haricot audit --all --strict --json
    haricot audit classic-4-7-0001 --under 2
    """
    if every == bool(games):
        raise Misuse("name the games to audit, or --all")
    counted: Counter[str] = Counter()
    for judged in _audits(games, every, location, under):
        answer = audits.audit_answer(judged, lang)
        counted[answer.verdict] += 1
        verdict = next((verdict for verdict in answer.verdicts if verdict.n == at), None)
        if at is not None and (verdict is not None or answer.verdict != "corrupt"):
            _tell_event(answer, at, verdict, as_json)
        elif as_json:
            say_json(answer)
        else:
            _tell_audit(answer)
    if every or len(games) > 1:
        summary = {verdict: counted[verdict] for verdict in VERDICTS}
        if as_json:
            say_json({"games": counted.total(), **summary})
        else:
            click.echo(f"{counted.total()} games: " + ", ".join(f"{n} {verdict}" for verdict, n in summary.items()))
    good = counted["clean"] + (0 if strict else counted["legal"])
    sys.exit(0 if good == counted.total() else 1)


def _audits(games: tuple[str, ...], every: bool, location: Location, under: str | None) -> Iterator[found.AuditResult]:
    if every:
        with open_store(location, create=False) as store:
            kept = list(store.roll.games())
            for game in with_progress(kept, len(kept), "auditing"):
                yield _audited(store, game, under)
        return
    opened: GameStore | None = None  # files alone need none
    with ExitStack() as stack:
        for game in with_progress(games, len(games), "auditing"):
            if is_file(game):
                yield found.audit_file(read_bytes(Path(game)), Path(game).name.partition(".haricot")[0], under)
                continue
            if opened is None:
                opened = stack.enter_context(store_for(game, location))
            yield _audited(opened, game, under)


def _audited(store: GameStore, game: str, under: str | None) -> found.AuditResult:
    """Audits a stored game, with the seeds of the games that it was forked from; a damaged one is corrupt."""

    def at_hand(parent: str) -> Sequence[Envelope]:
        return () if (row := store.row(parent)) is None else store.envelopes(parent, row.version - 1)

    try:
        record = record_in(store, game)
        return found.audit(record, under, seeds=audits.seeds_of(record, at_hand))
    except DamagedGame as error:
        return found.corrupt(game, 0, CorruptFile(0, error.damage))


def _tell_audit(answer: audits.Audit) -> None:
    click.echo(f"{answer.game}: {answer.verdict}, {answer.events} events")
    for line, says in (("rules", answer.rules.says), ("deal", answer.deal.says), ("record", answer.record.says)):
        click.echo(f"  {line}: {says}")
    for verdict in answer.verdicts:
        if verdict.verdict in ("illegal", "differs"):
            click.echo(f"  event {verdict.n} {verdict.verdict}: {verdict.clause or ''} {verdict.says}".rstrip())


def _tell_event(answer: audits.Audit, n: int, verdict: audits.Verdict | None, as_json: bool) -> None:
    if verdict is None:
        raise Misuse(f"there is no event {n}: {answer.game} has events 1 to {answer.events}")
    if as_json:
        say_json(verdict)
    else:
        click.echo(f"{answer.game} event {n}: {verdict.verdict} {verdict.clause or ''}\n  {verdict.says}")
