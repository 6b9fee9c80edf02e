"""Decides the audience of each game in the feed, and which events that audience may see."""

from contextlib import suppress
from typing import Final

from msgspec.structs import replace

from domain.values import Value
from service.access.policy import SERVICE
from service.access.reader import HIDDEN_OR_UNREADABLE, Reader
from service.access.tokens import Principal
from service.access.visibility_scope import VisibilityScope, known_version
from service.ops.clock import now_ms
from service.store.entries.feed_entries import FeedMark
from service.store.entries.tenants import GameMaker
from service.store.metadata_cache import MetadataCache
from service.store.public_visibility import is_fully_public

NO_AUDIENCE: Final = "-"
"""The audience of a private game that no service token made: no token reads it in the feed."""
_PUBLIC: Final = Principal()
_SERVICE: Final = Principal(kind=SERVICE)


class VisibleRange(Value):
    """The events of a game that an audience may see: those after `since`, up to `upto`.

    The audience is the digest of a service token, or None for the public. `waits` says that time alone may make more
    events visible, or to more audiences.
    """

    audience: str | None
    since: int
    upto: int
    waits: bool

    def differs_from(self, mark: FeedMark) -> bool:
        """Return whether the mark of the feed records another range."""
        return (self.audience, self.upto, self.waits) != (mark.audience, mark.upto, mark.waits)


class Audiences:
    """Decides the audience of each game, with the visibility scopes that responses use too."""

    def __init__(self, reader: Reader, register: MetadataCache) -> None:
        self._reader = reader
        self._register = register

    def audience_of(self, game: str, version: int) -> VisibleRange | None:
        """Return the audience of a game at this version and its events, or None if the game cannot be read."""
        if is_fully_public(self._register, game):
            return VisibleRange(audience=None, since=0, upto=version, waits=False)
        since = sum(upto for _, upto in self._register.lineage(game)[-2:-1])
        if (sight := self.sight(game, None, version)) is not None:
            return VisibleRange(audience=None, since=since, upto=sight.version, waits=sight.late)
        if (sight := self.sight(game, NO_AUDIENCE, version)) is None:
            return None
        envelopes = self._reader.envelopes(sight)
        upto = known_version(envelopes, sight.arrangement, now=now_ms(), ended=sight.over)
        waits = upto < sight.live.version or not sight.arrangement.private
        return VisibleRange(audience=self._maker(game), since=since, upto=upto, waits=waits)

    def sight(self, game: str, audience: str | None, version: int) -> VisibilityScope | None:
        """Return the scope of this audience at event `version` or later, or None if it may not see the game."""
        with suppress(*HIDDEN_OR_UNREADABLE):
            return self._reader.sight(game, _PUBLIC if audience is None else _SERVICE, at_least=version)
        return None

    def names(self, game: str, audience: str | None, upto: int) -> list[str | None]:
        """Return the names of the seats, for an audience that has seen the game up to this event."""
        if (sight := self.sight(game, audience, upto)) is None:
            return []
        if audience is not None and sight.arrangement.late:  # an integrator sees its own game with the same delay
            sight = replace(sight, version=upto, until=now_ms() - sight.arrangement.delay_ms)
        seated = self._reader.players_by_seat(sight)
        return [seated[seat].name if seat in seated else None for seat in range(sight.players)]

    def _maker(self, game: str) -> str:
        return next((one.token for one in self._register.find_entries(GameMaker, game=game)), NO_AUDIENCE)
