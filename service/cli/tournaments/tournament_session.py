"""The session of a command that changes a tournament of the store: open it, execute commands, print the events."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any, Final

import click
import msgspec

from domain.player_names import comparison_key
from domain.refusals import Misuse
from domain.tournaments.clauses import TournamentRefused
from domain.tournaments.commands import TournamentCommand
from domain.tournaments.evolve import tournament_of
from domain.tournaments.state import DrawnRound, Tournament
from replay.codec import time_text
from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.access.policy import DIRECTOR
from service.cli.output import print_json, print_note
from service.cli.tournaments.event_lines import event_line
from service.ops.clock import now_ms
from service.signing.key_file import require_key
from service.signing.rollback_guard import open_to_write
from service.signing.signing_worker import sign_now
from service.signing.tournament_log import tournament_log_name
from service.store.event_store import GameStore
from service.store.location import Location
from service.tournaments.tournament_handler import TournamentHandler, decide_all
from service.tournaments.tournament_store import NoSuchTournament, TournamentStore
from service.tournaments.tournament_words import is_numbered

NEXT_STEPS: Final = {
    "TO-2.1": "`haricot tournament show {id}` lists the players",
    "TO-2.2": "`haricot tournament register {id} NAME` registers a player",
    "TO-2.6": "`haricot tournament show {id}` shows who sits where",
    "TO-3.1": "`haricot tournament show {id}` shows what is awaited",
    "TO-3.2": "`haricot tournament check-in {id} --all` checks in who is registered",
    "TO-3.4": "`haricot tournament draw {id}` draws the next round",
    "TO-4.1": "`haricot tournament show {id}` shows the tables; in a confirmed round a --ruling changes a result, or "
    "`haricot tournament reopen {id} --round N` opens the last one",
    "TO-4.2": "with --ruling REASON another result takes its place",
    "TO-4.3": "give one score for each player, in turn order; `haricot tournament show {id}` shows it",
    "TO-4.5": "name who confirms with --by; `haricot tournament show {id}` shows what is awaited",
    "TO-6.1": "enter the results with `haricot tournament result {id}`, or void a table with --void --ruling REASON",
    "TO-6.3": "confirm the last round with `haricot tournament confirm {id}`, or undo its draw",
    "TO-6.4": "`haricot tournament reopen {id} --reason REASON` opens it",
    "TO-6.5": "`haricot tournament close {id}` closes it",
}
"""What to do next after a refusal, by its clause."""


class Pseudonym(click.ParamType[str]):
    """The pseudonym of an official, such as `scorer-2`."""

    name = "pseudonym"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text if it is a pseudonym, cut off after 64 characters."""
        text = str(value)
        if not text or not text[0].isalnum() or not set(text) <= set("abcdefghijklmnopqrstuvwxyz0123456789.-"):
            self.fail("a pseudonym has lower-case letters, digits, dots and dashes, as in scorer-2.", param, ctx)
        return text[:64]


tournament_argument = click.argument("tournament", metavar="ID")
reason_option = click.option("--reason", "text", required=True, help="Why; kept beside the events, can be erased.")


by_option = click.option(
    "--by", type=Pseudonym(), default=DIRECTOR, show_default=True, metavar="WHO", help="Who acts, by a pseudonym."
)


class TournamentSession:
    """A tournament in an open store, with the events that this process has added, and the games that bots played."""

    def __init__(self, store: GameStore, tournament: str, by: str) -> None:
        """Load the tournament. Raises NoSuchTournament if there is none."""
        self.store = store
        self.tournament = tournament
        self.by = by
        self.tournaments = TournamentStore(store)
        self.handler = TournamentHandler(self.tournaments, now_ms)
        self.added: list[NumberedTournamentEvent] = []
        self.games: list[str] = []
        self.state = Tournament()
        self.reload()

    def execute(self, *commands: TournamentCommand, by: str | None = None) -> Tournament:
        """Execute commands together, all or none. Return the changed tournament."""
        self.state = self.handler.handle(self.tournament, *commands, by=by or self.by, beside=self.collector())
        return self.state

    def require_decidable(self, commands: Sequence[TournamentCommand]) -> None:
        """Raise the error that executing these commands would raise now. Store nothing."""
        complete, _ = self.handler.complete_commands(self.tournament, commands, self.by, 0)
        decide_all(self.state, complete, 0)

    def collector(self) -> Callable[[Sequence[NumberedTournamentEvent]], tuple[()]]:
        """Return a callback that adds the events of one execution to `added`. A later attempt replaces them."""
        begin = len(self.added)

        def note(events: Sequence[NumberedTournamentEvent]) -> tuple[()]:
            self.added[begin:] = events
            return ()

        return note

    def reload(self) -> None:
        """Load the tournament again, with all its events."""
        self.state = tournament_of(one.event for one in self.tournaments.record(self.tournament))

    @property
    def names(self) -> dict[str, str]:
        """The names of players and clubs."""
        return self.tournaments.names(self.tournament)

    def find_player(self, text: str) -> str:
        """Return the pseudonym of the player with this pseudonym or name. Raises Misuse if there is none."""
        if text in self.state.entrants:
            return text
        names = {comparison_key(name): at for at, name in self.names.items() if is_numbered(at, "player")}
        if (found := names.get(comparison_key(text))) is not None:
            return found
        similar = get_close_matches(comparison_key(text), [*names], n=1)
        suggestion = f"; did you mean {self.names[names[similar[0]]]} ({names[similar[0]]})?" if similar else ""
        hint = "" if similar else f"; `haricot tournament show {self.tournament}` lists them"
        raise Misuse(f"{text[:60]!r} is no player of {self.tournament}{suggestion}{hint}")

    def round_number(self, number: int | None) -> int:
        """Return this number, or that of the last drawn round for None. Raises Misuse if no round is drawn."""
        if number is not None:
            return number
        if self.state.current is None:
            message = (
                f"no round is drawn yet; `haricot tournament draw {self.tournament} --release` draws the first one"
            )
            raise Misuse(message)
        return self.state.current.number

    def print_added_events(self, as_json: bool, **members: Any) -> None:
        """Print the events that were added. `members` are added to the JSON."""
        if as_json:
            events = [event_json(one) for one in self.added]
            print_json({"tournament": self.tournament, "version": self.state.version, "events": events, **members})
            return
        names = self.names
        for one in self.added:
            click.echo(event_line(one, names, self.state))


def event_json(numbered: NumberedTournamentEvent) -> dict[str, Any]:
    """Return an event as in a line of a tournament file, without the line's check."""
    return {"n": numbered.n, "at": time_text(numbered.at), "event": msgspec.to_builtins(numbered.event)}


@contextmanager
def errors_with_next_step(tournament: str) -> Iterator[None]:
    """Replace a refusal by Misuse that says what to do next."""
    try:
        yield
    except NoSuchTournament as error:
        raise Misuse(f"{error}; `haricot tournament list` shows those there are") from error
    except TournamentRefused as refusal:
        raise Misuse(f"{refusal}{_hint(refusal.clause, tournament)}") from refusal


def _hint(clause: str, tournament: str) -> str:
    hint = NEXT_STEPS.get(clause, "").format(id=tournament)
    return f" Next: {hint}." if hint else ""


@contextmanager
def open_session(
    tournament: str, location: Location, by: str = DIRECTOR, *, signed: bool = False
) -> Iterator[TournamentSession]:
    """Open the store and yield a session of this tournament. With `signed`, sign its events and games at the end.

    Raises Misuse if there is no such tournament or the rules refuse a command, KeyFileProblem if the key is lost.
    """
    with errors_with_next_step(tournament), open_to_write(location, print_note) as store:
        session = TournamentSession(store, tournament, by)
        can_sign = signed and require_key(store, print_note)
        yield session
        if can_sign:
            sign_now(store, [*session.games, tournament_log_name(tournament)])


def draft_of(state: Tournament) -> DrawnRound | None:
    """Return the round that is drawn and not released, or None."""
    return state.current if state.current is not None and state.current.secret is None else None
