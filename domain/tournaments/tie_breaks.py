"""Tie-breaks: each a named function of what players did, applied in the order that the tournament chose."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final, NamedTuple

from domain.tournaments.state import DRAFT, Tournament
from domain.tournaments.table_points import exact_sum, ratio_sum
from domain.values import Value


class TableOutcome(NamedTuple):
    """What a player did at one table: the score, and the coins of all; `seat` is the place in turn order, from 0."""

    round: int
    seat: int
    places: tuple[int, ...]
    score: int
    coins: int
    players: tuple[str, ...]

    @property
    def place(self) -> int:
        """The player's own place."""
        return self.places[self.seat]


class TieBreak(Value):
    """The value of one tie-break, more is better; `trace` are the parts that it is made of."""

    name: str
    value: Fraction
    trace: tuple[str, ...] = ()


class Field(NamedTuple):
    """All that tie-breaks look at."""

    tournament: Tournament
    points: Mapping[str, Fraction]
    outcomes: Mapping[str, Sequence[TableOutcome]]


_SHARES: Final = (Fraction(0), *(Fraction(1, count) for count in range(1, 17)))
Valued = tuple[Fraction, tuple[str, ...]]


def wins(field: Field, player: str, _: Sequence[str]) -> Valued:
    """Count the tables won; winners who share the first place share the win."""
    won = [one for one in field.outcomes[player] if one.place == 1]
    parts = [_SHARES[one.places.count(1)] for one in won]
    return exact_sum(parts), tuple(f"round {one.round}: {part}" for one, part in zip(won, parts, strict=True))


def coin_share(field: Field, player: str, _: Sequence[str]) -> Valued:
    """Add up the shares of the coins of each table."""
    played = [one for one in field.outcomes[player] if one.coins]
    trace = tuple(f"round {one.round}: {one.score}/{one.coins}" for one in played)
    return ratio_sum((one.score, one.coins) for one in played), trace


def turn_order(field: Field, player: str, _: Sequence[str]) -> Valued:
    """Take the mean place in turn order, from 0 for first to 1 for last: to play later is harder."""
    played = field.outcomes[player]
    trace = tuple(f"round {one.round}: {one.seat + 1} of {len(one.places)}" for one in played)
    total = ratio_sum((one.seat, max(1, len(one.places) - 1)) for one in played)
    return (total / len(played) if played else total), trace


def opponents(field: Field, player: str, _: Sequence[str]) -> Valued:
    """Add up the points of all opponents, less the best and the worst one."""
    met = [other for one in field.outcomes[player] for other in one.players if other != player]
    met.sort(key=lambda other: (field.points[other], other))
    counted = met[1:-1] if len(met) > 2 else met
    return exact_sum([field.points[other] for other in counted]), tuple(
        f"{one}: {field.points[one]}" for one in counted
    )


def head_to_head(field: Field, player: str, tied: Sequence[str]) -> Valued:
    """Count the tied players whom this one was ahead of at one table, less those behind whom; 0 unless all have met."""
    group = set(tied)
    met = {frozenset((one, other)) for one in tied for table in field.outcomes[one] for other in table.players}
    if len(tied) < 2 or not all(frozenset(pair) in met for pair in combinations(tied, 2)):
        return Fraction(0), ()
    ahead, trace = 0, list[str]()
    for table in field.outcomes[player]:
        for other, place in zip(table.players, table.places, strict=True):
            if other != player and other in group:
                ahead += (place > table.place) - (place < table.place)
                trace.append(f"round {table.round}: {table.place} against {place} of {other}")
    return Fraction(ahead), tuple(trace)


def lot(field: Field, player: str, _: Sequence[str]) -> Valued:
    """Draw a number from the secret of the last released round: SHA-256 of "haricot-lot/1 SECRET PLAYER", 4 bytes."""
    return Fraction(lot_number(field.tournament, player)), ()


def lot_number(tournament: Tournament, player: str) -> int:
    """Return the number that the lot gives to a player now."""
    secrets = [one.secret for one in tournament.rounds if one.state != DRAFT and one.secret]
    seed = secrets[-1] if secrets else tournament.rules.commitment
    drawn = hashlib.sha256(f"haricot-lot/1 {seed} {player}".encode()).digest()[:4]
    return int.from_bytes(drawn, "big")


TIE_BREAKS: Final[dict[str, Callable[[Field, str, Sequence[str]], Valued]]] = {
    "wins": wins,
    "coin_share": coin_share,
    "turn_order": turn_order,
    "opponents": opponents,
    "head_to_head": head_to_head,
    "lot": lot,
}
"""The tie-breaks by their names."""
DEFAULT: Final = ("wins", "coin_share", "turn_order", "opponents", "head_to_head", "lot")


def ranked(
    tournament: Tournament,
    players: Sequence[str],
    points: Mapping[str, Fraction],
    outcomes: Mapping[str, Sequence[TableOutcome]],
) -> Iterator[tuple[int, str, tuple[TieBreak, ...]]]:
    """Yield (rank, player, tie-breaks) best first; equal ones share a rank.

    Each line has the tie-breaks that were looked at: none where points alone decide.
    """
    field = Field(tournament, points, outcomes)
    rank = 1
    for group in _groups(players, points):
        for same, breaks in _broken(field, group, tournament.rules.tie_breaks):
            for player in same:
                yield rank, player, breaks[player]
            rank += len(same)


def _broken(
    field: Field, tied: list[str], names: Sequence[str]
) -> Iterator[tuple[list[str], dict[str, tuple[TieBreak, ...]]]]:
    """Yield groups of players whom these tie-breaks do not tell apart, best first."""
    if len(tied) == 1 or not names:
        yield tied, dict.fromkeys(tied, ())
        return
    found = {player: TIE_BREAKS[names[0]](field, player, tied) for player in tied}
    for group in _groups(tied, {player: value for player, (value, _) in found.items()}):
        for same, breaks in _broken(field, group, names[1:]):
            yield (
                same,
                {
                    player: (TieBreak(name=names[0], value=found[player][0], trace=found[player][1]), *breaks[player])
                    for player in same
                },
            )


def _groups(players: Sequence[str], values: Mapping[str, Fraction]) -> Iterator[list[str]]:
    """Yield those of equal value together, the greatest value first, each group by pseudonym."""
    by_value: dict[Fraction, list[str]] = {}
    for player in sorted(players):
        by_value.setdefault(values[player], []).append(player)
    for value in sorted(by_value, reverse=True):
        yield by_value[value]
