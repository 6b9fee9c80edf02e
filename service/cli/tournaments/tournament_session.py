"""One command on a tournament of a store: it is found, acted on, and answered."""

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

NEXT: Final = {
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
"""What to do after a refusal, by its clause."""


class Pseudonym(click.ParamType[str]):
    """The pseudonym of an official, such as `scorer-2`."""

    name = "pseudonym"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Check a pseudonym."""
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
    """A tournament in an open store, with the events that were added so far, and games that were played for it."""

    def __init__(self, store: GameStore, tournament: str, by: str) -> None:
        """NoSuchTournament where there is none."""
        self.store = store
        self.tournament = tournament
        self.by = by
        self.tournaments = TournamentStore(store)
        self.handler = TournamentHandler(self.tournaments, now_ms)
        self.added: list[NumberedTournamentEvent] = []
        self.games: list[str] = []
        self.state = Tournament()
        self.read_again()

    def act(self, *commands: TournamentCommand, by: str | None = None) -> Tournament:
        """Handle commands together, all or none, and return the tournament."""
        self.state = self.handler.handle(self.tournament, *commands, by=by or self.by, beside=self.collector())
        return self.state

    def require_decidable(self, commands: Sequence[TournamentCommand]) -> None:
        """Raise what would refuse these commands now, and store nothing."""
        complete, _ = self.handler.complete_commands(self.tournament, commands, self.by, 0)
        decide_all(self.state, complete, 0)

    def collector(self) -> Callable[[Sequence[NumberedTournamentEvent]], tuple[()]]:
        """Return a function that notes the events of one act, those of its last attempt."""
        begin = len(self.added)

        def note(events: Sequence[NumberedTournamentEvent]) -> tuple[()]:
            self.added[begin:] = events
            return ()

        return note

    def read_again(self) -> None:
        """Read the tournament as it is now."""
        self.state = tournament_of(one.event for one in self.tournaments.record(self.tournament))

    @property
    def names(self) -> dict[str, str]:
        """The names of players and clubs."""
        return self.tournaments.names(self.tournament)

    def player(self, text: str) -> str:
        """Return the pseudonym of a player, named by it or by the name. Misuse where there is none."""
        if text in self.state.entrants:
            return text
        names = {comparison_key(name): at for at, name in self.names.items() if is_numbered(at, "player")}
        if (found := names.get(comparison_key(text))) is not None:
            return found
        near = get_close_matches(comparison_key(text), [*names], n=1)
        meant = f"; did you mean {self.names[names[near[0]]]} ({names[near[0]]})?" if near else ""
        see = "" if near else f"; `haricot tournament show {self.tournament}` lists them"
        raise Misuse(f"{text[:60]!r} is no player of {self.tournament}{meant}{see}")

    def round(self, number: int | None) -> int:
        """Return the number of a round: by default of the last one that is drawn. Misuse before the first one."""
        if number is not None:
            return number
        if self.state.current is None:
            says = f"no round is drawn yet; `haricot tournament draw {self.tournament} --release` draws the first one"
            raise Misuse(says)
        return self.state.current.number

    def answer(self, as_json: bool, **more: Any) -> None:
        """Print what has happened: the events that were added, and more members of the JSON."""
        if as_json:
            events = [filed_json(one) for one in self.added]
            print_json({"tournament": self.tournament, "version": self.state.version, "events": events, **more})
            return
        names = self.names
        for one in self.added:
            click.echo(event_line(one, names, self.state))


def filed_json(filed: NumberedTournamentEvent) -> dict[str, Any]:
    """Return an event as a line of a tournament file, without its check."""
    return {"n": filed.n, "at": time_text(filed.at), "event": msgspec.to_builtins(filed.event)}


@contextmanager
def known_tournament(tournament: str) -> Iterator[None]:
    """Add to a refusal what to do next."""
    try:
        yield
    except NoSuchTournament as error:
        raise Misuse(f"{error}; `haricot tournament list` shows those there are") from error
    except TournamentRefused as refusal:
        raise Misuse(f"{refusal}{_hint(refusal.clause, tournament)}") from refusal


def _hint(clause: str, tournament: str) -> str:
    hint = NEXT.get(clause, "").format(id=tournament)
    return f" Next: {hint}." if hint else ""


@contextmanager
def acting(
    tournament: str, location: Location, by: str = DIRECTOR, *, signed: bool = False
) -> Iterator[TournamentSession]:
    """Open the store of a tournament to act on it; what is done is signed at once if it is to be `signed`.

    Misuse where there is none, and where the rules refuse an act. KeyFileProblem where the key to sign with is lost.
    """
    with known_tournament(tournament), open_to_write(location, print_note) as store:
        session = TournamentSession(store, tournament, by)
        signs = signed and require_key(store, print_note)
        yield session
        if signs:
            sign_now(store, [*session.games, tournament_log_name(tournament)])


def draft_of(state: Tournament) -> DrawnRound | None:
    """Return the round that is drawn and not released."""
    return state.current if state.current is not None and state.current.secret is None else None
