"""An integrator's own id and metadata of the games that it created, which no other client sees."""

from collections.abc import Iterator
from typing import Final

import msgspec

from domain.values import Value
from service.access.context import Context
from service.access.tokens import Principal
from service.problems import Problem
from service.store.entries.metadata_store import Entry, MetadataStore
from service.store.entries.tenants import GameMaker
from service.store.errors import Conflict

METADATA_ENTRIES_MAX: Final = 20
EXTERNAL_ID_MAX: Final = 128
METADATA_VALUE_MAX: Final = 500
"""How many metadata entries a game may have, and how many characters the id and each value may have."""


class OwnNotes(Value, omit_defaults=False):
    """An integrator's id of a game, and its metadata by key."""

    external_id: str | None = None
    metadata: dict[str, str] = {}

    @property
    def is_empty(self) -> bool:
        """Whether there is neither an id nor metadata."""
        return self == OwnNotes()


def notes_entry(game: str, token: str, notes: OwnNotes) -> GameMaker:
    """Return the entry that stores these notes."""
    metadata = msgspec.json.encode(notes.metadata, order="sorted").decode()
    return GameMaker(game=game, token=token, external_id=notes.external_id, metadata=metadata)


def notes_in(entry: GameMaker) -> OwnNotes:
    """Return the notes that an entry stores."""
    return OwnNotes(external_id=entry.external_id, metadata=msgspec.json.decode(entry.metadata, type=dict[str, str]))


def maker_entry(context: Context, principal: Principal, game: str) -> GameMaker | None:
    """Return the entry with the notes of a game that this service token created, or None for any other game."""
    found = context.register.find_entries(GameMaker, game=game) if principal.kind == "service" else []
    return next((one for one in found if one.token == principal.digest), None)


def require_unused_external_id(register: MetadataStore, entry: GameMaker) -> None:
    """Raise Conflict if this token uses the same external id for another game."""
    if entry.external_id is not None:
        for other in register.find_entries(GameMaker, token=entry.token, external_id=entry.external_id):
            if other.game != entry.game:
                raise Conflict(f"your game {other.game} has the external id {entry.external_id!r}: choose another")


def set_notes(context: Context, principal: Principal, game: str, notes: OwnNotes) -> None:
    """Replace the notes of a game. Raises `seat.forbidden` for a game that the token did not create."""
    entry = maker_entry(context, principal, game)
    if entry is None:
        raise Problem("seat.forbidden", f"only the service token that made {game} may set its notes")
    changed = notes_entry(game, entry.token, notes)

    def entries(register: MetadataStore) -> Iterator[Entry]:
        require_unused_external_id(register, changed)
        yield changed

    context.register.change_entries(entries)


def games_with_notes(context: Context, principal: Principal, external_id: str | None, metadata: str | None) -> set[str]:
    """Return the games that this token created, filtered by external id or by a metadata entry such as `round=3`."""
    if principal.kind != "service":
        return set()
    by_id = {} if external_id is None else {"external_id": external_id}
    entries = context.store.find_entries(GameMaker, token=principal.digest, **by_id)
    if metadata is None:
        return {entry.game for entry in entries}
    name, _, value = metadata.partition("=")
    return {entry.game for entry in entries if notes_in(entry).metadata.get(name) == value}
