"""Section 9 of every rulebook: the end of the game."""

from collections.abc import Callable

from msgspec.structs import replace

from domain.events import DealRevealed, GameEnded, GameVoided
from domain.evolve import applies, require
from domain.pending_events import PendingEvents
from domain.rulebook import Rulebook
from domain.table import Result, Table

Winners = tuple[tuple[int, ...], str]
TieBreak = Callable[[Table, tuple[int, ...]], Winners]


def count_coins(rulebook: Rulebook, table: Table) -> tuple[int, ...]:
    """Count one point for each coin; hands and prices paid count nothing. Rule: CL-9.5, CL-9.6."""
    return tuple(len(seat.coins) for seat in table.seats)


def share_win(table: Table, tied: tuple[int, ...]) -> Winners:
    """Return all tied seats. Rule: CL-9.6, AMB-GE-12."""
    return tied, "shared"


def most_cards_in_hand(table: Table, tied: tuple[int, ...]) -> Winners:
    """Return those of the tied seats with most cards in hand. Rule: MO-9.6, AMB-GE-12, AMB-MO-2."""
    most = max(len(table.seats[seat].hand) for seat in tied)
    return tuple(seat for seat in tied if len(table.seats[seat].hand) == most), "most_cards_in_hand"


def last_active_seat(table: Table, tied: tuple[int, ...]) -> Winners:
    """Return the tied seat whose turn was most recent. Rule: SI-9.5, AMB-GE-12, AMB-SI-7."""
    players = len(table.seats)
    return (min(tied, key=lambda seat: (table.turn.seat - seat) % players),), "last_active"


TIE_BREAKS = {"shared": share_win, "most_cards_in_hand": most_cards_in_hand, "last_active": last_active_seat}
"""The rulings of the option `tie_break`, besides the edition's own."""


def end_game(rulebook: Rulebook, draft: PendingEvents, reason: str) -> None:
    """Harvest a last time, count the scores, name the winners, and reveal the deal. Rule: CL-9.1, CL-9.4 to CL-9.6."""
    rulebook.ending.final_harvest(rulebook, draft)
    table = draft.table
    scores = rulebook.ending.score(rulebook, table)
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    tie_break = None
    if len(winners) > 1:
        winners, tie_break = rulebook.ending.tie_break(table, winners)
    draft.record(GameEnded(reason=reason, scores=scores, winners=winners, tie_break=tie_break))
    seed = draft.chance.reveal()
    if table.commitment is not None and seed is not None:
        draft.record(DealRevealed(seed=seed))


@applies(GameEnded)
def game_ended(table: Table, event: GameEnded) -> Table:
    """Set the result."""
    require(table.result is None, "a game ends once")
    seats = len(table.seats)
    require(len(event.scores) == seats and all(seat < seats for seat in event.winners), "scores and winners are seats'")
    return replace(table, result=Result(reason=event.reason, scores=event.scores, winners=event.winners))


@applies(GameVoided)
def game_voided(table: Table, event: GameVoided) -> Table:
    """End the game without a result."""
    require(table.result is None, "a game ends once")
    return replace(table, result=Result(reason=event.reason))


@applies(DealRevealed)
def deal_revealed(table: Table, event: DealRevealed) -> Table:
    """Change nothing: the game is over."""
    require(table.result is not None, "a deal is revealed after the end")
    return table
