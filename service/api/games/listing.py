"""Heads of many games, for the API's list and for the lobby."""

from collections.abc import Callable, Collection, Iterator
from typing import Final, NamedTuple

from domain.player_names import comparison_key
from projections.lobby import LobbyLine
from projections.summary import Summary
from service.access.context import Context
from service.access.person_seats import own_seat
from service.access.policy import ANONYMOUS, PERSON, SEAT, SERVICE, STRANGER
from service.access.reader import HIDDEN_OR_UNREADABLE
from service.access.tokens import Principal
from service.access.visibility_scope import VisibilityScope, relation_of, views_of
from service.api.games.game_summary import head_by, head_from, line_of, with_notes
from service.api.response_schemas import GameHead, ViewerRights
from service.lifecycle.external_metadata import games_with_notes
from service.lifecycle.person_tokens import games_of_token_person, games_with_person
from service.ops.clock import now_ms
from service.queries.game_list import no_such_cursor
from service.store.entries.metadata_store import Player
from service.store.index.search import GameSearch
from service.store.public_visibility import is_fully_public
from service.tournaments.visible_tournament import games_linked

QUIET_MS: Final = 10 * 60 * 1000
"""How long a running game must be quiet for its lobby line to be stored."""


class Among(NamedTuple):
    """Limits a list to games of the caller, beside filters of the games themselves.

    A game must have a player of this name, or the person of this id by the caller's token, or be linked to this
    tournament. Or the caller's token must have made it, belong to it, have noted this, or be awaited in it.
    """

    player: str | None = None
    mine: bool = False
    external_id: str | None = None
    metadata: str | None = None
    to_act: bool = False
    person: str | None = None
    tournament: str | None = None


EVERYWHERE: Final = Among()


def listed(
    context: Context,
    principal: Principal,
    search: GameSearch,
    wanted: Among = EVERYWHERE,
    *,
    cursor: str | None = None,
    limit: int,
) -> tuple[list[GameHead], str | None]:
    """Return heads of the games that the caller may know of, in the requested order, and the cursor of the next page.

    A game matches by what the caller may know of it; a name matches if the caller may know it. A cursor is the last
    listed game. Any other cursor is unknown, whether or not there is such a game.
    """
    found, folded = list[GameHead](), list[LobbyLine]()
    for head in _heads(context, principal, search, wanted, cursor, folded):
        found.append(with_notes(context, principal, head))
        if len(found) > limit:
            break
    context.game_lists.keep(folded)
    return (found, None) if len(found) <= limit else (found[:limit], found[limit - 1].game)


def _heads(
    context: Context,
    principal: Principal,
    search: GameSearch,
    wanted: Among,
    after: str | None,
    folded: list[LobbyLine],
) -> Iterator[GameHead]:
    """Yield the heads of these games. Lines that had to be folded and can be stored are put into `folded`.

    Raises:
        Misuse: the cursor is unknown.
    """
    if after is not None:
        before = _known(context, principal, after)
        if before is None or (search.order.by == "ended" and before[0].times.ended is None):
            raise no_such_cursor()
    for game, line in context.game_lists.entries(search, after=after, among=among_of(context, principal, wanted)):
        known = _known(context, principal, game, line, folded)
        if known is None or not search.matches(known[0]):
            continue
        head = _made(known[1])
        if head is None or (wanted.player is not None and not _sits(wanted.player, head)):
            continue
        if not wanted.to_act or _waits_for(principal, head):
            yield head


def among_of(context: Context, principal: Principal, wanted: Among) -> Collection[str] | None:
    """Return the games that a list is limited to, if known beforehand."""
    among = None if wanted.player is None else context.reader.games_of_player(wanted.player)
    own: set[str] | None = None
    if wanted.external_id is not None or wanted.metadata is not None:
        own = games_with_notes(context, principal, wanted.external_id, wanted.metadata)
    elif wanted.mine or wanted.to_act:
        own = _own_games(context, principal)
    if wanted.person is not None:
        theirs = games_with_person(context, principal, wanted.person)
        own = theirs if own is None else own & theirs
    if wanted.tournament is not None:
        linked = games_linked(context, principal, wanted.tournament)
        own = linked if own is None else own & linked
    return among if own is None else own if among is None else among & own


def _sits(name: str, head: GameHead) -> bool:
    """Return whether a player of this name, or one alike, sits there."""
    return any(seat.name is not None and comparison_key(seat.name) == comparison_key(name) for seat in head.seats)


def _own_games(context: Context, principal: Principal) -> set[str]:
    """Return the games that a token made, that it belongs to, or at which its person sits."""
    if principal.kind == SERVICE:
        return games_with_notes(context, principal, None, None)
    if principal.kind == PERSON:
        return games_of_token_person(context, principal)
    return set() if principal.game is None else {principal.game}


def _waits_for(principal: Principal, head: GameHead) -> bool:
    """Return whether the seat of this token must act or answer. For a service token, any seat without a bot counts."""
    waits = {*head.to_act, *head.asked}
    if principal.kind in (SEAT, PERSON):
        return head.may.seat in waits
    return principal.kind == SERVICE and any(head.seats[seat].kind != "bot" for seat in waits)


def _known(
    context: Context,
    principal: Principal,
    game: str,
    line: LobbyLine | None = None,
    folded: list[LobbyLine] | None = None,
) -> tuple[Summary, Callable[[], GameHead]] | None:
    """Return a game as the caller knows it, and a function that makes its head, from its line if possible."""
    principal = own_seat(context.register, principal, game, at=now_ms())
    outside = relation_of(principal, game) in (ANONYMOUS, STRANGER)
    # Until when a bot waits for people depends on metadata beside the line.
    if line is not None and outside and not line.asked and is_fully_public(context.register, game):
        may = ViewerRights(views=views_of(len(line.seats), over=line.summary.over), seat=None)
        players = {player.seat: player for player in context.register.find_entries(Player, game=game)}
        return line.summary, lambda: head_from(line, players, may, paused=context.reader.arrangement(game).paused)
    sight = context.reader.sight_or_none(game, principal)
    try:
        if sight is None:
            return None
        keeps = folded is not None and line is None and not sight.late and is_fully_public(context.register, game)
        return context.reader.summary(sight), lambda: _folded(context, sight, folded if keeps else None)
    except HIDDEN_OR_UNREADABLE:
        return None


def _folded(context: Context, sight: VisibilityScope, folded: list[LobbyLine] | None) -> GameHead:
    """Return the head of a game from its events. Its line is put into `folded` if it will stay the same for long."""
    line = line_of(context.reader, sight)
    if folded is not None and not line.asked and (line.summary.over or line.at < now_ms() - QUIET_MS):
        folded.append(line)
    return head_by(context.reader, sight, line)


def _made(head: Callable[[], GameHead]) -> GameHead | None:
    try:
        return head()
    except HIDDEN_OR_UNREADABLE:  # it cannot be read
        return None
