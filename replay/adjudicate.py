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
        return _adjudicate(position, commands)
    except Misuse as error:
        return {"verdict": "invalid", "code": error.code, "says": error.says}
    except CorruptHistory as error:
        return {"verdict": "invalid", "code": "position.invalid", "says": str(error)}


def _adjudicate(position: object, commands: object) -> dict[str, Any]:
    table = read_position(position)
    codec = Codec()
    told = {"": commands}
    if isinstance(commands, list):
        told = {f"commands[{at}]: ": command for at, command in enumerate(commands)}
    orders = {place: _order(codec, command, place) for place, command in told.items()}
    events: list[Any] = []
    for at, (place, order) in enumerate(orders.items()):
        try:
            draft = consider(rulebook_of(table), table, order, UnknownChance())
        except Misuse as error:
            raise Misuse(error.code, f"{place}{error.says}") from error
        except Refusal as refusal:
            return {
                "verdict": "illegal",
                "at": at,
                "clause": refusal.clause,
                "says": refusal.says,
                "code": f"rules.{refusal.slot}",
                "table": position_of(table),
            }
        except UnknownCard as unknown:
            return {"verdict": "unknown", "at": at, "needs": unknown.place}
        events += [msgspec.json.decode(msgspec.json.encode(event)) for event in draft.events]
        table = draft.table
    return {"verdict": "legal", "events": events, "table": position_of(table)}


def _order(codec: Codec, command: object, place: str = "") -> Command:
    try:
        return codec.command(msgspec.json.encode(command))
    except Misuse as error:
        raise Misuse(error.code, f"{place}{error.says}") from error
