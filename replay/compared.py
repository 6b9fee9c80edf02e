"""Two courses of one batch laid side by side: what is recorded, and what follows from the command."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.cards import FACE_DOWN
from domain.earlier import written_before
from domain.edition import FAMILY, EditionData
from domain.events import Event
from domain.findings import Finding, found


def as_recorded(expected: Sequence[Event], recorded: Sequence[Event]) -> bool:
    """Whether just these events are recorded, each in its shape of today or in the one before."""
    return expected == recorded or (len(expected) == len(recorded) and all(map(_same, expected, recorded)))


def compared(expected: Sequence[Event], recorded: Sequence[Event]) -> tuple[list[Finding | None], Event | None]:
    """What is wrong with each recorded event, None where nothing is, and what should have followed the last one.

    Where this view does not know what to expect, a face-down card may turn out any card.
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
    """The clause that stands behind what should have been: of the field that is wrong, else of the whole event."""
    event = finding.facts.get("expected", finding.facts.get("event"))
    if not isinstance(event, Event):
        return None
    name = str(event.__struct_config__.tag).partition(".")[0]
    for field in finding.facts.get("fields", ()):
        for key in (f"{name}.{field}:{getattr(event, 'source', None)}", f"{name}.{field}"):
            if (slot := FAMILY.differs.get(key)) is not None:
                return data.promises.get(slot) or data.cites.get(slot)
    return data.behind(name, getattr(event, "reason", None))


def _other(expected: Event, recorded: Event) -> Finding:
    """One event where another follows: told field by field when both are of a kind."""
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
    return expected == recorded or written_before(expected) == recorded


def _agrees(expected: Event, recorded: Event) -> bool:
    return _same(expected, recorded) or (
        type(expected) is type(recorded) and _alike(_plain(expected), _plain(recorded))
    )


def _plain(event: Event) -> dict[str, Any]:
    """The fields by their names in JSON, those at their default as well."""
    names = zip(event.__struct_encode_fields__, event.__struct_fields__, strict=True)
    return {name: msgspec.to_builtins(getattr(event, attribute)) for name, attribute in names}


def _alike(expected: Any, recorded: Any) -> bool:
    if isinstance(expected, dict) and isinstance(recorded, dict):
        return expected.keys() == recorded.keys() and all(_alike(expected[key], recorded[key]) for key in expected)
    if isinstance(expected, list | tuple) and isinstance(recorded, list | tuple):
        return len(expected) == len(recorded) and all(map(_alike, expected, recorded))
    return bool(expected == recorded) or expected == FACE_DOWN
