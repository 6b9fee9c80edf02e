"""The head of a game: all that a list or a title needs, as of what whoever asks may know."""

import hashlib

import msgspec
from flask import Response, request

from domain.forks import GameForked
from domain.table import Table
from domain.visibility import Viewer
from replay.record import Origin
from service.api.operation import Call, answer
from service.api.shapes import GameHead, HeadRules, HeadSeat, HeadTurn, May
from service.bots.bot import must_act
from service.desk import Desk, status_of
from service.policy import SEAT
from service.sight import Sight


def head_of(desk: Desk, sight: Sight) -> GameHead:
    """The head of a game."""
    table = desk.table(sight)
    status = status_of(sight.live, table) if not sight.late else _status_so_far(table)
    result, players = table.result, desk.players(sight.game)
    seats = []
    for index, seat in enumerate(table.seats):
        player, sitter = players.get(index), seat.sitter
        name = player.name if player is not None and player.name else None if sitter is None else sitter.pseudonym
        kind = player.kind if player is not None else None if sitter is None else sitter.kind
        seats.append(
            HeadSeat(
                seat=index, taken=sitter is not None, name=name, kind=kind, coins=len(seat.coins), hand=len(seat.hand)
            )
        )
    turn = table.turn
    return GameHead(
        game=sight.game,
        status=status,
        version=sight.version,
        rules=HeadRules(
            edition=table.edition,
            version=table.rules.version,
            options=table.rules.options,
            digest=table.rules.digest,
        ),
        turn=HeadTurn(seat=turn.seat, number=turn.number, phase=turn.phase) if table.begun else None,
        to_act=_to_act(table) if status in ("open", "running") else (),
        seats=tuple(seats),
        scores=None if result is None else result.scores,
        winners=None if result is None else result.winners,
        forked_from=_origin(desk, sight),
        practice=table.practice,
        private=sight.arrangement.private,
        paused=sight.arrangement.paused,
        links=_links(sight.game),
        may=May(views=sight.views, seat=sight.principal.seat if sight.relation == SEAT else None),
    )


def names_of(desk: Desk, sight: Sight) -> list[str | None]:
    """What people call the seats."""
    return [seat.name for seat in head_of(desk, sight).seats]


def tagged(call: Call, route: str, viewer: Viewer, told: object) -> Response:
    """The answer with its ETag `<route>.<n>.<view>`, or 304 for who has it already.

    What does not hang on the log (names, a pause) is part of the route's name.
    """
    etag = f'"{route}.{call.sight.version}.{viewer.name}"'
    sent = [tag.strip().removeprefix("W/") for tag in request.headers.get("If-None-Match", "").split(",")]
    if etag in sent or "*" in sent:
        return Response(status=304, headers={"ETag": etag, "Cache-Control": "private, no-cache"})
    return answer(told, ETag=etag, Vary="Authorization")


def head_route(head: GameHead) -> str:
    """What the ETag of a head begins with: it changes when names, a pause or what one may see do."""
    register = (head.seats, head.paused, head.private, head.may)
    return f"head-{hashlib.sha256(msgspec.json.encode(register)).hexdigest()[:8]}"


def _status_so_far(table: Table) -> str:
    if table.result is not None:
        return "voided" if table.result.scores is None else "finished"
    return "running" if table.begun else "open"


def _to_act(table: Table) -> tuple[int, ...]:
    if not table.begun:
        return tuple(index for index, seat in enumerate(table.seats) if seat.sitter is None)
    return tuple(index for index in range(len(table.seats)) if must_act(table, index))


def _origin(desk: Desk, sight: Sight) -> Origin | None:
    for envelope in reversed(desk.envelopes(sight)):
        if isinstance(envelope.event, GameForked):
            return Origin(game=envelope.event.parent, at=envelope.event.at)
    return None


def _links(game: str) -> dict[str, str]:
    here = f"/v1/games/{game}"
    parts = ("events", "table", "timeline", "stream", "commands", "legal-commands", "forks", "audit", "file")
    return {"self": here, "page": f"/games/{game}", **{part: f"{here}/{part}" for part in parts}}
