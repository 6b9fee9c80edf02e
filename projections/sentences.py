"""The chronicle: each event as a sentence in English, French or German.

- Templates name the fields of an event in braces, by their names in JSON. They are found by the stored name of the
  event, or by `<name>:<reason>` if there is one for the event's reason.
- The kind of a field decides how its value is written. Fields joined by `+` are the side of a deal, written together,
  its cards and then its coins.
- The text in brackets is left out when one of its fields is null, empty or false.
- A value with a word of its own, under `"<field>.<value>"` or `"<field>.none"`, is written as that word. A true flag
  is written as the word of its field.
- In the form `name` cards lack their articles; in the form `sum` only their number as coins is written. Any other form
  chooses the word of a place, under `"<kind>:<form>"`.
- Seats and fields are counted from 1.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from domain.cards import FACE_DOWN, Card
from domain.edition_data.edition import EditionData
from domain.edition_data.family import FAMILY, BeanName
from domain.events import Event
from domain.member_types import Kind, Member, members_of, value_of_kind
from domain.table import is_default_pseudonym
from domain.values import Value
from projections.seat_names import distinct_names
from projections.templates import Placeholder, fill_template

_AREAS: Final = ("origin", "target")
_CARDS: Final = (Kind.CARD, Kind.COIN)


class Chronicle:
    """Writes the events of one edition in one language.

    `names` are the players' names by seat; without one a seat is called "Seat K", counted from 1.
    """

    def __init__(self, data: EditionData, language: str = "en", names: Sequence[str | None] = ()) -> None:
        self.data = data
        self.language = language
        self._edition = data.name[language]
        self._templates = data.texts("sentences", language)
        self._phases = {**FAMILY.phases, **data.phases}
        self._words = words = data.texts("words", language)
        self._beans = data.bean_names(language)
        self._hidden = BeanName(
            name=words["face_down"],
            one=words["face_down_one"],
            many=words["face_down_many"],
            short=words["face_down"],
        )
        self._names = distinct_names(names, lambda seat: words["seat"].format(n=seat + 1))
        self._writers: dict[Kind | None, Callable[[Any], str]] = {
            Kind.SEAT: self.seat,
            Kind.CARD: lambda card: self.bean(card).one,
            Kind.COIN: lambda card: self.bean(card).one,
            Kind.FIELD: self.field,
            Kind.NTH: lambda place: str(place + 1),
            Kind.PHASE: self.phase,
            Kind.EDITION: lambda _: self._edition,
        }

    def sentence(self, event: Event) -> str:
        """Return what happened, as one sentence without a full stop; a hidden card is a face-down one."""
        name = str(event.__struct_config__.tag)
        template = self._templates.get(f"{name}:{value_of_kind(event, Kind.REASON)}") or self._templates[name]
        return self.fill(template, event)

    def fill(self, template: str, record: Value, facts: Mapping[str, str] | None = None) -> str:
        """Return a template filled with the fields of a record, and with facts that are in words already."""
        facts = facts or {}
        fields = _members_by_name(type(record))

        def write(blank: Placeholder) -> str:
            fact = facts.get(blank.names[0])
            return self._write_value(blank, record, fields) if fact is None else fact

        def has(name: str) -> bool:
            if name in facts:
                return bool(facts[name])
            value = getattr(record, fields[name].attribute) if name in fields else None
            return (
                value is not False
                and value not in (None, "", ())
                and value != {}
                and not _is_no_coin(fields[name], value)
            )

        return fill_template(template, write, has)

    def sentence_case(self, words: str) -> str:
        """Return the same with a capital in front."""
        return words[:1].upper() + words[1:]

    def seat(self, seat: int | None) -> str:
        """Return the player's name, else "Seat K"; for None the language's word for all seats, in English "anyone"."""
        if seat is None:
            return self._words["anyone"]
        return self._name(seat) or self._words["seat"].format(n=seat + 1)

    def _name(self, seat: int) -> str:
        name = self._names[seat] if seat < len(self._names) else None
        return "" if name is None or is_default_pseudonym(name, seat) else printable(name)

    def field(self, field: int) -> str:
        """Return the number of a field, counted from 1, as this language writes it beside the word for a field."""
        return self._words.get(f"field.{field + 1}") or self._words.get("field", "{n}").format(n=field + 1)

    def bean(self, card: Card) -> BeanName:
        """Return the names of a card; a card without a name has its id."""
        if card == FACE_DOWN:
            return self._hidden
        return self._beans.get(card) or BeanName(name=card, one=card, many=card, short=card)

    def card(self, card: Card) -> str:
        """Return the name of a variety."""
        return self.bean(card).name

    def cards(self, counted: Mapping[Card, int], *, bare: bool = False) -> str:
        """Return cards with their numbers, such as `a Soy bean and 2 Red beans`; bare, `Soy bean, 2 Red beans`."""
        words = [self._count_words(card, count, bare=bare) for card, count in counted.items()]
        return (", ".join(words) if bare else self.listed(words)) or self._words["nothing"]

    def coins(self, count: int) -> str:
        """Return a number of coins in words."""
        if not count:
            return self._words["no_coins"]
        return f"{count} {self._words['coin' if count == 1 else 'coins']}"

    def score(self, count: int) -> str:
        """Return a score in the words of the edition: coins, or what else it counts."""
        unit = self.word("score")
        if unit == self.word("coins"):
            return self.coins(count)
        return f"{count} {self._words.get(f'score.{count}', unit)}"

    def listed(self, words: Sequence[str]) -> str:
        """Return the words joined by commas, the last one with "and"."""
        *first, last = words or [""]
        return f"{', '.join(first)} {self._words['and']} {last}" if first else last

    def phase(self, phase: str) -> str:
        """Return the name of a phase."""
        return self._phases[phase][self.language] if phase in self._phases else phase

    def word(self, name: str) -> str:
        """Return the edition's word under this key, such as `score` for what it counts at the end."""
        return self._words.get(name, name)

    def place(self, place: str, form: str = "") -> str:
        """Return the name of a place on the board.

        For `iron-mine-2` it has the words for `iron_mine`, in a form, and for `2`.
        """
        kind, _, mark = place.rpartition("-")
        key = kind.replace("-", "_")
        word = self._words.get(f"{key}:{form}") or self._words.get(key, kind.replace("-", " "))
        return f"{word} {self._words.get(mark, mark)}".strip()

    def value(self, field: str, event: Event) -> str | None:
        """Return the words for a field of an event, by its name in JSON; None when it has no words."""
        fields = _members_by_name(type(event))
        member = fields[field]
        value = getattr(event, member.attribute)
        if isinstance(value, bool):
            return self._words["yes" if value else "no"]
        wordless = value is not None and member.kind in (None, Kind.TEXT) and not isinstance(value, str)
        if wordless and not (member.many and _varieties(member, value) is not None):
            return None
        return self._write_value(Placeholder((field,), "name"), event, fields)

    def _write_value(self, blank: Placeholder, record: Value, fields: Mapping[str, Member]) -> str:
        if len(blank.names) > 1:
            return self._write_side([(fields[name], getattr(record, fields[name].attribute)) for name in blank.names])
        (field,) = blank.names
        member = fields[field]
        kind, value = member.kind, getattr(record, member.attribute)
        if (value is None or isinstance(value, str)) and (
            word := self._words.get(f"{field}.{value or 'none'}")
        ) is not None:
            return word
        if field in _AREAS and f"area.{value}" in self._words:
            return self._words[f"area.{value}"]
        if kind is Kind.FLAG:
            return self._words.get(field, field) if value else self._words["nothing"]
        if value is None and (member.many or kind is not Kind.SEAT):
            return self._words["nothing"]
        if blank.form == "sum" and kind is Kind.COIN:
            return self.coins(len(value) if member.many else 1)
        if kind is Kind.PLACE and not member.many:
            return self.place(value, blank.form)
        if kind is Kind.SCORE:
            return ", ".join(self._seat_score(seat, score) for seat, score in enumerate(value))
        one = self._writers.get(kind, _as_text)
        if not member.many:
            return self.card(value) if kind in _CARDS and blank.form == "name" else one(value)
        if (cards := _varieties(member, value)) is not None:
            return self.cards(Counter(cards), bare=blank.form == "name")
        return self.listed([*map(one, value)]) if kind is Kind.SEAT else ", ".join(map(one, value))

    def _seat_score(self, seat: int, score: int) -> str:
        """Return what a seat has, as in `Ana 10`; beside the number of a seat in brackets."""
        return f"{self.seat(seat)} {score}" if self._name(seat) else f"{self.seat(seat)} ({score})"

    def _write_side(self, parts: Sequence[tuple[Member, Any]]) -> str:
        cards: Counter[Card] = Counter()
        coins = 0
        for member, value in parts:
            if member.kind is Kind.COINS:
                coins += value
            elif member.kind is Kind.COIN:
                coins += len(value)
            else:
                cards.update(_varieties(member, value))
        words = [self._count_words(card, count) for card, count in cards.items()]
        words += [self.coins(coins)] if coins else []
        return self.listed(words) or self._words["nothing"]

    def _count_words(self, card: Card, count: int, *, bare: bool = False) -> str:
        bean = self.bean(card)
        if count == 1:
            return bean.name if bare else bean.one
        return f"{count} \N{MULTIPLICATION SIGN} {bean.name}" if bean.many == bean.name else f"{count} {bean.many}"


@cache
def _members_by_name(record: type[Value]) -> dict[str, Member]:
    return {member.name: member for member in members_of(record)}


def _is_no_coin(member: Member, value: Any) -> bool:
    return value == 0 and member.kind is Kind.COINS


def _varieties(member: Member, value: Any) -> Iterable[Card] | None:
    """Return the cards in a field that holds several things, by themselves or in records; None when it holds none."""
    if member.kind in _CARDS:
        return value  # type: ignore[no-any-return]  # a tuple of cards or, where they are counted, a mapping
    for part in member.parts:
        if part.kind in _CARDS:
            return [getattr(record, part.attribute) for record in value]
    return None


def _as_text(value: Any) -> str:
    return printable(str(value))


def printable(text: str) -> str:
    """Return the text with "?" for every character that is not printable, such as one that moves the cursor."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
