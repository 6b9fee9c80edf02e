"""The register in PostgreSQL: what is noted comes back as it was, oldest first, in its own types."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from service.event_store import GameStore, StoreProblem, open_store
from service.places import Database
from service.register import Entry, Player, TokenEntry
from tests.service import test_register
from tests.service.test_event_store import played
from tests.service.test_register import (
    FULL,
    KINDS,
    PLAIN,
)

SHARED = (
    "test_a_game_that_is_imported_may_bring_entries",
    "test_a_request_happens_once_in_a_game",
    "test_a_request_is_known_by_the_first_event_that_it_led_to",
    "test_an_entry_of_the_same_name_takes_the_place_of_the_first",
    "test_an_entry_that_is_to_be_there_once_stays_as_it_is",
    "test_entries_are_written_with_the_events_that_open_their_game",
    "test_every_value_comes_back_in_its_own_type",
    "test_no_entries_are_no_change",
    "test_nothing_is_found_by_nothing_and_not_by_everything",
    "test_control_what_is_read_first_and_written_then_loses_what_others_write",
    "test_what_a_decision_raises_is_raised_and_nothing_of_it_is_written_nor_anything_else_lost",
    "test_what_is_decided_by_what_the_register_says_is_decided_while_nobody_else_can_write",
    "test_what_no_table_takes_is_told_as_that_and_not_as_a_conflict",
    "test_whatever_they_are_sought_by_entries_come_oldest_first",
    "test_when_the_events_fail_no_entry_is_kept",
)
"""The same tests, on the store of this folder."""
globals().update({name: getattr(test_register, name) for name in SHARED})


@pytest.fixture
def store(place: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[GameStore]:
    """A store with the games g and h."""
    without_nul = replace(FULL[TokenEntry], reason="a\nb\x01c")  # which PostgreSQL has no room for
    monkeypatch.setitem(test_register.FULL, TokenEntry, without_nul)
    with open_store(place) as opened:
        for game in ("g", "h"):
            opened.append(game, played(game, 1).envelopes)
        yield opened


@pytest.mark.parametrize("kind", KINDS)
def test_an_entry_comes_back_as_it_was_noted(kind: type[Entry], store: GameStore) -> None:
    assert [] == store.noted(kind)
    store.note(PLAIN[kind], FULL[kind])
    assert [PLAIN[kind], FULL[kind]] == store.noted(kind), "oldest first"
    for entry in (PLAIN[kind], FULL[kind]):
        assert [entry] == store.noted(kind, **{name: getattr(entry, name) for name in kind.named_by})
        assert [entry] == store.noted(kind, **{name: getattr(entry, name) for name in kind.__struct_fields__})


def test_a_text_with_a_nul_is_told_and_not_kept(store: GameStore) -> None:
    with pytest.raises(StoreProblem) as caught:
        store.note(PLAIN[Player], Player(game="g", seat=1, kind="human", name="a\0b"))
    assert "request.shape" == caught.value.code
    assert [] == store.noted(Player)
