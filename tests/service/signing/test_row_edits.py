"""Check R11, as part of `make soak`: edits of the rows of signed games are found, and never signed."""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from replay.proofs.leaves import make_leaf
from service.signing.row_verification import StoredLog, signed_sizes
from service.store.event_store import GameStore
from service.store.location import Location
from tests.service.signing.edited_store import AT, EditedStore
from tests.service.signing.row_edits import EDITS, FILED, Edit, Rows, StoredRow, direct_tables, set_back, truncate

COUNT: Final = int(os.environ.get("HARICOT_EDITS", "30"))
"""The number of edits of a store on SQLite; a fifth of them on PostgreSQL."""
BATCHES: Final = [range(at, at + max(COUNT // 100, 60)) for at in range(0, COUNT, max(COUNT // 100, 60))]
"""At most a hundred, each with its own store."""


def missed(
    place: Location, store: GameStore, key: Path, numbers: Sequence[int], edits: Sequence[Edit]
) -> Iterator[str]:
    """Yield what is missed of these edits; more than half of them must change something."""
    with direct_tables(place) as tables:
        store_edits = EditedStore(store, key, tables)
        yield from filter(None, (store_edits.missed(number, edits) for number in numbers))
        assert store_edits.changed > len(numbers) / 2


@pytest.mark.long
@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
@pytest.mark.parametrize("numbers", BATCHES, ids=lambda numbers: str(numbers[0]))
def test_every_edit_that_changes_an_event_is_found_and_never_signed(
    numbers: range, place: Location, store: GameStore, key: Path
) -> None:
    assert [*missed(place, store, key, numbers, ALL_EDITS)] == []


@pytest.mark.long
@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_replacing_the_own_events_of_a_fork_leaves_its_past(place: Location, store: GameStore, key: Path) -> None:
    assert [*missed(place, store, key, [2089], EDITS)] == []


@pytest.mark.long
@pytest.mark.served
@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
def test_every_edit_on_postgresql_is_found_and_never_signed(place: Location, store: GameStore, key: Path) -> None:
    assert [*missed(place, store, key, range(COUNT // 5), ALL_EDITS)] == []


def swap_early(rows: Rows) -> list[StoredRow]:
    """Swap two rows that forks have from their parents; of proceedings, the first and the last."""
    one, other = (0, -1) if rows.table is FILED else rows.luck.sample(range(AT), 2)
    found = [*rows.own]
    found[one], found[other] = found[other], found[one]
    return rows.numbered(found)


def change_time(rows: Rows) -> list[StoredRow]:
    """Change the time of a filing; a game is not changed."""
    return rows.changed(rows.place(), "at", 7) if rows.table is FILED else rows.own


ALL_EDITS: Final = (*EDITS, swap_early, change_time)


def trust_heads(patch: pytest.MonkeyPatch) -> None:
    """Trust the signing heads, and read no checkpoint."""

    for module in ("tamper_check", "signer"):
        patch.setattr(f"service.signing.{module}.signed_sizes", lambda name, heads, _: signed_sizes(name, heads, ()))


def ignore_truncation(patch: pytest.MonkeyPatch) -> None:
    """Compare only the signatures of what is there."""
    whole = StoredLog.require_signed
    patch.setattr(
        StoredLog,
        "require_signed",
        lambda self, signed: whole(self, [one for one in signed if one.size <= self.log.tree.size]),
    )


def ignore_times(patch: pytest.MonkeyPatch) -> None:
    """Leave the times out of the leaves."""
    patch.setattr("service.signing.merkle_log.make_leaf", lambda one, *of: make_leaf(replace(one, at=0), *of))


def ignore_parents(patch: pytest.MonkeyPatch) -> None:
    """Do not verify what a fork has from its parent."""
    patch.setattr("service.signing.tamper_check._ancestor_parts", lambda _: iter(()))


WEAK_CHECKS = {
    trust_heads: set_back,
    ignore_truncation: truncate,
    ignore_times: change_time,
    ignore_parents: swap_early,
}
"""Weaker checks, each with an edit that they miss."""


@pytest.mark.long
@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
@pytest.mark.parametrize("weaken", WEAK_CHECKS, ids=lambda weaken: weaken.__name__)
def test_control_weaker_checks_miss_edits(
    weaken: Callable[[pytest.MonkeyPatch], None],
    place: Location,
    store: GameStore,
    key: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    weaken(monkeypatch)
    assert next(missed(place, store, key, range(60), [WEAK_CHECKS[weaken]]), None) is not None
