"""The rows of a game in each table of an export, in the order of its columns.

Times are in milliseconds.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from domain.deal_commitments import SeatVacated
from domain.events import GameStarted, SeatTaken
from domain.upcasters import today
from replay.codec import stored_name
from replay.record import Record, write_file
from service.exports.exported_game import ShownGame
from service.exports.tournament_rows import TOURNAMENT_ROWS, ShownTournament

Row = tuple[Any, ...]
Shown = ShownGame | ShownTournament
_json = msgspec.json.encode


def rows_of(table: str, shown: Shown) -> Iterator[Row]:
    """Return the rows of a game in this table, or of a tournament in a table about tournaments.

    JSON values are bytes. Raises DamagedGame for one that cannot be read.
    """
    return ROWS[table](shown)


def file_of(shown: Shown) -> bytes:
    """Return the game file. Raises DamagedGame for one that cannot be read."""
    assert isinstance(shown, ShownGame), "tournaments have files of their own"
    return write_file(Record(game=shown.game, envelopes=tuple(shown.envelopes()), viewer=shown.viewer))


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
    )


def _seats(shown: ShownGame) -> Iterator[Row]:
    sitters = dict[int, SeatTaken]()
    for envelope in shown.public_prefix():
        event = today(envelope.event)
        if isinstance(event, SeatTaken):
            sitters[event.seat] = event
        elif isinstance(event, SeatVacated):
            sitters.pop(event.seat, None)
        elif isinstance(event, GameStarted):
            break
    players = shown.players()
    for seat in range(shown.summary.players):
        player, sitter = players.get(seat), sitters.get(seat)
        kind = player.kind if player is not None else None if sitter is None else sitter.kind
        pseudonym = None if sitter is None else sitter.pseudonym
        name = (None if player is None else player.name) or pseudonym
        bot = player.bot if player is not None else None if sitter is None else sitter.bot
        yield (shown.game, seat, sitter is not None, kind, name, bot)


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


ROWS: Final[dict[str, Callable[[Any], Iterator[Row]]]] = {
    "games": _game,
    "seats": _seats,
    "results": _results,
    "events": _events,
    **TOURNAMENT_ROWS,
}
"""The functions that make the rows of a game or of a tournament, by the name of the table."""
