"""Standings: each line with its points, and each point with the reason for it."""

import hashlib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, Literal

from domain.tournaments.evolve import EXCLUSION
from domain.tournaments.state import DRAFT, DrawnRound, Penalty, Tournament, TournamentTable
from domain.tournaments.table_points import exact_sum, mean_points, table_points
from domain.tournaments.tie_breaks import TableOutcome, TieBreak, ranked
from domain.values import Value

ReasonKind = Literal["game", "paper", "sit_out", "penalty", "ruling"]
PLAYED: Final = ("game", "paper", "ruling")
"""The kinds of reasons that stand for a table."""
COIN_LOSS: Final = "coin_loss"
GAME_LOSS: Final = "game_loss"
POINTS: Final = "points"
WARNING: Final = "warning"
BELOW_ALL: Final = -1_000_000
"""The score by which a lost game is placed: below all that a game can end with."""
PENALTIES: Final = (WARNING, COIN_LOSS, GAME_LOSS, POINTS, EXCLUSION)
"""The kinds of penalty."""


class Reason(Value):
    """Where points come from: a table, a sit-out, a penalty or a ruling, by event `event` of the tournament."""

    kind: ReasonKind
    round: int | None
    table: int | None
    game: str | None
    place: int | None
    points: Fraction
    event: int


class StandingsLine(Value):
    """One player of the standings; the points of `why` add up to `points`."""

    rank: int
    player: str
    points: Fraction
    tie_breaks: tuple[TieBreak, ...]
    why: tuple[Reason, ...]
    excluded: bool = False


def standings(tournament: Tournament) -> tuple[StandingsLine, ...]:
    """Return the standings, best first; who is excluded stands behind all others."""
    reasons, outcomes = _reasons(tournament)
    points = {player: exact_sum(one.points for one in why) for player, why in reasons.items()}
    lines = list[StandingsLine]()
    for excluded in (False, True):
        players = [one.player for one in tournament.entrants.values() if one.excluded is excluded]
        ahead = len(lines)
        for rank, player, breaks in ranked(tournament, players, points, outcomes):
            line = StandingsLine(
                rank=ahead + rank,
                player=player,
                points=points[player],
                tie_breaks=breaks,
                why=tuple(reasons[player]),
                excluded=excluded,
            )
            lines.append(line)
    return tuple(lines)


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
    unplayed = list[tuple[str, DrawnRound, TournamentTable | None]]()
    for round_ in tournament.rounds:
        if round_.state == DRAFT:
            continue
        called_in = {player for table in round_.tables for player in table.counts_for}  # as a substitute
        unplayed += [(player, round_, None) for player in round_.sit_outs if player not in called_in]
        for table in round_.tables:
            if table.voided is not None:
                unplayed += [(player, round_, table) for player in table.counts_for]
            elif table.is_settled:
                _settled(tournament, round_, table, reasons, outcomes)
                for reason, player in _penalised(tournament, round_, table, by_round.get(round_.number, ())):
                    reasons[player].append(reason)
    _sat_out(tournament, unplayed, reasons)
    for penalty in tournament.penalties:
        if penalty.kind == POINTS and not penalty.lifted and penalty.points is not None:
            lost = -Fraction(penalty.points)
            reasons[penalty.player].append(_reason("penalty", penalty.round, None, lost, penalty.event))
    for why in reasons.values():
        why.sort(key=lambda one: (one.round is None, one.round or 0, one.event))
    return reasons, outcomes


def _settled(
    tournament: Tournament,
    round_: DrawnRound,
    table: TournamentTable,
    reasons: dict[str, list[Reason]],
    outcomes: dict[str, list[TableOutcome]],
) -> None:
    result = table.result
    assert result is not None, "the table is settled"
    points = table_points(tournament.rules.table_points, result.places)
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
            )
        )
        outcome = TableOutcome(round_.number, seat, result.places, result.scores[seat], coins, table.counts_for)
        outcomes[player].append(outcome)


def _penalised(
    tournament: Tournament, round_: DrawnRound, table: TournamentTable, penalties: Sequence[Penalty]
) -> Iterator[tuple[Reason, str]]:
    """Yield what penalties change at this table, for each player whose points they change."""
    result = table.result
    assert result is not None, "the table is settled"
    scores, places = list(result.scores), result.places
    for penalty in penalties:
        if penalty.kind not in (COIN_LOSS, GAME_LOSS) or penalty.player not in table.counts_for:
            continue
        seat = table.counts_for.index(penalty.player)
        scores[seat] = scores[seat] - 1 if penalty.kind == COIN_LOSS else BELOW_ALL
        after = places_after(scores, result.scores, result.places)
        before = table_points(tournament.rules.table_points, places)
        for at, points in enumerate(table_points(tournament.rules.table_points, after)):
            if points != before[at]:
                change = points - before[at]
                reason = _reason("penalty", round_.number, table, change, penalty.event, after[at])
                yield reason, table.counts_for[at]
        places = after


def places_after(scores: Sequence[int], before: Sequence[int], places: Sequence[int]) -> tuple[int, ...]:
    """Return the places for these scores; a tie that the game had broken stays so while both keep their scores."""

    def is_ahead(one: int, other: int) -> bool:
        if scores[one] != scores[other]:
            return scores[one] > scores[other]
        return before[one] == before[other] and places[one] < places[other]

    seats = range(len(scores))
    return tuple(1 + sum(is_ahead(other, seat) for other in seats) for seat in seats)


def _sat_out(
    tournament: Tournament,
    unplayed: Sequence[tuple[str, DrawnRound, TournamentTable | None]],
    reasons: dict[str, list[Reason]],
) -> None:
    """Give the mean of their own games to who sat out, or whose table has no result; without games a table's mean."""
    rules = tournament.rules
    played = {player: [one.points for one in why if one.kind != "penalty"] for player, why in reasons.items()}
    for player, round_, table in unplayed:
        own = played[player]
        points = exact_sum(own) / len(own) if own else mean_points(rules.table_points, rules.preferred)
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
