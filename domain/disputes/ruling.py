"""The requirements of rulings: who may rule at a table, and what a ruling must contain."""

from typing import Final

from msgspec.structs import replace

from domain.disputes.commands import ARBITER, Party, RuleDispute
from domain.disputes.events import (
    DISMISSED,
    REMEDIES,
    REWIND,
    STANDS,
    UPHELD,
    DisputeRuled,
    RulingFiled,
    RulingProposed,
)
from domain.disputes.game_facts import Case
from domain.disputes.refusals import ActRefused, refuse, refuse_if, refuse_unless
from domain.disputes.state import APPEALED, Dispute
from domain.remedies import Book

COMMITTEE_MIN: Final = 3
"""The least number of members who rule on an appeal."""


def require_impartial(party: Party, case: Case) -> str:
    """Return the person of an arbiter who may act at this table; ActRefused for any other party.

    Players may not act, nor may an arbiter whom a player called. An arbiter of unknown identity, or called by an
    unknown person, may not act either.
    """
    refuse_unless(
        party.kind == ARBITER, "party.no_arbiter", "only an arbiter does this: call a person who does not play here"
    )
    if party.person is None or party.called_by is None:
        raise ActRefused(
            "arbiter.unknown",
            "the identity of this arbiter, or of their caller, is unknown: bind the token to a person first",
        )
    refuse_if(len(case.people) < case.players, "arbiter.players_unknown", "the identity of some players is unknown")
    refuse_if(
        party.person in case.partial,
        "arbiter.own_game",
        "this arbiter plays at this table: call a person who does not play here",
    )
    refuse_if(
        party.called_by in case.partial, "arbiter.own_organiser", "a player of this table has called this arbiter"
    )
    return party.person


def decide_ruling(case: Case, book: Book, arbiter: str, dispute: Dispute, act: RuleDispute) -> RulingFiled:
    """Return the ruling of an impartial arbiter on an undecided dispute, on an appeal the proposal to the committee.

    ActRefused where it lacks something.
    """
    article = book.entry(act.article)
    act = replace(act, committee=act.committee or _other_members(dispute, arbiter))
    refuse_unless(act.outcome in (UPHELD, DISMISSED), "ruling.outcome", f"it is {UPHELD} or {DISMISSED}")
    if act.clause not in case.citations:
        refuse("ruling.clause", f"the rulebook of this game has no clause {act.clause[:40]!r}")
    if article is None:
        raise ActRefused("ruling.article", f"the book {book.key} has no entry {act.article[:40]!r}")
    refuse_unless(act.text, "ruling.no_reasons", "a ruling gives its reasons")
    refuse_unless(act.remedy in REMEDIES, "ruling.remedy", f"a remedy is one of {', '.join(REMEDIES)}")
    if act.outcome == DISMISSED:
        refuse_if(act.remedy != STANDS, "ruling.remedy", "where the claim is dismissed, all stands as it is")
    _require_rewind(case, dispute, act)
    if act.penalty not in ("none", *article.penalties):
        steps = ", ".join(article.penalties)
        refuse("ruling.penalty", f"{article.id} knows the penalties {steps}, not {act.penalty[:40]!r}")
    struck = act.against is not None and 0 <= act.against < case.players
    refuse_if((act.penalty != "none") != struck, "ruling.penalty", "a penalty, and nothing else, strikes a seat")
    unpicked = bool(dispute.branches) and act.branch is None
    refuse_if(unpicked, "ruling.branch", "it was played on under protest: say which branch counts")
    _require_committee(case, arbiter, dispute, act)
    kind = RulingProposed if dispute.state == APPEALED else DisputeRuled
    return kind(
        dispute=dispute.number,
        arbiter=arbiter,
        outcome=act.outcome,
        clause=act.clause,
        book=book.digest,
        article=act.article,
        remedy=act.remedy,
        text=act.text,
        back_to=act.back_to,
        exact=act.exact,
        reason=act.reason,
        penalty=act.penalty,
        against=act.against,
        branch=act.branch,
        committee=act.committee,
    )


def require_able(case: Case, arbiter: str, dispute: Dispute) -> None:
    """Raise ActRefused for an arbiter who cannot rule on this dispute, independently of the ruling's content."""
    if dispute.state != APPEALED:
        return
    refuse_if(arbiter in dispute.rulers, "ruling.committee", "who has ruled on it does not rule on the appeal")
    named, able = dispute.committee, case.arbiters - case.partial
    elsewhere = bool(named) and named <= able and arbiter not in named
    refuse_if(elsewhere, "join.not_member", "this appeal has a committee of which this arbiter is no member")
    few = len((able | {arbiter}) - dispute.rulers) < COMMITTEE_MIN
    says = f"on an appeal rule {COMMITTEE_MIN} or more who have not ruled on it: call further arbiters first"
    refuse_if(few, "ruling.few", says)


def _require_rewind(case: Case, dispute: Dispute, act: RuleDispute) -> None:
    """Refuse a rewind without its place, or with the same hidden cards and no reason why."""
    if act.remedy != REWIND:
        unasked = act.back_to is not None or act.exact or act.reason is not None
        refuse_if(unasked, "ruling.rewind", "only a rewind goes back to an event")
        return
    last = case.settled_before(dispute.event)
    placed = act.back_to is not None and 1 <= act.back_to <= last
    says = f"a rewind goes back to event {last} or earlier: what follows is of one command with event {dispute.event}"
    refuse_unless(placed, "ruling.rewind", says)
    kept = act.exact and not act.reason
    refuse_if(kept, "rewind.no_reason", "to keep hidden cards that a player has seen needs a reason")


def _other_members(dispute: Dispute, arbiter: str) -> tuple[str, ...]:
    """Return the other members of the committee that is already named."""
    return tuple(sorted(dispute.committee - {arbiter})) if arbiter in dispute.committee else ()


def _require_committee(case: Case, arbiter: str, dispute: Dispute, act: RuleDispute) -> None:
    """Refuse a committee where none is asked for; on an appeal one that is too small or has judged before."""
    if dispute.state != APPEALED:
        refuse_if(act.committee, "ruling.committee", "a committee rules on appeals alone")
        return
    members = {arbiter, *act.committee}
    if len(members) < COMMITTEE_MIN or len(set(act.committee)) != len(act.committee):
        refuse("ruling.committee", f"on an appeal rule {COMMITTEE_MIN} or more, each named once")
    refuse_if(members & dispute.rulers, "ruling.committee", "who has ruled on it does not rule on the appeal")
    refuse_if(members & case.partial, "arbiter.own_game", "a member of the committee plays at this table")
    uncalled = not members <= case.arbiters
    refuse_if(uncalled, "ruling.committee", "each member of a committee has been called to this game as an arbiter")
    named, able = dispute.committee, case.arbiters - case.partial
    outvoted = named and named <= able and members != named
    refuse_if(
        outvoted, "ruling.committee", "this appeal has a committee, all of whom can still rule: no other is named"
    )
