"""Standings: each line with its points, and each point with the reason for it."""

import hashlib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, Literal

from msgspec.structs import replace

from domain.tournaments.decisive_rounds import in_order
from domain.tournaments.duplicate_points import (
    COMPARED_POINTS,
    NEUTRAL,
    ComparedSeat,
    SeatComparison,
    compared_seats,
    penalised_points,
)
from domain.tournaments.events import LEAGUE
from domain.tournaments.penalty_places import POINTS, penalty_steps
from domain.tournaments.state import DRAFT, DrawnRound, Penalty, Tournament, TournamentTable
from domain.tournaments.table_points import exact_sum, mean_points, table_points
from domain.tournaments.tie_breaks import TableOutcome, TieBreak, lot_number
from domain.values import Value

ReasonKind = Literal["game", "paper", "sit_out", "penalty", "ruling", "dropped"]
PLAYED: Final = ("game", "paper", "ruling")
"""The kinds of reasons that stand for a table."""


class Reason(Value):
    """Where points come from: a table, a sit-out, a penalty or a ruling, by event `event` of the tournament.

    `dropped` takes the points of a round away again that is none of the best ones, where only those count. In duplicate
    the points of a table come from this `comparison`.
    """

    kind: ReasonKind
    round: int | None
    table: int | None
    game: str | None
    place: int | None
    points: Fraction
    event: int
    comparison: SeatComparison | None = None


class StandingsLine(Value):
    """One player of the standings; the points of `why` add up to `points`."""

    rank: int
    player: str
    points: Fraction
    tie_breaks: tuple[TieBreak, ...]
    why: tuple[Reason, ...]
    excluded: bool = False


def standings(tournament: Tournament) -> tuple[StandingsLine, ...]:
    """Return the standings, best first.

    Who came further in a knock-out or in the final stands before all others; who is excluded stands behind them.
    """
    reasons, outcomes = _reasons(tournament)
    points = {player: exact_sum(one.points for one in why) for player, why in reasons.items()}
    return tuple(
        StandingsLine(
            rank=rank,
            player=player,
            points=points[player],
            tie_breaks=breaks,
            why=tuple(reasons[player]),
            excluded=tournament.entrants[player].excluded,
        )
        for rank, player, breaks in in_order(tournament, points, outcomes)
    )


def standing_order(tournament: Tournament) -> tuple[str, ...]:
    """Return all players in the order of the standings; the lot decides between those who are equal there."""
    lines = sorted(standings(tournament), key=lambda line: (line.rank, -lot_number(tournament, line.player)))
    return tuple(line.player for line in lines)


def points_of(tournament: Tournament) -> dict[str, Fraction]:
    """Return the points of each player."""
    reasons, _ = _reasons(tournament)
    return {player: exact_sum(one.points for one in why) for player, why in reasons.items()}


def standings_digest(lines: Sequence[StandingsLine]) -> str:
    """Return the SHA-256 of the standings as lines of text: rank, player and points, each with a line end."""
    text = "".join(f"{line.rank} {line.player} {line.points}\n" for line in lines)
    return hashlib.sha256(text.encode()).hexdigest()


def _reasons(tournament: Tournament) -> tuple[dict[str, list[Reason]], dict[str, list[TableOutcome]]]:
    """Return for each player the reasons for their points, by round, and what they did at which table."""
    reasons: dict[str, list[Reason]] = {player: [] for player in tournament.entrants}
    outcomes: dict[str, list[TableOutcome]] = {player: [] for player in tournament.entrants}
    by_round: dict[int | None, list[Penalty]] = {}
    for penalty in tournament.penalties:
        if not penalty.lifted:
            by_round.setdefault(penalty.round, []).append(penalty)
    unplayed = list[_Unplayed]()
    for round_ in tournament.rounds:
        if round_.state == DRAFT:
            continue
        unplayed += _players_without_game(round_)
        seats = compared_seats(round_) if tournament.rules.duplicate and not round_.is_decisive else {}
        for table in round_.tables:
            if table.voided is not None:
                unplayed += [(player, round_, table) for player in table.counts_for]
            elif table.is_settled:
                compared = seats.get(table.number, ())
                _add_table_reasons(tournament, round_, table, compared, reasons, outcomes)
                penalties = by_round.get(round_.number, ())
                for reason, player in _penalty_reasons(tournament, round_, table, compared, penalties):
                    reasons[player].append(reason)
    _add_sit_outs(tournament, unplayed, reasons)
    for penalty in tournament.penalties:
        if penalty.kind == POINTS and not penalty.lifted and penalty.points is not None:
            lost = -Fraction(penalty.points)
            reasons[penalty.player].append(_reason("penalty", penalty.round, None, lost, penalty.event))
    for player, why in reasons.items():
        dropped = _drop_reasons(why, tournament.rules.counted) if tournament.rules.counted else []
        reasons[player] = sorted((*why, *dropped), key=lambda one: (one.round is None, one.round or 0, one.event))
    return reasons, outcomes


_Unplayed = tuple[str, DrawnRound, TournamentTable | None]
"""A player with a round without a game, and the table that was to have one."""


def _players_without_game(round_: DrawnRound) -> list[_Unplayed]:
    """Return who sat out; in a round that decides the standings only those who stay in without a game."""
    if round_.is_decisive:
        return [(player, round_, None) for player in round_.byes]
    called_in = {player for table in round_.tables for player in table.counts_for}  # as a substitute
    return [(player, round_, None) for player in round_.sit_outs if player not in called_in]


def _drop_reasons(why: Sequence[Reason], counted: int) -> list[Reason]:
    """Return what takes away the points of all rounds but the best ones; penalties in points stay."""
    rounds: dict[int, list[Reason]] = {}
    for one in why:
        if one.round is not None and (one.kind != "penalty" or one.table is not None):
            rounds.setdefault(one.round, []).append(one)
    worth = {number: exact_sum(one.points for one in parts) for number, parts in rounds.items()}
    others = sorted(worth, key=lambda number: (-worth[number], number))[counted:]
    firsts = [(rounds[number][0], worth[number]) for number in others if worth[number]]
    return [replace(first, kind="dropped", place=None, points=-points) for first, points in firsts]


def _points_rule(tournament: Tournament, round_: DrawnRound) -> tuple[str, ...]:
    """Return what places are worth: nothing in a round that decides the standings by itself."""
    return () if round_.is_decisive else tournament.rules.table_points


def _add_table_reasons(
    tournament: Tournament,
    round_: DrawnRound,
    table: TournamentTable,
    compared: Sequence[ComparedSeat],
    reasons: dict[str, list[Reason]],
    outcomes: dict[str, list[TableOutcome]],
) -> None:
    result = table.result
    assert result is not None, "the table is settled"
    rule, comparisons = tournament.rules.duplicate, [seat.compare(seat.coins) for seat in compared]
    points = table_points(_points_rule(tournament, round_), result.places)
    if rule is not None and comparisons:
        points = tuple(map(COMPARED_POINTS[rule], comparisons))
    coins = sum(result.scores)
    for seat, player in enumerate(table.counts_for):
        reasons[player].append(
            Reason(
                kind=result.source,
                round=round_.number,
                table=table.number,
                game=result.game,
                place=result.places[seat],
                points=points[seat],
                event=result.event,
                comparison=comparisons[seat] if comparisons else None,
            )
        )
        outcome = TableOutcome(round_.number, seat, result.places, result.scores[seat], coins, table.counts_for)
        outcomes[player].append(outcome)


def _penalty_reasons(
    tournament: Tournament,
    round_: DrawnRound,
    table: TournamentTable,
    compared: Sequence[ComparedSeat],
    penalties: Sequence[Penalty],
) -> Iterator[tuple[Reason, str]]:
    """Yield what penalties change at this table, for each player whose points they change, or whose place there."""
    if tournament.rules.duplicate is not None and compared:
        for penalty, at, change in penalised_points(tournament.rules.duplicate, table, compared, penalties):
            yield _reason("penalty", round_.number, table, change, penalty.event), table.counts_for[at]
        return
    rule = _points_rule(tournament, round_)
    for penalty, places, after in penalty_steps(table, penalties):
        before = table_points(rule, places)
        for at, points in enumerate(table_points(rule, after)):
            if points != before[at] or (round_.is_decisive and places[at] != after[at]):
                change = points - before[at]
                reason = _reason("penalty", round_.number, table, change, penalty.event, after[at])
                yield reason, table.counts_for[at]


def _add_sit_outs(
    tournament: Tournament,
    unplayed: Sequence[_Unplayed],
    reasons: dict[str, list[Reason]],
) -> None:
    """Give the mean of their own games to who sat out, or whose table has no result; without games a table's mean."""
    rules, decisive = tournament.rules, {one.number for one in tournament.rounds if one.is_decisive}
    played = {
        player: [one.points for one in why if one.kind != "penalty" and one.round not in decisive]
        for player, why in reasons.items()
    }
    average = NEUTRAL[rules.duplicate] if rules.duplicate else mean_points(rules.table_points, rules.preferred)
    for player, round_, table in unplayed:
        own = played[player]
        points = exact_sum(own) / len(own) if own else average
        if round_.is_decisive or (table is not None and rules.format == LEAGUE):  # in a league it is a missed round
            points = Fraction(0)
        if table is None:
            reason = _reason("sit_out", round_.number, None, points, round_.drawn)
        else:
            assert table.voided is not None, "the table has no result by a ruling"
            reason = _reason("ruling", round_.number, table, points, table.voided)
        reasons[player].append(reason)


def _reason(
    kind: ReasonKind,
    number: int | None,
    table: TournamentTable | None,
    points: Fraction,
    event: int,
    place: int | None = None,
) -> Reason:
    at, game = (None, None) if table is None else (table.number, table.game)
    return Reason(kind=kind, round=number, table=at, game=game, place=place, points=points, event=event)
