"""The powers of arbiters: whatever they do to a game stands among its proceedings, with the reason."""

import base64
import hashlib
import os
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from domain.disputes.commands import ARBITER
from domain.disputes.events import LOOK, PowerUsed, TermsSet
from domain.disputes.state import Filed
from service.access.identities import People
from service.access.visibility_scope import VisibilityScope
from service.signing.proceedings_log import filed_in, proceeding_of
from service.store.entries.metadata_store import Entry, MetadataStore, TokenEntry
from service.store.entries.proceedings_entries import NOBODY, DisputeEvent, DisputeText
from service.store.entries.signing_entries import GameKey
from service.store.metadata_cache import MetadataCache

SALT_BYTES: Final = 16
LOOK_LASTS: Final = 64
"""A look is filed once in so many events of the game; each state that was looked at has its remark."""


def filed_of(register: MetadataStore, game: str) -> list[tuple[DisputeEvent, Filed]]:
    """Return everything that was filed on a game, in order."""
    return [(row, Filed(n=row.n, at=row.at, event=proceeding_of(row))) for row in filed_in(register, game)]


def written(game: str, member: str, text: str, *, at: int, author: str) -> DisputeText:
    """Return what somebody wrote, to be kept beside the proceedings, with the digest that stands in them."""
    salt = base64.b64encode(os.urandom(SALT_BYTES)).decode()
    disclosure = base64.urlsafe_b64encode(msgspec.json.encode([salt, member, text])).rstrip(b"=")
    digest = base64.urlsafe_b64encode(hashlib.sha256(disclosure).digest()).rstrip(b"=").decode()
    return DisputeText(digest=digest, game=game, at=at, salt=salt, text=text, author=author)


def terms_of(filed: Sequence[tuple[DisputeEvent, Filed]]) -> TermsSet:
    """Return the terms of the disputes about a game on which this was filed; they are public from its beginning."""
    first = (one.event for _, one in filed[:1])
    return next((event for event in first if isinstance(event, TermsSet)), TermsSet())


def terms_set(game: str, terms: TermsSet, at: int) -> Iterator[Entry]:
    """Yield what is filed of them with the first event of the game: nothing where they are the usual ones."""
    if terms != TermsSet():
        yield DisputeEvent(game=game, n=1, at=at, version=1, event=msgspec.json.encode(terms).decode())


class Used(NamedTuple):
    """What an arbiter does to a game after its event `version`, and why; `view` is through whose eyes they look."""

    power: str
    game: str
    version: int
    reason: str = ""
    view: str | None = None


def draw_key(register: MetadataCache, sight: VisibilityScope, game: str) -> None:
    """Draw the key of a game that has none where an arbiter is about to use a power: they are named by it.

    One has none that is from before there were keys, or came as a file.
    """
    if sight.relation == ARBITER and not register.noted(GameKey, game=game):
        register.settle(lambda now: () if now.noted(GameKey, game=game) else (GameKey.drawn(game),))


def power_used(register: MetadataStore, sight: VisibilityScope, use: Used, at: int) -> Iterator[Entry]:
    """What is filed of it when an arbiter does this, nothing for others; by default for what they were called for."""
    game, version, view = use.game, use.version, use.view
    if sight.relation != ARBITER:
        return
    filed, who = filed_of(register, game), sight.principal
    arbiter = People(register, game).party(sight).person or NOBODY
    if use.power == LOOK and any(_lasts(one.event, arbiter, view, version) for _, one in filed):
        return
    called = (token.reason for token in register.noted(TokenEntry, digest=who.digest))
    words = written(game, "text", use.reason or next(called, None) or "-", at=at, author=who.name)
    used = PowerUsed(arbiter=arbiter, power=use.power, event=version, text=words.digest, view=view)
    yield DisputeEvent(game=game, n=len(filed) + 1, at=at, version=version, event=msgspec.json.encode(used).decode())
    yield words


def _lasts(event: object, arbiter: str, view: str | None, version: int) -> bool:
    """Return whether this look through the same eyes is filed already."""
    if not isinstance(event, PowerUsed) or event.power != LOOK:
        return False
    return (event.arbiter, event.view) == (arbiter, view) and event.event // LOOK_LASTS == version // LOOK_LASTS
