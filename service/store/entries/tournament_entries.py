"""What is kept of tournaments: each event as it happened, the secret of the draws, names beside the events."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from domain.tournaments.result_events import AnyTournamentEvent
from service.store.entries.entry_sql import SQLITE
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


class TournamentSettings(Entry):
    """What is not an event of a tournament: its title, when it was made, who may know of it, where it was forked.

    Clients without a token of the tournament follow it with a delay of `delay_ms`; of a `private` one they know
    nothing. A fork has the events of another tournament up to `forked_at`, and then its own.
    """

    kept_in = "tournament_settings"
    named_by = ("tournament",)
    came_with = 12

    tournament: str
    title: str
    made: int
    private: bool = False
    delay_ms: int = 0
    forked_from: str | None = None
    forked_at: int | None = None


class TournamentGrant(Entry):
    """The tournament of a token, and the pseudonym under which its holder acts there."""

    kept_in = "tournament_grants"
    named_by = ("digest",)
    came_with = 12

    digest: str
    tournament: str
    pseudonym: str


class TournamentText(Entry):
    """A reason that a person wrote, known by its salted digest, which is all that the events hold.

    `author` is the pseudonym of who wrote it. An erased one has neither the text nor the salt to test guesses with.
    """

    kept_in = "tournament_texts"
    named_by = ("digest",)
    came_with = 12

    digest: str
    tournament: str
    at: int
    salt: str
    text: str | None
    author: str

    @property
    def erased(self) -> "TournamentText":
        """The same entry without the text."""
        return replace(self, salt="", text=None)


class TournamentGame(Entry):
    """A game that was made for a table of a round; it is linked by an event of its tournament."""

    kept_in = "tournament_games"
    named_by = ("game",)
    once = True
    came_with = 14

    game: str
    tournament: str
    round: int
    seated: int
    """The number of its table."""


def tournament_events_since(rows: Callable[..., list[Any]], order: str, line: int) -> list[tuple[int, str]]:
    """Return (line, tournament) of each event that was written after this line, in order."""
    query = f"SELECT {order}, tournament FROM {TournamentEventEntry.kept_in} WHERE {order} > {SQLITE.mark} ORDER BY 1"
    return [(int(at), str(tournament)) for at, tournament in rows(query, line)]


TOURNAMENTS: tuple[type[Entry], ...] = (
    TournamentEventEntry,
    TournamentSecret,
    TournamentName,
    TournamentSettings,
    TournamentGrant,
    TournamentText,
    TournamentGame,
)
