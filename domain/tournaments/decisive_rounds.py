"""Rounds that decide the standings, a final or a knock-out: how far players came, and who stays in."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from domain.tournaments.penalty_places import penalty_steps
from domain.tournaments.state import CONFIRMED, DRAFT, DrawnRound, Tournament
from domain.tournaments.tie_breaks import TableOutcome, TieBreak, lot_number, ranked

REACHED: Final = "reached"
PLACE: Final = "place"
Stage = tuple[TieBreak, TieBreak]
"""The last round of this kind that a player reached, and the share of the last place there: 1, 1/2, 1/3 and so on."""


class Ranked(NamedTuple):
    """A player in the order of the standings, with all that was looked at to rank them."""

    rank: int
    player: str
    tie_breaks: tuple[TieBreak, ...]


def in_order(
    tournament: Tournament, points: Mapping[str, Fraction], outcomes: Mapping[str, Sequence[TableOutcome]]
) -> list[Ranked]:
    """Return all players, best first: who came further stands first, and who is excluded behind all others.

    After a round of a knock-out, those who stay in have reached the next one.
    """
    reached = stages_reached(tournament)
    order = _ranked(tournament, reached, points, outcomes)
    last = next((one for one in reversed(tournament.rounds) if one.state != DRAFT), None)
    if last is None or not last.is_knockout or last.state != CONFIRMED or is_decided(last):
        return order
    by_lot = sorted(order, key=lambda one: (one.rank, -lot_number(tournament, one.player)))
    for player in _players_staying(tournament, last, [one.player for one in by_lot]):
        reached[player] = (TieBreak(name=REACHED, value=Fraction(last.number + 1)), reached[player][1])
    return _ranked(tournament, reached, points, outcomes)


def is_decided(round_: DrawnRound | None) -> bool:
    """Return whether this was the last round of a knock-out: all who were left met at one table."""
    return round_ is not None and round_.is_knockout and len(round_.tables) == 1 and not round_.byes


def stages_reached(tournament: Tournament) -> dict[str, Stage]:
    """Return the stage of each player who played in a released round of this kind, or had a bye there.

    A player whose table has no result, and one who stays in without a game, counts as first there.
    """
    reached: dict[str, Stage] = {}
    for round_ in tournament.rounds:
        if round_.is_decisive and round_.state != DRAFT:
            reached |= dict.fromkeys(round_.byes, _stage(round_, None, 0))
            for table in round_.tables:
                size = len(table.counts_for)
                if table.result is None or table.voided is not None or not table.is_settled:
                    reached |= dict.fromkeys(table.counts_for, _stage(round_, None, size))
                    continue
                penalties = [one for one in tournament.penalties if not one.lifted and one.round == round_.number]
                places = [after for _, _, after in penalty_steps(table, penalties)] or [table.result.places]
                for player, place in zip(table.counts_for, places[-1], strict=True):
                    reached[player] = _stage(round_, place, size)
    return reached


def _stage(round_: DrawnRound, place: int | None, size: int) -> Stage:
    trace = () if place is None else (f"round {round_.number}: {place} of {size}",)
    share = Fraction(1, place or 1)
    return TieBreak(name=REACHED, value=Fraction(round_.number)), TieBreak(name=PLACE, value=share, trace=trace)


def _players_staying(tournament: Tournament, last: DrawnRound, order: Sequence[str]) -> set[str]:
    """Return who stays in after this round: the best of each table in this order, and those who had no game.

    They are as many of a table as the rules say, but never all. Where they are too few for a table, the best of the
    others come too.
    """
    rules, here = tournament.rules, last.involved & {*tournament.present}
    present = [player for player in order if player in here]
    advance = rules.advance or max(1, rules.preferred // 2)
    kept = {*last.byes} & here
    for table in last.tables:
        left = [player for player in present if player in table.counts_for]
        kept |= {*left[: min(advance, len(table.counts_for) - 1)]}
    short = max(0, rules.smallest - len(kept))
    return kept | {*[player for player in present if player not in kept][:short]}


def _ranked(
    tournament: Tournament,
    reached: Mapping[str, Stage],
    points: Mapping[str, Fraction],
    outcomes: Mapping[str, Sequence[TableOutcome]],
) -> list[Ranked]:
    found = list[Ranked]()
    for players in _groups(tournament, reached):
        ahead = len(found)
        for rank, player, breaks in ranked(tournament, players, points, outcomes):
            found.append(Ranked(ahead + rank, player, (*reached.get(player, ()), *breaks)))
    return found


_NOWHERE: Final = (0, 0)


def _groups(tournament: Tournament, reached: Mapping[str, Stage]) -> Iterator[list[str]]:
    """Yield players together who are excluded or not, and came equally far, best first."""
    groups: dict[tuple[bool, Fraction | int, Fraction | int], list[str]] = {}
    for one in tournament.entrants.values():
        far, place = (-part.value for part in reached[one.player]) if one.player in reached else _NOWHERE
        groups.setdefault((one.excluded, far, place), []).append(one.player)
    for key in sorted(groups):
        yield groups[key]
