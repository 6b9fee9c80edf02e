"""Checks whether the installed rules apply to a game in the store."""

from domain.editions import rulebook
from domain.events import GameCreated
from domain.refusals import Misuse, Refusal


def ruleset_incompatibility(created: GameCreated) -> str | None:
    """Return why the installed rules do not apply to a game, or None if they do.

    Such a game can only be shown and audited. Imports refuse such files; older imports and damage can cause it.
    """
    rules = created.rules
    try:
        played = rulebook(created.edition, created.players, rules.options, rules.version)
    except (Misuse, Refusal) as error:
        return f"no installed rules apply to it: {error}"
    if created.fields != played.initial_fields or rules.options.keys() != played.options.keys():
        return "no installed rules apply to it: it was not created as games are"
    return None
