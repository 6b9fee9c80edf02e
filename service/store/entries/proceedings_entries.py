"""Stored proceedings: their events, the texts of participants, and the persons behind tokens."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from domain.disputes.events import AnyProceeding
from service.store.entries.entry_sql import SQLITE
from service.store.entries.metadata_store import Entry

NO_PERSON: Final = "-"
"""Stands for no person, such as when the service itself issues a token."""
SELF_STATED: Final = "-seat"
"""Marks a person whom the holder of the seat stated. That person may not rule, but is not named as the player."""
_EVENTS: Final[msgspec.json.Decoder[AnyProceeding]] = msgspec.json.Decoder(AnyProceeding)


class DisputeEvent(Entry):
    """Event n of the proceedings on a game, as JSON, filed when the game was at event `version`."""

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
    """A text of a participant. The proceedings contain only its salted digest.

    `author` is the principal. An erased entry has no text, and no salt, so that guesses cannot be tested.
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
        """The entry after the text was erased."""
        return replace(self, salt="", text=None)


class Bearer(Entry):
    """The person who holds a token, and the person who issued it, as opaque ids, or None if not stated."""

    sql_table = "bearers"
    key_fields = ("digest",)
    since_schema = 5

    digest: str
    game: str | None
    seat: int | None
    person: str | None
    called_by: str | None


def token_of(bearer: Bearer) -> str:
    """Return the digest of the token of an entry. Later statements about the token have a suffix after the digest."""
    return bearer.digest.partition("+")[0]


DISPUTE_KINDS: tuple[type[Entry], ...] = (DisputeEvent, DisputeText, Bearer)


def dispute_events_since(rows: Callable[..., list[Any]], order: str, line: int) -> list[tuple[int, str]]:
    """Return (line, game) of each event of proceedings that was written after this line, in order."""
    return [
        (int(number), str(game))
        for number, game in rows(
            f"SELECT {order}, game FROM proceedings WHERE {order} > {SQLITE.placeholder} ORDER BY 1", line
        )
    ]
