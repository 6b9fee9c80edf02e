"""What is kept is found by whoever asks for it, whatever others do with it meanwhile."""

from service.ops.caches import RecentlyUsed


class PeekedKey(str):
    """A key at whose every hashing somebody peeks, as another thread may just then; `found` is what they saw."""

    __slots__ = ("cache", "found")

    def __hash__(self) -> int:
        self.found.append(self.cache.peek(str(self)))
        return str.__hash__(self)


def test_what_is_weighed_anew_is_there_all_along() -> None:
    cache: RecentlyUsed[str, int] = RecentlyUsed("watched", 10)
    cache.put("game", 7)
    key = PeekedKey("game")
    key.cache, key.found = cache, list[int | None]()
    cache.weigh(key, 7)
    cache.put(key, 7)
    assert set(key.found) == {7}
    assert cache.size == 1


def test_what_was_asked_for_longest_ago_goes_first() -> None:
    cache: RecentlyUsed[str, int] = RecentlyUsed("order", 3)
    for name in ("a", "b", "c"):
        cache.put(name, 1)
    cache.put("a", 1)
    cache.peek("b")
    cache.put("d", 1)
    assert [cache.peek(name) for name in ("a", "b", "c", "d")] == [1, 1, None, 1]
