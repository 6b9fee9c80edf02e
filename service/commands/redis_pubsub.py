"""Word from process to process through Redis that something is new; what it is, everybody reads in the log.

A wake-up that is lost costs no more than the notifier's own poll.
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
    """Wakes the other processes at all that this one writes, and has its own notifier look when they wake it.

    One thread speaks, so that no command waits for Redis; another one listens, for all streams of the process.
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
        """Fall silent."""
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
                self._notifier.look()  # for what came while nobody listened
                while not self._stop.is_set():
                    message = listening.get_message(timeout=LISTEN_SECONDS)
                    if message is not None and message["data"] != self._me:
                        self._notifier.look()
            except (RedisError, OSError):
                self._stop.wait(BREAK_SECONDS)
            finally:
                listening.close()
