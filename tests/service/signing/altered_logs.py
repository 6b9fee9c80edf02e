"""Find what is wrong with the logs of a stored game."""

from replay.record import Record
from service.signing.row_verification import AlteredLog
from service.signing.tamper_check import verify_game
from service.store.event_store import GameStore


def altered(store: GameStore, record: Record) -> AlteredLog | None:
    """Return what is wrong with the logs of a game, None when nothing is."""
    try:
        verify_game(store, record)
    except AlteredLog as fault:
        return fault
    return None
