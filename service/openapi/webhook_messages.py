"""The messages of webhooks in the description, in the section of OpenAPI 3.1 for them."""

from typing import Annotated, Any, Final

import msgspec

from domain.values import Value
from service.api.text_types import REF, Timestamp
from service.webhooks.messages import PING

Schema = dict[str, Any]
_HEADERS: Final = {
    "webhook-id": "The id of the message, the same in every retry: store it to recognise repeated messages",
    "webhook-timestamp": "When it is sent, in seconds since 1970",
    "webhook-signature": "`v1,` and the signature in base64; several are separated by spaces: one must be valid",
}
_ANSWERS: Final = {
    "2XX": {"description": "The message is accepted."},
    "410": {"description": "The receiver wants no more messages: the service ends the webhook."},
    "default": {"description": "The service retries later."},
}


class WebhookBeside(Value):
    """The extra data of a message that `tell` asked for."""

    names: list[str | None] | msgspec.UnsetType = msgspec.UNSET
    external_id: str | msgspec.UnsetType | None = msgspec.UNSET
    metadata: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class WebhookPing(Value):
    """A test message that was asked for."""

    type: Annotated[str, msgspec.Meta(pattern=f"^{PING}$")]
    timestamp: Timestamp
    data: dict[str, str]


MESSAGE: Final[Schema] = {
    "description": "A line of the feed as a message of its own.",
    "type": "object",
    "required": ["type", "timestamp", "data"],
    "properties": {
        "type": {"type": "string"},
        "timestamp": {"type": "string", "format": "date-time"},
        "data": {"allOf": [{"$ref": REF.format(name=name)} for name in ("FeedLine", "WebhookBeside")]},
    },
}
"""The schema `WebhookMessage`."""


def describe_webhooks() -> dict[str, Any]:
    """Return the section `webhooks` of the description."""
    lines = "A line of the feed, sent to each webhook that selects it until it is accepted"
    ping = "What `POST /v1/webhooks/{webhook}/ping` sends"
    return {
        "line": {"post": _message_operation("receive_line", "WebhookMessage", lines)},
        "ping": {"post": _message_operation("receive_ping", "WebhookPing", ping)},
    }


def _message_operation(operation: str, schema: str, summary: str) -> Schema:
    headers = [
        {"in": "header", "name": name, "description": description, "required": True, "schema": {"type": "string"}}
        for name, description in _HEADERS.items()
    ]
    return {
        "operationId": operation,
        "summary": summary,
        "description": "The message is signed as Standard Webhooks describes: verify the signature with the raw body. "
        "Respond within ten seconds.",
        "tags": ["integration"],
        "security": [{}],
        "parameters": headers,
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"$ref": REF.format(name=schema)}}},
        },
        "responses": _ANSWERS,
    }
