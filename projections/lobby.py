"""A game in a line of the lobby: what everybody may know of it at a glance."""

from msgspec.structs import replace

from domain.events import Event, GameCreated, GameEnded, GameStarted, GameVoided
from domain.forks import GameForked
from domain.table import Table
from domain.values import Value
from domain.visibility import Option
from projections.leaderboard import Outcome
from projections.waiting import asked, waited_for


class LineOrigin(Value, omit_defaults=False):
    """The game that another was forked from, and after which of its events."""

    game: str
    at: int


class LineRules(Value, omit_defaults=False):
    """The rules of a game."""

    edition: str
    version: str
    options: dict[str, Option]
    digest: str


class LineTurn(Value, omit_defaults=False):
    """Whose turn it is, which one, and its phase."""

    seat: int
    number: int
    phase: str


class LineSeat(Value, omit_defaults=False):
    """A seat at a glance: who took it, under which pseudonym, and how many coins and hand cards are there."""

    taken: bool
    pseudonym: str | None
    kind: str | None
    coins: int
    hand: int


class Times(Value, omit_defaults=False):
    """When a game was made, began and ended, in milliseconds since 1970; a fork was made when it was forked."""

    created: int = 0
    started: int | None = None
    ended: int | None = None

    def after(self, event: Event, at: int) -> "Times":
        """The same after an event that happened then."""
        match event:
            case GameCreated():
                return Times(created=at)
            case GameStarted():
                return replace(self, started=at)
            case GameEnded() | GameVoided():
                return replace(self, ended=at)
            case GameForked():
                started, ended = (None if before is None else at for before in (self.started, self.ended))
                return Times(created=at, started=started, ended=ended)
        return self


class Line(Value, omit_defaults=False):
    """A game after event `version`, which happened at `at`, in milliseconds since 1970.

    `status` is open, running, finished, voided or imported; `asked` are the seats with an offer to answer.
    """

    game: str
    status: str
    version: int
    at: int
    rules: LineRules
    turn: LineTurn | None
    to_act: tuple[int, ...]
    asked: tuple[int, ...]
    times: Times
    seats: tuple[LineSeat, ...]
    scores: tuple[int, ...] | None
    winners: tuple[int, ...] | None
    forked_from: LineOrigin | None
    practice: bool

    @property
    def outcome(self) -> Outcome:
        """What a leaderboard asks of it."""
        return Outcome(
            game=self.game,
            edition=self.rules.edition,
            version=self.rules.version,
            status=self.status,
            options=self.rules.options,
            practice=self.practice,
            forked=self.forked_from is not None,
            scores=self.scores,
        )


def line(
    game: str,
    version: int,
    at: int,
    table: Table,
    origin: LineOrigin | None,
    *,
    times: Times,
    imported: bool = False,
) -> Line:
    """The line of a game, from the table after its event `version`; it tells numbers of cards, and none of them.

    Of `times`, which may be of a later event, it tells what the table bears out.
    """
    turn, result = table.turn, table.result
    seats = []
    for seat in table.seats:
        sitter = seat.sitter
        seats.append(
            LineSeat(
                taken=sitter is not None,
                pseudonym=None if sitter is None else sitter.pseudonym,
                kind=None if sitter is None else sitter.kind,
                coins=len(seat.coins),
                hand=len(seat.hand),
            )
        )
    return Line(
        game=game,
        status="imported" if imported else status_so_far(table),
        version=version,
        at=at,
        rules=LineRules(
            edition=table.edition,
            version=table.rules.version,
            options=table.rules.options,
            digest=table.rules.digest,
        ),
        turn=LineTurn(seat=turn.seat, number=turn.number, phase=turn.phase) if table.begun else None,
        to_act=() if imported else waited_for(table),
        asked=() if imported else asked(table),
        times=Times(
            created=times.created,
            started=times.started if table.begun else None,
            ended=None if result is None else times.ended,
        ),
        seats=tuple(seats),
        scores=None if result is None else result.scores,
        winners=None if result is None else result.winners,
        forked_from=origin,
        practice=table.practice,
    )


def status_so_far(table: Table) -> str:
    """Open, running, finished or voided."""
    if table.result is not None:
        return "voided" if table.result.scores is None else "finished"
    return "running" if table.begun else "open"
