"""Decides commands about the tables of a round: substitutes, games, results, time."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from domain.tournaments.clauses import refuse, require
from domain.tournaments.commands import (
    AddTime,
    ConfirmTableResult,
    CorrectResult,
    EnterResult,
    LinkGame,
    OnTable,
    SubstitutePlayer,
    SwapSeats,
    TakeResult,
    TournamentCommand,
    VoidTable,
)
from domain.tournaments.events import PlayerSubstituted, TournamentEvent
from domain.tournaments.result_events import (
    GameLinked,
    SeatsSwapped,
    TableResultConfirmed,
    TableResultCorrected,
    TableResultEntered,
    TableResultTaken,
    TableVoided,
    TimeAdded,
)
from domain.tournaments.state import DRAFT, RELEASED, DrawnRound, Tournament, TournamentTable
from domain.tournaments.table_points import are_places


def _open_table(tournament: Tournament, number: int, table: int | None) -> tuple[DrawnRound, TournamentTable | None]:
    """Return a round that is played, and its table of this number, if one is asked for."""
    round_ = tournament.round(number)
    if round_ is None or round_.state != RELEASED:
        return refuse("TO-4.1", f"round {number} is {'not drawn' if round_ is None else round_.state}")
    found = None if table is None else round_.table(table)
    require(table is None or found is not None, "TO-4.1", f"round {number} has tables 1 to {len(round_.tables)}")
    return round_, found


def _table(tournament: Tournament, command: OnTable) -> TournamentTable:
    found = _open_table(tournament, command.round, command.table)[1]
    assert found is not None, "it was required"
    return found


def _substitute(tournament: Tournament, command: SubstitutePlayer) -> PlayerSubstituted:
    round_, table = _open_table(tournament, command.round, command.table)
    assert table is not None, "it was required"
    require(table.result is None and table.voided is None, "TO-2.6", f"table {table.number} has a result")
    require(command.player in table.players, "TO-2.6", f"{command.player} does not sit at table {table.number}")
    require(command.substitute in tournament.entrants, "TO-2.2", f"{command.substitute} is not registered")
    busy = [one.number for one in round_.tables if command.substitute in one.players]
    require(not busy, "TO-2.6", f"{command.substitute} plays at table {busy[0]}" if busy else "")
    fits = command.counts_for in (command.player, command.substitute)
    require(fits, "TO-2.6", f"the result cannot count for {command.counts_for}")
    return PlayerSubstituted(
        round=command.round,
        table=command.table,
        player=command.player,
        substitute=command.substitute,
        counts_for=command.counts_for,
    )


def _link_game(tournament: Tournament, command: LinkGame) -> GameLinked:
    round_, table = _open_table(tournament, command.round, command.table)
    assert table is not None, "it was required"
    require(table.result is None, "TO-4.2", f"table {table.number} has a result")
    games = {one.game for round_ in tournament.rounds for one in round_.tables}
    require(command.game not in games, "TO-4.4", f"{command.game} is linked")
    if command.deal is not None:
        sizes = {len(one.players) for one in round_.tables if one.deal == command.deal} - {len(table.players)}
        shares = tournament.rules.duplicate is not None and not round_.is_decisive
        require(shares and not sizes, "TO-4.7", f"table {table.number} has {len(table.players)} players")
    return GameLinked(round=command.round, table=command.table, game=command.game, deal=command.deal)


def _require_no_result(table: TournamentTable) -> None:
    require(table.result is None and table.voided is None, "TO-4.2", f"table {table.number} has one, or none by ruling")


def _require_result(table: TournamentTable, scores: Sequence[int], places: Sequence[int]) -> None:
    size = len(table.players)
    whole = len(scores) == len(places) == size
    require(whole, "TO-4.3", f"{len(scores)} scores and {len(places)} places for {size} players")
    require(are_places(places), "TO-4.3", f"these are no places: {', '.join(map(str, places))}")


def _take_result(tournament: Tournament, command: TakeResult) -> TableResultTaken:
    table = _table(tournament, command)
    require(command.game == table.game, "TO-4.4", f"table {table.number} plays {table.game or 'no game'}")
    _require_no_result(table)
    _require_result(table, command.scores, command.places)
    return TableResultTaken(
        round=command.round,
        table=command.table,
        game=command.game,
        n=command.n,
        digest=command.digest,
        scores=command.scores,
        places=command.places,
    )


def _enter_result(tournament: Tournament, command: EnterResult) -> TableResultEntered:
    table = _table(tournament, command)
    _require_no_result(table)
    _require_result(table, command.scores, command.places)
    return TableResultEntered(
        round=command.round, table=command.table, by=command.by, scores=command.scores, places=command.places
    )


def _confirm_result(tournament: Tournament, command: ConfirmTableResult) -> TableResultConfirmed:
    table = _table(tournament, command)
    result = table.result
    if result is None or result.confirmed:
        return refuse("TO-4.5", f"nothing awaits it at table {table.number}")
    require(result.by != command.by, "TO-4.5", f"{command.by} entered it")
    return TableResultConfirmed(round=command.round, table=command.table, by=command.by)


def _ruled_round(tournament: Tournament, number: int, clause: str) -> DrawnRound:
    round_ = tournament.round(number)
    if round_ is None or round_.state == DRAFT:
        return refuse(clause, f"round {number} is not released")
    return round_


def _ruled_table(tournament: Tournament, command: OnTable) -> TournamentTable:
    table = _ruled_round(tournament, command.round, "TO-4.6").table(command.table)
    return refuse("TO-4.6", f"round {command.round} has no table {command.table}") if table is None else table


def _correct_result(tournament: Tournament, command: CorrectResult) -> TableResultCorrected:
    _require_result(_ruled_table(tournament, command), command.scores, command.places)
    return TableResultCorrected(
        round=command.round,
        table=command.table,
        by=command.by,
        text=command.text,
        scores=command.scores,
        places=command.places,
        game=command.game,
        n=command.n,
    )


def _void_table(tournament: Tournament, command: VoidTable) -> TableVoided:
    table = _ruled_table(tournament, command)
    require(table.voided is None, "TO-4.6", f"table {table.number} has none by a ruling")
    return TableVoided(round=command.round, table=command.table, by=command.by, text=command.text)


def _swap_seats(tournament: Tournament, command: SwapSeats) -> SeatsSwapped:
    round_ = _ruled_round(tournament, command.round, "TO-4.8")
    require(command.player != command.other, "TO-4.8", f"{command.player[:64]} twice")
    for player in (command.player, command.other):
        sits = round_.table_of(player) is not None
        require(sits, "TO-4.8", f"{player[:64]} sits at no table of round {round_.number}")
    return SeatsSwapped(
        round=command.round, player=command.player, other=command.other, by=command.by, text=command.text
    )


def _add_time(tournament: Tournament, command: AddTime) -> TimeAdded:
    _open_table(tournament, command.round, command.table)
    return TimeAdded(round=command.round, seconds=command.seconds, table=command.table)


RESULTS: Final[dict[type[TournamentCommand], Callable[[Tournament, Any], TournamentEvent]]] = {
    SubstitutePlayer: _substitute,
    LinkGame: _link_game,
    TakeResult: _take_result,
    EnterResult: _enter_result,
    ConfirmTableResult: _confirm_result,
    CorrectResult: _correct_result,
    VoidTable: _void_table,
    SwapSeats: _swap_seats,
    AddTime: _add_time,
}
