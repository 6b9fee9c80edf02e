"""The game in sentences: each event told in the words of its edition, in English, French or German."""

from collections import Counter
from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, Final

import msgspec

from domain.cards import FACE_DOWN, Card
from domain.edition import FAMILY, EditionData
from domain.events import Event

_SEATS: Final = frozenset({"seat", "with", "to", "proposer", "giver", "start_player"})
_TOGETHER: Final = {
    "gives": ("give", "give_coins"),
    "wants": ("want", "want_turned_up", "want_coins"),
    "got": ("given", "given_coins"),
    "paid": ("received", "received_coins"),
    "gift": ("cards", "coins"),
}
"""What a side of a deal consists of is told in one go: its cards, then its coins."""
_CARDS: Final = frozenset({"variety", "meter"})


class Chronicle:
    """Tells the events of one edition in one language.

    `names` are the players' names by seat; without one a seat is called "seat K".
    """

    def __init__(self, data: EditionData, language: str = "en", names: Sequence[str | None] = ()) -> None:
        self.language = language
        self._edition = data.name[language]
        templates = {**FAMILY.sentences[language], **data.sentences.get(language, {})}
        self._templates = {name: (text, _placeholders(text)) for name, text in templates.items()}
        self._phases = {**FAMILY.phases, **data.phases}
        self._words = FAMILY.words[language]
        self._names = names

    def sentence(self, event: Event) -> str:
        """What happened, as one sentence without a full stop; a hidden card is a face-down one."""
        told: dict[str, Any] = msgspec.to_builtins(event)
        template, placeholders = self._templates[told["type"]]
        return template.format_map({field: self._told(field, told) for field in placeholders})

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

    def _told(self, field: str, told: dict[str, Any]) -> str:
        if field not in _TOGETHER:
            return self._word(field, told.get(field))
        cards: Counter[Card] = Counter()
        coins = 0
        for part in _TOGETHER[field]:
            value = told[part]
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

    def _word(self, field: str, value: Any) -> str:
        if field in _SEATS:
            return self.seat(value)
        if field in _CARDS:
            return self.card(value)
        if field == "phase":
            return self.phase(value)
        if field == "edition":
            return self._edition
        if field == "winners":
            return f" {self._words['and']} ".join(map(self.seat, value))
        if isinstance(value, list | tuple) and field != "scores":
            return self.cards(Counter(_varieties(value)))
        return ", ".join(map(str, value)) if field == "scores" else printable(str(value))


def _placeholders(template: str) -> tuple[str, ...]:
    return tuple(field for _, field, _, _ in Formatter().parse(template) if field)


def _varieties(cards: Sequence[Any]) -> list[Card]:
    return [card["variety"] if isinstance(card, dict) else card for card in cards]


def printable(text: str) -> str:
    """The text without what would move the cursor or end the line."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
