"""Audits games one after the other, in the words that are printed."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from msgspec import UNSET
from msgspec.structs import replace

from domain.findings import Finding
from domain.findings import found as finding
from domain.refusals import Misuse
from domain.remedies import Book
from domain.values import Value
from replay import audit as found
from replay.alternative_rules import RulesDifference, rules_difference
from replay.game_files import split_games
from replay.record import CorruptFile
from service.cli.files import errors_with_path, read_bytes
from service.cli.games import is_file, open_store_for, read_last_event, read_stored_game
from service.cli.output import json_line
from service.queries import audit_responses as audits
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
    """How games are audited: also `under` other rules, and with only the verdict on event `at` printed, if given.

    `stored` says that all are games of the store, even if there is a file of such a name.
    """

    location: Location
    stored: bool
    lang: str
    book: Book
    at: int | None = None
    under: str | None = None
    as_json: bool = False


class PrintedAudit(NamedTuple):
    """The printed audit of one game, its verdict, and what other rules would change."""

    lines: Sequence[str]
    verdict: str
    opinion: RulesDifference


class GameAuditor:
    """Audits games by name: files, and games of the store, which is opened with the first of them."""

    def __init__(self, options: AuditOptions) -> None:
        self._options = options
        self._stack = ExitStack()
        self._store: tuple[GameStore, TransparencyLog] | None = None

    def printed(self, game: str) -> list[PrintedAudit]:
        """Audit a game of the store by its id, or each part of a game file by its path.

        Raises Misuse for any other name.
        """
        return [self._printed(judged, signed) for judged, signed in self._audits(game)]

    def _audits(self, game: str) -> Iterator[tuple[found.AuditResult, bool]]:
        """Yield the audit of each part, and whether it is as it was signed. That of a file is not signed."""
        under = self._options.under
        if not self._options.stored and is_file(game):
            path = Path(game)
            with errors_with_path(path):
                for part in split_games(read_bytes(path)):
                    yield found.audit_file(part, path.name.partition(".haricot")[0], under), False
            return
        if self._store is None:
            store = self._stack.enter_context(open_store_for(game, self._options.location))
            self._store = store, TransparencyLog(store)
        store, log = self._store
        yield audited_in(store, game, under, log)

    def _printed(self, judged: found.AuditResult, signed: bool) -> PrintedAudit:
        options = self._options
        opinion = rules_difference(judged.verdicts)
        if not options.as_json:  # only this one is printed
            shown = tuple([verdict for verdict in judged.verdicts if verdict.wrong or verdict.n == options.at])
            judged = replace(judged, verdicts=shown)
        answer = audits.audit_answer(judged, options.lang, book=options.book, signed=signed)
        verdict = next((verdict for verdict in answer.verdicts if verdict.n == options.at), None)
        if options.at is not None and (verdict is not None or answer.verdict != "corrupt"):
            lines = _event_lines(answer, options.at, verdict, options.as_json)
        else:
            lines = [json_line(answer)] if options.as_json else list(_audit_lines(answer))
        return PrintedAudit(lines, answer.verdict, opinion)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, traceback)


def audited_in(
    store: GameStore, game: str, under: str | None = None, log: TransparencyLog | None = None
) -> tuple[found.AuditResult, bool]:
    """Audit a stored game, with the seeds of its ancestors. A damaged game is corrupt.

    So is one that differs from what was signed of it. If the transparency log is damaged, nothing counts as signed.
    """
    try:
        record = read_stored_game(store, game)
        audited = found.audit(record, under, seeds=audits.seeds_of(record, partial(read_last_event, store)))
        try:
            own = verify_game(store, record)
        except AlteredLog as fault:
            line = replace(audited.record, verdict="corrupt", says=_said_of(fault))
            return replace(audited, verdict="corrupt", record=line), False
        whole = own is not None and (log or TransparencyLog(store)).is_whole()
        notes = store.find_entries(LoggedNote, log=game) if whole else []
        return audited, own is not None and is_signed_as_of(store, own, notes, record.envelopes[-1].n)
    except DamagedGame as error:
        return found.corrupt_result(game, 0, CorruptFile(0, error.damage)), False


def _said_of(fault: AlteredLog) -> Finding:
    first = None if fault.first == fault.last else fault.first
    if game_of_proceedings_log(fault.log) is None:
        return finding("record.altered", first=first, last=fault.last)
    return finding("record.altered_proceedings", first=first, last=fault.last)


def _audit_lines(answer: audits.Audit) -> Iterator[str]:
    yield f"{answer.game}: {answer.verdict}, {answer.events} events"
    for line, says in (("rules", answer.rules.says), ("deal", answer.deal.says), ("record", answer.record.says)):
        yield f"  {line}: {says}"
    for verdict in answer.verdicts:
        if verdict.verdict in ("illegal", "differs"):
            yield f"  event {verdict.n} {verdict.verdict}: {verdict.clause or ''} {verdict.says}".rstrip()
            yield from _remedy_lines(verdict)


def _event_lines(answer: audits.Audit, n: int, verdict: audits.Verdict | None, as_json: bool) -> list[str]:
    if verdict is None:
        raise Misuse(f"there is no event {n}: {answer.game} has events 1 to {answer.events}")
    if as_json:
        return [json_line(verdict)]
    line = f"{answer.game} event {n}: {verdict.verdict} {verdict.clause or ''}"
    return [line, f"  {verdict.says}", *_remedy_lines(verdict)]


def _remedy_lines(verdict: audits.Verdict) -> list[str]:
    return [] if verdict.remedy is UNSET else [f"    {verdict.remedy.id}: {verdict.remedy.says}"]
