"""The signed log of a tournament."""

from typing import Any, Final

import msgspec

from domain.tournaments.events import RoundReleased, TournamentCreated, TournamentEvent
from domain.tournaments.result_events import RoundConfirmed, SecretsRevealed, TournamentClosed
from replay.codec import Envelope, Timestamp
from replay.proofs.leaves import TOURNAMENT, log_name
from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.signing.merkle_log import MerkleLog, find_or_store_key
from service.store.entries.tournament_entries import TournamentEventEntry
from service.store.errors import DamagedTournament
from service.store.event_store import GameStore

MILESTONES: Final[tuple[type[TournamentEvent], ...]] = (
    TournamentCreated,
    RoundReleased,
    RoundConfirmed,
    TournamentClosed,
    SecretsRevealed,
)
"""The events after which a checkpoint is due immediately."""


def tournament_log_name(tournament: str) -> str:
    """Return the name of the log of a tournament, which is also the name of its key."""
    return log_name(tournament, TOURNAMENT)


def tournament_of_log(name: str) -> str | None:
    """Return the tournament whose events are in the log of this name, or None for any other log."""
    tournament, _, stream = name.partition("/")
    return tournament if stream == TOURNAMENT else None


def new_tournament_log(store: GameStore, tournament: str) -> MerkleLog | None:
    """Return the empty log of a tournament, or None if it has no key and none can be stored."""
    key = find_or_store_key(store, tournament_log_name(tournament))
    return None if key is None else MerkleLog(tournament, 0, key, {}, TOURNAMENT)


def tournament_rows(store: GameStore, tournament: str) -> list[TournamentEventEntry]:
    """Return the stored events of a tournament, by their numbers."""
    return sorted(store.find_entries(TournamentEventEntry, tournament=tournament), key=lambda row: row.n)


def row_envelope(row: TournamentEventEntry) -> Envelope:
    """Return the envelope of a row. Raises DamagedTournament if its event or time cannot be read."""
    try:
        filed = NumberedTournamentEvent(n=row.n, at=msgspec.convert(row.at, Timestamp), event=row.decoded)
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise DamagedTournament(row.tournament, row.n, str(error)) from error
    return tournament_envelope(row.tournament, filed)


def tournament_envelope(tournament: str, filed: NumberedTournamentEvent) -> Envelope:
    """Return the envelope of an event of a tournament."""
    event: Any = filed.event  # of a separate family, which no table is folded from
    return Envelope(game=tournament, n=filed.n, at=filed.at, event=event)
