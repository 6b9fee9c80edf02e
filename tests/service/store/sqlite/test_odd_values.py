"""What a column of SQLite can hold and one of PostgreSQL cannot."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from service.store.entries.metadata_store import Entry, Player, TokenEntry
from service.store.errors import StoreUnavailable
from service.store.event_store import GameStore
from tests.service.store.entries import FULL, KINDS, PLAIN
from tests.service.store.folders import meddle
from tests.service.store.games import keep, played


def test_an_id_may_hold_a_nul(store: GameStore) -> None:
    assert keep(store, played("nul\0nul", 2)) == store.record("nul\0nul")


def test_a_text_may_hold_a_nul(store: GameStore) -> None:
    token = replace(PLAIN[TokenEntry], reason="a\nb\0c")
    store.note(token)
    assert [token] == store.noted(TokenEntry)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_found_by_a_value_of_another_type(kind: type[Entry], store: GameStore) -> None:
    for game in ("g", "h"):
        store.append(game, played(game, 1).envelopes)
    store.note(PLAIN[kind], FULL[kind])
    assert [] == store.noted(kind, **dict.fromkeys(kind.named_by, "nobody"))


@pytest.mark.parametrize("damage", ["x'ff'", "'seven'", "7.5"])
def test_a_line_that_is_damaged_is_told(damage: str, store: GameStore, tmp_path: Path) -> None:
    store.append("g", played("g", 1).envelopes)
    store.note(PLAIN[Player])
    meddle(tmp_path, f"UPDATE players SET seat = {damage}")
    with pytest.raises(StoreUnavailable, match=r"players is damaged.*haricot doctor"):
        store.noted(Player)
