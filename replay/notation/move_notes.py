"""The note of a move, in braces behind it: cards of the hand and of the pile, and facts that can be checked."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from domain.cards import FACE_DOWN, Card, all_face_down
from domain.editions import EDITIONS
from domain.events import Cards, Event
from domain.member_types import Kind, Member, members_of
from domain.upcasters import upcast
from replay.codec import event_types, stored_name
from replay.notation.member_syntax import CARDS, SEAT_LETTER, read_cards, seat_letter, write_cards
from replay.notation.names import Names, Unreadable

_PARTS: Final = re.compile(r"\{(\w+)(#?)\}|([^{}]+)")
_SPACE: Final = re.compile(r"\s*")
SHUFFLED: Final = "deck_shuffled.1"


class NotedFact(NamedTuple):
    """One noted fact: the type of the event that it is about, the values of members, and its place in the text."""

    event: str
    says: dict[str, Any]
    at: int

    @property
    def cards(self) -> Cards:
        """The cards that the event takes from the pile; none for a shuffle."""
        if self.event == SHUFFLED:
            return ()
        return tuple(card for value in self.says.values() if isinstance(value, tuple) for card in value)


class MoveNote(NamedTuple):
    """The content of one pair of braces: the `hand` cards that the move names, the noted facts and a remark."""

    hand: Cards = ()
    facts: tuple[NotedFact, ...] = ()
    remark: str = ""
    at: int = 0


class _FactSyntax(NamedTuple):
    """The notation of one event: the pattern, and its members, `#` behind those that are counted."""

    event: str
    regex: re.Pattern[str]
    parts: tuple[tuple[str, Member | None, bool], ...]


@lru_cache(maxsize=64)
def _fact_syntaxes(edition: str) -> tuple[_FactSyntax, ...]:
    return tuple(
        _fact_syntax(name, form) for name, forms in EDITIONS[edition].data.all_brought.items() for form in forms
    )


def _fact_syntax(name: str, form: str) -> _FactSyntax:
    members = {member.name: member for member in members_of(event_types()[name])}
    parts = [(text, members.get(key), bool(number)) for key, number, text in _PARTS.findall(form)]
    found = "".join(
        re.escape(text) if member is None else f"(?P<{member.name}>{_pattern(member, counted=number)})"
        for text, member, number in parts
    )
    return _FactSyntax(name, re.compile(found + r"(?=\s|$)"), tuple(parts))


def _pattern(member: Member, *, counted: bool) -> str:
    if counted:
        return r"\d+"
    if member.kind is Kind.SEAT:
        return SEAT_LETTER
    return CARDS if member.kind is Kind.CARD else r"[\d,-]+"


def write_note(names: Names, edition: str, events: Iterable[Event], hand: Sequence[Card]) -> str:
    """Return the note of a move in braces, with the space before; an empty text where nothing is to be noted."""
    noted = [write_cards(names, hand)] if hand else []
    for event in map(upcast, events):
        for shape in _fact_syntaxes(edition):
            if shape.event == stored_name(event) and (text := _write_fact(names, shape, event)):
                noted.append(text)
    return f" {{{' '.join(noted)}}}" if noted else ""


def _write_fact(names: Names, shape: _FactSyntax, event: Event) -> str:
    text = ""
    for literal, member, counted in shape.parts:
        if member is None:
            text += literal
            continue
        value = getattr(event, member.attribute)
        if value is None or (shape.event == SHUFFLED and FACE_DOWN in value):
            return ""
        text += str(len(value)) if counted else _write_value(names, member, value)
    return text


def _write_value(names: Names, member: Member, value: Any) -> str:
    if member.kind is Kind.SEAT:
        return seat_letter(value)
    if member.kind is Kind.CARD:
        return write_cards(names, value if member.many else (value,))
    return "-".join(map(str, value)) if member.many else str(value)


def read_note(names: Names, edition: str, text: str, start: int) -> MoveNote:
    """Return the note between braces in `text`, which begins at `start` of the file; Unreadable with its place."""
    hand: Cards = ()
    brought: list[NotedFact] = []
    at = _skip_blanks(text, 0)
    if text[at:].startswith('"'):
        return MoveNote(remark=text[at:].strip().strip('"'), at=start)
    first = re.compile(CARDS + r"(?=\s|$)").match(text, at)
    if first is not None and first[0] and not _is_fact_at(edition, text, at):
        hand, at = _read_cards_at(names, first[0], start + at), _skip_blanks(text, first.end())
    while at < len(text):
        if text[at] == '"':
            return MoveNote(hand, tuple(brought), text[at:].strip().strip('"'), start)
        found = next(((shape, m) for shape in _fact_syntaxes(edition) if (m := shape.regex.match(text, at))), None)
        if found is None:
            forms = (form for every in EDITIONS[edition].data.all_brought.values() for form in every)
            known = ", ".join(re.sub(r"[{}#]", "", form) for form in forms)
            word = text[at:].split(maxsplit=1)[0]
            says = f"{word[:30]!r} tells nothing; what is noted is {known}, or a remark in quotes"
            raise Unreadable(says, start + at)
        shape, match = found
        says_: dict[str, Any] = {}
        for _, member, counted in shape.parts:
            if member is not None:
                says_[member.name] = _read_value(
                    names, member, match[member.name], start + match.start(member.name), counted
                )
        brought.append(NotedFact(shape.event, says_, start + at))
        at = _skip_blanks(text, match.end())
    return MoveNote(hand, tuple(brought), at=start)


def is_note(names: Names, edition: str, text: str, start: int) -> bool:
    """Return whether a text between braces names cards or facts, so that it is more than a remark."""
    try:
        note = read_note(names, edition, text, start)
    except Unreadable:
        return False
    return bool(note.hand or note.facts)


def _is_fact_at(edition: str, text: str, at: int) -> bool:
    return any(shape.regex.match(text, at) for shape in _fact_syntaxes(edition))


def _skip_blanks(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return at if found is None else found.end()


def _read_cards_at(names: Names, text: str, at: int) -> Cards:
    try:
        return read_cards(names, text)
    except Unreadable as fault:
        fault.at += at
        raise


def _read_value(names: Names, member: Member, text: str, at: int, counted: bool) -> Any:
    if counted:
        return int(text[:7])
    if member.kind is Kind.SEAT:
        return ord(text) - ord("A")
    return _read_cards_at(names, text, at) if member.kind is Kind.CARD else text


def cards_from_pile(edition: str, brought: Sequence[NotedFact], events: Iterable[Event]) -> Cards:
    """Return the cards that these events take from the pile, in order: as noted, or face down where not noted."""
    left = [noted for noted in brought if noted.cards]
    cards: Cards = ()
    for event in events:
        if left and is_about(left[0], event):
            cards += left.pop(0).cards
        else:
            cards += all_face_down(_cards_taken_from_pile(edition, event))
    return cards


def _cards_taken_from_pile(edition: str, event: Event) -> Cards:
    """Return the cards that an event takes from the pile."""
    found: Cards = ()
    for shape in _fact_syntaxes(edition):
        if shape.event == stored_name(event) != SHUFFLED:
            for _, member, counted in shape.parts:
                if member is not None and member.kind is Kind.CARD and not counted:
                    value = getattr(event, member.attribute)
                    found += value if member.many else () if value is None else (value,)
    return found


def is_about(noted: NotedFact, event: Event) -> bool:
    """Return whether this noted fact can be about this event."""
    if stored_name(event) != noted.event:
        return False
    members = {member.name: member for member in members_of(type(event))}
    values = {name: getattr(event, members[name].attribute) for name in noted.says}
    return all(
        value is not None and (members[name].kind is not Kind.SEAT or value == noted.says[name])
        for name, value in values.items()
    )


def difference_from_event(noted: NotedFact, event: Event) -> str | None:
    """Return a sentence on how the event differs from the noted fact; None if both agree."""
    for name, value in noted.says.items():
        member = next(member for member in members_of(type(event)) if member.name == name)
        own = getattr(event, member.attribute)
        if isinstance(value, int) and member.many:
            own = len(own)
        elif isinstance(value, str):
            own = "-".join(map(str, own)) if member.many else str(own)
        elif isinstance(value, tuple):
            own = own if member.many else (own,)
            pairs = [*zip(own, value, strict=False)]
            if len(own) == len(value) and all(FACE_DOWN in pair or pair[0] == pair[1] for pair in pairs):
                continue
        if own != value:
            return f"{name.replace('_', ' ')}: {_in_words(value)} is noted, and it is {_in_words(own)}"
    return None


def first_false_fact(brought: Iterable[NotedFact], events: Sequence[Event]) -> Unreadable | None:
    """Return the fault of the first noted fact that matches no event, in order; None if all match."""
    for noted in brought:
        at = next((at for at, event in enumerate(events) if is_about(noted, event)), None)
        if at is None:
            return Unreadable("this did not come of the move", noted.at)
        event, events = events[at], events[at + 1 :]
        if says := difference_from_event(noted, event):
            return Unreadable(says, noted.at)
    return None


def _in_words(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
