"""The commands of a tournament as clients send them: without what the service fills in."""

from functools import reduce
from operator import or_
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, defstruct

from domain.tournaments import commands as c
from domain.tournaments.commands import TournamentCommand
from domain.values import Value

FILLED_IN: Final = ("by", "secret", "deal")
"""What the service fills in: who acts, the secret of a round, and which deal a game has in common with others."""
COMMANDS_MAX: Final = 1000
"""How many commands one request may have."""
CLIENT_COMMANDS: Final[tuple[type[TournamentCommand], ...]] = (
    c.ChangeRules,
    c.NoteClub,
    c.ForbidPair,
    c.CheckIn,
    c.Withdraw,
    c.SubstitutePlayer,
    c.ScheduleRound,
    c.DrawRound,
    c.OverrideSeating,
    c.WithdrawDraw,
    c.ReleaseRound,
    c.LinkGame,
    c.EnterResult,
    c.ConfirmTableResult,
    c.CorrectResult,
    c.VoidTable,
    c.SwapSeats,
    c.AddTime,
    c.ConfirmRound,
    c.ReopenRound,
    c.GivePenalty,
    c.LiftPenalty,
    c.CloseTournament,
    c.ReopenTournament,
    c.RevealSecrets,
)
"""The commands that clients send. Players are registered with names, and the service takes the results of games."""


def _body_type(command: type[TournamentCommand]) -> Any:
    """Return the type of a command without what the service fills in, under the same name and tag."""
    members: list[Any] = []
    for one in msgspec.structs.fields(command):
        if one.name in FILLED_IN:
            continue
        members.append((one.name, one.type) if one.required else (one.name, one.type, one.default))
    return defstruct(
        command.__name__,
        members,
        bases=(Value,),
        module=__name__,
        namespace={"__doc__": command.__doc__},
        tag=command.__name__,
        kw_only=True,
    )


_KINDS: Final = {command.__name__: command for command in CLIENT_COMMANDS}
BODY_TYPES: Final[dict[str, Any]] = {name: _body_type(command) for name, command in _KINDS.items()}
"""The types of bodies, by the names of commands."""
AnyTournamentBody: Final[Any] = reduce(or_, BODY_TYPES.values())


class TournamentCommands(Value):
    """Commands of a tournament, decided in this order: all or none."""

    commands: Annotated[list[AnyTournamentBody], Meta(min_length=1, max_length=COMMANDS_MAX)]


def command_of(sent: Any) -> TournamentCommand:
    """Return the command of the domain for one that was sent."""
    members = {name: getattr(sent, name) for name in sent.__struct_fields__}
    return _KINDS[type(sent).__name__](**members)
