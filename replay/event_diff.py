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
from domain.upcasters import today_as


def as_recorded(expected: Sequence[Event], recorded: Sequence[Event]) -> bool:
    """Return whether exactly the expected events are recorded, each in today's shape or a former one."""
    return expected == recorded or (len(expected) == len(recorded) and all(map(_same, expected, recorded)))


def compared(expected: Sequence[Event], recorded: Sequence[Event]) -> tuple[list[Finding | None], Event | None]:
    """Return the finding for each recorded event, None where it is right, and what should have followed the last one.

    A face-down card among the expected events agrees with any card.
    """
    findings: list[Finding | None] = []
    ahead, behind = list(expected), list(recorded)
    while behind:
        event, after = behind[0], behind[1:]
        if ahead and _agrees(ahead[0], event):
            findings.append(None)
            del ahead[0]
        elif (skipped := next((i for i, later in enumerate(ahead) if _agrees(later, event)), None)) is not None:
            findings.append(found("missing", event=ahead[0]))
            del ahead[: skipped + 1]
        elif not ahead or any(_agrees(ahead[0], later) for later in after):
            findings.append(found("surplus", event=event))
        else:
            findings.append(_other(ahead.pop(0), event))
        del behind[0]
    return findings, ahead[0] if ahead else None


def clause_of(data: EditionData, finding: Finding) -> str | None:
    """Return the clause behind the expected event: that of the first wrong field with one, else of the event."""
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


def cannot_follow(data: EditionData | None, error: HaricotError) -> tuple[str | None, str | Finding]:
    """Return the clause and the text for an impossible event.

    The text is a finding about absent cards, else the error's own.
    """
    if not isinstance(error, AbsentCard):
        return None, str(error)
    mechanism = "plant.not_front" if error.area == "front" else "cards"
    clause = None if data is None else {**data.cites, **data.promises}.get(mechanism)
    return clause, found("absent", cards=error.cards, area=error.area, seat=error.seat)


def _other(expected: Event, recorded: Event) -> Finding:
    """Compare a recorded event with the expected one, field by field when both are of one kind."""
    if type(expected) is not type(recorded):
        return found("instead", expected=expected, recorded=recorded)
    fields = tuple(_differing(_plain(expected), _plain(recorded)))
    return found("differs", expected=expected, recorded=recorded, fields=fields)


def _differing(expected: Mapping[str, Any], recorded: Mapping[str, Any], of: str = "") -> Iterator[str]:
    for name, value in expected.items():
        other = recorded.get(name)
        if isinstance(value, dict) and isinstance(other, dict) and name == "rules":
            yield from _differing(value, other, f"{name}.")
        elif not _alike(value, other):
            yield of + name


def _same(expected: Event, recorded: Event) -> bool:
    return expected == recorded or expected == today_as(expected, recorded)


def _agrees(expected: Event, recorded: Event) -> bool:
    return _same(expected, recorded) or (
        type(expected) is type(recorded) and _alike(_plain(expected), _plain(recorded))
    )


def _plain(event: Event) -> dict[str, Any]:
    """Return the fields by their names in JSON, including those at their default."""
    names = zip(event.__struct_encode_fields__, event.__struct_fields__, strict=True)
    return {name: msgspec.to_builtins(getattr(event, attribute)) for name, attribute in names}


def _alike(expected: Any, recorded: Any) -> bool:
    if isinstance(expected, dict) and isinstance(recorded, dict):
        return expected.keys() == recorded.keys() and all(_alike(expected[key], recorded[key]) for key in expected)
    if isinstance(expected, list | tuple) and isinstance(recorded, list | tuple):
        return len(expected) == len(recorded) and all(map(_alike, expected, recorded))
    return bool(expected == recorded) or expected == FACE_DOWN
