"""Files acts in proceedings.

Each act is decided in the transaction that writes it. So of two concurrent rulings, the second is refused.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.disputes.commands import ARBITER, ORGANISER, Act
from domain.disputes.deciding import Hearing
from domain.disputes.events import (
    ArbiterAdmitted,
    ArbiterAgreed,
    ArbiterCalled,
    ArbiterCame,
    CallWithdrawn,
    CommitteeRuled,
    DisputeOpened,
    DisputeReopened,
    DisputeRuled,
    DisputeWithdrawn,
    EvidencePinned,
    FactsFound,
    OfficialForkMade,
    PlayedOn,
    Proceeding,
    ResultConfirmed,
    RulingAppealed,
    RulingJoined,
    RulingProposed,
    StatementMade,
)
from domain.disputes.game_facts import Case, case_of
from domain.disputes.ruling import require_impartial
from domain.disputes.state import Filed, docket_of
from domain.editions import rulebook_of
from domain.refusals import Misuse
from service.access.annotations import TRACES_PER_PRINCIPAL_MAX, new_annotation, require_annotation_quota
from service.access.arbiter_actions import filed_events, new_dispute_text
from service.access.audit_trail import trace_text
from service.access.context import Context
from service.access.identities import GamePeople
from service.access.visibility_scope import VisibilityScope
from service.lifecycle.idempotency import Attempt, earlier_result
from service.ops.clock import now_ms
from service.store.entries.metadata_store import Entry, MetadataStore
from service.store.entries.proceedings_entries import DisputeEvent, DisputeText

TEXT_MEMBERS: Final = ("text", "reason")
"""The members of acts that hold texts of people. The proceedings hold only salted digests of these."""
TEXT_MAX: Final = 4000
DISPUTE: Final = "dispute"
"""The kind of annotation that publishes a filed act."""


def current_case(context: Context, register: MetadataStore, sight: VisibilityScope) -> Case:
    """Return the present facts of a game by which acts in its proceedings are decided."""
    envelopes = context.reader.envelopes(sight)
    people, data = GamePeople(register, sight.game), rulebook_of(sight.live.table).data
    events = ((envelope.n, envelope.at, envelope.event) for envelope in envelopes)
    case = case_of(sight.players, events, people.names_by_seat(), frozenset(data.all_clauses))
    settled = tuple(one.n - 1 for one in envelopes if one.cause is not None and one.n > 1)
    return replace(
        case,
        settled=settled,
        former=people.all_time_players(),
        arbiters=people.impartial_arbiters(),
        persons=people.all_names_by_seat(),
        host=people.organiser_name(),
    )


def require_impartial_arbiter(context: Context, sight: VisibilityScope) -> None:
    """Raise ActRefused unless the caller is an arbiter who may rule at this table."""
    context.logs.log(sight.game, sight.live.version)  # creates the key of a game that has none
    case = current_case(context, context.register, sight)
    require_impartial(GamePeople(context.register, sight.game).party(sight), case)


def current_hearing(context: Context, sight: VisibilityScope) -> Hearing:
    """Return the visible proceedings with the present facts, to find what the caller may do now."""
    context.logs.log(sight.game, sight.live.version)  # creates the key of a game that has none
    register = context.register
    register.refresh(DisputeEvent, game=sight.game)
    docket = docket_of(one for _, one in visible_proceedings(register, sight))
    party = GamePeople(register, sight.game).party(sight)
    return Hearing(docket, current_case(context, register, sight), context.book, party, now_ms())


def visible_proceedings(register: MetadataStore, sight: VisibilityScope) -> Iterator[tuple[DisputeEvent, Filed]]:
    """Return the filed events before the first one that the caller may not see.

    Later events stay hidden even if the system clock was set back.
    """
    return takewhile(lambda pair: sight.knows(pair[0].version, pair[0].at), filed_events(register, sight.game))


ExtraEntries = Callable[[MetadataStore, Sequence[Proceeding], int], Iterable[Entry]]
"""Returns the entries to write with these events at this time. It is called again after a conflict."""


def file_dispute_action(
    context: Context,
    sight: VisibilityScope,
    act: Act,
    attempt: Attempt,
    *,
    person: str | None = None,
    extra_entries: ExtraEntries | None = None,
) -> bool:
    """File an act of the caller. Return whether this was a retry.

    `person` is the person who acts, if the token does not say so. Raises ActRefused for an act that is not allowed, and
    Misuse for invalid texts.
    """
    at, earlier_results = now_ms(), list[str]()
    written = dict(_text_entries(sight, act, at))
    digested = replace(act, **{member: text.digest for member, text in written.items()})
    context.logs.log(sight.game, sight.live.version)  # creates the key of a game that has none

    def entries(register: MetadataStore) -> Iterator[Entry]:
        earlier_results[:] = [before for before in [earlier_result(register, attempt)] if before is not None]
        if earlier_results:
            return
        people = GamePeople(register, sight.game)
        docket = docket_of(filed for _, filed in filed_events(register, sight.game))
        case = current_case(context, register, sight)
        party = people.party(sight)
        party = party if person is None else replace(party, person=people.name(person))
        events = Hearing(docket, case, context.book, party, at).decide(people.with_names(digested))
        first = docket.version + 1
        for n, event in enumerate(events, first):
            said = msgspec.json.encode(event).decode()
            yield DisputeEvent(game=sight.game, n=n, at=at, version=sight.live.version, event=said)
        yield from written.values()
        yield from () if extra_entries is None else extra_entries(register, events, at)
        require_annotation_quota(register, sight.game, sight.principal.name, TRACES_PER_PRINCIPAL_MAX)
        yield _public_trace(sight, events[-1], at)
        yield from attempt.result_entries(register, str(first))

    context.register.change_entries(entries)
    context.notifier.notify(sight.game, sight.live.version)
    return bool(earlier_results)


def _text_entries(sight: VisibilityScope, act: Act, at: int) -> Iterator[tuple[str, DisputeText]]:
    for member in TEXT_MEMBERS:
        text = getattr(act, member, None)
        if text is None:
            continue
        if not 1 <= len(text) <= TEXT_MAX or "\x00" in text:
            raise Misuse(f"a text has 1 to {TEXT_MAX} characters, none of them NUL", place=f"body.{member}")
        yield member, new_dispute_text(sight.game, member, text, at=at, author=sight.principal.name)


def _public_trace(sight: VisibilityScope, event: Proceeding, at: int) -> Entry:
    seat = sight.principal.seat
    by = ARBITER if isinstance(event, ArbiterCame | ArbiterAdmitted) else sight.relation
    who, by = (f"Seat {seat + 1}", f"seat:{seat}") if seat is not None else (_ACTOR_NAMES.get(by, "An arbiter"), by)
    number, disputed = getattr(event, "dispute", 0), getattr(event, "event", 0)
    says = trace_text(_SENTENCE_CODES[type(event)], who=who, dispute=number, event=disputed)
    return new_annotation(sight.game, sight.live.version, DISPUTE, says, at=at, by=by, author=sight.principal.name)


_ACTOR_NAMES: Final = {ORGANISER: "The organiser"}
_SENTENCE_CODES: Final[dict[type[Proceeding], str]] = {
    DisputeOpened: "dispute.opened",
    StatementMade: "dispute.stated",
    EvidencePinned: "dispute.pinned",
    FactsFound: "dispute.found",
    DisputeRuled: "dispute.ruled",
    RulingProposed: "dispute.proposed",
    RulingJoined: "dispute.joined",
    CommitteeRuled: "dispute.decided",
    RulingAppealed: "dispute.appealed",
    DisputeReopened: "dispute.reopened",
    DisputeWithdrawn: "dispute.withdrawn",
    PlayedOn: "dispute.protest",
    OfficialForkMade: "dispute.again",
    ArbiterCalled: "call.opened",
    ArbiterCame: "call.came",
    ArbiterAgreed: "call.agreed",
    ArbiterAdmitted: "call.admitted",
    CallWithdrawn: "call.withdrawn",
    ResultConfirmed: "dispute.confirmed",
}
