"""The names of a table's seats, and until when bots wait for answers."""

from service.access.patience import bot_seats, compute_answer_deadlines
from service.access.reader import Reader
from service.access.visibility_scope import VisibilityScope
from service.store.entries.metadata_store import FormerPlayer, Player


def seat_names(reader: Reader, sight: VisibilityScope) -> list[str | None]:
    """Return the names of the seats, seat 0 first."""
    players, seats = reader.players_by_seat(sight), reader.table(sight).seats
    pseudonyms = [None if seat.sitter is None else seat.sitter.pseudonym for seat in seats]
    return [display_name(players.get(index), pseudonym) for index, pseudonym in enumerate(pseudonyms)]


def display_name(player: Player | FormerPlayer | None, pseudonym: str | None) -> str | None:
    """Return the name of a seat's player, else the pseudonym, or None if the seat has neither."""
    return player.name if player is not None and player.name else pseudonym


def answer_deadlines(reader: Reader, sight: VisibilityScope, n: int | None = None) -> dict[int, int]:
    """Return until when a bot keeps its trading open after event n, by seat: see `compute_answer_deadlines`."""
    table = reader.table(sight, n)
    if not table.proposals or sight.live.summary.imported:
        return {}
    log, bots = reader.envelopes(sight)[:n], bot_seats(reader.players_by_seat(sight))
    return compute_answer_deadlines(table, log, bots, sight.arrangement.patience_ms, reader.annotations(sight))
