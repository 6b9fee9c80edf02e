"""Find what is wrong with the logs of a stored game."""

from replay.record import Record
from service.signing.row_verification import Altered
from service.signing.tamper_check import verified_log
from service.store.event_store import GameStore


def altered(store: GameStore, record: Record) -> Altered | None:
    """Return what is wrong with the logs of a game, None when nothing is."""
    try:
        verified_log(store, record)
    except Altered as fault:
        return fault
    return None
