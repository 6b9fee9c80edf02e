"""The game in sentences: each event told in the words of its edition, in English, French or German.

Templates name fields in braces and are found by the stored name of the event, or by `<name>:<reason>` if there is one
for the event's reason. What stands in brackets is left out when one of its fields is null, empty or false. A value
that has a word of its own, under `"<field>.<value>"` or `"<field>.none"`, is told by it; a flag that is true is told by
the word of its field.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Any, Final, NamedTuple

from domain.cards import FACE_DOWN, Card, GivenCard
from domain.edition import FAMILY, EditionData
from domain.events import Event
from projections.telling import Told, Way, told_fields

_TOGETHER: Final = {
    "gives": ("give", "give_coins"),
    "wants": ("want", "want_turned_up", "want_coins"),
    "got": ("given", "given_coins"),
    "paid": ("received", "received_coins"),
    "gift": ("cards", "coins"),
}
"""What a side of a deal consists of is told in one go: its cards, then its coins."""


class Part(NamedTuple):
    """A stretch of a sentence with its fields; an optional one can be left out."""

    text: str
    fields: tuple[str, ...]
    optional: bool


class Chronicle:
    """Tells the events of one edition in one language.

    `names` are the players' names by seat; without one a seat is called "seat K".
    """

    def __init__(self, data: EditionData, language: str = "en", names: Sequence[str | None] = ()) -> None:
        self.language = language
        self._edition = data.name[language]
        templates = {**FAMILY.sentences[language], **data.sentences.get(language, {})}
        self._templates = {name: parts_of(text) for name, text in templates.items()}
        self._phases = {**FAMILY.phases, **data.phases}
        self._words = {**FAMILY.words[language], **data.words.get(language, {})}
        self._names = names
        self._ways: dict[Way, Callable[[Any], str]] = {
            Way.SEAT: self.seat,
            Way.SEATS: lambda seats: f" {self._words['and']} ".join(map(self.seat, seats)),
            Way.CARD: self.card,
            Way.CARDS: lambda cards: self.cards(Counter(_varieties(cards))),
            Way.PLACE: self.place,
            Way.PHASE: self.phase,
            Way.EDITION: lambda _: self._edition,
            Way.NUMBERS: lambda numbers: ", ".join(map(str, numbers)),
            Way.TEXT: lambda value: printable(str(value)),
        }

    def sentence(self, event: Event) -> str:
        """What happened, as one sentence without a full stop; a hidden card is a face-down one."""
        name = str(event.__struct_config__.tag)
        template = self._templates.get(f"{name}:{getattr(event, 'reason', None)}") or self._templates[name]
        told = told_fields(type(event))
        return "".join(
            part.text.format_map({field: self._told(field, event, told) for field in part.fields})
            for part in template
            if not part.optional or all(_is_there(field, event, told) for field in part.fields)
        )

    def seat(self, seat: int | None) -> str:
        """What a seat is called; nobody in particular is anyone."""
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
        """What the edition calls this, such as what it counts at the end by `score`."""
        return self._words.get(name, name)

    def place(self, place: str) -> str:
        """The name of a place on the board: of `iron-mine-2` the words for `iron_mine` and for `2`."""
        kind, _, mark = place.rpartition("-")
        return (
            f"{self._words.get(kind.replace('-', '_'), kind.replace('-', ' '))} {self._words.get(mark, mark)}".strip()
        )

    def value(self, field: str, event: Event) -> str | None:
        """What a field of an event says, by its name in JSON; None for what has no words."""
        told = told_fields(type(event))
        value = getattr(event, told[field].attribute)
        if isinstance(value, bool):
            return self._words["yes" if value else "no"]
        if isinstance(value, dict):
            return self.cards(value)
        if told[field].way is Way.TEXT and not isinstance(value, str | int | None):
            return None
        return self._told(field, event, told, together=False)

    def _told(self, field: str, event: Event, told: Mapping[str, Told], *, together: bool = True) -> str:
        if together and field in _TOGETHER:
            return self._side(event, _TOGETHER[field])
        value = getattr(event, told[field].attribute)
        if isinstance(value, str | None) and (word := self._words.get(f"{field}.{value or 'none'}")) is not None:
            return word
        if told[field].way is Way.FLAG:
            return self._words.get(field, field) if value else self._words["nothing"]
        if value is None and told[field].way is not Way.SEAT:
            return self._words["nothing"]
        return self._ways[told[field].way](value)

    def _side(self, event: Event, parts: Sequence[str]) -> str:
        cards: Counter[Card] = Counter()
        coins = 0
        for part in parts:
            value = getattr(event, part)
            if part.endswith("coins"):
                coins = value if isinstance(value, int) else len(value)
            else:
                cards.update(value if isinstance(value, dict) else _varieties(value))
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


def _is_there(field: str, event: Event, told: Mapping[str, Told]) -> bool:
    value = getattr(event, told[field].attribute)
    return value is not False and value not in (None, "", ())


def _varieties(cards: Sequence[Card | GivenCard]) -> list[Card]:
    return [card.variety if isinstance(card, GivenCard) else card for card in cards]


def printable(text: str) -> str:
    """The text without what would move the cursor or end the line."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
