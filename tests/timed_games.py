"""Games with a clock that a test moves, in milliseconds."""

from domain.clock_events import ClockEvent, ClockExpired, ClockExtended, ClockStarted, ClockStopped, TradingPassed
from domain.clock_state import ClockState, clock_after, passing_command
from domain.clock_terms import BY_THE_CLOCK, ClockTerms
from domain.commands import Command, CreateGame, EndTrading, PlantFromHand, SeatCommand, TakeSeat
from domain.editions import rulebook_of
from replay.audit import AuditResult, audit
from replay.codec import Cause, Envelope
from replay.game import Game, batch_of
from replay.proofs.shuffle import Deal, contribution_of_text, seed_of_text


class TimedGame:
    """A game, its clock after the last event, and the current time."""

    def __init__(self, terms: ClockTerms, edition: str = "classic", players: int = 3, name: str = "timed") -> None:
        shares = tuple(contribution_of_text(f"{name}|{seat}") for seat in range(players))
        self.game = Game(name, Deal(name, seed_of_text(name), shares))
        self.now = 0
        self.clock: ClockState | None = None
        self.act(CreateGame(edition=edition, players=players, clock=terms), "organiser")
        for seat in range(players):
            self.act(TakeSeat(seat=seat, kind="human", pseudonym=f"seat-{seat}"))

    @property
    def seat(self) -> int:
        """The active seat."""
        return self.game.table.turn.seat

    @property
    def state(self) -> ClockState:
        """The clock."""
        assert self.clock is not None
        return self.clock

    def act(self, command: Command, by: str = "") -> None:
        """Send a command, by its seat unless `by` is given."""
        by = by or (f"seat:{command.seat}" if isinstance(command, SeatCommand) else "")
        self._count(self.game.act(command, by=by, key=None, at=self.now))

    def tell(self, *events: ClockEvent) -> None:
        """Record events of the clock, lawful or not."""
        batch = batch_of(self.game.game, self.game.version, events, Cause(command=None, by=BY_THE_CLOCK), at=self.now)
        self.game.envelopes += batch
        self._count(batch)

    def _count(self, batch: list[Envelope]) -> None:
        table, cause = self.game.table, batch[0].cause
        command = None if cause is None else cause.command
        events = [one.event for one in batch]
        self.clock = clock_after(self.clock, batch[0].at, events, command, rulebook_of(table), table)

    def plant(self) -> None:
        """Plant the front card of the active seat, and start the clock at the first move."""
        self.act(PlantFromHand(seat=self.seat, field=0))
        if self.state.is_to_start:
            self.tell(ClockStarted(reason="first_move"))

    def run_out(self) -> None:
        """Let the next budget expire."""
        expiry = self.state.next_expiry
        assert expiry is not None
        self.now = expiry.at
        self.tell(ClockExpired(budget=expiry.budget, seat=expiry.seat))

    def force(self) -> None:
        """Send the clock's commands until none is forced."""
        while forced := self.state.forced:
            table = self.game.table
            command = (
                EndTrading(seat=forced[0])
                if self.state.ends_trading
                else passing_command(rulebook_of(table), table, forced[0])
            )
            assert command is not None
            self.act(command, BY_THE_CLOCK)

    def audit(self) -> AuditResult:
        """Audit the whole record."""
        return audit(self.game.record())


def timed_game(edition: str, players: int, name: str) -> TimedGame:
    """Return a game up to its second turn in which every event of the clock happens."""
    timed = TimedGame(ClockTerms(turn=10, trading=20, game=30, grace=15), edition, players, name)
    timed.now = 5_000
    timed.plant()
    timed.tell(ClockExtended(budget="game", seconds=15, reason="stream_lost", seat=timed.seat))
    timed.run_out()
    timed.force()
    timed.now += 1_000
    timed.tell(ClockStopped(reason="paused"))
    timed.now += 100_000
    timed.tell(ClockStarted(reason="resumed"))
    timed.tell(ClockExtended(budget="trading", seconds=60, reason="organiser"))
    timed.run_out()
    timed.force()
    while not timed.state.trades:
        timed.run_out()
        timed.force()
    for seat in range(players):
        timed.tell(TradingPassed(seat=seat))
    timed.force()
    return timed
