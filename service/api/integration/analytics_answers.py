"""Makes responses about statistics, players and ratings of what is folded from the games that count."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from domain.values import Value
from projections.analytics.edition_statistics import VERSION
from projections.analytics.ratings import VERSION as FORMULA
from projections.analytics.ratings import RatingState
from replay.codec import time_text
from service.access.context import Context
from service.analytics.analytics_fold import AnalyticsFold, FoldedGame
from service.analytics.counted_games import is_bot
from service.api.integration.analytics_schemas import (
    CountedGameLine,
    CountedGames,
    EditionOfPlayer,
    PlayedSeat,
    PlayerAnswer,
    RatedPlayer,
    RatingLine,
    RatingList,
    RatingStepLine,
    RatingSteps,
    StatisticsAnswer,
)
from service.lifecycle.bots import BOTS
from service.problems import Problem
from service.queries.game_list import no_such_cursor
from service.store.entries.metadata_store import Player

Where = tuple[str, int]
"""A game and a seat in it."""


class CountedSearch(NamedTuple):
    """Which games that count: of this edition, number of players, with simulated ones or not, of all these players."""

    edition: str
    players: int | None
    simulated: bool
    together: frozenset[str]

    def fits(self, game: FoldedGame) -> bool:
        """Return whether a game is one of them."""
        return (
            game.summary.edition == self.edition
            and self.players in (None, game.summary.players)
            and (self.simulated or not game.simulated)
            and self.together <= {*game.players}
        )


def statistics_answer(context: Context, edition: str, players: int | None, *, simulated: bool) -> StatisticsAnswer:
    """Return the statistics of an edition, for this number of players or for all."""

    def found(fold: AnalyticsFold) -> tuple[Any, dict[str, Where]]:
        made = fold.statistics(edition, players, simulated=simulated)
        return made, _last_seats(fold, {player for pair in made.by_pair for player in pair.players})

    made, seats = context.analytics.ask(("statistics", edition, players, simulated), found)
    return StatisticsAnswer(**_members(made), names=_names(context, seats))


def rating_list(context: Context, edition: str) -> RatingList:
    """Return the ratings of an edition."""

    def found(fold: AnalyticsFold) -> tuple[tuple[RatingLine, ...], dict[str, Where]]:
        lines = tuple(
            RatingLine(player=player, bot=is_bot(player), **_members(_rated(rating)))
            for player, rating in fold.ratings(edition)
        )
        return lines, _last_seats(fold, {line.player for line in lines})

    lines, seats = context.analytics.ask(("ratings", edition), found)
    return RatingList(edition=edition, definitions=FORMULA, ratings=lines, names=_names(context, seats))


def player_answer(context: Context, player: str, limit: int) -> PlayerAnswer:
    """Return what is known of a player; `not-found` for one who is unknown, hidden, or in no game that counts."""

    def found(fold: AnalyticsFold) -> tuple[tuple[EditionOfPlayer, ...], list[FoldedGame], dict[str, Where]]:
        games, editions = fold.games_of(player), fold.player(player)
        ratings = {one: fold.steps(player, one)[-1:] for one in (figures.edition for figures in editions)}
        lines = tuple(
            EditionOfPlayer(
                **_members(figures),
                rating=next((_rated(last.step.after) for last in ratings[figures.edition]), None),
            )
            for figures in editions
        )
        met = {partner.player for line in lines for partner in line.partners}
        return lines, list(games), _last_seats(fold, {player, *met})

    lines, games, seats = context.analytics.ask(("player", player), found)
    _require(player, is_known=bool(games))
    names = _names(context, seats)
    played = [line for game in reversed(games[-limit:]) for line in _played(game, player)]
    return PlayerAnswer(
        player=player,
        name=names.get(player),
        bot=is_bot(player),
        definitions=VERSION,
        games=len(games),
        editions=lines,
        last_games=tuple(played[:limit]),
        names=names,
    )


def rating_steps(context: Context, player: str, edition: str | None, limit: int) -> RatingSteps:
    """Return the last steps of a player's ratings; `not-found` as for the player."""

    def found(fold: AnalyticsFold) -> tuple[bool, int, tuple[RatingStepLine, ...], dict[str, Where]]:
        steps = fold.steps(player, edition)
        lines = tuple(
            RatingStepLine(
                edition=one.summary.edition,
                game=one.summary.game,
                ended=time_text(one.summary.times.ended or 0),
                before=one.step.before,
                after=one.step.after,
                opponents=one.step.opponents,
            )
            for one in steps[-limit:]
        )
        met = {part.opponent for line in lines for part in line.opponents} - {None}
        seats = _last_seats(fold, {player, *(name for name in met if name is not None)})
        return bool(fold.games_of(player)), len(steps), lines, seats

    is_known, count, lines, seats = context.analytics.ask(("steps", player, edition, limit), found)
    _require(player, is_known=is_known)
    names = _names(context, seats)
    return RatingSteps(player=player, name=names.get(player), count=count, steps=lines, names=names)


def counted_games(
    context: Context, wanted: CountedSearch, cursor: str | None, limit: int
) -> tuple[CountedGames, str | None]:
    """Return the games that count, the newest end first, after the game `cursor`, and the cursor of the next page.

    Raises Misuse for a cursor that is none of them, as one of a game that was voided meanwhile.
    """
    games = context.analytics.ask(("games", *wanted), lambda fold: list(filter(wanted.fits, reversed(fold.games))))
    begin = 0
    if cursor is not None:
        ids = [one.summary.game for one in games]
        if cursor not in ids:
            raise no_such_cursor()
        begin = 1 + ids.index(cursor)
    page = games[begin : begin + limit]
    figures = context.analytics.figures_of([one.summary for one in page])
    lines = tuple(
        CountedGameLine(
            game=one.summary.game,
            ended=time_text(one.summary.times.ended or 0),
            simulated=one.simulated,
            seated=one.players,
            places=one.places,
            figures=figures[one.summary.game],
        )
        for one in page
        if one.summary.game in figures
    )
    names = _names(context, {who: (one.summary.game, seat) for one in page for seat, who in _persons(one)})
    following = page[-1].summary.game if page and begin + len(page) < len(games) else None
    return CountedGames(edition=wanted.edition, games=lines, names=names), following


def _require(player: str, *, is_known: bool) -> None:
    if not is_known and player not in BOTS:
        raise Problem("not-found", f"no player {player[:40]!r} has a game that counts: see /v1/ratings/classic")


def _played(game: FoldedGame, player: str) -> Iterator[PlayedSeat]:
    summary = game.summary
    for seat, name in enumerate(game.players):
        if name == player:
            yield PlayedSeat(
                game=summary.game,
                ended=time_text(summary.times.ended or 0),
                edition=summary.edition,
                players=summary.players,
                simulated=game.simulated,
                seat=seat,
                turn_order=game.turn_orders[seat],
                score=(summary.scores or ())[seat],
                place=game.places[seat],
                win=game.wins[seat],
            )


def _rated(rating: RatingState) -> RatedPlayer:
    return RatedPlayer(
        rating=rating.rating, uncertainty=rating.uncertainty, games=rating.games, provisional=rating.provisional
    )


def _members(made: Value) -> dict[str, Any]:
    return {name: getattr(made, name) for name in made.__struct_fields__}


def _last_seats(fold: AnalyticsFold, players: Iterable[str]) -> dict[str, Where]:
    """Return the seat of each person in the last of their games."""
    found: dict[str, Where] = {}
    for player in players:
        if not is_bot(player) and (games := fold.games_of(player)):
            found[player] = games[-1].summary.game, games[-1].players.index(player)
    return found


def _persons(game: FoldedGame) -> Iterator[tuple[int, str]]:
    return ((seat, player) for seat, player in enumerate(game.players) if player is not None and not is_bot(player))


def _names(context: Context, seats: dict[str, Where]) -> dict[str, str]:
    """Return the present names at these seats, of games of which all clients may know."""
    found: dict[str, str] = {}
    for player, (game, seat) in sorted(seats.items()):
        for one in context.register.noted(Player, game=game):
            if one.seat == seat and one.name is not None:
                found[player] = one.name
    return found
