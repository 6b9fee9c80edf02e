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

    sql_table = "tournament_events"
    key_fields = ("tournament", "n")
    insert_only = True
    since_schema = 11

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

    sql_table = "tournament_secrets"
    key_fields = ("tournament",)
    insert_only = True
    since_schema = 11

    tournament: str
    secret: str


class TournamentName(Entry):
    """What people call a player or a club of a tournament; None where it was erased."""

    sql_table = "tournament_names"
    key_fields = ("tournament", "pseudonym")
    since_schema = 11

    tournament: str
    pseudonym: str
    name: str | None


class TournamentSettings(Entry):
    """What is not an event of a tournament: its title, when it was made, who may know of it, where it was forked.

    Clients without a token of the tournament follow it with a delay of `delay_ms`; of a `private` one they know
    nothing. A fork has the events of another tournament up to `forked_at`, and then its own.
    """

    sql_table = "tournament_settings"
    key_fields = ("tournament",)
    since_schema = 12

    tournament: str
    title: str
    made: int
    private: bool = False
    delay_ms: int = 0
    forked_from: str | None = None
    forked_at: int | None = None


class TournamentGrant(Entry):
    """The tournament of a token, and the pseudonym under which its holder acts there."""

    sql_table = "tournament_grants"
    key_fields = ("digest",)
    since_schema = 12

    digest: str
    tournament: str
    pseudonym: str


class TournamentText(Entry):
    """A reason that a person wrote, known by its salted digest, which is all that the events hold.

    `author` is the pseudonym of who wrote it. An erased one has neither the text nor the salt to test guesses with.
    """

    sql_table = "tournament_texts"
    key_fields = ("digest",)
    since_schema = 12

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

    sql_table = "tournament_games"
    key_fields = ("game",)
    insert_only = True
    since_schema = 14

    game: str
    tournament: str
    round: int
    seated: int
    """The number of its table."""


def tournament_events_since(rows: Callable[..., list[Any]], order: str, line: int) -> list[tuple[int, str]]:
    """Return (line, tournament) of each event that was written after this line, in order."""
    table, value = TournamentEventEntry.sql_table, SQLITE.placeholder
    query = f"SELECT {order}, tournament FROM {table} WHERE {order} > {value} ORDER BY 1"
    return [(int(at), str(tournament)) for at, tournament in rows(query, line)]


TOURNAMENT_KINDS: tuple[type[Entry], ...] = (
    TournamentEventEntry,
    TournamentSecret,
    TournamentName,
    TournamentSettings,
    TournamentGrant,
    TournamentText,
    TournamentGame,
)
