"""The findings of an audit as sentences."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from domain.edition_data.family import FAMILY
from domain.events import Event
from domain.findings import Finding
from domain.translations import tongue
from projections.sentences import Chronicle
from projections.templates import fill_template

_SEAT: Final = re.compile(r"seat:(\d+)")
_PLACE: Final = re.compile(r"(?:seats\[(\d+)\]\.)?([a-z_]+)(\[0\])?.*")
_PILES: Final = {"draw_pile": "pile", "discard_pile": "discards"}


class FindingWriter:
    """Writes findings about a game in the language of its chronicle."""

    def __init__(self, chronicle: Chronicle) -> None:
        self._chronicle = chronicle
        self.language = chronicle.language
        self._tongue = tongue(chronicle.data.key, chronicle.language)
        self._sentences = FAMILY.findings[chronicle.language]
        self._labels = chronicle.data.texts("labels", chronicle.language)
        self._areas = chronicle.data.texts("areas", chronicle.language)

    def text(self, says: str | Finding) -> str:
        """Return the finding as one sentence without a full stop; the text of a clause in this language."""
        if isinstance(says, str):
            return self._tongue.text(says)
        if says.name == "differs":
            expected, recorded = says.facts["expected"], says.facts["recorded"]
            differing = [self._field(field, expected, recorded) for field in says.facts["fields"]]
            return self._chronicle.word("between").join(differing)
        return self._sentence(says.name, {name: self._fact(name, says.facts) for name in says.facts})

    def _sentence(self, name: str, facts: dict[str, str]) -> str:
        return fill_template(
            self._sentences[name], lambda blank: facts[blank.names[0]], lambda fact: bool(facts.get(fact))
        )

    def _fact(self, name: str, facts: dict[str, Any]) -> str:
        value = facts[name]
        if isinstance(value, Event):
            return self._chronicle.sentence(value)
        if isinstance(value, Finding):
            return self.text(value)
        if name == "cards":
            return self._cards(value)
        if name == "area":
            return self._areas[value].format(seat=self._chronicle.seat(facts["seat"]))
        if name == "place":
            return self._place(value)
        if name == "seat":
            return self._chronicle.seat(value)
        if name == "phase":
            return self._chronicle.phase(value)
        if name == "by" and (seat := _SEAT.fullmatch(value)):
            return self._chronicle.seat(int(seat[1]))
        return "" if value is None else self._tongue.text(str(value))

    def _field(self, field: str, expected: Event, recorded: Event) -> str:
        """Return a field that differs; one that has no short words is only named."""
        label = self._labels.get(field, field.replace("_", " "))
        whole, _, _ = field.partition(".")
        values = [self._value(whole, field, event) for event in (recorded, expected)]
        if values[0] is None or values[0] == values[1]:
            return self._sentence("field_differs", {"label": label})
        return self._sentence("field", {"label": label, "recorded": values[0], "expected": str(values[1])})

    def _value(self, whole: str, field: str, event: Event) -> str | None:
        if whole != field:
            value = getattr(getattr(event, whole), field.removeprefix(f"{whole}."))
            return str(value) if isinstance(value, str | int) else None
        return self._chronicle.value(field, event)

    def _place(self, place: str) -> str:
        """Return where a card lies, as in `seats[1].hand[0]`, in words; as it is for an area that has none."""
        found = _PLACE.fullmatch(place)
        if found is None:
            return place
        seat, area, first = found.groups()
        key = "front" if area == "hand" and first else _PILES.get(area, area)
        return self._areas[key].format(seat=self._chronicle.seat(int(seat or 0))) if key in self._areas else place

    def _cards(self, cards: Sequence[str]) -> str:
        if len(cards) == 1:
            return self._chronicle.card(cards[0])
        return self._chronicle.cards(Counter(cards))
