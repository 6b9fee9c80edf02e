"""Between the processes of a service: "something is new", told through Redis; what it is, everybody reads in the log.

A wake-up that is lost costs no more than the bell's own poll.
"""

import os
from threading import Event, Thread
from typing import Final

from redis.exceptions import RedisError

from service.bell import Bell
from service.redis_door import RedisAway, RedisDoor

CHANNEL: Final = "haricot:wake"
LISTEN_SECONDS: Final = 0.5
"""How long one wait for a message lasts at most, so that the thread can end."""
BREAK_SECONDS: Final = 0.5


class WakeUps:
    """Tells the others of every ring of this process's own bell, and rouses the bell when they tell of theirs.

    One thread speaks, so that no command waits for Redis; another one listens, for all streams of the process.
    """

    def __init__(self, door: RedisDoor, bell: Bell) -> None:
        self._door = door
        self._bell = bell
        self._me = os.urandom(8).hex().encode()
        self._news, self._stop = Event(), Event()
        self._threads = [
            Thread(target=self._speak, name="wake-ups out", daemon=True),
            Thread(target=self._listen, name="wake-ups in", daemon=True),
        ]
        bell.on_own_ring(self._news.set)
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Falls silent."""
        self._stop.set()
        self._news.set()
        for thread in self._threads:
            thread.join()

    def _speak(self) -> None:
        while not self._stop.is_set():
            self._news.wait()
            self._news.clear()
            try:
                self._door.ask(lambda client: client.publish(CHANNEL, self._me))
            except RedisAway:
                self._stop.wait(BREAK_SECONDS)

    def _listen(self) -> None:
        while not self._stop.is_set():
            try:
                listening = self._door.listen(CHANNEL)
            except RedisAway:
                self._stop.wait(BREAK_SECONDS)
                continue
            try:
                self._bell.look()  # for what was told while nobody listened
                while not self._stop.is_set():
                    told = listening.get_message(timeout=LISTEN_SECONDS)
                    if told is not None and told["data"] != self._me:
                        self._bell.look()
            except (RedisError, OSError):
                self._stop.wait(BREAK_SECONDS)
            finally:
                listening.close()
