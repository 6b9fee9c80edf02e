"""The rules as they hold at one table: an edition composed for its players and options."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Protocol, Self

from msgspec.structs import replace

from domain.cards import Card, Steps
from domain.commands import Command
from domain.draft import Draft
from domain.edition import EditionData, Setup
from domain.events import Cards
from domain.refusals import CorruptHistory, Refusal, UnknownVersion
from domain.table import Table
from domain.values import Value
from domain.versions import older
from domain.visibility import Option, Options

Slot = str
"""The name of a mechanism that refuses, such as "harvest.protection"; `cites` names its clause in each edition."""


class Because(str):
    """The name of a mechanism that refuses, with words for what it refuses `here`, such as "no card in slot 99".

    It is the name itself, so that guards, citations and lists treat it as any other.
    """

    __slots__ = ("here",)

    here: str

    def __new__(cls, slot: Slot, here: str) -> Self:
        because = super().__new__(cls, slot)
        because.here = here
        return because


class Rule(Protocol):
    """Lets events happen on the draft; the guard has been asked before."""

    def __call__(self, rulebook: "Rulebook", draft: Draft, command: Any, /) -> None: ...


class Guard(Protocol):
    """May I? None when the command is allowed on this table, else the mechanism that forbids it."""

    def __call__(self, rulebook: "Rulebook", table: Table, command: Any, /) -> Slot | None: ...


class Bounds(Value):
    """What an open-ended offer may contain: own hand slots, turned-up varieties, the seats it may address."""

    type: str
    from_hand: tuple[int | None, ...]
    turned_up: Cards
    seats: tuple[int, ...]
    coins: int = 0


class Move(Value):
    """One kind of command: its guard, its rule, and what a seat might try.

    `tries` yields the commands that may be legal, `mistakes` others, so that every refusal is reached by one of them.
    Where commands are open-ended, `bounds` tells what they may contain. `elsewhere` is the mechanism that forbids the
    command in other phases.
    """

    forbids: Guard
    happens: Rule
    tries: "Tries"
    mistakes: "Tries | None" = None
    bounds: Callable[["Rulebook", Table, int], Bounds | None] | None = None
    elsewhere: Slot = "turn.order"


Tries = Callable[["Rulebook", Table, int], Iterable[Command]]
"""Commands that a seat might give on a table."""
Moves = Mapping[type[Command], Move]


class Phase(Value):
    """A phase of the turn: what may be done in it, what the engine does when it opens, when it is over.

    `refuses` cites the mechanism for commands that come too early here. A phase that is not `present` in this turn is
    left out without a word; `skipped` leaves it out and says why. `over` lets it pass on by itself, `step` names the
    one of its `steps`, smaller phases, that must be finished first (an attack, a choice). After the final exhaustion
    the game ends with the first phase that is `last`.
    """

    name: str
    moves: Moves
    refuses: Mapping[type[Command], Slot] = {}
    opens: Callable[["Rulebook", Draft], None] | None = None
    present: Callable[[Table], bool] | None = None
    skipped: Callable[[Table], str | None] | None = None
    over: Callable[[Table], bool] | None = None
    steps: "tuple[Phase, ...]" = ()
    step: Callable[[Table], "Phase | None"] | None = None
    last: bool = False
    interruptible: bool = True

    def is_over(self, table: Table) -> bool:
        """Whether nothing is left to do in this phase, so that it passes on by itself."""
        return self.over is not None and self.over(table)


class ThirdField(Value):
    """The sale of third fields: price in coins, and where the coin cards go."""

    price: int
    destination: str


class Sale(Value):
    """What a field brings: whose beanometer paid, the cards that become coins, the rest in laying order."""

    meter: Card
    coins: Cards
    discarded: Cards


class Rulebook(Value, dict=True, gc=True):
    """An edition composed for one table: its phases in order, its numbers, and the functions its options chose.

    `begins` happens when the last seat is taken, `turn_opens` as a turn starts. `doubles` tells whether a bean doubles
    a field, where that matters, `misfit` why a field does not take a bean, where it is not for its variety. `sale`
    gets the coin cards that the owner chose, if any, and gives None when they cannot be the coins. `completes` adds
    what a position leaves to be understood.
    """

    data: EditionData
    players: int
    options: Mapping[str, Option]
    deck: Cards
    meters: Mapping[Card, Steps]
    hand_sizes: tuple[int, ...]
    initial_fields: int
    opening: tuple[Phase, ...]
    turn: tuple[Phase, ...]
    anytime: Moves
    turn_up_count: Callable[[Table], int]
    draw_count: Callable[[Table], int]
    exhaustions_to_end: int
    counts_at_once: bool
    third_field: ThirdField | None
    fits: Callable[[Cards, Card, str], bool]
    sale: Callable[["Rulebook", Cards, Cards | None], Sale | None]
    protects: Callable[[tuple[Cards, ...], int], bool]
    trade_coins: bool
    score: Callable[["Rulebook", Table], tuple[int, ...]]
    tie_break: Callable[[Table, tuple[int, ...]], tuple[tuple[int, ...], str]]
    final_harvest: Callable[["Rulebook", Draft], None]
    aftermath: tuple[Callable[["Rulebook", Draft], None], ...]
    begins: Callable[["Rulebook", Draft], None]
    turn_opens: Callable[["Rulebook", Draft], None] | None = None
    doubles: Callable[[Cards, Card], bool] | None = None
    misfit: Callable[[Cards, Card, str], Slot | None] | None = None
    completes: Callable[["Rulebook", Table], Table] | None = None
    invariants: tuple[Callable[["Rulebook", Table], Iterable[str]], ...] = ()

    def phase(self, table: Table) -> Phase:
        """The phase in force, or the step within it that comes first; CorruptHistory when there is no such phase."""
        phase = self.phases.get(table.turn.phase)
        if phase is None:
            raise CorruptHistory(f"{self.data.key} has no phase {table.turn.phase!r}")
        return phase if phase.step is None else phase.step(table) or phase

    def sold(self, field: Cards) -> Sale:
        """What this field brings when its owner chooses nothing."""
        sale = self.sale(self, field, None)
        assert sale is not None
        return sale

    @cached_property
    def varieties(self) -> frozenset[Card]:
        """What is in the deck."""
        return frozenset(self.deck)

    @cached_property
    def phases(self) -> Mapping[str, Phase]:
        """Every phase by its name."""
        return {phase.name: phase for phase in (*self.opening, *self.turn)}

    @cached_property
    def moves(self) -> Moves:
        """Every kind of command that a seat of this edition can give, in the order of the turn."""
        phases = [part for phase in (*self.turn, *self.opening[1:]) for part in (*phase.steps, phase)]
        return {kind: move for moves in (*(p.moves for p in phases), self.anytime) for kind, move in moves.items()}

    def elsewhere(self, kind: type[Command]) -> Slot:
        """The mechanism that forbids a command outside its phase."""
        move = self.moves.get(kind)
        return "turn.order" if move is None else move.elsewhere

    def refusal(self, slot: Slot) -> Refusal:
        """The refusal for this mechanism, with the clause of this edition and what the guard said besides."""
        return self.data.refusal(slot, slot.here if isinstance(slot, Because) else "")


class Edition(Value, dict=True, gc=True):
    """An edition of the family under one version of its rules: its data, and how it is composed for one table."""

    data: EditionData
    compose: Callable[[EditionData, Setup, Options], Rulebook]

    @cached_property
    def versions(self) -> "Mapping[str, Edition]":
        """This edition under each version of its rules up to its own, oldest first."""
        every = (self, *(replace(self, data=data) for data in older(self.data)))
        return {edition.data.version: edition for edition in reversed(every)}

    def under(self, version: str) -> "Edition":
        """This edition under a version of its rules; UnknownVersion when that is not here."""
        if version == self.data.version:
            return self
        if version not in self.versions:
            raise UnknownVersion(self.data.key, version, self.versions)
        return self.versions[version]
