"""`docs/events.md`: every event, its members, who may read each of them."""

from tests.event_table import declared_events, marks_of
from tests.reference.tables import kinds_of, members, schemas, sentences

HEADER = """\
# Events

An event is a fact under its stored name, which never changes ([promises](promises.md)); it stands in an envelope
with its number and its time ([formats](formats.md)).
A member marked * is always there; another is left out where it says nothing: null, empty, 0, false.
No mark: everyone may read it. **only x**: only the seat named in member x. **slots only x**: everyone sees the
cards, only that seat their slots in the hand. **sealed**: the omniscient view only. **only x, if hidden**:
everyone,
unless the game's `coins_visibility` is `hidden`. **by zone**: each part of the value has its own audience. For
whoever may not read it a card is `face_down`, anything else `null`.

Made from the code by `python -m tests.reference`; do not edit.

"""


def events_document() -> str:
    """The document."""
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
