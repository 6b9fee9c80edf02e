"""Registers players of a tournament, with pseudonyms in events and the names in separate entries."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from domain.player_names import comparison_key
from domain.refusals import Misuse
from domain.tournaments.commands import CheckIn, NoteClub, RegisterPlayer, TournamentCommand
from domain.tournaments.state import Tournament
from domain.values import Value
from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.store.entries.metadata_store import Entry
from service.store.entries.tournament_entries import TournamentName
from service.tournaments.tournament_handler import PlannedCommands, TournamentHandler
from service.tournaments.tournament_words import checked_name, free_pseudonyms, is_numbered

PLAYERS_MAX: Final = 2_000
"""How many players a tournament may have."""
PLAYER: Final = "player"


class Registration(Value):
    """The name of a player to register, and a club or family.

    The draw seats members of one club at different tables.
    """

    name: str
    club: str | None = None


def register_players(
    handler: TournamentHandler,
    tournament: str,
    registrations: Sequence[Registration],
    by: str,
    *,
    check_in: bool = False,
    beside: Callable[[Sequence[NumberedTournamentEvent]], Sequence[Entry]] = lambda _: (),
) -> tuple[str, ...]:
    """Register players in one transaction. Return their pseudonyms in order.

    Raises Misuse for a name that cannot be shown, or that is too similar to a registered or an earlier name.
    """
    entered = list[str]()

    def plan(state: Tournament, names: Mapping[str, str]) -> PlannedCommands:
        if len(state.entrants) + len(registrations) > PLAYERS_MAX:
            raise Misuse(f"a tournament has at most {PLAYERS_MAX} players, and this one has {len(state.entrants)}")
        called = [*_checked_names(registrations, {at: name for at, name in names.items() if is_numbered(at, PLAYER)})]
        entered[:] = islice(free_pseudonyms(PLAYER, names, [*state.entrants]), len(called))
        commands = list[TournamentCommand]()
        for player, one in zip(entered, registrations, strict=True):
            commands.append(RegisterPlayer(player=player))
            if one.club is not None:
                commands.append(NoteClub(player=player, club=one.club))
            if check_in:
                commands.append(CheckIn(player=player))
        pairs = zip(entered, called, strict=True)
        return PlannedCommands(
            commands, [TournamentName(tournament=tournament, pseudonym=at, name=name) for at, name in pairs]
        )

    handler.handle_plan(tournament, plan, by=by, beside=beside)
    return tuple(entered)


def _checked_names(registrations: Sequence[Registration], names: Mapping[str, str]) -> Iterator[str]:
    """Yield the names as they are stored. Raises Misuse if two are too similar."""
    taken = {comparison_key(name): f"{name} is registered as {pseudonym}" for pseudonym, name in names.items()}
    for at, one in enumerate(registrations):
        name = checked_name(one.name, f"body.players[{at}].name")
        if (before := taken.get(comparison_key(name))) is not None:
            says = f"{name} is too similar to another player's name: {before}; add a letter, such as {name} B."
            raise Misuse(says, place=f"body.players[{at}].name")
        taken[comparison_key(name)] = f"{name} stands in this list at {at + 1}"
        yield name
