"""What can be found wrong with a record: a name and its facts, so that it can be told in any language."""

from typing import Any

from domain.values import Value


class Finding(Value):
    """One thing that was found: `name` is that of its sentence, `facts` what the sentence speaks of.

    A fact is told by its name: an event as its sentence, a card, a seat or an area by its word, all else as it is.
    """

    name: str
    facts: dict[str, Any] = {}


def found(name: str, **facts: Any) -> Finding:
    """The finding of this name."""
    return Finding(name=name, facts=facts)
