"""What each command of a tournament leads to: events, or a refusal that cites a clause."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from domain.tournaments.clauses import refuse, require
from domain.tournaments.commands import (
    ChangeRules,
    CheckIn,
    CloseTournament,
    CreateTournament,
    ForbidPair,
    GivePenalty,
    LiftPenalty,
    NoteClub,
    RegisterPlayer,
    ReopenTournament,
    RevealSecrets,
    TournamentCommand,
    Withdraw,
)
from domain.tournaments.counter_stream import opens
from domain.tournaments.deciding_results import RESULTS
from domain.tournaments.deciding_rounds import ROUNDS
from domain.tournaments.events import (
    ROUNDS_MAX,
    ClubNoted,
    PairForbidden,
    PlayerCheckedIn,
    PlayerRegistered,
    PlayerWithdrew,
    RulesChanged,
    TournamentCreated,
    TournamentEvent,
)
from domain.tournaments.evolve import evolve
from domain.tournaments.penalty_places import COIN_LOSS, GAME_LOSS, PENALTIES, POINTS
from domain.tournaments.result_events import (
    PenaltyGiven,
    PenaltyLifted,
    SecretsRevealed,
    TournamentClosed,
    TournamentReopened,
)
from domain.tournaments.rules import require_rules
from domain.tournaments.standings import standings, standings_digest
from domain.tournaments.state import CONFIRMED, DRAFT, Entrant, Tournament
from domain.tournaments.table_points import fraction_in


def decide(tournament: Tournament, command: TournamentCommand) -> tuple[TournamentEvent, ...]:
    """Return the events that a command leads to; TournamentRefused when the rules forbid it."""
    creates = isinstance(command, CreateTournament)
    is_there = tournament.created is not None
    require(creates != is_there, "TO-1.1", "there is one already" if is_there else "there is none yet")
    closed = tournament.closed and not isinstance(command, ReopenTournament | RevealSecrets)
    require(not closed, "TO-6.4", "the tournament is closed")
    event: TournamentEvent = _DECIDES[type(command)](tournament, command)
    return (event,)


def _create(_: Tournament, command: CreateTournament) -> TournamentCreated:
    members = {name: getattr(command, name) for name in TournamentCreated.__struct_fields__}
    return require_rules(TournamentCreated(**members | {"options": dict(command.options)}))


def _change_rules(tournament: Tournament, command: ChangeRules) -> RulesChanged:
    drawn = len(tournament.rounds)
    require(command.from_round == drawn + 1, "TO-1.5", f"the next round to be drawn is {drawn + 1}")
    require(command.rounds is None or command.rounds >= drawn, "TO-1.2", f"{drawn} rounds are drawn")
    event = RulesChanged(**{name: getattr(command, name) for name in RulesChanged.__struct_fields__})
    require_rules(evolve(tournament, event).rules)
    return event


def entrant(tournament: Tournament, player: str) -> Entrant:
    """Return the player of this pseudonym; TournamentRefused where no player has it."""
    found = tournament.entrants.get(player)
    return refuse("TO-2.2", f"{player[:64]} is not registered") if found is None else found


def _register(tournament: Tournament, command: RegisterPlayer) -> PlayerRegistered:
    require(command.player not in tournament.entrants, "TO-2.1", f"{command.player} is registered")
    return PlayerRegistered(player=command.player)


def _note_club(tournament: Tournament, command: NoteClub) -> ClubNoted:
    return ClubNoted(player=entrant(tournament, command.player).player, club=command.club)


def _forbid_pair(tournament: Tournament, command: ForbidPair) -> PairForbidden:
    one, other = entrant(tournament, command.player), entrant(tournament, command.other)
    require(one != other, "TO-2.5", f"{one.player} twice")
    return PairForbidden(player=one.player, other=other.player)


def _check_in(tournament: Tournament, command: CheckIn) -> PlayerCheckedIn:
    one = entrant(tournament, command.player)
    require(not one.excluded, "TO-2.3", f"{one.player} is excluded")
    require(not one.checked_in, "TO-2.3", f"{one.player} is checked in")
    return PlayerCheckedIn(player=one.player, share=command.share)


def _withdraw(tournament: Tournament, command: Withdraw) -> PlayerWithdrew:
    one = entrant(tournament, command.player)
    require(one.checked_in, "TO-2.4", f"{one.player} is not checked in")
    return PlayerWithdrew(player=one.player, after_round=len(tournament.rounds))


def _give_penalty(tournament: Tournament, command: GivePenalty) -> PenaltyGiven:
    one = entrant(tournament, command.player)
    require(command.kind in PENALTIES, "TO-5.1", f"{command.kind[:20]!r} is none of {', '.join(PENALTIES)}")
    round_ = None if command.round is None else tournament.round(command.round)
    released = round_ is not None and round_.state != DRAFT
    require(command.round is None or released, "TO-5.1", f"round {command.round} is not released")
    require(command.kind not in (COIN_LOSS, GAME_LOSS) or released, "TO-5.1", f"{command.kind} names no round")
    points = None if command.points is None else fraction_in(command.points)
    loses = points is not None and points > 0
    require(loses == (command.kind == POINTS), "TO-5.1", "points are lost by the penalty `points`, more than 0")
    return PenaltyGiven(
        penalty=len(tournament.penalties) + 1,
        player=one.player,
        kind=command.kind,
        by=command.by,
        article=command.article,
        text=command.text,
        round=command.round,
        points=None if points is None else str(Fraction(points)),
    )


def _lift_penalty(tournament: Tournament, command: LiftPenalty) -> PenaltyLifted:
    count = len(tournament.penalties)
    require(1 <= command.penalty <= count, "TO-5.2", f"there is no penalty {command.penalty}")
    require(not tournament.penalties[command.penalty - 1].lifted, "TO-5.2", f"penalty {command.penalty} is lifted")
    return PenaltyLifted(penalty=command.penalty, by=command.by, text=command.text)


def _close(tournament: Tournament, command: CloseTournament) -> TournamentClosed:
    require(tournament.rounds, "TO-6.3", "no round is played")
    for round_ in tournament.rounds:
        require(round_.state == CONFIRMED, "TO-6.3", f"round {round_.number} is {round_.state}")
    return TournamentClosed(by=command.by, standings=standings_digest(standings(tournament)))


def _reopen(tournament: Tournament, command: ReopenTournament) -> TournamentReopened:
    require(tournament.closed, "TO-6.4", "it is not closed")
    return TournamentReopened(by=command.by, text=command.text)


def _reveal_secrets(tournament: Tournament, command: RevealSecrets) -> SecretsRevealed:
    require(tournament.closed, "TO-6.5", "it is not closed")
    require(not tournament.revealed, "TO-6.5", "they are revealed")
    require(opens(tournament.rules.commitment, ROUNDS_MAX, command.secret), "TO-3.3", "this is another secret")
    return SecretsRevealed(secret=command.secret)


_DECIDES: Final[dict[type[TournamentCommand], Callable[[Tournament, Any], TournamentEvent]]] = {
    CreateTournament: _create,
    ChangeRules: _change_rules,
    RegisterPlayer: _register,
    NoteClub: _note_club,
    ForbidPair: _forbid_pair,
    CheckIn: _check_in,
    Withdraw: _withdraw,
    **ROUNDS,
    **RESULTS,
    GivePenalty: _give_penalty,
    LiftPenalty: _lift_penalty,
    CloseTournament: _close,
    ReopenTournament: _reopen,
    RevealSecrets: _reveal_secrets,
}
