"""Who hears how much of a game in the feed: what the public may see, never more."""

from contextlib import suppress
from typing import Final

from msgspec.structs import replace

from domain.values import Value
from service.access.policy import SERVICE
from service.access.reader import NOT_TO_BE_SEEN, Reader
from service.access.tokens import Principal
from service.access.visibility_scope import VisibilityScope, known_version
from service.ops.clock import now_ms
from service.store.entries.feed_entries import FeedMark
from service.store.entries.tenants import GameMaker
from service.store.metadata_cache import MetadataCache
from service.store.public_visibility import is_for_all

NOBODY: Final = "-"
"""The audience of a game that is not for everybody, and that no service made."""
_PUBLIC: Final = Principal()
_HOUSE: Final = Principal(kind=SERVICE)


class Heard(Value):
    """An audience hears the events of a game after `since`, which are its own, up to `upto`; None is everybody.

    `waits` says that there may be more to hear, or more who hear it, though nothing happens.
    """

    audience: str | None
    since: int
    upto: int
    waits: bool

    def differs_from(self, mark: FeedMark) -> bool:
        """Return whether the feed does not say so already."""
        return (self.audience, self.upto, self.waits) != (mark.audience, mark.upto, mark.waits)


class Audiences:
    """Says who hears what, by the question of sight that is asked for every answer."""

    def __init__(self, reader: Reader, register: MetadataCache) -> None:
        self._reader = reader
        self._register = register

    def audience_of(self, game: str, version: int) -> Heard | None:
        """Who hears how much of a game with so many events; None where it cannot be read."""
        if is_for_all(self._register, game):
            return Heard(audience=None, since=0, upto=version, waits=False)
        since = sum(upto for _, upto in self._register.lineage(game)[-2:-1])
        if (sight := self.sight(game, None, version)) is not None:
            return Heard(audience=None, since=since, upto=sight.version, waits=sight.late)
        if (sight := self.sight(game, NOBODY, version)) is None:
            return None
        envelopes = self._reader.envelopes(sight)
        upto = known_version(envelopes, sight.arrangement, now=now_ms(), ended=sight.over)
        waits = upto < sight.live.version or not sight.arrangement.private
        return Heard(audience=self._maker(game), since=since, upto=upto, waits=waits)

    def sight(self, game: str, audience: str | None, version: int) -> VisibilityScope | None:
        """Return the sight by which lines for this audience are read, at this event or later; None for no such game."""
        with suppress(*NOT_TO_BE_SEEN):
            return self._reader.sight(game, _PUBLIC if audience is None else _HOUSE, at_least=version)
        return None

    def names(self, game: str, audience: str | None, upto: int) -> list[str | None]:
        """Return what people call those who sit there, seat by seat, for an audience that has heard the game so far."""
        if (sight := self.sight(game, audience, upto)) is None:
            return []
        if audience is not None and sight.arrangement.late:  # it is the project's own sight, and hears no less late
            sight = replace(sight, version=upto, until=now_ms() - sight.arrangement.delay_ms)
        seated = self._reader.seated(sight)
        return [seated[seat].name if seat in seated else None for seat in range(sight.players)]

    def _maker(self, game: str) -> str:
        return next((one.token for one in self._register.noted(GameMaker, game=game)), NOBODY)
