"""The rows of a game in each table of an export, in the order of its columns.

Times are in milliseconds.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

import msgspec

from domain.deal_commitments import SeatVacated
from domain.editions import rulebook
from domain.events import GameStarted, SeatTaken, TurnStarted
from domain.refusals import HaricotError
from domain.table import Table
from domain.upcasters import upcast
from projections.analytics.game_course import GameCourse, game_course
from projections.analytics.game_figures import card_values, turn_order_of
from replay.codec import stored_name
from replay.record import CorruptFile, Record, write_file
from replay.rewind import tables
from service.exports.columns import FILES
from service.exports.exported_game import ShownGame
from service.exports.tournament_rows import TOURNAMENT_ROWS, ShownTournament

Row = tuple[Any, ...]
Shown = ShownGame | ShownTournament
_json = msgspec.json.encode


def rows_of(table: str, shown: Shown) -> Iterator[Row]:
    """Return the rows of a game or a tournament in this table, or the game's file as one row.

    JSON values and files are bytes. Raises DamagedGame for a game that cannot be read.
    """
    return ROWS[table](shown)


def _file(shown: ShownGame) -> Iterator[Row]:
    yield (write_file(Record(game=shown.game, envelopes=tuple(shown.envelopes()), viewer=shown.viewer)),)


def _game(shown: ShownGame) -> Iterator[Row]:
    head, notes = shown.summary, shown.notes
    times, origin = head.times, head.forked_from
    yield (
        head.game,
        str(head.status),
        head.edition,
        head.rules.version,
        head.rules.digest,
        _json(head.rules.options),
        head.players,
        head.practice,
        head.level,
        shown.private,
        times.created,
        times.started,
        times.ended,
        None if head.result is None else head.result.reason,
        head.version,
        None if origin is None else origin.game,
        None if origin is None else origin.at,
        None if notes is None else notes.external_id,
        None if notes is None else _json(notes.metadata),
        shown.counted,
    )


def _seats(shown: ShownGame) -> Iterator[Row]:
    sitters, first, started = dict[int, SeatTaken](), None, False
    for envelope in shown.public_prefix():
        event = upcast(envelope.event)
        if isinstance(event, SeatTaken) and not started:
            sitters[event.seat] = event
        elif isinstance(event, SeatVacated) and not started:
            sitters.pop(event.seat, None)
        elif isinstance(event, GameStarted):
            started = True
        elif isinstance(event, TurnStarted):
            first = event.seat
            break
    players, public = shown.players(), shown.public_players()
    for seat in range(shown.summary.players):
        player, sitter = players.get(seat), sitters.get(seat)
        kind = player.kind if player is not None else None if sitter is None else sitter.kind
        pseudonym = None if sitter is None else sitter.pseudonym
        name = (None if player is None else player.name) or pseudonym
        bot = player.bot if player is not None else None if sitter is None else sitter.bot
        order = None if first is None else turn_order_of(seat, first, shown.summary.players)
        yield (shown.game, seat, sitter is not None, kind, name, bot, order, public.get(seat))


def _results(shown: ShownGame) -> Iterator[Row]:
    scores, winners = shown.summary.scores, shown.summary.winners or ()
    for seat, score in enumerate(scores or ()):
        yield (shown.game, seat, score, seat in winners)


def _events(shown: ShownGame) -> Iterator[Row]:
    for envelope in shown.envelopes():
        event, cause = envelope.event, envelope.cause
        yield (
            shown.game,
            envelope.n,
            envelope.at,
            stored_name(event),
            getattr(event, "seat", None),
            None if cause is None else cause.by,
            None if cause is None or cause.command is None else _json(cause.command),
            _json(event),
        )


def _turns(shown: ShownGame) -> Iterator[Row]:
    for line in _course(shown, with_tables=True).turns:
        yield _row(shown, line)


def _trades(shown: ShownGame) -> Iterator[Row]:
    for line in _course(shown).trades:
        yield _row(shown, line)


def _harvests(shown: ShownGame) -> Iterator[Row]:
    for line in _course(shown).harvests:
        yield _row(shown, line)


def _row(shown: ShownGame, line: tuple[object, ...]) -> Row:
    """Return the row of a line, with lists encoded as JSON."""
    return (shown.game, *(_json(value) if isinstance(value, tuple) else value for value in line))


def _course(shown: ShownGame, *, with_tables: bool = False) -> GameCourse:
    head = shown.summary
    try:
        meters = rulebook(head.edition, head.players, head.rules.options, head.rules.version).selling.meters
    except HaricotError:  # rules of a newer Haricot
        meters = None
    worth = None if meters is None else card_values(meters)
    steps = tuple(shown.envelopes())
    after = dict[int, Table]()
    if with_tables:
        record = Record(game=shown.game, envelopes=steps, viewer=shown.viewer)
        with suppress(CorruptFile):  # the tables before the first impossible event remain
            after.update((one.n, table) for one, table in tables(record) if isinstance(upcast(one.event), TurnStarted))
    return game_course(head.players, worth, ((one.n, one.at, one.event, after.get(one.n)) for one in steps))


ROWS: Final[dict[str, Callable[[Any], Iterator[Row]]]] = {
    "games": _game,
    "seats": _seats,
    "results": _results,
    "events": _events,
    "turns": _turns,
    "trades": _trades,
    "harvests": _harvests,
    FILES: _file,
    **TOURNAMENT_ROWS,
}
"""The functions that make the rows of a game or a tournament, by the name of the table or `files`."""
