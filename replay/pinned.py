"""The rules that a game names as its own, held against those that are kept under that name."""

from domain.events import Event, GameCreated
from domain.rulebook import Rulebook


def version_named(event: Event) -> str | None:
    """The version of the rules that a game was created under; None for another event."""
    return event.rules.version if isinstance(event, GameCreated) else None


def other_rules(rules: Rulebook, event: Event) -> str | None:
    """How the rules that a game was created under differ from `rules`, which are kept under their name."""
    if not isinstance(event, GameCreated) or event.rules.digest == rules.data.digest:
        return None
    name = f"{rules.data.key} {rules.data.version}"
    return (
        f"the game names the rules {name} with the digest {event.rules.digest[:12]}, and {name} has"
        f" {rules.data.digest[:12]}: its numbers, options or citations were others"
    )
