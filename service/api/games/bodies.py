"""Bodies that people write: new games, forks, remarks, tokens, reasons, players."""

from typing import Any, Final

from marshmallow import ValidationError, fields, validate, validates_schema

from domain.clock_terms import AT_ZERO, BUDGETS, SECONDS_MAX, ClockTerms
from domain.deal_commitments import LEVELS, TERM_MAX, TERM_MIN
from domain.disputes.events import TERM_LONGEST, TERM_SHORTEST, TermsSet
from domain.editions import EDITIONS
from domain.values import Value
from replay.fork import EXACT, REDEAL
from service.access.tokens import TOKEN_KINDS
from service.api.games.metadata_bodies import KEEPABLE, external_id_field, metadata_field
from service.api.games.person_schemas import A_PERSON, SEATS_MAX, PlayerName
from service.http.marshmallow_bodies import LimitedList, MarshmallowBody, StrictBoolean, StrictNumber
from service.http.query_params import N_MAX
from service.lifecycle.bots import BOTS
from service.lifecycle.new_game import (
    DELAY_MAX_EVENTS,
    DELAY_MAX_SECONDS,
    PACE_MAX_SECONDS,
    PATIENCE_MAX_SECONDS,
    TABLES_MAX,
    NewGame,
    SeatRequest,
    SpectatorDelay,
)

YEAR_SECONDS: Final = 31_536_000
_SECONDS: Final = validate.Range(1, SECONDS_MAX)


def _one_of(words: Any) -> validate.OneOf:
    return validate.OneOf(words, error=f"it is one of {', '.join(words)}")


class SeatRequestSchema(MarshmallowBody):
    """Who is to sit at a seat: a human, or a bot of this strength. `name` is the public name, `person` their id."""

    value = SeatRequest
    kind = fields.String(validate=_one_of(["human", "bot"]))
    bot = fields.String(validate=_one_of(BOTS))
    name = PlayerName()
    person = fields.String(validate=A_PERSON)

    @validates_schema
    def _fits(self, members: dict[str, Any], **_: Any) -> None:
        if members["bot"] is not None and members["kind"] != "bot":
            raise ValidationError(f"bots are {', '.join(BOTS)}, and sit where the kind is `bot`", "bot")


class NewSpectatorDelaySchema(MarshmallowBody):
    """The delay for spectators, in events or in seconds."""

    value = SpectatorDelay
    events = fields.Integer(strict=True, validate=validate.Range(0, DELAY_MAX_EVENTS))
    seconds = StrictNumber(validate=validate.Range(0, DELAY_MAX_SECONDS))


class NewTermsSchema(MarshmallowBody):
    """For how many seconds after the end the result can be protested against, and a ruling appealed."""

    value = TermsSet
    protest = fields.Integer(strict=True, validate=validate.Range(TERM_SHORTEST, TERM_LONGEST))
    appeal = fields.Integer(strict=True, validate=validate.Range(TERM_SHORTEST, TERM_LONGEST))


class NewClockSchema(MarshmallowBody):
    """The clock of a game: its budgets in seconds, of which there is at least one, and what happens at zero.

    `turn` is what a seat has in each turn, `trading` what all have for the trading of a turn, `game` what a seat has
    beside for the whole game. `grace` is added once for a seat whose stream is lost.
    """

    value = ClockTerms
    turn = fields.Integer(strict=True, validate=_SECONDS)
    trading = fields.Integer(strict=True, validate=_SECONDS)
    game = fields.Integer(strict=True, validate=_SECONDS)
    grace = fields.Integer(strict=True, validate=_SECONDS)
    at_zero = fields.String(validate=_one_of(AT_ZERO))

    @validates_schema
    def _fits(self, members: dict[str, Any], **_: Any) -> None:
        if all(members.get(budget) is None for budget in BUDGETS):
            raise ValidationError(f"a clock has at least one budget: {', '.join(BUDGETS)}")


class OptionValue(fields.Field[bool | int | str]):
    """The value of an option: true or false, a whole number, or a word."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **more: Any) -> bool | int | str:  # noqa: ARG002  # the library's
        if not isinstance(value, bool | int | str):
            raise ValidationError("this is true or false, a whole number, or a word")
        return value


class NewGameSchema(MarshmallowBody):
    """A game to be made. Seats that are not listed are for humans. `pace` is how many seconds a bot takes for a move.

    For `patience` seconds a bot keeps its trading open for people whom it made an offer; 0 is for programs that answer
    nothing. `level` says how the deal is made, with a `term` in seconds for revealing shares, or the organiser's
    `contribution`. In a duplicate, `tables` is the number of tables, which share the contribution. The `dispute_terms`
    are public and never change. Without `hints` the page of the game helps no seat. With a `clock` time runs from the
    first move on.
    """

    value = NewGame
    edition = fields.String(validate=_one_of(EDITIONS))
    players = fields.Integer(strict=True)
    options = fields.Dict(
        keys=fields.String(),
        values=OptionValue(metadata={"anyOf": [{"type": kind} for kind in ("boolean", "integer", "string")]}),
    )
    seats = LimitedList(fields.Nested(SeatRequestSchema), items_max=SEATS_MAX)
    start = fields.String(validate=_one_of(["now", "when_seated"]))
    practice = StrictBoolean()
    seed = fields.String()
    private = StrictBoolean()
    pace = StrictNumber(validate=validate.Range(0, PACE_MAX_SECONDS))
    patience = StrictNumber(validate=validate.Range(0, PATIENCE_MAX_SECONDS))
    spectator_delay = fields.Nested(NewSpectatorDelaySchema, allow_none=True)
    level = fields.String(validate=_one_of(LEVELS))
    term = fields.Integer(strict=True, validate=validate.Range(TERM_MIN, TERM_MAX))
    contribution = fields.String()
    person = fields.String(validate=A_PERSON)
    tables = fields.Integer(strict=True, validate=validate.Range(1, TABLES_MAX))
    dispute_terms = fields.Nested(NewTermsSchema)
    clock = fields.Nested(NewClockSchema, allow_none=True)
    external_id = external_id_field()
    metadata = metadata_field()
    hints = StrictBoolean()

    @validates_schema(skip_on_field_errors=False, pass_original=True)
    def _fits(self, members: dict[str, Any], sent: Any, **_: Any) -> None:
        """Check what depends on two members, in any state of the others. So both are read as they were sent."""
        if not isinstance(sent, dict):
            return
        wrong = {}
        players, seats = members.get("players"), sent.get("seats")
        if isinstance(seats, list) and seats and players not in (None, len(seats)):
            wrong["seats"] = [f"{players} players need {players} seats, not {len(seats)}"]
        if members.get("seed") is not None and sent.get("practice", False) is False:
            wrong["seed"] = ["only practice games can be dealt from a given seed"]
        if wrong:
            raise ValidationError(wrong)


class NewFork(Value):
    """Where and how to fork, for which dispute, and who is to sit there; without seats, humans."""

    at: int
    mode: str = "exact"
    dispute: int | None = None
    person: str | None = None
    seats: tuple[SeatRequest, ...] = ()


class NewForkSchema(MarshmallowBody):
    """Where and how to fork, and who is to sit there; without seats, humans.

    `exact` keeps the hidden cards as they are. `redeal` deals all cards again that this view could not know; by an
    arbiter's order on a `dispute`, those that no seat could know. `person` is the id of its organiser.
    """

    value = NewFork
    at = fields.Integer(strict=True, validate=validate.Range(1, N_MAX))
    mode = fields.String(validate=_one_of([EXACT, REDEAL]))
    dispute = fields.Integer(strict=True, validate=validate.Range(1, N_MAX))
    person = fields.String(validate=A_PERSON)
    seats = LimitedList(fields.Nested(SeatRequestSchema), items_max=SEATS_MAX)


class NewToken(Value):
    """A token asked for."""

    game: str
    kind: str
    seat: int | None = None
    expires_in: int | None = None
    reason: str | None = None
    person: str | None = None


class NewTokenSchema(MarshmallowBody):
    """A token to be made: `seat`, `spectator`, `organiser` or `arbiter`; an arbiter's needs a reason."""

    value = NewToken
    game = fields.String()
    kind = fields.String(validate=_one_of(TOKEN_KINDS))
    seat = fields.Integer(strict=True)
    expires_in = fields.Integer(strict=True, validate=validate.Range(1, YEAR_SECONDS))
    reason = fields.String(validate=[validate.Length(min=1, max=500), KEEPABLE])
    person = fields.String(validate=A_PERSON)


class RevokeTokenRequest(Value):
    """The token to be revoked."""

    token: str


class RevokeTokenRequestSchema(MarshmallowBody):
    """The token to be revoked."""

    value = RevokeTokenRequest
    token = fields.String()


class VoidReason(Value):
    """The reason."""

    reason: str


class VoidReasonSchema(MarshmallowBody):
    """The reason."""

    value = VoidReason
    reason = fields.String(validate=[validate.Length(min=1, max=500), KEEPABLE])


class OptionalReasonSchema(MarshmallowBody):
    """The reason, if there is one."""

    value = VoidReason
    optional = True
    reason = fields.String(load_default="", validate=[validate.Length(max=500), KEEPABLE])
