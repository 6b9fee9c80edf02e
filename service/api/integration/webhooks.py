"""Webhooks: lines of the feed are sent to other servers until they are accepted."""

from functools import cache
from typing import Final

from service.access.context import Context
from service.api.integration.webhook_schemas import (
    CreatedWebhook,
    NewWebhookSchema,
    PingResult,
    ReplayFrom,
    ReplayFromSchema,
    SecretChangeSchema,
    WebhookList,
    WebhookSecret,
    WebhookSeen,
    delivery_failure,
    time_or_none,
    webhook_members,
)
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, replay_header
from service.ops.clock import now_ms
from service.problems import Problem
from service.signing.key_file import KeyFileProblem, key_path
from service.store.entries.webhook_entries import Webhook
from service.webhooks import hooks
from service.webhooks.addresses import Networks
from service.webhooks.messages import headers_of, ping
from service.webhooks.secret_rotation import FORMER_SECRET_SECONDS, SecretChange, rotate_secret
from service.webhooks.secrets import available_keys, secret_text
from service.webhooks.sender import MessageSender

PINGS_COST: Final = 20
EXAMPLE: Final = {
    "url": "https://chat.example.org/haricot",
    "types": ["game_started.1", "game_ended.1"],
    "tell": ["names"],
    "note": "the bot of our chat",
}
webhooks = Operations()


@cache
def _sender(networks: tuple[str, ...], plain: bool) -> MessageSender:
    return MessageSender(Networks(networks), allow_http=plain)


@webhooks.operation(
    "POST",
    "/webhooks",
    "create_webhook",
    ResponseSpec(CreatedWebhook, 201),
    RequestSpec(body=NewWebhookSchema(), example=EXAMPLE),
    cost=5,
    problems=["feed.cursor", "idempotency.reused", "webhook.limit"],
    writes=True,
)
def create_webhook(call: Call, wish: hooks.WebhookWish) -> HttpAnswer:
    """Create a webhook that receives lines of the feed.

    Messages are signed as Standard Webhooks describes. Each line that `GET /v1/feed` returns to the same token is sent
    as one message until it is accepted: at least once, in order for each game. Retries of a message have the same
    `webhook-id`. A message holds no names of players and no notes of a game unless `tell` asks for them. Erasures are
    sent with any `types`.
    """
    hook, secret, replayed = hooks.make_webhook(call.context, call.principal, call.attempt, wish)
    return answer(CreatedWebhook(secret=secret, **webhook_members(call.context, hook)), 201, **replay_header(replayed))


@webhooks.operation("GET", "/webhooks", "list_webhooks", ResponseSpec(WebhookList))
def list_webhooks(call: Call) -> HttpAnswer:
    """List the webhooks of the token that is sent.

    They are listed oldest first. Webhooks of other tokens are hidden.
    """
    answers = [_webhook_answer(call.context, hook) for hook in hooks.webhooks_of(call.context, call.principal)]
    return answer(WebhookList(webhooks=answers), Vary="Authorization")


@webhooks.operation("GET", "/webhooks/<webhook>", "get_webhook", ResponseSpec(WebhookSeen), problems=["not-found"])
def get_webhook(call: Call) -> HttpAnswer:
    """Get a webhook and its state.

    `cursor` is that of the line of the feed up to which every line was accepted, waits, or was given up.
    """
    return answer(_webhook_answer(call.context, _hook(call)), Vary="Authorization")


@webhooks.operation("DELETE", "/webhooks/<webhook>", "delete_webhook", ResponseSpec(None, 204), problems=["not-found"])
def delete_webhook(call: Call) -> HttpAnswer:
    """Delete a webhook.

    It is deleted at once, with everything that waits there.
    """
    hooks.delete_webhook(call.context, call.principal, call.args["webhook"])
    return HttpAnswer(status=204)


@webhooks.operation(
    "GET", "/webhooks/<webhook>/secret", "get_webhook_secret", ResponseSpec(WebhookSecret), problems=["not-found"]
)
def get_webhook_secret(call: Call) -> HttpAnswer:
    """Get the current secret of a webhook.

    It changes with the service's key. While the former key file exists, each message is signed with both.
    """
    return _secret(call, _hook(call))


@webhooks.operation(
    "POST",
    "/webhooks/<webhook>/rotate-secret",
    "rotate_webhook_secret",
    ResponseSpec(WebhookSecret),
    RequestSpec(body=SecretChangeSchema(), example={"keep_former": FORMER_SECRET_SECONDS}),
    cost=5,
    problems=["not-found", "idempotency.reused"],
    writes=True,
)
def rotate_webhook_secret(call: Call, change: SecretChange) -> HttpAnswer:
    """Rotate the secret of one webhook.

    For `keep_former` seconds, by default a day, each message is signed with both the new and the former secret. A
    receiver may verify with either. 0 ends the former secret at once. Only the latest former secret is used: a further
    change within that time ends the one before. Send an `Idempotency-Key`, so that a retry changes nothing.
    """
    hook, replayed = rotate_secret(call.context, call.principal, call.attempt, call.args["webhook"], change)
    return _secret(call, hook, **replay_header(replayed))


@webhooks.operation(
    "POST",
    "/webhooks/<webhook>/pause",
    "pause_webhook",
    ResponseSpec(WebhookSeen),
    problems=["not-found", "game.conflict"],
)
def pause_webhook(call: Call) -> HttpAnswer:
    """Pause a webhook.

    No line is lost: it continues at the same place when it is resumed.
    """
    return answer(
        _webhook_answer(call.context, hooks.pause_webhook(call.context, call.principal, call.args["webhook"]))
    )


@webhooks.operation(
    "POST",
    "/webhooks/<webhook>/resume",
    "resume_webhook",
    ResponseSpec(WebhookSeen),
    problems=["not-found", "game.conflict"],
)
def resume_webhook(call: Call) -> HttpAnswer:
    """Resume a webhook that is paused or was ended.

    Everything that waits is tried at once.
    """
    return answer(
        _webhook_answer(call.context, hooks.resume_webhook(call.context, call.principal, call.args["webhook"]))
    )


@webhooks.operation(
    "POST",
    "/webhooks/<webhook>/replay",
    "replay_webhook",
    ResponseSpec(WebhookSeen),
    RequestSpec(body=ReplayFromSchema(), example={"after": hooks.BEGINNING}),
    cost=5,
    problems=["not-found", "feed.cursor", "game.conflict"],
)
def replay_webhook(call: Call, wish: ReplayFrom) -> HttpAnswer:
    """Send a webhook again what came after a cursor.

    The cursor is that of a line, or `beginning`. Each message has the same `webhook-id` as before.
    """
    hook = hooks.replay_webhook(call.context, call.principal, call.args["webhook"], wish.after)
    return answer(_webhook_answer(call.context, hook))


@webhooks.operation(
    "POST",
    "/webhooks/<webhook>/ping",
    "ping_webhook",
    ResponseSpec(PingResult),
    cost=PINGS_COST,
    problems=["not-found"],
)
def ping_webhook(call: Call) -> HttpAnswer:
    """Send a test message once and return its result.

    Its type is `ping`. The response waits for it, for ten seconds at most.
    """
    hook = _hook(call)
    try:
        keys = available_keys(call.context.store, key_path())
    except KeyFileProblem as error:
        raise Problem("unavailable", "the service cannot read the key that signs webhooks") from error
    message = ping()
    settings = call.context.settings
    outcome = _sender(settings.webhook_networks, settings.webhook_http).send(
        hook.url, headers_of(hook, message, keys), message.body
    )
    return answer(PingResult(taken=outcome.fault is None, failure=delivery_failure(outcome)))


def _secret(call: Call, hook: Webhook, **headers: str) -> HttpAnswer:
    until = hook.former_until if hook.former_until is not None and hook.former_until > now_ms() else None
    secret = secret_text(call.context.store, key_path(), hook)
    shown = WebhookSecret(secret=secret, former_until=time_or_none(until))
    return answer(shown, 200, Cache_Control="no-store", **headers)


def _hook(call: Call) -> Webhook:
    return hooks.webhook_of(call.context, call.principal, call.args["webhook"])


def _webhook_answer(context: Context, hook: Webhook) -> WebhookSeen:
    return WebhookSeen(**webhook_members(context, hook))
