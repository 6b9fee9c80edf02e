"""Check that entries of the metadata store are returned as written, and unique where they must be."""

import typing
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from msgspec.structs import replace

from domain.refusals import Misuse
from service.store.entries.metadata_store import (
    Annotation,
    Arrangement,
    Entry,
    IdempotencyRecord,
    MetadataStore,
    Player,
    TokenEntry,
)
from service.store.errors import Conflict, Unstorable
from service.store.event_store import GameStore
from tests.service.store.entries import FULL, KINDS, PLAIN
from tests.service.store.games import play_game


def test_examples_exist_for_every_kind_of_entry() -> None:
    assert set(KINDS) == set(PLAIN) == set(FULL)


def test_entries_of_every_kind_are_returned_as_written(store: GameStore) -> None:
    for kind in KINDS:
        assert [] == store.find_entries(kind)
        store.save_entries(PLAIN[kind], FULL[kind])
        assert [PLAIN[kind], FULL[kind]] == store.find_entries(kind), "oldest first"
        for entry in (PLAIN[kind], FULL[kind]):
            assert [entry] == store.find_entries(kind, **{name: getattr(entry, name) for name in kind.key_fields})
            assert [entry] == store.find_entries(
                kind, **{name: getattr(entry, name) for name in kind.__struct_fields__}
            )
        absent = {name: type(getattr(FULL[kind], name))("7070707") for name in kind.key_fields}
        assert [] == store.find_entries(kind, **absent)
        for before, after in zip((PLAIN[kind], FULL[kind]), store.find_entries(kind), strict=True):
            for name in kind.__struct_fields__:  # to Python 1 equals True
                assert type(getattr(before, name)) is type(getattr(after, name)), (kind, name)
    assert bool is typing.get_type_hints(Arrangement)["private"]
    assert [True] == [entry.private for entry in store.find_entries(Arrangement, private=True)]


def test_entries_are_returned_oldest_first(store: GameStore) -> None:
    tokens = [
        TokenEntry(digest=digest, kind=kind, game="g", seat=None, made=0)
        for digest, kind in (("2", "seat"), ("3", "organiser"), ("1", "spectator"))
    ]
    for token in tokens:
        store.save_entries(token)
    assert tokens == store.find_entries(TokenEntry) == store.find_entries(TokenEntry, game="g")


def test_a_query_for_none_finds_entries_with_none_only(store: GameStore) -> None:
    free, bound = PLAIN[TokenEntry], FULL[TokenEntry]
    store.save_entries(free, bound)
    assert [free] == store.find_entries(TokenEntry, game=None)
    assert [bound] == store.find_entries(TokenEntry, game="g")
    assert [] == store.find_entries(TokenEntry, game="None")


def test_writing_no_entries_changes_nothing(store: GameStore) -> None:
    store.save_entries()
    assert [[]] * len(KINDS) == [store.find_entries(kind) for kind in KINDS]


def test_an_entry_of_the_same_key_replaces_the_former_in_its_place(store: GameStore) -> None:
    for kind in (kind for kind in KINDS if not kind.insert_only):
        store.save_entries(PLAIN[kind], FULL[kind])
        changed = replace(FULL[kind], **{name: getattr(PLAIN[kind], name) for name in kind.key_fields})
        store.save_entries(changed)
        assert [changed, FULL[kind]] == store.find_entries(kind), "in its place"
        store.save_entries(PLAIN[kind])
        assert [PLAIN[kind], FULL[kind]] == store.find_entries(kind), "without a value of the former entry"


def test_a_unique_entry_is_never_replaced(store: GameStore) -> None:
    for kind in (kind for kind in KINDS if kind.insert_only):
        store.save_entries(PLAIN[kind])
        same = replace(FULL[kind], **{name: getattr(PLAIN[kind], name) for name in kind.key_fields})
        for again in (PLAIN[kind], same):
            with pytest.raises(Conflict):
                store.save_entries(FULL[kind], again)
        assert [PLAIN[kind]] == store.find_entries(kind), "the entry before it is not written either"


def test_settle_reads_and_writes_in_one_transaction(store: GameStore) -> None:
    def one_more(register: MetadataStore) -> list[Entry]:
        count = len(register.find_entries(Annotation, game="g"))
        return [replace(PLAIN[Annotation], id=str(count))]

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda _: store.change_entries(one_more), range(40)))
    assert [str(number) for number in range(40)] == [entry.id for entry in store.find_entries(Annotation)]


def test_control_reading_and_writing_apart_loses_updates(store: GameStore) -> None:
    together = Barrier(2)

    def one_more(_: int) -> None:
        count = len(store.find_entries(Annotation, game="g"))
        together.wait(timeout=20)
        store.save_entries(replace(PLAIN[Annotation], id=str(count)))

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(one_more, range(2)))
    assert ["0"] == [entry.id for entry in store.find_entries(Annotation)]


def test_an_error_within_settle_is_raised_and_undoes_only_its_own_writes(store: GameStore) -> None:
    def refused(register: MetadataStore) -> Iterator[Entry]:
        yield PLAIN[Player]
        assert [] == register.find_entries(Annotation, id="none")
        raise Misuse("no")

    def attempt(number: int) -> bool:
        if number % 3:
            store.save_entries(replace(PLAIN[Annotation], id=str(number)))
            return True
        with pytest.raises(Misuse, match="no"):
            store.change_entries(refused)
        return False

    with ThreadPoolExecutor(8) as threads:
        written = sum(threads.map(attempt, range(60)))
    assert [written, []] == [len(store.find_entries(Annotation)), store.find_entries(Player)]


@pytest.mark.parametrize(
    "wrong",
    [
        Annotation(id="a", game="nobody", n=1, at=0, by="", kind="comment", text=""),
        Player(game="nobody", seat=0, kind="bot"),
        Player(game="g", seat=2**63, kind="bot"),
        Player(game="g", seat=0, kind="bot", name="\udcff"),
    ],
    ids=["annotation of no game", "player of no game", "number too large", "surrogate"],
)
def test_an_entry_that_no_table_can_hold_is_unstorable_and_no_conflict(wrong: Entry, store: GameStore) -> None:
    for attempt in (
        lambda: store.save_entries(PLAIN[IdempotencyRecord], wrong),
        lambda: store.append("i", play_game("i", 1).envelopes, entries=[PLAIN[IdempotencyRecord], wrong]),
    ):
        with pytest.raises(Unstorable):
            attempt()
    assert [] == store.find_entries(IdempotencyRecord)
    assert not store.exists("i")
