"""Reads and writes lines by which an arbiter corrects the table, such as `%fix A @6 > pile {Bl}`."""

import re
from typing import Final, NamedTuple

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card, all_face_down
from domain.corrections import TO_ALL, ArbiterCorrection, PileShuffled, TableCorrected, TurnCorrected, shown_to
from domain.engine import Decision, decide_correction
from domain.reported_cards import CardsAttested, cards_before
from domain.rulebook import Rulebook
from domain.table import Table
from domain.zones import (
    ASIDE,
    COINS,
    DISCARDS,
    FIELD,
    FOR_NOBODY,
    FOR_OWNER,
    HAND,
    PILE,
    TURNED_UP,
    UNDER,
    annex_zone_audiences,
    cards_in,
)
from replay.notation.apply_noted_cards import NotedChance, put_on_pile
from replay.notation.member_syntax import read_seat
from replay.notation.move_notes import SHUFFLED, MoveNote, read_note
from replay.notation.names import SEATS, Unreadable, did_you_mean, names_of

_SHARED: Final = {"pile": PILE, "bottom": UNDER, "discards": DISCARDS, "up": TURNED_UP}
_OWN: Final = {"hand": HAND, "coins": COINS, "aside": ASIDE}
"""What an edition adds has the names of its members, such as `depot`."""
_WORDS: Final = {area: word for words in (_SHARED, _OWN) for word, area in words.items()}
_MOVED_CARDS: Final = re.compile(r"(?P<origin>[^>{]*)>(?P<target>[^>{]*)(?:\{(?P<note>[^}]*)\})?\s*")
_TURN: Final = re.compile(r"turn\s+(\S+)(?:\s+(\S+))?\s*")
_SHUFFLE: Final = re.compile(r"shuffle pile\s*(?:\{(?P<note>[^}]*)\})?\s*")
_END: Final = re.compile(r"\s*(?:(?P<shared>[a-z]\w+)|(?P<seat>[A-Z])\s*(?P<what>\w+)?\s*(?P<places>(?:@\d+)*))\s*")
CORRECTION_SYNTAX: Final = (
    "%fix FROM > TO {cards}, where an end is pile, bottom, discards, up, A @3, A 2, A coins or A aside"
)


class _CorrectionEnd(NamedTuple):
    """One end of a correction: the area with its seat and field, and the places of hand cards."""

    area: str
    seat: int | None = None
    field: int | None = None
    places: tuple[int, ...] = ()


def read_correction(
    rulebook: Rulebook, table: Table, text: str, start: int, *, known: bool = False
) -> tuple[ArbiterCorrection, MoveNote] | None:
    """Return the correction on such a line, with what it brought; None for a line in words.

    `start` is where the text begins in its file; Unreadable with the place of the fault. Where all cards of the table
    are `known`, those that the line does not name are the ones that lie there.
    """
    if text.startswith("turn "):
        return _read_turn(rulebook, table, text, start), MoveNote(at=start)
    if shuffled := _SHUFFLE.fullmatch(text):
        return _read_shuffle(rulebook, table, shuffled, start)
    if ">" not in text or text.startswith('"'):
        return None
    found = _MOVED_CARDS.fullmatch(text)
    if found is None:
        raise Unreadable(f"a correction is {CORRECTION_SYNTAX}", start)
    origin = _read_end(table, found["origin"], start + found.start("origin"))
    target = _read_end(table, found["target"], start + found.start("target"))
    if origin.area == UNDER or target.places:
        says = "cards are taken off the top of the pile" if origin.area == UNDER else "cards join the back of a hand"
        raise Unreadable(says, start + found.start("origin" if origin.area == UNDER else "target"))
    inside, at = found["note"], start + found.start("note")
    note = (
        MoveNote(at=start) if inside is None else read_note(names_of(rulebook.data.key), rulebook.data.key, inside, at)
    )
    cards = note.hand or all_face_down(("",) * max(len(origin.places), 1))
    cards = _fill_in_cards(table, origin, cards) if known else cards
    if origin.area == HAND and len(origin.places) != len(cards):
        raise Unreadable(f"which cards of the hand is told by their places, such as A @3: {CORRECTION_SYNTAX}", start)
    shown = shown_to(table, origin[:2], target[:2])
    annex = table.annex if origin.seat is None else table.seats[origin.seat].annex
    seen = shown == TO_ALL or annex_zone_audiences(annex).get(origin.area) == FOR_OWNER
    if FACE_DOWN in cards and (known or (seen and not note.hand)):
        raise Unreadable("name the moved cards in braces behind it, since some viewers see them", start)
    slots = tuple(table.seats[origin.seat or 0].slots[place] for place in origin.places)
    event = TableCorrected(
        origin=origin.area,
        target=target.area,
        shown=shown,
        cards=cards,
        from_seat=origin.seat,
        from_field=origin.field,
        slots=slots,
        to_seat=target.seat,
        to_field=target.field,
    )
    return event, note


def _fill_in_cards(table: Table, origin: _CorrectionEnd, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return these cards with face-down ones filled in from this end, unless several varieties lie there."""
    count, own = len(cards), table.seats[origin.seat or 0]
    match origin:
        case _CorrectionEnd(area="draw_pile"):
            lying = table.draw_pile[:count]
        case _CorrectionEnd(area="discard_pile"):
            lying = table.discard_pile[:count]
        case _CorrectionEnd(area="hand", places=places):
            lying = tuple(own.hand[place] for place in places)
        case _CorrectionEnd(area="field", field=field):
            lying = own.fields[field or 0][-count:]
        case _CorrectionEnd(seat=None, area="turned_up"):
            lying = _cards_of_one_variety(table.turned_up, count)
        case _CorrectionEnd(area="coins" | "set_aside"):
            lying = _cards_of_one_variety(own.coins if origin.area == COINS else own.set_aside, count)
        case _:
            lying = _cards_of_one_variety(
                cards_in(table.annex if origin.seat is None else own.annex, origin.area), count
            )
    if len(lying) != count:
        return cards
    return tuple(there if noted == FACE_DOWN else noted for noted, there in zip(cards, lying, strict=True))


def _cards_of_one_variety(cards: tuple[Card, ...], count: int) -> tuple[Card, ...]:
    """Return `count` of these cards if all are of one variety, else none."""
    return cards[:count] if len({*cards}) == 1 else ()


def _read_turn(rulebook: Rulebook, table: Table, text: str, start: int) -> TurnCorrected:
    phases = [phase.name for phase in rulebook.turn]
    found = _TURN.fullmatch(text)
    if found is None or found[1] not in SEATS:
        raise Unreadable(f"whose turn it is, is told as %fix turn B, or %fix turn B {phases[1]}", start)
    phase = found[2] or phases[0]
    if phase not in phases:
        says = f"no phase {phase[:40]!r}; there are {', '.join(phases)}{did_you_mean(phase, phases)}"
        raise Unreadable(says, start + found.start(2))
    return TurnCorrected(seat=seat_of_letter(table, found[1], start + found.start(1)), phase=phase)


def _read_shuffle(rulebook: Rulebook, table: Table, found: re.Match[str], start: int) -> tuple[PileShuffled, MoveNote]:
    """Return the pile shuffled as it lies; the order that it has then may be noted, as `mix` writes it."""
    note = MoveNote(at=start)
    if found["note"] is not None:
        note = read_note(names_of(rulebook.data.key), rulebook.data.key, found["note"], start + found.start("note"))
    orders = [tuple(one.says["order"]) for one in note.facts if one.event == SHUFFLED]
    order = orders[0] if orders else all_face_down(table.draw_pile)
    return PileShuffled(count=len(order), order=order), MoveNote(remark=note.remark, at=start)


def _read_end(table: Table, text: str, at: int) -> _CorrectionEnd:
    found = _END.fullmatch(text)
    if found is None:
        raise Unreadable(f"{text.strip()[:40]!r} is no place; a correction is {CORRECTION_SYNTAX}", at)
    if word := found["shared"]:
        shared = _SHARED | {name: name for name in annex_zone_audiences(table.annex)}
        if word not in shared:
            says = f"{word[:40]!r} is no place; there are {', '.join(shared)}{did_you_mean(word, shared)}"
            raise Unreadable(says, at + found.start("shared"))
        return _CorrectionEnd(shared[word])
    seat, what = seat_of_letter(table, found["seat"], at + found.start("seat")), found["what"] or "hand"
    own = table.seats[seat]
    if what.isdecimal() and len(what) < 4:
        if not 1 <= int(what) <= len(own.fields):
            raise Unreadable(f"{found['seat']} has fields 1 to {len(own.fields)}", at + found.start("what"))
        return _CorrectionEnd(FIELD, seat, int(what) - 1)
    areas = _OWN | {name: name for name in annex_zone_audiences(own.annex)}
    if what not in areas:
        known = f"{', '.join(areas)}, or a field by its number"
        raise Unreadable(
            f"{what[:40]!r} is no place; there are {known}{did_you_mean(what, areas)}", at + found.start("what")
        )
    if found["places"] and what != "hand":
        raise Unreadable("only cards of a hand are named by their places", at + found.start("places"))
    return _CorrectionEnd(
        areas[what], seat, None, read_places(table, seat, HAND, found["places"], at + found.start("places"))
    )


def read_places(table: Table, seat: int, area: str, text: str, at: int) -> tuple[int, ...]:
    """Return the places of cards, from 0, as `@3@6` names them; Unreadable for one that is absent or named twice."""
    places = tuple(int(place[:5]) - 1 for place in text.split("@")[1:])
    count = len(cards_before(table, seat, area))
    if len({*places}) < len(places) or not {*places} <= {*range(count)}:
        if area != HAND:
            raise Unreadable(f"{count} cards lie there, each named once", at)
        raise Unreadable(f"{SEATS[seat]} has {count} cards in hand, each named once", at)
    return places


def seat_of_letter(table: Table, letter: str, at: int) -> int:
    """Return the seat of this letter; Unreadable at this place of the text where there is none."""
    if letter not in SEATS:
        raise Unreadable(f"there is no seat {letter}", at)
    try:
        return read_seat(table, letter)
    except Unreadable as fault:
        fault.at += at
        raise


def write_correction(table: Table, event: ArbiterCorrection) -> str:
    """Return the line for this correction of the table, without the note in its braces."""
    if isinstance(event, TurnCorrected):
        return f"%fix turn {SEATS[event.seat]} {event.phase}"
    if isinstance(event, PileShuffled):
        return "%fix shuffle pile"
    origin = _write_end(event.origin, event.from_seat, event.from_field)
    if event.origin == HAND and event.from_seat is not None:
        lying = [*table.seats[event.from_seat].slots]
        places = (f"@{lying.index(slot) + 1}" if slot is not None and slot in lying else "@?" for slot in event.slots)
        origin = f"{SEATS[event.from_seat]} {''.join(places)}"
    return f"%fix {origin} > {_write_end(event.target, event.to_seat, event.to_field)}"


def _write_end(area: str, seat: int | None, field: int | None) -> str:
    if seat is None:
        return _WORDS.get(area, area)
    return f"{SEATS[seat]} {_WORDS.get(area, area) if field is None else field + 1}"


def cards_leaving_hand(event: ArbiterCorrection | CardsAttested) -> tuple[int, dict[int, Card]]:
    """Return the cards that leave a hand, by their slots, with its seat; none where none does."""
    if not isinstance(event, TableCorrected) or event.from_seat is None:
        return 0, {}
    return event.from_seat, {slot or 0: card for slot, card in zip(event.slots, event.cards, strict=False)}


def decide_noted_correction(
    rulebook: Rulebook, table: Table, event: ArbiterCorrection | CardsAttested, note: MoveNote
) -> Decision:
    """Return the outcome of a correction; NoteConflict where a card is noted as one variety and known as another."""
    chance = NotedChance()
    chance.shuffles = [tuple(one.says["order"]) for one in note.facts if one.event == SHUFFLED]
    brought = tuple(card for one in note.facts for card in one.cards)
    if isinstance(event, TableCorrected):
        off = event.cards + brought if event.origin == PILE else () if event.target == PILE else brought
        table = put_on_pile(table, off, chance)
        event = _with_known_cards(table, event)
    return decide_correction(rulebook, table, event, chance)


def _with_known_cards(table: Table, event: TableCorrected) -> TableCorrected:
    """Return the correction with its hidden cards filled in as far as they are known."""
    if event.origin == PILE:
        return replace(event, cards=table.draw_pile[: len(event.cards)] or event.cards)
    if event.origin == HAND and event.from_seat is not None:
        seat = table.seats[event.from_seat]
        lying = dict(zip(seat.slots, seat.hand, strict=True))
        return replace(event, cards=tuple(lying[slot] for slot in event.slots))
    annex = table.annex if event.from_seat is None else table.seats[event.from_seat].annex
    if annex_zone_audiences(annex).get(event.origin) == FOR_NOBODY:
        last = cards_in(annex, event.origin)[-len(event.cards) :]
        cards = (there if noted == FACE_DOWN else noted for there, noted in zip(last, event.cards, strict=False))
        return replace(event, cards=tuple(cards) if len(last) == len(event.cards) else event.cards)
    return event
