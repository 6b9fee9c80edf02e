"""What one edition adds for learning: an `Extension` in a module named after it, found by that name."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

import numpy as np

from domain.commands import Command
from domain.rulebook import Rulebook
from domain.table import Seat, Table
from haricot_rl.observation_parts import ObservationPart, VarietyCounts, Vector

NOTHING: Final[Vector] = np.zeros(0, np.float32)


class ActionForm(NamedTuple):
    """What tells commands of one kind apart: the members that are read, and all that can be read there.

    Where that is not a member of each command, `read` finds it.
    """

    reads: tuple[str, ...]
    values: Sequence[tuple[object, ...]]
    read: Callable[[Any, Table], object] | None = None


class Extension:
    """What an edition adds: nothing, where it has no module of its own."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.players = rulebook.players
        self.cards = tuple(variety.id for variety in rulebook.data.varieties if variety.id in rulebook.varieties)
        self.counts = VarietyCounts(self.cards)
        self.fields = rulebook.data.max_fields if rulebook.third_field is not None else rulebook.initial_fields

    def forms(self) -> Mapping[type[Command], ActionForm]:
        """Return the commands of this edition, and those of the family that it knows otherwise."""
        return {}

    def beside(self, table: Table, seat: int) -> Iterable[Command]:  # noqa: ARG002  # of others
        """Legal commands beside those that the rules list."""
        return ()

    def table_parts(self) -> list[ObservationPart]:
        """Return what is seen of the table besides."""
        return []

    def of_table(self, table: Table, seat: int) -> Vector:  # noqa: ARG002  # of others
        """Return the numbers of these parts, as this seat sees them."""
        return NOTHING

    def seat_parts(self) -> list[ObservationPart]:
        """Return what is seen of each seat besides."""
        return []

    def of_seat(self, seat: Seat, *, own: bool) -> Vector:  # noqa: ARG002  # of others
        """Return the numbers of these parts, for its owner or for the others."""
        return NOTHING


def extension_of(rulebook: Rulebook) -> Extension:
    """Return what the edition of this rulebook adds."""
    name = f"{__name__}.{rulebook.data.key}"
    if find_spec(name) is None:
        return Extension(rulebook)
    extension: Extension = import_module(name).EXTENSION(rulebook)
    return extension
