"""Imports records that were played elsewhere."""

from collections.abc import Sequence
from contextlib import suppress

from domain.forks import Origin
from domain.refusals import Misuse
from replay.codec import Envelope
from replay.creation_checks import require_valid_creation
from replay.record import Record, is_same_prefix, write_file
from replay.rewind import require_history
from service.store.appender import NewGameEvents
from service.store.entries.metadata_store import Entry
from service.store.errors import Conflict
from service.store.event_store import GameStore
from service.store.recorder import GameOpening, GameOrigin


def import_record(store: GameStore, record: Record, *, entries: Sequence[Entry] = ()) -> bool:
    """Import a whole game, illegal events included. Return False if it is here already, byte for byte.

    Raises Conflict if another game of this id is here. Raises CorruptFile at the first event that cannot follow or be
    stored, and Misuse for what one viewer saw.
    """
    if not record.viewer.sees_all:
        seen = f"this is only what {record.viewer.name} may read: as a file it can be shown and audited"
        raise Misuse(f"{seen}, but not be imported", place="body")
    require_history(record)
    if not store.exists(record.game):
        require_valid_creation(record)
        opening, own = _kept_as(store, record)
        # After a Conflict, another process has imported a game of this id: compare with that one.
        with suppress(Conflict):
            store.write_new_games(NewGameEvents(record.game, own, opening), entries=entries)
            return True
    if write_file(store.record(record.game)) != write_file(record):
        raise Conflict(f"another game {record.game} is in the store: audit both, as only one can be stored")
    return False


def _kept_as(store: GameStore, record: Record) -> tuple[GameOpening, Sequence[Envelope]]:
    """Return the opening and the own envelopes. A fork is stored as one if its parent is here, any other game whole."""
    origin = record.forked_from
    if origin is not None and _continues(store, record, origin):
        return GameOpening("imported", None, origin.game, origin.at), record.envelopes[origin.at :]
    return whole("imported", record), record.envelopes


def whole(origin: GameOrigin, record: Record, seed: bytes | None = None) -> GameOpening:
    """Return the opening of a game that holds all its events itself, also those named after another game."""
    names, name = [], record.game
    for envelope in record.envelopes:
        if envelope.game != name:
            name = envelope.game
            names.append((envelope.n, name))
    return GameOpening(origin, seed, names=tuple(names))


def _continues(store: GameStore, record: Record, origin: Origin) -> bool:
    """Return whether the record is a fork whose parent is here, with the same bytes up to the fork."""
    own = record.envelopes[origin.at :]
    if not own or any(envelope.game != record.game for envelope in own) or not store.exists(origin.game):
        return False
    return is_same_prefix(record, store.record(origin.game), origin.at)
