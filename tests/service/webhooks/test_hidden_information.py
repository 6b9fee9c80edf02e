"""Two stores that differ only in hidden information send the same messages."""

from pathlib import Path
from typing import Any

import pytest

from service.feed import audience
from service.store.entries.webhook_entries import DeadLetter, WaitingGame, Webhook
from service.webhooks.backoff import Backoff
from service.webhooks.delivery import Delivery
from service.webhooks.messages import message_of
from service.webhooks.sender import TryOutcome
from tests.long_tests import mostly_long
from tests.service.api.test_hidden_twins import CURSOR, World, worlds

EVERYTHING = {"url": "https://localhost/hook", "after": "beginning", "tell": ["names", "metadata"]}
DRAWN = {"id", "secret", "cursor"}


def sent(world: World) -> tuple[list[bytes], dict[str, Any]]:
    """Return all messages of a webhook, of which every third attempt fails, and the final state of the webhook."""
    api, context = world.api, world.api.context
    made = api.post("/v1/webhooks", world.listener, json=EVERYTHING)
    (hook,) = context.store.find_entries(Webhook, id=made["id"])
    nothing: tuple[list[WaitingGame], list[DeadLetter]] = ([], [])
    delivery, found, now = Delivery(hook, *nothing, context.feed, Backoff("0.001,0.001,0.001")), list[bytes](), 1
    for turn in range(3000):
        delivery.mark_unread()
        delivery.read_lines()
        one = delivery.next_try(now)
        now += 10
        if one is None and delivery.next_due_ms() is None:
            break
        if one is not None:
            found.append(CURSOR.sub(b"", message_of(context, delivery.hook, one.line).body))
            delivery.record_outcome(one, TryOutcome(500, "answer") if turn % 3 == 0 else TryOutcome(204), now)
    context.store.change_entries(delivery.entries)
    seen = api.get(f"/v1/webhooks/{made['id']}", world.listener)
    upto = seen["cursor"].partition(".")[2]
    return found, {"upto": upto} | {name: value for name, value in seen.items() if name not in DRAWN}


def test_webhooks_send_no_hidden_information(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with worlds(tmp_path, monkeypatch) as (one, other, hidden):
        mine, theirs = sent(one), sent(other)
    assert mine == theirs
    assert len(mine[0]) > 30
    assert not any(game.encode() in message for message in theirs[0] for game in hidden)


@pytest.mark.parametrize("leak", mostly_long(["is_fully_public", "names"]))
def test_control_a_leak_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    if leak == "is_fully_public":
        monkeypatch.setattr(audience, "is_fully_public", lambda *_: True)
    else:
        monkeypatch.setattr(audience.Audiences, "names", _names_now)
    with worlds(tmp_path, monkeypatch) as (one, other, _):
        assert sent(one) != sent(other)


def _names_now(audiences: Any, game: str, *_: Any) -> list[Any]:
    """Return the names at the seats for any audience."""
    from service.store.entries.metadata_store import Player  # noqa: PLC0415  # the stored names

    return [one.name for one in sorted(audiences._register.find_entries(Player, game=game), key=lambda one: one.seat)]
