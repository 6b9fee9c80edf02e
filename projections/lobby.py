"""A line of the lobby: what all may know of one game."""

from domain.member_types import PhaseId, SeatIndex
from domain.table import Table
from domain.values import Value
from projections.seats_to_act import seats_to_act, seats_with_offers
from projections.summary import Summary


class GameTurn(Value, omit_defaults=False):
    """Whose turn it is, which one, and its phase."""

    seat: SeatIndex
    number: int
    phase: PhaseId


class LineSeat(Value, omit_defaults=False):
    """A seat at a glance: who took it, as which pseudonym or bot, and how many coins and hand cards are there."""

    taken: bool
    pseudonym: str | None
    kind: str | None
    coins: int
    hand: int
    bot: str | None = None


class LobbyLine(Value, omit_defaults=False):
    """A game whose last event happened at `at`, in milliseconds since 1970; `asked` are the seats with an offer."""

    summary: Summary
    at: int
    turn: GameTurn | None
    to_act: tuple[int, ...]
    asked: tuple[int, ...]
    seats: tuple[LineSeat, ...]


def lobby_line(summary: Summary, at: int, table: Table) -> LobbyLine:
    """Return the line of a game, from the table after its last event; it counts cards, and names none."""
    turn = table.turn
    seats = []
    for seat in table.seats:
        sitter = seat.sitter
        seats.append(
            LineSeat(
                taken=sitter is not None,
                pseudonym=None if sitter is None else sitter.pseudonym,
                kind=None if sitter is None else sitter.kind,
                coins=len(seat.coins),
                hand=len(seat.hand),
                bot=None if sitter is None else sitter.bot,
            )
        )
    return LobbyLine(
        summary=summary,
        at=at,
        turn=GameTurn(seat=turn.seat, number=turn.number, phase=turn.phase) if table.begun else None,
        to_act=() if summary.imported else seats_to_act(table),
        asked=() if summary.imported else seats_with_offers(table),
        seats=tuple(seats),
    )
