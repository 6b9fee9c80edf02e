"""What is kept of proceedings: each event as it was filed, the words that people wrote, who bears which token."""

from typing import Final

from msgspec.structs import replace

from service.store.register import Entry

NOBODY: Final = "-"
"""A person that sits nowhere: the service itself, when it gives somebody a token."""


class FiledEvent(Entry):
    """Event n of the proceedings on a game, as JSON, filed when the game was at event `version`; never changed."""

    kept_in = "proceedings"
    named_by = ("game", "n")
    once = True
    young = True

    game: str
    n: int
    at: int
    version: int
    event: str


class FiledText(Entry):
    """What somebody wrote, known by its salted digest, which is all that the proceedings hold.

    `author` names the principal, as for remarks. Erased, there is no text any more, nor the salt by which one could be
    tried.
    """

    kept_in = "filed_texts"
    named_by = ("digest",)
    young = True

    digest: str
    game: str
    at: int
    salt: str
    text: str | None
    author: str | None = None

    @property
    def erased(self) -> "FiledText":
        """The same, with nothing of what was written."""
        return replace(self, salt="", text=None)


class Bearer(Entry):
    """Whose token this is: a person, and whoever gave it to them, both opaque ids; None where nobody said."""

    kept_in = "bearers"
    named_by = ("digest",)
    young = True

    digest: str
    game: str | None
    seat: int | None
    person: str | None
    called_by: str | None


FILED: tuple[type[Entry], ...] = (FiledEvent, FiledText, Bearer)
