"""Delivery of webhooks: each event until it is accepted, in order for each game."""

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from service.signing.key_file import key_path
from service.webhooks.addresses import Networks
from service.webhooks.delivery_worker import DeliveryWorker
from service.webhooks.sender import MessageSender
from tests.service.webhooks.conftest import HERE, Post, opened
from tests.service.webhooks.receiver import Receiver, Taken
from tests.waiting import wait_until

Target = Callable[..., Receiver]


def in_order(events: list[tuple[str, int]]) -> bool:
    """Return whether the events of each game arrived in order, each once."""
    found = defaultdict[str, list[int]](list)
    for game, n in events:
        found[game].append(n)
    return all(numbers == sorted(set(numbers)) for numbers in found.values())


def public(post: Post, *matches: Any) -> set[tuple[str, int]]:
    """Return the public events of these games."""
    return {
        (match.game, one["n"]) for match in matches for one in post.api.get(f"{match.at}/events?limit=1000")["events"]
    }


def test_a_webhook_gets_every_event_once_in_the_order_of_its_game(post: Post, target: Target) -> None:
    receiver = target()
    before = post.api.match()
    hook = post.hook(receiver.url)
    one, other = post.api.match(), post.api.match()
    post.api.trade(one)
    post.api.trade(other)
    expected = public(post, one, other)
    wait_until(lambda: len(receiver.taken) >= len(expected))
    assert {*receiver.events()} == expected
    assert in_order(receiver.events())
    assert before.game not in {game for game, _ in receiver.events()}
    post.until(hook, lambda seen: seen["last_success"] and not seen["waiting"]["lines"])


def test_a_failed_delivery_delays_only_its_own_game(post: Post, target: Target) -> None:
    bad = post.api.match()
    good = post.api.match()
    failing = True

    def answers(one: Taken, _: Any) -> int:
        return 500 if failing and one.event[0] == bad.game and one.event[1] > 3 else 204

    receiver = target(answers)
    hook = post.hook(receiver.url, after="beginning")
    post.api.trade(bad)
    post.api.trade(good)
    wait_until(lambda: public(post, good) <= {*receiver.events()})
    assert max(n for game, n in receiver.events() if game == bad.game) == 3
    post.until(hook, lambda seen: seen["waiting"]["games"] == 1)
    failing = False
    wait_until(lambda: {*receiver.events()} == public(post, bad, good))
    assert in_order(receiver.events())
    post.until(hook, lambda seen: seen["waiting"] == {"games": 0, "lines": 0})


def test_a_line_that_always_fails_becomes_a_dead_letter_and_its_game_continues(tmp_path: Path, target: Target) -> None:
    with opened(tmp_path, webhook_pauses="0.02,0.02,0.02") as post:
        give_up_and_go_on(post, target)


def give_up_and_go_on(post: Post, target: Target) -> None:
    """Refuse one line until it is a dead letter, then accept it."""
    match = post.api.match()
    refused = True
    receiver = target(lambda one, _: 500 if refused and one.event == (match.game, 4) else 204)
    hook = post.hook(receiver.url, after="beginning")
    post.until(hook, lambda seen: seen["dead_letters"] == 1)
    wait_until(lambda: {*receiver.events()} == public(post, match) - {(match.game, 4)})
    (letter,) = post.api.get(f"/v1/webhooks/{hook['id']}/dead-letters", post.api.service)["letters"]
    assert (letter["game"], letter["tries"], letter["failure"]) == (match.game, 4, {"status": 500, "fault": "answer"})
    assert receiver.events(came=True).count((match.game, 4)) == 4
    refused = False
    post.api.post(f"/v1/webhooks/{hook['id']}/dead-letters", post.api.service)
    wait_until(lambda: (match.game, 4) in receiver.events())
    post.until(hook, lambda seen: seen["dead_letters"] == 0)


def test_without_webhooks_events_do_not_wake_the_delivery_worker(post: Post, target: Target) -> None:
    worker = DeliveryWorker(post.api.context, key_path(), MessageSender(Networks(HERE), allow_http=True))
    worker.turn(may_send=False)
    worker._on_event("a game")
    assert not worker._wake_up.is_set()
    post.hook(target().url)
    worker._hooks_loaded_at = float("-inf")
    worker.turn(may_send=False)
    worker._on_event("a game")
    assert worker._wake_up.is_set()
