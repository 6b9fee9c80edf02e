"""Merges two players of statistics who are one person, at the operator's request."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from msgspec.structs import replace

from domain.refusals import Misuse
from projections.analytics.statistics_sums import Sums, add_game
from service.analytics.analytics_updater import sum_changes
from service.analytics.figures_store import counted_game, players_of_game, stored_game
from service.analytics.player_registry import player_named
from service.analytics.rating_updater import MERGED, next_revision, recompute_from, revision_of
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
"""How often a merge is tried. The last attempt blocks other writers."""


class Merge(NamedTuple):
    """A merge: the player who remains, the player who is merged into them, and the seats that move."""

    kept: PlayerId
    merged: PlayerId
    seats: tuple[SeatPlayer, ...]

    def games(self, register: MetadataStore, on_seat: Callable[[], None] = lambda: None) -> "MergedGames":
        """Return the changes in counted games; `on_seat` is called for each seat."""
        kept, merged = self.kept.player, self.merged.player
        sums, counted = Sums(), dict[str, CountedGameEntry]()
        for game in (seat.game for seat in self.seats):
            on_seat()
            row = next(
                (one for one in register.find_entries(CountedGameEntry, game=game) if one.state == COUNTED), None
            )
            before = None if row is None or game in counted else stored_game(register, game)
            if row is not None and before is not None:
                counted[game] = row
                seats = {seat: kept if one == merged else one for seat, one in players_of_game(register, game).items()}
                add_game(sums, before, -1)
                add_game(sums, counted_game(before.figures, seats))
        return MergedGames(sums, sorted(counted.values(), key=lambda row: (row.ended, row.game)))

    def changes(self, register: MetadataStore, games: "MergedGames") -> Iterator[Change]:
        """Yield the changed seats and sums, and the entries that make ratings computed again."""
        kept, merged = self.kept.player, self.merged.player
        yield from sum_changes(register, games.sums)
        for seat in self.seats:
            yield replace(seat, player=kept)
            for own in register.find_entries(CountedSeatEntry, game=seat.game, seat=seat.seat):
                yield replace(own, player=kept)
        yield Deletion(RatingStepEntry, {"player": merged})
        for edition in sorted({row.edition for row in games.counted}):
            yield from recompute_from(register, next(row for row in games.counted if row.edition == edition), MERGED)
        for one in (self.merged, *register.find_entries(PlayerId, merged_into=merged)):
            yield replace(one, hidden=True, merged_into=kept)
        yield next_revision(register)


class MergedGames(NamedTuple):
    """The change of the sums by a merge, and the counted games of the merged player, in the order of their ends."""

    sums: Sums
    counted: Sequence[CountedGameEntry]


def merge_players(
    store: GameStore, kept: str, merged: str, *, really: bool, on_seat: Callable[[], None] = lambda: None
) -> Merge:
    """Give all seats of the player `merged`, also future ones, to the player `kept`. Write nothing unless `really`.

    The games are read before the transaction, so that others can write meanwhile. If games were counted at the same
    time, the merge is tried again, in the last attempt inside the transaction. `on_seat` is called for each seat read.

    Afterwards the updater must compute the ratings again. Raises Misuse for unknown players, for the same player twice,
    and for hidden players, whose games a merge would reveal.
    """
    found: list[Merge] = []
    for attempt in range(ATTEMPTS if really else 0):
        revision, planned = revision_of(store), _plan_merge(store, kept, merged)
        before = planned.games(store, on_seat) if attempt < ATTEMPTS - 1 else None
        store.change_entries(
            partial(
                _merge_changes, names=(kept, merged), found=found, revision=revision, planned=planned, before=before
            )
        )
        if found:
            return found[0]
    return _plan_merge(store, kept, merged)


def _merge_changes(
    register: MetadataStore,
    names: tuple[str, str],
    found: list[Merge],
    revision: int,
    planned: Merge,
    before: MergedGames | None,
) -> Iterator[Change]:
    """Yield the changes and add the merge to `found`. Yield nothing if what was read `before` is outdated."""
    found.clear()
    merge = _plan_merge(register, *names)
    if before is not None and (revision_of(register), merge) != (revision, planned):
        return
    yield from merge.changes(register, merge.games(register) if before is None else before)
    found.append(merge)


def _plan_merge(register: MetadataStore, kept: str, merged: str) -> Merge:
    players = player_named(register, kept), player_named(register, merged)
    if players[0] == players[1]:
        raise Misuse(f"both names are the player {players[0].player}: name two different players")
    for one in players:
        if one.hidden:
            raise Misuse(f"{one.player} is hidden or erased: only players who are shown can be merged")
    return Merge(*players, tuple(register.find_entries(SeatPlayer, player=players[1].player)))
