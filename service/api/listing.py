"""Heads of many games: for the list of the interface and for the lobby."""

from domain.refusals import CorruptHistory
from projections.lobby import Line
from service.api.head import head_from, head_of
from service.api.shapes import GameHead, May
from service.catalogue import no_such_cursor
from service.desk import Desk
from service.event_store import DamagedGame
from service.openness import is_for_all
from service.policy import ANONYMOUS, STRANGER
from service.problems import Problem
from service.register import Player
from service.sight import relation_of, views_of
from service.tokens import Principal


def listed(
    desk: Desk,
    principal: Principal,
    *,
    edition: str | None = None,
    status: str | None = None,
    player: str | None = None,
    cursor: str | None = None,
    limit: int,
) -> tuple[list[GameHead], str | None]:
    """Heads of the games that they may know of, newest first, and the cursor that leads on, if there are more.

    A game counts as what they know it to be, and a name as a player's where they know that somebody of it sits. A
    cursor is the last game they were told of: every other one leads nowhere, whether there is such a game or not.
    """
    if cursor is not None and not desk.knows(cursor, principal):
        raise no_such_cursor()
    among = None if player is None else desk.games_of(player)
    found: list[GameHead] = []
    for game, line in desk.catalogue.entries(edition=edition, status=status, after=cursor, among=among):
        head = _head(desk, principal, game, line)
        if head is None or edition not in (None, head.rules.edition) or status not in (None, head.status):
            continue
        if player is not None and player not in [seat.name for seat in head.seats]:
            continue
        found.append(head)
        if len(found) > limit:
            return found[:limit], found[limit - 1].game
    return found, None


def _head(desk: Desk, principal: Principal, game: str, line: Line | None) -> GameHead | None:
    """The head of a game, from its line where that is all that they may know; None when they may not know of it."""
    if line is not None and relation_of(principal, game) in (ANONYMOUS, STRANGER) and is_for_all(desk.register, game):
        may = May(views=views_of(len(line.seats), over=line.status not in ("open", "running")), seat=None)
        players = {player.seat: player for player in desk.register.noted(Player, game=game)}
        return head_from(line, players, may, paused=desk.arrangement(game).paused)
    try:
        return head_of(desk, desk.sight(game, principal))
    except (Problem, DamagedGame, CorruptHistory):  # not theirs to know, or none that can be told in a line
        return None
