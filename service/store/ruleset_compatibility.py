"""Whether this version's rules can be applied to a game in the store."""

from domain.editions import rulebook
from domain.events import GameCreated
from domain.refusals import Misuse, Refusal


def unfit(created: GameCreated) -> str | None:
    """Return why no rules here apply to a game, or None if they do. Such a game can only be shown and audited.

    Files are checked on import. This is for older imports, and for damaged games.
    """
    rules = created.rules
    try:
        played = rulebook(created.edition, created.players, rules.options, rules.version)
    except (Misuse, Refusal) as error:
        return f"no rules here speak of it: {error}"
    if created.fields != played.initial_fields or rules.options.keys() != played.options.keys():
        return "no rules here speak of it: it was not created as games are"
    return None
