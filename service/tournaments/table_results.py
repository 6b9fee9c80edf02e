"""The changes that finished games make in a tournament, and what each unfinished table waits for."""

from collections.abc import Iterable, Iterator, Mapping, Set
from enum import StrEnum
from typing import Final, NamedTuple

from msgspec.structs import replace

from domain.clock_terms import TIME_UP
from domain.tournaments.commands import CorrectResult, LinkGame, OnTable, TakeResult, VoidTable
from domain.tournaments.events import TournamentEvent
from domain.tournaments.result_events import (
    GameLinked,
    TableResultCorrected,
    TableResultEntered,
    TableResultTaken,
    TableVoided,
)
from domain.tournaments.state import DRAFT, Tournament, TournamentTable
from domain.values import Value
from service.access.context import Context
from service.lifecycle.clock_acts import clock_of
from service.tournaments.official_results import GameStanding, OfficialResult, official_result

BY_SERVICE: Final = "haricot"
"""The pseudonym under which the service itself acts in a tournament."""
TableId = tuple[int, int]
"""A round and one of its tables."""


class Awaits(StrEnum):
    """What a table waits for."""

    GAME = "game"
    """It has no game and no result."""
    CONFIRMATION = "confirmation"
    """Its entered result is not confirmed."""
    END = "end"
    """Its game is being played."""
    DEAL = "deal"
    """Its game has ended, and another table still plays the same deal."""
    TAKING = "taking"
    """Its game has ended, or a ruling has changed its result, and the service will take that result soon."""
    VOIDED = "voided"
    """Its game ended without a result. Play again, enter a result, or rule that there is none."""
    ABSENT = "absent"
    """Its game cannot be read here."""
    NOT_PUBLIC = "not_public"
    """Its game was not created for the tournament, and its end is not public."""
    OTHER_SIZE = "other_size"
    """Its game has another number of players."""
    TIME_UP = "time_up"
    """The time of its clock is up, and an arbiter is called."""
    STOPPED = "stopped"
    """Its game is paused, or an official has stopped its clock."""
    RULING = "ruling"
    """A dispute about its game is undecided. If the game is over, its result counts until then."""
    REPLAY = "replay"
    """A ruling orders a replay, which has no result yet."""
    REOPENING = "reopening"
    """A ruling changes its result, but the tournament is closed and must be reopened."""


_AWAITS_WHILE_PLAYED: Final = (Awaits.END, Awaits.RULING, Awaits.REPLAY)
"""What a table can wait for while its game is being played."""


class AwaitedTable(Value, omit_defaults=False):
    """A table and what it waits for. `counts` says whether it has a result until then."""

    round: int
    table: int
    game: str | None
    awaits: str
    counts: bool


class TableChange(NamedTuple):
    """The commands with which the service updates the result of one table."""

    table: TableId
    commands: tuple[OnTable, ...]


class TableResults(NamedTuple):
    """The changes that the service makes, and the tables that wait."""

    changes: tuple[TableChange, ...]
    awaited: tuple[AwaitedTable, ...]


def results_by_person(events: Iterable[TournamentEvent], before: Mapping[TableId, bool]) -> dict[TableId, bool]:
    """Return for each table whether a person decided its result last. `before` is the value before these events.

    A person decides by entering, correcting or voiding a result. Linking or taking a game ends that decision.
    """
    found = dict(before)
    for event in events:
        match event:
            case TableResultEntered():
                found[event.round, event.table] = True
            case TableResultCorrected() | TableVoided():
                found[event.round, event.table] = event.by != BY_SERVICE
            case TableResultTaken() | GameLinked():
                found[event.round, event.table] = False
            case _:
                pass
    return found


def table_results(context: Context, state: Tournament, by_person: Mapping[TableId, bool]) -> TableResults:
    """Return the changes that the games of a tournament make, and the tables that wait.

    The game of a settled table is read only if there is a dispute about it.
    """
    changes, awaited, disputed = list[TableChange](), list[AwaitedTable](), context.disputed_games.games()
    for round_ in state.rounds:
        if round_.state == DRAFT:
            continue
        for table in round_.tables:
            place = (round_.number, table.number)
            person = by_person.get(place, False)
            if table.is_settled and _is_final(table, disputed, by_person=person):
                continue
            commands, awaits = _table_outcome(context, state, round_.number, table, by_person=person)
            if commands and state.closed:
                commands, awaits = (), Awaits.REOPENING
            if commands:
                changes.append(TableChange(place, commands))
                awaits = Awaits.TAKING
            if awaits is not None:
                awaited.append(
                    AwaitedTable(
                        round=round_.number,
                        table=table.number,
                        game=table.game,
                        awaits=str(awaits),
                        counts=table.is_settled,
                    )
                )
    return TableResults(tuple(changes), tuple(awaited))


def _is_final(table: TournamentTable, disputed: Set[str], *, by_person: bool) -> bool:
    """Return whether only an event of the tournament or a dispute about the game can change a settled table."""
    if by_person or table.game is None:
        return table.game is None or table.deal is None
    return table.result is not None and table.result.source == "game" and table.game not in disputed


def with_stopped_game(context: Context, state: Tournament, one: AwaitedTable) -> AwaitedTable:
    """Return the table. If its game is paused or its clock stopped, it waits for that, and `game` is that game."""
    if one.game is None or one.awaits not in _AWAITS_WHILE_PLAYED:
        return one
    official = official_result(context, state.rules.tournament, one.round, one.table, one.game)
    if official.standing != GameStanding.RUNNING:
        return one
    clock = clock_of(context, context.tables.current(official.game))
    if clock is not None and clock.reason == TIME_UP:
        return replace(one, game=official.game, awaits=str(Awaits.TIME_UP))
    is_stopped = context.reader.arrangement(official.game).paused or (clock is not None and clock.reason != "")
    if is_stopped and one.awaits != Awaits.RULING:
        return replace(one, game=official.game, awaits=str(Awaits.STOPPED))
    return one


def _table_outcome(
    context: Context, state: Tournament, number: int, table: TournamentTable, *, by_person: bool
) -> tuple[tuple[OnTable, ...], Awaits | None]:
    if by_person or table.game is None:
        if table.result is not None and not table.result.confirmed and table.voided is None:
            return (), Awaits.CONFIRMATION
        if not table.is_settled:
            return (), Awaits.GAME
        return (), Awaits.END if _keeps_deal_hidden(context, table) else None
    official = official_result(context, state.rules.tournament, number, table.number, table.game)
    match official.standing:
        case GameStanding.ENDED:
            assert official.result is not None, "it has ended"
            return _take_result(number, table, official, official.result)
        case GameStanding.OVERRULED:
            if table.voided is not None:
                return (), None if official.settled else Awaits.RULING
            return (_void_command(number, table, official),), None
        case GameStanding.VOIDED:
            if table.result is not None and table.voided is None:  # the replay of the game that counted was voided
                return (_void_command(number, table, official),), None
            return (), None if table.is_settled else Awaits.VOIDED
        case GameStanding.REPLAY_ORDERED:
            return (), Awaits.REPLAY
        case GameStanding.RUNNING | GameStanding.DEAL_HELD:
            return (), Awaits.REPLAY if table.is_settled else _reason_without_end(official)
        case GameStanding.ABSENT | GameStanding.NOT_PUBLIC:
            return (), None if table.is_settled else Awaits(official.standing.value)


def _reason_without_end(official: OfficialResult) -> Awaits:
    if not official.settled:
        return Awaits.RULING
    return Awaits.END if official.standing == GameStanding.RUNNING else Awaits.DEAL


def _keeps_deal_hidden(context: Context, table: TournamentTable) -> bool:
    """Return whether the game of a table is still being played, so that the deal of its group stays hidden."""
    game = table.game
    if table.deal is None or game is None or not context.store.exists(game):
        return False
    return context.tables.current(game).summary.result is None


def _take_result(
    number: int, table: TournamentTable, official: OfficialResult, result: TakeResult
) -> tuple[tuple[OnTable, ...], Awaits | None]:
    stands = table.result
    if len(result.scores) != len(table.players):
        return (), None if table.is_settled else Awaits.OTHER_SIZE
    if stands is None and table.voided is None:
        return (*_links_to_official_game(number, table, official), result), None
    same = stands is not None and (stands.scores, stands.places) == (result.scores, result.places)
    if table.voided is None and same:
        return (), None if official.settled else Awaits.RULING
    changed = CorrectResult(
        round=number,
        table=table.number,
        text=f"What counts by the disputes about {table.game} is the result of {official.game}.",
        scores=result.scores,
        places=result.places,
        game=official.game,
        n=result.n,
    )
    return (changed,), None


def _links_to_official_game(number: int, table: TournamentTable, official: OfficialResult) -> Iterator[LinkGame]:
    if official.game != table.game:
        yield LinkGame(round=number, table=table.number, game=official.game, deal=table.deal)


def _void_command(number: int, table: TournamentTable, official: OfficialResult) -> VoidTable:
    says = (
        f"By a ruling the result of {official.game} does not count."
        if official.standing == GameStanding.OVERRULED
        else f"{official.game}, which counts by a ruling, ended without a result."
    )
    return VoidTable(round=number, table=table.number, text=says)
