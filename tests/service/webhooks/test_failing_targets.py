"""Failing targets: backoff, isolation of other webhooks, deactivation, and no lost line."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from service.access.tokens import digest_of
from service.feed.feed_reader import FeedReader
from service.signing.key_file import key_path
from service.signing.rotation import rotate_key
from service.store.entries.entry_sql import UnreadableEntry
from service.webhooks.backoff import FAILURES_BEFORE_PAUSE, TARGET_PAUSE_MAX_MS, Backoff
from tests.service.webhooks.conftest import Post, opened
from tests.service.webhooks.receiver import Receiver
from tests.waiting import wait_until

Target = Callable[..., Receiver]
USUAL = Backoff("5,300,1800,7200,18000,36000,50400,72000,86400")


def test_pauses_between_attempts_grow_up_to_the_last_attempt() -> None:
    found = [USUAL.retry_pause(tries) for tries in range(1, 11)]
    assert found[-1] is None
    waited = [pause for pause in found if pause is not None]
    assert waited == sorted(waited)
    assert 5000 <= waited[0] <= 6000
    assert sum(waited) >= 3 * 86_400_000
    assert [USUAL.target_pause(failures) for failures in range(FAILURES_BEFORE_PAUSE)] == [None] * FAILURES_BEFORE_PAUSE
    assert max(USUAL.target_pause(failures) or 0 for failures in range(100)) <= TARGET_PAUSE_MAX_MS * 1.2
    assert not USUAL.is_exhausted(5, 10**12)
    assert not USUAL.is_exhausted(100, 4 * 86_400_000)
    assert USUAL.is_exhausted(100, 5 * 86_400_000)


def test_a_hanging_target_delays_no_other_webhook(tmp_path: Path, target: Target) -> None:
    left = threading.Event()
    hangs, good = target(lambda *_: 204 * left.wait(20)), target()
    with opened(tmp_path) as post:
        for _ in range(3):
            post.hook(hangs.url)
        post.hook(good.url)
        for _ in range(5):
            post.api.match()
        wait_until(lambda: hangs.came)
        match = post.api.match()
        version = post.api.get(match.at)["version"]
        wait_until(lambda: (match.game, version) in good.events(), seconds=8)
        assert hangs.taken == []
        left.set()


def test_a_failing_target_gets_few_requests_for_many_games(tmp_path: Path, target: Target) -> None:
    receiver = target(lambda *_: 500)
    with opened(tmp_path, webhook_pauses="300,300") as post:
        hook = post.hook(receiver.url)
        for _ in range(12):
            post.api.match()
        post.until(hook, lambda seen: seen["failing_since"])
        wait_until(lambda: len(receiver.came) >= FAILURES_BEFORE_PAUSE)
        other = target()
        post.hook(other.url)
        post.api.match()
        wait_until(lambda: other.taken)
        assert len(receiver.came) <= 4, "the limit of simultaneous attempts"
        assert post.seen(hook)["waiting"]["games"] <= 4
        receiver.answers = lambda *_: 204
        post.api.post(f"/v1/webhooks/{hook['id']}/resume", post.api.service)
        games = len(post.api.get("/v1/games", post.api.service)["games"])
        wait_until(lambda: len({game for game, _ in receiver.events()}) == games)


def test_a_webhook_is_turned_off_after_long_failure_and_resumes_without_loss(tmp_path: Path, target: Target) -> None:
    failing = True
    receiver = target(lambda *_: 500 if failing else 204)
    with opened(tmp_path, webhook_pauses="0.02,0.02") as post:
        hook = post.hook(receiver.url)
        made = [post.api.match() for _ in range(3)]
        post.until(hook, lambda seen: (seen["state"], seen["reason"]) == ("off", "failing"))
        wait_until(lambda: not post.duty._under_way)  # what is accepted after the webhook is off is sent again
        failing = False
        at = f"/v1/webhooks/{hook['id']}"
        dead = post.api.get(f"{at}/dead-letters", post.api.service)["letters"]
        post.api.post(f"{at}/dead-letters", post.api.service)  # a change while messages are under way would repeat them
        post.api.post(f"{at}/resume", post.api.service)
        expected = {(one.game, n) for one in made for n in range(1, post.api.get(one.at)["version"] + 1)}
        wait_until(lambda: {*receiver.events()} == expected, f"{len(dead)} were given up")
        assert len(receiver.events()) == len(expected)


def test_a_webhook_with_unreadable_lines_delays_no_other_webhook(
    post: Post, target: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, damaged, well = FeedReader.read, target(), target()
    token = post.api.token("service")

    def failing_read(feed: FeedReader, audience: str, *more: Any, **asked: Any) -> Any:
        if audience == digest_of(token):
            raise UnreadableEntry("a line of it is damaged")
        return read(feed, audience, *more, **asked)

    monkeypatch.setattr(FeedReader, "read", failing_read)
    post.hook(damaged.url, token)
    post.hook(well.url)
    match = post.api.match()
    version = post.api.get(match.at)["version"]
    wait_until(lambda: len(well.taken) == version)
    assert damaged.came == []


def test_a_target_that_answers_410_is_turned_off(post: Post, target: Target) -> None:
    receiver = target(lambda *_: 410)
    hook = post.hook(receiver.url)
    post.api.match()
    post.until(hook, lambda seen: (seen["state"], seen["reason"]) == ("off", "gone"))
    assert post.seen(hook)["next_try"] is None


def test_retry_after_of_a_target_is_respected(tmp_path: Path, target: Target) -> None:
    def later(_: Any, handler: Any) -> None:
        handler.send_response(429)
        handler.send_header("retry-after", "3600")
        handler.send_header("content-length", "0")
        handler.end_headers()

    receiver, other = target(later), target()
    with opened(tmp_path, webhook_pauses="0.02") as post:
        hook = post.hook(receiver.url)
        match = post.api.match()
        post.until(hook, lambda seen: seen["last_failure"] == {"status": 429, "fault": "answer"})
        post.hook(other.url)
        post.api.trade(match)
        wait_until(lambda: other.taken)
        assert len(receiver.came) == 1
        assert post.seen(hook)["next_try"] > post.seen(hook)["failing_since"]


def test_after_a_key_rotation_the_old_and_the_new_secret_verify(
    tmp_path: Path, target: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HARICOT_KEY_FILE", str(tmp_path / "key"))
    monkeypatch.setattr("service.webhooks.delivery_worker.KEY_CACHE_SECONDS", 0.0)
    receiver = target()
    with opened(tmp_path / "store") as post:
        hook = post.hook(receiver.url)
        match = post.api.match()
        post.api.sign(match.game)
        former = rotate_key(post.api.context.store, key_path()).former
        secret = post.api.get(f"/v1/webhooks/{hook['id']}/secret", post.api.service)["secret"]
        assert secret != hook["secret"]
        post.api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
        wait_until(lambda: any(one.message["type"] == "game_voided.1" for one in receiver.taken))
        last = receiver.taken[-1]
        for one in (hook["secret"], secret):
            Webhook(one).verify(last.body, dict(last.headers))
        former.unlink()
        other = post.api.match()
        wait_until(lambda: any(one.message["data"]["game"] == other.game for one in receiver.taken))
        last = receiver.taken[-1]
        Webhook(secret).verify(last.body, dict(last.headers))
        with pytest.raises(WebhookVerificationError):
            Webhook(hook["secret"]).verify(last.body, dict(last.headers))
