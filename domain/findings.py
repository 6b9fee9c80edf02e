"""Findings of an audit: a name with facts, without words of any language."""

from typing import Any

from domain.values import Value


class Finding(Value):
    """One thing found: `name` is the key of its sentence template, `facts` are the values that the sentence needs.

    The name of a fact decides how it is written: an event as its sentence, a card, seat or area by its word.
    """

    name: str
    facts: dict[str, Any] = {}


def found(name: str, **facts: Any) -> Finding:
    """Return the finding of this name."""
    return Finding(name=name, facts=facts)
