"""The rulebook: an edition composed for one table."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Protocol, Self

from msgspec.structs import replace

from domain.cards import Card
from domain.commands import Command
from domain.edition_data.edition import EditionData, Setup
from domain.events import Cards
from domain.pending_events import PendingEvents
from domain.refusals import CorruptHistory, Refusal, UnknownVersion
from domain.rulebook_sections import Drawing, Lands, Planting, Selling, ThirdField
from domain.table import Table
from domain.values import Value
from domain.versions import older
from domain.visibility import Option, Options

Mechanism = str
"""The name of a mechanism that refuses, such as "harvest.protection"; `cites` names its clause in each edition."""


class GuardFailure(str):
    """The name of a mechanism that refuses, with words for the facts `here`, such as "no card in slot 99".

    It is a string, so that guards, citations and lists treat it as any other name.
    """

    __slots__ = ("here",)

    here: str

    def __new__(cls, mechanism: Mechanism, here: str) -> Self:
        because = super().__new__(cls, mechanism)
        because.here = here
        return because


class Rule(Protocol):
    """Lets events happen on the table; the guard has allowed the command before."""

    def __call__(self, rulebook: "Rulebook", draft: PendingEvents, command: Any, /) -> None: ...


class Guard(Protocol):
    """Whether a command is legal: None when it is allowed on this table, else the mechanism that forbids it."""

    def __call__(self, rulebook: "Rulebook", table: Table, command: Any, /) -> Mechanism | None: ...


class Bounds(Value):
    """What an open-ended offer may contain: own hand slots, turned-up varieties, the seats it may address."""

    type: str
    from_hand: tuple[int | None, ...]
    turned_up: Cards
    seats: tuple[int, ...]
    coins: int = 0


class Move(Value):
    """One kind of command: its guard, its rule, and what a seat might try.

    `tries` yields commands that may be legal. `mistakes` yields others, so that some command reaches every refusal. For
    open-ended commands, `bounds` limits what they may contain. `elsewhere` is the mechanism that forbids the command in
    other phases.
    """

    forbids: Guard
    happens: Rule
    tries: "Tries"
    mistakes: "Tries | None" = None
    bounds: Callable[["Rulebook", Table, int], Bounds | None] | None = None
    elsewhere: Mechanism = "turn.order"


Tries = Callable[["Rulebook", Table, int], Iterable[Command]]
"""The commands that a seat might try on a table."""
Moves = Mapping[type[Command], Move]


class Phase(Value):
    """A phase of the turn: what may be done in it, what the engine does when it opens, when it is over.

    `refuses` cites the mechanism for commands that come too early here. A phase that is not `present` in this turn is
    left out without an event; `skipped` leaves it out with a reason. `over` lets it end by itself. `step` names the one
    of its `steps`, smaller phases, that must be finished first (an attack, a choice). `awaited` names the seats that
    the phase waits for, where that is not the active one. After the final exhaustion the game ends with the first phase
    that is `last`.
    """

    name: str
    moves: Moves
    refuses: Mapping[type[Command], Mechanism] = {}
    opens: Callable[["Rulebook", PendingEvents], None] | None = None
    present: Callable[[Table], bool] | None = None
    skipped: Callable[[Table], str | None] | None = None
    over: Callable[[Table], bool] | None = None
    steps: "tuple[Phase, ...]" = ()
    step: Callable[[Table], "Phase | None"] | None = None
    awaited: Callable[[Table], tuple[int, ...]] | None = None
    last: bool = False
    interruptible: bool = True

    def awaits(self, table: Table) -> tuple[int, ...]:
        """Return the seats that the game waits for in this phase, ascending."""
        return (table.turn.seat,) if self.awaited is None else self.awaited(table)

    def is_over(self, table: Table) -> bool:
        """Return whether nothing is left to do in this phase, so that it ends by itself."""
        return self.over is not None and self.over(table)


class Ending(Value):
    """Section 9: the last harvest, the points of each seat, which of the tied seats has won, and by which rule."""

    final_harvest: Callable[["Rulebook", PendingEvents], None]
    score: Callable[["Rulebook", Table], tuple[int, ...]]
    tie_break: Callable[[Table, tuple[int, ...]], tuple[tuple[int, ...], str]]


class Rulebook(Value, dict=True, gc=True):
    """An edition composed for one table: its phases in order, its numbers, and the functions that its options chose.

    `begins` happens when the last seat is taken, `turn_opens` as a turn starts, `aftermath` after every command.
    `completes` fills in what a position written by hand may leave out.
    """

    data: EditionData
    players: int
    options: Mapping[str, Option]
    deck: Cards
    hand_sizes: tuple[int, ...]
    initial_fields: int
    opening: tuple[Phase, ...]
    turn: tuple[Phase, ...]
    anytime: Moves
    planting: Planting
    trade_coins: bool
    selling: Selling
    third_field: ThirdField | None
    drawing: Drawing
    ending: Ending
    aftermath: tuple[Callable[["Rulebook", PendingEvents], None], ...]
    begins: Callable[["Rulebook", PendingEvents], None]
    turn_opens: Callable[["Rulebook", PendingEvents], None] | None = None
    completes: Callable[["Rulebook", Table], Table] | None = None
    lands: Lands | None = None
    invariants: tuple[Callable[["Rulebook", Table], Iterable[str]], ...] = ()

    def phase(self, table: Table) -> Phase:
        """Return the phase in force, or the step within it that comes first; CorruptHistory when there is none."""
        phase = self.phases.get(table.turn.phase)
        if phase is None:
            raise CorruptHistory(f"{self.data.key} has no phase {table.turn.phase!r}")
        return phase if phase.step is None else phase.step(table) or phase

    @cached_property
    def varieties(self) -> frozenset[Card]:
        """What is in the deck."""
        return frozenset(self.deck)

    @cached_property
    def counted(self) -> Counter[Card]:
        """How many cards of each variety are in the deck."""
        return Counter(self.deck)

    @cached_property
    def phases(self) -> Mapping[str, Phase]:
        """Every phase by its name."""
        return {phase.name: phase for phase in (*self.opening, *self.turn)}

    @cached_property
    def moves(self) -> Moves:
        """Every kind of command of this edition, in the order of the turn."""
        phases = [part for phase in (*self.turn, *self.opening[1:]) for part in (*phase.steps, phase)]
        return {kind: move for moves in (*(p.moves for p in phases), self.anytime) for kind, move in moves.items()}

    def elsewhere(self, kind: type[Command]) -> Mechanism:
        """Return the mechanism that forbids a command outside its phase."""
        move = self.moves.get(kind)
        return "turn.order" if move is None else move.elsewhere

    def refusal(self, mechanism: Mechanism) -> Refusal:
        """Return the refusal for this mechanism, with the clause of this edition and the facts that the guard named."""
        return self.data.refusal(mechanism, mechanism.here if isinstance(mechanism, GuardFailure) else "")


class Edition(Value, dict=True, gc=True):
    """An edition of the family under one version of its rules: its data, and how it is composed for one table."""

    data: EditionData
    compose: Callable[[EditionData, Setup, Options], Rulebook]

    def __repr__(self) -> str:
        """Return its key and version; the contents would take pages."""
        return f"<Edition {self.data.key} {self.data.version}>"

    @cached_property
    def versions(self) -> "Mapping[str, Edition]":
        """This edition under each version of its rules up to its own, oldest first."""
        every = (self, *(replace(self, data=data) for data in older(self.data)))
        return {edition.data.version: edition for edition in reversed(every)}

    def with_version(self, version: str) -> "Edition":
        """Return this edition under a version of its rules; UnknownVersion when that is not here."""
        if version == self.data.version:
            return self
        if version not in self.versions:
            raise UnknownVersion(self.data.key, version, self.versions)
        return self.versions[version]
