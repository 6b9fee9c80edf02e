"""The command decider: it asks the rulebook's moves and holds no rule itself."""

from collections.abc import Iterator

from domain.commands import Command, SeatCommand, Slots, cards_named
from domain.corrections import Correction, PileShuffled
from domain.deal_commitments import ShareCommand
from domain.events import Event
from domain.invariants import on_sound_tables
from domain.member_types import Kind, naming
from domain.pending_events import Chance, PendingEvents
from domain.refusals import CorruptHistory, Misuse, UnknownCard
from domain.rulebook import Bounds, Mechanism, Move, Rulebook
from domain.rules import deal_shares
from domain.rules.turn import pass_on
from domain.table import Table
from domain.values import Value


class Blocked(Value):
    """A command that a seat may not submit now, and the clause that forbids it.

    With `in_phase`, such commands belong to the phase: what is refused is this command, this seat, or this moment.
    """

    command: Command
    clause: str
    says: str
    in_phase: bool


class Decision(Value):
    """What follows from a command: the events, in order, and the table after them."""

    events: tuple[Event, ...]
    table: Table


@on_sound_tables
def decide(rulebook: Rulebook, table: Table, command: Command, chance: Chance) -> Decision:
    """Return what follows from a command; Refusal with its clause, UnknownCard, or Misuse.

    All callers ask here whether a command is legal: to execute it, to try it out, or to judge a recorded one. A command
    that names a card outside this game's deck, or a face-down card, is Misuse.
    """
    _require_shape(rulebook, table, command)
    move = _asked(rulebook, table, command)
    if isinstance(move, str):
        raise rulebook.refusal(move)
    return _happens(rulebook, table, move, command, chance)


def let_happen(rulebook: Rulebook, table: Table, command: Command, chance: Chance) -> Decision:
    """Return what follows from an illegal command that was done all the same: apply the rule without its guard.

    CorruptHistory where nothing can follow, such as the sale of an empty field; Misuse as for `decide`.
    """
    _require_shape(rulebook, table, command)
    move = None if table.result is not None else rulebook.moves.get(type(command))
    if move is None:
        raise CorruptHistory(f"{type(command).__name__} can lead to nothing here")
    try:
        return _happens(rulebook, table, move, command, chance)
    except (LookupError, ValueError, AttributeError, AssertionError, TypeError) as error:
        raise CorruptHistory(f"{type(command).__name__} can lead to nothing here") from error


@on_sound_tables
def set_right(rulebook: Rulebook, table: Table, event: Correction, chance: Chance) -> Decision:
    """Return what follows from an arbiter's correction; CorruptHistory where it is impossible."""
    draft = PendingEvents(table, chance)
    draft.record(event)
    return _goes_on(rulebook, draft)


def reshuffled(table: Table, chance: Chance) -> PileShuffled:
    """Shuffle the draw pile by chance, as a further shuffle of this game's deal."""
    order = PendingEvents(table, chance).shuffled(table.draw_pile)
    return PileShuffled(count=len(order), order=order)


def _happens(rulebook: Rulebook, table: Table, move: Move, command: Command, chance: Chance) -> Decision:
    draft = PendingEvents(table, chance)
    move.happens(rulebook, draft, command)
    return _goes_on(rulebook, draft)


def _goes_on(rulebook: Rulebook, draft: PendingEvents) -> Decision:
    for follow in rulebook.aftermath:
        follow(rulebook, draft)
    pass_on(rulebook, draft)
    return Decision(events=tuple(draft.events), table=draft.table)


def _require_shape(rulebook: Rulebook, table: Table, command: Command) -> None:
    """Raise Misuse for a seat or cards that no clause can speak of, with each place where one is named."""
    hand: Slots = ()
    if isinstance(command, SeatCommand):
        if not 0 <= command.seat < len(table.seats):
            says = f"there is no seat {command.seat + 1}: seats are 1 to {len(table.seats)}"
            raise Misuse(says, place="seat")
        hand = table.seats[command.seat].slots
    faults = [*command.faults(hand)]
    if not faults:
        named = cards_named(command, rulebook.varieties)
        faults = [(place, f"no card {card[:40]!r} in this game") for place, card in named]
    if faults:
        raise Misuse("; ".join(f"{place}: {says}" for place, says in faults), errors=tuple(faults))


def _asked(rulebook: Rulebook, table: Table, command: Command) -> Move | Mechanism:
    """Return the move by which this command may be done on this table, or the mechanism that forbids it."""
    if table.result is not None:
        return "game.ended"
    phase = rulebook.phase(table)
    kind = type(command)
    move = deal_shares.MOVES[kind] if isinstance(command, ShareCommand) else phase.moves.get(kind)
    if move is None and phase.interruptible:
        move = rulebook.anytime.get(kind)
    if move is None:
        return phase.refuses.get(kind) or rulebook.elsewhere(kind)
    return move.forbids(rulebook, table, command) or move


@on_sound_tables
def awaited(rulebook: Rulebook, table: Table) -> tuple[int, ...]:
    """Return the seats that the game waits for, ascending; none once it is over."""
    return () if table.result is not None else rulebook.phase(table).awaits(table)


@on_sound_tables
def legal(rulebook: Rulebook, table: Table, seat: int) -> list[Command | Bounds]:
    """Return what this seat may do now: commands, and for open-ended offers what they may contain.

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
                    found.append(command)  # the card's owner can see it
    return found


@on_sound_tables
def blocked(rulebook: Rulebook, table: Table, seat: int) -> list[Blocked]:
    """Return what this seat may not do now and why.

    Every mechanism that could refuse it is listed, at least once for each command.
    """
    return list(_blocked(rulebook, table, seat))


def _conceivable(move: Move, rulebook: Rulebook, table: Table, seat: int) -> Iterator[Command]:
    yield from move.tries(rulebook, table, seat)
    if move.mistakes is not None:
        yield from move.mistakes(rulebook, table, seat)


def _blocked(rulebook: Rulebook, table: Table, seat: int) -> Iterator[Blocked]:
    phase = rulebook.phase(table)
    here, anytime = phase.moves, rulebook.anytime if phase.interruptible else {}
    for kind, elsewhere in rulebook.moves.items():
        about = naming(kind, Kind.OFFER, Kind.FIELD)
        seen: set[tuple[Mechanism, object]] = set()  # each mechanism once for each offer and field
        for command in _conceivable(here.get(kind, elsewhere), rulebook, table, seat):
            try:
                asked = _asked(rulebook, table, command)
            except UnknownCard:
                continue
            if isinstance(asked, Move):
                continue
            if (why := (asked, about(command))) in seen:
                continue
            seen.add(why)
            refusal = rulebook.refusal(str(asked))  # the words of the clause, the same for all that it forbids
            in_phase = table.result is None and (kind in here or kind in anytime)
            yield Blocked(command=command, clause=refusal.clause, says=refusal.says, in_phase=in_phase)
