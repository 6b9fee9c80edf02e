"""`haricot audit`: was every move legal, is the deal proved, is the record whole?"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import click
from msgspec import UNSET
from msgspec.structs import replace

from domain.findings import Finding
from domain.findings import found as finding
from domain.refusals import Misuse
from domain.remedies import Book
from replay import audit as found
from replay.alternative_rules import Otherwise, otherwise, second_opinion
from replay.codec import Envelope
from replay.game_files import parts_of
from replay.record import CorruptFile
from service.cli.files import named_file, read_bytes
from service.cli.games import is_file, record_in, store_for
from service.cli.judge.verdict_details import tell_considered
from service.cli.options import RenamedOption, json_option, lang_option, store_option
from service.cli.output import say_json
from service.cli.progress import with_progress
from service.cli.remedies import book_option
from service.queries import audit_responses as audits
from service.signing.log_service import is_signed_as_of
from service.signing.proceedings_log import game_filed_on
from service.signing.rollback_guard import open_to_read
from service.signing.row_verification import Altered
from service.signing.tamper_check import verified_log
from service.signing.transparency_log import TransparencyLog
from service.store.entries.signing_entries import LoggedNote
from service.store.errors import DamagedGame
from service.store.event_store import GameStore
from service.store.location import Location

VERDICTS: Final = ("clean", "legal", "irregular", "corrupt")
"""The results of an audit, the best first."""


@click.command("audit")
@click.argument("games", nargs=-1, metavar="GAME...")
@click.option("--all", "every", is_flag=True, help="Every game in the store.")
@click.option("--at", type=int, metavar="N", help="Print only the verdict on event N.")
@click.option("--explain", is_flag=True, help="With --at: print also the facts, what else was legal, what it changed.")
@click.option("--event", type=int, hidden=True, help="The former name of --at N --explain.")
@click.option("--strict", is_flag=True, help="Exit code 0 for clean games only: all proved, nothing left open.")
@click.option(
    "--ruleset",
    "under",
    cls=RenamedOption,
    formerly=["--under"],
    metavar="RULES",
    help="Also judge by other rules: a version, or EDITION:option=value,... of today.",
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
    lang: str,
    book: Book,
    location: Location,
    as_json: bool,
) -> None:
    """Check the moves, the deal and the record of games.

    Every command is decided again and every event compared, with its clause; each game is judged by the rules that it
    was played under. A game is clean when all is proved, legal when no fault was found but something is left open, else
    irregular or corrupt. Exit code 0 for clean and legal, 1 when something is wrong.

    \b
    Examples:
      haricot audit classic-4-7-0001
      haricot audit game.haricot.jsonl --at 231
      haricot audit classic-4-7-0001 --at 231 --explain
      haricot audit --all --strict --json
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
        sys.exit(tell_considered(games[0], explained, location, lang, book, as_json=as_json))
    counted: Counter[str] = Counter()
    opinions: list[Otherwise] = []
    for judged, signed in _audits(games, every, location, under):
        answer = audits.audit_answer(judged, lang, book=book, signed=signed)
        counted[answer.verdict] += 1
        opinions.append(otherwise(judged.verdicts))
        verdict = next((verdict for verdict in answer.verdicts if verdict.n == at), None)
        if at is not None and (verdict is not None or answer.verdict != "corrupt"):
            _tell_event(answer, at, verdict, as_json)
        elif as_json:
            say_json(answer)
        else:
            _tell_audit(answer)
    if every or counted.total() > 1:
        summary = {verdict: counted[verdict] for verdict in VERDICTS}
        second = {} if under is None else {"under": _summed_up(under, opinions)}
        if as_json:
            say_json({"games": counted.total(), **summary, **second})
        else:
            click.echo(f"{counted.total()} games: " + ", ".join(f"{n} {verdict}" for verdict, n in summary.items()))
    if under is not None and not as_json:
        _tell_opinion(_summed_up(under, opinions), len(opinions))
    good = counted["clean"] + (0 if strict else counted["legal"])
    sys.exit(0 if good == counted.total() else 1)


def _audits(
    games: tuple[str, ...], every: bool, location: Location, under: str | None
) -> Iterator[tuple[found.AuditResult, bool]]:
    """Yield the audit of each, and whether it is as it was signed: a file never is."""
    if every:
        with open_to_read(location) as store:
            kept = list(store.game_index.games())
            if under is not None:
                opinion = second_opinion(under)
                kept = [game for game in kept if opinion.concerns(_edition(store, game))]
            log = TransparencyLog(store)
            for game in with_progress(kept, len(kept), "auditing"):
                yield audited_in(store, game, under, log)
        return
    opened: GameStore | None = None  # files alone need none
    with ExitStack() as stack:
        for game in with_progress(games, len(games), "auditing"):
            if is_file(game):
                path = Path(game)
                with named_file(path):
                    for part in parts_of(read_bytes(path)):
                        yield found.audit_file(part, path.name.partition(".haricot")[0], under), False
                continue
            if opened is None:
                opened = stack.enter_context(store_for(game, location))
            yield audited_in(opened, game, under)


def _summed_up(under: str, opinions: Sequence[Otherwise]) -> dict[str, Any]:
    """Of how many games something, the scores or the winners would be otherwise, and of how many events."""
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


def audited_in(
    store: GameStore, game: str, under: str | None = None, log: TransparencyLog | None = None
) -> tuple[found.AuditResult, bool]:
    """Audit a stored game, with the seeds of the games that it was forked from; a damaged one is corrupt.

    So is one that is not what was signed of it. Where the log of the service is not, nothing counts as signed.
    """

    def at_hand(parent: str) -> Sequence[Envelope]:
        return () if (row := store.game_row(parent)) is None else store.envelopes(parent, row.version - 1)

    try:
        record = record_in(store, game)
        audited = found.audit(record, under, seeds=audits.seeds_of(record, at_hand))
        try:
            own = verified_log(store, record)
        except Altered as fault:
            line = replace(audited.record, verdict="corrupt", says=_said_of(fault))
            return replace(audited, verdict="corrupt", record=line), False
        whole = own is not None and (log or TransparencyLog(store)).is_whole()
        notes = store.noted(LoggedNote, log=game) if whole else []
        return audited, own is not None and is_signed_as_of(store, own, notes, record.envelopes[-1].n)
    except DamagedGame as error:
        return found.corrupt(game, 0, CorruptFile(0, error.damage)), False


def _said_of(fault: Altered) -> Finding:
    first = None if fault.first == fault.last else fault.first
    if game_filed_on(fault.log) is None:
        return finding("record.altered", first=first, last=fault.last)
    return finding("record.altered_proceedings", first=first, last=fault.last)


def _tell_audit(answer: audits.Audit) -> None:
    click.echo(f"{answer.game}: {answer.verdict}, {answer.events} events")
    for line, says in (("rules", answer.rules.says), ("deal", answer.deal.says), ("record", answer.record.says)):
        click.echo(f"  {line}: {says}")
    for verdict in answer.verdicts:
        if verdict.verdict in ("illegal", "differs"):
            click.echo(f"  event {verdict.n} {verdict.verdict}: {verdict.clause or ''} {verdict.says}".rstrip())
            _tell_remedy(verdict)


def _tell_event(answer: audits.Audit, n: int, verdict: audits.Verdict | None, as_json: bool) -> None:
    if verdict is None:
        raise Misuse(f"there is no event {n}: {answer.game} has events 1 to {answer.events}")
    if as_json:
        say_json(verdict)
    else:
        click.echo(f"{answer.game} event {n}: {verdict.verdict} {verdict.clause or ''}\n  {verdict.says}")
        _tell_remedy(verdict)


def _tell_remedy(verdict: audits.Verdict) -> None:
    if verdict.remedy is not UNSET:
        click.echo(f"    {verdict.remedy.id}: {verdict.remedy.says}")
