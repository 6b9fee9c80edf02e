"""Keeps records that were played elsewhere."""

from collections.abc import Sequence
from contextlib import suppress

from domain.forks import Origin
from domain.refusals import Misuse
from replay.codec import Envelope
from replay.creation_checks import require_lawful
from replay.record import Record, same_bytes, write_file
from replay.rewind import require_history
from service.store.entries.metadata_store import Entry
from service.store.errors import Conflict
from service.store.event_store import GameStore
from service.store.recorder import GameOrigin, InitialEntries


def import_record(store: GameStore, record: Record, *, entries: Sequence[Entry] = ()) -> bool:
    """Keep a whole game, illegal events included; False when it is here already, byte for byte.

    Conflict when another game of this id is here; CorruptFile at the first event that cannot follow or by which no
    game is made here; Misuse for what one viewer saw.
    """
    if not record.viewer.sees_all:
        seen = f"this is only what {record.viewer.name} may read: as a file it can be shown and audited"
        raise Misuse(f"{seen}, but not be imported", place="body")
    require_history(record)
    if not store.exists(record.game):
        require_lawful(record)
        opening, own = _kept_as(store, record)
        # On a Conflict another process has brought a game of this id meanwhile: it is compared with that one.
        with suppress(Conflict):
            store.put(record.game, own, opening, entries=entries)
            return True
    if write_file(store.record(record.game)) != write_file(record):
        raise Conflict(f"another game {record.game} is in the store: audit both, they cannot both be kept")
    return False


def _kept_as(store: GameStore, record: Record) -> tuple[InitialEntries, Sequence[Envelope]]:
    """The opening and the own envelopes: a fork is kept beside its parent if that is here, anything else whole."""
    origin = record.forked_from
    if origin is not None and _continues(store, record, origin):
        return InitialEntries("imported", None, origin.game, origin.at), record.envelopes[origin.at :]
    return whole("imported", record), record.envelopes


def whole(origin: GameOrigin, record: Record, seed: bytes | None = None) -> InitialEntries:
    """Return the opening of a game that holds all its events itself, those too that it calls another game's."""
    names, name = [], record.game
    for envelope in record.envelopes:
        if envelope.game != name:
            name = envelope.game
            names.append((envelope.n, name))
    return InitialEntries(origin, seed, names=tuple(names))


def _continues(store: GameStore, record: Record, origin: Origin) -> bool:
    """Return whether the record is that of a fork whose parent is here, with the very same bytes up to the fork."""
    own = record.envelopes[origin.at :]
    if not own or any(envelope.game != record.game for envelope in own) or not store.exists(origin.game):
        return False
    return same_bytes(record, store.record(origin.game), origin.at)
