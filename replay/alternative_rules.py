"""Rules for a second opinion on a game: another version of its own, or an edition's with other rulings."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.editions import EDITIONS, edition_named, rulebook
from domain.events import GameEnded
from domain.refusals import Misuse
from domain.rulebook import Rulebook
from domain.values import Value
from domain.visibility import Option
from replay.batch_audit import EventVerdict


class AlternativeRules(Value):
    """The rules to judge by: a `version` of a game's own edition, or this `edition` of today with these options."""

    version: str | None = None
    edition: str | None = None
    options: Mapping[str, Option] = {}

    def concerns(self, edition: str) -> bool:
        """Return whether games of this edition can be judged so."""
        return self.edition in (None, edition)

    def instead_of(self, own: Rulebook) -> Rulebook:
        """Return the rules that judge a game with these of its own; what is not changed stays.

        Misuse for a game of another edition, for an unknown option, and for a version that is not here.
        """
        if not self.concerns(own.data.key):
            raise Misuse(f"this is a game of {own.data.key}, and cannot be judged by the rules of {self.edition}")
        return rulebook(own.data.key, own.players, {**own.options, **self.options}, self.version)


def second_opinion(text: str) -> AlternativeRules:
    """Return the rules that `VERSION` or `EDITION[:option=value,...]` names; Misuse for any other text."""
    name, _, rest = text.partition(":")
    if name not in EDITIONS and not rest:
        return AlternativeRules(version=text)
    rules = {rule.name: rule for rule in edition_named(name).data.all_options}
    options: dict[str, Option] = {}
    for wish in filter(None, rest.split(",")):
        option, equals, value = wish.partition("=")
        if option not in rules or not equals:
            raise Misuse(f"no option {wish[:60]!r} in {name}; there are {', '.join(rules)}, each as option=value")
        options[option] = next((one for one in rules[option].allowed if str(one).lower() == value.lower()), value)
    edition_named(name).data.resolved(options)
    return AlternativeRules(edition=name, options=options)


class Otherwise(Value, omit_defaults=False):
    """What a second opinion changes in one game.

    It counts the changed events, and holds the first one and whether scores and winners differ.
    """

    events: int
    first: int | None
    scores: bool
    winners: bool


def otherwise(verdicts: Iterable[EventVerdict]) -> Otherwise:
    """Return the differences that a second opinion finds, event by event on the game as it was played."""
    wrong = [verdict for verdict in verdicts if verdict.wrong]
    fields = {field for verdict in wrong if _is_of_the_end(verdict) for field in _facts(verdict)["fields"]}
    return Otherwise(
        events=len(wrong),
        first=wrong[0].n if wrong else None,
        scores="scores" in fields,
        winners="winners" in fields,
    )


def _facts(verdict: EventVerdict) -> Mapping[str, Any]:
    return {} if isinstance(verdict.says, str) else verdict.says.facts


def _is_of_the_end(verdict: EventVerdict) -> bool:
    facts = _facts(verdict)
    return "fields" in facts and isinstance(facts.get("expected"), GameEnded)
