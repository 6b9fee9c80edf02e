"""Forks tournaments once per idempotency key, and compares the standings."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.refusals import HaricotError
from domain.tournaments.commands import TournamentCommand
from domain.values import Value
from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.access.context import Context
from service.access.policy import DIRECTOR
from service.lifecycle.idempotency import Attempt, earlier_result, require_first_request
from service.lifecycle.importing import random_id
from service.lifecycle.seating import revocation_entries
from service.ops.clock import now_ms
from service.store.entries.metadata_store import Entry, MetadataStore
from service.store.entries.tournament_entries import TournamentGrant
from service.tournaments.new_tournament import new_tournament_token
from service.tournaments.tournament_forks import (
    ComparedLine,
    compare_standings,
    fork_tournament,
    replay_rest,
    require_event,
)
from service.tournaments.tournament_handler import TournamentHandler
from service.tournaments.tournament_store import tournament_store
from service.tournaments.tournament_words import text_entry


class TournamentForkWish(Value):
    """A request to fork a tournament after event `at`.

    The commands `instead` replace the next event. Without them the fork ends there. `keep_seating` is a reason to keep
    the tables of draws that would change.
    """

    at: int
    instead: tuple[TournamentCommand, ...] | None = None
    keep_seating: str | None = None


class MadeFork(NamedTuple):
    """A fork with a token of its director, and its standings compared with the tournament's.

    `again` says that this is the response to a retry.
    """

    fork: str
    version: int
    token: str
    replayed: int
    says: str | None
    compared: Sequence[ComparedLine]
    again: bool


def fork_tournament_once(context: Context, tournament: str, wish: TournamentForkWish, attempt: Attempt) -> MadeFork:
    """Fork a tournament. A retry gets the fork of the first request, with a new token.

    Raises TournamentRefused if the commands are refused, and Misuse for an unknown event.
    """
    store = tournament_store(context)
    if (before := earlier_result(context.store, attempt)) is not None:
        return _answer_retry(context, tournament, before)
    events, at = store.record(tournament), now_ms()
    require_event(tournament, wish.at, len(events))
    fork = random_id(f"{tournament}.f{wish.at}")
    rest: Sequence[NumberedTournamentEvent] = ()
    says: str | None = None
    replayed, words = wish.at, list[Entry]()
    if wish.instead is not None:
        handler = TournamentHandler(store, now_ms)
        replaced = events[wish.at].event if wish.at < len(events) else None
        by = getattr(replaced, "by", DIRECTOR)  # so that a result is entered and confirmed by two as before
        instead, found = handler.complete_commands(tournament, wish.instead, by, at)
        words += found
        keep = None
        if wish.keep_seating is not None:
            reason = text_entry(wish.keep_seating, fork, at=at, author=DIRECTOR, place="body.keep_seating")
            words.append(reason)
            keep = reason.digest
        again = replay_rest(events, wish.at, instead, now=at, keep_seating=keep, secrets=store.secrets(tournament))
        rest, replayed, says = again.events, again.replayed, again.says
    try:
        require_first_request(context.store, attempt)
        words += attempt.result_entries(context.store, f"{fork} {replayed} {says or ''}")
        made = fork_tournament(context.register, tournament, wish.at, fork, at, rest=rest, beside=words)
    except HaricotError:
        if (before := earlier_result(context.store, attempt)) is None:
            raise
        return _answer_retry(context, tournament, before)
    compared = compare_standings(store.state(tournament), made.tournament)
    return MadeFork(fork, made.tournament.version, made.token, replayed, says, compared, again=False)


def _answer_retry(context: Context, tournament: str, before: str) -> MadeFork:
    fork, replayed, *says = before.split(" ", 2)
    at, shown = now_ms(), list[str]()

    def replaced(register: MetadataStore) -> Iterator[Entry]:
        for grant in register.find_entries(TournamentGrant, tournament=fork):
            if grant.pseudonym == DIRECTOR:
                yield from revocation_entries(register, at, digest=grant.digest)
        token, entries = new_tournament_token(fork, DIRECTOR, DIRECTOR, at)
        shown[:] = [token]
        yield from entries

    context.register.change_entries(replaced)
    store = tournament_store(context)
    state = store.state(fork)
    compared = compare_standings(store.state(tournament), state)
    return MadeFork(fork, state.version, shown[0], int(replayed), (says or [""])[0] or None, compared, again=True)
