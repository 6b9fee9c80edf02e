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
    FORMATS,
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
from domain.tournaments.result_events import (
    PenaltyGiven,
    PenaltyLifted,
    SecretsRevealed,
    TournamentClosed,
    TournamentReopened,
)
from domain.tournaments.standings import COIN_LOSS, GAME_LOSS, PENALTIES, POINTS, standings, standings_digest
from domain.tournaments.state import CONFIRMED, DRAFT, Entrant, Tournament
from domain.tournaments.table_points import RANK_SHARE, fraction_in
from domain.tournaments.tie_breaks import TIE_BREAKS

SIZE_MIN: Final = 2
SIZE_MAX: Final = 7


def decide(tournament: Tournament, command: TournamentCommand) -> tuple[TournamentEvent, ...]:
    """Return the events that a command leads to; TournamentRefused when the rules forbid it."""
    creates = isinstance(command, CreateTournament)
    is_there = tournament.created is not None
    require(creates != is_there, "TO-1.1", "there is one already" if is_there else "there is none yet")
    closed = tournament.closed and not isinstance(command, ReopenTournament | RevealSecrets)
    require(not closed, "TO-6.4", "the tournament is closed")
    event: TournamentEvent = _DECIDES[type(command)](tournament, command)
    return (event,)


def _created(_: Tournament, command: CreateTournament) -> TournamentCreated:
    _require_format(command.format, command.rounds)
    _require_sizes(command.smallest, command.preferred, command.largest)
    _require_points(command.table_points)
    _require_tie_breaks(command.tie_breaks)
    return TournamentCreated(
        tournament=command.tournament,
        edition=command.edition,
        options=dict(command.options),
        format=command.format,
        rounds=command.rounds,
        smallest=command.smallest,
        preferred=command.preferred,
        largest=command.largest,
        table_points=command.table_points,
        tie_breaks=command.tie_breaks,
        commitment=command.commitment,
    )


def _require_format(format_: str, rounds: int) -> None:
    require(format_ in FORMATS, "TO-1.2", f"formats are {' and '.join(FORMATS)}, not {format_[:20]!r}")
    require(1 <= rounds <= ROUNDS_MAX, "TO-1.2", f"{rounds} rounds")


def _require_sizes(smallest: int, preferred: int, largest: int) -> None:
    in_order = SIZE_MIN <= smallest <= preferred <= largest <= SIZE_MAX
    require(in_order, "TO-1.3", f"smallest {smallest}, preferred {preferred}, largest {largest}")


def _require_points(rule: tuple[str, ...]) -> None:
    if rule == (RANK_SHARE,):
        return
    points = [fraction_in(text) for text in rule]
    known = [one for one in points if one is not None]
    require(points and len(known) == len(points), "TO-1.4", f"points are such as 5 or 7/2, or the word {RANK_SHARE}")
    require(known == sorted(known, reverse=True) and known[-1] >= 0, "TO-1.4", f"these are {', '.join(rule)}")


def _require_tie_breaks(names: tuple[str, ...]) -> None:
    unknown = [name for name in names if name not in TIE_BREAKS]
    require(
        not unknown, "TO-1.4", f"tie-breaks are {', '.join(TIE_BREAKS)}, not {unknown[0][:20]!r}" if unknown else ""
    )
    require(len(set(names)) == len(names), "TO-1.4", "one is named twice")


def _rules_changed(tournament: Tournament, command: ChangeRules) -> RulesChanged:
    rules, drawn = tournament.rules, len(tournament.rounds)
    require(command.from_round == drawn + 1, "TO-1.5", f"the next round to be drawn is {drawn + 1}")
    rounds = rules.rounds if command.rounds is None else command.rounds
    _require_format(rules.format if command.format is None else command.format, rounds)
    require(rounds >= drawn, "TO-1.2", f"{drawn} rounds are drawn")
    _require_sizes(rules.smallest, rules.preferred if command.preferred is None else command.preferred, rules.largest)
    _require_tie_breaks(rules.tie_breaks if command.tie_breaks is None else command.tie_breaks)
    return RulesChanged(
        from_round=command.from_round,
        text=command.text,
        format=command.format,
        rounds=command.rounds,
        preferred=command.preferred,
        tie_breaks=command.tie_breaks,
    )


def entrant(tournament: Tournament, player: str) -> Entrant:
    """Return the player of this pseudonym; TournamentRefused where no player has it."""
    found = tournament.entrants.get(player)
    return refuse("TO-2.2", f"{player[:64]} is not registered") if found is None else found


def _registered(tournament: Tournament, command: RegisterPlayer) -> PlayerRegistered:
    require(command.player not in tournament.entrants, "TO-2.1", f"{command.player} is registered")
    return PlayerRegistered(player=command.player)


def _club(tournament: Tournament, command: NoteClub) -> ClubNoted:
    return ClubNoted(player=entrant(tournament, command.player).player, club=command.club)


def _forbidden(tournament: Tournament, command: ForbidPair) -> PairForbidden:
    one, other = entrant(tournament, command.player), entrant(tournament, command.other)
    require(one != other, "TO-2.5", f"{one.player} twice")
    return PairForbidden(player=one.player, other=other.player)


def _checked_in(tournament: Tournament, command: CheckIn) -> PlayerCheckedIn:
    one = entrant(tournament, command.player)
    require(not one.excluded, "TO-2.3", f"{one.player} is excluded")
    require(not one.checked_in, "TO-2.3", f"{one.player} is checked in")
    return PlayerCheckedIn(player=one.player, share=command.share)


def _withdrew(tournament: Tournament, command: Withdraw) -> PlayerWithdrew:
    one = entrant(tournament, command.player)
    require(one.checked_in, "TO-2.4", f"{one.player} is not checked in")
    return PlayerWithdrew(player=one.player, after_round=len(tournament.rounds))


def _penalised(tournament: Tournament, command: GivePenalty) -> PenaltyGiven:
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


def _lifted(tournament: Tournament, command: LiftPenalty) -> PenaltyLifted:
    count = len(tournament.penalties)
    require(1 <= command.penalty <= count, "TO-5.2", f"there is no penalty {command.penalty}")
    require(not tournament.penalties[command.penalty - 1].lifted, "TO-5.2", f"penalty {command.penalty} is lifted")
    return PenaltyLifted(penalty=command.penalty, by=command.by, text=command.text)


def _closed(tournament: Tournament, command: CloseTournament) -> TournamentClosed:
    last = tournament.current
    settled = last is not None and last.state == CONFIRMED
    require(settled, "TO-6.3", "no round is played" if last is None else f"round {last.number} is {last.state}")
    return TournamentClosed(by=command.by, standings=standings_digest(standings(tournament)))


def _reopened(tournament: Tournament, command: ReopenTournament) -> TournamentReopened:
    require(tournament.closed, "TO-6.4", "it is not closed")
    return TournamentReopened(by=command.by, text=command.text)


def _revealed(tournament: Tournament, command: RevealSecrets) -> SecretsRevealed:
    require(tournament.closed, "TO-6.5", "it is not closed")
    require(not tournament.revealed, "TO-6.5", "they are revealed")
    require(opens(tournament.rules.commitment, ROUNDS_MAX, command.secret), "TO-3.3", "this is another secret")
    return SecretsRevealed(secret=command.secret)


_DECIDES: Final[dict[type[TournamentCommand], Callable[[Tournament, Any], TournamentEvent]]] = {
    CreateTournament: _created,
    ChangeRules: _rules_changed,
    RegisterPlayer: _registered,
    NoteClub: _club,
    ForbidPair: _forbidden,
    CheckIn: _checked_in,
    Withdraw: _withdrew,
    **ROUNDS,
    **RESULTS,
    GivePenalty: _penalised,
    LiftPenalty: _lifted,
    CloseTournament: _closed,
    ReopenTournament: _reopened,
    RevealSecrets: _revealed,
}
