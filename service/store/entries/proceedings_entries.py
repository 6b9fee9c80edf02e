"""What is kept of proceedings: each event as it was filed, the words that people wrote, who bears which token."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from domain.disputes.events import AnyProceeding
from service.store.entries.metadata_store import SQLITE, Entry

NOBODY: Final = "-"
"""A person that sits nowhere: the service itself, when it gives somebody a token."""
OWN_WORD: Final = "-seat"
"""In place of who names a person: the seat itself. That counts against them, and makes no player known."""
_EVENTS: Final[msgspec.json.Decoder[AnyProceeding]] = msgspec.json.Decoder(AnyProceeding)


class DisputeEvent(Entry):
    """Event n of the proceedings on a game, as JSON, filed when the game was at event `version`; never changed."""

    kept_in = "proceedings"
    named_by = ("game", "n")
    once = True
    came_with = 5

    game: str
    n: int
    at: int
    version: int
    event: str

    @property
    def proceeding(self) -> AnyProceeding:
        """What was filed."""
        return _EVENTS.decode(self.event)


class DisputeText(Entry):
    """What somebody wrote, known by its salted digest, which is all that the proceedings hold.

    `author` names the principal, as for remarks. Erased, there is no text any more, nor the salt by which one could be
    tried.
    """

    kept_in = "filed_texts"
    named_by = ("digest",)
    came_with = 5

    digest: str
    game: str
    at: int
    salt: str
    text: str | None
    author: str | None = None

    @property
    def erased(self) -> "DisputeText":
        """The same, with nothing of what was written."""
        return replace(self, salt="", text=None)


class Bearer(Entry):
    """Whose token this is: a person, and whoever gave it to them, both opaque ids; None where nobody said."""

    kept_in = "bearers"
    named_by = ("digest",)
    came_with = 5

    digest: str
    game: str | None
    seat: int | None
    person: str | None
    called_by: str | None


def token_of(bearer: Bearer) -> str:
    """Return the digest of the token that an entry is about: what was stated later has a mark behind it."""
    return bearer.digest.partition("+")[0]


FILED: tuple[type[Entry], ...] = (DisputeEvent, DisputeText, Bearer)


def filed_since(rows: Callable[..., list[Any]], order: str, line: int) -> list[tuple[int, str]]:
    """(line, game) of each event that was filed after this line, in order."""
    return [
        (int(at), str(game))
        for at, game in rows(f"SELECT {order}, game FROM proceedings WHERE {order} > {SQLITE.mark} ORDER BY 1", line)
    ]
