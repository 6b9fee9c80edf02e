"""The level of a deal: whose shares it is made from.

A game without `deal_agreed` is of level simple. At a tournament every seat commits to its share. Then all reveal in
any order, and then the cards are dealt. A bot's share is made by the server and known at once. In a duplicate the
organiser's share serves as the share of every seat.
"""

from typing import Annotated, ClassVar, Final

from msgspec.structs import replace

from domain.commands import SeatCommand
from domain.events import Event, SeatEvent
from domain.evolve import applies, blank_annexes_of, require
from domain.member_types import Count, Reason, Text
from domain.table import Annex, Seat, Table
from domain.visibility import EVERYONE

SIMPLE: Final = "simple"
TOURNAMENT: Final = "tournament"
DUPLICATE: Final = "duplicate"
LEVELS: Final = (SIMPLE, TOURNAMENT, DUPLICATE)
TABLES_MIN: Final = 2
TABLES_MAX: Final = 128
TERM_MIN: Final = 10
TERM_MAX: Final = 86_400
"""Bounds of the term for revealing, in seconds."""


class ShareCommand(SeatCommand):
    """A command about a share of the deal, which no rulebook covers."""


class CommitShare(ShareCommand, tag=True):
    """Commit to a new share, where the seat's old one no longer counts; `commitment` is 64 hexadecimal digits."""

    commitment: Annotated[Text, EVERYONE]


class RevealShare(ShareCommand, tag=True):
    """Reveal the share that the seat has committed to, base64 of 32 bytes."""

    contribution: Annotated[Text, EVERYONE]


class DealAgreed(Event, tag="deal_agreed.1"):
    """The deal is not of level simple; `term` is the seconds for revealing, `contribution` the organiser's share."""

    of_making: ClassVar[bool] = True
    level: Annotated[Reason, EVERYONE]
    term: Annotated[Count | None, EVERYONE] = None
    contribution: Annotated[Text | None, EVERYONE] = None


class GameGrouped(Event, tag="game_grouped.1"):
    """What is hidden in one of these games stays hidden until the last of them has ended.

    They have the same deal, or share cards because an arbiter forked one of them from another.
    """

    of_making: ClassVar[bool] = True
    tables: Annotated[tuple[Text, ...], EVERYONE]


class GameOpened(Event, tag="game_opened.1"):
    """The last of the games that open together has ended."""


class ShareCommitted(SeatEvent, tag="share_committed.1"):
    """A seat has committed to a share that is still secret."""

    of_making: ClassVar[bool] = True
    commitment: Annotated[Text, EVERYONE]


class ShareRevealed(SeatEvent, tag="share_revealed.1"):
    """A seat revealed the share that it had committed to."""

    of_making: ClassVar[bool] = True
    contribution: Annotated[Text, EVERYONE]


class SeatVacated(SeatEvent, tag="seat_vacated.1"):
    """The seat is free again before the deal; if a share was already revealed, all commitments are void."""

    of_making: ClassVar[bool] = True


SHARE_TYPES: Final = (ShareCommand, DealAgreed, GameGrouped, GameOpened, ShareCommitted, ShareRevealed, SeatVacated)
"""Commands and events about the shares of a deal."""


class Agreed(Annex):
    """The agreement on the deal, until the cards are dealt; `commitments` by seat, empty where a seat has none.

    It takes the place of the edition's own annex of the turn, which begins with the game.
    """

    level: Annotated[Text, EVERYONE]
    term: Annotated[Count | None, EVERYONE] = None
    contribution: Annotated[Text | None, EVERYONE] = None
    commitments: Annotated[tuple[Text | None, ...], EVERYONE] = ()


def agreement_of(table: Table) -> Agreed | None:
    """Return the agreement on the deal of this table; None for a simple deal, and once the cards are dealt."""
    return table.turn.annex if isinstance(table.turn.annex, Agreed) else None


def seats_to_commit(table: Table) -> tuple[int, ...]:
    """Return the seats that are free, or whose share is neither committed to nor known, ascending."""
    agreed = agreement_of(table)
    bound = (None,) * len(table.seats) if agreed is None or not agreed.commitments else agreed.commitments
    waits = agreed is not None and agreed.level == TOURNAMENT
    return tuple(
        index
        for index, (seat, commitment) in enumerate(zip(table.seats, bound, strict=True))
        if seat.sitter is None or (waits and commitment is None and seat.sitter.contribution is None)
    )


def seats_to_reveal(table: Table) -> tuple[int, ...]:
    """Return the seats that have committed to a share and not revealed it, ascending."""
    agreed = agreement_of(table)
    bound = () if agreed is None else agreed.commitments
    return tuple(
        index for index, commitment in enumerate(bound) if commitment is not None and not _has_share(table, index)
    )


def seats_deal_awaits(table: Table) -> tuple[int, ...]:
    """Return the seats for which the deal waits.

    First it waits until all have sat down and committed, then until all have revealed.
    """
    return seats_to_commit(table) or seats_to_reveal(table)


def _has_share(table: Table, index: int) -> bool:
    sitter = table.seats[index].sitter
    return sitter is not None and sitter.contribution is not None


@applies(DealAgreed)
def deal_agreed(table: Table, event: DealAgreed) -> Table:
    """Lay the agreement on the table until the deal."""
    seats = table.seats
    require(
        bool(seats) and not table.begun and agreement_of(table) is None and all(seat.sitter is None for seat in seats),
        "a deal is agreed on once, before the first seat is taken",
    )
    bound = (None,) * len(seats) if event.level == TOURNAMENT else ()
    agreed = Agreed(level=event.level, term=event.term, contribution=event.contribution, commitments=bound)
    return _with_agreement(table, agreed, seats)


@applies(GameGrouped)
def game_grouped(table: Table, event: GameGrouped) -> Table:
    """Change nothing: the games that open together do not affect the table."""
    agreed = agreement_of(table)
    several = len(event.tables) >= TABLES_MIN
    shared = table.begun or (agreed is not None and agreed.level == DUPLICATE)
    require(several and shared, "only a deal in duplicate is that of several games, or one that is played")
    return table


@applies(GameOpened)
def game_opened(table: Table, event: GameOpened) -> Table:  # noqa: ARG001  # an applier: that it happened is all
    """Change nothing: what was hidden may now be shown, but the cards lie as before."""
    require(table.result is not None, "a game that opens with others is opened after its end")
    return table


@applies(ShareCommitted)
def share_committed(table: Table, event: ShareCommitted) -> Table:
    """Store the seat's commitment."""
    agreed = _tournament_agreement(table)
    require(
        event.seat in seats_to_commit(table) and table.seats[event.seat].sitter is not None,
        "the player there commits once",
    )
    return _with_agreement(table, _with_commitment(agreed, event.seat, event.commitment), table.seats)


@applies(ShareRevealed)
def share_revealed(table: Table, event: ShareRevealed) -> Table:
    """Store the seat's share."""
    require(_tournament_agreement(table).commitments[event.seat] is not None, "what is revealed was committed to")
    require(not _has_share(table, event.seat), "a share is revealed once")
    return table.with_seat(event.seat, _with_share(table.seats[event.seat], event.contribution))


@applies(SeatVacated)
def seat_vacated(table: Table, event: SeatVacated) -> Table:
    """Free the seat. If a share was already revealed, drop all commitments."""
    agreed, seat = _tournament_agreement(table), table.seats[event.seat]
    require(seat.sitter, "a player sat there")
    emptied = table.with_seat(event.seat, replace(seat, sitter=None))
    shown = any(bound is not None and _has_share(table, index) for index, bound in enumerate(agreed.commitments))
    return (
        with_commitments_void(emptied)
        if shown
        else _with_agreement(emptied, _with_commitment(agreed, event.seat, None), emptied.seats)
    )


def with_commitments_void(table: Table) -> Table:
    """Return the same table, where each seat that has committed to a share must commit again."""
    agreed = agreement_of(table)
    if agreed is None:
        return table
    seats = tuple(
        seat if bound is None else _with_share(seat, None)
        for seat, bound in zip(table.seats, agreed.commitments or (None,) * len(table.seats), strict=True)
    )
    return _with_agreement(table, replace(agreed, commitments=(None,) * len(agreed.commitments)), seats)


def without_agreement(table: Table) -> Table:
    """Return the table as the deal begins: the edition's annex of the turn replaces the agreement."""
    if agreement_of(table) is None:
        return table
    return replace(table, turn=replace(table.turn, annex=blank_annexes_of(table.edition).turn))


def _tournament_agreement(table: Table) -> Agreed:
    agreed = require(agreement_of(table), says := "shares are committed to at tournaments, before the deal")
    require(agreed.level == TOURNAMENT, says)
    return agreed


def _with_commitment(agreed: Agreed, seat: int, commitment: str | None) -> Agreed:
    bound = list(agreed.commitments)
    bound[seat] = commitment
    return replace(agreed, commitments=tuple(bound))


def _with_share(seat: Seat, contribution: str | None) -> Seat:
    sitter = seat.sitter
    return seat if sitter is None else replace(seat, sitter=replace(sitter, contribution=contribution))


def _with_agreement(table: Table, agreed: Agreed, seats: tuple[Seat, ...]) -> Table:
    return replace(table, turn=replace(table.turn, annex=agreed), seats=seats)
