"""Wake-ups between processes through Redis, which say only that there is news; readers then read the log.

A lost wake-up costs no more than the notifier's own poll.
"""

import os
from threading import Event
from typing import Final

from redis.exceptions import RedisError

from service.commands.notifier import Notifier, Topic
from service.ops.redis_client import RedisAway, RedisClient
from service.store.concurrency.worker_thread import WorkerThread

CHANNEL: Final = "haricot:wake"
LISTEN_SECONDS: Final = 0.5
"""How long one wait for a message lasts at most, so that the thread can end."""
BREAK_SECONDS: Final = 0.5


class RedisPubSub:
    """Wakes the other processes after each write of this one, and wakes its own notifier when they do.

    One thread sends, so that no command waits for Redis. Another one listens for all streams of the process.
    """

    def __init__(self, redis: RedisClient, notifier: Notifier) -> None:
        self._redis = redis
        self._notifier = notifier
        self._me = os.urandom(8).hex().encode()
        self._news, self._stop = Event(), Event()
        self._threads = [
            WorkerThread("wake-ups out", self._speak),
            WorkerThread("wake-ups in", self._listen),
        ]
        notifier.subscribe(Topic.OWN, lambda _: self._news.set())
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Stop sending and listening."""
        self._stop.set()
        self._news.set()
        for thread in self._threads:
            thread.join()

    def _speak(self) -> None:
        while not self._stop.is_set():
            self._news.wait()
            self._news.clear()
            try:
                self._redis.ask(lambda client: client.publish(CHANNEL, self._me))
            except RedisAway:
                self._stop.wait(BREAK_SECONDS)

    def _listen(self) -> None:
        while not self._stop.is_set():
            try:
                listening = self._redis.listen(CHANNEL)
            except RedisAway:
                self._stop.wait(BREAK_SECONDS)
                continue
            try:
                self._notifier.look()  # for messages that came while the connection was down
                while not self._stop.is_set():
                    message = listening.get_message(timeout=LISTEN_SECONDS)
                    if message is not None and message["data"] != self._me:
                        self._notifier.look()
            except (RedisError, OSError):
                self._stop.wait(BREAK_SECONDS)
            finally:
                listening.close()
