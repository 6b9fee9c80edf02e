"""The state of the games that a fork shares its cards with."""

from collections.abc import Sequence
from typing import Final

from domain.deal_commitments import GameGrouped, GameOpened
from domain.events import GameEnded, GameVoided
from domain.upcasters import upcast
from domain.values import Value
from service.ops.caches import LruCache
from service.store.event_store import GameStore
from service.store.public_visibility import ancestors_with_events

ENDED_BYTES_MAX: Final = 4 * 2**20
ANCESTOR_BYTES: Final = 400
"""The size of an entry of a game that has ended."""


class Ancestor(Value):
    """A game after its last event, `version`. If `over`, it has ended at the time `at`."""

    game: str
    version: int
    at: int
    over: bool


class ForkAncestors:
    """Reads the state of all ancestors of a game together. An end is final, so those that have ended are cached."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._ended: LruCache[str, Ancestor] = LruCache("ended", ENDED_BYTES_MAX, lambda _: ANCESTOR_BYTES)

    def ancestors(self, lineage: Sequence[tuple[str, int]]) -> list[Ancestor]:
        """Return the ancestors whose events the last game of this lineage shares, the root first.

        Raises DamagedGame if a game of the lineage is missing.
        """
        games = ancestors_with_events(list(lineage))
        known = {game: self._ended.get(game) for game in games}
        if any(found is None for found in known.values()):
            known |= self._read_states([game for game, _ in lineage[:-1]])
        return [found for found in map(known.get, games) if found is not None]

    def were_played(self, line: Sequence[str]) -> bool:
        """Return whether all these games exist and were played here, not imported."""
        rows = self._store.game_rows(line)
        return all(game in rows and rows[game].origin == "played" for game in line)

    def _read_states(self, line: Sequence[str]) -> dict[str, Ancestor]:
        """Return the state of these games, each forked from the one before it."""
        rows, ends, grouped = self._store.game_rows(line), dict[str, int](), set[str]()
        for game, n, envelope in self._store.milestones(line):
            event = upcast(envelope.event)
            if isinstance(event, GameGrouped):
                grouped.add(game)
            elif isinstance(event, GameOpened) or (isinstance(event, GameEnded | GameVoided) and game not in grouped):
                ends.setdefault(game, n)
        found: dict[str, Ancestor] = {}
        before = ""
        for game in line:
            row = rows.get(game)
            if row is None:
                raise self._store.errors.report_damage(line[-1], f"{game}, which it was forked from, is not there")
            if before in ends and ends[before] <= (row.prefix_to or 0):
                ends.setdefault(game, ends[before])
            before = game
            if game not in ends and row.origin != "imported":
                found[game] = Ancestor(game=game, version=row.version, at=0, over=False)
                continue
            last = self._store.last_own_event(row)
            found[game] = Ancestor(game=game, version=last.n, at=last.at, over=True)
            self._ended.put(game, found[game])
        return found
