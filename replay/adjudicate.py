"""The arbiter: judges whether commands are legal in a position."""

import re
from collections.abc import Iterator
from itertools import count
from typing import Any, NamedTuple

import msgspec

from domain.commands import Command
from domain.editions import EDITIONS
from domain.engine import Decision
from domain.events import Event
from domain.refusals import ImpossiblePosition, Misuse, Refusal
from domain.table import Table
from replay.card_alternatives import UnknownOutcome, cases_json, decide_with_unknowns
from replay.codec import Codec
from replay.notation.move_reader import MoveReader
from replay.notation.position_reader import read_position_line
from replay.positions.read import read_position_with_bounds
from replay.positions.reported_cards import CardBounds, reports_json
from replay.positions.write import position_of


class Adjudication(NamedTuple):
    """The verdict as `wire` JSON, with its basis: each command judged with the table before it, and all events.

    `table` is the one that the verdict is about: before the refused command, or after the last.
    """

    verdict: dict[str, Any]
    judged: tuple[tuple[Command, Table], ...]
    events: tuple[Event, ...]
    table: Table


def adjudicate(position: object, commands: object) -> dict[str, Any]:
    """Return the verdict on one command or a list of them, as `adjudicate_in_detail` describes."""
    return adjudicate_in_detail(position, commands).verdict


def adjudicate_in_detail(position: object, commands: object) -> Adjudication:
    """Return the ruling on one command, a list of them, or a text of moves as on paper, such as `p1;h2`, in order.

    `at` counts the commands from 0. A position can be a text on one line. The verdict is one of:

    - legal, with events and the table after;
    - illegal, with the clause and the table before;
    - unknown, with the card it depends on. If the card can be of only a few varieties, each has its own outcome.

    Raise Misuse with its places for an invalid position or command, CorruptHistory for an impossible position.
    """
    try:
        table, bounds = read_position_with_bounds(
            _position_of_line(position) if isinstance(position, str) else position
        )
    except Misuse as error:
        error.move_inside("position")
        error.edition = _named_edition(position)
        raise
    orders = _read_commands(commands)
    events: list[Event] = []
    judged: list[tuple[Command, Table]] = []
    for at in count():
        place = f"commands[{at}]" if isinstance(commands, list) else "commands"
        if (order := _next_command(orders, table)) is None:
            break
        judged.append((order, table))
        try:
            ruled = decide_with_unknowns(table, order, bounds)
        except Misuse as error:
            error.move_inside(place)
            error.edition = table.edition
            raise
        if not isinstance(ruled, Decision):
            verdict = _not_legal_json(ruled, at, table, bounds)
            return Adjudication(verdict, tuple(judged), tuple(events), table)
        events += ruled.events
        table = ruled.table
    happened = [msgspec.json.decode(msgspec.json.encode(event)) for event in events]
    verdict = {"verdict": "legal", "events": happened, "table": _position_json(table, bounds)}
    return Adjudication(verdict, tuple(judged), tuple(events), table)


def _not_legal_json(ruled: Refusal | UnknownOutcome, at: int, table: Table, bounds: CardBounds) -> dict[str, Any]:
    if isinstance(ruled, UnknownOutcome):
        cases = {"cases": cases_json(ruled)} if ruled.cases else {}
        return {"verdict": "unknown", "at": at, "needs": ruled.place, **cases}
    return {
        "verdict": "illegal",
        "at": at,
        "clause": ruled.clause,
        "says": ruled.says,
        "code": f"rules.{ruled.mechanism}",
        "table": _position_json(table, bounds),
    }


def _position_json(table: Table, bounds: CardBounds) -> dict[str, Any]:
    """Return the position of a table, with what players reported of hands, if anything."""
    position = position_of(table)
    for seat, attested in zip(position["seats"], reports_json(table, bounds), strict=True):
        if attested:
            seat["attested"] = attested
    return position


def _position_of_line(text: str) -> dict[str, Any]:
    try:
        return read_position_line(text)
    except Misuse as fault:
        raise ImpossiblePosition(fault.says) from None


def _named_edition(position: object) -> str:
    """Return the edition that a position names, if this Haricot has it."""
    if isinstance(position, str):
        first = re.split(r"[@\s]", position.strip(), maxsplit=1)[0]
        return first if first in EDITIONS else ""
    named = position.get("edition") if isinstance(position, dict) else None
    return named if isinstance(named, str) and named in EDITIONS else ""


def _read_commands(commands: object) -> MoveReader | Iterator[Command]:
    """Return the commands: JSON is decoded at once, moves on paper only at the table that they are made at."""
    if isinstance(commands, str):
        return MoveReader(commands)
    codec = Codec()
    if not isinstance(commands, list):
        return iter([_read_command(codec, commands, "commands")])
    return iter([_read_command(codec, command, f"commands[{at}]") for at, command in enumerate(commands)])


def _next_command(orders: MoveReader | Iterator[Command], table: Table) -> Command | None:
    if not isinstance(orders, MoveReader):
        return next(orders, None)
    try:
        return orders.read_next(table)
    except Misuse as error:
        error.move_inside("commands")
        error.edition = table.edition
        raise


def _read_command(codec: Codec, command: object, place: str) -> Command:
    try:
        return codec.command(msgspec.json.encode(command))
    except Misuse as error:
        error.move_inside(place)
        raise
