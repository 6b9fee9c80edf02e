"""The chronicle: each event as a sentence in English, French or German.

Templates name the fields of an event in braces, by their names in JSON, and are found by the stored name of the event,
or by `<name>:<reason>` if there is one for the event's reason. The kind of a field says how its value is written;
fields joined by `+` are the side of a deal, written in one go, its cards and then its coins. What stands in brackets is
left out when one of its fields is null, empty or false. A value that has a word of its own, under `"<field>.<value>"`
or `"<field>.none"`, is written as that word; a flag that is true is written as the word of its field.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Any, Final, NamedTuple

from domain.cards import FACE_DOWN, Card
from domain.edition import EditionData
from domain.events import Event
from domain.family import FAMILY
from domain.kinds import Kind, Member, members_of, named

_CARDS: Final = (Kind.CARD, Kind.COIN)


class Part(NamedTuple):
    """A stretch of a sentence with its fields; an optional one can be left out."""

    text: str
    fields: tuple[str, ...]
    optional: bool


class Chronicle:
    """Writes the events of one edition in one language.

    `names` are the players' names by seat; without one a seat is called "seat K".
    """

    def __init__(self, data: EditionData, language: str = "en", names: Sequence[str | None] = ()) -> None:
        self.data = data
        self.language = language
        self._edition = data.name[language]
        self._templates = {name: parts_of(text) for name, text in data.texts("sentences", language).items()}
        self._phases = {**FAMILY.phases, **data.phases}
        self._words = data.texts("words", language)
        self._names = names
        self._one: dict[Kind | None, Callable[[Any], str]] = {
            Kind.SEAT: self.seat,
            Kind.CARD: self.card,
            Kind.COIN: self.card,
            Kind.PLACE: self.place,
            Kind.PHASE: self.phase,
            Kind.EDITION: lambda _: self._edition,
        }

    def sentence(self, event: Event) -> str:
        """What happened, as one sentence without a full stop; a hidden card is a face-down one."""
        name = str(event.__struct_config__.tag)
        template = self._templates.get(f"{name}:{named(event, Kind.REASON)}") or self._templates[name]
        fields = _fields(type(event))
        return "".join(
            part.text.format_map({field: self._written(field, event, fields) for field in part.fields})
            for part in template
            if not part.optional or all(_is_there(field, event, fields) for field in part.fields)
        )

    def seat(self, seat: int | None) -> str:
        """The player's name, else "seat K"; None is written as "anyone", in this language."""
        if seat is None:
            return self._words["anyone"]
        name = self._names[seat] if seat < len(self._names) else None
        return printable(name) if name else f"{self._words['seat']} {seat}"

    def card(self, card: Card) -> str:
        """The name of a variety."""
        return (
            self._words["face_down"] if card == FACE_DOWN else FAMILY.varieties.get(card, {}).get(self.language, card)
        )

    def cards(self, counted: Mapping[Card, int]) -> str:
        """Cards with their numbers, such as `2 x Soy bean, Red bean`."""
        return ", ".join(self._counted(card, count) for card, count in counted.items()) or self._words["nothing"]

    def phase(self, phase: str) -> str:
        """The name of a phase."""
        return self._phases[phase][self.language] if phase in self._phases else phase

    def word(self, name: str) -> str:
        """The edition's word under this key, such as `score` for what it counts at the end."""
        return self._words.get(name, name)

    def place(self, place: str) -> str:
        """The name of a place on the board: of `iron-mine-2` the words for `iron_mine` and for `2`."""
        kind, _, mark = place.rpartition("-")
        return (
            f"{self._words.get(kind.replace('-', '_'), kind.replace('-', ' '))} {self._words.get(mark, mark)}".strip()
        )

    def value(self, field: str, event: Event) -> str | None:
        """The words for a field of an event, by its name in JSON; None when it has no words."""
        fields = _fields(type(event))
        member = fields[field]
        value = getattr(event, member.attribute)
        if isinstance(value, bool):
            return self._words["yes" if value else "no"]
        wordless = value is not None and member.kind in (None, Kind.TEXT) and not isinstance(value, str)
        if wordless and not (member.many and _varieties(member, value) is not None):
            return None
        return self._written(field, event, fields)

    def _written(self, field: str, event: Event, fields: Mapping[str, Member]) -> str:
        if "+" in field:
            return self._side([(fields[name], getattr(event, fields[name].attribute)) for name in field.split("+")])
        member = fields[field]
        kind, value = member.kind, getattr(event, member.attribute)
        if (value is None or isinstance(value, str)) and (
            word := self._words.get(f"{field}.{value or 'none'}")
        ) is not None:
            return word
        if kind is Kind.FLAG:
            return self._words.get(field, field) if value else self._words["nothing"]
        if value is None and (member.many or kind is not Kind.SEAT):
            return self._words["nothing"]
        one = self._one.get(kind, _as_it_stands)
        if not member.many:
            return one(value)
        if (cards := _varieties(member, value)) is not None:
            return self.cards(Counter(cards))
        return (f" {self._words['and']} " if kind is Kind.SEAT else ", ").join(map(one, value))

    def _side(self, parts: Sequence[tuple[Member, Any]]) -> str:
        cards: Counter[Card] = Counter()
        coins = 0
        for member, value in parts:
            if member.kind is Kind.COINS:
                coins += value
            elif member.kind is Kind.COIN:
                coins += len(value)
            else:
                cards.update(_varieties(member, value))
        words = [self._counted(card, count) for card, count in cards.items()]
        words += [f"{coins} {self._words['coin' if coins == 1 else 'coins']}"] if coins else []
        return ", ".join(words) or self._words["nothing"]

    def _counted(self, card: Card, count: int) -> str:
        if card == FACE_DOWN and count > 1:
            return f"{count} {self._words['face_down_many']}"
        return self.card(card) if count == 1 else f"{count} x {self.card(card)}"


def parts_of(template: str) -> tuple[Part, ...]:
    """The template cut at its brackets."""
    pieces = re.split(r"(\[[^][]*\])", template)
    return tuple(
        Part(piece[1:-1] if optional else piece, _placeholders(piece), optional)
        for piece, optional in ((piece, piece.startswith("[")) for piece in pieces)
        if piece
    )


def _placeholders(template: str) -> tuple[str, ...]:
    return tuple(field for _, field, _, _ in Formatter().parse(template) if field)


@cache
def _fields(event: type[Event]) -> dict[str, Member]:
    return {member.name: member for member in members_of(event)}


def _is_there(field: str, event: Event, fields: Mapping[str, Member]) -> bool:
    values = (getattr(event, fields[name].attribute) for name in field.split("+"))
    return any(value is not False and value not in (None, "", ()) for value in values)


def _varieties(member: Member, value: Any) -> Iterable[Card] | None:
    """The cards in a field that holds several things, by themselves or in records; None when it holds none."""
    if member.kind in _CARDS:
        return value  # type: ignore[no-any-return]  # a tuple of cards or, where they are counted, a mapping
    for part in member.parts:
        if part.kind in _CARDS:
            return [getattr(record, part.attribute) for record in value]
    return None


def _as_it_stands(value: Any) -> str:
    return printable(str(value))


def printable(text: str) -> str:
    """The text with "?" for every character that is not printable, such as one that moves the cursor."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
