"""Decide, and list what may be done: dispatch only, no rule lives here."""

from collections.abc import Iterator

from domain.commands import Command, SeatCommand, Slots, cards_named
from domain.draft import Chance, Draft
from domain.events import Event
from domain.invariants import on_sound_tables
from domain.refusals import Misuse, UnknownCard
from domain.rulebook import Bounds, Move, Rulebook, Slot
from domain.rules.turn import pass_on
from domain.table import Table
from domain.values import Value


class Blocked(Value):
    """A command that a seat may not give now, and the clause that forbids it."""

    command: Command
    clause: str
    says: str


def decide(rulebook: Rulebook, table: Table, command: Command, chance: Chance) -> tuple[Event, ...]:
    """The events that follow from a command; Refusal with its clause, UnknownCard, or Misuse for a wrong shape.

    A card that this game does not have, a face-down one among them, is of a wrong shape: nobody can hand it over.
    """
    return tuple(consider(rulebook, table, command, chance).events)


@on_sound_tables
def consider(rulebook: Rulebook, table: Table, command: Command, chance: Chance) -> Draft:
    """As `decide`, with the table after the events."""
    require_shape(rulebook, table, command)
    move, refused = _asked(rulebook, table, command)
    if refused is not None or move is None:
        raise rulebook.refusal(refused or "turn.order")
    draft = Draft(table, chance)
    move.happens(rulebook, draft, command)
    for follow in rulebook.aftermath:
        follow(rulebook, draft)
    pass_on(rulebook, draft)
    return draft


def require_shape(rulebook: Rulebook, table: Table, command: Command) -> None:
    """Misuse `request.shape` for a seat or cards that no clause could speak of, with each place where one is named."""
    hand: Slots = ()
    if isinstance(command, SeatCommand):
        if not 0 <= command.seat < len(table.seats):
            says = f"there is no seat {command.seat}: seats are 0 to {len(table.seats) - 1}"
            raise Misuse("request.shape", says, place="seat")
        hand = table.seats[command.seat].slots
    faults = list(command.faults(hand))
    if not faults:
        unknown = [(place, card) for place, card in cards_named(command) if card not in rulebook.varieties]
        faults = [(place, f"no card {card[:40]!r} in this game") for place, card in unknown]
    if faults:
        raise Misuse("request.shape", "; ".join(f"{place}: {says}" for place, says in faults), errors=tuple(faults))


@on_sound_tables
def forbids(rulebook: Rulebook, table: Table, command: Command) -> Slot | None:
    """The mechanism that forbids this command on this table, or None."""
    return _asked(rulebook, table, command)[1]


def _asked(rulebook: Rulebook, table: Table, command: Command) -> tuple[Move | None, Slot | None]:
    if table.result is not None:
        return None, "game.ended"
    phase = rulebook.phase(table)
    kind = type(command)
    move = phase.moves.get(kind)
    if move is None and phase.interruptible:
        move = rulebook.anytime.get(kind)
    if move is None:
        return None, phase.refuses.get(kind) or rulebook.elsewhere(kind)
    return move, move.forbids(rulebook, table, command)


@on_sound_tables
def legal(rulebook: Rulebook, table: Table, seat: int) -> list[Command | Bounds]:
    """What this seat may do now: commands, and for open-ended offers what they may contain.

    It reads nothing that the seat's own view hides.
    """
    if table.result is not None:
        return []
    phase = rulebook.phase(table)
    found: list[Command | Bounds] = []
    for moves in (phase.moves, rulebook.anytime) if phase.interruptible else (phase.moves,):
        for move in moves.values():
            if move.bounds is not None:
                bounds = move.bounds(rulebook, table, seat)
                if bounds is not None:
                    found.append(bounds)
                continue
            guard = move.forbids
            for command in move.tries(rulebook, table, seat):
                try:
                    if guard(rulebook, table, command) is None:
                        found.append(command)
                except UnknownCard:
                    found.append(command)  # whoever owns the card can see it
    return found


@on_sound_tables
def blocked(rulebook: Rulebook, table: Table, seat: int) -> list[Blocked]:
    """What this seat may not do now and why: every mechanism that could refuse it, at least once for each command."""
    return list(_blocked(rulebook, table, seat))


def _conceivable(move: Move, rulebook: Rulebook, table: Table, seat: int) -> Iterator[Command]:
    yield from move.tries(rulebook, table, seat)
    if move.mistakes is not None:
        yield from move.mistakes(rulebook, table, seat)


def _blocked(rulebook: Rulebook, table: Table, seat: int) -> Iterator[Blocked]:
    seen: set[tuple[str, Slot, int | None]] = set()
    here = rulebook.phase(table).moves
    for kind, elsewhere in rulebook.moves.items():
        for command in _conceivable(here.get(kind, elsewhere), rulebook, table, seat):
            try:
                slot = forbids(rulebook, table, command)
            except UnknownCard:
                continue
            about = getattr(command, "proposal", getattr(command, "field", None))
            if slot is None or (kind.__name__, slot, about) in seen:
                continue
            seen.add((kind.__name__, slot, about))
            refusal = rulebook.refusal(str(slot))  # the words of the clause, alike for all that it forbids
            yield Blocked(command=command, clause=refusal.clause, says=refusal.says)
