"""How events about the tables of a round change a tournament."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.refusals import CorruptHistory
from domain.tournaments.events import TournamentEvent
from domain.tournaments.result_events import (
    GameLinked,
    OfTable,
    SeatsSwapped,
    TableResultConfirmed,
    TableResultCorrected,
    TableResultEntered,
    TableResultTaken,
    TableVoided,
    TimeAdded,
)
from domain.tournaments.state import DrawnRound, TableResult, Tournament, TournamentTable


def drawn_round(tournament: Tournament, number: int, *states: str) -> DrawnRound:
    """Return a round in one of these states; CorruptHistory where there is none."""
    round_ = tournament.round(number)
    if round_ is None or (states and round_.state not in states):
        raise CorruptHistory(f"round {number} is {'not drawn' if round_ is None else round_.state}")
    return round_


def table_at(tournament: Tournament, number: int, table: int) -> tuple[DrawnRound, TournamentTable]:
    """Return a round and one of its tables; CorruptHistory where there is none."""
    round_ = drawn_round(tournament, number)
    if (found := round_.table(table)) is None:
        raise CorruptHistory(f"round {number} has no table {table}")
    return round_, found


def _linked(tournament: Tournament, event: GameLinked) -> Tournament:
    return _with_table(tournament, event, game=event.game, deal=event.deal)


def _with_table(tournament: Tournament, event: OfTable, **changes: Any) -> Tournament:
    round_, table = table_at(tournament, event.round, event.table)
    return tournament.with_round(round_.with_table(replace(table, **changes)))


def _result(tournament: Tournament, event: OfTable) -> Tournament:
    number, table = tournament.version + 1, table_at(tournament, event.round, event.table)[1]
    match event:
        case TableResultTaken(scores=scores, places=places, game=game, n=n):
            result = TableResult(scores=scores, places=places, source="game", event=number, game=game, n=n)
        case TableResultEntered(scores=scores, places=places, by=by):
            result = TableResult(scores=scores, places=places, source="paper", event=number, by=by, confirmed=False)
        case TableResultCorrected(scores=scores, places=places, game=game, n=n):
            result = TableResult(
                scores=scores, places=places, source="ruling", event=number, game=game or table.game, n=n
            )
        case _:
            raise CorruptHistory(f"{type(event).__name__} is no result")
    if not len(result.scores) == len(result.places) == len(table.players):
        raise CorruptHistory(f"the result is not of the {len(table.players)} players of table {event.table}")
    return _with_table(tournament, event, result=result, voided=None)


def _confirmed_result(tournament: Tournament, event: TableResultConfirmed) -> Tournament:
    result = table_at(tournament, event.round, event.table)[1].result
    if result is None:
        raise CorruptHistory(f"table {event.table} of round {event.round} has no result")
    return _with_table(tournament, event, result=replace(result, confirmed=True))


def _voided(tournament: Tournament, event: TableVoided) -> Tournament:
    return _with_table(tournament, event, voided=tournament.version + 1)


def _swapped(tournament: Tournament, event: SeatsSwapped) -> Tournament:
    """Return the tournament where these two have each other's seats, with the results of those seats."""
    round_ = drawn_round(tournament, event.round)
    entries = {
        player: (player, counts_for)
        for table in round_.tables
        for player, counts_for in zip(table.players, table.counts_for, strict=True)
    }
    if not {event.player, event.other} <= entries.keys():
        raise CorruptHistory(f"{event.player} or {event.other} sits at no table of round {event.round}")
    taken = {event.player: entries[event.other], event.other: entries[event.player]}
    for table in round_.tables:
        seated = [taken.get(player, entries[player]) for player in table.players]
        players, counts_for = zip(*seated, strict=True)
        result = table.result
        if result is not None and result.confirmed and players != table.players:
            result = replace(result, source="ruling", event=tournament.version + 1)
        round_ = round_.with_table(replace(table, players=players, counts_for=counts_for, result=result))
    # Plans of heats that were made before rest on other meetings.
    return replace(tournament.with_round(round_), basis=tournament.version + 1)


def _time_added(tournament: Tournament, event: TimeAdded) -> Tournament:
    round_ = drawn_round(tournament, event.round)
    if event.table is not None:
        table = table_at(tournament, event.round, event.table)[1]
        return tournament.with_round(
            round_.with_table(replace(table, seconds_added=table.seconds_added + event.seconds))
        )
    return tournament.with_round(replace(round_, seconds_added=round_.seconds_added + event.seconds))


TABLE_CHANGES: Final[dict[type[TournamentEvent], Callable[[Tournament, Any], Tournament]]] = {
    GameLinked: _linked,
    TableResultTaken: _result,
    TableResultEntered: _result,
    TableResultCorrected: _result,
    TableResultConfirmed: _confirmed_result,
    TableVoided: _voided,
    SeatsSwapped: _swapped,
    TimeAdded: _time_added,
}
"""How each of these events changes a tournament."""
