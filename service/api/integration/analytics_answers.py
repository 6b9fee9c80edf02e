"""Makes responses about statistics, players and ratings from what the store has of the games that count."""

from collections.abc import Iterator
from typing import Any, Final

from domain.editions import edition_named
from domain.values import Value
from projections.analytics.bot_games import turn_order_of_bots
from projections.analytics.edition_statistics import VERSION
from projections.analytics.ratings import VERSION as FORMULA
from projections.analytics.ratings import RatingState
from replay.codec import time_text
from service.access.context import Context
from service.analytics.counted_games import is_bot
from service.analytics.statistics_reader import GameSelection, PublicGame
from service.api.integration.analytics_schemas import (
    CountedGameLine,
    CountedGames,
    EditionOfPlayer,
    PlayedSeat,
    PlayerAnswer,
    RatedPlayer,
    RatingCorrectionLine,
    RatingLine,
    RatingList,
    RatingStepLine,
    RatingSteps,
    StatisticsAnswer,
)
from service.lifecycle.bots import BOTS
from service.problems import Problem
from service.queries.game_list import no_such_cursor

PAIRS_MAX: Final = 200
"""How many pairs one answer has."""


def statistics_answer(
    context: Context,
    edition: str,
    players: int | None,
    *,
    simulated: bool = True,
    among: frozenset[str] | None = None,
) -> StatisticsAnswer:
    """Return the statistics of an edition, for this number of players or for all; of all games or `among` some."""
    statistics = context.statistics.statistics(edition, players, simulated=simulated, pairs=PAIRS_MAX, among=among)
    names = context.statistics.names(player for pair in statistics.by_pair for player in pair.players)
    sizes = edition_named(edition).data.players if players is None else [players]
    bots = turn_order_of_bots(edition, *sizes) if len(sizes) == 1 else None
    return StatisticsAnswer(**_members(statistics), bots=bots, names=names)


def rating_list(context: Context, edition: str, after: str | None, limit: int) -> tuple[RatingList, str | None]:
    """Return the ratings of an edition after a player, and the cursor of the next page."""
    if after is not None and context.ratings.rating(after, edition) is None:
        raise no_such_cursor()
    ratings = context.ratings.ratings(edition, after, limit + 1)
    lines = tuple(
        RatingLine(player=player, bot=is_bot(player), **_members(_rating_answer(rating)))
        for player, rating in ratings[:limit]
    )
    names = context.ratings.names(line.player for line in lines)
    answer = RatingList(edition=edition, definitions=FORMULA, ratings=lines, names=names)
    return answer, lines[-1].player if len(ratings) > limit else None


def player_answer(context: Context, player: str, limit: int) -> PlayerAnswer:
    """Return what is known of a player; `not-found` for one who is unknown, hidden, or in no game that counts."""
    figures = context.statistics.player(player)
    _require_known_player(player, is_known=bool(figures))
    lines = tuple(
        EditionOfPlayer(
            **_members(one),
            rating=None if (rating := context.ratings.rating(player, one.edition)) is None else _rating_answer(rating),
        )
        for one in figures
    )
    places = context.statistics.find_places(GameSelection(together=frozenset([player])), None, limit)
    played = [line for game in context.statistics.games(places) for line in _played_seat(game, player)]
    names = context.statistics.names([player, *(partner.player for line in lines for partner in line.partners)])
    return PlayerAnswer(
        player=player,
        name=names.get(player),
        bot=is_bot(player),
        definitions=VERSION,
        games=sum(line.games for line in lines),
        editions=lines,
        last_games=tuple(played[:limit]),
        names=names,
    )


def rating_steps(context: Context, player: str, edition: str | None, limit: int) -> RatingSteps:
    """Return the last steps of a player's ratings; `not-found` as for the player."""
    figures = context.statistics.player(player)
    _require_known_player(player, is_known=bool(figures))
    ratings = [context.ratings.rating(player, one.edition) for one in figures if edition in (None, one.edition)]
    lines = tuple(
        RatingStepLine(
            edition=one.edition,
            game=one.step.game,
            ended=time_text(one.ended),
            before=one.step.before,
            after=one.step.after,
            opponents=one.step.opponents,
        )
        for one in context.ratings.steps(player, edition, limit)
    )
    corrections = tuple(
        RatingCorrectionLine(
            edition=one.edition,
            corrected=time_text(one.at),
            game=one.game,
            reason=one.reason,
            before=one.before,
            after=one.after,
        )
        for one in context.ratings.corrections(player, edition)[-limit:]
    )
    opponents = {part.opponent for line in lines for part in line.opponents}
    names = context.ratings.names([player, *(name for name in opponents if name is not None)])
    return RatingSteps(
        player=player,
        name=names.get(player),
        count=sum(0 if one is None else one.games for one in ratings),
        steps=lines,
        corrections=corrections,
        names=names,
    )


def counted_games(
    context: Context, selection: GameSelection, cursor: str | None, limit: int
) -> tuple[CountedGames, str | None]:
    """Return the games that count, the newest end first, after the game `cursor`, and the cursor of the next page.

    Raises Misuse for a cursor that is none of them, as one of a game that was voided meanwhile.
    """
    cursor_place = None if cursor is None else context.statistics.place_of(cursor)
    if cursor is not None and cursor_place is None:
        raise no_such_cursor()
    places = context.statistics.find_places(selection, cursor_place, limit + 1)
    games = context.statistics.games(places[:limit])
    lines = tuple(
        CountedGameLine(
            game=counted.game,
            ended=time_text(counted.ended),
            simulated=counted.simulated,
            seated=counted.seated,
            places=counted.places,
            figures=counted.figures,
        )
        for counted in games
    )
    names = context.statistics.names(player for counted in games for player in counted.seated if player is not None)
    next_cursor = places[limit - 1][1] if len(places) > limit else None
    return CountedGames(edition=selection.edition or "", games=lines, names=names), next_cursor


def _require_known_player(player: str, *, is_known: bool) -> None:
    if not is_known and player not in BOTS:
        raise Problem("not-found", f"no player {player[:40]!r} has a game that counts: see /v1/ratings/classic")


def _played_seat(game: PublicGame, player: str) -> Iterator[PlayedSeat]:
    for seat, name in zip(game.figures.seats, game.seated, strict=True):
        if name == player:
            yield PlayedSeat(
                game=game.game,
                ended=time_text(game.ended),
                edition=game.edition,
                players=game.figures.players,
                simulated=game.simulated,
                seat=seat.seat,
                turn_order=seat.turn_order,
                score=seat.score,
                place=game.places[seat.seat],
                win=seat.win,
            )


def _rating_answer(rating: RatingState) -> RatedPlayer:
    return RatedPlayer(
        rating=rating.rating, uncertainty=rating.uncertainty, games=rating.games, provisional=rating.provisional
    )


def _members(value: Value) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__struct_fields__}
