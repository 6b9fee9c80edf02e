"""Check that entries of webhooks can be deleted."""

from msgspec.structs import replace

from service.store.entries.metadata_store import deletion_of
from service.store.entries.webhook_entries import WEBHOOK_KINDS
from service.store.event_store import GameStore
from tests.service.store.entries import FULL, PLAIN
from tests.service.store.games import add_game, play_game


def test_a_deleted_webhook_entry_leaves_the_others(store: GameStore) -> None:
    add_game(store, play_game("g", 2))
    add_game(store, play_game("h", 2))
    for kind in WEBHOOK_KINDS:
        one, other = PLAIN[kind], FULL[kind]
        store.save_entries(one, other)
        store.change_entries([deletion_of(one)])
        assert store.find_entries(kind) == [other]
        store.change_entries([deletion_of(one)])
        store.save_entries(replace(one, **{one.key_fields[0]: "again"}))
        assert len(store.find_entries(kind)) == 2
