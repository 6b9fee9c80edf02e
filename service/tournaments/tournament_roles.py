"""Who may do what in a tournament: director, scorers, arbiters, players."""

from typing import Final

from domain.tournaments import commands as c
from domain.tournaments.commands import OfPlayer, OnTable, TournamentCommand
from domain.tournaments.state import Tournament
from service.access.policy import ANONYMOUS, ARBITER, DIRECTOR, PLAYER, SCORER, SERVICE, STRANGER
from service.access.tokens import Principal
from service.problems import Problem

_DIRECTING: Final = frozenset({DIRECTOR, SERVICE})
_SCORING: Final = _DIRECTING | {SCORER}
_JUDGING: Final = _DIRECTING | {ARBITER}
PERMITTED: Final[dict[type[TournamentCommand], frozenset[str]]] = {
    **dict.fromkeys(
        (
            c.RegisterPlayer,
            c.ChangeRules,
            c.NoteClub,
            c.ForbidPair,
            c.SubstitutePlayer,
            c.ScheduleRound,
            c.DrawRound,
            c.OverrideSeating,
            c.WithdrawDraw,
            c.ReleaseRound,
            c.ConfirmRound,
            c.ReopenRound,
            c.CloseTournament,
            c.ReopenTournament,
            c.RevealSecrets,
            c.LinkGame,
        ),
        _DIRECTING,
    ),
    **dict.fromkeys((c.CheckIn, c.Withdraw), _SCORING | {PLAYER}),
    **dict.fromkeys((c.EnterResult, c.ConfirmTableResult), _SCORING | {ARBITER, PLAYER}),
    **dict.fromkeys((c.CorrectResult, c.VoidTable, c.SwapSeats, c.GivePenalty, c.LiftPenalty), _JUDGING),
    c.AddTime: _JUDGING | {SCORER},
}
"""The roles that may send each command. A command that is not listed is denied to all of them."""


def relation_to(principal: Principal, tournament: str) -> str:
    """Return how a principal stands to a tournament."""
    if principal.kind == ANONYMOUS or principal.opens_games:
        return principal.kind
    return principal.kind if principal.tournament == tournament else STRANGER


def require_permitted(command: TournamentCommand, tournament: Tournament, principal: Principal, relation: str) -> None:
    """Raise `tournament.forbidden` unless this principal may send the command.

    Players act for themselves only: they check in, withdraw, and enter or confirm the result of their own table.
    """
    name = type(command).__name__
    if relation not in PERMITTED.get(type(command), frozenset()):
        raise Problem("tournament.forbidden", f"{name} is not for {relation}s of a tournament")
    if relation == PLAYER and not _is_own(command, tournament, principal.pseudonym):
        raise Problem("tournament.forbidden", f"as {principal.pseudonym} you send {name} for yourself only")


def _is_own(command: TournamentCommand, tournament: Tournament, player: str) -> bool:
    if isinstance(command, OfPlayer):
        return command.player == player
    if not isinstance(command, OnTable) or (round_ := tournament.round(command.round)) is None:
        return False
    table = round_.table(command.table)
    return table is not None and player in table.players
