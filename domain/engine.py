"""The decider: it decides commands by the moves of a rulebook and holds no rule itself."""

from collections.abc import Iterator

from domain.commands import Command, SeatCommand, Slots, find_named_cards
from domain.corrections import Correction, PileShuffled
from domain.deal_commitments import ShareCommand
from domain.events import Event
from domain.invariants import broken_tables_as_corrupt
from domain.member_types import Kind, kinds_getter
from domain.pending_events import Chance, PendingEvents
from domain.refusals import CorruptHistory, Misuse, UnknownCard
from domain.rulebook import Bounds, Mechanism, Move, Rulebook
from domain.rules import deal_shares
from domain.rules.turn import close_finished_phases
from domain.table import Table
from domain.values import Value


class Blocked(Value):
    """A command that a seat may not submit now, and the clause that forbids it with its text, `says`.

    `in_phase` means that the current phase has commands of this type. Then the refusal concerns the content of the
    command, the seat, or the state of the table.
    """

    command: Command
    clause: str
    says: str
    in_phase: bool


class Decision(Value):
    """The outcome of a command: its events, in order, and the table after them."""

    events: tuple[Event, ...]
    table: Table


@broken_tables_as_corrupt
def decide(rulebook: Rulebook, table: Table, command: Command, chance: Chance) -> Decision:
    """Decide a command and return its events, with the table after them.

    Callers use it to execute a command, to try it out, or to judge a recorded one. Refusal, with its clause, for an
    illegal command. UnknownCard where a face-down card decides. Misuse for a command of wrong shape, such as one that
    names a card outside this game's deck, or a face-down card.
    """
    _require_shape(rulebook, table, command)
    move = _find_move(rulebook, table, command)
    if isinstance(move, str):
        raise rulebook.refusal(move)
    return _apply_rule(rulebook, table, move, command, chance)


def decide_unguarded(rulebook: Rulebook, table: Table, command: Command, chance: Chance) -> Decision:
    """Decide a command that players executed although it was illegal: apply the rule without its guard.

    CorruptHistory where the rule cannot be applied, such as the sale of an empty field. Misuse as for `decide`.
    """
    _require_shape(rulebook, table, command)
    move = None if table.result is not None else rulebook.moves.get(type(command))
    impossible = f"{type(command).__name__} can lead to nothing here"
    if move is None:
        raise CorruptHistory(impossible)
    try:
        return _apply_rule(rulebook, table, move, command, chance)
    except (LookupError, ValueError, AttributeError, AssertionError, TypeError) as error:
        raise CorruptHistory(impossible) from error


@broken_tables_as_corrupt
def decide_correction(rulebook: Rulebook, table: Table, event: Correction, chance: Chance) -> Decision:
    """Decide an arbiter's correction and return its events; CorruptHistory where it is impossible."""
    draft = PendingEvents(table, chance)
    draft.record(event)
    return _finish(rulebook, draft)


def shuffle_draw_pile(table: Table, chance: Chance) -> PileShuffled:
    """Return the event that shuffles the draw pile, as a further shuffle of this game's deal."""
    order = PendingEvents(table, chance).shuffle(table.draw_pile)
    return PileShuffled(count=len(order), order=order)


def _apply_rule(rulebook: Rulebook, table: Table, move: Move, command: Command, chance: Chance) -> Decision:
    """Apply the rule of the move, then what follows from it."""
    draft = PendingEvents(table, chance)
    move.rule(rulebook, draft, command)
    return _finish(rulebook, draft)


def _finish(rulebook: Rulebook, draft: PendingEvents) -> Decision:
    """Apply what the rulebook does after every command, then end phases in which nothing is left to do."""
    for follow in rulebook.after_command:
        follow(rulebook, draft)
    close_finished_phases(rulebook, draft)
    return Decision(events=tuple(draft.events), table=draft.table)


def _require_shape(rulebook: Rulebook, table: Table, command: Command) -> None:
    """Raise Misuse for a seat or a card that this game does not have, with the place in the command."""
    hand: Slots = ()
    if isinstance(command, SeatCommand):
        if not 0 <= command.seat < len(table.seats):
            message = f"there is no seat {command.seat + 1}: seats are 1 to {len(table.seats)}"
            raise Misuse(message, place="seat")
        hand = table.seats[command.seat].slots
    faults = [*command.faults(hand)]
    if not faults:
        named = find_named_cards(command, rulebook.varieties)
        faults = [(place, f"no card {card[:40]!r} in this game") for place, card in named]
    if faults:
        raise Misuse("; ".join(f"{place}: {message}" for place, message in faults), errors=tuple(faults))


def _find_move(rulebook: Rulebook, table: Table, command: Command) -> Move | Mechanism:
    """Return the move that executes this command on this table, or the mechanism that forbids it."""
    if table.result is not None:
        return "game.ended"
    phase = rulebook.phase(table)
    kind = type(command)
    move = deal_shares.MOVES[kind] if isinstance(command, ShareCommand) else phase.moves.get(kind)
    if move is None and phase.interruptible:
        move = rulebook.anytime.get(kind)
    if move is None:
        return phase.refusals.get(kind) or rulebook.wrong_phase(kind)
    return move.guard(rulebook, table, command) or move


@broken_tables_as_corrupt
def awaited_seats(rulebook: Rulebook, table: Table) -> tuple[int, ...]:
    """Return the seats that the game waits for, ascending; none once it is over."""
    return () if table.result is not None else rulebook.phase(table).awaits(table)


@broken_tables_as_corrupt
def legal_commands(rulebook: Rulebook, table: Table, seat: int) -> list[Command | Bounds]:
    """Return the commands that this seat may submit now, and the bounds of open-ended offers.

    The result depends only on what the seat's own view shows.
    """
    if table.result is not None:
        return []
    phase = rulebook.phase(table)
    options: list[Command | Bounds] = []
    for moves in (phase.moves, rulebook.anytime) if phase.interruptible else (phase.moves,):
        for move in moves.values():
            if move.bounds is not None:
                bounds = move.bounds(rulebook, table, seat)
                if bounds is not None:
                    options.append(bounds)
                continue
            guard = move.guard
            for command in move.candidates(rulebook, table, seat):
                try:
                    if guard(rulebook, table, command) is None:
                        options.append(command)
                except UnknownCard:
                    options.append(command)  # the card's owner can see it
    return options


@broken_tables_as_corrupt
def blocked_commands(rulebook: Rulebook, table: Table, seat: int) -> list[Blocked]:
    """Return commands that this seat may not submit now, with the clauses that forbid them.

    Every mechanism that can refuse a type of command is listed at least once.
    """
    return list(_blocked(rulebook, table, seat))


def _candidates_and_mistakes(move: Move, rulebook: Rulebook, table: Table, seat: int) -> Iterator[Command]:
    yield from move.candidates(rulebook, table, seat)
    if move.mistakes is not None:
        yield from move.mistakes(rulebook, table, seat)


def _blocked(rulebook: Rulebook, table: Table, seat: int) -> Iterator[Blocked]:
    phase = rulebook.phase(table)
    phase_moves, anytime = phase.moves, rulebook.anytime if phase.interruptible else {}
    for kind, move in rulebook.moves.items():
        offer_and_field = kinds_getter(kind, Kind.OFFER, Kind.FIELD)
        listed: set[tuple[Mechanism, object]] = set()  # each mechanism once for each offer and field
        for command in _candidates_and_mistakes(phase_moves.get(kind, move), rulebook, table, seat):
            try:
                mechanism = _find_move(rulebook, table, command)
            except UnknownCard:
                continue
            if isinstance(mechanism, Move):
                continue
            if (reason := (mechanism, offer_and_field(command))) in listed:
                continue
            listed.add(reason)
            refusal = rulebook.refusal(str(mechanism))  # without facts: the text of the clause alone
            in_phase = table.result is None and (kind in phase_moves or kind in anytime)
            yield Blocked(command=command, clause=refusal.clause, says=refusal.says, in_phase=in_phase)
