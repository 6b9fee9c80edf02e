"""Files each use of an arbiter's powers in the game's proceedings, with its reason."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from domain.disputes.commands import ARBITER
from domain.disputes.events import LOOK, PowerUsed, TermsSet
from domain.disputes.state import Filed
from service.access.identities import GamePeople
from service.access.text_digests import salted_digest
from service.access.visibility_scope import VisibilityScope
from service.signing.proceedings_log import proceeding_of, proceedings_rows
from service.store.entries.metadata_store import Entry, MetadataStore, TokenEntry
from service.store.entries.proceedings_entries import NO_PERSON, DisputeEvent, DisputeText
from service.store.entries.signing_entries import GameKey
from service.store.metadata_cache import MetadataCache

EVENTS_PER_LOOK: Final = 64
"""The proceedings have at most one look for each range of this many events. Each state looked at has an annotation."""


def filed_events(register: MetadataStore, game: str) -> list[tuple[DisputeEvent, Filed]]:
    """Return everything that was filed on a game, in order."""
    return [(row, Filed(n=row.n, at=row.at, event=proceeding_of(row))) for row in proceedings_rows(register, game)]


def new_dispute_text(game: str, member: str, text: str, *, at: int, author: str) -> DisputeText:
    """Return the entry of a text that is stored beside the proceedings, which hold its digest."""
    salt, digest = salted_digest(member, text)
    return DisputeText(digest=digest, game=game, at=at, salt=salt, text=text, author=author)


def dispute_terms_of(filed: Sequence[tuple[DisputeEvent, Filed]]) -> TermsSet:
    """Return the terms for disputes about a game, from its proceedings. They are public from the beginning."""
    first = (one.event for _, one in filed[:1])
    return next((event for event in first if isinstance(event, TermsSet)), TermsSet())


def terms_entries(game: str, terms: TermsSet, at: int) -> Iterator[Entry]:
    """Yield the entry that files the terms with the game's first event, or nothing for the default terms."""
    if terms != TermsSet():
        yield DisputeEvent(game=game, n=1, at=at, version=1, event=msgspec.json.encode(terms).decode())


class PowerUse(NamedTuple):
    """The use of a power by an arbiter after event `version` of a game, and its reason. A look has a `view`."""

    power: str
    game: str
    version: int
    reason: str = ""
    view: str | None = None


def ensure_game_key(register: MetadataCache, sight: VisibilityScope, game: str) -> None:
    """Draw a key for the game if an arbiter is about to use a power and the game has none.

    The arbiter's pseudonym is computed with the key. Games from before such keys and imported games have none.
    """
    if sight.relation == ARBITER and not register.find_entries(GameKey, game=game):
        register.change_entries(lambda now: () if now.find_entries(GameKey, game=game) else (GameKey.random(game),))


def power_use_entries(register: MetadataStore, sight: VisibilityScope, use: PowerUse, at: int) -> Iterator[Entry]:
    """Yield the entries that file an arbiter's use of a power, or nothing for other principals.

    By default the reason is the one for which the arbiter was called.
    """
    game, version, view = use.game, use.version, use.view
    if sight.relation != ARBITER:
        return
    filed, principal = filed_events(register, game), sight.principal
    arbiter = GamePeople(register, game).party(sight).person or NO_PERSON
    if use.power == LOOK and any(_is_same_look(one.event, arbiter, view, version) for _, one in filed):
        return
    token_reasons = (token.reason for token in register.find_entries(TokenEntry, digest=principal.digest))
    reason = use.reason or next(token_reasons, None) or "-"
    text = new_dispute_text(game, "text", reason, at=at, author=principal.name)
    power_used = PowerUsed(arbiter=arbiter, power=use.power, event=version, text=text.digest, view=view)
    event = msgspec.json.encode(power_used).decode()
    yield DisputeEvent(game=game, n=len(filed) + 1, at=at, version=version, event=event)
    yield text


def _is_same_look(event: object, arbiter: str, view: str | None, version: int) -> bool:
    """Return whether this event files the arbiter's look through this view, in the same range of events."""
    if not isinstance(event, PowerUsed) or event.power != LOOK:
        return False
    return (event.arbiter, event.view) == (
        arbiter,
        view,
    ) and event.event // EVENTS_PER_LOOK == version // EVENTS_PER_LOOK
