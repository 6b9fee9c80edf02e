"""The rulebook: the rules of an edition, composed for the players and options of one table."""

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
from domain.versions import older_versions
from domain.visibility import Option, Options

Mechanism = str
"""The name of what refuses a command, such as "harvest.protection"; `cites` names its clause in each edition."""


class GuardFailure(str):
    """The name of a mechanism, with the facts of this refusal in `here`, such as "no card in slot 99".

    It is a string, so guards, citations and lists can use it as any other mechanism.
    """

    __slots__ = ("here",)

    here: str

    def __new__(cls, mechanism: Mechanism, here: str) -> Self:
        failure = super().__new__(cls, mechanism)
        failure.here = here
        return failure


class Rule(Protocol):
    """Records the events that a command leads to; the guard has allowed the command before."""

    def __call__(self, rulebook: "Rulebook", draft: PendingEvents, command: Any, /) -> None: ...


class Guard(Protocol):
    """Returns None for a legal command, else the mechanism that forbids it on this table."""

    def __call__(self, rulebook: "Rulebook", table: Table, command: Any, /) -> Mechanism | None: ...


class Bounds(Value):
    """What an open-ended offer may contain: own hand slots, turned-up varieties, the seats it may address."""

    type: str
    from_hand: tuple[int | None, ...]
    turned_up: Cards
    seats: tuple[int, ...]
    coins: int = 0


class Move(Value):
    """How one type of command is decided: by its guard and its rule.

    `candidates` returns commands that may be legal; the guard decides which of them are. `mistakes` returns illegal
    ones, so that every refusal is listed. For open-ended commands, `bounds` returns what they may contain.
    `wrong_phase` is the mechanism that forbids the command in other phases.
    """

    guard: Guard
    rule: Rule
    candidates: "Candidates"
    mistakes: "Candidates | None" = None
    bounds: Callable[["Rulebook", Table, int], Bounds | None] | None = None
    wrong_phase: Mechanism = "turn.order"


Candidates = Callable[["Rulebook", Table, int], Iterable[Command]]
"""Returns commands that a seat might try on a table."""
Moves = Mapping[type[Command], Move]


class Phase(Value):
    """A phase of the turn: its moves, what happens when it opens, and when it ends.

    - `refusals` are the mechanisms that forbid commands of other phases, where the reason is a special one.
    - `on_open` records what happens when the phase opens.
    - Where `is_present` is False, the turn has no such phase, and no event says so. `skip_reason` skips the phase with
      an event.
    - Once `ends_when` is True, the phase ends without a command.
    - `steps` are parts of the phase, such as an attack. `current_step` returns the one that must be finished first.
    - `awaited_seats` returns the seats that the phase waits for; without it that is the active seat.
    - After the final exhaustion the game ends with the first phase that `can_end_game`.
    - All seats may submit the commands for any time in a phase that is `interruptible`.
    """

    name: str
    moves: Moves
    refusals: Mapping[type[Command], Mechanism] = {}
    on_open: Callable[["Rulebook", PendingEvents], None] | None = None
    is_present: Callable[[Table], bool] | None = None
    skip_reason: Callable[[Table], str | None] | None = None
    ends_when: Callable[[Table], bool] | None = None
    steps: "tuple[Phase, ...]" = ()
    current_step: Callable[[Table], "Phase | None"] | None = None
    awaited_seats: Callable[[Table], tuple[int, ...]] | None = None
    can_end_game: bool = False
    interruptible: bool = True

    def awaits(self, table: Table) -> tuple[int, ...]:
        """Return the seats that the game waits for in this phase, ascending."""
        return (table.turn.seat,) if self.awaited_seats is None else self.awaited_seats(table)

    def is_over(self, table: Table) -> bool:
        """Return whether nothing is left to do in this phase, so that it ends without a command."""
        return self.ends_when is not None and self.ends_when(table)


class Ending(Value):
    """Section 9: the last harvest, the points of each seat, and the winners among tied seats with their tie-break."""

    final_harvest: Callable[["Rulebook", PendingEvents], None]
    score: Callable[["Rulebook", Table], tuple[int, ...]]
    tie_break: Callable[[Table, tuple[int, ...]], tuple[tuple[int, ...], str]]


class Rulebook(Value, dict=True, gc=True):
    """An edition composed for one table: its phases in order, its numbers, and the functions that its options chose.

    `begin_game` runs when the last seat is taken, `on_turn_start` at the start of each turn, and each function in
    `after_command` after every command. `complete_position` fills in what a position written by hand may leave out.
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
    after_command: tuple[Callable[["Rulebook", PendingEvents], None], ...]
    begin_game: Callable[["Rulebook", PendingEvents], None]
    on_turn_start: Callable[["Rulebook", PendingEvents], None] | None = None
    complete_position: Callable[["Rulebook", Table], Table] | None = None
    lands: Lands | None = None
    invariants: tuple[Callable[["Rulebook", Table], Iterable[str]], ...] = ()

    def phase(self, table: Table) -> Phase:
        """Return the current phase, or the step of it that must be finished first; CorruptHistory if it is unknown."""
        phase = self.phases.get(table.turn.phase)
        if phase is None:
            raise CorruptHistory(f"{self.data.key} has no phase {table.turn.phase!r}")
        return phase if phase.current_step is None else phase.current_step(table) or phase

    @cached_property
    def varieties(self) -> frozenset[Card]:
        """The varieties in the deck."""
        return frozenset(self.deck)

    @cached_property
    def deck_counts(self) -> Counter[Card]:
        """How many cards of each variety are in the deck."""
        return Counter(self.deck)

    @cached_property
    def phases(self) -> Mapping[str, Phase]:
        """Every phase by its name."""
        return {phase.name: phase for phase in (*self.opening, *self.turn)}

    @cached_property
    def moves(self) -> Moves:
        """The move of every type of command of this edition, in the order of the turn."""
        phases = [part for phase in (*self.turn, *self.opening[1:]) for part in (*phase.steps, phase)]
        return {kind: move for moves in (*(p.moves for p in phases), self.anytime) for kind, move in moves.items()}

    def wrong_phase(self, kind: type[Command]) -> Mechanism:
        """Return the mechanism that forbids a command outside its phase."""
        move = self.moves.get(kind)
        return "turn.order" if move is None else move.wrong_phase

    def refusal(self, mechanism: Mechanism) -> Refusal:
        """Return the refusal by this mechanism, with this edition's clause and the facts that the guard named."""
        return self.data.refusal(mechanism, mechanism.here if isinstance(mechanism, GuardFailure) else "")


class Edition(Value, dict=True, gc=True):
    """An edition of the family in one version of its rules: its data, and the function that composes a rulebook."""

    data: EditionData
    compose: Callable[[EditionData, Setup, Options], Rulebook]

    def __repr__(self) -> str:
        """Return the key and version; the contents would fill pages."""
        return f"<Edition {self.data.key} {self.data.version}>"

    @cached_property
    def versions(self) -> "Mapping[str, Edition]":
        """This edition in each version of its rules up to its own, oldest first."""
        newest_first = (self, *(replace(self, data=data) for data in older_versions(self.data)))
        return {edition.data.version: edition for edition in reversed(newest_first)}

    def with_version(self, version: str) -> "Edition":
        """Return this edition in another version of its rules; UnknownVersion where there is none."""
        if version == self.data.version:
            return self
        if version not in self.versions:
            raise UnknownVersion(self.data.key, version, self.versions)
        return self.versions[version]
