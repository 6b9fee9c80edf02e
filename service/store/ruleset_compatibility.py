"""Whether rules of ours can speak of a game that a store holds."""

from domain.editions import rulebook
from domain.events import GameCreated
from domain.refusals import Misuse, Refusal


def unfit(created: GameCreated) -> str | None:
    """Why no rules of ours can speak of a game, None when they can: such a game may only be shown and audited.

    Files are asked before they are kept; this is for what came into a store before that, or was damaged there.
    """
    rules = created.rules
    try:
        played = rulebook(created.edition, created.players, rules.options, rules.version)
    except (Misuse, Refusal) as error:
        return f"no rules here speak of it: {error}"
    if created.fields != played.initial_fields or rules.options.keys() != played.options.keys():
        return "no rules here speak of it: it was not created as games are"
    return None
