"""Imports records of games that were played elsewhere."""

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
    """Import a game, also one with illegal events. Return False if the store has the same game, byte for byte.

    Raises Conflict if the store has another game with this id. Raises CorruptFile at the first event that cannot follow
    the events before it. Raises Misuse for a record of what one viewer saw.
    """
    if not record.viewer.sees_all:
        reason = f"this is only what {record.viewer.name} may read: the file can be shown and audited"
        raise Misuse(f"{reason}, but not imported", place="body")
    require_history(record)
    if not store.exists(record.game):
        require_valid_creation(record)
        opening, envelopes = _opening_and_own_events(store, record)
        # After a Conflict, another process has imported a game with this id: compare with that one.
        with suppress(Conflict):
            store.write_new_games(NewGameEvents(record.game, envelopes, opening), entries=entries)
            return True
    if write_file(store.record(record.game)) != write_file(record):
        raise Conflict(f"another game {record.game} is in the store: audit both, as only one can be stored")
    return False


def _opening_and_own_events(store: GameStore, record: Record) -> tuple[GameOpening, Sequence[Envelope]]:
    """Return the opening and the envelopes to store. A fork shares the events of its parent if the store has them."""
    origin = record.forked_from
    if origin is not None and _is_fork_of_stored_game(store, record, origin):
        return GameOpening("imported", None, origin.game, origin.at), record.envelopes[origin.at :]
    return standalone_opening("imported", record), record.envelopes


def standalone_opening(origin: GameOrigin, record: Record, seed: bytes | None = None) -> GameOpening:
    """Return the opening of a game that stores all its events itself, also those with the name of another game."""
    names, name = [], record.game
    for envelope in record.envelopes:
        if envelope.game != name:
            name = envelope.game
            names.append((envelope.n, name))
    return GameOpening(origin, seed, names=tuple(names))


def _is_fork_of_stored_game(store: GameStore, record: Record, origin: Origin) -> bool:
    """Return whether the store has the parent of this fork, with the same bytes up to the fork."""
    own_envelopes = record.envelopes[origin.at :]
    if (
        not own_envelopes
        or any(envelope.game != record.game for envelope in own_envelopes)
        or not store.exists(origin.game)
    ):
        return False
    return is_same_prefix(record, store.record(origin.game), origin.at)
