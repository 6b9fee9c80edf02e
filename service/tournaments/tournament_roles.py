"""Permissions in a tournament: which role may send which command."""

from typing import Final

from domain.tournaments import commands as c
from domain.tournaments.clauses import refuse
from domain.tournaments.commands import OfPlayer, OnTable, TournamentCommand
from domain.tournaments.state import Tournament, TournamentTable
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
    """Return the relation of a principal to a tournament."""
    if principal.kind == ANONYMOUS or principal.has_full_access:
        return principal.kind
    return principal.kind if principal.tournament == tournament else STRANGER


def require_permitted(command: TournamentCommand, tournament: Tournament, principal: Principal, relation: str) -> None:
    """Raise `tournament.forbidden` unless this principal may send the command.

    Players act only for themselves: they check in, withdraw, and enter or confirm the result of their own table. A
    player can confirm only a visible result, so `tournament` is the tournament as the principal sees it. If other
    tables play the same deal, only officials enter and confirm the result. This check does not reveal whether there is
    a result.
    """
    name = type(command).__name__
    if relation not in PERMITTED.get(type(command), frozenset()):
        raise Problem("tournament.forbidden", f"{name} is not for {relation}s of a tournament")
    if relation == PLAYER and not _is_own(command, tournament, principal.pseudonym):
        raise Problem("tournament.forbidden", f"as {principal.pseudonym} you send {name} for yourself only")
    if relation == PLAYER and isinstance(command, c.EnterResult | c.ConfirmTableResult):
        _require_readable(command, tournament)


def _require_readable(command: c.EnterResult | c.ConfirmTableResult, tournament: Tournament) -> None:
    table = _table_of(command, tournament)
    if table is not None and table.deal is not None:
        says = f"other tables play the deal of table {table.number}: officials enter and confirm its result"
        raise Problem("tournament.forbidden", says)
    if isinstance(command, c.ConfirmTableResult) and (table is None or table.result is None):
        refuse("TO-4.5", f"nothing awaits it at table {command.table}")


def _table_of(command: OnTable, tournament: Tournament) -> TournamentTable | None:
    round_ = tournament.round(command.round)
    return None if round_ is None else round_.table(command.table)


def _is_own(command: TournamentCommand, tournament: Tournament, player: str) -> bool:
    if isinstance(command, OfPlayer):
        return command.player == player
    table = _table_of(command, tournament) if isinstance(command, OnTable) else None
    return table is not None and player in table.players
