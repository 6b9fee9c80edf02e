"""Compares the recorded events of a batch with those that follow from its command."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.cards import FACE_DOWN
from domain.edition_data.edition import EditionData
from domain.edition_data.family import FAMILY
from domain.events import Event
from domain.findings import Finding, found
from domain.member_types import Kind, value_of_kind
from domain.refusals import AbsentCard, HaricotError
from domain.upcasters import upcast_like


def matches_record(expected: Sequence[Event], recorded: Sequence[Event]) -> bool:
    """Return whether exactly the expected events are recorded, each in today's shape or a former one."""
    return expected == recorded or (len(expected) == len(recorded) and all(map(_is_same_event, expected, recorded)))


def compare_events(expected: Sequence[Event], recorded: Sequence[Event]) -> tuple[list[Finding | None], Event | None]:
    """Return a finding for each recorded event, None if it is right, and the event that is missing at the end.

    A face-down card in an expected event matches any card.
    """
    findings: list[Finding | None] = []
    left = list(expected)
    for index, event in enumerate(recorded):
        if left and _matches(left[0], event):
            findings.append(None)
            del left[0]
        elif (skipped := next((i for i, later in enumerate(left) if _matches(later, event)), None)) is not None:
            findings.append(found("missing", event=left[0]))
            del left[: skipped + 1]
        elif not left or any(_matches(left[0], later) for later in recorded[index + 1 :]):
            findings.append(found("surplus", event=event))
        else:
            findings.append(_difference(left.pop(0), event))
    return findings, left[0] if left else None


def clause_of(data: EditionData, finding: Finding) -> str | None:
    """Return the clause that a finding is about: that of the first wrong field that has one, else of the event."""
    event = finding.facts.get("expected", finding.facts.get("event"))
    if not isinstance(event, Event):
        return None
    name = str(event.__struct_config__.tag).partition(".")[0]
    differs = {**FAMILY.differs, **data.differs}
    for field in finding.facts.get("fields", ()):
        for key in (f"{name}.{field}:{value_of_kind(event, Kind.SOURCE)}", f"{name}.{field}"):
            if (mechanism := differs.get(key)) is not None:
                return data.promises.get(mechanism) or data.cites.get(mechanism)
    return data.behind(name, value_of_kind(event, Kind.REASON))


def explain_impossible_event(data: EditionData | None, error: HaricotError) -> tuple[str | None, str | Finding]:
    """Return the clause and the explanation of an event that cannot be applied.

    The explanation is a finding about absent cards, else the text of the error.
    """
    if not isinstance(error, AbsentCard):
        return None, str(error)
    mechanism = "plant.not_front" if error.area == "front" else "cards"
    clause = None if data is None else {**data.cites, **data.promises}.get(mechanism)
    return clause, found("absent", cards=error.cards, area=error.area, seat=error.seat)


def _difference(expected: Event, recorded: Event) -> Finding:
    """Compare a recorded event with the expected one, field by field when both are of one kind."""
    if type(expected) is not type(recorded):
        return found("instead", expected=expected, recorded=recorded)
    fields = tuple(_differing_fields(_json_fields(expected), _json_fields(recorded)))
    return found("differs", expected=expected, recorded=recorded, fields=fields)


def _differing_fields(expected: Mapping[str, Any], recorded: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for name, value in expected.items():
        other = recorded.get(name)
        if isinstance(value, dict) and isinstance(other, dict) and name == "rules":
            yield from _differing_fields(value, other, f"{name}.")
        elif not _values_match(value, other):
            yield prefix + name


def _is_same_event(expected: Event, recorded: Event) -> bool:
    return expected == recorded or expected == upcast_like(expected, recorded)


def _matches(expected: Event, recorded: Event) -> bool:
    return _is_same_event(expected, recorded) or (
        type(expected) is type(recorded) and _values_match(_json_fields(expected), _json_fields(recorded))
    )


def _json_fields(event: Event) -> dict[str, Any]:
    """Return the fields by their names in JSON, including those at their default."""
    names = zip(event.__struct_encode_fields__, event.__struct_fields__, strict=True)
    return {name: msgspec.to_builtins(getattr(event, attribute)) for name, attribute in names}


def _values_match(expected: Any, recorded: Any) -> bool:
    if isinstance(expected, dict) and isinstance(recorded, dict):
        return expected.keys() == recorded.keys() and all(
            _values_match(expected[key], recorded[key]) for key in expected
        )
    if isinstance(expected, list | tuple) and isinstance(recorded, list | tuple):
        return len(expected) == len(recorded) and all(map(_values_match, expected, recorded))
    return bool(expected == recorded) or expected == FACE_DOWN
