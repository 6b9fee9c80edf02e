"""The schemas of responses about statistics, players and ratings."""

from domain.member_types import Count, EditionId, SeatIndex
from projections.analytics.bot_games import BotTurnOrder
from projections.analytics.edition_statistics import EditionStatistics
from projections.analytics.game_figures import GameFigures
from projections.analytics.player_figures import PlayerFigures
from projections.analytics.ratings import OpponentPart, RatingState
from service.api.response_schemas import Answer
from service.api.text_types import Timestamp


class StatisticsAnswer(EditionStatistics, omit_defaults=False):
    """The statistics of an edition, with the 200 pairs that exchanged most.

    `bots` is turn order in games of equal bots, which were simulated to measure it: for one number of players, else
    null. `names` has the names of persons, by their public ids.
    """

    bots: BotTurnOrder | None

    names: dict[str, str]


class CountedGameLine(Answer):
    """A game that counts: the player of each seat, null where none may be told, their places, and all its figures."""

    game: str
    ended: Timestamp
    simulated: bool
    seated: tuple[str | None, ...]
    places: tuple[Count, ...]
    figures: GameFigures


class CountedGames(Answer):
    """Games that count, by the newest end. The `Link` header leads to the next page."""

    edition: EditionId
    games: tuple[CountedGameLine, ...]
    names: dict[str, str]


class RatedPlayer(Answer):
    """A rating, its standard deviation, the number of rated games, and whether too little is known yet."""

    rating: float
    uncertainty: float
    games: Count
    provisional: bool


class EditionOfPlayer(PlayerFigures, omit_defaults=False):
    """A player in one edition: figures with counts and intervals, and the rating; null before the first rated game."""

    rating: RatedPlayer | None


class PlayedSeat(Answer):
    """A seat of the player in a game that ended: turn order, score, place (1 is the best), share of the win."""

    game: str
    ended: Timestamp
    edition: EditionId
    players: int
    simulated: bool
    seat: SeatIndex
    turn_order: Count
    score: int
    place: Count
    win: str


class PlayerAnswer(Answer):
    """A player or bot: figures by edition, and the last games, the newest first."""

    player: str
    name: str | None
    bot: bool
    definitions: Count
    games: Count
    editions: tuple[EditionOfPlayer, ...]
    last_games: tuple[PlayedSeat, ...]
    names: dict[str, str]


class RatingStepLine(Answer):
    """How a game changed a rating; the parts of `opponents` add up to the change."""

    edition: EditionId
    game: str
    ended: Timestamp
    before: RatingState
    after: RatingState
    opponents: tuple[OpponentPart, ...]


class RatingCorrectionLine(Answer):
    """What a rating was before all were computed again from a game on.

    The game was voided, ruled about, or counts again; or two players were merged, and it is the first that changes.
    `after` is null where no game of the player was left.
    """

    edition: EditionId
    corrected: Timestamp
    game: str
    reason: str
    before: float
    after: float | None


class RatingSteps(Answer):
    """The last steps of a player's ratings, the oldest of them first. `count` is the number of all."""

    player: str
    name: str | None
    count: Count
    steps: tuple[RatingStepLine, ...]
    corrections: tuple[RatingCorrectionLine, ...]
    names: dict[str, str]


class RatingLine(RatedPlayer):
    """A player with a rating."""

    player: str
    bot: bool


class RatingList(Answer):
    """The players of an edition by their ratings, the best first. The `Link` header leads to the next page."""

    edition: EditionId
    definitions: Count
    ratings: tuple[RatingLine, ...]
    names: dict[str, str]
