"""Facts about a table beside its cards: the names of its seats, and until when bots wait."""

from service.access.patience import asked_until, bots_among
from service.access.reader import Reader
from service.access.visibility_scope import VisibilityScope
from service.store.entries.metadata_store import FormerPlayer, Player


def names_of(reader: Reader, sight: VisibilityScope) -> list[str | None]:
    """Return the names of the seats, in their order."""
    players, seats = reader.seated(sight), reader.table(sight).seats
    pseudonyms = [None if seat.sitter is None else seat.sitter.pseudonym for seat in seats]
    return [called(players.get(index), pseudonym) for index, pseudonym in enumerate(pseudonyms)]


def called(player: Player | FormerPlayer | None, pseudonym: str | None) -> str | None:
    """Return the name of a seat's player, else the pseudonym, or None if it has neither."""
    return player.name if player is not None and player.name else pseudonym


def waits_until(reader: Reader, sight: VisibilityScope, n: int | None = None) -> dict[int, int]:
    """Return until when a bot keeps its trading open after event n, by the seats that it asked; see `patience`."""
    table = reader.table(sight, n)
    if not table.proposals or sight.live.summary.imported:
        return {}
    log, bots = reader.envelopes(sight)[:n], bots_among(reader.seated(sight))
    return asked_until(table, log, bots, sight.arrangement.patience_ms, reader.remarks(sight))
