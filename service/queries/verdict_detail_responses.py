"""The response with the details of a verdict in words: facts, legal alternatives, and the event's effect."""

from typing import Annotated, Any

import msgspec

from domain.edition_data.edition import EditionData
from domain.editions import EDITIONS
from domain.member_types import Count
from domain.values import Value
from projections.command_labels import CommandLabels
from projections.findings import FindingWriter
from projections.sentences import Chronicle
from replay.legal_choices import SeatOptions, options_json
from replay.verdict_details import Effect, Standing, VerdictExplanation, effect_findings
from service.queries.audit_responses import Names, Verdict


class Alternatives(Value, omit_defaults=False):
    """What else a seat could have done: commands, and offers it could have made, both in words."""

    seat: int
    legal: list[Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/components/schemas/Command"})]]
    offers: list[Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/components/schemas/Offer"})]]
    words: list[str]


class Counterfactual(Value, omit_defaults=False):
    """The score after event `upto`, and what it would have been without the command of this event.

    `followed` says whether the rest of the game could be replayed without it, else `says` tells what stops there.
    """

    upto: Count
    followed: bool
    played: Standing
    without: Standing
    says: str


class VerdictDetails(Value, omit_defaults=False):
    """The verdict on event n with its details, as far as this view may know them.

    `first` is the event that its command begins with. `facts` and `alternatives` are null for a viewer who does not see
    the hand of the seat that gave the command. `effect` is null for a viewer who does not see every card.
    """

    n: Count
    first: Count
    verdict: Verdict | None
    facts: list[str] | None
    alternatives: Alternatives | None
    effect: Counterfactual | None


def details_answer(
    explanation: VerdictExplanation, verdict: Verdict | None, edition: str, lang: str = "en", names: Names = ()
) -> VerdictDetails:
    """Return the details of a verdict in words. Common texts are used for an unknown edition."""
    data: EditionData = (EDITIONS.get(edition) or next(iter(EDITIONS.values()))).data
    chronicle = Chronicle(data, lang, names)
    findings = FindingWriter(chronicle)
    options, effect = explanation.options, explanation.effect
    return VerdictDetails(
        n=explanation.n,
        first=explanation.first,
        verdict=verdict,
        facts=None if explanation.facts is None else [findings.text(fact) for fact in explanation.facts],
        alternatives=None if options is None else _alternatives(options, explanation, chronicle),
        effect=None if effect is None else _effect(effect, findings),
    )


def _alternatives(options: SeatOptions, explanation: VerdictExplanation, chronicle: Chronicle) -> Alternatives:
    others = msgspec.structs.replace(options, legal=tuple(one for one in options.legal if one != explanation.command))
    choices = options_json(others, explanation.first - 1)
    labels = CommandLabels(chronicle, options.rulebook, options.table, options.seat)
    words = [*labels.labels(others.legal), *labels.labels(others.offers)]
    return Alternatives(seat=options.seat, legal=choices["legal"], offers=choices["offers"], words=words)


def _effect(effect: Effect, findings: FindingWriter) -> Counterfactual:
    return Counterfactual(
        upto=effect.upto,
        followed=effect.stopped is None,
        played=effect.played,
        without=effect.without,
        says=" ".join(findings.text(one) for one in effect_findings(effect)),
    )
