"""Heads of many games: for the list of the interface as for the lobby."""

from projections.lobby import LobbyLine
from service.access.context import Context
from service.access.policy import ANONYMOUS, STRANGER
from service.access.sight import relation_of, views_of
from service.access.tokens import Principal
from service.api.head import head_from, head_or_none, with_notes
from service.api.shapes import GameHead, May
from service.hosting.own_notes import games_noted
from service.reading.catalogue import no_such_cursor
from service.store.openness import is_for_all
from service.store.register import Player


def listed(
    context: Context,
    principal: Principal,
    *,
    edition: str | None = None,
    status: str | None = None,
    player: str | None = None,
    mine: bool = False,
    external_id: str | None = None,
    metadata: str | None = None,
    cursor: str | None = None,
    limit: int,
) -> tuple[list[GameHead], str | None]:
    """Heads of the games that they may know of, newest first, and the cursor that leads on, if there are more.

    A game counts as what they know it to be, and a name as a player's where they know that somebody of it sits. A
    cursor is the last game they were told of: every other one leads nowhere, whether there is such a game or not.
    """
    if cursor is not None and not context.reader.knows(cursor, principal):
        raise no_such_cursor()
    among = None if player is None else context.reader.games_of(player)
    if mine or external_id is not None or metadata is not None:
        own = games_noted(context, principal, external_id, metadata)
        among = own if among is None else among & own
    found: list[GameHead] = []
    for game, line in context.catalogue.entries(edition=edition, status=status, after=cursor, among=among):
        head = _head(context, principal, game, line)
        if head is None or edition not in (None, head.rules.edition) or status not in (None, head.status):
            continue
        if player is not None and player not in [seat.name for seat in head.seats]:
            continue
        found.append(with_notes(context, principal, head))
        if len(found) > limit:
            return found[:limit], found[limit - 1].game
    return found, None


def _head(context: Context, principal: Principal, game: str, line: LobbyLine | None) -> GameHead | None:
    """The head of a game, from its line where that is all that they may know; None when they may not know of it."""
    outside = relation_of(principal, game) in (ANONYMOUS, STRANGER)
    if line is not None and outside and is_for_all(context.register, game):
        may = May(views=views_of(len(line.seats), over=line.summary.over), seat=None)
        players = {player.seat: player for player in context.register.noted(Player, game=game)}
        return head_from(line, players, may, paused=context.reader.arrangement(game).paused)
    return head_or_none(context.reader, game, principal)
