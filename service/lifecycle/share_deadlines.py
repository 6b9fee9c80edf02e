"""Frees seats before a tournament's deal, while players must commit to and reveal their shares of it."""

from domain.deal_commitments import TOURNAMENT, ShareCommitted, agreement_of, seats_to_commit, seats_to_reveal
from domain.events import SeatTaken
from domain.table import Table
from replay.codec import Envelope
from service.access.context import Context
from service.access.visibility_scope import VisibilityScope
from service.ops.clock import now_ms
from service.problems import Problem
from service.queries.live_table import LiveTable


def is_bound_by_deal(table: Table, seat: int) -> bool:
    """Return whether a player sits at this seat while a tournament's deal is made."""
    agreed = agreement_of(table)
    return agreed is not None and agreed.level == TOURNAMENT and table.seats[seat].sitter is not None


def require_freeable(context: Context, sight: VisibilityScope, live: LiveTable, seat: int) -> None:
    """Raise `share.term` or `game.paused` unless the seat may be given to another player.

    Before all seats have committed, any seat may be freed. After that, only a seat that did not reveal its share in
    time may be freed.
    """
    if sight.arrangement.paused:
        raise Problem("game.paused", f"{live.game} is paused: its organiser can resume it")
    if seats_to_commit(live.table):
        return
    if seat not in seats_to_reveal(live.table):
        says = f"the share of seat {seat + 1} is known: it can be given to another once the cards are dealt"
        raise Problem("share.term", says)
    agreed = agreement_of(live.table)
    left = _term_start_ms(context, live) + 1000 * ((agreed and agreed.term) or 0) - now_ms()
    if left > 0:
        raise Problem("share.term", f"seat {seat + 1} has {-(-left // 1000)} s left to reveal its share")


def free_seat(context: Context, sight: VisibilityScope, seat: int) -> None:
    """Free a seat for another player. If its share was revealed meanwhile, it stays taken for that player."""

    def required(live: LiveTable) -> None:
        if not is_bound_by_deal(live.table, seat):
            raise Problem("share.term", f"no share is due at seat {seat + 1}")
        require_freeable(context, sight, live, seat)

    try:
        context.command_handler.free_seat(sight.game, seat, required)
    except Problem as problem:
        if problem.code != "share.term":
            raise


def _term_start_ms(context: Context, live: LiveTable) -> int:
    """Return when the last seat committed to its share, in milliseconds since 1970.

    The time limit to reveal begins then.
    """
    return max((one.at for one in context.store.envelopes(live.game) if _starts_term(one)), default=live.at)


def _starts_term(envelope: Envelope) -> bool:
    return isinstance(envelope.event, SeatTaken | ShareCommitted)
