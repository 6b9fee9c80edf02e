"""The head of a game: all that a list or a title needs, as of what whoever asks may know."""

import hashlib
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from domain.forks import GameForked
from projections.lobby import Line, LineOrigin, line
from replay.codec import time_text
from replay.record import Origin
from service.api.shapes import GameHead, HeadSeat, May
from service.desk import Desk
from service.policy import SEAT
from service.register import FormerPlayer, Player
from service.sight import LATE, Sight
from service.wishes import Delay


def head_of(desk: Desk, sight: Sight) -> GameHead:
    """The head of a game, as of what they may know of it."""
    told = line(
        sight.game,
        sight.version,
        sight.live.at if not sight.late else desk.envelopes(sight)[-1].at,
        desk.table(sight),
        _origin(desk, sight),
        times=sight.live.times,
        imported=sight.live.imported and not sight.late,
    )
    seat = sight.principal.seat if sight.relation == SEAT else None
    arrangement = sight.arrangement
    may = May(views=sight.views, seat=seat)
    head = head_from(told, desk.seated(sight), may, private=arrangement.private, paused=desk.paused(sight))
    if sight.relation not in LATE or not arrangement.late or sight.over:
        return head
    return replace(head, spectator_delay=Delay(events=arrangement.delay_events, seconds=arrangement.delay_ms / 1000))


def head_from(
    told: Line, players: Mapping[int, Player | FormerPlayer], may: May, *, private: bool = False, paused: bool
) -> GameHead:
    """The head that a line of the lobby makes, with what the register says of the game."""
    seats = []
    for index, seat in enumerate(told.seats):
        player = players.get(index)
        seats.append(
            HeadSeat(
                seat=index,
                name=player.name if player is not None and player.name else seat.pseudonym,
                kind=player.kind if player is not None else seat.kind,
                coins=seat.coins,
                hand=seat.hand,
                taken=seat.taken,
            )
        )
    origin = told.forked_from
    return GameHead(
        game=told.game,
        status=told.status,
        version=told.version,
        rules=told.rules,
        turn=told.turn,
        to_act=told.to_act,
        asked=told.asked,
        created=time_text(told.times.created),
        started=_time(told.times.started),
        ended=_time(told.times.ended),
        seats=tuple(seats),
        scores=told.scores,
        winners=told.winners,
        forked_from=None if origin is None else Origin(game=origin.game, at=origin.at),
        links=_links(told.game),
        practice=told.practice,
        private=private,
        paused=paused,
        may=may,
    )


def _time(at: int | None) -> str | None:
    return None if at is None else time_text(at)


def names_of(desk: Desk, sight: Sight) -> list[str | None]:
    """What people call the seats."""
    return [seat.name for seat in head_of(desk, sight).seats]


def head_route(head: GameHead) -> str:
    """What the ETag of a head begins with: it changes when names, a pause or what one may see do."""
    register = (head.seats, head.paused, head.private, head.may)
    return f"head-{hashlib.sha256(msgspec.json.encode(register)).hexdigest()[:8]}"


def _origin(desk: Desk, sight: Sight) -> LineOrigin | None:
    if not sight.live.imported and len(desk.register.lineage(sight.game)) == 1:
        return None
    head = desk.store.roll.head(sight.game)
    origin = None if head is None else head.forked_from
    if origin is not None and origin.at < sight.version:  # as a rule, and so no ancestor's log is read for it
        return LineOrigin(game=origin.game, at=origin.at)
    for envelope in reversed(desk.envelopes(sight)):
        if isinstance(envelope.event, GameForked):
            return LineOrigin(game=envelope.event.parent, at=envelope.event.at)
    return None


def _links(game: str) -> dict[str, str]:
    here = f"/v1/games/{game}"
    parts = ("events", "table", "timeline", "stream", "commands", "legal-commands", "forks", "audit", "file")
    return {"self": here, "page": f"/games/{game}", **{part: f"{here}/{part}" for part in parts}}
