"""Sums over games that count: what each game adds, and what it takes back if it counts no longer.

Statistics of editions and figures of players are made of these sums alone. So a store that adds them up as games end
has the same statistics as a fold over all games.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Final, NamedTuple

from projections.analytics.game_figures import GameFigures, VarietyFigures

ALL_PLAYER_COUNTS: Final = 0
"""Stands for every number of players."""
WIN_PARTS: Final = lcm(*range(1, 13))
"""A win is this many parts, so that any share of it is a whole number."""


class Measure(StrEnum):
    """What is summed up; the item of a sum is one of them."""

    LENGTH = "length"
    TURN_ORDER = "turn_order"
    VARIETY = "variety"
    PAIR = "pair"
    PARTNER = "partner"


class SumKey(NamedTuple):
    """What a sum is of: these games of an edition, all seats of them or those of one player, and an item of a measure.

    `players` is the number of seats, or ALL. `simulated` says whether games of bots alone are in it. `player` is empty
    for all seats; for a pair it is the first of the two.
    """

    edition: str
    players: int
    simulated: bool
    player: str
    measure: Measure
    item: str


Sums = dict[SumKey, Counter[str]]
"""Sums by their keys, each with its counts by name."""


class CountedGame(NamedTuple):
    """A game that counts, and the player of each seat; None is one of whom nothing may be told."""

    figures: GameFigures
    players: tuple[str | None, ...]
    simulated: bool = False


def add_game(sums: Sums, game: CountedGame, times: int = 1) -> None:
    """Add what a game adds to these sums, or with -1 take it back."""
    figures = game.figures
    scopes = [
        (figures.edition, players, simulated)
        for players in (ALL_PLAYER_COUNTS, figures.players)
        for simulated in ((True,) if game.simulated else (True, False))
    ]
    of_all = scopes[0]
    for key, counts in _edition_sums(game):
        for scope in scopes:
            _add(sums, SumKey(*scope, *key), counts, times)
    for key, counts in _player_sums(game):
        _add(sums, SumKey(*of_all, *key), counts, times)


def sums_of_edition(games: Iterable[CountedGame]) -> Sums:
    """Return what these games add to the sums of an edition for every number of players, without those of players."""
    of_editions: dict[str, dict[tuple[str, Measure, str], dict[str, int]]] = {}
    for game in games:
        sums = of_editions.setdefault(game.figures.edition, {})
        for key, counts in _edition_sums(game):
            if (kept := sums.setdefault(key, counts)) is not counts:
                for name, count in counts.items():
                    kept[name] += count
    # Long keys are made once, not for each game.
    return {
        SumKey(edition, ALL_PLAYER_COUNTS, True, *key): Counter(counts)
        for edition, sums in of_editions.items()
        for key, counts in sums.items()
    }


def places_of(scores: Sequence[int], winners: Iterable[int]) -> tuple[int, ...]:
    """Return the place of each seat by its score; those who won stand first, also by a tie-break."""
    won = {*winners}
    keys = [(seat in won, score) for seat, score in enumerate(scores)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def places_in_game(figures: GameFigures) -> tuple[int, ...]:
    """Return the place of each seat in a game."""
    winners = (seat.seat for seat in figures.seats if seat.win != "0")
    return places_of([seat.score for seat in figures.seats], winners)


_KeyedSums = Iterator[tuple[tuple[str, Measure, str], dict[str, int]]]


def _add(sums: Sums, key: SumKey, counts: dict[str, int], times: int) -> None:
    if key not in sums:
        sums[key] = Counter()
    kept = sums[key]
    for name, count in counts.items():
        kept[name] += times * count


def _edition_sums(game: CountedGame) -> _KeyedSums:
    figures = game.figures
    yield ("", Measure.LENGTH, str(figures.turns)), {"games": 1}
    for seat in figures.seats:
        yield ("", Measure.TURN_ORDER, str(seat.turn_order)), _result(seat.win, seat.score)
    for variety in figures.varieties:
        yield ("", Measure.VARIETY, variety.variety), _variety(variety)
    for pair in figures.pairs:
        one, other = (game.players[seat] for seat in pair.seats)
        if one is None or other is None:
            continue
        given, got = (pair.given, pair.got) if one <= other else (pair.got, pair.given)
        if one == other:
            given = got = given + got
        counts = {"trades": pair.trades, "gifts": pair.gifts, "given": given, "got": got}
        yield (min(one, other), Measure.PAIR, max(one, other)), counts


def _player_sums(game: CountedGame) -> _KeyedSums:
    figures, places = game.figures, places_in_game(game.figures)
    known = [(seat, player) for seat, player in enumerate(game.players) if player is not None]
    everyone = dict.fromkeys(player for _, player in known)
    for player in everyone:
        yield (player, Measure.LENGTH, str(figures.turns)), {"games": 1}
        for other in everyone:
            if other != player:
                yield (player, Measure.PARTNER, other), {"games": 1}
    for index, player in known:
        seat = figures.seats[index]
        yield (player, Measure.TURN_ORDER, str(seat.turn_order)), _result(seat.win, seat.score)
        for variety in seat.varieties:
            yield (player, Measure.VARIETY, variety.variety), _variety(variety)
        for place, other in ((places[one], other) for one, other in known if other != player):
            result = "ahead" if places[index] < place else "level" if places[index] == place else "behind"
            yield (player, Measure.PARTNER, other), {result: 1}
    for pair in figures.pairs:
        one, partner = (game.players[seat] for seat in pair.seats)
        if one is None or partner is None or one == partner:
            continue
        counts = {"trades": pair.trades, "gifts": pair.gifts}
        yield (one, Measure.PARTNER, partner), {**counts, "given": pair.given, "got": pair.got}
        yield (partner, Measure.PARTNER, one), {**counts, "given": pair.got, "got": pair.given}


def _result(win: str, score: int) -> dict[str, int]:
    return {"games": 1, "wins": _win_parts(win), "coins": score, "coins_squared": score**2}


@lru_cache(maxsize=256)
def _win_parts(win: str) -> int:
    return int(Fraction(win) * WIN_PARTS)


def _variety(figures: VarietyFigures) -> dict[str, int]:
    return {"planted": figures.planted, "sold": figures.sold, "coins": figures.coins}
