"""The signed log of a game's proceedings, up to the last event that a caller may see."""

import base64
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from domain.disputes.events import AnyProceeding
from replay.codec import Envelope, Timestamp
from replay.proofs.leaves import PROCEEDINGS, log_name
from service.signing.log_state import LogState
from service.signing.merkle_log import MerkleLog, find_or_store_key
from service.store.entries.metadata_store import MetadataStore
from service.store.entries.proceedings_entries import DisputeEvent
from service.store.entries.signing_entries import LoggedNote
from service.store.errors import DamagedProceedings
from service.store.event_store import GameStore


class ProceedingsLog(NamedTuple):
    """The first events of a game's proceedings, and their signed checkpoints, oldest first."""

    envelopes: Sequence[Envelope]
    notes: Sequence[LoggedNote]


EMPTY_PROCEEDINGS: Final = ProceedingsLog((), ())


def proceedings_log_name(game: str) -> str:
    """Return the name of the log of a game's proceedings."""
    return log_name(game, PROCEEDINGS)


def game_of_proceedings_log(name: str) -> str | None:
    """Return the game whose proceedings are in the log of this name, or None for any other log."""
    game, _, stream = name.partition("/")
    return game if stream == PROCEEDINGS else None


def proceedings_rows(register: MetadataStore, game: str) -> list[DisputeEvent]:
    """Return the stored events of a game's proceedings, by their numbers."""
    return sorted(register.find_entries(DisputeEvent, game=game), key=lambda row: row.n)


def proceeding_of(row: DisputeEvent) -> AnyProceeding:
    """Return the event of a row. Raises DamagedProceedings if the event or its time cannot be read."""
    try:
        msgspec.convert(row.at, Timestamp)
        filed = row.proceeding
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise DamagedProceedings(row.game, row.n, str(error)) from error
    return filed


def proceedings_envelope(row: DisputeEvent) -> Envelope:
    """Return the envelope of a row. Raises DamagedProceedings as `proceeding_of` does."""
    event: Any = proceeding_of(row)  # of a separate family, which no table is folded from
    return Envelope(game=row.game, n=row.n, at=row.at, event=event)


def new_proceedings_log(store: GameStore, game: str) -> MerkleLog | None:
    """Return the empty log of a game's proceedings, or None if the game has no key and none can be stored."""
    key = find_or_store_key(store, game)
    return None if key is None else MerkleLog(game, 0, key, {}, PROCEEDINGS)


def read_proceedings_log(store: GameStore, game: str, count: int) -> ProceedingsLog:
    """Return the first `count` events of a game's proceedings, and their checkpoints."""
    notes = store.find_entries(LoggedNote, log=proceedings_log_name(game))
    return ProceedingsLog(
        [proceedings_envelope(row) for row in proceedings_rows(store, game)[:count]],
        [note for note in notes if note.size <= count],
    )


def proceedings_log_state(store: GameStore, game: str, count: int) -> LogState | None:
    """Return the state of the log of the first `count` events of a game's proceedings, or None without a key."""
    log, filed = new_proceedings_log(store, game), read_proceedings_log(store, game, count)
    if log is None:
        return None
    log.add(filed.envelopes)
    root = base64.b64encode(log.tree.root()).decode()
    return LogState(note=filed.notes[-1].note if filed.notes else None, size=log.tree.size, root=root)
