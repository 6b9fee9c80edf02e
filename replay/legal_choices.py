"""The choices of a seat after an event, in the JSON of the interface."""

from typing import Any

import msgspec

from domain.commands import Command
from domain.editions import rulebook_of
from domain.engine import Blocked, blocked_commands, legal_commands
from domain.rulebook import Bounds, Rulebook
from domain.table import Table
from domain.values import Value
from domain.view import View
from domain.visibility import seat_viewer
from replay.record import Record
from replay.rewind import is_batch_end, require_n, table_at


def choices(record: Record, n: int, seat: int) -> dict[str, Any]:
    """Return `{"seat", "n", "legal", "offers", "blocked"}` after event n, empty inside a batch.

    Misuse when there is no event n. `legal` are whole commands that can be submitted as they are; `offers` limit what
    open-ended ones may contain. The record is the omniscient one or the seat's own; both lead to the seat's own view.
    """
    require_n(record, n)
    if not is_batch_end(record, n):
        return {"seat": seat, "n": n, "legal": [], "offers": [], "blocked": []}
    return choices_at(table_at(record, n), n, seat, masked=not record.viewer.sees_all)


def choices_at(table: Table, n: int, seat: int, *, masked: bool = False, why: bool = True) -> dict[str, Any]:
    """Return the same on a table after event n, as `options_at` returns it."""
    return options_json(options_at(table, seat, masked=masked, why=why), n)


class SeatOptions(Value):
    """What a seat may do and may not do, with the table as it sees it and the rules there."""

    seat: int
    table: Table
    rulebook: Rulebook
    legal: tuple[Command, ...] = ()
    offers: tuple[Bounds, ...] = ()
    blocked: tuple[Blocked, ...] = ()


def options_at(table: Table, seat: int, *, masked: bool = False, why: bool = True) -> SeatOptions:
    """Return what a seat may do at a table, and why not the rest.

    With `masked` the table is already the seat's own view; `why` asks for refusals too.
    """
    own = table if masked else View.of(table, seat_viewer(seat)).table
    rulebook = rulebook_of(own)
    options = legal_commands(rulebook, own, seat)
    return SeatOptions(
        seat=seat,
        table=own,
        rulebook=rulebook,
        legal=tuple(option for option in options if not isinstance(option, Bounds)),
        offers=tuple(option for option in options if isinstance(option, Bounds)),
        blocked=tuple(blocked_commands(rulebook, own, seat)) if why else (),
    )


def options_json(options: SeatOptions, n: int) -> dict[str, Any]:
    """Return the options as `{"seat", "n", "legal", "offers", "blocked"}`."""
    return {
        "seat": options.seat,
        "n": n,
        "legal": [msgspec.to_builtins(option) for option in options.legal],
        "offers": [_offer_json(option) for option in options.offers],
        "blocked": [_blocked_json(option) for option in options.blocked],
    }


def _offer_json(bounds: Bounds) -> dict[str, Any]:
    addressed = "to" if bounds.type == "OfferDonation" else "with"
    return {
        "type": bounds.type,
        "from_hand": list(bounds.from_hand),
        "turned_up": list(bounds.turned_up),
        addressed: list(bounds.seats),
        **({"coins": bounds.coins} if bounds.coins else {}),
    }


def _blocked_json(option: Blocked) -> dict[str, Any]:
    why = {"clause": option.clause, "says": option.says, "in_phase": option.in_phase}
    return {**msgspec.to_builtins(option.command), **why}
