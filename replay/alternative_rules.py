"""Alternative rules for a second opinion: another version of the game's rules, or an edition with other options."""

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
    """The rules to judge by: a `version` of the game's own edition, or today's `edition` with these options."""

    version: str | None = None
    edition: str | None = None
    options: Mapping[str, Option] = {}

    def applies_to(self, edition: str) -> bool:
        """Return whether games of this edition can be judged by these rules."""
        return self.edition in (None, edition)

    def replace(self, own: Rulebook) -> Rulebook:
        """Return the rules that judge a game which was played by the rules `own`. Options that are not named stay.

        Misuse for a game of another edition, an unknown option, and an unknown version.
        """
        if not self.applies_to(own.data.key):
            raise Misuse(f"this is a game of {own.data.key}, and cannot be judged by the rules of {self.edition}")
        return rulebook(own.data.key, own.players, {**own.options, **self.options}, self.version)


def parse_alternative_rules(text: str) -> AlternativeRules:
    """Return the rules that a text such as `VERSION` or `EDITION:option=value,...` names; Misuse for any other text."""
    name, _, rest = text.partition(":")
    if name not in EDITIONS and not rest:
        return AlternativeRules(version=text)
    rules = {rule.name: rule for rule in edition_named(name).data.all_options}
    options: dict[str, Option] = {}
    for setting in filter(None, rest.split(",")):
        option, equals, value = setting.partition("=")
        if option not in rules or not equals:
            raise Misuse(f"no option {setting[:60]!r} in {name}; there are {', '.join(rules)}, each as option=value")
        options[option] = next((one for one in rules[option].allowed if str(one).lower() == value.lower()), value)
    edition_named(name).data.resolved(options)
    return AlternativeRules(edition=name, options=options)


class RulesDifference(Value, omit_defaults=False):
    """What alternative rules change in one game.

    It counts the events that they would not allow or would change, with the first of them, and tells whether scores and
    winners differ.
    """

    events: int
    first: int | None
    scores: bool
    winners: bool


def rules_difference(verdicts: Iterable[EventVerdict]) -> RulesDifference:
    """Return what alternative rules change in a game, from their verdicts on its events as it was played."""
    wrong = [verdict for verdict in verdicts if verdict.wrong]
    fields = {field for verdict in wrong if _concerns_game_end(verdict) for field in _facts(verdict)["fields"]}
    return RulesDifference(
        events=len(wrong),
        first=wrong[0].n if wrong else None,
        scores="scores" in fields,
        winners="winners" in fields,
    )


def _facts(verdict: EventVerdict) -> Mapping[str, Any]:
    return {} if isinstance(verdict.says, str) else verdict.says.facts


def _concerns_game_end(verdict: EventVerdict) -> bool:
    facts = _facts(verdict)
    return "fields" in facts and isinstance(facts.get("expected"), GameEnded)
