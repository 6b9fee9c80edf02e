"""The notation of each kind of member of a command: cards, slots, seats, fields, coins and places."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from domain.commands import CardRef
from domain.member_types import Kind, Member
from domain.table import Table
from replay.notation.names import SEATS, UNKNOWN_CARD, Names, Unreadable

WORD: Final = r'(?:\?\?|"[^"\n]+"|[^\W\d_]+(?:[_-][^\W\d_]+)*)'
PLACE: Final = r'(?:"[^"\n]+"|\w[\w-]*)'
CARDS: Final = rf"(?:\d*{WORD}(?:,\d*{WORD})*)?"
SEAT_LETTER: Final = "[A-P]"
_COUNTED: Final = re.compile(rf"(\d*)({WORD})(\*?)")
_CARD_COUNT_MAX: Final = 200


class NotationContext(NamedTuple):
    """The context of a notation: the words, the table, the seat that acts."""

    names: Names
    table: Table
    seat: int

    @property
    def slots(self) -> Sequence[int | None]:
        """The hand of the seat, front first."""
        return self.table.seats[self.seat].slots


def write_cards(names: Names, cards: Iterable[str], between: str = ",") -> str:
    """Return cards in order, as in `2Bl,Ey`; equal neighbours are counted."""
    return between.join(_write_counted(names, card, len([*alike])) for card, alike in groupby(cards))


def read_cards(names: Names, written: str) -> tuple[str, ...]:
    """Return the cards of such a list."""
    found: list[str] = []
    for word in written.split(",") if written else ():
        count, card, _ = _split_card(word)
        found += [names.card(card)] * count
    return tuple(found)


def member_pattern(member: Member) -> str:
    """Return the regular expression for the text of this member."""
    if member.parts or member.counted:
        return sum_pattern((member,))
    if member.many and member.kind is Kind.SLOT:
        return r"(?:@(?:\d+|\?))*"
    if member.many:
        return CARDS if member.kind in (Kind.CARD, Kind.COIN) else r"\d+(?:,\d+)*"
    return _PATTERNS.get(member.kind or Kind.TEXT, PLACE)


_PATTERNS: Final = {
    Kind.CARD: WORD,
    Kind.COIN: WORD,
    Kind.SLOT: r"@(?:\d+|\?)",
    Kind.SEAT: r"[A-P*]",
    Kind.FIELD: r"\d+",
    Kind.OFFER: r"\d+",
    Kind.COUNT: r"\d+",
    Kind.COINS: r"\d+",
    Kind.PLACE: PLACE,
    Kind.FLAG: "yes|no",
}


def example_text(names: Names, members: Sequence[Member]) -> str:
    """Return an example of these members, joined in one sum when they are several."""
    member = next((one for one in members if one.counted), members[0])
    card = names.example_card
    if member.counted:
        return f"{card}*"
    if member.parts:
        return "@2"
    if member.kind in (Kind.CARD, Kind.COIN):
        return card
    if member.kind is Kind.PLACE:
        return names.example_place
    return _EXAMPLES.get(member.kind or Kind.TEXT, "1")


_EXAMPLES: Final = {Kind.SLOT: "@2", Kind.SEAT: "B", Kind.COUNT: "2"}


def sum_pattern(members: Sequence[Member]) -> str:
    """Return the regular expression for these members in one sum, such as `@3+So+$1`; 0 is nothing."""
    item = rf"(?:@(?:\d+|\?)|\$\d+|(?:[a-z_]+:)?\d*{WORD}\*?)"
    return rf"(?:0|{item}(?:\+{item})*)" if members else "0"


def write_member(context: NotationContext, member: Member, value: Any) -> str:
    """Return the text of this member with this value."""
    if member.parts or member.counted:
        return write_sum(context, ((member, value),))
    if member.kind is Kind.SLOT:
        return "".join(_write_place(context, slot) for slot in (value if member.many else (value,)))
    if member.kind in (Kind.CARD, Kind.COIN):
        return write_cards(context.names, value) if member.many else context.names.code(value)
    if member.many:
        return ",".join(map(str, value))
    if member.kind is Kind.SEAT:
        return "*" if value is None else SEATS[value]
    if member.kind is Kind.FLAG:
        return "yes" if value else "no"
    return str(value + 1 if member.kind is Kind.FIELD else value)


def read_member(context: NotationContext, member: Member, text: str) -> Any:
    """Return the value of this member, as in JSON, that is written like this; Unreadable for an invalid text."""
    if member.parts or member.counted:
        return dict(read_sum(context, (member,), text))[member.name]
    if member.kind is Kind.SLOT:
        slots = [_read_slot(context, place) for place in text.split("@")[1:]]
        return slots if member.many else slots[0]
    if member.kind in (Kind.CARD, Kind.COIN):
        return read_cards(context.names, text) if member.many else context.names.card(text)
    if member.kind is Kind.PLACE:
        return context.names.place(text)
    if member.many:
        return [_read_number(number) for number in text.split(",")]
    if member.kind is Kind.SEAT:
        return None if text == "*" else read_seat(context.table, text)
    if member.kind is Kind.FLAG:
        return text == "yes"
    if member.kind is Kind.FIELD and text == "0":
        raise Unreadable("fields are counted from 1")
    if member.kind in (Kind.FIELD, Kind.COUNT, Kind.COINS, Kind.OFFER):
        return _read_number(text) - (member.kind is Kind.FIELD)
    return text.strip('"')


def seat_letter(seat: int) -> str:
    """Return the letter of a seat."""
    return SEATS[seat]


def read_seat(table: Table, letter: str) -> int:
    """Return the seat of this letter; Unreadable when the table has none."""
    seat = SEATS.index(letter)
    if seat >= len(table.seats):
        raise Unreadable(f"there is no seat {letter}: seats are A to {SEATS[len(table.seats) - 1]}")
    return seat


def write_sum(context: NotationContext, sums: Iterable[tuple[Member, Any]]) -> str:
    """Return members with their values in one sum."""
    return "+".join(text for member, value in sums for text in _write_items(context, member, value)) or "0"


def _write_items(context: NotationContext, member: Member, value: Any) -> Iterator[str]:
    if member.counted:
        yield from (f"{_write_counted(context.names, card, count)}*" for card, count in value.items())
    elif member.parts:
        for ref in value if member.many else (value,):
            yield _write_card_ref(context, ref)
    elif member.kind in (Kind.CARD, Kind.COIN):
        yield from filter(None, [write_cards(context.names, value, "+")])
    elif value:
        yield f"${value}"


def _write_card_ref(context: NotationContext, ref: CardRef) -> str:
    if ref.source == "hand":
        return _write_place(context, ref.slot)
    where = "" if ref.source == "turned_up" else f"{ref.source}:"
    return where + (UNKNOWN_CARD if ref.variety is None else context.names.code(ref.variety))


def read_sum(context: NotationContext, members: Sequence[Member], text: str) -> list[tuple[str, Any]]:
    """Return the members of a sum, by name, with their values as in JSON."""
    found: dict[str, Any] = {m.name: 0 if not m.many else {} if m.counted else [] for m in members}
    for item in text.split("+") if text != "0" else ():
        name = _member_of_item(members, item)
        if name is None:
            raise Unreadable(f"{item} cannot stand here")
        if item.startswith("$"):
            found[name] += _read_number(item[1:])
        elif item.startswith("@"):
            found[name].append({"source": "hand", "slot": _read_slot(context, item[1:])})
        else:
            _add_item(context, found[name], next(m for m in members if m.name == name), item)
    return [*found.items()]


def _add_item(context: NotationContext, into: Any, member: Member, item: str) -> None:
    """Add cards of one variety to what a sum holds of a member."""
    where, _, what = item.rpartition(":")
    count, card, _ = _split_card(what)
    variety = context.names.card(card)
    if member.counted:
        into[variety] = into.get(variety, 0) + count
    elif member.parts:
        into += [{"source": where or "turned_up", "variety": variety}] * count
    else:
        into += [variety] * count


def _member_of_item(members: Sequence[Member], item: str) -> str | None:
    """Return the name of the member to which an item of a sum belongs."""
    for member in members:
        if item.startswith("$"):
            fits = member.kind is Kind.COINS
        elif item.startswith("@"):
            fits = bool(member.parts)
        else:
            fits = member.counted if item.endswith("*") else member.many and not member.counted
        if fits:
            return member.name
    return None


def _split_card(word: str) -> tuple[int, str, str]:
    found = _COUNTED.fullmatch(word)
    if found is None:
        raise Unreadable(f"{word!r} is no card")
    return _read_number(found[1] or "1", _CARD_COUNT_MAX), found[2], found[3]


def _read_number(text: str, most: int = 1_000_000) -> int:
    if len(text) > 7 or int(text) > most:
        raise Unreadable(f"{text[:10]} is too many")
    return int(text)


def _write_counted(names: Names, card: str, count: int) -> str:
    return f"{count if count > 1 else ''}{names.code(card)}"


def _write_place(context: NotationContext, slot: int | None) -> str:
    """Return a hand card by its place, the front card @1; @? where this view hides it."""
    return "@?" if slot is None else f"@{[*context.slots].index(slot) + 1}"


def _read_slot(context: NotationContext, place: str) -> int | None:
    if place == "?":
        return None
    number, count = _read_number(place), len(context.slots)
    if not 1 <= number <= count:
        raise Unreadable(f"{SEATS[context.seat]} has {count} cards in hand, so there is no card @{number}")
    return context.slots[number - 1]
