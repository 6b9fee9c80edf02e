"""What is kept of tournaments: each event as it happened, the secret of the draws, names beside the events."""

from typing import Final

import msgspec

from domain.tournaments.result_events import AnyTournamentEvent
from service.store.entries.metadata_store import Entry

_EVENTS: Final[msgspec.json.Decoder[AnyTournamentEvent]] = msgspec.json.Decoder(AnyTournamentEvent)


class TournamentEventEntry(Entry):
    """Event n of a tournament, as JSON, at a time in milliseconds since 1970; never changed."""

    kept_in = "tournament_events"
    named_by = ("tournament", "n")
    once = True
    came_with = 11

    tournament: str
    n: int
    at: int
    event: str

    @property
    def decoded(self) -> AnyTournamentEvent:
        """What happened; msgspec.DecodeError where it cannot be read."""
        return _EVENTS.decode(self.event)


class TournamentSecret(Entry):
    """The last secret of a tournament's chain, from which the secrets of all rounds follow."""

    kept_in = "tournament_secrets"
    named_by = ("tournament",)
    once = True
    came_with = 11

    tournament: str
    secret: str


class TournamentName(Entry):
    """What people call a player or a club of a tournament; None where it was erased."""

    kept_in = "tournament_names"
    named_by = ("tournament", "pseudonym")
    came_with = 11

    tournament: str
    pseudonym: str
    name: str | None


TOURNAMENTS: tuple[type[Entry], ...] = (TournamentEventEntry, TournamentSecret, TournamentName)
