"""Heads of many games: for the list of the interface and for the lobby."""

from domain.refusals import CorruptHistory
from projections.lobby import Line
from service.api.head import head_from, head_of
from service.api.shapes import GameHead, May
from service.desk import Desk
from service.event_store import DamagedGame
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

    A game counts as what they know it to be, and a name as a player's wherever somebody of that name sits.
    """
    among = None if player is None else {entry.game for entry in desk.store.noted(Player, name=player)}
    found: list[GameHead] = []
    for game, line in desk.catalogue.entries(edition=edition, status=status, after=cursor, among=among):
        head = _head(desk, principal, game, line)
        if head is None or edition not in (None, head.rules.edition) or status not in (None, head.status):
            continue
        found.append(head)
        if len(found) > limit:
            return found[:limit], found[limit - 1].game
    return found, None


def _head(desk: Desk, principal: Principal, game: str, line: Line | None) -> GameHead | None:
    """The head of a game, from its line where that is all that they may know; None when they may not know of it."""
    if line is not None and line.forked_from is None and relation_of(principal, game) in (ANONYMOUS, STRANGER):
        arrangement = desk.arrangement(game)
        if arrangement.private:
            return None
        if not arrangement.late:
            over = line.status not in ("open", "running")
            return head_from(desk, line, arrangement, May(views=views_of(len(line.seats), over=over), seat=None))
    try:
        return head_of(desk, desk.sight(game, principal))
    except (Problem, DamagedGame, CorruptHistory):  # not theirs to know, or none that can be told in a line
        return None
