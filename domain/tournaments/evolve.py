"""How each event changes a tournament; CorruptHistory for one that cannot follow."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from domain.clock_terms import NO_CLOCK
from domain.refusals import CorruptHistory
from domain.tournaments.events import (
    ClubNoted,
    DrawWithdrawn,
    PairForbidden,
    PlayerCheckedIn,
    PlayerRegistered,
    PlayerSubstituted,
    PlayerWithdrew,
    RoundDrawn,
    RoundReleased,
    RoundScheduled,
    RulesChanged,
    SeatedTable,
    SeatingOverridden,
    TournamentCreated,
    TournamentEvent,
)
from domain.tournaments.result_events import (
    PenaltyGiven,
    PenaltyLifted,
    RoundConfirmed,
    RoundReopened,
    SecretsRevealed,
    TournamentClosed,
    TournamentReopened,
)
from domain.tournaments.state import (
    CONFIRMED,
    DRAFT,
    RELEASED,
    DrawnRound,
    Entrant,
    Penalty,
    RoundWindow,
    Tournament,
    TournamentTable,
    results_text,
)
from domain.tournaments.table_changes import TABLE_CHANGES, drawn_round, table_at

EXCLUSION: Final = "exclusion"
"""The kind of penalty that ends a player's tournament."""


def evolve(tournament: Tournament, event: TournamentEvent) -> Tournament:
    """Return the tournament after one more event; CorruptHistory for one that cannot follow."""
    if (tournament.created is None) != isinstance(event, TournamentCreated):
        raise CorruptHistory("a tournament begins with tournament_created, once")
    after: Tournament = _APPLIES[type(event)](tournament, event)
    return replace(after, version=tournament.version + 1)


def tournament_of(events: Iterable[TournamentEvent], tournament: Tournament | None = None) -> Tournament:
    """Return the tournament after these events, which follow on `tournament`."""
    tournament = Tournament() if tournament is None else tournament
    for event in events:
        tournament = evolve(tournament, event)
    return tournament


def results_digest(tournament: Tournament) -> str:
    """Return the SHA-256 of the confirmed results."""
    return hashlib.sha256(results_text(tournament).encode()).hexdigest()


def _created(tournament: Tournament, event: TournamentCreated) -> Tournament:
    return replace(tournament, created=event, basis=1)


def _rules_changed(tournament: Tournament, event: RulesChanged) -> Tournament:
    names = set(RulesChanged.__struct_fields__) & set(TournamentCreated.__struct_fields__)
    changes = {name: value for name in names if (value := getattr(event, name)) is not None}
    rules = replace(tournament.rules, **changes)
    changed = replace(tournament, created=replace(rules, clock=None) if event.clock == NO_CLOCK else rules)
    only_times = bool(changes) and changes.keys() <= {"round_seconds", "clock"}
    return changed if only_times else _rebased(changed)


def _scheduled(tournament: Tournament, event: RoundScheduled) -> Tournament:
    window = RoundWindow(opens=event.opens, closes=event.closes)
    return replace(tournament, windows={**tournament.windows, event.round: window})


def _rebased(tournament: Tournament) -> Tournament:
    """Return the same, where no plan of before holds any more."""
    return replace(tournament, basis=tournament.version + 1)


def _registered(tournament: Tournament, event: PlayerRegistered) -> Tournament:
    return tournament.with_entrant(Entrant(player=event.player))


def _entrant(tournament: Tournament, player: str) -> Entrant:
    if (found := tournament.entrants.get(player)) is None:
        raise CorruptHistory(f"{player} is not registered")
    return found


def _club(tournament: Tournament, event: ClubNoted) -> Tournament:
    return _rebased(tournament.with_entrant(replace(_entrant(tournament, event.player), club=event.club)))


def _forbidden(tournament: Tournament, event: PairForbidden) -> Tournament:
    return _rebased(replace(tournament, forbidden=(*tournament.forbidden, (event.player, event.other))))


def _checked_in(tournament: Tournament, event: PlayerCheckedIn) -> Tournament:
    entrant = replace(_entrant(tournament, event.player), checked_in=True, share=event.share)
    return _rebased(tournament.with_entrant(entrant))


def _withdrew(tournament: Tournament, event: PlayerWithdrew) -> Tournament:
    return _rebased(tournament.with_entrant(replace(_entrant(tournament, event.player), checked_in=False)))


def _substituted(tournament: Tournament, event: PlayerSubstituted) -> Tournament:
    round_, table = table_at(tournament, event.round, event.table)
    if event.player not in table.players:
        raise CorruptHistory(f"{event.player} does not sit at table {event.table}")
    at = table.players.index(event.player)
    for player in (event.substitute, event.counts_for):
        _entrant(tournament, player)
    players = (*table.players[:at], event.substitute, *table.players[at + 1 :])
    counts = (*table.counts_for[:at], event.counts_for, *table.counts_for[at + 1 :])
    return tournament.with_round(round_.with_table(replace(table, players=players, counts_for=counts)))


def _tables(
    tournament: Tournament, seating: Sequence[SeatedTable], sit_outs: Sequence[str]
) -> tuple[TournamentTable, ...]:
    players = [player for one in seating for player in one.players] + [*sit_outs]
    if len(set(players)) != len(players):
        raise CorruptHistory("a player is seated twice")
    if [one.table for one in seating] != [*range(1, len(seating) + 1)]:
        raise CorruptHistory("tables are numbered otherwise")
    for player in players:
        _entrant(tournament, player)
    return tuple(TournamentTable(number=one.table, players=one.players, counts_for=one.players) for one in seating)


def _drawn(tournament: Tournament, event: RoundDrawn) -> Tournament:
    if event.round != tournament.next_round:
        raise CorruptHistory(f"round {event.round} follows on {len(tournament.rounds)}")
    drawn = DrawnRound(
        number=event.round,
        state=DRAFT,
        drawn=tournament.version + 1,
        results=event.results,
        tables=_tables(tournament, event.tables, event.sit_outs),
        sit_outs=event.sit_outs,
        cost=event.cost,
        basis=tournament.basis,
        plan=event.plan,
        seconds=tournament.rules.round_seconds or None,
        clock=tournament.rules.clock,
        algorithm=event.algorithm,
        byes=event.byes,
    )
    return replace(tournament, rounds=(*tournament.rounds, drawn))


def _overridden(tournament: Tournament, event: SeatingOverridden) -> Tournament:
    round_ = drawn_round(tournament, event.round, DRAFT)
    changed = replace(
        round_,
        tables=_tables(tournament, event.tables, event.sit_outs),
        sit_outs=event.sit_outs,
        cost=event.cost_after,
        byes=event.byes,
    )
    return tournament.with_round(changed)


def _draw_withdrawn(tournament: Tournament, event: DrawWithdrawn) -> Tournament:
    drawn_round(tournament, event.round, DRAFT)
    return replace(tournament, rounds=tournament.rounds[: event.round - 1])


def _released(tournament: Tournament, event: RoundReleased) -> Tournament:
    round_ = drawn_round(tournament, event.round, DRAFT)
    return tournament.with_round(replace(round_, state=RELEASED, secret=event.secret))


def _penalised(tournament: Tournament, event: PenaltyGiven) -> Tournament:
    if event.penalty != len(tournament.penalties) + 1:
        raise CorruptHistory(f"penalty {event.penalty} follows on {len(tournament.penalties)}")
    penalty = Penalty(
        number=event.penalty,
        event=tournament.version + 1,
        player=event.player,
        kind=event.kind,
        round=event.round,
        points=event.points,
    )
    return _excluding(replace(tournament, penalties=(*tournament.penalties, penalty)), event.player)


def _lifted(tournament: Tournament, event: PenaltyLifted) -> Tournament:
    if not 1 <= event.penalty <= len(tournament.penalties):
        raise CorruptHistory(f"there is no penalty {event.penalty}")
    penalty = replace(tournament.penalties[event.penalty - 1], lifted=True)
    kept = (*tournament.penalties[: event.penalty - 1], penalty, *tournament.penalties[event.penalty :])
    return _excluding(replace(tournament, penalties=kept), penalty.player)


def _excluding(tournament: Tournament, player: str) -> Tournament:
    """Return the tournament where this player is excluded, or not, as the penalties in force say."""
    entrant = _entrant(tournament, player)
    excluded = any(one.player == player and one.kind == EXCLUSION and not one.lifted for one in tournament.penalties)
    if excluded == entrant.excluded:
        return tournament
    return _rebased(tournament.with_entrant(replace(entrant, excluded=excluded)))


def _confirmed(tournament: Tournament, event: RoundConfirmed) -> Tournament:
    return tournament.with_round(replace(drawn_round(tournament, event.round, RELEASED), state=CONFIRMED))


def _reopened(tournament: Tournament, event: RoundReopened) -> Tournament:
    return tournament.with_round(replace(drawn_round(tournament, event.round, CONFIRMED), state=RELEASED))


_APPLIES: Final[dict[type[TournamentEvent], Callable[[Tournament, Any], Tournament]]] = {
    TournamentCreated: _created,
    RulesChanged: _rules_changed,
    RoundScheduled: _scheduled,
    PlayerRegistered: _registered,
    ClubNoted: _club,
    PairForbidden: _forbidden,
    PlayerCheckedIn: _checked_in,
    PlayerWithdrew: _withdrew,
    PlayerSubstituted: _substituted,
    RoundDrawn: _drawn,
    SeatingOverridden: _overridden,
    DrawWithdrawn: _draw_withdrawn,
    RoundReleased: _released,
    **TABLE_CHANGES,
    PenaltyGiven: _penalised,
    PenaltyLifted: _lifted,
    RoundConfirmed: _confirmed,
    RoundReopened: _reopened,
    TournamentClosed: lambda tournament, _: replace(tournament, closed=True),
    TournamentReopened: lambda tournament, _: replace(tournament, closed=False),
    SecretsRevealed: lambda tournament, _: replace(tournament, revealed=True),
}
