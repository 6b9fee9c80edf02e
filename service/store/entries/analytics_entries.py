"""Stored analytics: players and their seats, and, derived from the log, figures, statistics and ratings."""

from types import MappingProxyType
from typing import Final

from service.store.entries.metadata_store import Entry


class PlayerId(Entry):
    """The random public id of a person. `maker` is the integrator who gave the id of the person.

    A hidden player was erased, has opted out, or was merged. The id remains, so that the ratings of others do not
    change. An erased player has no `person`. A player who opted out keeps it, so that later games are hidden too.
    `merged_into` is the id of the player into whom this one was merged.
    """

    sql_table = "player_ids"
    key_fields = ("player",)
    since_schema = 13
    columns_since = MappingProxyType({"merged_into": 17})

    player: str
    maker: str
    person: str | None
    hidden: bool = False
    merged_into: str | None = None


class SeatPlayer(Entry):
    """The player to whom the results of a seat count: the public id of a person, or the name of a bot."""

    sql_table = "seat_players"
    key_fields = ("game", "seat")
    keeps_caches = True
    since_schema = 13

    game: str
    seat: int
    player: str


WAITING: Final = "waiting"
"""The state of a finished game that is not counted yet."""
COUNTED: Final = "counted"
"""The state of a game that is counted."""
UNREADABLE: Final = "unreadable"
"""The state of a game whose events cannot be read."""


class DerivedEntry(Entry):
    """An entry that is derived from the log. Backups do not contain it."""

    keeps_caches = True
    since_schema = 16


class FiguresEntry(DerivedEntry):
    """The figures of a finished game as JSON. `form` is the version of what is counted."""

    sql_table = "game_figures"
    key_fields = ("game",)
    since_schema = 13

    game: str
    form: int
    figures: str


class CountedGameEntry(DerivedEntry):
    """A finished game in the statistics. `state` is WAITING, COUNTED or UNREADABLE.

    It is counted when its figures exist and when all clients may know its end, at `due`.
    """

    sql_table = "counted_games"
    key_fields = ("game",)

    game: str
    edition: str
    players: int
    ended: int
    due: int
    state: str
    simulated: bool = False


class CountedSeatEntry(DerivedEntry):
    """A seat of a player in a counted game. Hidden players have entries too."""

    sql_table = "counted_seats"
    key_fields = ("game", "seat")

    game: str
    seat: int
    player: str
    ended: int


class StatisticsSumEntry(DerivedEntry):
    """A sum of `projections/analytics/statistics_sums.py`. Writing an entry adds to the existing sum."""

    sql_table = "statistics_sums"
    key_fields = ("edition", "players", "simulated", "player", "measure", "item")
    summed_fields = (
        "games",
        "wins",
        "coins",
        "coins_squared",
        "planted",
        "sold",
        "ahead",
        "level",
        "behind",
        "trades",
        "gifts",
        "given",
        "got",
    )

    edition: str
    players: int
    simulated: bool
    player: str
    measure: str
    item: str
    games: int = 0
    wins: int = 0
    coins: int = 0
    coins_squared: int = 0
    planted: int = 0
    sold: int = 0
    ahead: int = 0
    level: int = 0
    behind: int = 0
    trades: int = 0
    gifts: int = 0
    given: int = 0
    got: int = 0


class RatingStepEntry(DerivedEntry):
    """How a game changed the rating of a player. `opponents` is JSON, with hidden players."""

    sql_table = "rating_steps"
    key_fields = ("game", "player")

    game: str
    player: str
    edition: str
    ended: int
    rating_before: float
    uncertainty_before: float
    rating: float
    uncertainty: float
    games: int
    opponents: str


class RatingEntry(DerivedEntry):
    """The rating of a player after their last game."""

    sql_table = "ratings"
    key_fields = ("edition", "player")

    edition: str
    player: str
    rating: float
    uncertainty: float
    games: int


class AnalyticsPosition(DerivedEntry):
    """How far analytics have processed the log: up to an event, or up to the game that ended at this time."""

    sql_table = "analytics_positions"
    key_fields = ("name",)

    name: str
    position: int
    game: str = ""


class RatingRecount(DerivedEntry):
    """The ratings of an edition are being computed again from this game on."""

    sql_table = "rating_recounts"
    key_fields = ("edition",)

    edition: str
    game: str
    reason: str
    at: int


class RatingCorrection(Entry):
    """The rating of a player before and after the ratings were computed again from a game on, with the reason.

    `after` is None if no game of the player is left.
    """

    sql_table = "rating_corrections"
    key_fields = ("edition", "player", "at")
    keeps_caches = True
    since_schema = 16

    edition: str
    player: str
    at: int
    game: str
    reason: str
    before: float
    after: float | None


class ParEntry(Entry):
    """The par of a deal: the coins of each seat when a bot plays all seats, in this number of `runs`.

    `state` is WANTED until the par is computed, then MADE or FAILED. `version` is that of the program. `coins` is JSON:
    for each run, the coins of each seat.
    """

    sql_table = "pars"
    key_fields = ("game", "bot")
    keeps_caches = True
    since_schema = 16

    game: str
    bot: str
    runs: int
    state: str
    version: str
    asked: int
    coins: str = "[]"


DERIVED_KINDS: tuple[type[Entry], ...] = (
    FiguresEntry,
    CountedGameEntry,
    CountedSeatEntry,
    StatisticsSumEntry,
    RatingStepEntry,
    RatingEntry,
    AnalyticsPosition,
    RatingRecount,
)
"""The kinds that are derived from the log."""
ANALYTICS_KINDS: tuple[type[Entry], ...] = (PlayerId, SeatPlayer, RatingCorrection, ParEntry)
"""The kinds that backups contain."""
