"""R11, a share of `make soak`: rows of signed games changed behind the store's back are found, and never signed."""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from replay.proofs.leaves import leaf
from service.signing.row_verification import Evidence, signed_of
from service.store.event_store import GameStore
from service.store.location import Location
from tests.service.signing.edited import AT, Edited
from tests.service.signing.edits import EDITS, FILED, Edit, LyingRow, Rows, behind_back, set_back, truncate

COUNT: Final = int(os.environ.get("HARICOT_EDITS", "30"))
"""How many edits of a store on SQLite; a fifth of them on PostgreSQL."""
STACKS: Final = [range(at, at + max(COUNT // 100, 60)) for at in range(0, COUNT, max(COUNT // 100, 60))]
"""A hundred at most, each with a store of its own."""


def missed(
    place: Location, store: GameStore, key: Path, numbers: Sequence[int], edits: Sequence[Edit]
) -> Iterator[str]:
    """What is not found of these edits, one after the other; many of them have to change something."""
    with behind_back(place) as tables:
        edited = Edited(store, key, tables)
        yield from filter(None, (edited.missed(number, edits) for number in numbers))
        assert edited.changed > len(numbers) / 2


@pytest.mark.long
@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
@pytest.mark.parametrize("numbers", STACKS, ids=lambda numbers: str(numbers[0]))
def test_every_edit_that_changes_an_event_is_found_and_never_signed(
    numbers: range, place: Location, store: GameStore, key: Path
) -> None:
    assert [*missed(place, store, key, numbers, EVERY)] == []


@pytest.mark.long
@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_who_grafts_another_fork_on_a_fork_does_not_change_what_its_maker_saw(
    place: Location, store: GameStore, key: Path
) -> None:
    assert [*missed(place, store, key, [2089], EDITS)] == []


@pytest.mark.long
@pytest.mark.served
@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
def test_so_it_is_on_postgresql(place: Location, store: GameStore, key: Path) -> None:
    assert [*missed(place, store, key, range(COUNT // 5), EVERY)] == []


def swap_early(rows: Rows) -> list[LyingRow]:
    """Two that forks have from their parents are in each other's place; of proceedings, the first and the last."""
    one, other = (0, -1) if rows.table is FILED else rows.luck.sample(range(AT), 2)
    found = [*rows.own]
    found[one], found[other] = found[other], found[one]
    return rows.numbered(found)


def date_anew(rows: Rows) -> list[LyingRow]:
    """Something was filed at another time; a game stays as it is."""
    return rows.changed(rows.place(), "at", 7) if rows.table is FILED else rows.own


EVERY: Final = (*EDITS, swap_early, date_anew)


def heads_alone(patch: pytest.MonkeyPatch) -> None:
    """Whoever looks believes what was about to be signed, and asks for no checkpoint."""

    for module in ("tamper_check", "signer"):
        patch.setattr(f"service.signing.{module}.signed_of", lambda name, heads, _: signed_of(name, heads, ()))


def what_is_there(patch: pytest.MonkeyPatch) -> None:
    """Whoever looks compares what is there, and does not ask for what was."""
    whole = Evidence.require
    patch.setattr(
        Evidence, "require", lambda self, signed: whole(self, [one for one in signed if one.size <= self.log.tree.size])
    )


def no_times(patch: pytest.MonkeyPatch) -> None:
    """When something was stands in no leaf."""
    patch.setattr("service.signing.merkle_log.leaf", lambda one, *of: leaf(replace(one, at=0), *of))


def no_past(patch: pytest.MonkeyPatch) -> None:
    """Of a fork nobody asks what it goes on from."""
    patch.setattr("service.signing.tamper_check._past", lambda _: iter(()))


BLIND = {heads_alone: set_back, what_is_there: truncate, no_times: date_anew, no_past: swap_early}
"""Ways to look less closely, each with edits that are then missed."""


@pytest.mark.long
@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
@pytest.mark.parametrize("blind", BLIND, ids=lambda blind: blind.__name__)
def test_control_whoever_looks_less_closely_misses_something(
    blind: Callable[[pytest.MonkeyPatch], None],
    place: Location,
    store: GameStore,
    key: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    blind(monkeypatch)
    assert next(missed(place, store, key, range(60), [BLIND[blind]]), None) is not None
