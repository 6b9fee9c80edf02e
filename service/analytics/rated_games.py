"""Games as ratings read them, by edition; hidden players stay opponents without a name."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from projections.analytics.ratings import OpponentPart, RatedGame, RatingStep, places_of, rating_steps
from service.analytics.figures_store import FiguredGame

UNNAMED: Final = "\x00"
"""Begins the name under which a hidden player is rated; no client gets it."""


def rated_game(one: FiguredGame) -> RatedGame:
    """Return a game as ratings read it."""
    result = one.summary.result
    assert result is not None, "it is finished"
    places = places_of(result.scores or (), result.winners or ())
    players = tuple(f"{UNNAMED}{player}" if player in one.hidden else player for player in one.players)
    return RatedGame(game=one.summary.game, players=players, places=places)


def rated_games(games: Iterable[FiguredGame]) -> dict[str, list[RatedGame]]:
    """Return the games by edition, in the order that they come in, which is that of their ends."""
    found = defaultdict[str, list[RatedGame]](list)
    for one in games:
        found[one.summary.edition].append(rated_game(one))
    return found


def public_steps(games: Iterable[RatedGame]) -> Iterator[RatingStep]:
    """Yield the steps of these games of which all clients may know."""
    return (public for step in rating_steps(games) if (public := public_step(step)) is not None)


def public_step(step: RatingStep) -> RatingStep | None:
    """Return a step as all clients may know it: None of a hidden player, who is an opponent without a name."""
    if step.player.startswith(UNNAMED):
        return None
    return replace(step, opponents=tuple(map(_public, step.opponents)))


def _public(part: OpponentPart) -> OpponentPart:
    return replace(part, opponent=None) if (part.opponent or "").startswith(UNNAMED) else part
