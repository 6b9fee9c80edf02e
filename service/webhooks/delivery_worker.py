"""The thread that sends webhooks: one process on a store does so, while the others wait for the lease."""

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
from service.commands.notifier import Topic
from service.ops.clock import now_ms
from service.ops.telemetry import LOG, WEBHOOK_TRIES, WEBHOOKS
from service.store.concurrency.worker_thread import WorkerThread, wake
from service.store.entries.webhook_entries import ON, DeadLetter, WaitingGame, Webhook
from service.store.errors import Conflict
from service.webhooks.backoff import HELD_AFTER, Backoff
from service.webhooks.delivery import REVOKED, Delivery, Try
from service.webhooks.messages import Message, headers_of, message_of
from service.webhooks.secrets import available_keys
from service.webhooks.sender import SENDERS, MessageSender, TryOutcome

DUTY: Final = "webhooks"
"""The lease that lets one process on a store do this."""
LOOK_SECONDS: Final = 0.5
"""How often to check which webhooks there are."""
IDLE_SECONDS: Final = 1.0
"""How often to check for lines without a notification."""
READ_SECONDS: Final = 0.1
"""The least time between two such checks, so that events of many games are read together."""
GATHER_SECONDS: Final = 0.002
"""The least time between two turns."""
WRITE_SECONDS: Final = 0.3
"""How long progress may go unwritten while lines are under way."""
KEY_SECONDS: Final = 5.0
"""How long signing keys are cached."""
SLOW_SECONDS: Final = 1.0
"""From which time on a target counts as slow. All slow targets together get half of the threads."""
TROUBLE_SECONDS: Final = 10.0
"""How long to leave a webhook alone if something of it cannot be read."""
LEAVING_SECONDS: Final = 2.0
"""How long to wait for messages under way when the process stops."""


class _Sent(NamedTuple):
    """A try, its outcome, and how many seconds it took."""

    delivery: Delivery
    one: Try
    outcome: TryOutcome
    seconds: float


class DeliveryWorker:
    """Sends what is due. Each message is sent by one of a few threads, so that a slow target delays no other."""

    def __init__(self, context: Context, path: Path, sender: MessageSender) -> None:
        self._context = context
        self._store = context.store
        self._path = path
        self._sender = sender
        self._pauses = Backoff(context.settings.webhook_pauses)
        self._deliveries: dict[str, Delivery] = {}
        self._written: dict[str, float] = {}
        self._slow: set[str] = set()
        self._left_alone: dict[str, float] = {}
        self._under_way: dict[int, str] = {}
        """The webhooks of the tries under way, by the id of each try."""
        self._keys: Sequence[SigningKey] = ()
        self._keys_looked = self._hooks_looked = self._read = float("-inf")
        self._to_send: SimpleQueue[tuple[Delivery, Try, Message, dict[str, str]] | None] = SimpleQueue()
        self._sent: SimpleQueue[_Sent] = SimpleQueue()
        self._news, self._woken, self._stopped = Event(), Event(), Event()
        self._said = ""
        self._senders: list[WorkerThread] = []
        self._thread = WorkerThread("webhooks", self._run)

    def start(self) -> None:
        """Send new lines from now on, and those that were left unsent."""
        self._context.notifier.subscribe(Topic.EVENTS, self._hear)
        self._thread.start()

    def stop(self) -> None:
        """Begin no other message, wait a moment for those under way, and store the progress."""
        self._stopped.set()
        self._woken.set()
        if self._thread.is_alive():
            self._thread.join()

    def _hear(self, _: str) -> None:
        if self._deliveries:  # a webhook that is added now reads all news when it begins
            wake(self._news)
            wake(self._woken)

    def _run(self) -> None:
        self._deliveries.clear()  # after an error, the stored state counts
        while not self._stopped.is_set():
            pause = self.turn()
            self._woken.wait(pause)
            self._woken.clear()
            self._stopped.wait(GATHER_SECONDS)
        until = time.monotonic() + LEAVING_SECONDS
        while self._under_way and (left := until - time.monotonic()) > 0:
            self._woken.wait(left)
            self._woken.clear()
            self._take_in()
        self.turn(begin=False)
        for _ in self._senders:
            self._to_send.put(None)
        self._sender.close()

    def turn(self, *, begin: bool = True) -> float:
        """Do what is due if this process holds the lease. Return for how many seconds nothing more is due."""
        try:
            self._take_in()
            self._look()
            if begin and self._deliveries:
                self._read_on()
                self._begin()
            self._write(at_once=not begin)
        except HaricotError as error:
            if self._said != (says := str(error)):
                LOG.error("webhooks", says=says)
            self._said = says
            self._deliveries.clear()  # the stored state counts
            return IDLE_SECONDS
        self._said = ""
        return self._pause()

    def _take_in(self) -> None:
        while not self._sent.empty():
            delivery, one, outcome, seconds = self._sent.get()
            self._under_way.pop(id(one), None)
            before, hook = delivery.hook, delivery.hook.id
            (self._slow.add if seconds > SLOW_SECONDS else self._slow.discard)(hook)
            delivery.settle(one, outcome, now_ms())
            if delivery.hook.state != before.state:
                LOG.warning("webhook", hook=hook, state=delivery.hook.state, reason=delivery.hook.reason)
            elif delivery.hook.failures == HELD_AFTER:
                LOG.warning("webhook", hook=hook, failures=HELD_AFTER, fault=outcome.fault, status=outcome.status)

    def _look(self) -> None:
        """Read which webhooks there are, and reload those that another process has changed."""
        now = time.monotonic()
        if now < self._hooks_looked + LOOK_SECONDS:
            return
        self._hooks_looked = now
        hooks = {hook.id: hook for hook in self._store.find_entries(Webhook, state=ON)}
        if not (hooks and self._store.writable and self._store.take_lease(DUTY)):
            self._deliveries.clear()
            return
        WEBHOOKS.labels("sending").set(sum(not hook.failures for hook in hooks.values()))
        WEBHOOKS.labels("failing").set(sum(bool(hook.failures) for hook in hooks.values()))
        for id_ in [*self._deliveries]:
            if id_ not in hooks or hooks[id_].revision != self._deliveries[id_].hook.revision:
                del self._deliveries[id_]
        for id_, hook in hooks.items():
            if id_ not in self._deliveries and self._left_alone.get(id_, now) <= now:
                waiting, letters = (
                    self._store.find_entries(WaitingGame, hook=id_),
                    self._store.find_entries(DeadLetter, hook=id_),
                )
                self._deliveries[id_] = Delivery(hook, waiting, letters, self._context.feed, self._pauses)

    def _read_on(self) -> None:
        now = time.monotonic()
        if now >= self._read + (READ_SECONDS if self._news.is_set() else IDLE_SECONDS):
            self._news.clear()
            self._read = now
            for delivery in self._deliveries.values():
                delivery.news()
        for delivery in [*self._deliveries.values()]:
            self._apart(delivery, lambda one: one.read_on())

    def _begin(self) -> None:
        """Begin messages while threads are free, one webhook after the other."""
        self._look_at_keys()
        ahead = [*self._deliveries.values()]
        while ahead and len(self._under_way) < SENDERS:
            ahead = [
                delivery for delivery in ahead if len(self._under_way) < SENDERS and self._apart(delivery, self._begun)
            ]

    def _apart(self, delivery: Delivery, act: Callable[[Delivery], object]) -> bool:
        """Run an act on a webhook and return its result. If something cannot be read, only this webhook is delayed."""
        try:
            return bool(act(delivery))
        except HaricotError as error:
            hook = delivery.hook.id
            LOG.error("webhooks", hook=hook, says=str(error))
            self._left_alone[hook] = time.monotonic() + TROUBLE_SECONDS
            self._deliveries.pop(hook, None)
            return False

    def _begun(self, delivery: Delivery) -> bool:
        hook, now = delivery.hook, now_ms()
        slow = sum(one in self._slow for one in self._under_way.values())
        if hook.id in self._slow and slow >= SENDERS // 2:
            return False
        if not is_valid(hook.token, self._context.register, at=now):
            delivery.end(REVOKED)
            LOG.warning("webhook", hook=hook.id, state=delivery.hook.state, reason=REVOKED)
            return False
        one = delivery.begin(now)
        if one is None:
            return False
        message = message_of(self._context, hook, one.line)
        self._under_way[id(one)] = hook.id
        self._to_send.put((delivery, one, message, headers_of(hook, message, self._keys)))
        if len(self._senders) < min(len(self._under_way), SENDERS):
            self._senders.append(WorkerThread("webhook sender", self._send))
            self._senders[-1].start()
        return True

    def _look_at_keys(self) -> None:
        if (now := time.monotonic()) >= self._keys_looked + KEY_SECONDS:
            self._keys = available_keys(self._store, self._path)
            self._keys_looked = now

    def _send(self) -> None:
        while (job := self._to_send.get()) is not None:
            delivery, one, message, headers = job
            began = time.monotonic()
            outcome = self._sender.send(delivery.hook.url, headers, message.body)
            WEBHOOK_TRIES.labels(outcome.fault or "taken").inc()
            self._sent.put(_Sent(delivery, one, outcome, time.monotonic() - began))
            self._woken.set()

    def _write(self, *, at_once: bool = False) -> None:
        """Store the progress of each webhook. After a conflict, nothing is written and the webhook is reloaded."""
        now = time.monotonic()
        for id_, delivery in [*self._deliveries.items()]:
            waits = delivery.busy and not at_once and now < self._written.get(id_, 0) + WRITE_SECONDS
            if not delivery.dirty or waits:
                continue
            try:
                self._store.change_entries(delivery.entries)
            except Conflict:
                del self._deliveries[id_]
                continue
            delivery.written()
            self._written[id_] = now

    def _pause(self) -> float:
        if not self._deliveries and not self._under_way:
            return LOOK_SECONDS
        if self._under_way or any(one.dirty for one in self._deliveries.values()):
            return WRITE_SECONDS
        if self._news.is_set() and self._deliveries:
            return READ_SECONDS
        dues = [due for one in self._deliveries.values() if (due := one.due()) is not None]
        return min([IDLE_SECONDS, *(max(due - now_ms(), 1) / 1000 for due in dues)])
