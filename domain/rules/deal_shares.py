"""The shares of the deal: random contributions of the seats to the seed, which no rulebook covers."""

import re
from typing import Final

from domain.commands import CreateGame, TakeSeat
from domain.deal_commitments import (
    DUPLICATE,
    LEVELS,
    SIMPLE,
    TABLES_MAX,
    TABLES_MIN,
    TERM_MAX,
    TERM_MIN,
    TOURNAMENT,
    CommitShare,
    DealAgreed,
    GameGrouped,
    RevealShare,
    ShareCommand,
    ShareCommitted,
    ShareRevealed,
    agreement_of,
    seats_deal_awaits,
    seats_to_commit,
    seats_to_reveal,
)
from domain.events import SeatTaken
from domain.pending_events import PendingEvents
from domain.refusals import Misuse, ShareRefused
from domain.rulebook import Move, Rulebook
from domain.table import Table

_BOT_KIND: Final = re.compile("[A-Za-z0-9_-]{1,40}")


def agree_on_deal(draft: PendingEvents, move: CreateGame) -> None:
    """Record the level of the deal, unless it is simple; Misuse for an unknown level or a share it does not take."""
    if move.level not in LEVELS:
        raise Misuse(f"the deal is {', '.join(LEVELS)}, not {move.level[:40]!r}", place="level")
    if move.term is not None and (move.level != TOURNAMENT or not TERM_MIN <= move.term <= TERM_MAX):
        says = f"the term is {TERM_MIN} to {TERM_MAX} seconds, and only at level {TOURNAMENT} is there one"
        raise Misuse(says, place="term")
    if move.contribution is not None and move.level != DUPLICATE:
        raise Misuse(f"the organiser has a share of the deal at level {DUPLICATE} alone", place="contribution")
    if move.level != SIMPLE:
        share = (move.contribution or draft.chance.draw_share(0)) if move.level == DUPLICATE else None
        draft.record(DealAgreed(level=move.level, term=move.term, contribution=share))
    if move.tables:
        _record_group(draft, move)


def _record_group(draft: PendingEvents, move: CreateGame) -> None:
    """Record the games that have this deal; Misuse where a deal cannot be that of several games."""
    count = len(set(move.tables))
    if move.level != DUPLICATE or count != len(move.tables) or not TABLES_MIN <= count <= TABLES_MAX:
        says = f"{TABLES_MIN} to {TABLES_MAX} tables have one deal, and only at level {DUPLICATE}"
        raise Misuse(says, place="tables")
    draft.record(GameGrouped(tables=move.tables))


def seat_player(draft: PendingEvents, move: TakeSeat) -> None:
    """Seat a player with a share of the deal; Misuse for a share that the level of the deal does not take."""
    agreed, bot = agreement_of(draft.table), move.kind == "bot"
    level = SIMPLE if agreed is None else agreed.level
    secret = level == TOURNAMENT and not bot
    if move.bot is not None and not (bot and _BOT_KIND.fullmatch(move.bot)):
        raise Misuse("only a bot says of which kind it is: 1 to 40 letters, digits, and _ or -", place="bot")
    if (move.commitment is not None) != secret:
        says = "commits to its share of the deal when it is taken" if secret else "commits to no share of the deal"
        raise Misuse(f"at level {level} a seat for a {'bot' if bot else 'human'} {says}", place="commitment")
    if move.contribution is not None and (secret or level == DUPLICATE):
        says = f"at level {level} no seat brings its share of the deal when it is taken"
        raise Misuse(says, place="contribution")
    if secret:
        contribution, chosen = None, True
    elif agreed is not None and level == DUPLICATE:
        contribution, chosen = agreed.contribution, False
    else:  # a bot chooses nothing: the service is its author
        contribution, chosen = (
            move.contribution or draft.chance.draw_share(move.seat),
            bool(move.contribution) and not bot,
        )
    draft.record(
        SeatTaken(
            seat=move.seat,
            pseudonym=move.pseudonym,
            kind=move.kind,
            contribution=contribution,
            share="chosen" if chosen else "drawn",
            bot=move.bot,
        )
    )
    if move.commitment is not None:
        draft.record(ShareCommitted(seat=move.seat, commitment=move.commitment))


def begin_if_shares_complete(rulebook: Rulebook, draft: PendingEvents) -> None:
    """Begin the game once all seats are taken and all shares are revealed. Rule: CL-2.2 to CL-2.6."""
    if not seats_deal_awaits(draft.table):
        rulebook.begin_game(rulebook, draft)


def _require_expected(table: Table, command: ShareCommand) -> None:
    """Raise ShareRefused unless the deal waits for this command of this seat."""
    agreed, seat = agreement_of(table), command.seat
    if agreed is None or agreed.level != TOURNAMENT:
        raise ShareRefused("unasked", "no share is committed to or revealed in this game, or no longer: it is dealt")
    waiting = seats_to_commit(table)
    if isinstance(command, CommitShare):
        if table.seats[seat].sitter is None:
            raise ShareRefused("unasked", f"seat {seat + 1} is free: take it, with a commitment")
        if seat not in waiting:
            raise ShareRefused("twice", f"seat {seat + 1} is bound by its share already")
    elif waiting:
        seats = ", ".join(str(index + 1) for index in waiting)
        raise ShareRefused("early", f"a share is revealed when all have committed; still to commit: seat {seats}")
    elif seat not in seats_to_reveal(table):
        raise ShareRefused("twice", f"the share of seat {seat + 1} is known already")


def _forbids(rulebook: Rulebook, table: Table, command: ShareCommand) -> None:
    _require_expected(table, command)


def _commit_share(rulebook: Rulebook, draft: PendingEvents, command: CommitShare) -> None:
    draft.record(ShareCommitted(seat=command.seat, commitment=command.commitment))


def _reveal_share(rulebook: Rulebook, draft: PendingEvents, command: RevealShare) -> None:
    """Record the share if it is the one committed to; begin the game after the last share."""
    agreed = agreement_of(draft.table)
    bound = None if agreed is None else agreed.commitments[command.seat]
    if bound is None or not draft.chance.verify_share(command.seat, command.contribution, bound):
        raise ShareRefused("other", f"this is not the share that seat {command.seat + 1} has committed to")
    draft.record(ShareRevealed(seat=command.seat, contribution=command.contribution))
    begin_if_shares_complete(rulebook, draft)


MOVES: Final[dict[type, Move]] = {
    CommitShare: Move(guard=_forbids, rule=_commit_share, candidates=lambda *_: []),
    RevealShare: Move(guard=_forbids, rule=_reveal_share, candidates=lambda *_: []),
}
"""The moves for shares of the deal, the same in every edition.

They have no candidates, since a share is secret.
"""
