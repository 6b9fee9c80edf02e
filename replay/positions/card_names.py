"""The names in a position that was written by hand: cards by code or name in any language, places too."""

from typing import Any

from domain.editions import EDITIONS
from domain.evolve import blank_annexes_of
from domain.member_types import Kind, Member, members_of
from domain.table import Annex
from replay.notation.names import Names, Unreadable, names_of

_PILES = ("turned_up", "draw_pile", "discard_pile")
_SEAT_ZONES = ("hand", "coins", "set_aside")


def names_to_ids(written: Any) -> Any:
    """Return the position with each card and each place by its id; unknown names stay, for the reader to report."""
    edition = written.get("edition") if isinstance(written, dict) else None
    if not isinstance(edition, str) or edition not in EDITIONS:
        return written
    names, blanks = names_of(edition), blank_annexes_of(edition)
    found = {**_annex(names, blanks.table, written)}
    found |= {key: _cards(names, found[key]) for key in _PILES if key in found}
    if isinstance(found.get("seats"), list):
        found["seats"] = [_seat(names, blanks.seat, seat) for seat in found["seats"]]
    if "turn" in found:
        found["turn"] = _annex(names, blanks.turn, found["turn"])
    for key in ("proposals", "donations"):
        if isinstance(found.get(key), list):
            found[key] = [_offer(names, offer) for offer in found[key]]
    return found


def _seat(names: Names, blank: Annex | None, written: Any) -> Any:
    if not isinstance(written, dict):
        return written
    found = {**_annex(names, blank, written)}
    if isinstance(found.get("attested"), list):
        found["attested"] = [_report(names, one) for one in found["attested"]]
    return found | {key: _cards(names, found[key]) for key in (*_SEAT_ZONES, "fields") if key in found}


def _report(names: Names, written: Any) -> Any:
    return {**written, "cards": _cards(names, written["cards"])} if _has(written, "cards") else written


def _has(written: Any, key: str) -> bool:
    return isinstance(written, dict) and key in written


def _offer(names: Names, written: Any) -> Any:
    if not isinstance(written, dict):
        return written
    found = {**written}
    for key in ("give", "cards"):
        if isinstance(found.get(key), list):
            found[key] = [
                {**card, "variety": _cards(names, card["variety"])} if _has(card, "variety") else card
                for card in found[key]
            ]
    if isinstance(found.get("want"), dict):
        found["want"] = {_cards(names, card): count for card, count in found["want"].items()}
    return found | {key: _cards(names, found[key]) for key in ("want_turned_up",) if key in found}


def _annex(names: Names, blank: Annex | None, written: Any) -> Any:
    return written if blank is None else _parts(names, members_of(type(blank)), written)


def _parts(names: Names, members: tuple[Member, ...], written: Any) -> Any:
    if not isinstance(written, dict):
        return written
    named = {member.name: member for member in members}
    return {key: _part(names, named[key], value) if key in named else value for key, value in written.items()}


def _part(names: Names, member: Member, value: Any) -> Any:
    if member.kind in (Kind.CARD, Kind.COIN):
        return _cards(names, value)
    if member.kind is Kind.PLACE and isinstance(value, str):
        return names.place(value)
    if member.parts and member.name != "cells":
        return (
            [_parts(names, member.parts, one) for one in value]
            if isinstance(value, list)
            else _parts(names, member.parts, value)
        )
    return value


def _cards(names: Names, written: Any) -> Any:
    if isinstance(written, list):
        return [_cards(names, card) for card in written]
    try:
        return names.card(written) if isinstance(written, str) else written
    except Unreadable:
        return written
