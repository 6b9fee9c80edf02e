"""Persons of integrators: their tokens, whether statistics show them, and the stream of all their games."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any, Final

import msgspec
from marshmallow import Schema, fields, validate
from msgspec.structs import replace

from domain.refusals import HaricotError, Misuse
from domain.values import Value
from replay.codec import time_text
from service.access.context import Context
from service.access.policy import SEAT
from service.access.tokens import Principal, is_valid
from service.access.visibility_scope import VisibilityScope
from service.analytics.player_registry import set_person_hidden
from service.api.games.bodies import YEAR_SECONDS
from service.api.games.game_summary import game_head
from service.api.games.person_stream import OwnGame, OwnGameGone
from service.api.response_schemas import Answer
from service.api.text_types import Timestamp, text_of
from service.http.marshmallow_bodies import MarshmallowBody, StrictBoolean
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, replay_header
from service.lifecycle.person_tokens import (
    PersonTokenWish,
    games_of_token_person,
    make_person_token,
    revoke_person_tokens,
)
from service.lifecycle.token_holders import PERSON_DESCRIPTION, is_person
from service.ops.clock import now_ms
from service.streaming.stream_encoding import NDJSON, NDJSON_FRAMES, SSE, SSE_FRAMES, Frames

POLL_SECONDS: Final = 0.2
"""How often a stream polls for news."""
persons = Operations()


class PersonVisibility(Value):
    """Whether a person is hidden."""

    hidden: bool


class CreatedPersonToken(Answer):
    """A token of a person, shown only once."""

    token: str
    person: str
    expires: Timestamp | None


class NewPersonTokenSchema(MarshmallowBody):
    """A token of a person to be made."""

    value = PersonTokenWish
    optional = True
    expires_in = fields.Integer(strict=True, validate=validate.Range(1, YEAR_SECONDS))


class HiddenPerson(Answer):
    """A person, and whether they are hidden from statistics and ratings."""

    person: str
    hidden: bool


class PersonVisibilitySchema(MarshmallowBody):
    """Whether a person is hidden from statistics and ratings."""

    value = PersonVisibility
    hidden = StrictBoolean()


class OwnGamesQuery(Schema):
    """Whether the stream continues."""

    follow = fields.Boolean(
        load_default=True,
        truthy={"true"},
        falsy={"false"},
        metadata={"description": "`true`: wait for new events after the last one; `false`: end the stream there"},
    )


@persons.operation(
    "POST",
    "/persons/<person>/tokens",
    "create_person_token",
    ResponseSpec(CreatedPersonToken, 201),
    RequestSpec(body=NewPersonTokenSchema(), example={"expires_in": 86_400}),
    cost=5,
    problems=["idempotency.reused"],
    writes=True,
)
def create_person_token(call: Call, wish: PersonTokenWish) -> HttpAnswer:
    """Create a token for a person.

    The person is named by the id that the service token's holder gave them. It acts for each seat whose token was given
    to this `person`, in the games that the service token made or will make. It acts as the seat's own token does, while
    that is valid. If the person has several seats of a game, it acts for none. It expires no later than the token that
    made it.
    """
    person = _person(call)
    token, entry, replayed = make_person_token(call.context, call.principal, call.attempt, person, wish)
    expires = None if entry.expires is None else time_text(entry.expires)
    return answer(CreatedPersonToken(token=token, person=person, expires=expires), 201, **replay_header(replayed))


@persons.operation("DELETE", "/persons/<person>/tokens", "revoke_person_tokens", ResponseSpec(None, 204))
def revoke_person(call: Call) -> HttpAnswer:
    """Revoke a person's tokens that this token made.

    They are revoked at once. The tokens of their seats stay valid.
    """
    revoke_person_tokens(call.context, call.principal, _person(call))
    return HttpAnswer(status=204)


@persons.operation(
    "PUT",
    "/persons/<person>/hidden",
    "set_person_hidden",
    ResponseSpec(HiddenPerson),
    RequestSpec(body=PersonVisibilitySchema(), example={"hidden": True}),
    cost=5,
)
def put_person_hidden(call: Call, wish: PersonVisibility) -> HttpAnswer:
    """Hide a person from statistics and ratings, or show them.

    The person is one of those to whom this token gave seats, or will give some. A hidden person has no page and no line
    in ratings, pairs and exports. Their games go on counting, and they stay an opponent without a name. Games keep the
    name at the seat. `hidden` stays `true` if the operator merged the person with one of another integrator.
    """
    person = _person(call)
    hidden = set_person_hidden(call.context.register, call.principal.digest, person, hidden=wish.hidden)
    return answer(HiddenPerson(person=person, hidden=hidden))


@persons.operation(
    "GET",
    "/me/stream",
    "stream_own_games",
    ResponseSpec(text_of("OwnGameLine", SSE), media=SSE, others=[(200, text_of("OwnGameLine", NDJSON), NDJSON)]),
    RequestSpec(query=OwnGamesQuery),
)
def stream_own_games(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Stream what waits for a person in all their games.

    First comes a line for each game that is not over. Then one comes whenever the state changes: the game waits for
    them (`to_act`), a player asks them (`asked`), it is paused, it ends, they get a seat or lose it. Each line replaces
    the one before about that game. A client that reconnects begins from the start. While a game continues to wait for
    them there is no line for each event: `GET /v1/games/{game}/stream` has those. As `application/x-ndjson` a blank
    line comes every few seconds.
    """
    frames = NDJSON_FRAMES if call.request.prefers(NDJSON, SSE) else SSE_FRAMES
    caller, address = call.request.caller, call.principal.address
    with ExitStack() as shares:
        for quota in (call.context.stream_quota, call.context.poll_quota):
            shares.enter_context(quota.held(quota.shares(caller, address)))
        release_shares = shares.pop_all().close
    parts = _stream_parts(call.context, call.principal, frames, follow=query["follow"])
    response = HttpAnswer(parts, 200, frames.media, close=release_shares)
    response.headers.update({"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Authorization, Accept"})
    return response


def _person(call: Call) -> str:
    person: str = call.args["person"]
    if not is_person(person):
        raise Misuse(PERSON_DESCRIPTION, place="path.person")
    return person


def _stream_parts(context: Context, who: Principal, frames: Frames, *, follow: bool) -> Iterator[bytes]:
    sent, own_games, last_sent_at = dict[str, OwnGame](), OwnGames(context, who), time.monotonic()
    yield frames.heartbeat
    with suppress(HaricotError):
        while is_valid(who.digest, context.register, at=now_ms()):
            lines = [*own_games.changed_lines(sent)]
            now = time.monotonic()
            if lines or now - last_sent_at >= context.settings.heartbeat:
                yield b"".join(_encode_line(frames, line) for line in lines) or frames.heartbeat
                last_sent_at = now
            if context.notifier.closed:
                yield frames.reconnect()
                return
            if not follow:
                return
            time.sleep(POLL_SECONDS)


class OwnGames:
    """The games of one person, read again when there is news."""

    def __init__(self, context: Context, who: Principal) -> None:
        self._context = context
        self._who = who
        self._store_age: int | None = None
        self._open_games: set[str] = set()
        self._ended_games: set[str] = set()
        self._last_read: dict[str, tuple[int, int]] = {}
        """The event and the age of the metadata store at which each game was read last."""

    def changed_lines(self, sent: dict[str, OwnGame]) -> Iterator[OwnGame | OwnGameGone]:
        """Yield the lines to send. `sent` has the last line of each game, and is updated."""
        first = self._store_age is None
        if self._store_age != (age := self._context.register.age):
            self._store_age = age
            self._open_games = games_of_token_person(self._context, self._who, besides=self._ended_games)
        for game in sorted(self._open_games | sent.keys()):
            sight = self._context.reader.sight_or_none(game, self._who)
            if sight is None or sight.relation != SEAT:
                if sent.pop(game, None) is not None:
                    yield OwnGameGone(game=game)
            elif self._last_read.get(game) != (position := (sight.version, age)):
                self._last_read[game] = position
                line, previous = self._line(sight), sent.get(game)
                if sight.over:
                    self._ended_games.add(game)
                    self._open_games.discard(game)
                    sent.pop(game, None)
                    if first:
                        continue
                elif previous is not None and replace(line, version=previous.version) == previous:
                    continue
                else:
                    sent[game] = line
                yield line

    def _line(self, sight: VisibilityScope) -> OwnGame:
        head, seat, game = game_head(self._context.reader, sight), sight.principal.seat, sight.game
        assert seat is not None
        return OwnGame(
            game=game,
            seat=seat,
            status=head.status,
            version=head.version,
            to_act=seat in head.to_act,
            asked=seat in head.asked,
            asked_until=head.asked_until.get(str(seat)),
            paused=head.paused,
        )


def _encode_line(frames: Frames, line: OwnGame | OwnGameGone) -> bytes:
    text = msgspec.json.encode(line)
    if frames is NDJSON_FRAMES:
        return text + b"\n"
    kind: Any = b"game" if isinstance(line, OwnGame) else b"gone"
    return b"event: %s\ndata: %s\n\n" % (kind, text)
