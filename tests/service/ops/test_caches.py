"""Check the bounded caches: eviction, concurrent readers, and their shares of memory."""

from service.ops import caches
from service.ops.caches import DEFAULT_MB, LruCache, limit_caches
from service.settings import Settings
from service.signing.signer import Signer
from tests.service.api.conftest import open_api

BYTES = {
    "records",
    "current",
    "messages",
    "views",
    "logs",
    "clocks",
    "evidence",
    "compressed",
    "positions",
    "tables",
    "ended",
}
"""The caches of a web process that count bytes."""


class PeekedKey(str):
    """A key whose hashing looks itself up, as another thread may; `found` lists the results."""

    __slots__ = ("cache", "found")

    def __hash__(self) -> int:
        self.found.append(self.cache.peek(str(self)))
        return str.__hash__(self)


def test_an_entry_stays_visible_while_its_size_is_updated() -> None:
    cache: LruCache[str, int] = LruCache("watched", 10)
    cache.put("game", 7)
    key = PeekedKey("game")
    key.cache, key.found = cache, list[int | None]()
    cache.update_size(key, 7)
    cache.put(key, 7)
    assert set(key.found) == {7}
    assert cache.size == 1


def test_the_least_recently_used_entry_is_evicted_first() -> None:
    cache: LruCache[str, int] = LruCache("order", 3)
    for name in ("a", "b", "c"):
        cache.put(name, 1)
    cache.put("a", 1)
    cache.peek("b")
    cache.put("d", 1)
    assert [cache.peek(name) for name in ("a", "b", "c", "d")] == [1, 1, None, 1]


def test_one_setting_limits_all_caches_and_its_default_is_their_sum(monkeypatch, tmp_path):
    made = []

    def noted(self, name, most, size=lambda _: 1):
        limited(self, name, most, size)
        made.append((name, most, self._size_max))

    limited = LruCache.__init__
    monkeypatch.setattr(LruCache, "__init__", noted)
    monkeypatch.setattr(caches, "_limit_factor", 1.0)  # and back at the end
    limit_caches(137)
    with open_api(tmp_path) as api:
        Signer(api.context.store, tmp_path / "key")
    usual = {name: most for name, most, _ in made if name in BYTES}
    assert usual.keys() == BYTES
    assert sum(usual.values()) == DEFAULT_MB * 2**20 == Settings(store=tmp_path).memory * 2**20
    assert sum({name: most for name, _, most in made if name in BYTES}.values()) == 137 * 2**20
