"""What the games of a tournament change in it by themselves, and what awaits a person."""

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
from service.tournaments.official_results import Official, OfficialResult, official_result

BY_SERVICE: Final = "haricot"
"""The pseudonym under which the service itself acts in a tournament."""
TableId = tuple[int, int]
"""A round and one of its tables."""


class Awaits(StrEnum):
    """What a table waits for."""

    GAME = "game"
    """It has no game and no result."""
    CONFIRMATION = "confirmation"
    """Its result from paper is not confirmed."""
    END = "end"
    """Its game is played."""
    DEAL = "deal"
    """Its game has ended, and another table still plays the same deal."""
    TAKING = "taking"
    """Its game has ended or a ruling has changed what counts, and the service is about to take that over."""
    VOIDED = "voided"
    """Its game ended without a result: play again, enter a result, or rule that there is none."""
    ABSENT = "absent"
    """Its game cannot be read here."""
    NOT_PUBLIC = "not_public"
    """Its game was made elsewhere, and not everybody may know its end."""
    OTHER_SIZE = "other_size"
    """Its game has another number of players."""
    TIME_UP = "time_up"
    """Its clock is used up, and an arbiter is called."""
    STOPPED = "stopped"
    """Its game is paused, or an official has stopped its clock."""
    RULING = "ruling"
    """A dispute about its game is open. If the game is over, its result counts meanwhile."""
    REPLAY = "replay"
    """A ruling orders that it is played again, and that game has no result yet."""
    REOPENING = "reopening"
    """A ruling changes its result, and the tournament is closed."""


_PLAYED: Final = (Awaits.END, Awaits.RULING, Awaits.REPLAY)
"""What a table may wait for while a game of it is played."""


class AwaitedTable(Value, omit_defaults=False):
    """A table and what it waits for; `counts` says whether it has a result meanwhile."""

    round: int
    table: int
    game: str | None
    awaits: str
    counts: bool


class TableChange(NamedTuple):
    """The commands by which the service brings one table up to date."""

    table: TableId
    commands: tuple[OnTable, ...]


class TableResults(NamedTuple):
    """What changes by itself, and what is awaited."""

    changes: tuple[TableChange, ...]
    awaited: tuple[AwaitedTable, ...]


def last_words(events: Iterable[TournamentEvent], before: Mapping[TableId, bool]) -> dict[TableId, bool]:
    """Return for each table whether a person had the last word on its result, as of these events after `before`.

    A person had it who entered, corrected or voided a result. A game that is linked later has it in their place.
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
    """Return what the games of a tournament change, and what awaits a person.

    No game is read of a table where only a dispute could change something, and none was filed.
    """
    changes, awaited, disputed = list[TableChange](), list[AwaitedTable](), context.disputed_games.now()
    for round_ in state.rounds:
        if round_.state == DRAFT:
            continue
        for table in round_.tables:
            place = (round_.number, table.number)
            person = by_person.get(place, False)
            if table.is_settled and _is_final(table, disputed, by_person=person):
                continue
            commands, awaits = _of_table(context, state, round_.number, table, by_person=person)
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
    """Return whether a settled table stays as it is until an event of its tournament, or a dispute about its game."""
    if by_person or table.game is None:
        return table.game is None or table.deal is None
    return table.result is not None and table.result.source == "game" and table.game not in disputed


def with_stopped_game(context: Context, state: Tournament, one: AwaitedTable) -> AwaitedTable:
    """Return the same table, or that its game stands still until a person lets it go on; `game` is then that game."""
    if one.game is None or one.awaits not in _PLAYED:
        return one
    official = official_result(context, state.rules.tournament, one.round, one.table, one.game)
    if official.stands != Official.RUNNING:
        return one
    clock = clock_of(context, context.tables.at_present(official.game))
    if clock is not None and clock.reason == TIME_UP:
        return replace(one, game=official.game, awaits=str(Awaits.TIME_UP))
    is_stopped = context.reader.arrangement(official.game).paused or (clock is not None and clock.reason != "")
    if is_stopped and one.awaits != Awaits.RULING:
        return replace(one, game=official.game, awaits=str(Awaits.STOPPED))
    return one


def _of_table(
    context: Context, state: Tournament, number: int, table: TournamentTable, *, by_person: bool
) -> tuple[tuple[OnTable, ...], Awaits | None]:
    if by_person or table.game is None:
        if table.result is not None and not table.result.confirmed and table.voided is None:
            return (), Awaits.CONFIRMATION
        if not table.is_settled:
            return (), Awaits.GAME
        return (), Awaits.END if _holds_deal(context, table) else None
    official = official_result(context, state.rules.tournament, number, table.number, table.game)
    match official.stands:
        case Official.ENDED:
            assert official.result is not None, "it has ended"
            return _ended(number, table, official, official.result)
        case Official.OVERRULED:
            if table.voided is not None:
                return (), None if official.settled else Awaits.RULING
            return (_void(number, table, official),), None
        case Official.VOIDED:
            if table.result is not None and table.voided is None:  # what counted was played again, and that was voided
                return (_void(number, table, official),), None
            return (), None if table.is_settled else Awaits.VOIDED
        case Official.REPLAY_ORDERED:
            return (), Awaits.REPLAY
        case Official.RUNNING | Official.DEAL_HELD:
            return (), Awaits.REPLAY if table.is_settled else _unended(official)
        case Official.ABSENT | Official.NOT_PUBLIC:
            return (), None if table.is_settled else Awaits(official.stands.value)


def _unended(official: OfficialResult) -> Awaits:
    if not official.settled:
        return Awaits.RULING
    return Awaits.END if official.stands == Official.RUNNING else Awaits.DEAL


def _holds_deal(context: Context, table: TournamentTable) -> bool:
    """Return whether the game of a table is still played, so that the others with its deal stay closed."""
    game = table.game
    if table.deal is None or game is None or not context.store.exists(game):
        return False
    return context.tables.at_present(game).summary.result is None


def _ended(
    number: int, table: TournamentTable, official: OfficialResult, result: TakeResult
) -> tuple[tuple[OnTable, ...], Awaits | None]:
    stands = table.result
    if len(result.scores) != len(table.players):
        return (), None if table.is_settled else Awaits.OTHER_SIZE
    if stands is None and table.voided is None:
        return (*_relinked(number, table, official), result), None
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


def _relinked(number: int, table: TournamentTable, official: OfficialResult) -> Iterator[LinkGame]:
    if official.game != table.game:
        yield LinkGame(round=number, table=table.number, game=official.game, deal=table.deal)


def _void(number: int, table: TournamentTable, official: OfficialResult) -> VoidTable:
    says = (
        f"By a ruling the result of {official.game} does not count."
        if official.stands == Official.OVERRULED
        else f"{official.game}, which counts by a ruling, ended without a result."
    )
    return VoidTable(round=number, table=table.number, text=says)
