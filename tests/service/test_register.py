"""The register: what is noted comes back as it was, once where once is meant, and with its events or not at all."""

import typing
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from msgspec.structs import replace

from domain.refusals import Misuse
from service.event_store import Conflict, GameStore, StoreProblem, open_store
from service.register import Annotation, Answered, Arrangement, Entry, FormerPlayer, Player, Register, TokenEntry
from tests.service.test_event_store import EARLY, count, meddle, played

KINDS = Entry.__subclasses__()
PLAIN: dict[type[Entry], Entry] = {
    Arrangement: Arrangement(game="g"),
    Player: Player(game="g", seat=0, kind="bot"),
    FormerPlayer: FormerPlayer(game="g", seat=0, n=1, at=0, kind="bot"),
    TokenEntry: TokenEntry(digest="d", kind="service", game=None, seat=None, made=0),
    Annotation: Annotation(id="a", game="g", n=1, at=0, by="", kind="comment", text=""),
    Answered: Answered(scope="s", key="k", digest="d", made="g"),
}
"""An entry of each kind, as plain as it can be."""
FULL: dict[type[Entry], Entry] = {
    Arrangement: Arrangement(game="h", private=True, delay_events=3, delay_ms=2**40, pace_ms=1, paused=True),
    Player: Player(game="g", seat=2, kind="human", bot="trader", name="Zoë 🫘 'O'Bean\";--"),
    FormerPlayer: FormerPlayer(game="h", seat=2, n=2**31, at=2**62, kind="", bot="7", name="null"),
    TokenEntry: TokenEntry(
        digest="e", kind="seat", game="g", seat=0, made=2**62, expires=1, revoked=2, reason="a\nb\0c"
    ),
    Annotation: Annotation(id="", game="h", n=2**31, at=1, by="true", kind="7", text="null", author="1"),
    Answered: Answered(scope="", key="1.0", digest="0x7", made="NULL", at=2**62),
}
"""An entry of each kind with something in every field, and that something odd."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    """A store with the games g and h."""
    with open_store(tmp_path) as opened:
        for game in ("g", "h"):
            opened.append(game, played(game, 1).envelopes)
        yield opened


# In and out


def test_no_kind_of_entry_is_forgotten_here() -> None:
    assert set(KINDS) == set(PLAIN) == set(FULL)


@pytest.mark.parametrize("kind", KINDS)
def test_an_entry_comes_back_as_it_was_noted(kind: type[Entry], store: GameStore) -> None:
    assert [] == store.noted(kind)
    store.note(PLAIN[kind], FULL[kind])
    assert [PLAIN[kind], FULL[kind]] == store.noted(kind), "oldest first"
    for entry in (PLAIN[kind], FULL[kind]):
        assert [entry] == store.noted(kind, **{name: getattr(entry, name) for name in kind.named_by})
        assert [entry] == store.noted(kind, **{name: getattr(entry, name) for name in kind.__struct_fields__})
    assert [] == store.noted(kind, **dict.fromkeys(kind.named_by, "nobody"))


@pytest.mark.parametrize("kind", KINDS)
def test_every_value_comes_back_in_its_own_type(kind: type[Entry], store: GameStore) -> None:
    store.note(PLAIN[kind], FULL[kind])
    for before, after in zip((PLAIN[kind], FULL[kind]), store.noted(kind), strict=True):
        for name in kind.__struct_fields__:
            assert type(getattr(before, name)) is type(getattr(after, name)), name  # to Python 1 equals True
    if kind is Arrangement:
        assert bool is typing.get_type_hints(kind)["private"]
        assert [True] == [entry.private for entry in store.noted(Arrangement, private=True)]


def test_whatever_they_are_sought_by_entries_come_oldest_first(store: GameStore) -> None:
    tokens = [
        TokenEntry(digest=digest, kind=kind, game="g", seat=None, made=0)
        for digest, kind in (("2", "seat"), ("3", "organiser"), ("1", "spectator"))
    ]
    for token in tokens:
        store.note(token)
    assert tokens == store.noted(TokenEntry) == store.noted(TokenEntry, game="g")


def test_nothing_is_found_by_nothing_and_not_by_everything(store: GameStore) -> None:
    free, bound = PLAIN[TokenEntry], FULL[TokenEntry]
    store.note(free, bound)
    assert [free] == store.noted(TokenEntry, game=None)
    assert [bound] == store.noted(TokenEntry, game="g")
    assert [] == store.noted(TokenEntry, game="None")


def test_no_entries_are_no_change(store: GameStore) -> None:
    store.note()
    assert [[]] * len(KINDS) == [store.noted(kind) for kind in KINDS]


# Again


@pytest.mark.parametrize("kind", [kind for kind in KINDS if not kind.once])
def test_an_entry_of_the_same_name_takes_the_place_of_the_first(kind: type[Entry], store: GameStore) -> None:
    store.note(PLAIN[kind], FULL[kind])
    changed = replace(FULL[kind], **{name: getattr(PLAIN[kind], name) for name in kind.named_by})
    store.note(changed)
    assert [changed, FULL[kind]] == store.noted(kind), "where the first was"
    store.note(PLAIN[kind])
    assert [PLAIN[kind], FULL[kind]] == store.noted(kind), "with nothing left of what it replaced"


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.once])
def test_an_entry_that_is_to_be_there_once_stays_as_it_is(kind: type[Entry], store: GameStore) -> None:
    store.note(PLAIN[kind])
    for again in (PLAIN[kind], replace(FULL[kind], **{name: getattr(PLAIN[kind], name) for name in kind.named_by})):
        with pytest.raises(Conflict) as caught:
            store.note(FULL[kind], again)
        assert "game.conflict" == caught.value.code
    assert [PLAIN[kind]] == store.noted(kind), "and the entry before it is not noted either"


# Read and written in one


def test_what_is_decided_by_what_the_register_says_is_decided_while_nobody_else_can_write(store: GameStore) -> None:
    def one_more(register: Register) -> list[Entry]:
        count = len(register.noted(Annotation, game="g"))
        return [replace(PLAIN[Annotation], id=str(count))]

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda _: store.settle(one_more), range(40)))
    assert [str(number) for number in range(40)] == [entry.id for entry in store.noted(Annotation)]


def test_control_what_is_read_first_and_written_then_loses_what_others_write(store: GameStore) -> None:
    together = Barrier(2)

    def one_more(_: int) -> None:
        count = len(store.noted(Annotation, game="g"))
        together.wait(timeout=20)
        store.note(replace(PLAIN[Annotation], id=str(count)))

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(one_more, range(2)))
    assert ["0"] == [entry.id for entry in store.noted(Annotation)]


def test_what_a_decision_raises_is_raised_and_nothing_of_it_is_written_nor_anything_else_lost(store: GameStore) -> None:
    def refused(register: Register) -> Iterator[Entry]:
        yield PLAIN[Player]
        assert [] == register.noted(Annotation, id="none")
        raise Misuse("request.shape", "no")

    def attempt(number: int) -> bool:
        if number % 3:
            store.note(replace(PLAIN[Annotation], id=str(number)))
            return True
        with pytest.raises(Misuse, match="no"):
            store.settle(refused)
        return False

    with ThreadPoolExecutor(8) as threads:
        written = sum(threads.map(attempt, range(60)))
    assert [written, []] == [len(store.noted(Annotation)), store.noted(Player)]


# What cannot be kept


@pytest.mark.parametrize(
    "wrong",
    [
        Annotation(id="a", game="nobody", n=1, at=0, by="", kind="comment", text=""),
        Player(game="nobody", seat=0, kind="bot"),
        Player(game="g", seat=2**63, kind="bot"),
        Player(game="g", seat=0, kind="bot", name="\udcff"),
    ],
    ids=["a remark on no game", "a player of no game", "a number too large", "no text"],
)
def test_what_no_table_takes_is_told_as_that_and_not_as_a_conflict(wrong: Entry, store: GameStore) -> None:
    for attempt in (
        lambda: store.note(PLAIN[Answered], wrong),
        lambda: store.append("i", played("i", 1).envelopes, entries=[PLAIN[Answered], wrong]),
    ):
        with pytest.raises(StoreProblem) as caught:
            attempt()
        assert "request.shape" == caught.value.code
    assert [] == store.noted(Answered)
    assert not store.exists("i")


@pytest.mark.parametrize("damage", ["x'ff'", "'seven'", "7.5"])
def test_a_line_that_is_damaged_is_told(damage: str, store: GameStore, tmp_path: Path) -> None:
    store.note(PLAIN[Player])
    meddle(tmp_path, f"UPDATE players SET seat = {damage}")
    with pytest.raises(StoreProblem, match=r"players is damaged.*haricot doctor") as caught:
        store.noted(Player)
    assert "unavailable" == caught.value.code


# With events


def test_entries_are_written_with_the_events_that_open_their_game(store: GameStore) -> None:
    entries = [Arrangement(game="i", private=True), Player(game="i", seat=0, kind="human"), PLAIN[Answered]]
    store.append("i", played("i", 1).envelopes, entries=entries)
    assert entries == [*store.noted(Arrangement), *store.noted(Player), *store.noted(Answered)]


def test_a_game_that_is_imported_may_bring_entries(store: GameStore) -> None:
    store.import_record(played("i", 2).record(), entries=[Player(game="i", seat=0, kind="human")])
    assert [Player(game="i", seat=0, kind="human")] == store.noted(Player, game="i")


def test_when_an_entry_fails_neither_events_nor_other_entries_are_kept(store: GameStore, tmp_path: Path) -> None:
    store.note(PLAIN[Answered])
    play = played("i", EARLY)
    entries = [Player(game="i", seat=0, kind="human"), PLAIN[Answered]]
    with pytest.raises(Conflict):
        store.append("i", play.envelopes, entries=entries)
    assert not store.exists("i")
    store.append("i", play.envelopes[:3])
    with pytest.raises(Conflict):
        store.append("i", play.envelopes[3:], request="seat:0 again", entries=entries)
    assert [3, 0] == [count(tmp_path, table, "i") for table in ("events", "players")]
    assert store.asked("i", "seat:0 again") is None


def test_when_the_events_fail_no_entry_is_kept(store: GameStore) -> None:
    with pytest.raises(Conflict):
        store.append("g", played("g", 1).envelopes, entries=[PLAIN[Player], PLAIN[Answered]])
    assert [] == [*store.noted(Player), *store.noted(Answered)]


# Requests


def test_a_request_is_known_by_the_first_event_that_it_led_to(store: GameStore) -> None:
    play = played("i", EARLY)
    store.append("i", play.envelopes[:4], request="organiser create")
    store.append("i", play.envelopes[4:9], request="seat:1 plant")
    assert (1, 5) == (store.asked("i", "organiser create"), store.asked("i", "seat:1 plant"))
    assert store.asked("i", "seat:2 plant") is store.asked("h", "seat:1 plant") is None


def test_a_request_happens_once_in_a_game(store: GameStore) -> None:
    play = played("i", EARLY)
    store.append("i", play.envelopes[:4], request="seat:1 plant")
    with pytest.raises(Conflict, match="same request"):
        store.append("i", play.envelopes[4:9], request="seat:1 plant", entries=[PLAIN[Answered]])
    assert 4 == len(store.envelopes("i"))
    assert [] == store.noted(Answered)
    store.append("i", play.envelopes[4:9], request="seat:1 harvest")
    store.append(
        "h", [replace(envelope, game="h") for envelope in played("h", 2).envelopes[1:]], request="seat:1 plant"
    )
