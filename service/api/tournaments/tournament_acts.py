"""What officials and players do in a tournament: commands, players, tokens."""

from collections.abc import Sequence
from typing import Final

from marshmallow import fields, validate

from domain.refusals import Misuse
from domain.tournaments.events import PlayerRegistered
from domain.values import Value
from replay.codec import time_text
from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.access.policy import PLAYER, SERVICE
from service.access.tokens import TOURNAMENT_KINDS
from service.api.games.bodies import YEAR_SECONDS
from service.api.games.metadata_bodies import KEEPABLE
from service.api.tournaments.tournament_answers import event_with_words
from service.api.tournaments.tournament_commands import TournamentCommands, command_of
from service.api.tournaments.tournament_schemas import (
    CreatedTournamentToken,
    RegisteredPlayer,
    RegisteredPlayers,
    TournamentEventList,
)
from service.http.json_bodies import JsonBody
from service.http.marshmallow_bodies import LimitedList, MarshmallowBody, StrictBoolean
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, replay_header
from service.ops.clock import now_ms
from service.tournaments.registration import PLAYERS_MAX, Registration, register_players
from service.tournaments.tournament_attempts import (
    EntriesForEvents,
    HandledEvents,
    create_tournament_token_once,
    handle_once,
)
from service.tournaments.tournament_handler import TournamentHandler
from service.tournaments.tournament_roles import require_permitted
from service.tournaments.tournament_store import tournament_store
from service.tournaments.visible_tournament import VisibleTournament

NAME_MAX: Final = 400
"""The most characters of a name as it is sent; how long a name may be is checked later."""
PROBLEMS: Final = ("tournament", "tournament.forbidden", "idempotency.reused", "game.conflict")

tournament_acts = Operations()


@tournament_acts.operation(
    "POST",
    "/tournaments/<tournament>/commands",
    "submit_tournament_commands",
    ResponseSpec(TournamentEventList, 201),
    RequestSpec(
        body=JsonBody(TournamentCommands),
        example={
            "commands": [{"type": "EnterResult", "round": 1, "table": 2, "scores": [9, 5, 3], "places": [1, 2, 3]}]
        },
    ),
    cost=5,
    problems=PROBLEMS,
    writes=True,
)
def submit_tournament_commands(call: Call, body: TournamentCommands) -> HttpAnswer:
    """Submit commands of a tournament, 1 to 1000: all or none.

    They are decided in their order. A director runs the rounds. A scorer enters and confirms results. An arbiter
    corrects results, voids tables and gives penalties. Players check in, withdraw, and enter or confirm the result of
    their own table. The service fills in who acts, the secrets of rounds, and the share of a check-in that brings none.
    The response has the events, as far as the caller may know of them.
    """
    visible = call.tournament
    commands = [command_of(one) for one in body.commands]
    for command in commands:
        require_permitted(command, visible.state, call.principal, visible.relation)

    def act(beside: EntriesForEvents) -> None:
        _handler(call).handle(visible.tournament, *commands, by=_pseudonym(call), beside=beside)

    handled = handle_once(call.context, call.attempt, act)
    after = _current_tournament(call)
    events = [event_with_words(after, one) for one in _handled_events(after, handled)]
    filed = TournamentEventList(tournament=visible.tournament, version=after.version, events=events)
    return answer(filed, 201, **replay_header(handled.again))


class RegistrationSchema(MarshmallowBody):
    """A player who enters, by name, and the club or family whose members the draw keeps apart."""

    value = Registration
    name = fields.String(validate=[validate.Length(1, NAME_MAX), KEEPABLE])
    club = fields.String(validate=[validate.Length(1, NAME_MAX), KEEPABLE])


class NewPlayers(Value):
    """Players who enter a tournament, and whether they are present."""

    players: tuple[Registration, ...]
    check_in: bool = False


class NewPlayersSchema(MarshmallowBody):
    """Players who enter a tournament; with `check_in` they are present, with shares that the service draws."""

    value = NewPlayers
    players = LimitedList(fields.Nested(RegistrationSchema), items_max=PLAYERS_MAX)
    check_in = StrictBoolean()


@tournament_acts.operation(
    "POST",
    "/tournaments/<tournament>/players",
    "register_tournament_players",
    ResponseSpec(RegisteredPlayers, 201),
    RequestSpec(
        body=NewPlayersSchema(),
        example={"players": [{"name": "Ana", "club": "Bean Club"}, {"name": "Bo"}], "check_in": True},
    ),
    cost=5,
    problems=PROBLEMS,
    writes=True,
)
def register_tournament_players(call: Call, new: NewPlayers) -> HttpAnswer:
    """Register players of a tournament by name.

    Events hold pseudonyms, such as `player-7`. Names lie beside them and can be erased. A name that is alike to one
    that is registered is refused, and so is the whole list.
    """
    visible = call.tournament
    handled = handle_once(
        call.context,
        call.attempt,
        lambda beside: register_players(
            _handler(call),
            visible.tournament,
            new.players,
            _pseudonym(call),
            check_in=new.check_in,
            beside=beside,
        ),
    )
    after = _current_tournament(call)
    entered = [one.event.player for one in _handled_events(after, handled) if isinstance(one.event, PlayerRegistered)]
    players = [RegisteredPlayer(player=player, name=after.names.get(player)) for player in entered]
    registered = RegisteredPlayers(tournament=visible.tournament, version=after.version, players=players)
    return answer(registered, 201, **replay_header(handled.again))


class NewTournamentToken(Value):
    """A token of a tournament that is asked for."""

    kind: str
    player: str | None = None
    expires_in: int | None = None


class NewTournamentTokenSchema(MarshmallowBody):
    """A token of a tournament to be made; a player's names the player by their pseudonym."""

    value = NewTournamentToken
    kind = fields.String(validate=validate.OneOf(TOURNAMENT_KINDS, error=f"it is one of {', '.join(TOURNAMENT_KINDS)}"))
    player = fields.String(validate=validate.Length(max=64))
    expires_in = fields.Integer(strict=True, validate=validate.Range(1, YEAR_SECONDS))


@tournament_acts.operation(
    "POST",
    "/tournaments/<tournament>/tokens",
    "create_tournament_token",
    ResponseSpec(CreatedTournamentToken, 201),
    RequestSpec(body=NewTournamentTokenSchema(), example={"kind": "player", "player": "player-7"}),
    cost=5,
    problems=["tournament.forbidden", "idempotency.reused"],
    writes=True,
)
def create_tournament_token(call: Call, new: NewTournamentToken) -> HttpAnswer:
    """Create a token of a tournament, for an official or a player.

    Officials act under pseudonyms that are numbered on, such as `scorer-2`. A result from paper is confirmed by another
    pseudonym than entered it, so each person needs a token of their own.
    """
    tournament = call.tournament.tournament
    if (new.kind == PLAYER) != (new.player is not None):
        raise Misuse("a player's token names its player, and no other does", place="player")
    token, entry, pseudonym, replayed = create_tournament_token_once(
        call.context, tournament, call.attempt, kind=new.kind, pseudonym=new.player, seconds=new.expires_in
    )
    created = CreatedTournamentToken(
        token=token,
        kind=new.kind,
        tournament=tournament,
        pseudonym=pseudonym,
        expires=None if entry.expires is None else time_text(entry.expires),
    )
    return answer(created, 201, **replay_header(replayed))


def _handler(call: Call) -> TournamentHandler:
    return TournamentHandler(tournament_store(call.context), now_ms)


def _pseudonym(call: Call) -> str:
    return SERVICE if call.tournament.relation == SERVICE else call.principal.pseudonym


def _current_tournament(call: Call) -> VisibleTournament:
    """Return the tournament as it is now, as far as the caller may know of it."""
    return VisibleTournament(tournament_store(call.context), call.tournament.tournament, call.principal, now_ms())


def _handled_events(visible: VisibleTournament, handled: HandledEvents) -> Sequence[NumberedTournamentEvent]:
    return visible.events[handled.first - 1 : handled.last] if handled.first else ()
