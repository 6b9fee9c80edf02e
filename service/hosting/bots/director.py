"""Who is asked next: those whom others wait for, then everybody else, last the active seat."""

from collections.abc import Mapping

from domain.commands import Command
from domain.editions import rulebook_of
from domain.invariants import on_sound_tables
from domain.rulebook import Bounds, Rulebook
from domain.rules.offers import addressed
from domain.table import Table
from service.hosting.bots.bot import Bot, Situation, situation_of


def next_command(
    table: Table, n: int, bots: Mapping[int, Bot], *, barred: tuple[type[Command], ...] = ()
) -> Command | None:
    """What one of the bots does after event `n`; None when the game waits for a seat that no bot plays.

    The table is the whole one; each bot gets its own view of it. Nobody does what is barred.
    """
    return _asked(rulebook_of(table), table, n, bots, barred)


@on_sound_tables
def _asked(
    rulebook: Rulebook, table: Table, n: int, bots: Mapping[int, Bot], barred: tuple[type[Command], ...]
) -> Command | None:
    situations: dict[int, Situation] = {}
    for seat in _order(table):
        if seat in bots:
            situation = situations[seat] = situation_of(rulebook, table, seat)
            command = bots[seat].choose(situation, n)
            if command is not None and not isinstance(command, barred):
                return command
    return _go_on(table, situations)


def _order(table: Table) -> list[int]:
    active = table.turn.seat
    asked = map(addressed, table.proposals)
    others = [(active + step) % len(table.seats) for step in range(1, len(table.seats))]
    first = [seat for seat in dict.fromkeys(asked) if seat is not None]
    return [*first, *(seat for seat in others if seat not in first), *([] if active in first else [active])]


def _go_on(table: Table, situations: Mapping[int, Situation]) -> Command | None:
    """Nobody cared to do anything: a bot that the game waits for does what ends its phase, or else the first it may."""
    for seat in sorted(situations, key=lambda seat: (seat != table.turn.seat, seat)):
        if situations[seat].must_act:
            options = [option for option in situations[seat].options if not isinstance(option, Bounds)]
            ending = [option for option in options if type(option).__name__.startswith("End")]
            if options:
                return next(iter([*ending, *options]))
    return None
