"""The messages of a webhook: lines of the feed in the format of Standard Webhooks, with requested extra data."""

import os
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from replay.codec import time_text
from replay.proofs.signed_notes import SigningKey
from service.access.context import Context
from service.feed.feed_reader import EVENT, FeedLine
from service.lifecycle.external_metadata import notes_in
from service.ops.clock import now_ms
from service.store.entries.feed_entries import TOURNAMENT
from service.store.entries.tenants import GameMaker
from service.store.entries.webhook_entries import Webhook
from service.webhooks.secrets import signatures

NAMES: Final = "names"
METADATA: Final = "metadata"
EXTRA_DATA: Final = (NAMES, METADATA)
"""The extra data that a webhook may request: the names of the seats, and its token's notes on the game."""
PING: Final = "ping"
_USER_AGENT: Final = "haricot-webhooks"


class Message(NamedTuple):
    """A message without its signature. Retries have the same `id`."""

    id: str
    body: bytes


def message_of(context: Context, hook: Webhook, line: FeedLine) -> Message:
    """Return the message of a line."""
    entry, extra_data = line.entry, dict[str, Any]()
    tell = hook.tell.split()
    if line.kind == EVENT and NAMES in tell:
        extra_data["names"] = context.feed.names(entry)
    if METADATA in tell and line.kind != TOURNAMENT:
        for made in context.register.find_entries(GameMaker, game=entry.game):
            if made.token == hook.token:
                notes = notes_in(made)
                extra_data |= {"external_id": notes.external_id, "metadata": notes.metadata}
    data = line.json if not extra_data else line.json[:-1] + b"," + msgspec.json.encode(extra_data)[1:]
    head = {"type": line.type or line.kind, "timestamp": time_text(entry.at)}
    body = msgspec.json.encode({**head, "data": msgspec.Raw(data)})
    return Message(f"msg_{entry.id}_{line.at.n}", body)  # no full stop in the id: it separates the signed parts


def ping() -> Message:
    """Return a test message without content."""
    body = {"type": PING, "timestamp": time_text(now_ms()), "data": {}}
    return Message(f"msg_ping_{os.urandom(9).hex()}", msgspec.json.encode(body))


def headers_of(hook: Webhook, message: Message, keys: Sequence[SigningKey]) -> dict[str, str]:
    """Return the headers of a message, with its signature as of now."""
    seconds = now_ms() // 1000
    return {
        "content-type": "application/json",
        "user-agent": _USER_AGENT,
        "webhook-id": message.id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": signatures(keys, hook, message.id, seconds, message.body),
    }
