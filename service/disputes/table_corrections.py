"""Corrections of the table of a running game by its arbiter."""

from collections.abc import Iterator
from typing import Final

from domain.corrections import ArbiterCorrection, TableCorrected
from domain.disputes.events import RECORD, PowerUsed
from domain.editions import rulebook_of
from domain.refusals import Misuse
from domain.table import Table
from domain.values import Value
from domain.visibility import OMNISCIENT
from replay.notation.fixes import CORRECTION_SYNTAX, read_correction, write_correction
from replay.notation.member_syntax import write_cards
from replay.notation.names import Unreadable, names_of
from service.access.arbiter_actions import PowerUse, filed_events, power_use_entries
from service.access.context import Context
from service.access.visibility_scope import VisibilityScope
from service.disputes.proceedings_writer import require_impartial_arbiter
from service.lifecycle.idempotency import Attempt, earlier_result
from service.ops.clock import now_ms
from service.queries.live_table import LiveTable
from service.store.entries.metadata_store import Entry, MetadataStore

FIX_PREFIX: Final = "%fix "


class CorrectionPreview(Value):
    """The event that a correction would have, its whole line, the table after it, and the version before it."""

    event: ArbiterCorrection
    fix: str
    table: Table
    version: int


def correct_table(
    context: Context, sight: VisibilityScope, fix: str, reason: str, attempt: Attempt, expected: int | None = None
) -> bool:
    """Correct the table by a line of notation. Return whether this was a retry.

    `expected` is the version that the correction is meant for. Raises ActRefused for an arbiter who is not impartial,
    and Misuse for an empty or impossible line.
    """
    require_impartial_arbiter(context, sight)
    if earlier_result(context.register, attempt) is not None:
        return True
    done = context.command_handler.correct_table(
        sight.game,
        lambda live: _parse_correction(live, fix),
        requester=sight.principal.name,
        key=attempt.key,
        expected=expected,
    )
    n = done.batch[-1].n

    def entries(register: MetadataStore) -> Iterator[Entry]:
        if earlier_result(register, attempt) is None:
            yield from attempt.result_entries(register, str(n))
        filed = (one.event for _, one in filed_events(register, sight.game))
        if not any(isinstance(event, PowerUsed) and (event.power, event.event) == (RECORD, n) for event in filed):
            yield from power_use_entries(register, sight, PowerUse(RECORD, sight.game, n, reason), now_ms())

    context.register.change_entries(entries)
    context.notifier.notify(sight.game, n)
    return done.replayed


def preview_correction(
    context: Context, sight: VisibilityScope, fix: str, expected: int | None = None
) -> CorrectionPreview:
    """Return what `correct_table` would do, and raise the same errors. No event is written.

    A preview reveals where cards lie, so it is recorded as a look at all hidden cards.
    """
    require_impartial_arbiter(context, sight)
    context.reader.log_look(sight, OMNISCIENT)
    live, decision = context.command_handler.preview_correction(
        sight.game, lambda live: _parse_correction(live, fix), expected=expected
    )
    event = decision.events[0]
    assert isinstance(event, ArbiterCorrection)
    line = write_correction(live.table, event).removeprefix(FIX_PREFIX)
    if isinstance(event, TableCorrected):
        line += f" {{{write_cards(names_of(live.table.edition), event.cards)}}}"
    return CorrectionPreview(event=event, fix=line, table=decision.table, version=live.version)


def _parse_correction(live: LiveTable, fix: str) -> ArbiterCorrection:
    table = live.table
    try:
        found = read_correction(rulebook_of(table), table, fix.removeprefix(FIX_PREFIX), 0, known=True)
    except Unreadable as fault:
        raise Misuse(f"column {fault.at + 1}: {fault.says}", place="body.fix") from fault
    if found is None:
        raise Misuse(f"a correction is {CORRECTION_SYNTAX}", place="body.fix")
    return found[0]
