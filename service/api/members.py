"""What the people of a game do beside playing: remarks, tokens, and the organiser's and arbiter's powers."""

from typing import Final

from flask import Response

from domain.refusals import Misuse
from replay.codec import time_text
from service.api.head import head_of
from service.api.operation import Call, Room, answer, replayed
from service.api.shapes import (
    GameHead,
    NewAnnotation,
    NewToken,
    OldToken,
    Reason,
    Remark,
    Remarks,
    SeatFilled,
    TokenMade,
    TokenSeen,
)
from service.policy import ORGANISER, POLICY, SERVICE
from service.presiding import comment, fill_seat, hand_out, pause, revoke
from service.problems import Problem
from service.register import Annotation, TokenEntry
from service.sight import Sight, is_host
from service.tokens import digest_of, require_kind
from service.wishes import SeatWish, TokenWish

_ID_BYTES: Final = 8

members = Room("members", __name__, description="Remarks, tokens, and the powers of organisers and arbiters")


@members.operation("GET", "/games/<game>/annotations", "list_annotations", answers=Remarks)
def list_annotations(call: Call) -> Response:
    """The remarks on a game, and the traces of its arbiters."""
    return answer(
        Remarks(annotations=[_remark(entry) for entry in call.desk.remarks(call.sight)]), Vary="Authorization"
    )


@members.operation(
    "POST",
    "/games/<game>/annotations",
    "annotate_game",
    costs=5,
    answers=Remark,
    status=201,
    body=NewAnnotation,
    body_example={"n": 57, "text": "Was this the front card?"},
    problems=["idempotency.reused"],
    writes=True,
)
def annotate_game(call: Call, new: NewAnnotation) -> Response:
    """Remark on an event; everybody who may see it can read the remark."""
    said, again = comment(call.desk, call.sight, call.n(new.n, "n"), new.text, call.request)
    return answer(_remark(said), 201, **replayed(again))


@members.operation(
    "POST",
    "/tokens",
    "create_token",
    costs=5,
    answers=TokenMade,
    status=201,
    body=NewToken,
    body_example={"game": "classic-abc", "kind": "seat", "seat": 1},
    problems=["seat.forbidden", "not-found", "idempotency.reused"],
    writes=True,
)
def create_token(call: Call, new: NewToken) -> Response:
    """Make a token of one's game: for a seat (which revokes the seat's others), a spectator or an arbiter.

    A new token for a seat leaves a remark that everybody can read, since it shows a hand; so does an arbiter's, with
    its reason, since it opens all hands.
    """
    sight = _hosted(call, new.game)
    kind = require_kind(new.kind)
    if kind == SERVICE:
        raise Misuse("request.shape", "tokens of the service itself are made with `haricot token`", place="kind")
    if (kind == "seat") != (new.seat is not None):
        raise Misuse("request.shape", "a seat's token names its seat, and no other does", place="seat")
    if kind == "arbiter" and not new.reason:
        raise Misuse("request.shape", "an arbiter's token needs a reason: it opens all hands", place="reason")
    wish = TokenWish(kind=kind, seat=new.seat, seconds=new.expires_in, reason=new.reason)
    token, made, again = hand_out(call.desk, sight, call.request, wish)
    told = TokenMade(
        token=token,
        kind=kind,
        game=new.game,
        seat=new.seat,
        expires=None if made.expires is None else time_text(made.expires),
    )
    return answer(told, 201, **replayed(again))


@members.operation(
    "DELETE",
    "/tokens",
    "revoke_token",
    answers=None,
    status=204,
    body=OldToken,
    body_example={"token": "hrc_seat_..."},
    problems=["seat.forbidden", "not-found"],
)
def revoke_token(call: Call, old: OldToken) -> Response:
    """Revoke a token at once: one's own, or any of the game that one organises."""
    found = call.desk.store.noted(TokenEntry, digest=digest_of(old.token))
    mine = found and (found[0].digest == call.principal.digest or _organises(call, found[0]))
    if not found or not mine:
        raise Problem("not-found", "there is no such token that you may revoke")
    revoke(call.desk, found[0].digest)
    return Response(status=204)


@members.operation("GET", "/tokens/me", "describe_token", answers=TokenSeen)
def describe_token(call: Call) -> Response:
    """What the token that was sent is for: its game, seat, views and operations."""
    who = call.principal
    views = () if who.game is None else call.desk.sight(who.game, who).views
    told = TokenSeen(
        kind=who.kind,
        game=who.game,
        seat=who.seat,
        views=views,
        operations=tuple(sorted(name for name, relations in POLICY.items() if who.kind in relations)),
        expires=None if who.expires is None else time_text(who.expires),
    )
    return answer(told, Vary="Authorization")


@members.operation(
    "POST",
    "/games/<game>/void",
    "void_game",
    answers=GameHead,
    body=Reason,
    body_example={"reason": "A player had to leave."},
    problems=["game.ended", "game.paused", "game.conflict", "idempotency.reused"],
    writes=True,
)
def void_game(call: Call, why: Reason) -> Response:
    """End a game without a result; its deal is revealed."""
    done = call.desk.live.void(call.sight.game, why.reason, asker=call.principal.name, key=call.key)
    return _head(call, again=done.replayed)


@members.operation("POST", "/games/<game>/pause", "pause_game", answers=GameHead, problems=["game.ended"])
def pause_game(call: Call) -> Response:
    """Pause a game: nobody acts until it is resumed."""
    _require_going_on(call)
    pause(call.desk, call.sight, paused=True)
    return _head(call)


@members.operation("POST", "/games/<game>/resume", "resume_game", answers=GameHead, problems=["game.ended"])
def resume_game(call: Call) -> Response:
    """Go on with a paused game."""
    _require_going_on(call)
    pause(call.desk, call.sight, paused=False)
    return _head(call)


@members.operation(
    "PUT",
    "/games/<game>/seats/<int:seat>",
    "fill_seat",
    answers=SeatFilled,
    body=SeatWish,
    body_example={"kind": "bot", "bot": "greedy"},
    problems=["game.ended", "game.paused", "game.conflict"],
)
def put_seat(call: Call, wish: SeatWish) -> Response:
    """Put a bot or another person into a seat; the seat's tokens so far are revoked."""
    _require_going_on(call)
    made = fill_seat(call.desk, call.sight, call.args["seat"], wish)
    told = SeatFilled(seat=call.args["seat"], kind=wish.kind, token=made)
    response = answer(told)
    response.headers["Cache-Control"] = "no-store"
    return response


def _head(call: Call, *, again: bool = False) -> Response:
    return answer(head_of(call.desk, call.desk.sight_again(call.sight)), 200, **replayed(again))


def _require_going_on(call: Call) -> None:
    live = call.sight.live
    if live.imported or live.table.result is not None:
        raise Problem("game.ended", f"{live.game} has ended: there is nothing left to arrange")


def _hosted(call: Call, game: str) -> Sight:
    """The game, for whoever runs it; `not-found` for those who may not know of it."""
    sight = call.desk.sight(game, call.principal)
    if not is_host(sight):
        raise Problem("seat.forbidden", f"only the organiser of {game} makes tokens for it")
    return sight


def _organises(call: Call, entry: TokenEntry) -> bool:
    who = call.principal
    return who.kind == SERVICE or (who.kind == ORGANISER and who.game is not None and who.game == entry.game)


def _remark(entry: Annotation) -> Remark:
    return Remark(id=entry.id, n=entry.n, at=time_text(entry.at), by=entry.by, kind=entry.kind, text=entry.text)
