"""Creates and changes tournaments once per idempotency key, so that a retry gets the first result."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from domain.refusals import HaricotError
from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.access.context import Context
from service.lifecycle.idempotency import Attempt, earlier_result, require_first_request
from service.lifecycle.importing import random_id
from service.lifecycle.seating import revocation_entries
from service.ops.clock import now_ms
from service.store.entries.metadata_store import Entry, MetadataStore, TokenEntry
from service.store.entries.tournament_entries import TournamentGrant
from service.tournaments.new_tournament import (
    OFFICIAL_KINDS,
    NewTournament,
    create_tournament,
    new_tournament_token,
    official_pseudonym,
)
from service.tournaments.tournament_store import tournament_store

EntriesForEvents = Callable[[Sequence[NumberedTournamentEvent]], Sequence[Entry]]


class NewTokens(NamedTuple):
    """A tournament, its last event, and new tokens of its first officials by kind."""

    tournament: str
    version: int
    tokens: Mapping[str, str]


class HandledEvents(NamedTuple):
    """The numbers of the first and the last event of handled commands. `again` says that this is a retry."""

    first: int
    last: int
    again: bool


def create_tournament_once(context: Context, wish: NewTournament, attempt: Attempt) -> tuple[NewTokens, bool]:
    """Create a tournament. Return its tokens, and whether this was a retry, which gets new tokens.

    Raises what `create_tournament` raises.
    """
    wish = replace(wish, id=random_id(wish.edition))
    id_ = wish.id
    assert id_ is not None, "it was just drawn"
    if (before := earlier_result(context.store, attempt)) is None:
        try:
            made = create_tournament(context.register, wish, now_ms, *attempt.result_entries(context.store, id_))
        except HaricotError:
            if (before := earlier_result(context.store, attempt)) is None:  # no concurrent request with the same key
                raise
        else:
            return NewTokens(id_, made.tournament.version, made.tokens), False
    return _reissue_tokens(context, before), True


def _reissue_tokens(context: Context, tournament: str) -> NewTokens:
    """Replace the first tokens of a tournament, because its creator may never have received them."""
    at, shown = now_ms(), dict[str, str]()

    def replaced(register: MetadataStore) -> Iterator[Entry]:
        for grant in register.find_entries(TournamentGrant, tournament=tournament):
            if grant.pseudonym in OFFICIAL_KINDS:
                yield from revocation_entries(register, at, digest=grant.digest)
        for kind in OFFICIAL_KINDS:
            shown[kind], entries = new_tournament_token(tournament, kind, kind, at)
            yield from entries

    context.register.change_entries(replaced)
    return NewTokens(tournament, tournament_store(context).state(tournament).version, shown)


def handle_once(context: Context, attempt: Attempt, act: Callable[[EntriesForEvents], object]) -> HandledEvents:
    """Let `act` handle commands, unless the same request was handled before.

    `act` gets a function that returns the entries to write with the events. Raises what `act` raises, unless a
    concurrent retry was handled meanwhile.
    """
    if (before := earlier_result(context.store, attempt)) is not None:
        return _handled_events(before, again=True)
    handled = "0-0"

    def beside(events: Sequence[NumberedTournamentEvent]) -> Sequence[Entry]:
        nonlocal handled
        require_first_request(context.store, attempt)
        handled = f"{events[0].n}-{events[-1].n}" if events else "0-0"
        return attempt.result_entries(context.store, handled)

    try:
        act(beside)
    except HaricotError:
        if (before := earlier_result(context.store, attempt)) is None:
            raise
        return _handled_events(before, again=True)
    return _handled_events(handled, again=False)


def _handled_events(made: str, *, again: bool) -> HandledEvents:
    first, _, last = made.partition("-")
    return HandledEvents(int(first), int(last), again)


class GrantedToken(NamedTuple):
    """A token, its entry, and the pseudonym of its holder. `again` says that this is a retry."""

    token: str
    entry: TokenEntry
    pseudonym: str
    again: bool


def create_tournament_token_once(
    context: Context, tournament: str, attempt: Attempt, *, kind: str, pseudonym: str | None, seconds: int | None
) -> GrantedToken:
    """Create a token of a tournament. A retry revokes the first token, which the client may never have received.

    Raises Misuse as `official_pseudonym` does.
    """
    at, made = now_ms(), list[GrantedToken]()
    expires = None if seconds is None else at + 1000 * seconds
    entrants = tournament_store(context).state(tournament).entrants

    def entries(register: MetadataStore) -> Iterator[Entry]:
        before = earlier_result(register, attempt)
        if before is not None:
            yield from revocation_entries(register, at, digest=before)
            holder = next(one.pseudonym for one in register.find_entries(TournamentGrant, digest=before))
        else:
            taken = [one.pseudonym for one in register.find_entries(TournamentGrant, tournament=tournament)]
            holder = official_pseudonym(kind, pseudonym, entrants, taken)
        token, granted = new_tournament_token(tournament, kind, holder, at, expires)
        made[:] = [GrantedToken(token, granted[0], holder, before is not None)]
        yield from granted
        yield from attempt.result_entries(register, granted[0].digest)

    context.register.change_entries(entries)
    return made[0]
