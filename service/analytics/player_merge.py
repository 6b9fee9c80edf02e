"""Merges two players of statistics who are one person, at the operator's request."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from domain.refusals import Misuse
from projections.analytics.statistics_sums import Sums, add_game
from service.analytics.analytics_updater import sum_changes
from service.analytics.figures_store import counted_game, seats_of, stored_game
from service.analytics.player_registry import player_named
from service.analytics.rating_updater import MERGED, go_back, next_revision
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


class Merge(NamedTuple):
    """The player who stays, the one whose seats they get, and these seats."""

    kept: PlayerId
    merged: PlayerId
    seats: tuple[SeatPlayer, ...]

    def changes(self, register: MetadataStore) -> Iterator[Change]:
        """Yield the seats, the sums without and with the change, and what makes ratings computed again."""
        kept, merged = self.kept.player, self.merged.player
        sums, counted = Sums(), dict[str, CountedGameEntry]()
        for row in (row for seat in self.seats for row in register.noted(CountedGameEntry, game=seat.game)):
            if row.state == COUNTED:
                counted[row.game] = row
        for game in counted:
            before = stored_game(register, game)
            assert before is not None, "it was counted"
            seats = {seat: kept if one == merged else one for seat, one in seats_of(register, game).items()}
            add_game(sums, before, -1)
            add_game(sums, counted_game(before.figures, seats))
        yield from sum_changes(register, sums)
        for seat in self.seats:
            yield replace(seat, player=kept)
            for own in register.noted(CountedSeatEntry, game=seat.game, seat=seat.seat):
                yield replace(own, player=kept)
        yield Deletion(RatingStepEntry, {"player": merged})
        rows = sorted(counted.values(), key=lambda row: (row.ended, row.game))
        for edition in sorted({row.edition for row in rows}):
            yield from go_back(register, next(row for row in rows if row.edition == edition), MERGED)
        for one in (self.merged, *register.noted(PlayerId, merged_into=merged)):
            yield replace(one, hidden=True, merged_into=kept)
        yield next_revision(register)


def merge_players(store: GameStore, kept: str, merged: str, *, really: bool) -> Merge:
    """Make the seats of the player `merged`, also later ones, those of `kept`; unless `really`, write nothing.

    The updater has to compute the ratings again afterwards. Raises Misuse for names that are no players', for one
    player twice, and for hidden ones, whose games must not show in this way.
    """
    found: list[Merge] = []

    def changes(register: MetadataStore) -> Iterator[Change]:
        found[:] = [_merge(register, kept, merged)]
        return found[0].changes(register)

    if really:
        store.settle(changes)
    else:
        found[:] = [_merge(store, kept, merged)]
    return found[0]


def _merge(register: MetadataStore, kept: str, merged: str) -> Merge:
    players = player_named(register, kept), player_named(register, merged)
    if players[0] == players[1]:
        raise Misuse(f"{players[0].player} is one player: name two")
    for one in players:
        if one.hidden:
            raise Misuse(f"{one.player} is hidden or erased: only players who are shown can be merged")
    return Merge(*players, tuple(register.noted(SeatPlayer, player=players[1].player)))
