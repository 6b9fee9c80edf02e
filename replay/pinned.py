"""The rules that a game names as its own, held against those that are kept under that name."""

from domain.events import Event, GameCreated
from domain.findings import Finding, found
from domain.rulebook import Rulebook


def version_named(event: Event) -> str | None:
    """The version of the rules that a game was created under; None for another event."""
    return event.rules.version if isinstance(event, GameCreated) else None


def other_rules(rules: Rulebook, event: Event) -> Finding | None:
    """How the rules that a game was created under differ from `rules`, which are kept under their name."""
    if not isinstance(event, GameCreated) or event.rules.digest == rules.data.digest:
        return None
    name = f"{rules.data.key} {rules.data.version}"
    return found("other_rules", rules=name, digest=event.rules.digest[:12], known=rules.data.digest[:12])
