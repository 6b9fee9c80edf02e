"""Check that the cache of metadata never returns stale answers, and forgets only what a write may change."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import pytest

from service.store.entries.metadata_store import (
    Annotation,
    Arrangement,
    Entry,
    FormerPlayer,
    IdempotencyRecord,
    MetadataStore,
    Player,
    TokenEntry,
)
from service.store.errors import Conflict
from service.store.event_store import GameStore, open_store
from service.store.metadata_cache import MetadataCache
from tests.service.store.games import add_game, play_game

GAMES = ("a", "b", "c")
Asked = tuple[type[Entry], dict[str, Any]]
ASKED: tuple[Asked, ...] = (
    *((kind, {"game": game}) for kind in (Arrangement, Player, FormerPlayer, TokenEntry, Annotation) for game in GAMES),
    *((Player, {"game": game, "seat": seat}) for game in GAMES for seat in (0, 1)),
    *((Player, {"name": name}) for name in ("Ana", "Bo", None)),
    *((TokenEntry, {"digest": digest}) for digest in ("d0", "d1", "d2")),
    *((TokenEntry, {"game": "a", "kind": "seat", "seat": seat}) for seat in (0, 1, None)),
    *((Annotation, {"id": id_}) for id_ in ("i0", "i1")),
    (Annotation, {"game": "a", "author": "x"}),
    (IdempotencyRecord, {"scope": "s", "key": "k1"}),
    (Arrangement, {}),
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    """A store with three games."""
    with open_store(tmp_path) as opened:
        for game in GAMES:
            add_game(opened, play_game(game, 2))
        yield opened


def any_entry(luck: Random) -> Entry:
    """Return a random entry."""
    game, seat = luck.choice(GAMES), luck.choice([0, 1])
    made: list[Callable[[], Entry]] = [
        lambda: Arrangement(game=game, paused=luck.random() < 0.5),
        lambda: Player(game=game, seat=seat, kind="human", name=luck.choice(["Ana", "Bo", None])),
        lambda: FormerPlayer(game=game, seat=seat, n=luck.randrange(3), at=1, kind="human"),
        lambda: TokenEntry(digest=f"d{seat}", kind="seat", game="a", seat=seat, made=1, revoked=luck.choice([None, 2])),
        lambda: Annotation(id=f"i{seat}", game="a", n=1, at=1, by="x", kind="c", text=str(luck.random()), author="x"),
        lambda: IdempotencyRecord(scope="s", key=f"k{luck.randrange(40)}", digest="d", made="a"),
    ]
    return luck.choice(made)()


def stale(store: GameStore, rounds: int = 150) -> list[Asked]:
    """Return queries with stale answers among many writes of all kinds."""
    luck, cache, found = Random(5), MetadataCache(store), []
    for _ in range(rounds):
        for kind, where in luck.sample(ASKED, 12):
            cache.find_entries(kind, **where)
        entries = [any_entry(luck) for _ in range(luck.choice([1, 1, 3]))]
        try:
            if luck.random() < 0.5:
                cache.save_entries(*entries)
            else:
                cache.change_entries(lambda register, new=entries: new)
        except Conflict:
            pass
        found += [
            (kind, where)
            for kind, where in ASKED
            if cache.find_entries(kind, **where) != store.find_entries(kind, **where)
        ]
    return found


def test_cached_answers_equal_those_of_the_store(store: GameStore) -> None:
    assert [] == stale(store)


def test_refresh_finds_writes_of_another_process(store: GameStore) -> None:
    here, elsewhere = MetadataCache(store), MetadataCache(store)
    remark, name = (
        Annotation(id="i", game="a", n=1, at=1, by="x", kind="c", text="t"),
        Player(game="a", seat=0, kind="human"),
    )
    assert [here.find_entries(Annotation, game="a"), here.find_entries(Player, game="a")] == [[], []]
    age = here.age
    here.refresh(Annotation, game="a")
    assert here.age == age  # nothing was written
    elsewhere.save_entries(remark, name)
    assert here.find_entries(Annotation, game="a") == []
    here.refresh(Annotation, game="a")
    assert (here.find_entries(Annotation, game="a"), here.find_entries(Player, game="a")) == ([remark], [name])


def test_control_a_cache_that_forgets_nothing_is_stale(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MetadataCache, "_invalidate_for", lambda cache, entries: None)
    assert {kind for kind, _ in stale(store, 20)} >= {Player, Arrangement}


def test_control_a_name_treated_as_constant_is_stale(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Player, "depends_only_on", classmethod(lambda _, fields: True))
    assert {"name"} == {field for _, where in stale(store) for field in where}


def test_a_write_forgets_only_answers_that_it_may_change(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    cache, asked = MetadataCache(store), []
    real = store.find_entries

    def find_entries(kind: type[Entry], /, **where: object) -> list[Any]:
        asked.append((kind, where))
        return real(kind, **where)

    monkeypatch.setattr(store, "find_entries", find_entries)

    def again(entry: Entry) -> list[Asked]:
        for kind, where in ASKED:
            cache.find_entries(kind, **where)
        cache.save_entries(entry)
        asked.clear()
        for kind, where in ASKED:
            cache.find_entries(kind, **where)
        return list(asked)

    assert [(Arrangement, {"game": "b"}), (Arrangement, {})] == again(Arrangement(game="b", paused=True))
    asks = again(TokenEntry(digest="d1", kind="seat", game="a", seat=1, made=1))
    assert {TokenEntry} == {kind for kind, _ in asks}
    assert (TokenEntry, {"digest": "d1"}) in asks
    assert (TokenEntry, {"digest": "d0"}) not in asks
    assert (TokenEntry, {"game": "b"}) not in asks


def drops_overtaken_answer(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether an answer read before a concurrent write is not cached."""
    cache, reading, written = MetadataCache(store), Event(), Event()
    real = store.find_entries

    def slow(kind: type[Entry], **where: object) -> list[Any]:
        found = real(kind, **where)
        reading.set()
        assert written.wait(timeout=10)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(store, "find_entries", slow)
        reader = Thread(target=lambda: cache.find_entries(Arrangement, game="a"))
        reader.start()
        assert reading.wait(timeout=10)
        cache.save_entries(Arrangement(game="a", paused=True))
        written.set()
        reader.join()
    return [one.paused for one in cache.find_entries(Arrangement, game="a")] == [True]


def test_an_answer_overtaken_by_a_write_is_not_cached(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    assert drops_overtaken_answer(store, monkeypatch)


def test_control_a_cached_overtaken_answer_is_detected(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def forgotten(cache: MetadataCache, entries: Any) -> None:
        cache._results.clear()

    monkeypatch.setattr(MetadataCache, "_invalidate_for", forgotten)
    assert not drops_overtaken_answer(store, monkeypatch)


def test_settle_forgets_answers_whether_it_succeeds_or_fails(store: GameStore) -> None:
    cache = MetadataCache(store)
    assert [] == cache.find_entries(Arrangement, game="a")

    def twice(register: MetadataStore) -> list[Entry]:
        store_says = register.find_entries(Arrangement, game="a")
        return [
            Arrangement(game="a", paused=not store_says),
            IdempotencyRecord(scope="s", key="k", digest="d", made="a"),
        ]

    cache.change_entries(twice)
    assert [True] == [one.paused for one in cache.find_entries(Arrangement, game="a")]
    with pytest.raises(Conflict):
        cache.change_entries(twice)
    assert [True] == [one.paused for one in cache.find_entries(Arrangement, game="a")]
