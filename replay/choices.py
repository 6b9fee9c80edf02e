"""What a seat may do after an event, and why it may not do the rest, as the wire tells it."""

from typing import Any

import msgspec

from domain.commands import Command
from domain.editions import rulebook_of
from domain.engine import Blocked, blocked, legal
from domain.rulebook import Bounds
from domain.table import Table
from domain.view import View
from domain.visibility import seat_viewer
from replay.record import Record
from replay.rewind import require_n, settled_at, table_at


def choices(record: Record, n: int, seat: int) -> dict[str, Any]:
    """`{"seat", "n", "legal", "blocked"}` after event n, both empty inside a batch; Misuse when there is no event n.

    The record is the omniscient one or the seat's own; either way the seat's own view decides.
    """
    require_n(record, n)
    if not settled_at(record, n):
        return {"seat": seat, "n": n, "legal": [], "blocked": []}
    return choices_at(table_at(record, n), n, seat, masked=not record.viewer.sees_all)


def choices_at(table: Table, n: int, seat: int, *, masked: bool = False, why: bool = True) -> dict[str, Any]:
    """The same on a table after event n.

    `masked` says that it is the seat's own view already, `why` asks for what is refused.
    """
    own = table if masked else View.of(table, seat_viewer(seat)).table
    rules = rulebook_of(own)
    refused = [_told(option) for option in blocked(rules, own, seat)] if why else []
    return {"seat": seat, "n": n, "legal": [_told(option) for option in legal(rules, own, seat)], "blocked": refused}


def _told(option: Command | Bounds | Blocked) -> dict[str, Any]:
    if isinstance(option, Bounds):
        addressed = "to" if option.type == "OfferDonation" else "with"
        coins = {"coins": option.coins} if option.coins else {}
        return {
            "type": option.type,
            "from_hand": list(option.from_hand),
            "turned_up": list(option.turned_up),
            addressed: list(option.seats),
            **coins,
        }
    if isinstance(option, Blocked):
        return {**msgspec.to_builtins(option.command), "clause": option.clause, "says": option.says}
    told: dict[str, Any] = msgspec.to_builtins(option)
    return told
