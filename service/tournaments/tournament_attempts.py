"""Makes and changes tournaments once under an idempotency key: a retry gets what was made before."""

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
    official_pseudonym,
    token_of,
)
from service.tournaments.tournament_store import tournament_store

Beside = Callable[[Sequence[NumberedTournamentEvent]], Sequence[Entry]]


class NewTokens(NamedTuple):
    """A tournament, its last event, and new tokens of its first officials by their kinds."""

    tournament: str
    version: int
    tokens: Mapping[str, str]


class HandledEvents(NamedTuple):
    """The first and the last event that commands led to. `again` says that an earlier request did so."""

    first: int
    last: int
    again: bool


def create_once(context: Context, wish: NewTournament, attempt: Attempt) -> tuple[NewTokens, bool]:
    """Make a tournament; the flag says whether the same request made it before, and gets new tokens now.

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
    return _with_new_tokens(context, before), True


def _with_new_tokens(context: Context, tournament: str) -> NewTokens:
    """Return a tournament with new tokens in place of those that its creator may never have received."""
    at, shown = now_ms(), dict[str, str]()

    def replaced(register: MetadataStore) -> Iterator[Entry]:
        for grant in register.find_entries(TournamentGrant, tournament=tournament):
            if grant.pseudonym in OFFICIAL_KINDS:
                yield from revocation_entries(register, at, digest=grant.digest)
        for kind in OFFICIAL_KINDS:
            shown[kind], entries = token_of(tournament, kind, kind, at)
            yield from entries

    context.register.change_entries(replaced)
    return NewTokens(tournament, tournament_store(context).state(tournament).version, shown)


def handle_once(context: Context, attempt: Attempt, act: Callable[[Beside], object]) -> HandledEvents:
    """Let `act` handle commands, with what it gets to be written beside their events.

    Raises what `act` raises, unless the same request was handled meanwhile.
    """
    if (before := earlier_result(context.store, attempt)) is not None:
        return _handled(before, again=True)
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
        return _handled(before, again=True)
    return _handled(handled, again=False)


def _handled(made: str, *, again: bool) -> HandledEvents:
    first, _, last = made.partition("-")
    return HandledEvents(int(first), int(last), again)


class GrantedToken(NamedTuple):
    """A token, its entry, and the pseudonym of its holder. `again` says that an earlier request made one."""

    token: str
    entry: TokenEntry
    pseudonym: str
    again: bool


def token_once(
    context: Context, tournament: str, attempt: Attempt, *, kind: str, pseudonym: str | None, seconds: int | None
) -> GrantedToken:
    """Make a token of a tournament. A retry revokes the one that its client may never have received.

    Misuse as `official_pseudonym` raises it.
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
        token, granted = token_of(tournament, kind, holder, at, expires)
        made[:] = [GrantedToken(token, granted[0], holder, before is not None)]
        yield from granted
        yield from attempt.result_entries(register, granted[0].digest)

    context.register.change_entries(entries)
    return made[0]
