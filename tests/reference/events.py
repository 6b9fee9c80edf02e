"""`docs/events.md`: every event, its members, who may read each of them."""

from tests.event_table import declared_events, marks_of
from tests.reference.tables import kinds_of, members, schemas, sentences

HEADER = """\
# Events

An event is a fact under its stored name, which never changes ([promises](promises.md)). An envelope holds it with
its number and its time ([formats](formats.md)).

A member marked * is always there. Others are left out at their default: null, empty, 0, false.

| mark | who may read the member |
|---|---|
| none | all viewers |
| **only x** | only the seat named in member x |
| **slots only x** | all see the cards, only that seat sees their slots in the hand |
| **sealed** | only the omniscient view |
| **only x, if hidden** | all, unless the game's `coins_visibility` is `hidden` |
| **by zone** | each part of the value has its own audience |

For other viewers a card is `face_down`, anything else `null`.

Made from the code by `python -m tests.reference`; do not edit.

"""


def events_document() -> str:
    """Return the document."""
    names = kinds_of("Event")
    events = sorted(declared_events().items())
    contents = "| event | |\n|---|---|\n" + "".join(
        f"| [{name}](#{name.replace('.', '')}) | {sentences(schemas()[names[name]]['description'])} |\n"
        for name, _ in events
    )
    sections = [
        f"\n## {name}\n\n{sentences(schemas()[names[name]]['description'])}\n\n"
        f"{members(names[name], marks=marks_of(kind))}"
        for name, kind in events
    ]
    return HEADER + contents + "".join(sections)
