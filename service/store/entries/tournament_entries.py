"""Stored tournaments: their events, the secret of their draws, and names, settings and tokens."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from domain.tournaments.result_events import AnyTournamentEvent
from service.store.entries.entry_sql import SQLITE
from service.store.entries.metadata_store import Entry

_EVENTS: Final[msgspec.json.Decoder[AnyTournamentEvent]] = msgspec.json.Decoder(AnyTournamentEvent)


class TournamentEventEntry(Entry):
    """Event n of a tournament, as JSON. `at` is in milliseconds since 1970."""

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
        """The event. Raises msgspec.DecodeError if it cannot be read."""
        return _EVENTS.decode(self.event)


class TournamentSecret(Entry):
    """The last secret of a tournament's hash chain. The secrets of all rounds follow from it."""

    sql_table = "tournament_secrets"
    key_fields = ("tournament",)
    insert_only = True
    since_schema = 11

    tournament: str
    secret: str


class TournamentName(Entry):
    """The name of a player or a club of a tournament, or None if it was erased."""

    sql_table = "tournament_names"
    key_fields = ("tournament", "pseudonym")
    since_schema = 11

    tournament: str
    pseudonym: str
    name: str | None


class TournamentSettings(Entry):
    """The settings of a tournament: its title, the time of its creation, its visibility, and its parent.

    Clients without a token of the tournament see it with a delay of `delay_ms`. They do not see a `private` tournament.
    A fork has the events of its parent up to `forked_at`, and then its own.
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
    """The tournament of a token, and the pseudonym under which its holder acts."""

    sql_table = "tournament_grants"
    key_fields = ("digest",)
    since_schema = 12

    digest: str
    tournament: str
    pseudonym: str


class TournamentText(Entry):
    """A text that a person wrote, such as a reason. The events contain only its salted digest.

    `author` is a pseudonym. An erased entry has no text, and no salt, so that guesses cannot be tested.
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
        """The entry after the text was erased."""
        return replace(self, salt="", text=None)


class TournamentGame(Entry):
    """A game that was created for a table of a round. An event of the tournament links it."""

    sql_table = "tournament_games"
    key_fields = ("game",)
    insert_only = True
    since_schema = 14

    game: str
    tournament: str
    round: int
    seated: int
    """The number of the table."""


def tournament_events_since(rows: Callable[..., list[Any]], order: str, line: int) -> list[tuple[int, str]]:
    """Return (line, tournament) of each event that was written after this line, in order."""
    table, value = TournamentEventEntry.sql_table, SQLITE.placeholder
    query = f"SELECT {order}, tournament FROM {table} WHERE {order} > {value} ORDER BY 1"
    return [(int(number), str(tournament)) for number, tournament in rows(query, line)]


TOURNAMENT_KINDS: tuple[type[Entry], ...] = (
    TournamentEventEntry,
    TournamentSecret,
    TournamentName,
    TournamentSettings,
    TournamentGrant,
    TournamentText,
    TournamentGame,
)
