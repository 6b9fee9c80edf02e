"""Compares the digest of the rules that a game was created under with the digest of the rules of that version."""

from domain.events import Event, GameCreated
from domain.findings import Finding, found
from domain.rulebook import Rulebook


def rules_version(event: Event) -> str | None:
    """Return the version of the rules that a game was created under; None for another event."""
    return event.rules.version if isinstance(event, GameCreated) else None


def digest_mismatch(rulebook: Rulebook, event: Event) -> Finding | None:
    """Return the finding that a game was created under another digest than this rulebook's; None when they agree."""
    if not isinstance(event, GameCreated) or event.rules.digest == rulebook.data.digest:
        return None
    name = f"{rulebook.data.key} {rulebook.data.version}"
    return found("other_rules", rules=name, digest=event.rules.digest[:12], known=rulebook.data.digest[:12])
