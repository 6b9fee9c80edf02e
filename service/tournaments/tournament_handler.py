"""The command handler of tournaments: it loads, decides and appends, and tries again after a conflict."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from domain.refusals import Misuse
from domain.tournaments.commands import (
    CheckIn,
    CreateTournament,
    DrawRound,
    ReleaseRound,
    RevealSecrets,
    TournamentCommand,
)
from domain.tournaments.counter_stream import secret_before
from domain.tournaments.deciding import decide
from domain.tournaments.events import ROUNDS_MAX
from domain.tournaments.evolve import evolve
from domain.tournaments.result_events import AnyTournamentEvent
from domain.tournaments.state import Tournament
from replay.record import GAME_ID
from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.signing.tournament_log import tournament_log_name
from service.store.entries.metadata_store import Entry
from service.store.entries.signing_entries import GameKey
from service.store.entries.tournament_entries import TournamentName, TournamentSecret, TournamentSettings
from service.store.errors import Conflict
from service.tournaments.tournament_store import NoSuchTournament, TournamentStore
from service.tournaments.tournament_words import extract_texts

ATTEMPTS_MAX: Final = 6
"""How often a command is decided before a conflict is reported."""
DecidedEvents = tuple[tuple[NumberedTournamentEvent, ...], Tournament]
Commands = Sequence[TournamentCommand]


class PlannedCommands(NamedTuple):
    """Commands, and entries to write with their events."""

    commands: Commands
    entries: Sequence[Entry] = ()


class TournamentHandler:
    """Handles commands of tournaments in one store. `clock` returns milliseconds since 1970.

    Each method raises TournamentRefused if the rules forbid a command, and Misuse for values that no event can hold.
    Then nothing is stored.
    """

    def __init__(self, store: TournamentStore, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock

    def create(self, command: CreateTournament, secret: str, *beside: Entry) -> Tournament:
        """Create a tournament. `secret` is the last secret of its hash chain. Raises Conflict if the id is taken.

        The entries `beside` are written with it. Default settings are added if `beside` has none.
        """
        if not GAME_ID.fullmatch(command.tournament):
            raise Misuse(f"{command.tournament[:40]!r} cannot be the id of a tournament")
        if secret_before(secret, ROUNDS_MAX) != command.commitment:
            raise Misuse("the commitment does not match the secret")
        at = self._clock()
        events, tournament = decide_all(Tournament(), (command,), at)
        kept: list[Entry] = [
            TournamentSecret(tournament=command.tournament, secret=secret),
            GameKey.random(tournament_log_name(command.tournament)),
        ]
        if not any(isinstance(one, TournamentSettings) for one in beside):
            kept.append(TournamentSettings(tournament=command.tournament, title=command.tournament, made=at))
        self._store.append(command.tournament, events, *kept, *beside)
        return tournament

    def handle(
        self,
        tournament: str,
        *commands: TournamentCommand,
        by: str = "",
        beside: Callable[[Sequence[NumberedTournamentEvent]], Sequence[Entry]] = lambda _: (),
    ) -> Tournament:
        """Decide these commands one after the other and append all their events, or none.

        `by` is the pseudonym of the official who acts. Missing secrets, shares and digests of texts are filled in. The
        entries that `beside` returns are written with the events. Raises Conflict after too many conflicts.
        """
        return self.handle_plan(tournament, lambda *_: PlannedCommands(commands), by=by, beside=beside)

    def handle_plan(
        self,
        tournament: str,
        plan: Callable[[Tournament, Mapping[str, str]], PlannedCommands],
        *,
        by: str = "",
        beside: Callable[[Sequence[NumberedTournamentEvent]], Sequence[Entry]] = lambda _: (),
    ) -> Tournament:
        """Handle commands as `handle` does. `plan` returns them for a tournament and the names in it.

        After a conflict, `plan` is called again.
        """
        for attempt in range(ATTEMPTS_MAX):
            before = self._store.state(tournament)
            if before.created is None:
                raise NoSuchTournament(tournament)
            at = self._clock()
            commands, entries = plan(before, self._store.names(tournament))
            complete, words = self.complete_commands(tournament, commands, by, at)
            events, after = decide_all(before, complete, at)
            try:
                self._store.append(tournament, events, *words, *entries, *beside(events))
            except Conflict:
                if attempt == ATTEMPTS_MAX - 1:
                    raise
            else:
                return after
        raise AssertionError("the last attempt returned or raised")

    def complete_commands(
        self, tournament: str, commands: Commands, by: str, at: int
    ) -> tuple[Commands, Sequence[Entry]]:
        """Return the commands with the values that `handle` fills in, and the entries that hold their texts."""
        names, complete, kept = self._store.names(tournament), list[TournamentCommand](), list[Entry]()
        for command in commands:
            done = self._with_secret(tournament, command)
            done, words = extract_texts(done, tournament, names, at=at, author=by)
            names |= {word.pseudonym: word.name for word in words if isinstance(word, TournamentName) and word.name}
            if "by" in done.__struct_fields__:
                done = replace(done, by=by)
            complete.append(done)
            kept += words
        return complete, kept

    def _with_secret(self, tournament: str, command: TournamentCommand) -> TournamentCommand:
        match command:
            case CheckIn(share=""):
                return replace(command, share=new_secret())
            case DrawRound(round=number, secret="") | ReleaseRound(round=number, secret=""):
                steps = ROUNDS_MAX - min(max(number, 1), ROUNDS_MAX)
                return replace(command, secret=secret_before(self._store.secret(tournament), steps))
            case RevealSecrets(secret=""):
                return replace(command, secret=self._store.secret(tournament))
            case _:
                return command


def new_secret() -> str:
    """Return 32 random bytes in hexadecimal, for the last secret of a hash chain or for a share."""
    return os.urandom(32).hex()


def decide_all(tournament: Tournament, commands: Commands, at: int, tick: int = 0) -> DecidedEvents:
    """Decide commands one after the other. Return their events and the tournament after them.

    The first event has the time `at`, and each next one is `tick` milliseconds later. Raises Misuse for values that no
    event can hold.
    """
    filed = list[NumberedTournamentEvent]()
    for command in commands:
        for event in decide(tournament, command):
            try:
                checked = msgspec.json.decode(msgspec.json.encode(event), type=AnyTournamentEvent)
            except msgspec.ValidationError as error:
                raise Misuse(f"no event can hold this: {error}") from error
            filed.append(NumberedTournamentEvent(n=tournament.version + 1, at=at + len(filed) * tick, event=checked))
            tournament = evolve(tournament, checked)
    return tuple(filed), tournament
