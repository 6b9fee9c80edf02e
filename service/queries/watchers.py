"""Watchers of games: they are counted, never listed, and removed within a minute.

They are only in Redis, or in this process without Redis, and in no store, log or export.
"""

import hashlib
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from itertools import takewhile
from threading import Lock
from typing import Any, Final, NamedTuple

from service.ops.clock import now_ms
from service.ops.redis_client import RedisClient, RedisUnavailable

PRESENT_MS: Final = 45_000
"""How long a watcher is counted after their last request."""
REACTION_MS: Final = 8_000
"""How long a reaction is shown, and the least time between two reactions of a watcher."""
GAMES_MAX: Final = 1_000
WATCHERS_MAX: Final = 2_000
"""How many watchers of a game are kept in this process."""
COUNT_BANDS: Final = (1, 5, 10, 20, 50, 100, 200, 500, 1_000)
_PUBLIC_ID_LENGTH: Final = 16


class Watch(NamedTuple):
    """A request of one watcher: public id, event if they lead, whom they follow, and reaction to an event."""

    game: str
    lead: str
    n: int | None = None
    follows: str | None = None
    reaction: str | None = None
    reacts_to: int = 0


class WatcherAnswer(NamedTuple):
    """The answer to a watcher: how many watch, the event of the followed watcher, and the count of each reaction."""

    present: int
    led_to: int | None
    reactions: Counter[tuple[str, int]]


def public_id_of(watcher: str) -> str:
    """Return the public id of a watcher, from which the secret id cannot be derived."""
    return hashlib.sha256(watcher.encode()).hexdigest()[:_PUBLIC_ID_LENGTH]


def band_of(count: int) -> int:
    """Return a lower bound of a count, so that a single arrival or departure is not visible."""
    return max((least for least in COUNT_BANDS if least <= count), default=0)


class Watchers:
    """The watchers of all games. While Redis is down, this process counts its own watchers."""

    def __init__(self, redis: RedisClient | None, now: Callable[[], int] = now_ms) -> None:
        self._redis = redis
        self._now = now
        self._games: OrderedDict[str, _GameWatchers] = OrderedDict()
        self._guard = Lock()

    def note(self, watch: Watch) -> WatcherAnswer:
        """Store the request of a watcher, and return the answer. Without a `lead` nothing is stored."""
        if self._redis is not None:
            try:
                return _note_in_redis(self._redis, watch, self._now())
            except RedisUnavailable:
                pass
        with self._guard:
            game = self._games.pop(watch.game, None) or _GameWatchers()
            self._games[watch.game] = game
            if len(self._games) > GAMES_MAX:
                self._games.popitem(last=False)
            return game.note(watch, self._now())


class _GameWatchers:
    """The watchers of one game in this process, by their public ids."""

    def __init__(self) -> None:
        self._present: dict[str, int] = {}
        """Until when each is counted. The one with the oldest request comes first."""
        self._places: dict[str, int] = {}
        self._reactions: dict[str, tuple[int, str, int]] = {}

    def note(self, watch: Watch, now: int) -> WatcherAnswer:
        """Store the request of a watcher, and return the answer."""
        for expired in [lead for lead, _ in takewhile(lambda one: one[1] <= now, self._present.items())]:
            del self._present[expired]
            self._places.pop(expired, None)
        for old in [lead for lead, (until, _, _) in self._reactions.items() if until <= now]:
            del self._reactions[old]
        if watch.lead and (watch.lead in self._present or len(self._present) < WATCHERS_MAX):
            self._present.pop(watch.lead, None)
            self._present[watch.lead] = now + PRESENT_MS
            if watch.n is None:
                self._places.pop(watch.lead, None)
            else:
                self._places[watch.lead] = watch.n
            if watch.reaction is not None and watch.lead not in self._reactions:
                self._reactions[watch.lead] = (now + REACTION_MS, watch.reaction, watch.reacts_to)
        reactions = Counter((kind, n) for _, kind, n in self._reactions.values())
        return WatcherAnswer(len(self._present), self._places.get(watch.follows or ""), reactions)


def _note_in_redis(redis: RedisClient, watch: Watch, now: int) -> WatcherAnswer:
    """Store the request in Redis, and return the answer. Its keys have pseudonyms and expire."""
    base = f"haricot:watch:{redis.pseudonym(watch.game)}"
    span = now // REACTION_MS
    own, followed = (f"{base}:at:{redis.pseudonym(lead or '')}" for lead in (watch.lead, watch.follows))
    spans = [f"{base}:reactions:{one}" for one in (span - 1, span)]

    def exchange(client: Any) -> list[Any]:
        if watch.reaction is not None and client.set(f"{own}:reacted", 1, px=REACTION_MS, nx=True):
            client.hincrby(spans[1], f"{watch.reaction}:{watch.reacts_to}", 1)
            client.pexpire(spans[1], 2 * REACTION_MS)
        with client.pipeline(transaction=False) as steps:
            if watch.lead:
                steps.zadd(base, {redis.pseudonym(watch.lead): now + PRESENT_MS})
            steps.zremrangebyscore(base, 0, now)
            steps.pexpire(base, PRESENT_MS)
            if watch.n is None:
                steps.delete(own)
            else:
                steps.set(own, watch.n, px=PRESENT_MS)
            steps.zcard(base)
            steps.get(followed)
            for one in spans:
                steps.hgetall(one)
            found: list[Any] = steps.execute()
            return found[-4:]

    count, place, *counted = redis.run(exchange)
    led_to = int(place) if watch.follows and place is not None else None
    return WatcherAnswer(int(count), led_to, _sum_reactions(counted))


def _sum_reactions(spans: Iterable[dict[bytes, bytes]]) -> Counter[tuple[str, int]]:
    found: defaultdict[tuple[str, int], int] = defaultdict(int)
    for span in spans:
        for field, count in span.items():
            kind, _, n = field.decode().partition(":")
            found[kind, int(n)] += int(count)
    return Counter(found)
