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
from service.api.games.game_summary import add_notes, head_from_line, head_in_scope, lobby_line_of
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


class CallerFilters(NamedTuple):
    """Filters of a list that depend on who asks, in addition to the filters of `GameSearch`.

    `player` is a name, `person` an id that the caller's token set, and `tournament` the one that the game is linked to.
    `mine`: the caller's token made the game or belongs to it. `external_id` and `metadata`: the caller noted this.
    `to_act`: a seat of the caller must act.
    """

    player: str | None = None
    mine: bool = False
    external_id: str | None = None
    metadata: str | None = None
    to_act: bool = False
    person: str | None = None
    tournament: str | None = None


NO_FILTERS: Final = CallerFilters()


def list_game_heads(
    context: Context,
    principal: Principal,
    search: GameSearch,
    filters: CallerFilters = NO_FILTERS,
    *,
    cursor: str | None = None,
    limit: int,
) -> tuple[list[GameHead], str | None]:
    """Return heads of the games that the caller may know of, in the requested order, and the cursor of the next page.

    A game matches by what the caller may know of it; a name matches if the caller may know it. A cursor is the last
    listed game. Any other cursor is unknown, whether or not there is such a game.
    """
    heads, new_lines = list[GameHead](), list[LobbyLine]()
    for head in _matching_heads(context, principal, search, filters, cursor, new_lines):
        heads.append(add_notes(context, principal, head))
        if len(heads) > limit:
            break
    context.game_lists.keep(new_lines)
    return (heads, None) if len(heads) <= limit else (heads[:limit], heads[limit - 1].game)


def _matching_heads(
    context: Context,
    principal: Principal,
    search: GameSearch,
    filters: CallerFilters,
    after: str | None,
    new_lines: list[LobbyLine],
) -> Iterator[GameHead]:
    """Yield the heads of these games. Lobby lines that were computed and can be stored are appended to `new_lines`.

    Raises:
        Misuse: the cursor is unknown.
    """
    if after is not None:
        cursor_game = _visible_game(context, principal, after)
        if cursor_game is None or (search.order.by == "ended" and cursor_game[0].times.ended is None):
            raise no_such_cursor()
    for game, line in context.game_lists.entries(
        search, after=after, among=candidate_games(context, principal, filters)
    ):
        visible = _visible_game(context, principal, game, line, new_lines)
        if visible is None or not search.matches(visible[0]):
            continue
        head = _head_or_none(visible[1])
        if head is None or (filters.player is not None and not _has_player(filters.player, head)):
            continue
        if not filters.to_act or _awaits_caller(principal, head):
            yield head


def candidate_games(context: Context, principal: Principal, filters: CallerFilters) -> Collection[str] | None:
    """Return the games that these filters can match, or None for any game."""
    with_player = None if filters.player is None else context.reader.games_of_player(filters.player)
    candidates: set[str] | None = None
    if filters.external_id is not None or filters.metadata is not None:
        candidates = games_with_notes(context, principal, filters.external_id, filters.metadata)
    elif filters.mine or filters.to_act:
        candidates = _own_games(context, principal)
    if filters.person is not None:
        of_person = games_with_person(context, principal, filters.person)
        candidates = of_person if candidates is None else candidates & of_person
    if filters.tournament is not None:
        in_tournament = games_linked(context, principal, filters.tournament)
        candidates = in_tournament if candidates is None else candidates & in_tournament
    return with_player if candidates is None else candidates if with_player is None else with_player & candidates


def _has_player(name: str, head: GameHead) -> bool:
    """Return whether a player of this or an equivalent name sits there."""
    return any(seat.name is not None and comparison_key(seat.name) == comparison_key(name) for seat in head.seats)


def _own_games(context: Context, principal: Principal) -> set[str]:
    """Return the games that a token made, that it belongs to, or at which its person sits."""
    if principal.kind == SERVICE:
        return games_with_notes(context, principal, None, None)
    if principal.kind == PERSON:
        return games_of_token_person(context, principal)
    return set() if principal.game is None else {principal.game}


def _awaits_caller(principal: Principal, head: GameHead) -> bool:
    """Return whether the seat of this token must act or answer. For a service token, any seat without a bot counts."""
    awaited_seats = {*head.to_act, *head.asked}
    if principal.kind in (SEAT, PERSON):
        return head.may.seat in awaited_seats
    return principal.kind == SERVICE and any(head.seats[seat].kind != "bot" for seat in awaited_seats)


def _visible_game(
    context: Context,
    principal: Principal,
    game: str,
    line: LobbyLine | None = None,
    new_lines: list[LobbyLine] | None = None,
) -> tuple[Summary, Callable[[], GameHead]] | None:
    """Return a game as the caller knows it, and a function that makes its head, from its line if possible."""
    principal = own_seat(context.register, principal, game, at=now_ms())
    is_outsider = relation_of(principal, game) in (ANONYMOUS, STRANGER)
    # Until when a bot waits for people depends on metadata beside the line.
    if line is not None and is_outsider and not line.asked and is_fully_public(context.register, game):
        may = ViewerRights(views=views_of(len(line.seats), over=line.summary.over), seat=None)
        players = {player.seat: player for player in context.register.find_entries(Player, game=game)}
        return line.summary, lambda: head_from_line(line, players, may, paused=context.reader.arrangement(game).paused)
    sight = context.reader.sight_or_none(game, principal)
    try:
        if sight is None:
            return None
        may_store = (
            new_lines is not None and line is None and not sight.late and is_fully_public(context.register, game)
        )
        return context.reader.summary(sight), lambda: _head_from_events(
            context, sight, new_lines if may_store else None
        )
    except HIDDEN_OR_UNREADABLE:
        return None


def _head_from_events(context: Context, sight: VisibilityScope, new_lines: list[LobbyLine] | None) -> GameHead:
    """Return the head of a game from its events. Append its line to `new_lines` if it will stay unchanged for long."""
    line = lobby_line_of(context.reader, sight)
    if new_lines is not None and not line.asked and (line.summary.over or line.at < now_ms() - QUIET_MS):
        new_lines.append(line)
    return head_in_scope(context.reader, sight, line)


def _head_or_none(make_head: Callable[[], GameHead]) -> GameHead | None:
    """Return the head, or None if the game cannot be read."""
    try:
        return make_head()
    except HIDDEN_OR_UNREADABLE:
        return None
