"""Check values that a column of SQLite can hold and one of PostgreSQL cannot."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from service.store.entries.metadata_store import Player, TokenEntry
from service.store.errors import StoreUnavailable
from service.store.event_store import GameStore
from tests.service.store.entries import FULL, KINDS, PLAIN
from tests.service.store.folders import meddle
from tests.service.store.games import add_game, play_game


def test_an_id_can_contain_nul(store: GameStore) -> None:
    assert add_game(store, play_game("nul\0nul", 2)) == store.record("nul\0nul")


def test_a_text_can_contain_nul(store: GameStore) -> None:
    token = replace(PLAIN[TokenEntry], reason="a\nb\0c")
    store.save_entries(token)
    assert [token] == store.find_entries(TokenEntry)


def test_no_entry_is_found_by_a_value_of_another_type(store: GameStore) -> None:
    for game in ("g", "h"):
        store.append(game, play_game(game, 1).envelopes)
    for kind in KINDS:
        store.save_entries(PLAIN[kind], FULL[kind])
        assert [] == store.find_entries(kind, **dict.fromkeys(kind.key_fields, "none"))


@pytest.mark.parametrize("damage", ["x'ff'", "'seven'", "7.5"])
def test_a_damaged_entry_is_an_error(damage: str, store: GameStore, tmp_path: Path) -> None:
    store.append("g", play_game("g", 1).envelopes)
    store.save_entries(PLAIN[Player])
    meddle(tmp_path, f"UPDATE players SET seat = {damage}")
    with pytest.raises(StoreUnavailable, match=r"players is damaged.*haricot doctor"):
        store.find_entries(Player)
