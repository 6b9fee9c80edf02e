"""The arbiter: judges whether commands are legal in a position."""

import re
from collections.abc import Iterator
from itertools import count
from typing import Any, NamedTuple

import msgspec

from domain.commands import Command
from domain.draft import UnknownChance
from domain.editions import EDITIONS, rulebook_of
from domain.engine import decide
from domain.events import Event
from domain.refusals import ImpossiblePosition, Misuse, Refusal, UnknownCard
from domain.table import Table
from replay.codec import Codec
from replay.notation.given import Moves
from replay.notation.position_line import position_of_line
from replay.positions.read import read_position
from replay.positions.write import position_of


class Adjudged(NamedTuple):
    """The verdict as `wire` JSON, with what was looked at: each command judged with the table before it, all events.

    `table` is the one that the verdict speaks of: before the refused command, or after the last.
    """

    verdict: dict[str, Any]
    judged: tuple[tuple[Command, Table], ...]
    events: tuple[Event, ...]
    table: Table


def adjudicate(position: object, commands: object) -> dict[str, Any]:
    """The verdict on one command or a list of them, as `adjudged` gives it."""
    return adjudged(position, commands).verdict


def adjudged(position: object, commands: object) -> Adjudged:
    """The ruling on one command, a list of them, or a text of moves as on paper, such as `p1;h2`, in order.

    The verdict is legal (with events and the table after), illegal (with the clause and the table before) or unknown
    (with the card it hangs on). `at` counts the commands from 0. Misuse with its places for what is no position or no
    command, CorruptHistory for a position that cannot be. A text is a position on one line.
    """
    try:
        table = read_position(_of_line(position) if isinstance(position, str) else position)
    except Misuse as error:
        error.move_inside("position")
        error.edition = _edition(position)
        raise
    orders = _orders(commands)
    events: list[Event] = []
    judged: list[tuple[Command, Table]] = []
    for at in count():
        place = f"commands[{at}]" if isinstance(commands, list) else "commands"
        if (order := _next(orders, table)) is None:
            break
        judged.append((order, table))
        try:
            decision = decide(rulebook_of(table), table, order, UnknownChance())
        except Refusal as refusal:
            verdict: dict[str, Any] = {
                "verdict": "illegal",
                "at": at,
                "clause": refusal.clause,
                "says": refusal.says,
                "code": f"rules.{refusal.mechanism}",
                "table": position_of(table),
            }
            return Adjudged(verdict, tuple(judged), tuple(events), table)
        except Misuse as error:
            error.move_inside(place)
            error.edition = table.edition
            raise
        except UnknownCard as unknown:
            verdict = {"verdict": "unknown", "at": at, "needs": unknown.place}
            return Adjudged(verdict, tuple(judged), tuple(events), table)
        events += decision.events
        table = decision.table
    happened = [msgspec.json.decode(msgspec.json.encode(event)) for event in events]
    verdict = {"verdict": "legal", "events": happened, "table": position_of(table)}
    return Adjudged(verdict, tuple(judged), tuple(events), table)


def _of_line(text: str) -> dict[str, Any]:
    try:
        return position_of_line(text)
    except Misuse as fault:
        raise ImpossiblePosition(fault.says) from None


def _edition(position: object) -> str:
    """The edition that a position names, if it is one that is here."""
    if isinstance(position, str):
        first = re.split(r"[@\s]", position.strip(), maxsplit=1)[0]
        return first if first in EDITIONS else ""
    named = position.get("edition") if isinstance(position, dict) else None
    return named if isinstance(named, str) and named in EDITIONS else ""


def _orders(commands: object) -> Moves | Iterator[Command]:
    """What was asked: each command of JSON at once, moves on paper only at the table that they are made at."""
    if isinstance(commands, str):
        return Moves(commands)
    codec = Codec()
    if not isinstance(commands, list):
        return iter([_order(codec, commands, "commands")])
    return iter([_order(codec, command, f"commands[{at}]") for at, command in enumerate(commands)])


def _next(orders: Moves | Iterator[Command], table: Table) -> Command | None:
    if not isinstance(orders, Moves):
        return next(orders, None)
    try:
        return orders.next_at(table)
    except Misuse as error:
        error.move_inside("commands")
        error.edition = table.edition
        raise


def _order(codec: Codec, command: object, place: str) -> Command:
    try:
        return codec.command(msgspec.json.encode(command))
    except Misuse as error:
        error.move_inside(place)
        raise
