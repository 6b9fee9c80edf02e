"""The log of the proceedings on a game as it is signed, told as far as somebody may know of it."""

import base64
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from domain.disputes.events import AnyProceeding
from replay.codec import Envelope, Timestamp
from replay.proofs.leaves import PROCEEDINGS, log_name
from service.signing.log_state import LogState
from service.signing.merkle_log import MerkleLog, key_of
from service.store.entries.metadata_store import MetadataStore
from service.store.entries.proceedings_entries import DisputeEvent
from service.store.entries.signing_entries import LoggedNote
from service.store.errors import DamagedProceedings
from service.store.event_store import GameStore


class DisputeLog(NamedTuple):
    """The first events of the proceedings on a game, and the checkpoints that were signed of these, oldest first."""

    envelopes: Sequence[Envelope]
    notes: Sequence[LoggedNote]


NOTHING_FILED: Final = DisputeLog((), ())


def filed_name(game: str) -> str:
    """Return what the log of the proceedings on a game is called."""
    return log_name(game, PROCEEDINGS)


def game_filed_on(name: str) -> str | None:
    """Return the game on whose proceedings a log of this name is; None for the log of a game itself."""
    game, _, stream = name.partition("/")
    return game if stream == PROCEEDINGS else None


def filed_in(register: MetadataStore, game: str) -> list[DisputeEvent]:
    """Return the events of the proceedings on a game as they lie there, by their numbers."""
    return sorted(register.noted(DisputeEvent, game=game), key=lambda row: row.n)


def proceeding_of(row: DisputeEvent) -> AnyProceeding:
    """Return what was filed; DamagedProceedings when that, or its time, cannot be read."""
    try:
        msgspec.convert(row.at, Timestamp)
        filed = row.proceeding
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise DamagedProceedings(row.game, row.n, str(error)) from error
    return filed


def envelope_of(row: DisputeEvent) -> Envelope:
    """Return what was filed, in its place in the log; DamagedProceedings as for `proceeding_of`."""
    event: Any = proceeding_of(row)  # of a family of its own, which no table follows from
    return Envelope(game=row.game, n=row.n, at=row.at, event=event)


def new_filed_log(store: GameStore, game: str) -> MerkleLog | None:
    """The log of the proceedings on a game, nothing in it yet; None where it has no key and none can be written."""
    key = key_of(store, game)
    return None if key is None else MerkleLog(game, 0, key, {}, PROCEEDINGS)


def filed_log(store: GameStore, game: str, count: int) -> DisputeLog:
    """Return the proceedings on a game up to this event of theirs, of which somebody may know."""
    notes = store.noted(LoggedNote, log=filed_name(game))
    return DisputeLog(
        [envelope_of(row) for row in filed_in(store, game)[:count]], [note for note in notes if note.size <= count]
    )


def filed_state(store: GameStore, game: str, count: int) -> LogState | None:
    """What is told of that log: what was signed of it last, its size and root by now; None where there is no key."""
    log, filed = new_filed_log(store, game), filed_log(store, game, count)
    if log is None:
        return None
    log.add(filed.envelopes)
    root = base64.b64encode(log.tree.root()).decode()
    return LogState(note=filed.notes[-1].note if filed.notes else None, size=log.tree.size, root=root)
