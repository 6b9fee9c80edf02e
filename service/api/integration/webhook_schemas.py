"""The shapes of webhooks."""

from typing import Annotated, Any

from marshmallow import fields, validate

from domain.member_types import one_of
from domain.values import Value
from replay.codec import event_types, time_text
from service.access.context import Context
from service.api.games.metadata_bodies import KEEPABLE
from service.api.response_schemas import Answer
from service.api.text_types import Timestamp
from service.http.marshmallow_bodies import Few, MarshmallowBody
from service.store.entries.webhook_entries import OFF, ON, PAUSED, DeadLetter, Webhook, backlogged
from service.webhooks.addresses import URL_MAX
from service.webhooks.delivery import REASONS
from service.webhooks.hooks import WebhookWish
from service.webhooks.messages import TELLS
from service.webhooks.secret_rotation import KEPT_SECONDS_MAX, SecretChange
from service.webhooks.sender import FAULTS, TryOutcome

Fault = Annotated[str, one_of(*FAULTS)]
Tell = Annotated[str, one_of(*TELLS)]
LETTERS_MAX = 200
_CURSOR = validate.Length(1, 40)


class DeliveryFailure(Answer):
    """Why a message was not taken: what the target answered, if it did, and what is wrong with that."""

    status: int | None
    fault: Fault


class WaitingLines(Answer):
    """What could not be sent yet, and is tried again: games whose next line waits, and how many lines of them."""

    games: int
    lines: int


class WebhookSeen(Answer):
    """A webhook and how it stands, but for its secret."""

    id: str
    url: str
    types: tuple[str, ...]
    game: str | None
    tell: tuple[Tell, ...]
    note: str | None
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
    """What the messages of a webhook are signed with by the key of today, and until when by its former secret too."""

    secret: str
    former_until: Timestamp | None


class PingResult(Answer):
    """What came of a message that tells nothing: whether it was taken, and if not why."""

    taken: bool
    failure: DeliveryFailure | None


class DeadLetterSeen(Answer):
    """A line that was given up after so many tries; `sending` when it is sent again."""

    cursor: str
    game: str
    type: str
    tries: int
    given_up: Timestamp
    failure: DeliveryFailure | None
    sending: bool


class DeadLetterList(Answer):
    """Lines that were given up, oldest first, and whether there are more."""

    letters: list[DeadLetterSeen]
    more: bool


class ResendResult(Answer):
    """How many lines are sent again."""

    sending: int


class ReplayFrom(Value):
    """From which place of the feed on everything is to be sent again."""

    after: str


class ResendRequest(Value):
    """Which lines that were given up are to be sent again; all of them where none is named."""

    cursors: tuple[str, ...] | None = None


class NewWebhookSchema(MarshmallowBody):
    """A webhook to be made."""

    value = WebhookWish
    url = fields.String(validate=[validate.Length(1, URL_MAX), KEEPABLE])
    types = Few(
        fields.String(validate=validate.OneOf(tuple(event_types()), error="there is no such event: {input}")),
        most=len(event_types()),
    )
    game = fields.String(allow_none=True, validate=[validate.Length(1, 200), KEEPABLE])
    after = fields.String(validate=_CURSOR)
    tell = Few(fields.String(validate=validate.OneOf(TELLS)), most=len(TELLS))
    note = fields.String(allow_none=True, validate=[validate.Length(min=1, max=200), KEEPABLE])


class SecretChangeSchema(MarshmallowBody):
    """How a webhook gets a new secret."""

    value = SecretChange
    optional = True
    keep_former = fields.Integer(strict=True, validate=validate.Range(0, KEPT_SECONDS_MAX))


class ReplayFromSchema(MarshmallowBody):
    """From where on to send again."""

    value = ReplayFrom
    after = fields.String(validate=_CURSOR)


class ResendRequestSchema(MarshmallowBody):
    """Which lines to send again."""

    value = ResendRequest
    optional = True
    cursors = Few(fields.String(validate=_CURSOR), most=LETTERS_MAX, allow_none=True)


def seen(context: Context, hook: Webhook) -> dict[str, Any]:
    """Return the members that show a webhook as it stands."""
    (backlog,) = context.store.ask(backlogged, hook.id)
    due = backlog.due if hook.held_until is None else max(backlog.due or 0, hook.held_until)
    return {
        **_by_name(hook, WebhookSeen),
        "types": tuple(hook.types.split()),
        "tell": tuple(hook.tell.split()),
        "created": time_text(hook.made),
        "waiting": WaitingLines(games=backlog.games, lines=backlog.lines),
        "dead_letters": backlog.letters,
        "last_success": moment(hook.last_success),
        "failing_since": moment(hook.failing_since),
        "last_failure": failure(hook),
        "next_try": moment(due) if hook.state == ON else None,
    }


def letter_seen(letter: DeadLetter) -> DeadLetterSeen:
    """Return a line that was given up, as it is shown."""
    return DeadLetterSeen(
        **_by_name(letter, DeadLetterSeen),
        given_up=time_text(letter.at),
        failure=failure(letter),
        sending=letter.due is not None,
    )


def _by_name(row: Webhook | DeadLetter, shape: type[Answer]) -> dict[str, Any]:
    """Return what an answer of this shape tells of a row under the names that the row has itself."""
    return {name: getattr(row, name) for name in shape.__struct_fields__ if hasattr(row, name)}


def failure(one: Webhook | DeadLetter | TryOutcome) -> DeliveryFailure | None:
    """Why it failed, if it did."""
    return None if one.fault is None else DeliveryFailure(status=one.status, fault=one.fault)


def moment(at: int | None) -> str | None:
    """Return a time as it is told."""
    return None if at is None else time_text(at)
