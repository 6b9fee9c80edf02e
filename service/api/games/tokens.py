"""Tokens of games: create, describe, revoke."""

from domain.refusals import Misuse
from replay.codec import time_text
from service.access.policy import DIRECTOR, ORGANISER, PERSON, POLICY, SEAT, SERVICE
from service.access.scopes import REQUIRED_SCOPES, SCOPES
from service.access.tokens import Principal, digest_of, require_kind
from service.access.visibility_scope import VisibilityScope, is_host
from service.api.games.bodies import NewToken, NewTokenSchema, RevokeTokenRequest, RevokeTokenRequestSchema
from service.api.response_schemas import (
    CreatedToken,
    TokenInfo,
)
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, replay_header
from service.lifecycle.links import join_link
from service.lifecycle.new_game import TokenWish
from service.lifecycle.organiser_actions import create_game_token, revoke_token_tree
from service.problems import Problem
from service.store.entries.metadata_store import TokenEntry
from service.store.entries.tournament_entries import TournamentGrant

tokens = Operations()


@tokens.operation(
    "POST",
    "/tokens",
    "create_token",
    ResponseSpec(CreatedToken, 201),
    RequestSpec(body=NewTokenSchema(), example={"game": "classic-abc", "kind": "seat", "seat": 1}),
    cost=5,
    problems=["seat.forbidden", "not-found", "idempotency.reused"],
    writes=True,
)
def create_token(call: Call, new: NewToken) -> HttpAnswer:
    """Create a token of a game.

    It is for a seat, a spectator or an arbiter. A new token of a seat revokes the former ones. A new token for a seat
    leaves a public remark, since it shows a hand. So does an arbiter's, with its reason, since it opens all hands.
    `person` is the opaque id of its holder. Only an arbiter whose person is known, and the person who called them, may
    rule on disputes.
    """
    sight = _game_run_by_caller(call, new.game)
    kind = require_kind(new.kind)
    if kind == SERVICE:
        says = "tokens of the service itself are made with `haricot token service`, or at /v1/service-tokens"
        raise Misuse(says, place="kind")
    if (kind == "seat") != (new.seat is not None):
        raise Misuse("a seat's token names its seat, and no other does", place="seat")
    if kind == "arbiter" and not new.reason:
        raise Misuse("an arbiter's token needs a reason: it opens all hands", place="reason")
    wish = TokenWish(kind=kind, seat=new.seat, seconds=new.expires_in, reason=new.reason, person=new.person)
    token, entry, replayed = create_game_token(call.context, sight, call.attempt, wish)
    created = CreatedToken(
        token=token,
        link=join_link(new.game, token),
        kind=kind,
        game=new.game,
        seat=new.seat,
        expires=None if entry.expires is None else time_text(entry.expires),
    )
    return answer(created, 201, **replay_header(replayed))


@tokens.operation(
    "DELETE",
    "/tokens",
    "revoke_token",
    ResponseSpec(None, 204),
    RequestSpec(body=RevokeTokenRequestSchema(), example={"token": "hrc_seat_..."}),
    problems=["seat.forbidden", "not-found"],
)
def revoke_token(call: Call, old: RevokeTokenRequest) -> HttpAnswer:
    """Revoke your own token, or one of what you run.

    An organiser revokes tokens of the game, a director those of the tournament. Any holder becomes a stranger there.
    """
    entries = call.context.store.find_entries(TokenEntry, digest=digest_of(old.token))
    may_revoke = entries and (entries[0].digest == call.principal.digest or _runs_game_of_token(call, entries[0]))
    if not entries or not may_revoke:
        raise Problem("not-found", "there is no such token that you may revoke")
    revoke_token_tree(call.context, entries[0].digest)
    return HttpAnswer(status=204)


@tokens.operation(
    "GET",
    "/tokens/me",
    "get_token",
    ResponseSpec(TokenInfo),
)
def get_token(call: Call) -> HttpAnswer:
    """Describe the token that is sent.

    It returns the game, the seat, the views and the operations; of a tournament, its id and the holder's pseudonym.

    `operations` are those that such a token allows in general. A game may allow fewer at the moment.
    """
    caller = call.principal
    views = () if caller.game is None else call.reader.sight(caller.game, caller).views
    info = TokenInfo(
        kind=caller.kind,
        game=caller.game,
        seat=caller.seat,
        tournament=caller.tournament,
        pseudonym=caller.pseudonym or None,
        views=views,
        operations=tuple(sorted(name for name in POLICY if _may_use(name, caller))),
        scopes=tuple(scope for scope in SCOPES if scope in caller.scopes) if caller.kind == SERVICE else None,
        expires=None if caller.expires is None else time_text(caller.expires),
    )
    return answer(info, Vary="Authorization")


def _may_use(operation: str, caller: Principal) -> bool:
    kinds = {caller.kind, SEAT} if caller.kind == PERSON else {caller.kind}  # at the games where a seat is theirs
    return not kinds.isdisjoint(POLICY[operation]) and (
        caller.kind != SERVICE or caller.scopes.issuperset(REQUIRED_SCOPES[operation])
    )


def _game_run_by_caller(call: Call, game: str) -> VisibilityScope:
    """Return the scope of a game that the caller runs. Raises `not-found` for callers who may not know of it."""
    sight = call.reader.sight(game, call.principal)
    if not is_host(sight):
        raise Problem("seat.forbidden", f"only the organiser of {game} makes tokens for it")
    return sight


def _runs_game_of_token(call: Call, entry: TokenEntry) -> bool:
    caller = call.principal
    if caller.kind == DIRECTOR and caller.tournament is not None:
        grants = call.context.store.find_entries(TournamentGrant, digest=entry.digest)
        return any(grant.tournament == caller.tournament for grant in grants)
    return caller.kind == SERVICE or (
        caller.kind == ORGANISER and caller.game is not None and caller.game == entry.game
    )
