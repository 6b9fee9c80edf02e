"""The terms of claims: one rule for each term that a book of remedies names."""

from domain.disputes.game_facts import Case
from domain.disputes.refusals import refuse, refuse_if
from domain.disputes.state import WITHDRAWN, DisputesState
from domain.values import Value

LATE = "dispute.too_late"


class ClaimTerm(Value):
    """What can be claimed now: events from `since` on, until `ends` in milliseconds since 1970, where that is known."""

    since: int
    ends: int | None = None


def claim_term(docket: DisputesState, case: Case, term: str, at: int) -> ClaimTerm:
    """Return what can be claimed at this time under a term of the book; ActRefused where nothing can."""
    planted = case.planted
    if term == "first_planting" and planted is not None:
        refuse(LATE, f"the first bean was planted with event {planted}: until then the deal could be claimed")
    refuse_if(len(docket.confirmed) == case.players, LATE, "every player has confirmed the result")
    ends = None if case.ended is None else case.ended + 1000 * docket.terms.protest
    refuse_if(ends is not None and at > ends, LATE, "the term for protests against the result is over")
    return ClaimTerm(since=case.turns[-1] if term == "next_turn" and case.turns else 1, ends=ends)


def require_claimable(docket: DisputesState, case: Case, term: str, event: int, at: int) -> None:
    """Raise ActRefused for a claim about an event after the term that its entry of the book names."""
    found = claim_term(docket, case, term, at)
    begun = case.next_turn(event)
    late = event < found.since
    refuse_if(late, LATE, f"the next turn has begun with event {begun}: until then event {event} could be claimed")


def require_unclaimed(docket: DisputesState, seat: int, event: int) -> None:
    """Raise ActRefused for a claim about an event that is disputed already: each event is ruled on once."""
    disputed = next((one for one in docket.undecided if one.event == event), None)
    if disputed is None:
        return
    refuse_if(disputed.seat == seat, "dispute.twice", f"this seat has an open dispute on event {event}")
    number = disputed.number
    refuse(
        "dispute.claimed",
        f"seat {disputed.seat + 1} disputes event {event} already: say what you saw in a statement on dispute {number}",
    )


def has_joined(docket: DisputesState, seat: int, event: int) -> bool:
    """Return whether this seat made a statement on a withdrawn claim about this event.

    A claim of its own is then never too late.
    """
    return any(one.event == event and one.state == WITHDRAWN and seat in one.stated for one in docket.disputes)
