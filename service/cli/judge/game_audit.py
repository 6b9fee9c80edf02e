"""Audits games one after the other, and formats the results as text or JSON."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from msgspec import UNSET
from msgspec.structs import replace

from domain.findings import Finding, found
from domain.refusals import Misuse
from domain.remedies import Book
from domain.values import Value
from replay.alternative_rules import RulesDifference, rules_difference
from replay.audit import AuditResult, audit, audit_file, corrupt_result
from replay.game_files import split_games
from replay.record import CorruptFile
from service.cli.files import errors_with_path, read_bytes
from service.cli.games import is_file, open_store_for, read_last_event, read_stored_game
from service.cli.output import json_line
from service.queries.audit_responses import Audit, Verdict, audit_answer, seeds_of
from service.signing.log_service import is_signed_as_of
from service.signing.proceedings_log import game_of_proceedings_log
from service.signing.row_verification import AlteredLog
from service.signing.tamper_check import verify_game
from service.signing.transparency_log import TransparencyLog
from service.store.entries.signing_entries import LoggedNote
from service.store.errors import DamagedGame
from service.store.event_store import GameStore
from service.store.location import Location


class AuditOptions(Value):
    """The options of an audit. `under` names other rules, by which the games are judged as well.

    With `at`, only the verdict on that event is printed. With `stored`, a name is an id in the store, never a path.
    """

    location: Location
    stored: bool
    lang: str
    book: Book
    at: int | None = None
    under: str | None = None
    as_json: bool = False


class PrintedAudit(NamedTuple):
    """The lines to print for one game, its verdict, and what other rules would change."""

    lines: Sequence[str]
    verdict: str
    difference: RulesDifference


class GameAuditor:
    """Audits games by name: files, and games of the store. The first stored game opens the store."""

    def __init__(self, options: AuditOptions) -> None:
        self._options = options
        self._stack = ExitStack()
        self._store: tuple[GameStore, TransparencyLog] | None = None

    def audit(self, game: str) -> list[PrintedAudit]:
        """Audit a game of the store by its id, or each part of a game file by its path.

        Raises Misuse for any other name.
        """
        return [self._format_audit(result, signed) for result, signed in self._audit_parts(game)]

    def _audit_parts(self, game: str) -> Iterator[tuple[AuditResult, bool]]:
        """Yield the audit of each part, and whether its signatures prove it. A file has no signatures."""
        under = self._options.under
        if not self._options.stored and is_file(game):
            path = Path(game)
            with errors_with_path(path):
                for part in split_games(read_bytes(path)):
                    yield audit_file(part, path.name.partition(".haricot")[0], under), False
            return
        if self._store is None:
            store = self._stack.enter_context(open_store_for(game, self._options.location))
            self._store = store, TransparencyLog(store)
        store, log = self._store
        yield audit_stored_game(store, game, under, log)

    def _format_audit(self, result: AuditResult, signed: bool) -> PrintedAudit:
        options = self._options
        difference = rules_difference(result.verdicts)
        if not options.as_json:  # nothing else is printed
            verdicts = tuple([verdict for verdict in result.verdicts if verdict.wrong or verdict.n == options.at])
            result = replace(result, verdicts=verdicts)
        answer = audit_answer(result, options.lang, book=options.book, signed=signed)
        verdict = next((verdict for verdict in answer.verdicts if verdict.n == options.at), None)
        if options.at is not None and (verdict is not None or answer.verdict != "corrupt"):
            lines = _event_lines(answer, options.at, verdict, options.as_json)
        else:
            lines = [json_line(answer)] if options.as_json else list(_audit_lines(answer))
        return PrintedAudit(lines, answer.verdict, difference)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, traceback)


def audit_stored_game(
    store: GameStore, game: str, under: str | None = None, log: TransparencyLog | None = None
) -> tuple[AuditResult, bool]:
    """Audit a stored game, with the seeds of its ancestors. Return also whether its signatures prove it.

    A damaged game is corrupt, and so is one that differs from its signed events. If the transparency log is damaged,
    nothing counts as signed.
    """
    try:
        record = read_stored_game(store, game)
        result = audit(record, under, seeds=seeds_of(record, partial(read_last_event, store)))
        try:
            signed_log = verify_game(store, record)
        except AlteredLog as fault:
            line = replace(result.record, verdict="corrupt", says=_alteration(fault))
            return replace(result, verdict="corrupt", record=line), False
        log_is_whole = signed_log is not None and (log or TransparencyLog(store)).is_whole()
        notes = store.find_entries(LoggedNote, log=game) if log_is_whole else []
        return result, signed_log is not None and is_signed_as_of(store, signed_log, notes, record.envelopes[-1].n)
    except DamagedGame as error:
        return corrupt_result(game, 0, CorruptFile(0, error.damage)), False


def _alteration(fault: AlteredLog) -> Finding:
    first = None if fault.first == fault.last else fault.first
    if game_of_proceedings_log(fault.log) is None:
        return found("record.altered", first=first, last=fault.last)
    return found("record.altered_proceedings", first=first, last=fault.last)


def _audit_lines(answer: Audit) -> Iterator[str]:
    yield f"{answer.game}: {answer.verdict}, {answer.events} events"
    for line, text in (("rules", answer.rules.says), ("deal", answer.deal.says), ("record", answer.record.says)):
        yield f"  {line}: {text}"
    for verdict in answer.verdicts:
        if verdict.verdict in ("illegal", "differs"):
            yield f"  event {verdict.n} {verdict.verdict}: {verdict.clause or ''} {verdict.says}".rstrip()
            yield from _remedy_lines(verdict)


def _event_lines(answer: Audit, n: int, verdict: Verdict | None, as_json: bool) -> list[str]:
    if verdict is None:
        raise Misuse(f"there is no event {n}: {answer.game} has events 1 to {answer.events}")
    if as_json:
        return [json_line(verdict)]
    line = f"{answer.game} event {n}: {verdict.verdict} {verdict.clause or ''}"
    return [line, f"  {verdict.says}", *_remedy_lines(verdict)]


def _remedy_lines(verdict: Verdict) -> list[str]:
    return [] if verdict.remedy is UNSET else [f"    {verdict.remedy.id}: {verdict.remedy.says}"]
