"""Check that entries of webhooks can be deleted."""

from msgspec.structs import replace

from service.store.entries.webhook_entries import HOOKED, HookEntry, tombstone
from service.store.event_store import GameStore
from tests.service.store.entries import FULL, PLAIN
from tests.service.store.games import add_game, play_game


def test_a_deleted_webhook_entry_leaves_the_others(store: GameStore) -> None:
    add_game(store, play_game("g", 2))
    add_game(store, play_game("h", 2))
    for kind in HOOKED:
        one, other = PLAIN[kind], FULL[kind]
        assert isinstance(one, HookEntry)
        store.save_entries(one, other)
        store.save_entries(tombstone(one))
        assert store.find_entries(kind) == [other]
        store.save_entries(tombstone(one))
        store.save_entries(replace(one, **{one.named_by[0]: "again"}))
        assert len(store.find_entries(kind)) == 2
