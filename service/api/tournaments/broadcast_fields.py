"""Builds what a slot of a broadcast shows, from what the public may see."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card
from domain.editions import edition_named
from domain.tournaments.events import RoundReleased
from domain.tournaments.formats import next_format
from domain.tournaments.state import DRAFT, RoundWindow, TournamentTable
from domain.visibility import OMNISCIENT, SPECTATOR, Viewer
from projections.seats_to_act import seats_to_act
from projections.sentences import Chronicle
from projections.shown_clock import shown_clock
from replay.codec import time_text
from service.access import annotations
from service.access.reader import Reader
from service.access.table_facts import seat_names
from service.access.visibility_scope import VisibilityScope
from service.api.table.annotations import remark_of
from service.api.table.command_schemas import TableAtEvent
from service.api.tournaments.broadcast_schemas import (
    CLOCK,
    COMMENTARY,
    HANDS,
    NEXT,
    SCORES,
    STANDINGS,
    TABLE,
    WALL,
    SlotClock,
    SlotField,
    SlotLine,
    SlotPile,
    SlotPlayer,
    SlotTable,
)
from service.store.entries.metadata_store import Annotation
from service.streaming import expansions
from service.streaming.expansions import Expander
from service.tournaments.broadcast_sight import BroadcastSight, TableSight

LINES_MAX: Final = 40
"""How many lines of the standings are shown."""
_EXPANSIONS: Final = frozenset({expansions.TABLE, expansions.MOVES, expansions.PAYS, expansions.LANDS})
REMARKS_MAX: Final = 3
"""How many remarks of commentary are shown, the newest last."""


def slot_field(reader: Reader, sight: BroadcastSight, field: str, lang: str) -> SlotField:
    """Return a field of a slot as the public may see it."""
    empty = SlotField(
        tournament=sight.visible.tournament,
        title=sight.visible.settings.title,
        slot=sight.slot.slot,
        field=field,
        round=None if sight.round is None else sight.round.number,
        tables=[],
        position=None,
        standings=[],
        clock=None,
        commentary=[],
    )
    return _FIELD_BUILDERS[field](_SlotFieldBuilder(reader, sight, lang), empty)


class _SlotFieldBuilder:
    """Builds the fields of one slot. Each method returns a copy of an empty field with its part filled in."""

    def __init__(self, reader: Reader, sight: BroadcastSight, lang: str) -> None:
        self.reader = reader
        self.sight = sight
        self.lang = lang

    def with_table(self, empty: SlotField) -> SlotField:
        """Return the field with the table, its position, and the commentary on its last event."""
        if (game := self._game) is None:
            return self.with_scores(empty)
        expander = Expander(self.reader, game, SPECTATOR, _EXPANSIONS, self.lang, paused=False)
        position = TableAtEvent(n=game.version, **expander.of_event(game.version, settled=True))
        remarks = [remark_of(remark) for remark in self._commentary_on(game) if remark.n == game.version]
        return replace(self.with_scores(empty), position=position, commentary=remarks)

    def with_scores(self, empty: SlotField) -> SlotField:
        """Return the field with the table, its players and their coins."""
        shown = self.sight.shown
        return empty if shown is None else replace(empty, tables=[self._visible_table(shown)])

    def with_hands(self, empty: SlotField) -> SlotField:
        """Return the field with the table, and the cards of its hands that the public can know."""
        shown, game = self.sight.shown, self._game
        if shown is None or game is None:
            return self.with_scores(empty)
        if OMNISCIENT.name in game.views:
            return replace(empty, tables=[self._visible_table(shown, OMNISCIENT)])
        table, deductions = self._visible_table(shown), self.reader.finding(game, SPECTATOR, game.version)
        known_varieties = {one.card: one.variety for one in deductions.backs}
        players = [
            replace(one, hand=[known_varieties.get(f"/seats/{k}/hand/{i}", card) for i, card in enumerate(one.hand)])
            for k, one in enumerate(table.players)
        ]
        return replace(empty, tables=[replace(table, players=players)])

    def with_next_round(self, empty: SlotField) -> SlotField:
        """Return the field with the tables of the next round, or only its number while it is not released.

        After the last round it has neither.
        """
        state, number = self.sight.state, self.sight.next_number
        round_, window = state.round(number), state.windows.get(number)
        follows = next_format(state) is not None and number == state.next_round and not state.closed
        if round_ is None or round_.state == DRAFT:
            shown_number = number if follows or (round_ is not None and not state.closed) else None
            tables = list[SlotTable]()
        else:
            shown_number, tables = number, [self._table_of_players(one) for one in round_.tables]
        clock = None if shown_number is None or window is None else self._clock(window)
        return replace(empty, round=shown_number, tables=tables, clock=clock)

    def with_standings(self, empty: SlotField) -> SlotField:
        """Return the field with the standings."""
        visible = self.sight.visible
        lines = [
            SlotLine(rank=one.rank, player=one.player, name=visible.names.get(one.player), points=str(one.points))
            for one in visible.standings(self.sight.as_of)[:LINES_MAX]
        ]
        return replace(empty, standings=lines)

    def with_clock(self, empty: SlotField) -> SlotField:
        """Return the field with the clock of the round."""
        round_, shown = self.sight.round, self.sight.shown
        if round_ is None:
            return empty
        released = [
            one.at
            for one in self.sight.visible.events
            if isinstance(one.event, RoundReleased) and one.event.round == round_.number
        ]
        clock = replace(
            self._clock(self.sight.visible.state.windows.get(round_.number)),
            released=time_text(released[-1]) if released else None,
            seconds=round_.seconds,
            seconds_added=round_.seconds_added + (0 if shown is None else shown.table.seconds_added),
        )
        return replace(self.with_scores(empty), clock=clock)

    def with_commentary(self, empty: SlotField) -> SlotField:
        """Return the field with the newest commentary on the game."""
        if (game := self._game) is None:
            return empty
        return replace(empty, commentary=[remark_of(one) for one in self._commentary_on(game)[-REMARKS_MAX:]])

    def with_all_tables(self, empty: SlotField) -> SlotField:
        """Return the field with all tables of the round."""
        tables = () if self.sight.round is None else self.sight.round.tables
        return replace(empty, tables=[self._visible_table(self.sight.sight_of(one)) for one in tables])

    def _clock(self, window: RoundWindow | None) -> SlotClock:
        """Return the clock of a round of which only the announced times are known."""
        opens, closes = (None, None) if window is None else (window.opens, window.closes)
        delay_seconds = self.sight.delay_ms // 1000
        return SlotClock(
            released=None, seconds=None, seconds_added=0, delay_seconds=delay_seconds, opens=opens, closes=closes
        )

    def _commentary_on(self, game: VisibilityScope) -> list[Annotation]:
        return [one for one in self.reader.annotations(game) if one.kind == annotations.COMMENTARY]

    @property
    def _game(self) -> VisibilityScope | None:
        return None if self.sight.shown is None else self.sight.shown.game

    def _visible_table(self, shown: TableSight, viewer: Viewer = SPECTATOR) -> SlotTable:
        """Return a table as the viewer may see it."""
        game, players_only = shown.game, self._table_of_players(shown.table)
        if game is None:
            return players_only
        position, table = msgspec.json.decode(self.reader.position(game, viewer)), self.reader.table(game)
        acting = seats_to_act(table) if not game.over else ()
        players = [
            replace(
                one,
                coins=_count(seat["coins"]),
                to_move=k in acting,
                fields=[SlotPile(card=cards[0], count=len(cards)) for cards in seat["fields"] if cards],
                hand=_cards(seat["hand"]),
            )
            for k, (one, seat) in enumerate(zip(players_only.players, position["seats"], strict=False))
        ]
        chronicle = Chronicle(edition_named(table.edition).data, self.lang, seat_names(self.reader, game))
        sentence = chronicle.sentence(self.reader.redacted_event(game, SPECTATOR, game.version).event)
        return replace(
            players_only,
            n=game.version,
            over=game.over,
            sentence=sentence,
            players=players,
            clock=None if game.late_by_events else shown_clock(self.reader.clock(game, game.version)),
            delay_ms=0 if game.until is None else game.arrangement.delay_ms,
        )

    def _table_of_players(self, table: TournamentTable) -> SlotTable:
        """Return a table of which only the players are known."""
        names = self.sight.visible.names
        players = [
            SlotPlayer(player=one, name=names.get(one), coins=None, to_move=False, fields=[], hand=[])
            for one in table.players
        ]
        return SlotTable(
            table=table.number,
            game=table.game,
            n=None,
            over=False,
            sentence=None,
            players=players,
            clock=None,
            delay_ms=0,
        )


_FIELD_BUILDERS: Final[dict[str, Callable[[_SlotFieldBuilder, SlotField], SlotField]]] = {
    TABLE: _SlotFieldBuilder.with_table,
    HANDS: _SlotFieldBuilder.with_hands,
    SCORES: _SlotFieldBuilder.with_scores,
    NEXT: _SlotFieldBuilder.with_next_round,
    STANDINGS: _SlotFieldBuilder.with_standings,
    CLOCK: _SlotFieldBuilder.with_clock,
    COMMENTARY: _SlotFieldBuilder.with_commentary,
    WALL: _SlotFieldBuilder.with_all_tables,
}


def _count(zone: int | Sequence[Any]) -> int:
    """Return how many cards a zone of a position holds."""
    return zone if isinstance(zone, int) else len(zone)


def _cards(zone: int | list[Card]) -> list[Card]:
    return [FACE_DOWN] * zone if isinstance(zone, int) else zone
