"""What is kept of webhooks in every database: it changes, and it goes."""

import pytest
from msgspec.structs import replace

from service.store.entries.webhook_entries import HOOKED, HookEntry, tombstone
from service.store.event_store import GameStore
from tests.service.store.entries import FULL, PLAIN
from tests.service.store.games import keep, played


@pytest.mark.parametrize("kind", HOOKED)
def test_an_entry_that_is_gone_leaves_the_others_there(store: GameStore, kind: type[HookEntry]) -> None:
    keep(store, played("g", 2))
    keep(store, played("h", 2))
    one, other = PLAIN[kind], FULL[kind]
    assert isinstance(one, HookEntry)
    store.note(one, other)
    store.note(tombstone(one))
    assert store.noted(kind) == [other]
    store.note(tombstone(one))
    store.note(replace(one, **{one.named_by[0]: "again"}))
    assert len(store.noted(kind)) == 2
