"""Wake-ups between processes through Redis: they say only that there are changes, which are in the log.

A lost wake-up costs no more than the notifier's own poll.
"""

import os
from threading import Event
from typing import Final

from redis.exceptions import RedisError

from service.commands.notifier import ChangeKind, Notifier
from service.ops.redis_client import RedisClient, RedisUnavailable
from service.store.concurrency.worker_thread import WorkerThread

CHANNEL: Final = "haricot:wake"
MESSAGE_WAIT_SECONDS: Final = 0.5
"""The longest wait for a message, so that the thread can stop."""
FAILURE_PAUSE_SECONDS: Final = 0.5


class RedisPubSub:
    """Wakes the other processes after each write of this one, and polls for their writes when they do.

    One thread publishes, so that no command waits for Redis. Another thread subscribes for all streams of the process.
    """

    def __init__(self, redis: RedisClient, notifier: Notifier) -> None:
        self._redis = redis
        self._notifier = notifier
        self._sender_id = os.urandom(8).hex().encode()
        self._has_changes, self._stop = Event(), Event()
        self._threads = [
            WorkerThread("wake-ups out", self._publish),
            WorkerThread("wake-ups in", self._receive),
        ]
        notifier.subscribe(ChangeKind.LOCAL_EVENTS, lambda _: self._has_changes.set())
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Stop both threads."""
        self._stop.set()
        self._has_changes.set()
        for thread in self._threads:
            thread.join()

    def _publish(self) -> None:
        while not self._stop.is_set():
            self._has_changes.wait()
            self._has_changes.clear()
            try:
                self._redis.run(lambda client: client.publish(CHANNEL, self._sender_id))
            except RedisUnavailable:
                self._stop.wait(FAILURE_PAUSE_SECONDS)

    def _receive(self) -> None:
        while not self._stop.is_set():
            try:
                subscription = self._redis.subscribe(CHANNEL)
            except RedisUnavailable:
                self._stop.wait(FAILURE_PAUSE_SECONDS)
                continue
            try:
                self._notifier.poll_now()  # for messages that were sent while the connection was down
                while not self._stop.is_set():
                    message = subscription.get_message(timeout=MESSAGE_WAIT_SECONDS)
                    if message is not None and message["data"] != self._sender_id:
                        self._notifier.poll_now()
            except (RedisError, OSError):
                self._stop.wait(FAILURE_PAUSE_SECONDS)
            finally:
                subscription.close()
