"""Extensions of single editions for learning: an `Extension` in a module with the edition's name."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

import numpy as np

from domain.commands import Command
from domain.rulebook import Rulebook
from domain.table import Seat, Table
from haricot_rl.observation_parts import ObservationPart, VarietyCounts, Vector

NO_NUMBERS: Final[Vector] = np.zeros(0, np.float32)


class ActionForm(NamedTuple):
    """How commands of one kind are distinguished: the members that are read, and all their values.

    Where a value is no member of the command, `read` computes it.
    """

    reads: tuple[str, ...]
    values: Sequence[tuple[object, ...]]
    read: Callable[[Any, Table], object] | None = None


class Extension:
    """The parts that an edition adds; empty for an edition without a module of its own."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.players = rulebook.players
        self.cards = tuple(variety.id for variety in rulebook.data.varieties if variety.id in rulebook.varieties)
        self.counts = VarietyCounts(self.cards)
        self.fields = rulebook.data.max_fields if rulebook.third_field is not None else rulebook.initial_fields

    def forms(self) -> Mapping[type[Command], ActionForm]:
        """Return the forms of this edition's commands, and of those of the family that it distinguishes otherwise."""
        return {}

    def extra_commands(self, table: Table, seat: int) -> Iterable[Command]:  # noqa: ARG002  # of others
        """Yield legal commands in addition to those that the rules list."""
        return ()

    def table_parts(self) -> list[ObservationPart]:
        """Return the additional parts of the table."""
        return []

    def table_numbers(self, table: Table, seat: int) -> Vector:  # noqa: ARG002  # of others
        """Return the numbers of these parts, as this seat sees them."""
        return NO_NUMBERS

    def seat_parts(self) -> list[ObservationPart]:
        """Return the additional parts of each seat."""
        return []

    def seat_numbers(self, seat: Seat, *, own: bool) -> Vector:  # noqa: ARG002  # of others
        """Return the numbers of these parts, for its owner or for the others."""
        return NO_NUMBERS


def extension_of(rulebook: Rulebook) -> Extension:
    """Return what the edition of this rulebook adds."""
    name = f"{__name__}.{rulebook.data.key}"
    if find_spec(name) is None:
        return Extension(rulebook)
    extension: Extension = import_module(name).EXTENSION(rulebook)
    return extension
