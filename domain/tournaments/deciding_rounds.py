"""Decides commands about rounds: draw, seating, release, confirmation."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from domain.tournaments.clauses import refuse, require
from domain.tournaments.commands import (
    ConfirmRound,
    DrawRound,
    OverrideSeating,
    ReleaseRound,
    ReopenRound,
    ScheduleRound,
    TournamentCommand,
    WithdrawDraw,
)
from domain.tournaments.counter_stream import opens
from domain.tournaments.draw import draw, seating_prices
from domain.tournaments.events import (
    ROUNDS_MAX,
    DrawWithdrawn,
    RoundDrawn,
    RoundReleased,
    RoundScheduled,
    SeatedTable,
    SeatingOverridden,
    TournamentEvent,
)
from domain.tournaments.evolve import evolve, results_digest
from domain.tournaments.formats import FORMATS, format_of_round, next_format, round_to_finish_first
from domain.tournaments.result_events import RoundConfirmed, RoundReopened
from domain.tournaments.state import CONFIRMED, DRAFT, RELEASED, DrawnRound, Tournament


def _draw_round(tournament: Tournament, command: DrawRound) -> RoundDrawn:
    number, before = tournament.next_round, round_to_finish_first(tournament)
    require(not tournament.revealed, "TO-6.6", f"round {number} would be drawn")
    if before is not None:
        refuse("TO-3.1", f"round {before.number} is {before.state}")
    require(next_format(tournament) is not None, "TO-3.1", f"no round follows on round {number - 1}")
    follows = command.round == number
    require(follows, "TO-3.1", f"round {number} of {tournament.rules.rounds} would be next, not {command.round}")
    _require_secret(tournament, command.round, command.secret)
    return drawn_event(tournament, command.round, command.secret)


def drawn_event(tournament: Tournament, number: int, secret: str) -> RoundDrawn:
    """Return the draw of a round as its event; TournamentRefused for too few players."""
    made = draw(tournament, number, secret)
    require(made.tables, "TO-3.2", f"{len(made.sit_outs)} are checked in and take part")
    return RoundDrawn(
        round=number,
        algorithm=made.algorithm,
        results=made.results,
        tables=made.tables,
        sit_outs=made.sit_outs,
        cost=made.cost,
        bound=made.bound,
        plan=made.plan,
        plan_cost=made.plan_cost,
        plan_bound=made.plan_bound,
        byes=made.byes,
    )


def _require_secret(tournament: Tournament, number: int, secret: str) -> None:
    require(opens(tournament.rules.commitment, number, secret), "TO-3.3", f"this is not the secret of round {number}")


def _draft(tournament: Tournament, number: int) -> DrawnRound:
    found = tournament.round(number)
    if found is None:
        return refuse("TO-3.4", f"round {number} is not drawn")
    require(found.state == DRAFT, "TO-3.4", f"round {number} is {found.state}")
    return found


def _override_seating(tournament: Tournament, command: OverrideSeating) -> SeatingOverridden:
    round_ = _draft(tournament, command.round)
    before = sorted((*(player for table in round_.tables for player in table.players), *round_.sit_outs))
    after = sorted((*(player for table in command.tables for player in table.players), *command.sit_outs))
    require(after == before, "TO-3.5", "other players, or one of them twice")
    _require_tables(tournament, command.tables)
    seated = [player for table in command.tables for player in table.players]
    out = [player for player in seated if round_.is_decisive and player not in round_.involved]
    require(not out, "TO-3.6", f"{', '.join(out)} would be seated")
    form = format_of_round(tournament, round_.algorithm)
    tables = [table.players for table in command.tables]
    cost, _ = seating_prices(tournament, form, tables, command.sit_outs, command.round)
    return SeatingOverridden(
        round=command.round,
        by=command.by,
        text=command.text,
        tables=command.tables,
        sit_outs=command.sit_outs,
        cost_before=round_.cost,
        cost_after=cost,
        byes=tuple(sorted(round_.involved - {*seated})) if round_.is_knockout else (),
    )


def _require_tables(tournament: Tournament, tables: tuple[SeatedTable, ...]) -> None:
    numbered = [table.table for table in tables] == [*range(1, len(tables) + 1)]
    require(numbered and tables, "TO-3.5", "tables are numbered otherwise")
    sizes = tournament.sizes
    for table in tables:
        size = len(table.players)
        require(sizes.smallest <= size <= sizes.largest, "TO-3.5", f"table {table.table} has {size} players")


def _withdraw_draw(tournament: Tournament, command: WithdrawDraw) -> DrawWithdrawn:
    return DrawWithdrawn(round=_draft(tournament, command.round).number)


def _release(tournament: Tournament, command: ReleaseRound) -> RoundReleased:
    round_ = _draft(tournament, command.round)
    _require_secret(tournament, command.round, command.secret)
    return RoundReleased(round=round_.number, secret=command.secret)


def _confirm(tournament: Tournament, command: ConfirmRound) -> RoundConfirmed:
    round_ = tournament.round(command.round)
    if round_ is None or round_.state != RELEASED:
        state = "not drawn" if round_ is None else round_.state
        return refuse("TO-6.1", f"round {command.round} is {state}")
    awaited = [table.number for table in round_.tables if not table.is_settled]
    require(not awaited, "TO-6.1", f"awaited: table {', '.join(map(str, awaited))}")
    event = RoundConfirmed(round=round_.number, by=command.by, results="0" * 64)
    digest = results_digest(evolve(tournament, event))
    return RoundConfirmed(round=round_.number, by=command.by, results=digest)


def _reopen(tournament: Tournament, command: ReopenRound) -> RoundReopened:
    round_, last = tournament.round(command.round), tournament.current
    if round_ is None or (round_ != last and not FORMATS[tournament.rules.format].is_open):
        return refuse("TO-6.2", f"round {command.round} is not the last one")
    require(round_.state == CONFIRMED, "TO-6.2", f"round {round_.number} is {round_.state}")
    decided = round_ != last and last is not None and last.is_decisive
    require(not decided, "TO-6.2", f"round {round_.number} has decided who plays now")
    return RoundReopened(round=round_.number, by=command.by, text=command.text)


def _schedule(tournament: Tournament, command: ScheduleRound) -> RoundScheduled:
    round_ = tournament.round(command.round)
    require(1 <= command.round <= ROUNDS_MAX, "TO-3.7", f"{command.round} is no number of a round")
    require(round_ is None or round_.state != CONFIRMED, "TO-3.7", f"round {command.round} is confirmed")
    times = [moment_in(command.opens), moment_in(command.closes)]
    known = [time for time in times if time is not None]
    require(len(known) == len(times), "TO-3.7", "times are such as 2026-12-01T18:00:00Z")
    require(known[0] < known[-1], "TO-3.7", f"it would open {command.opens} and close {command.closes}")
    return RoundScheduled(round=command.round, opens=command.opens, closes=command.closes)


def moment_in(text: str) -> datetime | None:
    """Return the time in a text such as `2026-12-01T18:00:00Z`, None where there is none."""
    try:
        return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    except ValueError:
        return None


ROUNDS: Final[dict[type[TournamentCommand], Callable[[Tournament, Any], TournamentEvent]]] = {
    DrawRound: _draw_round,
    ScheduleRound: _schedule,
    OverrideSeating: _override_seating,
    WithdrawDraw: _withdraw_draw,
    ReleaseRound: _release,
    ConfirmRound: _confirm,
    ReopenRound: _reopen,
}
