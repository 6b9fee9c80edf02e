"""A seat's call for an arbiter, whose link reveals nothing hidden before every other seat agrees."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from domain.disputes.calls import ADMITTED, CALL_MS, OPEN, CallForArbiter
from domain.disputes.commands import ARBITER, AnswerCall, CallArbiter, OnCall
from domain.disputes.events import ArbiterAdmitted, CallWithdrawn, Proceeding
from domain.disputes.state import docket_of
from domain.values import Value
from service.access.arbiter_actions import filed_events
from service.access.context import Context
from service.access.tokens import CALLED, new_token
from service.access.visibility_scope import VisibilityScope
from service.disputes.proceedings_writer import file_dispute_action
from service.lifecycle.idempotency import Attempt
from service.lifecycle.token_holders import bearer_entry
from service.ops.clock import now_ms
from service.problems import Problem
from service.store.entries.metadata_store import Entry, MetadataStore, TokenEntry
from service.store.entries.proceedings_entries import NO_PERSON, Bearer


class CallToken(Value):
    """The result of a call or of its answer: a token, which is shown once, and the call. `again` marks a retry."""

    token: str
    call: CallForArbiter
    again: bool = False

    @property
    def is_admitted(self) -> bool:
        """Whether the token already is an arbiter's token."""
        return self.call.state == ADMITTED


def call_arbiter(context: Context, sight: VisibilityScope, act: CallArbiter, attempt: Attempt) -> CallToken:
    """Call an arbiter for a seat. Return the token for the arbiter's link.

    The token shows what spectators see. The tokens of earlier calls are revoked. A retry gets a new token for the same
    call. Raises ActRefused if the seat may not call an arbiter.
    """
    token, entry = _new_call_token(sight.game)

    def extra_entries(register: MetadataStore, _: Sequence[Proceeding], at: int) -> Iterator[Entry]:
        yield from _revoked_call_tokens(register, sight.game, at)
        yield entry

    again = file_dispute_action(context, sight, act, attempt, extra_entries=extra_entries)
    if again:

        def renewed(register: MetadataStore) -> Iterator[Entry]:
            _require_open_call(register, sight)
            yield from extra_entries(register, (), now_ms())

        context.register.change_entries(renewed)
    return CallToken(token=token, call=last_call(context.register, sight.game), again=again)


def answer_call(context: Context, sight: VisibilityScope, number: int, person: str, attempt: Attempt) -> CallToken:
    """Answer a call as the arbiter who opened its link. Revoke the link, and return a new token for this person.

    The token shows what spectators see until every seat has agreed. Raises ActRefused for a person who sits or sat at
    the table, and for a call that is over.
    """
    digest = sight.principal.digest
    held = context.register.find_entries(TokenEntry, digest=digest)
    if not held or held[0].kind != CALLED or context.register.find_entries(Bearer, digest=digest):
        raise Problem("seat.forbidden", "only a client with the link of a call for an arbiter can answer it")
    token, entry = _new_call_token(sight.game)

    def extra_entries(register: MetadataStore, events: Sequence[Proceeding], at: int) -> Iterator[Entry]:
        yield from _revoked_call_tokens(register, sight.game, at)
        admitted = any(isinstance(event, ArbiterAdmitted) for event in events)
        yield _as_arbiter_token(entry) if admitted else entry
        yield bearer_entry(entry, person, NO_PERSON)  # all seats agree, so no single player called this arbiter

    file_dispute_action(
        context, sight, AnswerCall(call=number), replace(attempt, key=None), person=person, extra_entries=extra_entries
    )
    return CallToken(token=token, call=last_call(context.register, sight.game))


def file_on_call(context: Context, sight: VisibilityScope, act: OnCall, attempt: Attempt) -> bool:
    """File an agreement to a call or its withdrawal with `file_dispute_action`, and update the call's tokens."""

    def extra_entries(register: MetadataStore, events: Sequence[Proceeding], at: int) -> Iterator[Entry]:
        for event in events:
            if isinstance(event, ArbiterAdmitted):
                came = [
                    one
                    for one in _valid_call_tokens(register, sight.game)
                    if register.find_entries(Bearer, digest=one.digest)
                ]
                yield from map(_as_arbiter_token, came)
            if isinstance(event, CallWithdrawn):
                yield from _revoked_call_tokens(register, sight.game, at)

    return file_dispute_action(context, sight, act, attempt, extra_entries=extra_entries)


def last_call(register: MetadataStore, game: str) -> CallForArbiter:
    """Return the last call for an arbiter on a game that has had one."""
    call = docket_of(filed for _, filed in filed_events(register, game)).call
    assert call is not None, "there was a call"
    return call


def _new_call_token(game: str) -> tuple[str, TokenEntry]:
    at = now_ms()
    token, entry = new_token(ARBITER, game=game, at=at, expires=at + CALL_MS)
    return token, replace(entry, kind=CALLED)


def _as_arbiter_token(entry: TokenEntry) -> TokenEntry:
    return replace(entry, kind=ARBITER, expires=None)


def _valid_call_tokens(register: MetadataStore, game: str) -> list[TokenEntry]:
    return [one for one in register.find_entries(TokenEntry, game=game, kind=CALLED) if one.revoked is None]


def _revoked_call_tokens(register: MetadataStore, game: str, at: int) -> list[Entry]:
    return [one.revoked_at(at) for one in _valid_call_tokens(register, game)]


def _require_open_call(register: MetadataStore, sight: VisibilityScope) -> None:
    call = last_call(register, sight.game)
    if call.state != OPEN or call.seat != sight.principal.seat:
        raise Problem("act", "this call was answered or replaced: call again")
