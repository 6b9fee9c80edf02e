"""The leaderboard: the best scores in games of one edition for one number of players."""

from typing import Final

from domain.edition_data.family import defaults_of
from domain.editions import edition_named
from domain.refusals import UnknownVersion
from domain.values import Value
from projections.summary import GameStatus, Summary

LEADERBOARD_RESULTS_MAX: Final = 100
"""How many results a board keeps."""


class LeaderboardResult(Value, omit_defaults=False):
    """A result on a board: a seat of a game, and its score."""

    game: str
    seat: int
    score: int


SortKey = tuple[int, str]


def leaderboard_results(summary: Summary) -> tuple[LeaderboardResult, ...]:
    """Return the results that a game adds to the leaderboard of its edition and number of players.

    Only complete games that were played here for real, to their end and by the printed rules, count. Their options are
    the defaults of the version of the rules that they were played under.
    """
    if summary.status != GameStatus.FINISHED or summary.practice or summary.forked_from is not None:
        return ()
    try:
        data = edition_named(summary.edition, summary.rules.version).data
    except UnknownVersion:  # the defaults of a newer Haricot's rules are unknown
        return ()
    if summary.rules.options != defaults_of(data.all_options):
        return ()
    return tuple(
        LeaderboardResult(game=summary.game, seat=seat, score=score) for seat, score in enumerate(summary.scores or ())
    )


def sort_key(one: LeaderboardResult) -> SortKey:
    """Return the sort key of a result, the best last.

    Equal scores are ordered by a text, as every store can order them.
    """
    return one.score, f"{one.game} {one.seat}"
