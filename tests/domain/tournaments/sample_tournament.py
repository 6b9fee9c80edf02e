"""A tournament for tests: commands are decided and folded, results are made up."""

from collections.abc import Sequence
from random import Random
from typing import Self

from domain.tournaments.commands import (
    CheckIn,
    CloseTournament,
    ConfirmRound,
    ConfirmTableResult,
    CreateTournament,
    DrawRound,
    EnterResult,
    RegisterPlayer,
    ReleaseRound,
    TournamentCommand,
)
from domain.tournaments.counter_stream import secret_before
from domain.tournaments.deciding import decide
from domain.tournaments.events import ROUNDS_MAX, SWISS, TournamentEvent
from domain.tournaments.evolve import evolve
from domain.tournaments.state import DrawnRound, Tournament
from domain.tournaments.table_points import DEFAULT, places_by_scores
from domain.tournaments.tie_breaks import DEFAULT as TIE_BREAKS

LAST_SECRET = "5e" * 32


class SampleTournament:
    """A tournament to which a test sends commands; `events` are all its events."""

    def __init__(self, **rules: object) -> None:
        self.tournament = Tournament()
        self.events: list[TournamentEvent] = []
        self.luck = Random(str(rules))
        given: dict[str, object] = {
            "tournament": "spring",
            "edition": "classic",
            "options": {"start_player": "seat_0"},
            "format": SWISS,
            "rounds": 4,
            "smallest": 3,
            "preferred": 4,
            "largest": 5,
            "table_points": DEFAULT,
            "tie_breaks": TIE_BREAKS,
            "commitment": secret_before(LAST_SECRET, ROUNDS_MAX),
        }
        self.act(CreateTournament(**{**given, **rules}))  # type: ignore[arg-type]  # of many types

    def act(self, *commands: TournamentCommand) -> Self:
        """Decide and fold commands."""
        for command in commands:
            for event in decide(self.tournament, command):
                self.events.append(event)
                self.tournament = evolve(self.tournament, event)
        return self

    def enter(self, players: int, first: int = 1) -> Self:
        """Register players and check them in."""
        for name in [f"player-{k}" for k in range(first, first + players)]:
            self.act(RegisterPlayer(player=name), CheckIn(player=name, share=name.encode().hex().ljust(64, "0")))
        return self

    def secret(self, number: int) -> str:
        """Return the secret of a round."""
        return secret_before(LAST_SECRET, ROUNDS_MAX - number)

    def draft(self) -> DrawnRound:
        """Draw the next round."""
        number = self.tournament.next_round
        self.act(DrawRound(round=number, secret=self.secret(number)))
        assert self.tournament.current is not None
        return self.tournament.current

    def release(self) -> DrawnRound:
        """Draw and release the next round."""
        number = self.draft().number
        self.act(ReleaseRound(round=number, secret=self.secret(number)))
        assert self.tournament.current is not None
        return self.tournament.current

    def result(self, table: int, scores: Sequence[int]) -> Self:
        """Enter and confirm a result."""
        return self.late_result(len(self.tournament.rounds), table, scores)

    def late_result(self, number: int, table: int, scores: Sequence[int]) -> Self:
        """Enter and confirm a result of a round, which need not be the last one."""
        places = places_by_scores(scores)
        return self.act(
            EnterResult(round=number, table=table, by="scorer", scores=tuple(scores), places=places),
            ConfirmTableResult(round=number, table=table, by="director"),
        )

    def play(self, rounds: int = 1) -> Self:
        """Play rounds with made up results."""
        for _ in range(rounds):
            round_ = self.release()
            for table in round_.tables:
                self.result(table.number, [self.luck.randint(3, 18) for _ in table.players])
            self.act(ConfirmRound(round=round_.number, by="director"))
        return self

    def close(self) -> Self:
        """Close it."""
        return self.act(CloseTournament(by="director"))
