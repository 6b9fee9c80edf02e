"""The arbiter: judges whether commands are legal in a position."""

from typing import Any

import msgspec

from domain.commands import Command
from domain.draft import UnknownChance
from domain.editions import rulebook_of
from domain.engine import decide
from domain.refusals import Misuse, Refusal, UnknownCard
from replay.codec import Codec
from replay.positions.read import read_position
from replay.positions.write import position_of


def adjudicate(position: object, commands: object) -> dict[str, Any]:
    """The verdict on one command or a list of them, in order, as `wire` JSON.

    `verdict` is legal (with events and the table after), illegal (with the clause and the table before) or unknown
    (with the card it hangs on). `at` counts the commands from 0. Misuse with its places for what is no position or no
    command, CorruptHistory for a position that cannot be.
    """
    try:
        table = read_position(position)
    except Misuse as error:
        error.move_inside("position")
        raise
    codec = Codec()
    if isinstance(commands, list):
        orders = [_order(codec, command, f"commands[{at}]") for at, command in enumerate(commands)]
    else:
        orders = [_order(codec, commands, "commands")]
    events: list[Any] = []
    for at, order in enumerate(orders):
        try:
            decision = decide(rulebook_of(table), table, order, UnknownChance())
        except Refusal as refusal:
            return {
                "verdict": "illegal",
                "at": at,
                "clause": refusal.clause,
                "says": refusal.says,
                "code": f"rules.{refusal.mechanism}",
                "table": position_of(table),
            }
        except Misuse as error:
            error.move_inside(f"commands[{at}]" if isinstance(commands, list) else "commands")
            raise
        except UnknownCard as unknown:
            return {"verdict": "unknown", "at": at, "needs": unknown.place}
        events += [msgspec.json.decode(msgspec.json.encode(event)) for event in decision.events]
        table = decision.table
    return {"verdict": "legal", "events": events, "table": position_of(table)}


def _order(codec: Codec, command: object, place: str) -> Command:
    try:
        return codec.command(msgspec.json.encode(command))
    except Misuse as error:
        error.move_inside(place)
        raise
