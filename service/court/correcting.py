"""A table set right by its arbiter while it is played at: what the rules refuse, as it was at the table."""

from collections.abc import Iterator
from typing import Final

from domain.corrections import SetRight
from domain.editions import rulebook_of
from domain.proceedings.events import RECORD, PowerUsed
from domain.refusals import Misuse
from replay.notation.fixes import SHAPE, read_fix
from replay.notation.names import Unreadable
from service.access.context import Context
from service.access.powers import Used, filed_of, power_used
from service.access.sight import Sight
from service.court.filing import require_ruler
from service.hosting.idempotency import Attempt, made_before
from service.ops.clock import now_ms
from service.reading.live_table import LiveTable
from service.store.register import Entry, Register

FIX: Final = "%fix "


def set_right(context: Context, sight: Sight, fix: str, reason: str, attempt: Attempt) -> bool:
    """Sets the table right by a line as in notation; the flag says whether the same request did so before.

    ActRefused for an arbiter who is not impartial, Misuse for a line that says nothing or what cannot be done.
    """
    require_ruler(context, sight)
    if made_before(context.register, attempt) is not None:
        return True
    done = context.live.set_right(
        sight.game, lambda live: _read(live, fix), asker=sight.principal.name, key=attempt.key
    )
    n = done.batch[-1].n

    def entries(register: Register) -> Iterator[Entry]:
        if made_before(register, attempt) is None:
            yield from attempt.answered(register, str(n))
        filed = (one.event for _, one in filed_of(register, sight.game))
        if not any(isinstance(event, PowerUsed) and (event.power, event.event) == (RECORD, n) for event in filed):
            yield from power_used(register, sight, Used(RECORD, sight.game, n, reason), now_ms())

    context.register.settle(entries)
    context.notifier.notify(sight.game, n)
    return done.replayed


def _read(live: LiveTable, fix: str) -> SetRight:
    table = live.table
    try:
        found = read_fix(rulebook_of(table), table, fix.removeprefix(FIX), 0)
    except Unreadable as fault:
        raise Misuse(f"column {fault.at + 1}: {fault.says}", place="body.fix") from fault
    if found is None:
        raise Misuse(f"a correction is {SHAPE}", place="body.fix")
    return found[0]
