"""The command handler of tournaments: loads, decides, appends, and decides again after a conflict."""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from domain.refusals import Misuse
from domain.tournaments.commands import CreateTournament, DrawRound, ReleaseRound, RevealSecrets, TournamentCommand
from domain.tournaments.counter_stream import secret_before
from domain.tournaments.deciding import decide
from domain.tournaments.events import ROUNDS_MAX
from domain.tournaments.evolve import evolve, tournament_of
from domain.tournaments.result_events import AnyTournamentEvent
from domain.tournaments.state import Tournament
from replay.record import GAME_ID
from replay.tournaments.tournament_file import FiledTournamentEvent
from service.store.errors import Conflict
from service.tournaments.tournament_store import NoSuchTournament, TournamentStore

ATTEMPTS: Final = 6
"""How often a command is decided when others are faster."""
Decided = tuple[tuple[FiledTournamentEvent, ...], Tournament]


class TournamentHandler:
    """Handles commands of tournaments in one store; `clock` gives milliseconds since 1970.

    Each method raises TournamentRefused when the rules forbid a command, and Misuse for what no event can hold. Then
    nothing is stored.
    """

    def __init__(self, store: TournamentStore, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock

    def create(self, command: CreateTournament, secret: str) -> Tournament:
        """Create a tournament with the last secret of its chain; Conflict where there is one of this id."""
        if not GAME_ID.fullmatch(command.tournament):
            raise Misuse(f"{command.tournament[:40]!r} cannot be the id of a tournament")
        if secret_before(secret, ROUNDS_MAX) != command.commitment:
            raise Misuse("the commitment is not that of the secret")
        events, tournament = decide_all(Tournament(), (command,), self._clock())
        self._store.append(command.tournament, events, secret=secret)
        return tournament

    def handle(self, tournament: str, *commands: TournamentCommand) -> Tournament:
        """Decide these commands one after the other and append all their events, or none.

        Conflict when others were faster each time.
        """
        return self._handle(tournament, lambda _: commands)

    def draw(self, tournament: str) -> Tournament:
        """Draw the next round by its secret."""
        return self._with_secret(
            tournament, lambda state, of: DrawRound(round=state.next_round, secret=of(state.next_round))
        )

    def release(self, tournament: str) -> Tournament:
        """Release the round that was drawn last, and reveal its secret."""

        def command(state: Tournament, of: Callable[[int], str]) -> TournamentCommand:
            number = len(state.rounds)
            return ReleaseRound(round=number, secret=of(max(number, 1)))

        return self._with_secret(tournament, command)

    def reveal(self, tournament: str) -> Tournament:
        """Reveal all secrets of a closed tournament."""
        return self._with_secret(tournament, lambda _, of: RevealSecrets(secret=of(ROUNDS_MAX)))

    def _with_secret(
        self, tournament: str, command: Callable[[Tournament, Callable[[int], str]], TournamentCommand]
    ) -> Tournament:
        last = self._store.secret(tournament)

        def secret(number: int) -> str:
            return secret_before(last, ROUNDS_MAX - min(number, ROUNDS_MAX))

        return self._handle(tournament, lambda state: (command(state, secret),))

    def _handle(self, tournament: str, commands: Callable[[Tournament], Sequence[TournamentCommand]]) -> Tournament:
        for attempt in range(ATTEMPTS):
            before = tournament_of(one.event for one in self._store.events(tournament))
            if before.created is None:
                raise NoSuchTournament(tournament)
            events, after = decide_all(before, commands(before), self._clock())
            try:
                self._store.append(tournament, events)
            except Conflict:
                if attempt == ATTEMPTS - 1:
                    raise
            else:
                return after
        raise AssertionError("the last attempt returned or raised")


def decide_all(tournament: Tournament, commands: Sequence[TournamentCommand], at: int, tick: int = 0) -> Decided:
    """Return the events that commands lead to one after the other, each next one `tick` later, and the tournament.

    Misuse for values that no event can hold.
    """
    filed = list[FiledTournamentEvent]()
    for command in commands:
        for event in decide(tournament, command):
            try:
                checked = msgspec.json.decode(msgspec.json.encode(event), type=AnyTournamentEvent)
            except msgspec.ValidationError as error:
                raise Misuse(f"no event can hold this: {error}") from error
            filed.append(FiledTournamentEvent(n=tournament.version + 1, at=at + len(filed) * tick, event=checked))
            tournament = evolve(tournament, checked)
    return tuple(filed), tournament
