"""Builds the responses about a tournament from what one caller may know of it."""

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import Final

import msgspec

from domain.refusals import Misuse
from domain.tournaments.commands import (
    CloseTournament,
    ConfirmRound,
    ConfirmTableResult,
    DrawRound,
    EnterResult,
    ReleaseRound,
    TournamentCommand,
)
from domain.tournaments.events import RoundDrawn, RoundReleased
from domain.tournaments.formats import next_format, round_to_finish_first
from domain.tournaments.state import DRAFT, RELEASED, DrawnRound, Tournament
from replay.codec import time_text
from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.access.tokens import TOURNAMENT_KINDS
from service.api.tournaments.tournament_schemas import (
    AwaitedCommand,
    GivenPenalty,
    RoundTable,
    RoundTimes,
    TournamentAnswer,
    TournamentEnvelope,
    TournamentHead,
    TournamentLinks,
    TournamentOrigin,
    TournamentPlayer,
    TournamentResult,
    TournamentRound,
    TournamentRules,
)
from service.http.request_context import Call
from service.tournaments.tournament_roles import PERMITTED
from service.tournaments.tournament_words import TEXT_MEMBER
from service.tournaments.visible_tournament import VisibleTournament

EVENTS_PER_COST: Final = 6
"""For how many events of a tournament a request that draws again pays one more."""


def event_number_or_last(visible: VisibleTournament, at: int | None) -> int:
    """Return the number of an event, by default of the last one. Raise Misuse if there is no such event."""
    n = visible.version if at is None else at
    if not 1 <= n <= visible.version:
        says = f"there is no event {n}: the tournament has events 1 to {visible.version}"
        raise Misuse(says, place="query.at")
    return n


def etag_of(visible: VisibleTournament, route: str, n: int, *words: object) -> str:
    """Return the ETag of a response as of event `n`. It changes with names, texts and settings, and with `words`."""
    texts_and_settings = msgspec.json.encode([sorted(visible.names.items()), visible.settings, *words])
    return f"{route}.{n}.{visible.view}.{blake2b(texts_and_settings, digest_size=8).hexdigest()}"


def pay_for_draws(call: Call) -> None:
    """Count the cost of all draws of a tournament being made again: about half a second for 300 events."""
    if call.request.payer is not None:
        call.request.payer.charge(call.tournament.version // EVENTS_PER_COST)


def status_of(state: Tournament) -> str:
    """Return how far a tournament has come."""
    if state.closed:
        return "closed"
    return "running" if state.rounds else "registration"


def tournament_head(visible: VisibleTournament) -> TournamentHead:
    """Return a tournament as a list has it."""
    state, settings = visible.state, visible.settings
    return TournamentHead(
        tournament=visible.tournament,
        title=settings.title,
        edition=state.rules.edition,
        format=state.rules.format,
        status=status_of(state),
        round=len(state.rounds),
        rounds=state.rules.rounds,
        players=len(state.entrants),
        version=visible.version,
        private=settings.private,
        created=time_text(settings.made),
    )


def tournament_answer(visible: VisibleTournament, n: int) -> TournamentAnswer:
    """Return a tournament after event `n`."""
    state, settings, names = visible.at(n), visible.settings, visible.names
    players = [
        TournamentPlayer(
            player=one.player,
            name=names.get(one.player),
            club=one.club,
            club_name=None if one.club is None else names.get(one.club),
            checked_in=one.checked_in,
            excluded=one.excluded,
        )
        for one in state.entrants.values()
    ]
    origin = None
    if settings.forked_from is not None and settings.forked_at is not None:
        origin = TournamentOrigin(tournament=settings.forked_from, at=settings.forked_at)
    releases = ((one.at, one.event) for one in visible.events[:n] if isinstance(one.event, RoundReleased))
    released = {event.round: time_text(at) for at, event in releases}
    at = f"/v1/tournaments/{visible.tournament}"
    parts = {part: f"{at}/{part}" for part in ("events", "standings", "file", "audit", "stream")}
    return TournamentAnswer(
        tournament=visible.tournament,
        title=settings.title,
        at=n,
        version=visible.version,
        status=status_of(state),
        rules=_rules(state),
        private=settings.private,
        delay_seconds=settings.delay_ms // 1000,
        created=time_text(settings.made),
        forked_from=origin,
        players=players,
        forbidden_pairs=list(state.forbidden),
        rounds=[_round(visible, one, released) for one in state.rounds],
        schedule=_schedule(state),
        penalties=[
            GivenPenalty(
                penalty=one.number,
                event=one.event,
                player=one.player,
                kind=one.kind,
                round=one.round,
                points=one.points,
                lifted=one.lifted,
            )
            for one in state.penalties
        ],
        awaits=list(awaited_commands(state)),
        links=TournamentLinks(here=at, **parts),
    )


def _schedule(state: Tournament) -> list[RoundTimes]:
    windows = sorted(state.windows.items())
    return [RoundTimes(round=number, opens=window.opens, closes=window.closes) for number, window in windows]


def _rules(state: Tournament) -> TournamentRules:
    names = TournamentRules.__struct_fields__
    return TournamentRules(**{name: getattr(state.rules, name) for name in names})


def _round(visible: VisibleTournament, round_: DrawnRound, released: Mapping[int, str]) -> TournamentRound:
    drawn = visible.events[round_.drawn - 1].event
    assert isinstance(drawn, RoundDrawn), "this event drew the round"
    tables = [
        RoundTable(
            table=one.number,
            players=one.players,
            counts_for=one.counts_for,
            game=one.game,
            deal=one.deal,
            result=None
            if one.result is None
            else TournamentResult(
                scores=one.result.scores,
                places=one.result.places,
                source=one.result.source,
                confirmed=one.result.confirmed,
                event=one.result.event,
                by=one.result.by,
                game=one.result.game,
                n=one.result.n,
            ),
            voided=one.voided,
            seconds_added=one.seconds_added,
        )
        for one in round_.tables
    ]
    return TournamentRound(
        round=round_.number,
        state=round_.state,
        drawn=round_.drawn,
        tables=tables,
        sit_outs=round_.sit_outs,
        byes=round_.byes,
        algorithm=round_.algorithm,
        cost=round_.cost,
        bound=drawn.bound,
        secret=round_.secret,
        released=released.get(round_.number),
        seconds=round_.seconds,
        seconds_added=round_.seconds_added,
        clock=round_.clock,
    )


def awaited_commands(state: Tournament) -> Iterator[AwaitedCommand]:
    """Yield the commands that a tournament waits for, in the order of its tables."""
    last = state.current
    if state.closed:
        return
    if last is not None and last.state == DRAFT:
        yield _awaited_command(ReleaseRound, last.number)
    played = [one for one in state.rounds if one.state == RELEASED]
    for round_ in played:
        open_tables = [table for table in round_.tables if not table.is_settled]
        for table in open_tables:
            yield _awaited_command(
                EnterResult if table.result is None else ConfirmTableResult, round_.number, table.number
            )
        if not open_tables:
            yield _awaited_command(ConfirmRound, round_.number)
    if round_to_finish_first(state) is None:
        another = next_format(state) is not None and not state.revealed
        if another or not played:
            yield _awaited_command(DrawRound, state.next_round) if another else _awaited_command(CloseTournament)


def _awaited_command(
    command: type[TournamentCommand], number: int | None = None, table: int | None = None
) -> AwaitedCommand:
    by = tuple(kind for kind in TOURNAMENT_KINDS if kind in PERMITTED[command])
    return AwaitedCommand(command=command.__name__, by=by, round=number, table=table)


def event_with_words(visible: VisibleTournament, one: NumberedTournamentEvent) -> TournamentEnvelope:
    """Return an event with the words behind its digest."""
    digest = getattr(one.event, TEXT_MEMBER, None)
    words = {} if digest is None else {TEXT_MEMBER: visible.texts.get(digest)}
    return TournamentEnvelope(n=one.n, at=time_text(one.at), event=one.event, words=words)
