"""The powers of arbiters.

Each use is filed in the game's proceedings, with its reason.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from domain.disputes.commands import ARBITER
from domain.disputes.events import LOOK, PowerUsed, TermsSet
from domain.disputes.state import Filed
from service.access.identities import People
from service.access.text_digests import salted
from service.access.visibility_scope import VisibilityScope
from service.signing.proceedings_log import filed_in, proceeding_of
from service.store.entries.metadata_store import Entry, MetadataStore, TokenEntry
from service.store.entries.proceedings_entries import NO_PERSON, DisputeEvent, DisputeText
from service.store.entries.signing_entries import GameKey
from service.store.metadata_cache import MetadataCache

LOOK_LASTS: Final = 64
"""One look is filed per this many events of the game. Every state that an arbiter looked at has an annotation."""


def filed_of(register: MetadataStore, game: str) -> list[tuple[DisputeEvent, Filed]]:
    """Return everything that was filed on a game, in order."""
    return [(row, Filed(n=row.n, at=row.at, event=proceeding_of(row))) for row in filed_in(register, game)]


def written(game: str, member: str, text: str, *, at: int, author: str) -> DisputeText:
    """Return a text to be stored beside the proceedings, with the digest that stands in them."""
    salt, digest = salted(member, text)
    return DisputeText(digest=digest, game=game, at=at, salt=salt, text=text, author=author)


def terms_of(filed: Sequence[tuple[DisputeEvent, Filed]]) -> TermsSet:
    """Return the terms for disputes about a game, from what was filed on it. They are public from its beginning."""
    first = (one.event for _, one in filed[:1])
    return next((event for event in first if isinstance(event, TermsSet)), TermsSet())


def terms_set(game: str, terms: TermsSet, at: int) -> Iterator[Entry]:
    """Yield the entry that files the terms with the game's first event. Yield nothing for the default terms."""
    if terms != TermsSet():
        yield DisputeEvent(game=game, n=1, at=at, version=1, event=msgspec.json.encode(terms).decode())


class Used(NamedTuple):
    """What an arbiter does to a game after event `version`, and why. `view` is the view that they look through."""

    power: str
    game: str
    version: int
    reason: str = ""
    view: str | None = None


def draw_key(register: MetadataCache, sight: VisibilityScope, game: str) -> None:
    """Draw the game's key if it has none and an arbiter is about to use a power: the key names them.

    A game has no key if it is older than such keys, or was imported from a file.
    """
    if sight.relation == ARBITER and not register.find_entries(GameKey, game=game):
        register.change_entries(lambda now: () if now.find_entries(GameKey, game=game) else (GameKey.drawn(game),))


def power_used(register: MetadataStore, sight: VisibilityScope, use: Used, at: int) -> Iterator[Entry]:
    """Yield what is filed when an arbiter uses a power, or nothing for other principals.

    By default the reason is the one that the arbiter was called for.
    """
    game, version, view = use.game, use.version, use.view
    if sight.relation != ARBITER:
        return
    filed, who = filed_of(register, game), sight.principal
    arbiter = People(register, game).party(sight).person or NO_PERSON
    if use.power == LOOK and any(_lasts(one.event, arbiter, view, version) for _, one in filed):
        return
    called = (token.reason for token in register.find_entries(TokenEntry, digest=who.digest))
    words = written(game, "text", use.reason or next(called, None) or "-", at=at, author=who.name)
    used = PowerUsed(arbiter=arbiter, power=use.power, event=version, text=words.digest, view=view)
    yield DisputeEvent(game=game, n=len(filed) + 1, at=at, version=version, event=msgspec.json.encode(used).decode())
    yield words


def _lasts(event: object, arbiter: str, view: str | None, version: int) -> bool:
    """Return whether this look through the same view is filed already."""
    if not isinstance(event, PowerUsed) or event.power != LOOK:
        return False
    return (event.arbiter, event.view) == (arbiter, view) and event.event // LOOK_LASTS == version // LOOK_LASTS
