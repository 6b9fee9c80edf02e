"""Merges two players of statistics who are one person, at the operator's request."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from msgspec.structs import replace

from domain.refusals import Misuse
from projections.analytics.statistics_sums import Sums, add_game
from service.analytics.analytics_updater import sum_changes
from service.analytics.figures_store import counted_game, seats_of, stored_game
from service.analytics.player_registry import player_named
from service.analytics.rating_updater import MERGED, go_back, next_revision, revision_of
from service.store.entries.analytics_entries import (
    COUNTED,
    CountedGameEntry,
    CountedSeatEntry,
    PlayerId,
    RatingStepEntry,
    SeatPlayer,
)
from service.store.entries.metadata_store import Change, Deletion, MetadataStore
from service.store.event_store import GameStore

ATTEMPTS: Final = 4
"""How often a merge is tried; the last time all others wait."""


class Merge(NamedTuple):
    """The player who stays, the one whose seats they get, and these seats."""

    kept: PlayerId
    merged: PlayerId
    seats: tuple[SeatPlayer, ...]

    def games(self, register: MetadataStore, done: Callable[[], None] = lambda: None) -> "MergedGames":
        """Return what changes in the games that are counted; `done` is called for each seat."""
        kept, merged = self.kept.player, self.merged.player
        sums, counted = Sums(), dict[str, CountedGameEntry]()
        for game in (seat.game for seat in self.seats):
            done()
            row = next(
                (one for one in register.find_entries(CountedGameEntry, game=game) if one.state == COUNTED), None
            )
            before = None if row is None or game in counted else stored_game(register, game)
            if row is not None and before is not None:
                counted[game] = row
                seats = {seat: kept if one == merged else one for seat, one in seats_of(register, game).items()}
                add_game(sums, before, -1)
                add_game(sums, counted_game(before.figures, seats))
        return MergedGames(sums, sorted(counted.values(), key=lambda row: (row.ended, row.game)))

    def changes(self, register: MetadataStore, games: "MergedGames") -> Iterator[Change]:
        """Yield the seats, the sums without and with the change, and what makes ratings computed again."""
        kept, merged = self.kept.player, self.merged.player
        yield from sum_changes(register, games.sums)
        for seat in self.seats:
            yield replace(seat, player=kept)
            for own in register.find_entries(CountedSeatEntry, game=seat.game, seat=seat.seat):
                yield replace(own, player=kept)
        yield Deletion(RatingStepEntry, {"player": merged})
        for edition in sorted({row.edition for row in games.counted}):
            yield from go_back(register, next(row for row in games.counted if row.edition == edition), MERGED)
        for one in (self.merged, *register.find_entries(PlayerId, merged_into=merged)):
            yield replace(one, hidden=True, merged_into=kept)
        yield next_revision(register)


class MergedGames(NamedTuple):
    """What a merge adds to the sums, and the games that are counted and concerned, by their ends."""

    sums: Sums
    counted: Sequence[CountedGameEntry]


def merge_players(
    store: GameStore, kept: str, merged: str, *, really: bool, done: Callable[[], None] = lambda: None
) -> Merge:
    """Make the seats of the player `merged`, also later ones, those of `kept`; unless `really`, write nothing.

    The games are read before the transaction, so that others can write meanwhile. Where games were counted at the same
    time they are read again, at last inside the transaction. `done` is called for each seat that was read.

    The updater has to compute the ratings again afterwards. Raises Misuse for names that are no players', for one
    player twice, and for hidden ones, whose games must not show in this way.
    """
    found: list[Merge] = []
    for attempt in range(ATTEMPTS if really else 0):
        revision, seen = revision_of(store), _merge(store, kept, merged)
        before = seen.games(store, done) if attempt < ATTEMPTS - 1 else None
        store.change_entries(
            partial(_written, names=(kept, merged), found=found, revision=revision, seen=seen, before=before)
        )
        if found:
            return found[0]
    return _merge(store, kept, merged)


def _written(
    register: MetadataStore,
    names: tuple[str, str],
    found: list[Merge],
    revision: int,
    seen: Merge,
    before: MergedGames | None,
) -> Iterator[Change]:
    """Yield the changes and tell `found` of the merge; nothing if what was read `before` holds no longer."""
    found.clear()
    merge = _merge(register, *names)
    if before is not None and (revision_of(register), merge) != (revision, seen):
        return
    yield from merge.changes(register, merge.games(register) if before is None else before)
    found.append(merge)


def _merge(register: MetadataStore, kept: str, merged: str) -> Merge:
    players = player_named(register, kept), player_named(register, merged)
    if players[0] == players[1]:
        raise Misuse(f"{players[0].player} is one player: name two")
    for one in players:
        if one.hidden:
            raise Misuse(f"{one.player} is hidden or erased: only players who are shown can be merged")
    return Merge(*players, tuple(register.find_entries(SeatPlayer, player=players[1].player)))
