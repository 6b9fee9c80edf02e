"""The command that leads to each event of a tournament: by it an event is decided again."""

from collections.abc import Mapping
from typing import Final

from domain.tournaments import commands
from domain.tournaments.commands import DrawRound, TournamentCommand
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
    SeatingOverridden,
    TournamentCreated,
    TournamentEvent,
)
from domain.tournaments.result_events import (
    GameLinked,
    PenaltyGiven,
    PenaltyLifted,
    RoundConfirmed,
    RoundReopened,
    SeatsSwapped,
    SecretsRevealed,
    TableResultConfirmed,
    TableResultCorrected,
    TableResultEntered,
    TableResultTaken,
    TableVoided,
    TimeAdded,
    TournamentClosed,
    TournamentReopened,
)


def command_of(event: TournamentEvent, secrets: Mapping[int, str]) -> TournamentCommand:
    """Return the command that leads to such an event: its members are those of the event.

    `secrets` are the secrets by round; LookupError for a draw without one.
    """
    kind = COMMANDS[type(event)]
    if isinstance(event, RoundDrawn):
        return DrawRound(round=event.round, secret=secrets[event.round])
    return kind(**{name: getattr(event, name) for name in kind.__struct_fields__})


COMMANDS: Final[dict[type[TournamentEvent], type[TournamentCommand]]] = {
    TournamentCreated: commands.CreateTournament,
    RulesChanged: commands.ChangeRules,
    RoundScheduled: commands.ScheduleRound,
    PlayerRegistered: commands.RegisterPlayer,
    ClubNoted: commands.NoteClub,
    PairForbidden: commands.ForbidPair,
    PlayerCheckedIn: commands.CheckIn,
    PlayerWithdrew: commands.Withdraw,
    PlayerSubstituted: commands.SubstitutePlayer,
    RoundDrawn: commands.DrawRound,
    SeatingOverridden: commands.OverrideSeating,
    DrawWithdrawn: commands.WithdrawDraw,
    RoundReleased: commands.ReleaseRound,
    GameLinked: commands.LinkGame,
    TableResultTaken: commands.TakeResult,
    TableResultEntered: commands.EnterResult,
    TableResultConfirmed: commands.ConfirmTableResult,
    TableResultCorrected: commands.CorrectResult,
    TableVoided: commands.VoidTable,
    SeatsSwapped: commands.SwapSeats,
    PenaltyGiven: commands.GivePenalty,
    PenaltyLifted: commands.LiftPenalty,
    TimeAdded: commands.AddTime,
    RoundConfirmed: commands.ConfirmRound,
    RoundReopened: commands.ReopenRound,
    TournamentClosed: commands.CloseTournament,
    TournamentReopened: commands.ReopenTournament,
    SecretsRevealed: commands.RevealSecrets,
}
"""The command that leads to each kind of event."""
