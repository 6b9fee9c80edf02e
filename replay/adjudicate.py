"""The arbiter's question, may this be done in this position, answered with its clause and the table after."""

from typing import Any

import msgspec

from domain.commands import Command
from domain.draft import UnknownChance
from domain.editions import rulebook_of
from domain.engine import consider
from domain.refusals import CorruptHistory, Misuse, Refusal, UnknownCard
from replay.codec import Codec
from replay.position import position_of, read_position


def adjudicate(position: object, commands: object) -> dict[str, Any]:
    """The verdict on one command or a list of them, in order, as `wire` JSON.

    `verdict` is legal (with events and the table after), illegal (with the clause and the table before), unknown
    (with the card it hangs on) or invalid (with the code of the problem). `at` counts the commands from 0.
    """
    try:
        return ruling(position, commands)
    except Misuse as error:
        return {"verdict": "invalid", "code": error.code, "says": error.says}
    except CorruptHistory as error:
        return {"verdict": "invalid", "code": "position.invalid", "says": str(error)}


def ruling(position: object, commands: object) -> dict[str, Any]:
    """The same, but what is invalid is raised: Misuse with its places, CorruptHistory for a position that cannot be."""
    try:
        table = read_position(position)
    except Misuse as error:
        raise _inside(error, "position") from error
    codec = Codec()
    if isinstance(commands, list):
        orders = [_order(codec, command, f"commands[{at}]") for at, command in enumerate(commands)]
    else:
        orders = [_order(codec, commands, "commands")]
    events: list[Any] = []
    for at, order in enumerate(orders):
        try:
            draft = consider(rulebook_of(table), table, order, UnknownChance())
        except Refusal as refusal:
            return {
                "verdict": "illegal",
                "at": at,
                "clause": refusal.clause,
                "says": refusal.says,
                "code": f"rules.{refusal.slot}",
                "table": position_of(table),
            }
        except Misuse as error:
            raise _inside(error, f"commands[{at}]" if isinstance(commands, list) else "commands") from error
        except UnknownCard as unknown:
            return {"verdict": "unknown", "at": at, "needs": unknown.place}
        events += [msgspec.json.decode(msgspec.json.encode(event)) for event in draft.events]
        table = draft.table
    return {"verdict": "legal", "events": events, "table": position_of(table)}


def _order(codec: Codec, command: object, place: str) -> Command:
    try:
        return codec.command(msgspec.json.encode(command))
    except Misuse as error:
        raise _inside(error, place) from error


def _inside(error: Misuse, place: str) -> Misuse:
    """The same misuse of a question, whose part at `place` it was found in."""
    errors = tuple((f"{place}.{inside}", says) for inside, says in error.errors) or ((place, error.says),)
    says = f"{place}: {error.says}" if place.endswith("]") else error.says
    return Misuse(error.code, says, errors=errors)
