"""The schemas of webhooks."""

from typing import Annotated, Any

from marshmallow import fields, validate

from domain.member_types import one_of
from domain.tournaments.result_events import TOURNAMENT_EVENT_TYPES
from domain.values import Value
from replay.codec import event_types, time_text
from service.access.context import Context
from service.api.games.metadata_bodies import KEEPABLE
from service.api.response_schemas import Answer
from service.api.text_types import Timestamp
from service.http.marshmallow_bodies import LimitedList, MarshmallowBody
from service.store.entries.feed_entries import subject_id
from service.store.entries.webhook_entries import OFF, ON, PAUSED, DeadLetter, Webhook, webhook_backlog
from service.webhooks.addresses import URL_MAX
from service.webhooks.delivery import REASONS
from service.webhooks.hooks import WebhookWish
from service.webhooks.messages import EXTRA_DATA
from service.webhooks.secret_rotation import FORMER_SECRET_SECONDS_MAX, SecretChange
from service.webhooks.sender import FAULTS, TryOutcome

Fault = Annotated[str, one_of(*FAULTS)]
Tell = Annotated[str, one_of(*EXTRA_DATA)]
LETTERS_MAX = 200
EVENT_TYPES = (*event_types(), *TOURNAMENT_EVENT_TYPES)
"""The types of events in the feed, of games and of tournaments."""
_CURSOR = validate.Length(1, 40)


class DeliveryFailure(Answer):
    """Why a message was not accepted: the status of the target, if it answered, and the fault."""

    status: int | None
    fault: Fault


class WaitingLines(Answer):
    """What could not be sent yet and will be retried: waiting games, and how many lines of them."""

    games: int
    lines: int


class WebhookSeen(Answer):
    """A webhook and its state, without its secret."""

    id: str
    url: str
    types: tuple[str, ...]
    game: str | None
    tell: tuple[Tell, ...]
    note: str | None
    tournament: str | None
    created: Timestamp
    state: Annotated[str, one_of(ON, PAUSED, OFF)]
    reason: Annotated[str, one_of(*REASONS)] | None
    cursor: str | None
    waiting: WaitingLines
    dead_letters: int
    last_success: Timestamp | None
    failing_since: Timestamp | None
    last_failure: DeliveryFailure | None
    next_try: Timestamp | None


class CreatedWebhook(WebhookSeen):
    """A webhook, with its secret."""

    secret: str


class WebhookList(Answer):
    """The webhooks of a token, oldest first."""

    webhooks: list[WebhookSeen]


class WebhookSecret(Answer):
    """The secret of a webhook under the present key, and until when its former secret is used as well."""

    secret: str
    former_until: Timestamp | None


class PingResult(Answer):
    """The result of a test message: whether it was accepted, and the reason if not."""

    taken: bool
    failure: DeliveryFailure | None


class DeadLetterSeen(Answer):
    """A line that was given up after this many tries. `sending` is true while it is sent again."""

    cursor: str
    game: str
    type: str
    tries: int
    given_up: Timestamp
    failure: DeliveryFailure | None
    sending: bool


class DeadLetterList(Answer):
    """Dead letters, oldest first, and whether there are more."""

    letters: list[DeadLetterSeen]
    more: bool


class ResendResult(Answer):
    """How many lines will be sent again."""

    sending: int


class ReplayFrom(Value):
    """The place of the feed from which on everything is sent again."""

    after: str


class ResendRequest(Value):
    """The dead letters to send again: those with these cursors, or all."""

    cursors: tuple[str, ...] | None = None


class NewWebhookSchema(MarshmallowBody):
    """A webhook to be made."""

    value = WebhookWish
    url = fields.String(validate=[validate.Length(1, URL_MAX), KEEPABLE])
    types = LimitedList(
        fields.String(validate=validate.OneOf(EVENT_TYPES, error="there is no such event: {input}")),
        items_max=len(EVENT_TYPES),
    )
    game = fields.String(allow_none=True, validate=[validate.Length(1, 200), KEEPABLE])
    after = fields.String(validate=_CURSOR)
    tell = LimitedList(fields.String(validate=validate.OneOf(EXTRA_DATA)), items_max=len(EXTRA_DATA))
    note = fields.String(allow_none=True, validate=[validate.Length(min=1, max=200), KEEPABLE])
    tournament = fields.String(allow_none=True, validate=[validate.Length(1, 200), KEEPABLE])


class SecretChangeSchema(MarshmallowBody):
    """How to change a webhook's secret."""

    value = SecretChange
    optional = True
    keep_former = fields.Integer(strict=True, validate=validate.Range(0, FORMER_SECRET_SECONDS_MAX))


class ReplayFromSchema(MarshmallowBody):
    """From where on to send again."""

    value = ReplayFrom
    after = fields.String(validate=_CURSOR)


class ResendRequestSchema(MarshmallowBody):
    """Which dead letters to send again."""

    value = ResendRequest
    optional = True
    cursors = LimitedList(fields.String(validate=_CURSOR), items_max=LETTERS_MAX, allow_none=True)


def webhook_members(context: Context, hook: Webhook) -> dict[str, Any]:
    """Return the members of a webhook with its state."""
    (backlog,) = context.store.query(webhook_backlog, hook.id)
    due = backlog.due if hook.held_until is None else max(backlog.due or 0, hook.held_until)
    return {
        **_same_named_members(hook, WebhookSeen),
        "types": tuple(hook.types.split()),
        "tell": tuple(hook.tell.split()),
        "created": time_text(hook.made),
        "waiting": WaitingLines(games=backlog.games, lines=backlog.lines),
        "dead_letters": backlog.letters,
        "last_success": time_or_none(hook.last_success),
        "failing_since": time_or_none(hook.failing_since),
        "last_failure": delivery_failure(hook),
        "next_try": time_or_none(due) if hook.state == ON else None,
    }


def dead_letter_answer(letter: DeadLetter) -> DeadLetterSeen:
    """Return the public form of a dead letter."""
    return DeadLetterSeen(
        **{**_same_named_members(letter, DeadLetterSeen), "game": subject_id(letter.game)},
        given_up=time_text(letter.at),
        failure=delivery_failure(letter),
        sending=letter.due is not None,
    )


def _same_named_members(row: Webhook | DeadLetter, shape: type[Answer]) -> dict[str, Any]:
    """Return the members of this schema that a row has under the same names."""
    return {name: getattr(row, name) for name in shape.__struct_fields__ if hasattr(row, name)}


def delivery_failure(one: Webhook | DeadLetter | TryOutcome) -> DeliveryFailure | None:
    """Return why the last try failed, or None if it succeeded."""
    return None if one.fault is None else DeliveryFailure(status=one.status, fault=one.fault)


def time_or_none(at: int | None) -> str | None:
    """Return a time in the form of responses."""
    return None if at is None else time_text(at)
