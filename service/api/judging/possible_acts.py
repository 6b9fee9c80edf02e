"""What the caller may do now in the proceedings on a game."""

from typing import Annotated

from domain.disputes.possible_acts import possible_acts as found_acts
from domain.disputes.possible_acts import possible_claims
from domain.member_types import Count, one_of
from domain.remedies import TERMS
from replay.codec import time_text
from service.api.judging.dispute_schemas import Hindrance
from service.api.response_schemas import Answer
from service.api.text_types import Timestamp
from service.disputes.proceedings_writer import current_hearing
from service.http.operation import Operations, ResponseSpec
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer


class ClaimAnswer(Answer):
    """An entry of the book of remedies by which the caller can claim something now, of events from `since` to the last.

    It can be claimed until its `term` is over, and until the time `until` if the game has ended.
    """

    article: str
    term: Annotated[str, one_of(*TERMS)]
    since: Annotated[int, Count]
    until: Timestamp | None


class PossibleActAnswer(Answer):
    """An act of the caller's kind: its `type`, and the dispute or call that it is about.

    `refused` says why it would be refused now.
    """

    type: str
    dispute: Annotated[int, Count] | None
    call: Annotated[int, Count] | None
    refused: Hindrance | None


class DisputedEvent(Answer):
    """An event that awaits a ruling, with the dispute about it."""

    event: Annotated[int, Count]
    dispute: Annotated[int, Count]


class ActsAnswer(Answer):
    """What the caller may do in the proceedings on a game, as of their event `version` and `event` of the game.

    `disputed` are the events that await a ruling: other seats can state there what they saw.
    """

    game: str
    version: Annotated[int, Count]
    event: Annotated[int, Count]
    claims: list[ClaimAnswer]
    disputed: list[DisputedEvent]
    acts: list[PossibleActAnswer]


possible_acts = Operations()


@possible_acts.operation("GET", "/games/<game>/acts", "list_possible_actions", ResponseSpec(ActsAnswer), cost=2)
def list_possible_actions(call: Call) -> HttpAnswer:
    """List what the caller may do in disputes now.

    It lists acts and claims, by the same rules that decide them when they are filed. Acts of other roles are left out.
    An act of the caller's role that would be refused has that refusal. A seat can claim something of an event by each
    entry whose `since` is not after it.
    """
    hearing = current_hearing(call.context, call.sight)
    actions = ActsAnswer(
        game=call.sight.game,
        version=hearing.docket.version,
        event=hearing.case.version,
        claims=[
            ClaimAnswer(
                article=entry.id,
                term=entry.term,
                since=term.since,
                until=None if term.ends is None else time_text(term.ends),
            )
            for entry, term in possible_claims(hearing)
        ],
        disputed=[DisputedEvent(event=one.event, dispute=one.number) for one in hearing.docket.undecided],
        acts=[
            PossibleActAnswer(
                type=one.type,
                dispute=one.dispute,
                call=one.call,
                refused=None if one.code is None else Hindrance(code=one.code, says=one.says or ""),
            )
            for one in found_acts(hearing)
        ],
    )
    return answer(actions, Vary="Authorization")
