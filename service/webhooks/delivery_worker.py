"""The thread that sends webhooks in the process that holds the lease."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import Final, NamedTuple

from domain.refusals import HaricotError
from replay.proofs.signed_notes import SigningKey
from service.access.context import Context
from service.access.tokens import is_valid
from service.commands.notifier import ChangeKind
from service.ops.clock import now_ms
from service.ops.telemetry import LOG, WEBHOOK_TRIES, WEBHOOKS
from service.store.concurrency.worker_thread import WorkerThread, wake
from service.store.entries.webhook_entries import ON, DeadLetter, WaitingGame, Webhook
from service.store.errors import Conflict
from service.webhooks.backoff import FAILURES_BEFORE_PAUSE, Backoff
from service.webhooks.delivery import REVOKED, Delivery, Try
from service.webhooks.messages import Message, headers_of, message_of
from service.webhooks.secrets import available_keys
from service.webhooks.sender import SENDER_THREADS, MessageSender, TryOutcome

LEASE: Final = "webhooks"
"""The name of the lease. Only the process that holds it works."""
RELOAD_SECONDS: Final = 0.5
"""How often to read the list of webhooks."""
IDLE_SECONDS: Final = 1.0
"""How often to check for new lines without a notification."""
READ_SECONDS: Final = 0.1
"""The least time between two checks for new lines, so that events of many games are read together."""
TURN_SECONDS_MIN: Final = 0.002
"""The least time between two turns."""
WRITE_SECONDS: Final = 0.3
"""How long progress may stay unwritten while lines are in flight."""
KEY_CACHE_SECONDS: Final = 5.0
"""How long signing keys are cached."""
SLOW_TARGET_SECONDS: Final = 1.0
"""A target that takes longer is slow. All slow targets together get half of the threads."""
FAILURE_PAUSE_SECONDS: Final = 10.0
"""How long to pause a webhook if some of its data cannot be read."""
SHUTDOWN_SECONDS: Final = 2.0
"""How long to wait for messages in flight when the process stops."""


class _FinishedTry(NamedTuple):
    """A finished try, its outcome, and how many seconds it took."""

    delivery: Delivery
    one: Try
    outcome: TryOutcome
    seconds: float


class DeliveryWorker:
    """Sends the lines that are due. A pool of threads sends the messages, so that a slow target delays no other."""

    def __init__(self, context: Context, path: Path, sender: MessageSender) -> None:
        self._context = context
        self._store = context.store
        self._path = path
        self._sender = sender
        self._backoff = Backoff(context.settings.webhook_pauses)
        self._deliveries: dict[str, Delivery] = {}
        self._written_at: dict[str, float] = {}
        self._slow: set[str] = set()
        self._paused_until: dict[str, float] = {}
        self._under_way: dict[int, str] = {}
        """The webhooks of the tries in flight, by the id of each try."""
        self._keys: Sequence[SigningKey] = ()
        self._keys_loaded_at = self._hooks_loaded_at = self._lines_read_at = float("-inf")
        self._to_send: SimpleQueue[tuple[Delivery, Try, Message, dict[str, str]] | None] = SimpleQueue()
        self._finished: SimpleQueue[_FinishedTry] = SimpleQueue()
        self._has_news, self._wake_up, self._stopped = Event(), Event(), Event()
        self._last_error = ""
        self._senders: list[WorkerThread] = []
        self._thread = WorkerThread("webhooks", self._run)

    def start(self) -> None:
        """Send new lines, and the lines that are unsent now."""
        self._context.notifier.subscribe(ChangeKind.GAME_EVENTS, self._on_event)
        self._thread.start()

    def stop(self) -> None:
        """Start no more messages, wait shortly for those in flight, and store the progress."""
        self._stopped.set()
        self._wake_up.set()
        if self._thread.is_alive():
            self._thread.join()

    def _on_event(self, _: str) -> None:
        if self._deliveries:  # a webhook that is added later reads all its lines anyway
            wake(self._has_news)
            wake(self._wake_up)

    def _run(self) -> None:
        self._deliveries.clear()  # after an error, the state is loaded again from the store
        while not self._stopped.is_set():
            pause = self.turn()
            self._wake_up.wait(pause)
            self._wake_up.clear()
            self._stopped.wait(TURN_SECONDS_MIN)
        until = time.monotonic() + SHUTDOWN_SECONDS
        while self._under_way and (left := until - time.monotonic()) > 0:
            self._wake_up.wait(left)
            self._wake_up.clear()
            self._record_outcomes()
        self.turn(may_send=False)
        for _ in self._senders:
            self._to_send.put(None)
        self._sender.close()

    def turn(self, *, may_send: bool = True) -> float:
        """Send what is due if this process holds the lease. Return the seconds until the next turn is due.

        Without `may_send`, only record outcomes and store the progress.
        """
        try:
            self._record_outcomes()
            self._reload_webhooks()
            if may_send and self._deliveries:
                self._read_lines()
                self._start_messages()
            self._write(immediately=not may_send)
        except HaricotError as error:
            if self._last_error != (says := str(error)):
                LOG.error("webhooks", says=says)
            self._last_error = says
            self._deliveries.clear()  # they are loaded again from the store
            return IDLE_SECONDS
        self._last_error = ""
        return self._seconds_to_next_turn()

    def _record_outcomes(self) -> None:
        while not self._finished.empty():
            delivery, attempt, outcome, seconds = self._finished.get()
            self._under_way.pop(id(attempt), None)
            before, hook = delivery.hook, delivery.hook.id
            (self._slow.add if seconds > SLOW_TARGET_SECONDS else self._slow.discard)(hook)
            delivery.record_outcome(attempt, outcome, now_ms())
            if delivery.hook.state != before.state:
                LOG.warning("webhook", hook=hook, state=delivery.hook.state, reason=delivery.hook.reason)
            elif delivery.hook.failures == FAILURES_BEFORE_PAUSE:
                LOG.warning(
                    "webhook", hook=hook, failures=FAILURES_BEFORE_PAUSE, fault=outcome.fault, status=outcome.status
                )

    def _reload_webhooks(self) -> None:
        """Load new webhooks, drop removed ones, and reload those that another process has changed."""
        now = time.monotonic()
        if now < self._hooks_loaded_at + RELOAD_SECONDS:
            return
        self._hooks_loaded_at = now
        hooks = {hook.id: hook for hook in self._store.find_entries(Webhook, state=ON)}
        if not (hooks and self._store.writable and self._store.take_lease(LEASE)):
            self._deliveries.clear()
            return
        WEBHOOKS.labels("sending").set(sum(not hook.failures for hook in hooks.values()))
        WEBHOOKS.labels("failing").set(sum(bool(hook.failures) for hook in hooks.values()))
        for id_ in [*self._deliveries]:
            if id_ not in hooks or hooks[id_].revision != self._deliveries[id_].hook.revision:
                del self._deliveries[id_]
        for id_, hook in hooks.items():
            if id_ not in self._deliveries and self._paused_until.get(id_, now) <= now:
                waiting, letters = (
                    self._store.find_entries(WaitingGame, hook=id_),
                    self._store.find_entries(DeadLetter, hook=id_),
                )
                self._deliveries[id_] = Delivery(hook, waiting, letters, self._context.feed, self._backoff)

    def _read_lines(self) -> None:
        now = time.monotonic()
        if now >= self._lines_read_at + (READ_SECONDS if self._has_news.is_set() else IDLE_SECONDS):
            self._has_news.clear()
            self._lines_read_at = now
            for delivery in self._deliveries.values():
                delivery.mark_unread()
        for delivery in [*self._deliveries.values()]:
            self._run_isolated(delivery, lambda one: one.read_lines())

    def _start_messages(self) -> None:
        """Start messages while threads are free, one per webhook in turn."""
        self._reload_keys()
        candidates = [*self._deliveries.values()]
        while candidates and len(self._under_way) < SENDER_THREADS:
            candidates = [
                delivery
                for delivery in candidates
                if len(self._under_way) < SENDER_THREADS and self._run_isolated(delivery, self._start_message)
            ]

    def _run_isolated(self, delivery: Delivery, act: Callable[[Delivery], object]) -> bool:
        """Run an action on a webhook and return its truth value. An error pauses only this webhook."""
        try:
            return bool(act(delivery))
        except HaricotError as error:
            hook = delivery.hook.id
            LOG.error("webhooks", hook=hook, says=str(error))
            self._paused_until[hook] = time.monotonic() + FAILURE_PAUSE_SECONDS
            self._deliveries.pop(hook, None)
            return False

    def _start_message(self, delivery: Delivery) -> bool:
        hook, now = delivery.hook, now_ms()
        slow = sum(one in self._slow for one in self._under_way.values())
        if hook.id in self._slow and slow >= SENDER_THREADS // 2:
            return False
        if not is_valid(hook.token, self._context.register, at=now):
            delivery.end(REVOKED)
            LOG.warning("webhook", hook=hook.id, state=delivery.hook.state, reason=REVOKED)
            return False
        attempt = delivery.next_try(now)
        if attempt is None:
            return False
        message = message_of(self._context, hook, attempt.line)
        self._under_way[id(attempt)] = hook.id
        self._to_send.put((delivery, attempt, message, headers_of(hook, message, self._keys)))
        if len(self._senders) < min(len(self._under_way), SENDER_THREADS):
            self._senders.append(WorkerThread("webhook sender", self._send))
            self._senders[-1].start()
        return True

    def _reload_keys(self) -> None:
        if (now := time.monotonic()) >= self._keys_loaded_at + KEY_CACHE_SECONDS:
            self._keys = available_keys(self._store, self._path)
            self._keys_loaded_at = now

    def _send(self) -> None:
        while (job := self._to_send.get()) is not None:
            delivery, attempt, message, headers = job
            started_at = time.monotonic()
            outcome = self._sender.send(delivery.hook.url, headers, message.body)
            WEBHOOK_TRIES.labels(outcome.fault or "taken").inc()
            self._finished.put(_FinishedTry(delivery, attempt, outcome, time.monotonic() - started_at))
            self._wake_up.set()

    def _write(self, *, immediately: bool = False) -> None:
        """Store the progress of each webhook. After a conflict, its progress is dropped and it is loaded again."""
        now = time.monotonic()
        for id_, delivery in [*self._deliveries.items()]:
            waits = delivery.is_busy and not immediately and now < self._written_at.get(id_, 0) + WRITE_SECONDS
            if not delivery.has_changes or waits:
                continue
            try:
                self._store.change_entries(delivery.entries)
            except Conflict:
                del self._deliveries[id_]
                continue
            delivery.mark_written()
            self._written_at[id_] = now

    def _seconds_to_next_turn(self) -> float:
        if not self._deliveries and not self._under_way:
            return RELOAD_SECONDS
        if self._under_way or any(one.has_changes for one in self._deliveries.values()):
            return WRITE_SECONDS
        if self._has_news.is_set() and self._deliveries:
            return READ_SECONDS
        dues = [due for one in self._deliveries.values() if (due := one.next_due_ms()) is not None]
        return min([IDLE_SECONDS, *(max(due - now_ms(), 1) / 1000 for due in dues)])
