"""The public view of a tournament and of the table that a slot of its broadcast shows."""

from functools import cached_property
from typing import Final, NamedTuple

from domain.tournaments.events import RoundReleased
from domain.tournaments.state import CONFIRMED, DRAFT, DrawnRound, Tournament, TournamentTable
from service.access.context import Context
from service.access.delayed_sight import with_delay
from service.access.tokens import Principal
from service.access.visibility_scope import VisibilityScope
from service.ops.clock import now_ms
from service.tournaments.broadcast_slots import broadcast_rules, slot_named
from service.tournaments.tournament_store import tournament_store
from service.tournaments.visible_tournament import VisibleTournament

PUBLIC: Final = Principal()
"""The principal of every broadcast: it shows each caller what an anonymous client may see."""


class TableSight(NamedTuple):
    """A table of a round, and the public view of its game, or None if the table has no public game."""

    table: TournamentTable
    game: VisibilityScope | None


class BroadcastSight:
    """The public view of a tournament and of the table that a slot shows, with the delay of the broadcast's rules.

    Raises NoSuchTournament if there is no such public tournament.
    """

    def __init__(self, context: Context, tournament: str, slot: str) -> None:
        self.rules = broadcast_rules(context.register, tournament)
        self.slot = slot_named(context.register, tournament, slot)
        self.visible = VisibleTournament(
            tournament_store(context), tournament, PUBLIC, now_ms(), delay_ms=self.rules.delay_ms
        )
        self._context = context
        self._games = dict[str, VisibilityScope | None]()

    @property
    def delay_ms(self) -> int:
        """The delay of the tournament in milliseconds. The delay of a game may be longer."""
        return self.visible.settings.delay_ms

    @cached_property
    def round(self) -> DrawnRound | None:
        """The round that is shown: the round of the slot, or by default the last released round."""
        if self.slot.round is not None:
            found = self.visible.state.round(self.slot.round)
            return None if found is None or found.state == DRAFT else found
        return self._last_released

    @property
    def _last_released(self) -> DrawnRound | None:
        return next((one for one in reversed(self.visible.state.rounds) if one.state != DRAFT), None)

    @cached_property
    def shown(self) -> TableSight | None:
        """The table that the slot shows, or None if it shows none."""
        if self.round is None or self.slot.seated is None:
            return None
        table = self.round.table(self.slot.seated)
        return None if table is None else self.sight_of(table)

    def sight_of(self, table: TournamentTable) -> TableSight:
        """Return the public view of a table, with the tournament's delay."""
        if table.game is None:
            return TableSight(table, None)
        reader = self._context.reader
        sight = reader.sight_or_none(table.game, PUBLIC)
        late = None if sight is None else with_delay(reader, sight, self.delay_ms)
        self._games[table.game] = late
        return TableSight(table, late)

    @property
    def games(self) -> frozenset[str]:
        """The games of the tables that were viewed so far."""
        return frozenset(self._games)

    @property
    def later_at(self) -> int | None:
        """When stored events become visible in this view by the passing of time alone, or None."""
        times = [self.visible.later_at, *(one.later_at for one in self._games.values() if one is not None)]
        return min((at for at in times if at is not None), default=None)

    @cached_property
    def as_of(self) -> int:
        """The last event of the tournament that counts for the standings and rounds that are shown.

        In a spoiler-free broadcast it is the release of the round that is shown, or else of the last released round. So
        no result of that round or of a later one appears.
        """
        kept_back = self.round or self._last_released
        if self.rules.spoiler_free and kept_back is not None:
            for one in self.visible.events:
                if isinstance(one.event, RoundReleased) and one.event.round == kept_back.number:
                    return one.n
        return self.visible.version

    @cached_property
    def state(self) -> Tournament:
        """The tournament after the event `as_of`."""
        return self.visible.at(self.as_of)

    @property
    def next_number(self) -> int:
        """The number of the round after the round that the slot shows, or by default after the last confirmed one."""
        if self.slot.seated is not None and self.round is not None:
            return self.round.number + 1
        return max((one.number for one in self.state.rounds if one.state == CONFIRMED), default=0) + 1
