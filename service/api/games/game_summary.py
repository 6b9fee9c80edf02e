"""The head of a game: what lists and titles need, as far as the caller may know."""

import hashlib
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from projections import lobby
from projections.lobby import LobbyLine
from replay.codec import time_text
from service.access.context import Context
from service.access.policy import ORGANISER, SEAT
from service.access.reader import HIDDEN_OR_UNREADABLE, Reader
from service.access.table_facts import answer_deadlines, display_name
from service.access.tokens import Principal
from service.access.visibility_scope import DELAYED_RELATIONS, VisibilityScope
from service.api.response_schemas import GameHead, GameLinks, HeadSeat, ViewerRights
from service.lifecycle.external_metadata import maker_entry, notes_in
from service.lifecycle.new_game import SpectatorDelay
from service.lifecycle.person_tokens import visible_persons
from service.store.entries.metadata_store import FormerPlayer, Player


def game_head(reader: Reader, sight: VisibilityScope) -> GameHead:
    """Return the head of a game, as far as the caller may know."""
    return head_in_scope(reader, sight, lobby_line_of(reader, sight))


def lobby_line_of(reader: Reader, sight: VisibilityScope) -> LobbyLine:
    """Return the lobby line of a game, as far as the caller may know."""
    at = sight.live.at if not sight.late else reader.envelopes(sight)[-1].at
    return lobby.lobby_line(reader.summary(sight), at, reader.table(sight))


def head_in_scope(reader: Reader, sight: VisibilityScope, line: LobbyLine) -> GameHead:
    """Return the head of the game with this lobby line."""
    deadlines = answer_deadlines(reader, sight) if line.asked else {}
    seat = sight.principal.seat if sight.relation == SEAT else None
    arrangement = sight.arrangement
    may = ViewerRights(views=sight.views, seat=seat, hints=reader.allows_hints(sight))
    head = head_from_line(
        line, reader.players_by_seat(sight), may, private=arrangement.private, paused=reader.is_paused(sight)
    )
    head = replace(head, asked_until={str(seat): time_text(at) for seat, at in deadlines.items()})
    delayed = sight.relation in DELAYED_RELATIONS or (sight.relation == ORGANISER and sight.late)
    if not (delayed and arrangement.late) or sight.over:
        return head
    return replace(
        head, spectator_delay=SpectatorDelay(events=arrangement.delay_events, seconds=arrangement.delay_ms / 1000)
    )


def add_notes(context: Context, principal: Principal, head: GameHead) -> GameHead:
    """Return the head with the caller's notes and persons, if the caller made the game."""
    if persons := visible_persons(context.register, principal, head.game):
        seats = tuple(replace(head_seat, person=persons.get(head_seat.seat)) for head_seat in head.seats)
        head = replace(head, seats=seats)
    entry = maker_entry(context, principal, head.game)
    if entry is None:
        return head
    notes = notes_in(entry)
    return replace(head, external_id=notes.external_id, metadata=notes.metadata)


def head_or_none(reader: Reader, game: str, principal: Principal) -> GameHead | None:
    """Return the head of a game in a list, or None if it is hidden or cannot be read."""
    sight = reader.sight_or_none(game, principal)
    try:
        return None if sight is None else game_head(reader, sight)
    except HIDDEN_OR_UNREADABLE:
        return None


def head_from_line(
    line: LobbyLine,
    players: Mapping[int, Player | FormerPlayer],
    may: ViewerRights,
    *,
    private: bool = False,
    paused: bool,
) -> GameHead:
    """Return the head of a lobby line, with the metadata of the game."""
    seats = []
    for index, seat in enumerate(line.seats):
        player = players.get(index)
        seats.append(
            HeadSeat(
                seat=index,
                name=display_name(player, seat.pseudonym),
                kind=player.kind if player is not None else seat.kind,
                coins=seat.coins,
                hand=seat.hand,
                taken=seat.taken,
                bot=player.bot if player is not None else seat.bot,
            )
        )
    summary, times = line.summary, line.summary.times
    return GameHead(
        game=summary.game,
        status=summary.status,
        version=summary.version,
        rules=summary.rules,
        turn=line.turn,
        to_act=line.to_act,
        asked=line.asked,
        created=time_text(times.created),
        started=_time(times.started),
        ended=_time(times.ended),
        seats=tuple(seats),
        scores=summary.scores,
        winners=summary.winners,
        forked_from=summary.forked_from,
        links=_links(summary.game),
        practice=summary.practice,
        level=summary.level,
        private=private,
        paused=paused,
        may=may,
    )


def _time(at: int | None) -> str | None:
    return None if at is None else time_text(at)


def head_route(head: GameHead) -> str:
    """Return the beginning of a head's ETag. It changes with names, a pause and the caller's rights."""
    variable_parts = (
        head.seats,
        head.paused,
        head.private,
        head.may,
        head.external_id,
        head.metadata,
        head.asked_until,
    )
    return f"head-{hashlib.sha256(msgspec.json.encode(variable_parts)).hexdigest()[:8]}"


def _links(game: str) -> GameLinks:
    here = f"/v1/games/{game}"
    return GameLinks(
        here=here,
        page=f"/games/{game}",
        join=f"/join/{game}",
        protocol=f"/games/{game}/protocol",
        events=f"{here}/events",
        table=f"{here}/table",
        timeline=f"{here}/timeline",
        stream=f"{here}/stream",
        commands=f"{here}/commands",
        legal_commands=f"{here}/legal-commands",
        forks=f"{here}/forks",
        audit=f"{here}/audit",
        file=f"{here}/file",
    )
