"""Stored proceedings: each filed event, the texts that people wrote, and the person behind each token."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from domain.disputes.events import AnyProceeding
from service.store.entries.entry_sql import SQLITE
from service.store.entries.metadata_store import Entry

NO_PERSON: Final = "-"
"""The person of the service itself, when it gives a token: none."""
SELF_STATED: Final = "-seat"
"""Marks a person that the seat itself named. It counts against them, and makes no player known."""
_EVENTS: Final[msgspec.json.Decoder[AnyProceeding]] = msgspec.json.Decoder(AnyProceeding)


class DisputeEvent(Entry):
    """Event n of the proceedings on a game, as JSON, filed when the game was at event `version`. It never changes."""

    sql_table = "proceedings"
    key_fields = ("game", "n")
    insert_only = True
    since_schema = 5

    game: str
    n: int
    at: int
    version: int
    event: str

    @property
    def proceeding(self) -> AnyProceeding:
        """The filed event."""
        return _EVENTS.decode(self.event)


class DisputeText(Entry):
    """A text of a participant, known by its salted digest, which is all that the proceedings hold.

    `author` names the principal, as for annotations. An erased one has neither the text nor the salt to test guesses
    with.
    """

    sql_table = "filed_texts"
    key_fields = ("digest",)
    since_schema = 5

    digest: str
    game: str
    at: int
    salt: str
    text: str | None
    author: str | None = None

    @property
    def erased(self) -> "DisputeText":
        """The same entry without the text."""
        return replace(self, salt="", text=None)


class Bearer(Entry):
    """The person behind a token, and the person who gave it, both opaque ids, or None if not stated."""

    sql_table = "bearers"
    key_fields = ("digest",)
    since_schema = 5

    digest: str
    game: str | None
    seat: int | None
    person: str | None
    called_by: str | None


def token_of(bearer: Bearer) -> str:
    """Return the digest of the token that an entry is about. A later statement has a mark behind the digest."""
    return bearer.digest.partition("+")[0]


DISPUTE_KINDS: tuple[type[Entry], ...] = (DisputeEvent, DisputeText, Bearer)


def dispute_events_since(rows: Callable[..., list[Any]], order: str, line: int) -> list[tuple[int, str]]:
    """Return (line, game) of each event that was filed after this line, in order."""
    return [
        (int(at), str(game))
        for at, game in rows(
            f"SELECT {order}, game FROM proceedings WHERE {order} > {SQLITE.placeholder} ORDER BY 1", line
        )
    ]
