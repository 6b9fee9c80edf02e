"""What analytics keep: players and seats; and, derived, figures of games, sums of them, and ratings."""

from types import MappingProxyType
from typing import Final

from service.store.entries.metadata_store import Entry


class PlayerId(Entry):
    """The public id of a person, drawn at random; `maker` is the integrator who gave the person's id.

    A hidden player is erased or opted out: the id stays, so that no other rating moves. Of an erased one the person is
    None, so nothing tells whose it was; one who opted out keeps the person, so that later games are hidden too. One who
    was merged is hidden, and has the id of the player who stayed in `merged_into`.
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
    """Whose results those of a seat are: the public id of a person, or the name of a bot."""

    sql_table = "seat_players"
    key_fields = ("game", "seat")
    keeps_caches = True
    since_schema = 13

    game: str
    seat: int
    player: str


WAITING: Final = "waiting"
COUNTED: Final = "counted"
UNREADABLE: Final = "unreadable"
"""The states of a game that counts."""


class DerivedEntry(Entry):
    """An entry that is made again from the log, and so belongs to no backup."""

    keeps_caches = True
    since_schema = 16


class FiguresEntry(DerivedEntry):
    """The figures of a finished game as JSON, in the version `form` of what is counted; derived from its events."""

    sql_table = "game_figures"
    key_fields = ("game",)
    since_schema = 13

    game: str
    form: int
    figures: str


class CountedGameEntry(DerivedEntry):
    """A game that counts as soon as all clients may know its end at `due`, and the figures are made.

    `state` is WAITING until then, and COUNTED from then on; UNREADABLE is a game whose events cannot be read.
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
    """A seat of a player in a game that is counted; hidden players have theirs too."""

    sql_table = "counted_seats"
    key_fields = ("game", "seat")

    game: str
    seat: int
    player: str
    ended: int


class StatisticsSumEntry(DerivedEntry):
    """A sum of `projections/analytics/statistics_sums.py`. Writing one adds to that of its key."""

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
    """How a game changed the rating of a player; `opponents` is JSON, and names hidden players too."""

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
    """The rating of a player after the last of their steps."""

    sql_table = "ratings"
    key_fields = ("edition", "player")

    edition: str
    player: str
    rating: float
    uncertainty: float
    games: int


class AnalyticsPosition(DerivedEntry):
    """How far analytics are: up to an event of the log, or up to the game that ended at this time."""

    sql_table = "analytics_positions"
    key_fields = ("name",)

    name: str
    position: int
    game: str = ""


class RatingRecount(DerivedEntry):
    """The ratings of an edition are being computed again, because of this game."""

    sql_table = "rating_recounts"
    key_fields = ("edition",)

    edition: str
    game: str
    reason: str
    at: int


class RatingCorrection(Entry):
    """What the rating of a player was before all were computed again from a game on, for this reason.

    `after` is None where no game of the player is left.
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
    """What each seat of a deal makes when a bot plays all of them, as often as `runs` says.

    `state` is WANTED until it is made, then MADE, or FAILED. `version` is that of the program whose bots played.
    `coins` is JSON: of each run the coins of each seat.
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
"""The entries that are made again from the log."""
ANALYTICS_KINDS: tuple[type[Entry], ...] = (PlayerId, SeatPlayer, RatingCorrection, ParEntry)
"""The entries that belong to a backup."""
